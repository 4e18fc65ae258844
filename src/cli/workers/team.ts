/** Who helps with a run: no one, or threads of this process. */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Exploration } from '../../explore/exploration.ts';
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { Counters } from '../../explore/strategy.ts';
import { UserError } from '../../program/errors.ts';
import type { Invocation } from '../options/parse.ts';
import type { RunLog } from '../run/run-log.ts';
import type { Session } from '../run/session.ts';
import { DEFAULT_PREFIX, type QueueAddress } from './queue/connection.ts';
import { LONGEST_QUESTION_MS } from './queue/job.ts';
import { SHARED_REDUCTIONS, type SharedGoal, setupOf, taskOf } from './setup.ts';
import { SharedRun } from './shared-run.ts';
import type { SharingTeam } from './sharing-team.ts';
import { ThreadTeam } from './thread-team.ts';

/** What a run needs of those who help with it. */
export interface Helpers {
  /** What the exploration must know. */
  readonly options: Partial<ExplorationOptions>;
  /** States that are open elsewhere. */
  readonly open: number;
  attach(exploration: Exploration, log: RunLog): void;
  found(path: FinishedPath): void;
  pause(): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
  addCounters(own: Counters): Counters;
  /** How many explored, for the summary; nothing where one worked alone. */
  size(): { readonly workers?: number };
}

/** Milliseconds of exploring before others are started: short runs need no help. */
const DELAY_MS = 200;
const AUTO_DELAY_MS = 1500;
/** Of the heap; the rest is for what happens between two looks. */
const HEAP_SHARE = 0.85;

class NoHelpers implements Helpers {
  readonly options = {};
  readonly open = 0;
  constructor(private readonly reason: string | null = null) {}

  attach({ machine }: Exploration): void {
    if (this.reason !== null) machine.warnings.add(this.reason);
  }
  found(): void {}
  async pause(): Promise<void> {
    await setImmediate();
  }
  async finish(): Promise<void> {}
  async abandon(): Promise<void> {}
  addCounters(own: Counters): Counters {
    return own;
  }
  size(): { readonly workers?: number } {
    return {};
  }
}

class Together implements Helpers {
  private run: SharedRun | null = null;
  private log: RunLog | null = null;

  constructor(
    private readonly team: SharingTeam,
    private readonly session: Session,
    private readonly maxMemoryMb: number,
    private readonly chosen: ExplorationOptions,
    /** Whether tests get new numbers even where no help was needed, so that it makes no difference. */
    private readonly alwaysRenumbers: boolean,
  ) {}

  get options(): Partial<ExplorationOptions> {
    const { limits, surroundings } = this.chosen;
    const memoryMb = () => (isHeapFull() ? Number.POSITIVE_INFINITY : surroundings.memoryMb());
    return {
      sharing: this.team,
      // Each thread has a heap of its own: together they may take more than one could.
      limits: { ...limits, maxMemoryMb: this.maxMemoryMb },
      surroundings: { ...surroundings, memoryMb },
    };
  }

  get open(): number {
    return this.run?.open ?? 0;
  }

  attach(exploration: Exploration, log: RunLog): void {
    const { entry, build, program } = this.session;
    this.run = new SharedRun(exploration, log, { entry, build, bigEndian: program.layout.bigEndian });
    this.log = log;
    this.team.attach(this.run);
  }

  found(path: FinishedPath): void {
    this.run?.found(path);
  }

  pause(): Promise<void> {
    return this.team.pause();
  }

  async finish(): Promise<void> {
    await this.team.finish();
    if (this.alwaysRenumbers || this.run?.hasHelpers === true) this.log?.renumber();
  }

  abandon(): Promise<void> {
    return this.team.abandon();
  }

  addCounters(own: Counters): Counters {
    return this.run?.addCounters(own) ?? own;
  }

  size(): { readonly workers?: number } {
    return this.run?.hasHelpers === true ? { workers: 1 + this.run.helpers } : {};
  }
}

export async function helpersFor(
  invocation: Invocation,
  session: Session,
  chosen: ExplorationOptions,
  goal: SharedGoal | null,
): Promise<Helpers> {
  const { options } = invocation;
  const { count, isAuto } = workersOf(options.workers);
  const isQueued = (options.queue ?? null) !== null;
  if (isQueued && options.workers !== null)
    throw new UserError('--workers and --queue do not go together', 'leave one out');
  if (goal === null || (count === 1 && !isQueued)) return new NoHelpers();
  const reason = reasonForOne(invocation);
  if (reason !== null) return new NoHelpers(isAuto ? null : `one worker explored: ${reason}`);
  const task = taskOf(invocation, session, chosen, goal);
  const { maxInstructions } = chosen.limits;
  const { 'max-memory': maxMemory } = options;
  if (isQueued) {
    const { QueueConnection } = await import('./queue/connection.ts');
    const { QueueTeam } = await import('./queue/queue-team.ts');
    const solverMs = Math.min(task.solverMs, LONGEST_QUESTION_MS);
    const connection = await QueueConnection.open(queueAddress(options));
    const queueTeam = new QueueTeam(connection, {
      setup: () => setupOf(session, { ...task, solverMs }),
      program: session.program.name,
      command: invocation.command,
      maxInstructions,
    });
    return new Together(queueTeam, session, maxMemory, chosen, true);
  }
  const team = new ThreadTeam({
    helpers: count - 1,
    delayMs: isAuto ? AUTO_DELAY_MS : DELAY_MS,
    setup: () => setupOf(session, task),
    remainingMs: () => chosen.deadline!.remainingMs,
    maxInstructions,
  });
  return new Together(team, session, maxMemory, chosen, !isAuto);
}

export function workersOf(text: string | null): { readonly count: number; readonly isAuto: boolean } {
  if (text === null) return { count: 1, isAuto: false };
  if (text === 'auto') return { count: availableParallelism(), isAuto: true };
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UserError(`--workers ${text}: not a number of threads`, 'a number, or auto');
  return { count: Number(text), isAuto: false };
}

export function queueAddress(options: Pick<Invocation['options'], 'queue' | 'queue-prefix'>): QueueAddress {
  const { queue: url, 'queue-prefix': prefix } = options;
  if (url === null) throw new UserError('no queue is named', '--queue redis://HOST:PORT');
  return { url, prefix: prefix ?? DEFAULT_PREFIX };
}

/** Why others cannot help; null where they can. */
function reasonForOne({ options }: Invocation): string | null {
  if (!SHARED_REDUCTIONS.includes(options.reduce)) return `--reduce ${options.reduce} works input by input`;
  if (options['log-queries']) return '--log-queries writes the queries of one solver';
  if (options['check-solver'] !== null) return '--check-solver checks one solver';
  if (options.queue !== null)
    return (options.solver ?? 'embedded') === 'embedded' ? null : '--queue has its own solver';
  // Threads are started from compiled files.
  return import.meta.url.endsWith('.ts') ? 'pathfold runs from its sources' : null;
}

function isHeapFull(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > HEAP_SHARE * limit;
}
