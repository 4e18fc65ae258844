/**
 * One machine's part in runs of others: takes jobs from the queue and explores below their prefixes, within their budget. It
 * never executes analysed code natively, reads no file and writes none.
 *
 * Each job is explored from nothing but its prefix and its hints: what another job of this worker found may have been lost on
 * its way, and must not be relied on.
 */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { SharedWork, Sharing } from '../../../explore/sharing/sharing.ts';
import { UserError } from '../../../program/errors.ts';
import type { Program } from '../../../program/program.ts';
import { restoreProgram } from '../../../program/transfer.ts';
import { Deadline } from '../../../solver/deadline.ts';
import { Explorer } from '../explorer.ts';
import type { ExplorationTask } from '../setup.ts';
import { unpack } from './codec.ts';
import type { QueueConnection } from './connection.ts';
import { checkedJob, checkedSetup, type ExploredJob, type QueueJob } from './job.ts';
import { isAlive } from './runs.ts';

/** Of the heap: more is not taken, the rest of the job goes back. */
const HEAP_SHARE = 0.6;
/** Milliseconds between two looks whether the run still wants to know. */
const LOOK_MS = 1000;

interface Known {
  readonly hash: string;
  readonly program: Program;
  readonly task: ExplorationTask;
}

export class QueueWorker {
  private known: Known | null = null;

  constructor(
    private readonly connection: QueueConnection,
    private readonly name: string,
  ) {}

  async process(data: unknown, isLost: () => boolean): Promise<ExploredJob> {
    const job = checkedJob(data);
    const { program, task } = await this.setupFor(job.setup);
    if (!(await isAlive(this.connection, job.run))) throw new UserError('the run of a job is over or cancelled');
    const sharing = new OneJob(job.work);
    let lastLook = performance.now();
    const now = () => performance.now();
    const explorer = await Explorer.create(program, task, {
      sharing,
      surroundings: { now, memoryMb: heapShare, interrupted: () => false },
      deadline: Deadline.after(Number.POSITIVE_INFINITY, now),
      maxMemoryMb: 1,
      numbering: null,
    });
    explorer.learn(job.hints);
    const { exploration } = explorer;
    let left: ExploredJob['left'] = [];
    const isOverBudget = () =>
      performance.now() >= sharing.began + job.budgetMs ||
      explorer.waiting >= job.maxPaths ||
      heapShare() >= HEAP_SHARE;
    try {
      await exploration.runWithPauses(async () => {
        await setImmediate();
        if (performance.now() - lastLook > LOOK_MS) {
          lastLook = performance.now();
          if (isLost() || !(await isAlive(this.connection, job.run))) throw new UserError('a job was taken away');
        }
        if (sharing.hasBegun() && isOverBudget()) left = [...left, ...exploration.giveAway(Number.POSITIVE_INFINITY)];
      });
      return { worker: this.name, report: explorer.takeReport(), left };
    } finally {
      exploration.dispose();
    }
  }

  private async setupFor(hash: QueueJob['setup']): Promise<Known> {
    if (this.known?.hash === hash) return this.known;
    const bytes = await this.connection.redis.getBuffer(this.connection.key('setup', hash));
    if (bytes === null) throw new UserError('the program of a job is not in the queue any more');
    const { program, task } = checkedSetup(unpack(bytes, hash));
    this.known = { hash, program: restoreProgram(program), task };
    return this.known;
  }
}

/** Begins with one prefix, and is over with it. */
class OneJob implements Sharing {
  readonly startsAtStart = false;
  readonly hasOthers = true;
  private work: SharedWork | null;
  /** When it was there where the prefix leads: getting there is not part of the budget. */
  began = Number.POSITIVE_INFINITY;

  constructor(work: SharedWork) {
    this.work = work;
  }

  next(): SharedWork | null {
    const { work } = this;
    this.work = null;
    return work;
  }
  hasBegun(): boolean {
    if (this.work === null && this.began === Number.POSITIVE_INFINITY) this.began = performance.now();
    return this.work === null;
  }
  limit(): string | null {
    return null;
  }
  stop(): readonly SharedWork[] {
    return [];
  }
}

function heapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
