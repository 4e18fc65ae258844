/**
 * The search for coverage: explores like the exhaustive search, but reports only paths that reach something no reported
 * path reached before, and stops as soon as everything that control may reach at all has been reached.
 *
 * When it ends without having hit a limit, what is left cannot be reached by any input.
 */
import type { BitSet } from '../analysis/bit-set.ts';
import { buildCallGraph, type CallGraph } from '../analysis/call-graph.ts';
import type { Model } from '../expr/term.ts';
import type { Segment, Site } from '../machine/code.ts';
import { ENDINGS } from '../machine/endings.ts';
import { findMain } from '../machine/environment.ts';
import type { Recorder } from '../machine/machine.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Shared, State } from '../machine/state.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { type Exploration, ForkingSearch, type Strategy } from './exploration.ts';
import { Goals } from './goals.ts';
import { BATCH, InBatches } from './searchers/in-batches.ts';
import type { Searcher } from './searchers/searcher.ts';
import { Trail, TrailKeeper } from './trail.ts';

/** A strategy that pursues coverage, and what it found. */
export interface Covering extends Strategy {
  readonly goals: Goals;
  readonly graph: CallGraph;
  /** What reported paths reached. */
  readonly reached: BitSet;
  /** What control may reach from main at all. */
  readonly reachable: BitSet;
  /** Instructions at which paths ended because something is not modelled. */
  readonly refusedAt: ReadonlySet<Instruction>;
}

export class CoveringSearch extends ForkingSearch implements Covering {
  override readonly recorder: Recorder;
  readonly goals: Goals;
  readonly graph: CallGraph;
  readonly refusedAt = new Set<Instruction>();
  reachable!: BitSet;
  protected readonly keeper: TrailKeeper;
  /** Goals still to be reached. */
  private open = 0;
  /** Of the path that ended last: whether it adds something, and an input that takes it. */
  protected hasAdded = false;
  private input: Model | null = null;
  /** Whether that path would have added something, had the solver found an input. */
  protected lacksInput = false;
  protected exploration!: Exploration;
  /** Paths that end between two choices of the search order. */
  protected readonly batch: number = BATCH;

  constructor(
    readonly program: Program,
    counts: (fn: ProgramFunction) => boolean = () => true,
  ) {
    super();
    this.graph = buildCallGraph(program);
    this.goals = new Goals(program, counts);
    this.keeper = new TrailKeeper(this.goals, (state) => this.trailOf(state));
    this.recorder = this.makeRecorder();
  }

  protected makeRecorder(): Recorder {
    return new TrailRecorder(this.keeper);
  }

  /** Where the path keeps what it reached. */
  protected trailOf(state: State): Trail {
    if (state.trace === null) state.trace = Trail.empty() as Shared;
    return state.trace as Trail;
  }

  get reached(): BitSet {
    return this.keeper.reached;
  }

  get isDone(): boolean {
    return this.open === 0;
  }

  override *explore(exploration: Exploration): Generator<void, void> {
    const { machine } = exploration;
    this.exploration = exploration;
    const roots = [...this.program.constructors, findMain(machine), ...this.program.functions.filter(isExit)];
    this.reachable = this.goals.reachableFrom(roots, this.graph);
    this.countOpen();
    yield* super.explore(exploration);
  }

  protected override makeSearcher(exploration: Exploration): Searcher {
    const searcher = super.makeSearcher(exploration);
    return new UntilDone(
      this.preferring(searcher.choosesAtForks ? new InBatches(searcher, this.batch) : searcher),
      this,
    );
  }

  /** For strategies that know which states are worth more. */
  protected preferring(searcher: Searcher): Searcher {
    return searcher;
  }

  ended(state: State, outcome: PathOutcome): void {
    const { kind, instruction } = outcome.ending;
    if (kind === 'unmodelled' && instruction !== null) this.refusedAt.add(instruction);
    this.hasAdded = false;
    this.input = null;
    this.lacksInput = false;
    if (!ENDINGS[kind].test || !this.keeper.adds(state)) return;
    this.input = this.exploration.solver.model(outcome.condition);
    // Without an input there is no test, and without a test nothing is covered.
    if (this.input === null) {
      this.lacksInput = true;
      this.exploration.limits.add('max-solver-time');
      return;
    }
    this.hasAdded = true;
    this.keeper.claim(state);
    this.countOpen();
  }

  private countOpen(): void {
    let left = 0;
    this.reachable.each((goal) => {
      if (!this.reached.has(goal)) left++;
    });
    this.open = left;
  }

  /** Goals that are covered before the search begins, by tests that exist. */
  markCovered(goals: Iterable<number>): void {
    this.keeper.markReached(goals);
  }

  inputOf(): Model | null {
    return this.input;
  }

  /** A path that adds coverage, or shows a fault. */
  reports(outcome: PathOutcome): boolean {
    return this.hasAdded || ENDINGS[outcome.ending.kind].fault;
  }
}

/** main's return calls it. */
export function isExit(fn: ProgramFunction): boolean {
  return fn.name === 'exit' && fn.blocks.length > 0;
}

/** Gives out states only while there is something left to reach. */
class UntilDone implements Searcher {
  readonly choosesAtForks: boolean;

  constructor(
    private readonly inner: Searcher,
    private readonly search: CoveringSearch,
  ) {
    this.choosesAtForks = inner.choosesAtForks;
  }

  get size(): number {
    return this.inner.size;
  }
  fork(parent: State | null, child: State): void {
    this.inner.fork(parent, child);
  }
  add(state: State): void {
    this.inner.add(state);
  }
  next(): State | undefined {
    return this.search.isDone ? undefined : this.inner.next();
  }
  ended(state: State): void {
    this.inner.ended(state);
  }
}

class TrailRecorder implements Recorder {
  constructor(private readonly keeper: TrailKeeper) {}

  executed(state: State, segment: Segment): void {
    this.keeper.executed(state, segment);
  }
  ended(state: State, site: Site | null): void {
    this.keeper.ended(state, site);
  }
  access(): void {}
  decided(): void {}
  allocated(): void {}
  input(): void {}
  returned(): void {}
}
