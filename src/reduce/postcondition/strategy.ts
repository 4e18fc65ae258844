/**
 * Postconditioned symbolic execution (Yi, Yang, Guo, Wang, Liu and Zhao): never walk an explored path suffix twice.
 *
 * When a path ends, the conditions under which execution from each location of it repeats the rest of it are computed
 * backward, as weakest preconditions over the registers and named memory cells of the state there, and are added as one
 * disjunct to the location's summary. When another path comes to a location whose summary its path condition implies,
 * everything it can still do has been done: it is cut, gets a test, and contributes the summary it was cut by as if that
 * were its own ending. Locations are unrolled (instruction, calls, iterations); checks are made where a symbolic branch or
 * fault check is about to be decided. Any summary may be weakened to false, which only costs reduction.
 *
 * Reading order: record.ts (what a path leaves), path.ts (finding who defined what), nodes.ts and meaning.ts (one
 * definition backward), conditions.ts (what made the path go its way), precondition.ts (all of it to every location),
 * summary.ts (disjuncts, and the paper's algorithm 4), reading.ts (a summary in a state).
 *
 * Where this differs from the paper:
 * - The paper's conditions are those of symbolic branches. A branch on a number is a condition too, because the next path
 *   may bring another number; so are addresses, callees, sizes, the existence of objects, and that an input of the suffix
 *   is not made yet. They are kept apart as pins (summary.ts): disjuncts are combined when their branches are
 *   complementary, under the pins of both. Without that, the exit of the program, which looks at the library's buffers, and a
 *   fault, which does not, would never combine.
 * - A cut path requires the disjuncts that were possible in its state, not the whole summary: a smaller formula.
 * - Assumptions add no condition: a state that does not meet one has nothing to explore.
 * - Summaries for first instances in loops only (`firstInstanceOnly`) are off by default: with them a loop over an array of
 *   n independent tests has 2^n paths, without them n + 1.
 * - Reuse goes by the index of the run a condition comes from: what lies before the fork stays at its location. It needs
 *   no depth first search, but then shares less; in other orders summaries also come later, breadth first too late to
 *   cut anything, as section 3.6 says.
 * - Checks that cannot pay are not made. A location is given up after PATIENCE checks per cut, and the solver is left out
 *   of its checks after QUERY_PATIENCE queries per proof. Both count checks, not time, so a run repeats exactly.
 * - Not expressed, and so dropped, counted by reason in `preconditions.dropped`: addresses used as numbers (other than
 *   comparisons for equality), writes at symbolic indices, reads at symbolic indices of writable objects above 64
 *   bytes, aggregates in registers, variable arguments, standard input, long double, symbolic sizes and lengths, atomic
 *   operations. With checks for leaks or uninitialised values nothing is cut.
 *
 * Cost as measured (bench/reduce/paths.js, processor time, six programs): summaries take 13 to 48 percent of the time and checks 13
 * to 61. Paths fall to 24 (date) to 87 percent (scheduler), instructions to 16 to 72 percent. Where queries are expensive that wins
 * (date: 0.2 of the time); where exhaustive paths cost a fraction of a millisecond it loses (scheduler: 3.9 times as
 * long, packet 2.2, tokenizer 1.6, expression and connection 1.3), so it is not the default of `test`.
 */

import { type Exploration, ForkingSearch } from '../../explore/exploration.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { DecisionKind, Machine } from '../../machine/machine.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { Cells } from './cells.ts';
import { Definitions } from './definitions.ts';
import { type Location, Locations } from './locations.ts';
import { Meanings } from './meaning.ts';
import { Path } from './path.ts';
import { Preconditions } from './precondition.ts';
import { Reading } from './reading.ts';
import { PathRecorder, recordOf } from './record.ts';
import type { Disjunct, SummaryCounts } from './summary.ts';

export interface PostconditionOptions {
  /** Conditions a summary may have, all its disjuncts together; 0 for no bound (section 4.1). */
  readonly sizeBound: number;
  /** Keep and check summaries only where every loop is in its first iteration (section 4.1). */
  readonly firstInstanceOnly: boolean;
  /** Merge disjuncts that differ in one condition and its negation (section 4.2). */
  readonly combine: boolean;
  /** Take over what the path before computed for the common prefix (section 4.3). */
  readonly reuse: boolean;
  /** Give up checks, and the solver in them, where they keep failing. */
  readonly adaptive: boolean;
}

export const DEFAULT_POSTCONDITION_OPTIONS: PostconditionOptions = {
  sizeBound: 200,
  firstInstanceOnly: false,
  combine: true,
  reuse: true,
  adaptive: true,
};

export interface PostconditionStatistics extends SummaryCounts {
  checks: number;
  /** Checks answered without the solver. */
  folded: number;
  queries: number;
  pruned: number;
  /** Checks, or solver queries in them, not made because earlier ones at the location failed. */
  skipped: number;
  /** Locations at which no more checks are made. */
  givenUp: number;
  /** Locations passed by because a loop was past its first iteration. */
  laterInstances: number;
  checkMs: number;
  summaryMs: number;
}

