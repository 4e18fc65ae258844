/** `pathfold worker`: explores parts of runs that other machines submit. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { UserError } from '../../program/errors.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { QueueConnection } from '../workers/queue/connection.ts';
import { QueueWorker } from '../workers/queue/queue-worker.ts';
import { queueAddress } from '../workers/team.ts';

/** Shorter leases are lost while the solver thinks. */
const LEAST_LEASE_SECONDS = 1;

export const command: Command = {
  takesFiles: false,
  description: [
    'Takes jobs from the queue that `pathfold test --queue` and `pathfold cover --queue` fill, explores the paths below',
    'their prefixes, and sends back what it finds. It never executes analysed code natively, and touches no files. Start',
    'one per processor; it may be stopped at any time, and another worker gets its job. Ctrl-C finishes the job first.',
  ].join('\n'),
  examples: ['pathfold worker --queue redis://build-server:6379'],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UserError(`${operands[0]}: a worker takes no operands`);
    const lease = options.lease ?? 0;
    if (lease < LEAST_LEASE_SECONDS) throw new UserError(`--lease ${lease}: at least ${LEAST_LEASE_SECONDS} second`);
    const address = queueAddress(options);
    const connection = await QueueConnection.open(address);
    const name = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
    const explorer = new QueueWorker(connection, name);
    let jobs = 0;
    const worker = connection.worker({ leaseMs: lease * 1000, name }, async (data, isLost) => {
      terminal.progress(`${++jobs} jobs taken`);
      return explorer.process(data, isLost);
    });
    worker.on('failed', (_, error) => terminal.err(`pathfold: a job failed: ${error.message}\n`));
    terminal.err(`pathfold: ${name} waits for jobs; Ctrl-C ends it\n`);
    await new Promise<void>((resolve) => {
      let count = 0;
      const onSignal = () => {
        if (++count > 1) process.exit(ExitStatus.interrupted);
        resolve();
      };
      process.on('SIGINT', onSignal);
      process.on('SIGTERM', onSignal);
    });
    await worker.close();
    await connection.close();
    terminal.progress(null);
    return ExitStatus.nothingFound;
  },
};
