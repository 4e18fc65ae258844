/** `pathfold queue`: looks at a queue, and ends runs that are no longer wanted. */
import { UserError } from '../../program/errors.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import { QueueConnection } from '../workers/queue/connection.ts';
import { cancelRun, listRuns } from '../workers/queue/runs.ts';
import { queueAddress } from '../workers/team.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    '`status` lists the runs that use the queue, and how many workers and jobs there are. `cancel RUN` ends a run as Ctrl-C',
    'does: what was found stays in its folder, and it can be resumed. `cancel` alone ends all of them.',
  ].join('\n'),
  examples: [
    'pathfold queue status --queue redis://build-server',
    'pathfold queue cancel --queue redis://build-server',
  ],
  async run({ operands, options }, terminal) {
    const [what, run, ...more] = operands;
    if ((what !== 'status' && what !== 'cancel') || more.length > 0 || (what === 'status' && run !== undefined)) {
      throw new UserError('say what to do with the queue', 'status, or cancel with or without the name of a run');
    }
    const connection = await QueueConnection.open(queueAddress(options));
    try {
      if (what === 'status') await status(connection, options.json, terminal);
      else await cancel(connection, run ?? null, terminal);
      return ExitStatus.nothingFound;
    } finally {
      await connection.close();
    }
  },
};

async function status(connection: QueueConnection, json: boolean, terminal: Terminal): Promise<void> {
  const queue = connection.queue();
  const [runs, counts, workers] = await Promise.all([
    listRuns(connection),
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getWorkersCount(),
  ]);
  if (json) {
    const listed = [...runs].map(([run, notice]) => ({ run, ...notice }));
    terminal.out(`${JSON.stringify({ workers, jobs: counts, runs: listed }, null, 2)}\n`);
    return;
  }
  terminal.out(
    `${workers} workers; jobs: ${counts.waiting} waiting, ${counts.active} active, ${counts.failed} failed\n`,
  );
  for (const [run, { command, program, host, since, paths, jobs }] of runs) {
    terminal.out(`${run}: ${command} ${program} on ${host} since ${since}: ${paths} paths, ${jobs} jobs\n`);
  }
}

async function cancel(connection: QueueConnection, run: string | null, terminal: Terminal): Promise<void> {
  const runs = await listRuns(connection);
  const chosen = [...runs.keys()].filter((each) => run === null || each === run);
  if (run !== null && chosen.length === 0)
    throw new UserError(`no run ${run} uses this queue`, 'see `pathfold queue status`');
  for (const each of chosen) await cancelRun(connection, each);
  terminal.out(`${chosen.length} cancelled\n`);
}
