/**
 * Postconditioned symbolic execution (Yi, Yang, Guo, Wang, Liu and Zhao): never walk an explored path suffix twice.
 *
 * The paths explored so far are a tree of forks. For each fork there is a precondition: the states at its location (an
 * instruction, the calls that lead there, the iterations of the loops around it) all of whose continuations are among
 * those explored below the fork. It is a weakest precondition over the registers and named memory cells of the state
 * there. When another path comes to a location and its path condition implies the preconditions known there, everything it
 * can still do has been done: it is cut, gets a test, and contributes what it was cut by as if that were its own ending.
 * Checks are made where a symbolic branch or fault check is about to be decided and some path has forked before. Any
 * precondition may be weakened to false, which only costs reduction.
 *
 * Reading order: record.ts (what a path leaves, and where it forks), path.ts (finding who defined what), nodes.ts and
 * path-values.ts (what a path held), replay.ts, memory-meaning.ts and meaning.ts (one definition backward), conditions.ts
 * (what made the path go its way), backward.ts (all of it over one edge of the tree), tree.ts (which edges, and when),
 * summary.ts (joining and combining, the paper's algorithm 4), reading.ts (a precondition in a state), worth.ts (what may
 * be spent), footprints.ts (calls into the library).
 *
 * Where this differs from the paper:
 * - The paper's conditions are those of symbolic branches. A branch on a number is a condition too, because the next path
 *   may bring another number; so are addresses, callees, sizes, the existence of objects, and that an input of the suffix
 *   is not made yet. They are kept apart as tests and pins (summary.ts). What an element of an array was read from is
 *   pinned only if what was read matters: a tokenizer that prints the kinds of its tokens had 1,517 paths before, 498 after.
 * - The paper keeps a disjunct per path. Here the two sides of a fork are joined as `common and (these or those)`, so a
 *   summary grows with the decisions below it and not with paths times length. The bound on its size is therefore 1,000
 *   conditions, not the paper's 200: with 200 the tokenizer loses its largest summaries (2,502 paths instead of 1,517).
 * - A disjunct for one side of a fork alone is not kept at the fork: a state that can only go to that side gets to the next
 *   fork there, and is checked again. So a fork has a precondition when all paths below it have ended. In depth first search
 *   that is before another path comes to its location; in other orders it comes later, breadth first too late to cut
 *   anything, as section 3.6 says.
 * - Reuse between neighbouring paths (section 4.3) is the tree itself: every edge is looked at once.
 * - Preconditions are computed when a second path comes to the location (`lazy`): most locations have no second visitor.
 *   What that needs of the paths is kept, up to a bound; the oldest are forgotten first.
 * - Summaries for first instances in loops only (`firstInstanceOnly`) are off by default: with them a loop over an array of
 *   n independent tests has 2^n paths, without them n + 1.
 * - Assumptions add no condition: a state that does not meet one has nothing to explore.
 * - Before the solver one input of the path is tried (`models`): where it does not satisfy the summary, that is the answer.
 *
 * When a check cannot pay, and is not made (`adaptive`; worth.ts): where the solver would cost more than the sub-tree below
 * the location did, going by how often it said yes so far; where a location's checks fail again and again (CHECKS_BEFORE_CUT,
 * QUERIES_BEFORE_PROOF); where summaries have been bought for more than was saved and a tenth of the search's own work. If not even a
 * quarter of what was spent comes back, watching the paths stops altogether: the scheduler of bench/programs, whose
 * locations are reached with other numbers every time, then runs as if without the reduction. All of this counts work, not
 * time, so that a run repeats exactly.
 *
 * Not expressed, and so dropped, counted by reason in `backward.dropped`: addresses used as numbers (other than
 * comparisons for equality), writes at symbolic indices, reads at symbolic indices of writable objects above 64 bytes that
 * change later, aggregates in registers, variable arguments, standard input, long double, symbolic sizes and lengths, atomic
 * operations. With checks for leaks or uninitialised values nothing is cut.
 *
 * Cost as measured (`npm run bench:reduce`, processor time against the exhaustive search, on a busy machine):
 *
 *     tokenizer    13,517 paths to   653    0.65 times as long
 *     expression      649          649     1.03 (nearly all its time is the solver's; stopped early)
 *     packet        1,474          524     0.77
 *     scheduler    19,968       19,968     0.85 to 1.0 (stopped early)
 *     date            391          120     0.16
 *     connection   15,344        2,438     0.72
 *
 * Where the exhaustive search takes a fifth of a second (packet with SIZE=8, scheduler with TASKS=3) compiling this code
 * is part of the time, and it takes 1.0 to 1.5 times as long.
 */