/** Checks without a cut after which a location is given up. */
const PATIENCE = 16;
/** Queries without a proof after which only checks that need no solver are made. */
const QUERY_PATIENCE = 4;

export class PostconditionReduction extends ForkingSearch {
  override readonly recorder: PathRecorder;
  readonly options: PostconditionOptions;
  readonly statistics: PostconditionStatistics = {
    added: 0,
    combined: 0,
    bounded: 0,
    checks: 0,
    folded: 0,
    queries: 0,
    pruned: 0,
    skipped: 0,
    givenUp: 0,
    laterInstances: 0,
    checkMs: 0,
    summaryMs: 0,
  };
  readonly definitions = new Definitions();
  private exploration!: Exploration;
  private machine!: Machine;
  locations!: Locations;
  cells!: Cells;
  private path!: Path;
  private meanings!: Meanings;
  preconditions!: Preconditions;
  /** What the state satisfied where it was cut. */
  private cutBy: readonly Disjunct[] = [];

  constructor(options: Partial<PostconditionOptions> = {}) {
    super();
    this.options = { ...DEFAULT_POSTCONDITION_OPTIONS, ...options };
    this.recorder = new PathRecorder(this.definitions, (state, site, why) =>
      why === 'assume' ? null : this.locationOf(state, site),
    );
  }

  override *explore(exploration: Exploration): Generator<void, void> {
    const { machine } = exploration;
    this.exploration = exploration;
    this.machine = machine;
    this.locations = new Locations(machine);
    this.cells = new Cells(machine);
    this.path = new Path();
    this.meanings = new Meanings(machine, this.recorder, this.definitions, this.cells, this.path);
    this.preconditions = new Preconditions(machine, this.meanings, this.path);
    yield* super.explore(exploration);
  }

  private locationOf(state: State, site: Site): Location | null {
    const location = this.locations.at(state, site);
    if (!this.options.firstInstanceOnly || location.isFirstInstance) return location;
    this.statistics.laterInstances++;
    return null;
  }

  deciding(state: State, _: Term, __: DecisionKind, site: Site): void {
    // What was freed or initialised is no part of a summary.
    if (this.machine.options.checkLeaks || this.machine.options.checkUninitialized) return;
    const location = this.locationOf(state, site);
    if (location === null || location.summary.disjuncts.length === 0) return;
    const { now } = this.exploration.options.surroundings;
    const began = now();
    const covering = this.covering(state, location);
    this.statistics.checkMs += now() - began;
    if (covering.length === 0) {
      this.considerGivingUp(location);
      return;
    }
    location.hits++;
    this.statistics.pruned++;
    this.cutBy = covering;
    this.machine.end(state, 'pruned', 'every continuation repeats one explored before', site);
  }

  private considerGivingUp(location: Location): void {
    if (!this.options.adaptive || location.checks < PATIENCE * (1 + location.hits)) return;
    location.isGivenUp = true;
    location.summary.disjuncts = [];
    this.statistics.givenUp++;
  }

  /** Disjuncts of the location's summary whose disjunction the path condition implies; none when it does not. */
  private covering(state: State, location: Location): readonly Disjunct[] {
    const { statistics } = this;
    const { terms } = this.machine;
    statistics.checks++;
    location.checks++;
    const reading = new Reading(terms, this.cells, state);
    const possible: Disjunct[] = [];
    const formulas: Term[] = [];
    for (const disjunct of location.summary.disjuncts) {
      const formula = reading.formula(disjunct);
      if (formula.kind !== Kind.constant) {
        possible.push(disjunct);
        formulas.push(formula);
      } else if (formula.value === 1) {
        statistics.folded++;
        return [disjunct];
      }
    }
    if (possible.length === 0) {
      statistics.folded++;
      return possible;
    }
    if (this.options.adaptive && location.queries >= QUERY_PATIENCE * (1 + location.proved)) {
      statistics.skipped++;
      return [];
    }
    statistics.queries++;
    location.queries++;
    if (this.exploration.solver.mustBeTrue(state.condition, terms.orAll(formulas)) !== 'yes') return [];
    location.proved++;
    return possible;
  }

  ended(state: State, outcome: PathOutcome): void {
    const { kind } = outcome.ending;
    const cutBy = this.cutBy;
    this.cutBy = [];
    if (kind === 'limit' || kind === 'unmodelled' || kind === 'leak') return;
    const { now } = this.exploration.options.surroundings;
    const began = now();
    const kept = this.path.follow(recordOf(state), this.options.reuse);
    this.meanings.memory = state.memory;
    this.preconditions.compute(kept, outcome.ending, cutBy);
    const options = { bound: this.options.sizeBound, combine: this.options.combine };
    const never = this.machine.terms.bool(false);
    for (const { location, branches, pins } of this.path.locations) {
      if (branches.has(never) || pins.has(never)) continue;
      location.summary.add(this.machine.terms, branches.keys(), pins.keys(), options, this.statistics);
    }
    this.statistics.summaryMs += now() - began;
  }
}
