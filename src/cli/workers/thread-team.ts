/**
 * Worker threads that help with a run. The main thread explores like before; when the run is not over soon it starts the
 * others, sends them the program once, and from then on idle ones get prefixes of those that have open states.
 *
 * An idle worker gets what waits; where nothing waits, those who have open states are asked for their shallowest.
 * The main thread answers between two pauses, about fifty times a second. A thread that ends (its heap is full, say) costs time:
 * what it had is explored by others, without the paths that it had reported and what it had given away.
 */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SharedWork } from '../../explore/sharing/sharing.ts';
import { linesIn, pathIn } from '../../suite/journal/records.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { WorkerSetup } from './setup.ts';
import { SharingTeam } from './sharing-team.ts';
import type { ThreadData } from './thread.ts';

/** States that are asked for at once. */
const SHARED_AT_ONCE = 3;
/** Milliseconds until a thread that had nothing to give is asked again, and until one that waits looks again. */
const PATIENCE_MS = 30;
/** As bin/pathfold gives the main thread: three parts of 64 MB. */
const NURSERY_MB = 192;
/** How long threads may take to write down what is open. */
const ENDING_MS = 20_000;

interface Member {
  readonly name: string;
  readonly worker: Worker;
  isReady: boolean;
  hasEnded: boolean;
  /** What it was given and has not finished; it is busy with the first. */
  work: SharedWork[];
  /** Names of what it reported and gave away since it began with the first. */
  accountedFor: string[];
  /** Lines of what else it reported since then. */
  lines: Uint8Array[];
  /** When it was asked for open states and has not answered; null otherwise. */
  askedAt: number | null;
  triedAt: number;
}

export interface TeamOptions {
  readonly helpers: number;
  /** Milliseconds of processor time, so that a busy machine makes no difference, before the others are started. */
  readonly delayMs: number;
  readonly setup: () => WorkerSetup;
  readonly remainingMs: () => number;
  readonly maxInstructions: number;
}

export class ThreadTeam extends SharingTeam {
  private readonly members: Member[] = [];
  private readonly began = process.cpuUsage();

  constructor(private readonly options: TeamOptions) {
    super(options.maxInstructions);
  }

  get hasOthers(): boolean {
    return this.members.length > 0;
  }

  protected get othersAreBusy(): boolean {
    return this.members.some(({ work, hasEnded }) => work.length > 0 && !hasEnded);
  }

  private get spentMs(): number {
    const { user, system } = process.cpuUsage(this.began);
    return (user + system) / 1000;
  }

  override stop(limit: string): readonly SharedWork[] {
    this.tellAll({ type: 'stop', limit });
    return super.stop(limit);
  }

  async pause(): Promise<void> {
    if (!this.hasOthers && this.spentMs >= this.options.delayMs) this.start();
    await (this.isWaiting ? this.arrival(PATIENCE_MS) : setImmediate());
    const hints = this.run.takeHints();
    if (hints !== null) this.tellAll({ type: 'hints', hints });
    this.teach(null, this.run.exploration.strategy.takeKnowledge?.() ?? []);
    this.feed();
  }

  async finish(): Promise<void> {
    this.tellAll(this.stopped === null ? { type: 'over' } : { type: 'stop', limit: this.stopped });
    const until = performance.now() + ENDING_MS;
    while (this.members.some(({ isReady, hasEnded }) => isReady && !hasEnded) && performance.now() < until) {
      this.isWaiting = true;
      await this.pause();
    }
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
    if (this.run.hasHelpers) this.run.close();
  }

  async abandon(): Promise<void> {
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
  }