import type { Exploration } from '../../explore/exploration.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import { type PathReport, REPORTED, type Strategy } from '../../explore/strategy.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import { Backward } from './backward.ts';
import { Cells } from './cells.ts';
import { Definitions } from './definitions.ts';
import { type Location, Locations } from './locations.ts';
import { BackwardMeanings } from './meaning.ts';
import { MemoryMeanings } from './memory-meaning.ts';
import { Path } from './path.ts';
import { PathValues } from './path-values.ts';
import { type PreconditionReading, Reader } from './reading.ts';
import { type ForkPlaces, PathRecorder } from './record.ts';
import { Replay } from './replay.ts';
import { either, Precondition, type SummaryCounts } from './summary.ts';
import { PathTree } from './tree.ts';
import { COST_OF_A_CONDITION_READ, COST_OF_A_READING, Ledger } from './worth.ts';

export type PostconditionSwitches = SwitchesOf<'postcondition'>;

export interface PostconditionStatistics extends SummaryCounts {
  checks: number;
  /** Checks answered without the solver: by reading the cells. */
  folded: number;
  /** Checks answered by one input of the path. */
  refuted: number;
  queries: number;
  pruned: number;
  /** Checks, summaries or queries not made because they would not pay. */
  skipped: number;
  /** Locations at which no more checks are made. */
  givenUp: number;
  /** 1 when the whole was given up because it saved next to nothing. */
  stopped: number;
  /** Paths forgotten because too much would have been kept. */
  forgotten: number;
  /** Locations passed by because a loop was past its first iteration. */
  laterInstances: number;
  /** Forks whose preconditions were computed, and edges of paths for that. */
  forks: number;
  edges: number;
  checkMs: number;
  summaryMs: number;
}

/** Checks without a cut after which a location is given up. */
const CHECKS_BEFORE_CUT = 32;
/** Queries without a proof after which only checks that need no solver are made. */
const QUERIES_BEFORE_PROOF = 4;
/** Preconditions of a summary that are put to the solver together. */
const PRECONDITIONS_PER_QUERY = 4;

export class PostconditionReduction implements Strategy, ForkPlaces {
  readonly recorder: PathRecorder;
  readonly options: PostconditionSwitches;
  readonly statistics: PostconditionStatistics = {
    added: 0,
    combined: 0,
    bounded: 0,
    checks: 0,
    folded: 0,
    refuted: 0,
    queries: 0,
    pruned: 0,
    skipped: 0,
    givenUp: 0,
    stopped: 0,
    forgotten: 0,
    laterInstances: 0,
    forks: 0,
    edges: 0,
    checkMs: 0,
    summaryMs: 0,
  };
  readonly definitions = new Definitions();
  private exploration!: Exploration;
  private machine!: Machine;
  locations!: Locations;
  cells!: Cells;
  backward!: Backward;
  tree!: PathTree;
  private reader!: Reader;
  private ledger!: Ledger;
  /** Calls of the decision procedure that checks made, and the seconds they took. */
  private decidedByChecks = 0;
  private solverSeconds = 0;
  private readonly forking = new ForkingSearch();

  constructor(options: Partial<PostconditionSwitches> = {}) {
    this.options = switchesOf('postcondition', options);
    this.recorder = new PathRecorder(this.definitions, this);
  }

  *explore(exploration: Exploration): Generator<void, void> {
    const { machine, solver } = exploration;
    this.exploration = exploration;
    this.machine = machine;
    this.locations = new Locations(machine);
    this.cells = new Cells(machine);
    this.reader = new Reader(machine.terms, this.cells);
    const path = new Path();
    const values = new PathValues(machine, this.definitions, this.cells, path);
    const replay = new Replay(machine, this.recorder, values);
    const meanings = new BackwardMeanings(values, replay, new MemoryMeanings(machine, values, replay));
    this.backward = new Backward(machine, this.definitions, meanings, path);
    const work = () => ({
      instructions: machine.instructions,
      paths: exploration.pathsEnded,
      decided: solver.statistics.decided - this.decidedByChecks,
    });
    this.ledger = new Ledger(work, exploration.options.earlier !== undefined);
    // What was freed or initialised is no part of a summary.
    if (machine.options.checkLeaks || machine.options.checkUninitialized) this.recorder.isOn = false;
    this.tree = new PathTree(machine.terms, this.backward, this.ledger, this.options, this.statistics);
    yield* this.forking.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.forking.forked(parent, child);
  }

  get counters(): CountsOf<'postcondition'> {
    const { checkMs, summaryMs, ...counts } = this.statistics;
    return { ...counts, dropped: Object.fromEntries(this.backward?.dropped ?? []) };
  }

  get costs() {
    const { checkMs, summaryMs } = this.statistics;
    return { analyseMs: 0, reduceMs: checkMs + summaryMs - this.solverSeconds * 1000 };
  }

  get meter(): number {
    return this.ledger.meter;
  }

  get isOn(): boolean {
    return this.recorder.isOn;
  }

  place(state: State, site: Site): Location | null {
    const location = this.locations.at(state, site);
    if (!this.options.firstInstanceOnly || location.isFirstInstance) return location;
    this.statistics.laterInstances++;
    return null;
  }

