/** A worker thread: explores what it is given, and gives away what it is asked for. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { SharedWork, Sharing } from '../../explore/sharing/sharing.ts';
import { InternalError } from '../../program/errors.ts';
import { restoreProgram } from '../../program/transfer.ts';
import { Deadline } from '../../solver/deadline.ts';
import type { Numbering } from '../run/numbering.ts';
import { Explorer } from './explorer.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { WorkerSetup } from './setup.ts';

export interface ThreadData extends WorkerSetup {
  /** Until the deadline; null without one. */
  readonly remainingMs: number | null;
  readonly numbering: Numbering;
}

const REPORT_MS = 100;
/** Of the heap of this thread; the rest is for what happens between two looks. */
const HEAP_SHARE = 0.85;

class Thread implements Sharing {
  readonly startsAtStart = false;
  readonly hasOthers = true;
  private readonly work: SharedWork[] = [];
  private isWorking = false;
  private isOver = false;
  private stopsBy: string | null = null;
  private explorer!: Explorer;
  private lastReport = 0;
  /** Called when something arrives. */
  private wake = () => {};

  async run({ program, task, remainingMs, numbering }: ThreadData): Promise<void> {
    if (parentPort === null) throw new InternalError('not a thread');
    const now = () => performance.now();
    this.explorer = await Explorer.create(restoreProgram(program), task, {
      sharing: this,
      surroundings: { now, memoryMb: heapShare, interrupted: () => false },
      deadline: Deadline.after(remainingMs ?? Number.POSITIVE_INFINITY, now),
      maxMemoryMb: HEAP_SHARE,
      numbering,
    });
    const { exploration } = this.explorer;
    parentPort.on('message', (message: ToWorker) => this.hear(message));
    tell({ type: 'ready' });
    await exploration.runWithPauses(() => this.pause());
    this.report();
    tell({ type: 'ended' });
    exploration.dispose();
    parentPort.close();
  }

  private hear(message: ToWorker): void {
    if (message.type === 'work') this.work.push(message.work);
    else if (message.type === 'hints') this.explorer.learn(message.hints);
    else if (message.type === 'knowledge') this.explorer.exploration.strategy.learn?.(message.knowledge);
    else if (message.type === 'stop') this.stopsBy ??= message.limit;
    else if (message.type === 'over') this.isOver = true;
    else tell({ type: 'shared', prefixes: this.explorer.exploration.giveSome(message.count) });
    this.wake();
  }

  next(): SharedWork | 'later' | null {
    if (this.isWorking) {
      this.isWorking = false;
      this.report();
      tell({ type: 'done' });
    }
    const work = this.work.shift();
    if (work === undefined) return this.isOver ? null : 'later';
    this.isWorking = true;
    return work;
  }

  limit(): string | null {
    return this.stopsBy;
  }

  stop(limit: string): readonly SharedWork[] {
    tell({ type: 'stopped', limit, left: this.work.splice(0) });
    return [];
  }

  private async pause(): Promise<void> {
    if (performance.now() - this.lastReport > REPORT_MS) this.report();
    if (this.isWorking || this.work.length > 0 || this.isOver || this.stopsBy !== null) await setImmediate();
    else {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  private report(): void {
    this.lastReport = performance.now();
    const knowledge = this.explorer.exploration.strategy.takeKnowledge?.() ?? [];
    const report = this.explorer.takeReport();
    const lines = report.lines === null ? [] : [report.lines.bytes.buffer];
    tell({ type: 'report', report: { ...report, knowledge } }, lines);
  }
}

function heapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

function tell(message: FromWorker, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, handedOver);
}

await new Thread().run(workerData as ThreadData);