  private start(): void {
    // Where every processor explores, a collector that wants several only makes its thread wait for the others.
    if (this.options.helpers + 1 >= availableParallelism()) setFlagsFromString('--no-parallel-scavenge');
    const remainingMs = this.options.remainingMs();
    const setup = this.options.setup();
    const numberings = this.run.shareNumbers(this.options.helpers);
    const heapMb = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20);
    numberings.forEach((numbering, i) => {
      const workerData: ThreadData = {
        ...setup,
        numbering,
        remainingMs: Number.isFinite(remainingMs) ? remainingMs : null,
      };
      const worker = new Worker(new URL('./thread.js', import.meta.url), {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: NURSERY_MB },
      });
      const member: Member = {
        name: `thread ${i + 1}`,
        worker,
        isReady: false,
        hasEnded: false,
        work: [],
        accountedFor: [],
        lines: [],
        askedAt: null,
        triedAt: 0,
      };
      this.members.push(member);
      worker.on('message', (message: FromWorker) => {
        this.hear(member, message);
        this.wake();
      });
      worker.on('error', (error) => this.lose(member, error));
    });
  }

  private hear(member: Member, message: FromWorker): void {
    if (message.type === 'ready') member.isReady = true;
    else if (message.type === 'ended') member.hasEnded = true;
    else if (message.type === 'report') {
      this.run.merge(member.name, message.report);
      this.teach(member, message.report.knowledge ?? []);
      if (message.report.lines !== null) member.lines.push(message.report.lines.bytes);
      for (const { path } of message.report.results) member.accountedFor.push(path.path!);
    } else if (message.type === 'done') {
      member.work.shift();
      member.accountedFor = [];
      member.lines = [];
    } else if (message.type === 'shared') {
      member.askedAt = null;
      for (const prefix of message.prefixes) {
        member.accountedFor.push(prefix.path);
        this.waiting.push({ prefix, leftOut: [] });
      }
    } else {
      this.stopped ??= message.limit;
      this.waiting.push(...message.left);
    }
    if (member.isReady) this.feed();
  }

  /** What one of them learned, null for this thread, goes to all others: its paths are in the journal by now. */
  private teach(from: Member | null, knowledge: readonly unknown[]): void {
    if (knowledge.length === 0) return;
    if (from !== null) this.run.exploration.strategy.learn?.(knowledge);
    for (const member of this.members) {
      if (member !== from && !member.hasEnded) tell(member, { type: 'knowledge', knowledge });
    }
  }

  /** What it had is explored by others. */
  private lose(member: Member, error: Error): void {
    member.hasEnded = true;
    const [first, ...rest] = member.work;
    member.work = [];
    if (first !== undefined) {
      const reported = member.lines.flatMap(linesIn).flatMap((line) => pathIn(line) ?? []);
      this.waiting.push({ ...first, leftOut: [...first.leftOut, ...member.accountedFor, ...reported] }, ...rest);
    }
    this.run.exploration.machine.warnings.add(
      `a worker thread ended early, and others explored its paths: ${error.message}`,
    );
    this.wake();
  }

  private feed(): void {
    if (this.stopped !== null) return;
    const ready = this.members.filter(({ isReady, hasEnded }) => isReady && !hasEnded);
    const idle = ready.filter(({ work }) => work.length === 0);
    const wanted = idle.length + (this.isWaiting ? 1 : 0) - this.waiting.length;
    if (wanted > 0) this.ask(ready, wanted);
    for (const member of idle) {
      // This thread waits as well.
      const work = this.waiting.length > (this.isWaiting ? 1 : 0) ? this.waiting.shift() : undefined;
      if (work === undefined) break;
      member.work.push(work);
      tell(member, { type: 'work', work });
    }
  }

  private ask(ready: readonly Member[], wanted: number): void {
    const prefixes = this.isWaiting ? [] : this.run.exploration.giveSome(Math.max(wanted, SHARED_AT_ONCE));
    for (const prefix of prefixes) this.waiting.push({ prefix, leftOut: [] });
    if (prefixes.length > 0) return;
    const now = performance.now();
    for (const member of ready) {
      if (member.work.length === 0 || member.askedAt !== null || now - member.triedAt < PATIENCE_MS) continue;
      member.askedAt = now;
      member.triedAt = now;
      tell(member, { type: 'share', count: SHARED_AT_ONCE });
    }
  }

  private tellAll(message: ToWorker): void {
    for (const member of this.members) if (!member.hasEnded) tell(member, message);
  }
}

function tell({ worker }: Member, message: ToWorker): void {
  worker.postMessage(message);
}
