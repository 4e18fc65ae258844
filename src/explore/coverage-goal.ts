/**
 * Coverage as the goal of a search: what there is to reach, what reported paths have reached, and whether a path that ended
 * adds to it. A strategy that pursues it holds one of these and asks it about each path.
 */
import { BitSet } from '../analysis/bit-set.ts';
import { buildCallGraph, type CallGraph } from '../analysis/call-graph.ts';
import { ENDINGS } from '../machine/endings.ts';
import { findMain } from '../machine/environment.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import type { Exploration } from './exploration.ts';
import { Goals } from './goals.ts';
import type { Searcher } from './searchers/searcher.ts';
import { KEPT_BACK, type PathReport } from './strategy.ts';
import { TrailKeeper, type TrailOf } from './trail.ts';

/** What a path that ended means for coverage. */
export interface CoverageReport extends PathReport {
  /** Whether it reached something that no reported path had reached. */
  readonly adds: boolean;
  /** Whether it would have, had the solver found an input. */
  readonly lacksInput: boolean;
}

const ADDS_NOTHING: CoverageReport = { ...KEPT_BACK, adds: false, lacksInput: false };

export class CoverageGoal {
  readonly goals: Goals;
  readonly graph: CallGraph;
  /** Instructions at which paths ended because something is not modelled. */
  readonly refusedAt = new Set<Instruction>();
  /** What control may reach from main at all. */
  reachable = new BitSet();
  readonly keeper: TrailKeeper;
  private exploration!: Exploration;
  /** Goals still to be reached. */
  private open = 0;

  /** `trailOf` says where a path keeps what it reached. */
  constructor(
    readonly program: Program,
    counts: (fn: ProgramFunction) => boolean,
    trailOf: TrailOf,
  ) {
    this.graph = buildCallGraph(program);
    this.goals = new Goals(program, counts);
    this.keeper = new TrailKeeper(this.goals, trailOf);
  }

  /** What reported paths reached. */
  get reached(): BitSet {
    return this.keeper.reached;
  }

  get isDone(): boolean {
    return this.open === 0;
  }

  begin(exploration: Exploration): void {
    this.exploration = exploration;
    const { program } = this;
    const { exit } = exploration.machine;
    const roots = [...program.constructors, findMain(exploration.machine), ...(exit === null ? [] : [exit])];
    this.reachable = this.goals.reachableFrom(roots, this.graph);
    this.countOpen();
  }

  /** Goals that are covered before the search begins, by tests that exist. */
  markCovered(goals: Iterable<number>): void {
    this.keeper.markReached(goals);
  }

  /** A path that was reported elsewhere reaches these. Whether that is anything new. */
  learn(goals: readonly number[]): boolean {
    const before = this.keeper.reachedCount;
    this.keeper.markReached(goals);
    this.countOpen();
    return this.keeper.reachedCount > before;
  }

  /** Paths that add coverage, or show a fault, are to be reported. */
  ended(state: State, outcome: PathOutcome): CoverageReport {
    const { kind, instruction } = outcome.ending;
    if (kind === 'unmodelled' && instruction !== null) this.refusedAt.add(instruction);
    const isFault = ENDINGS[kind].fault;
    if (!ENDINGS[kind].test || !this.keeper.adds(state)) return { ...ADDS_NOTHING, isReported: isFault };
    const input = this.exploration.solver.model(outcome.condition);
    // Without an input there is no test, and without a test nothing is covered.
    if (input === null) {
      this.exploration.limits.add('max-solver-time');
      return { ...ADDS_NOTHING, isReported: isFault, lacksInput: true };
    }
    this.keeper.claim(state);
    this.countOpen();
    return { isReported: true, input, adds: true, lacksInput: false };
  }

  private countOpen(): void {
    let left = 0;
    this.reachable.each((goal) => {
      if (!this.reached.has(goal)) left++;
    });
    this.open = left;
  }
}

/** Gives out states only while there is something left to reach. */
export class UntilCovered implements Searcher {
  readonly choosesAtForks: boolean;

  constructor(
    private readonly inner: Searcher,
    private readonly coverage: CoverageGoal,
  ) {
    this.choosesAtForks = inner.choosesAtForks;
  }

  /** Those that will be given out. */
  get size(): number {
    return this.coverage.isDone ? 0 : this.inner.size;
  }
  fork(parent: State | null, child: State): void {
    this.inner.fork(parent, child);
  }
  add(state: State): void {
    this.inner.add(state);
  }
  next(): State | undefined {
    return this.coverage.isDone ? undefined : this.inner.next();
  }
  ended(state: State): void {
    this.inner.ended(state);
  }
}
