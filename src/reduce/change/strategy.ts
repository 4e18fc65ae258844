/**
 * `--reduce change`: one path for every sequence of affected statements (Person et al., section 3.3).
 *
 * The paper searches depth first and leaves a path when no affected node is reachable that is still unexplored; exploring
 * a node makes those after it unexplored again. That loses sequences where an unaffected branch decides which *combination*
 * of affected branches is possible: with affected branches A and B after an unaffected U, where U allows (A, B) and
 * (not A, not B) and its other side only (A, not B), every node has been explored when the other side comes up, and it is
 * left; a test keeps this program. The forking search here leaves a path
 *
 * - as soon as no affected statement can follow: its sequence is complete, and an input that takes it is known;
 * - on the second side of a branch that decides nothing about the sequence (free-branches.ts), when each input there repeats
 *   a sequence of the first side (explored.ts asks the solver where the two sides differ in what is possible).
 *
 * So the states are a subset of those of the exhaustive search, in the same order: it never executes more. Each iteration of
 * a loop is a decision of its own, and the depth bound is that of the search. Searches other than depth first find fewer
 * first sides explored, and leave less out. Before this, inputs were solved and run one by one as in output/explore.ts:
 * as few paths, but each from the beginning, which took 2.6 to 4.1 times the instructions of the exhaustive search.
 *
 * Paths that run nothing affected, and sequences that were seen before, get no test.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import type { Searcher } from '../../explore/searchers/searcher.ts';
import { KEPT_BACK, type PathReport, REPORTED, type Strategy } from '../../explore/strategy.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { CountsOf } from '../catalogue.ts';
import type { AffectedStatements } from './affected.ts';
import type { Dependences } from './dependences.ts';
import { type Explored, SideCoverage } from './explored.ts';
import { FreeBranches } from './free-branches.ts';
import { DirectedRecorder, trackOf } from './record.ts';
import { Sequences } from './sequences.ts';

/** The directed search of the new version. */
export function changeReduction({ dependences, ids }: AffectedStatements): DirectedSearch {
  return new DirectedSearch(dependences.new, ids);
}

export class DirectedSearch implements Strategy {
  readonly recorder: DirectedRecorder;
  /** States that were left because the first side of a free branch had shown all they could. */
  covered = 0;
  private analysisMs = 0;
  /** What is known of each initial state. */
  readonly roots: Explored[] = [];
  private readonly seen = new Set<number>([Sequences.EMPTY]);
  private readonly forking = new ForkingSearch((searcher, exploration) => this.leaving(searcher, exploration));

  /** With `untilFirst`, sequences are cut after their first statement. */
  constructor(
    private readonly dependences: Dependences,
    private readonly ids: ReadonlySet<number>,
    untilFirst = false,
  ) {
    this.recorder = new DirectedRecorder(dependences, ids, untilFirst);
  }

  get counters(): CountsOf<'change'> {
    return { covered: this.covered };
  }

  get costs() {
    return { analyseMs: this.analysisMs, reduceMs: 0 };
  }

  *explore(exploration: Exploration): Generator<void, void> {
    const { surroundings, machine } = exploration.options;
    const began = surroundings.now();
    // These checks end paths at instructions that the slice does not count: then every branch decides.
    const mayEndAnywhere = machine.checkOverflow === true || machine.checkUninitialized === true;
    const free = mayEndAnywhere ? null : new FreeBranches(this.dependences, this.ids);
    this.analysisMs = surroundings.now() - began;
    this.recorder.begin(exploration.machine, free);
    yield* this.forking.explore(exploration);
  }

  private leaving(searcher: Searcher, { terms, solver }: Exploration): Searcher {
    const coverage = new SideCoverage(terms, solver);
    const begin = (state: State) => this.roots.push(trackOf(state).at);
    return new Leaving(searcher, begin, (state) => {
      const track = trackOf(state);
      const { firstSide } = track;
      track.firstSide = null;
      if (firstSide === null || !coverage.covers(firstSide, state.condition)) return false;
      track.at.sameAs = firstSide;
      this.covered++;
      return true;
    });
  }

  forked(parent: State, child: State): void {
    this.recorder.forked(parent, child);
    this.forking.forked(parent, child);
  }

  /** The first path with a sequence is reported. */
  ended(state: State, { ending: { kind } }: PathOutcome): PathReport {
    const { at, sequence } = trackOf(state);
    at.isEnd = kind !== 'limit' && kind !== 'endless' && kind !== 'unmodelled';
    if (!ENDINGS[kind].test || this.seen.has(sequence)) return KEPT_BACK;
    this.seen.add(sequence);
    return REPORTED;
  }

  /** The sequence of affected statements that a path has run so far; equal ones are one number, and none is 0. */
  sequenceOf(state: State): number {
    return trackOf(state).sequence;
  }
}

/** A searcher that passes over the states that `leaves` says to leave. */
class Leaving implements Searcher {
  constructor(
    private readonly order: Searcher,
    private readonly begin: (start: State) => void,
    private readonly leaves: (state: State) => boolean,
  ) {}

  get choosesAtForks(): boolean {
    return this.order.choosesAtForks;
  }
  get size(): number {
    return this.order.size;
  }
  fork(parent: State | null, child: State): void {
    if (parent === null) this.begin(child);
    this.order.fork(parent, child);
  }
  add(state: State): void {
    this.order.add(state);
  }
  next(): State | undefined {
    for (;;) {
      const state = this.order.next();
      if (state === undefined || !this.leaves(state)) return state;
      this.order.ended(state);
    }
  }
  ended(state: State): void {
    this.order.ended(state);
  }
}