  deciding(state: State, _: Term, __: DecisionKind, site: Site): void {
    if (!this.recorder.isOn) return;
    const record = this.recorder.recordOf(state);
    record.deciding = state;
    record.decidingAt = site;
    if (this.exploration.isRetracing) return;
    const location = this.locations.find(state, site);
    if (location === null || location.isGivenUp) return;
    if (this.options.firstInstanceOnly && !location.isFirstInstance) return;
    // The same instruction asks once more.
    if (record.lastFork !== null && record.lastFork.location === location) return;
    const { now } = this.exploration.options.surroundings;
    if (location.forks.length > 0) {
      const began = now();
      this.tree.summarize(location);
      this.statistics.summaryMs += now() - began;
    }
    if (location.summary.isEmpty) return;
    const began = now();
    const { statistics } = this.exploration.solver;
    const { decided, seconds } = statistics;
    const covering = this.covering(state, location);
    this.decidedByChecks += statistics.decided - decided;
    this.solverSeconds += statistics.seconds - seconds;
    this.statistics.checkMs += now() - began;
    if (covering === null) {
      this.considerGivingUp(location);
      return;
    }
    location.hits++;
    this.statistics.pruned++;
    this.ledger.save(covering.saves);
    const cutBy = this.reader.adopt(state, covering);
    this.machine.cut(state, 'every continuation repeats one explored before', site, cutBy);
  }

  /** From now on every path is explored. */
  private stop(): void {
    this.recorder.isOn = false;
    this.statistics.stopped = 1;
    this.locations = new Locations(this.machine);
    this.tree.forget();
  }

  private considerGivingUp(location: Location): void {
    if (!this.options.adaptive || location.checks < CHECKS_BEFORE_CUT * (1 + location.hits)) return;
    location.isGivenUp = true;
    location.forks = [];
    location.summary.disjuncts = [];
    this.statistics.givenUp++;
  }

  /** A precondition of the location's summary, or several in one, that the path condition implies; null when there is none. */
  private covering(state: State, location: Location): Precondition | null {
    const { statistics, ledger } = this;
    statistics.checks++;
    location.checks++;
    ledger.spend(COST_OF_A_READING * location.summary.disjuncts.length);
    const readings: PreconditionReading[] = [];
    for (const precondition of location.summary.disjuncts) {
      const reading = this.reader.read(state, precondition);
      if (reading !== null) readings.push(reading);
    }
    if (readings.length === 0) {
      statistics.folded++;
      return null;
    }
    let likely = readings;
    if (this.options.models) {
      const model = this.modelOf(state);
      if (model !== null) {
        likely = readings.filter((reading) => this.reader.holdsFor(model, reading));
        if (likely.length === 0) {
          statistics.refuted++;
          return null;
        }
      }
    }
    ledger.spend(COST_OF_A_CONDITION_READ * location.summary.weight);
    const formulas: Term[] = [];
    for (const reading of likely) {
      const formula = this.reader.formula(reading);
      if (formula.kind !== Kind.constant) formulas.push(formula);
      else if (formula.value === 1) {
        statistics.folded++;
        return reading.precondition;
      } else formulas.push(formula);
    }
    return this.ask(state, location, likely, formulas);
  }

  private ask(
    state: State,
    location: Location,
    readings: PreconditionReading[],
    formulas: Term[],
  ): Precondition | null {
    const { statistics, ledger } = this;
    const { terms } = this.machine;
    const { solver } = this.exploration;
    const saves = Math.max(...readings.map(({ precondition }) => precondition.saves));
    if (this.options.adaptive) {
      const tried = location.queries >= QUERIES_BEFORE_PROOF * (1 + location.proved);
      if (tried || !ledger.isWorthAsking(saves)) {
        statistics.skipped++;
        return null;
      }
    }
    statistics.queries++;
    location.queries++;
    const few = Math.min(readings.length, PRECONDITIONS_PER_QUERY);
    const { decided } = solver.statistics;
    const answer = solver.mustBeTrue(state.condition, terms.orAll(formulas.slice(0, few)));
    ledger.asked(solver.statistics.decided > decided, answer === 'yes');
    if (answer !== 'yes') return null;
    location.proved++;
    let covering = readings[0].precondition;
    for (let i = 1; i < few; i++) {
      const { saves } = covering;
      covering = either(terms, covering, readings[i].precondition, this.options.combine, statistics);
      covering.saves = Math.max(saves, readings[i].precondition.saves);
    }
    return covering;
  }

  private modelOf(state: State): Model | null {
    const result = this.exploration.solver.check(state.condition);
    return result.status === 'sat' ? result.model : null;
  }

  /** A path that was cut is as if what it was cut by were its own ending. */
  ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
    if (!this.recorder.isOn) return REPORTED;
    const { kind } = outcome.ending;
    const cutBy = evidence instanceof Precondition ? evidence : null;
    const record = this.recorder.recordOf(state);
    const isKnown =
      !record.isTooLong && kind !== 'limit' && kind !== 'endless' && kind !== 'unmodelled' && kind !== 'leak';
    this.tree.ended(record, outcome.ending, state.memory, cutBy, isKnown);
    if (this.options.adaptive && this.ledger.isHopeless) this.stop();
    return REPORTED;
  }
}
