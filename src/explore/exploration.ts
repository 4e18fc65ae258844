/** One whole exploration of a program: builds solver and machine, drives the search, collects what the paths left behind. */
import type { Model } from '../expr/term.ts';
import { Terms } from '../expr/terms.ts';
import { ENDINGS } from '../machine/endings.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions, findMain, startStates } from '../machine/environment.ts';
import { type Client, DEFAULT_MACHINE_OPTIONS, Machine, type MachineOptions } from '../machine/machine.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { createSolver, type Solver, type SolverOptions } from '../solver/solver.ts';
import { exploreForking, type Limits, NO_LIMITS, type Surroundings } from './forking.ts';
import { SearchingPolicy } from './policy.ts';
import { makeSearcher, type SearchName } from './searchers/choose.ts';

export interface ExplorationOptions {
  readonly search: SearchName;
  readonly seed: number;
  readonly limits: Limits;
  readonly machine: Partial<MachineOptions>;
  readonly environment: EnvironmentOptions;
  readonly solver: SolverOptions;
  readonly surroundings: Surroundings;
}

export const DEFAULT_EXPLORATION: ExplorationOptions = {
  search: 'dfs',
  seed: 1,
  limits: NO_LIMITS,
  machine: {},
  environment: EMPTY_ENVIRONMENT,
  solver: {},
  surroundings: { now: () => performance.now(), memoryMb: () => 0, interrupted: () => false },
};

/** A path that ended in a way that deserves a test. */
export interface FinishedPath {
  readonly outcome: PathOutcome;
  /** Null when the solver could not give one in time: the path is counted, but has no test. */
  readonly model: Model | null;
  /** For a fault: whether the same kind at the same instruction was seen before. */
  readonly repeated: boolean;
}

export interface PathCounts {
  completed: number;
  faulty: number;
  pruned: number;
  infeasible: number;
  /** Stopped by a limit or by something not modelled. */
  cut: number;
  dropped: number;
}

/** Gets each path as soon as it ends. Never keeps states alive. */
export type PathListener = (path: FinishedPath) => void;

export class Exploration implements Client {
  readonly counts: PathCounts = { completed: 0, faulty: 0, pruned: 0, infeasible: 0, cut: 0, dropped: 0 };
  /** Names of limits that were hit. */
  readonly limits = new Set<string>();
  private readonly faults = new Set<string>();
  private readonly policy: SearchingPolicy;
  readonly machine: Machine;
  private fork: (parent: State, child: State) => void = () => {};

  private constructor(
    readonly program: Program,
    readonly terms: Terms,
    readonly solver: Solver,
    readonly options: ExplorationOptions,
    private readonly listener: PathListener,
  ) {
    this.policy = new SearchingPolicy(solver);
    this.machine = new Machine(program, terms, this.policy, this, { ...DEFAULT_MACHINE_OPTIONS, ...options.machine });
  }

  static async create(
    program: Program,
    options: Partial<ExplorationOptions>,
    listener: PathListener = () => {},
  ): Promise<Exploration> {
    const terms = new Terms();
    const all = { ...DEFAULT_EXPLORATION, ...options };
    return new Exploration(program, terms, await createSolver(terms, all.solver), all, listener);
  }

  /** Runs to the end without letting anything else run. */
  run(entry?: ProgramFunction): void {
    const steps = this.steps(entry);
    while (!steps.next().done);
  }

  /** Runs to the end, pausing now and then so that signals and timers are served. */
  async runWithPauses(pause: () => Promise<void>, entry?: ProgramFunction): Promise<void> {
    for (const _ of this.steps(entry)) await pause();
  }

  private *steps(entry: ProgramFunction = findMain(this.machine)): Generator<void, void> {
    const { options, machine } = this;
    const searcher = makeSearcher(options.search, machine, options.seed);
    this.fork = (parent, child) => searcher.fork(parent, child);
    const start = startStates(machine, entry, options.environment);
    yield* exploreForking(machine, searcher, start, options.limits, options.surroundings, () => this.pathsEnded());
    if (this.policy.undecided > 0) this.limits.add('max-solver-time');
  }

  dispose(): void {
    this.solver.dispose();
  }

  forked(parent: State, child: State): void {
    this.fork(parent, child);
  }

  ended(_: State, outcome: PathOutcome): void {
    const { kind, name } = outcome.ending;
    const info = ENDINGS[kind];
    if (kind === 'dropped') this.counts.dropped++;
    else if (kind === 'limit' || kind === 'unmodelled') {
      this.counts.cut++;
      if (kind === 'limit') this.limits.add(name);
    } else if (kind === 'pruned') this.counts.pruned++;
    else if (info.fault) this.counts.faulty++;
    else this.counts.completed++;
    if (!info.test) return;
    const repeated = info.fault && this.isRepeated(outcome);
    this.listener({ outcome, model: repeated ? null : this.solver.model(outcome.condition), repeated });
  }

  private isRepeated(outcome: PathOutcome): boolean {
    const { kind, instruction, position, stack } = outcome.ending;
    const userFrame = position === null ? '' : `${position.file.path}:${position.line}:${position.column}`;
    const key = `${kind}@${instruction?.id ?? stack.length}@${userFrame}`;
    if (this.faults.has(key)) return true;
    this.faults.add(key);
    return false;
  }

  private pathsEnded(): number {
    const { completed, faulty, pruned, cut } = this.counts;
    return completed + faulty + pruned + cut;
  }
}
