/**
 * Same state, same future: the search notices that a state is, in everything that will still be looked at, one that was
 * explored before, and ends the path there with a test. The earlier visit speaks for it.
 *
 * Two paths through a parser that treat '\\r' and '\\n' alike come to the same state; six states and not 87,751 paths are
 * what a CSV parser has. No paper is needed for that, only care about what "the same" means:
 *
 * - *What is looked at* (shapes.ts, backward.ts). When everything below a fork has ended, the parts of paths below it are
 *   walked backward once: a value matters if a decision, an address, a size or a fault check is computed from it. What only
 *   flows into other values or onto the screen does not. The result is a set of registers, bytes and objects (needs.ts).
 *   Of a number that is only compared with a limit, or of which a bit is tested, no more is needed than that
 *   (derivations.ts), and of a block no more than that it is alive and large enough.
 * - *Same* (visit.ts): identical terms, numbers and pointers at all of them, in whatever iteration of a loop (places.ts), and
 *   whatever the names of the objects (object-names.ts); or values that are known to do the same (known-values.ts).
 * - *As much known of the inputs* (requirements.ts): decisions that had one side for the visit have the same for the state.
 *   Where that is so for a part of the state's inputs, the state is split: the visit speaks for that part, the rest goes on.
 *
 * Then each decision of the state's future has the same condition as the visit's, and no side that the visit did not have:
 * what it can still do has been done. What is needed is handed up through the cut, so that visits above it are exact too.
 * The argument needs neither a solver nor an order of search; depth first completes sub-trees soonest and so cuts most.
 *
 * States are compared where ways have met since they last forked: between, whatever a state is equal to was compared before.
 * Nothing is walked before a second path comes to a place with the same condition to decide, and visits are looked up by what
 * they held (visit-index.ts).
 *
 * What it costs: a path that is recorded takes about a third longer, and what is walked back takes as long again as running it did. Endings of
 * paths, from the last fork on, are often known from other paths (endings.ts). V8 takes a second or more to optimise this
 * code. What comes before the first fork is not recorded. So it pays where fewer than a third of the paths remain, in runs of more than a
 * few seconds: parsers that are state machines (Debian's libcsv over 6 bytes: 443 paths of 87,751), tokenizers (jsmn, 6 bytes:
 * 2,032 of 63,048), command loops. It does not where states keep apart what was read (libyaml: 2,575 of 3,936). Effort is accounted
 * for (effort.ts): where little comes back, recording stops (the machine then runs as if there were no recorder: `Machine.sleep`), and
 * begins again later with a new tree. docs/STUDY.md has the whole account, also of subjects that it was not tuned for.
 *
 * Nothing is cut with checks for leaks or uninitialised values: what they look at is not recorded.
 *
 * Where coverage is the goal (`cover`), a path also ends where control can get to nothing uncovered any more
 * (explore/uncovered-ahead.ts): a state that agrees with a visit comes there too, and coverage only grows.
 */
import type { CoverageGoal } from '../../explore/coverage-goal.ts';
import { coveringOrder } from '../../explore/covering.ts';
import type { Exploration } from '../../explore/exploration.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import { InTurns } from '../../explore/searchers/in-turns.ts';
import { type PathReport, REPORTED, type Strategy } from '../../explore/strategy.ts';
import type { TrailOf } from '../../explore/trail.ts';
import { UncoveredAhead } from '../../explore/uncovered-ahead.ts';
import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Site } from '../../machine/code.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import type { Effort } from '../effort.ts';
import { RevisitAccount } from './account.ts';
import { NeedsWalk } from './backward.ts';
import { Derivations } from './derivations.ts';
import { KnownValues } from './known-values.ts';
import { type Likeness, LikenessSearch } from './likeness.ts';
import { RecordedTrack, TRACKS, TrackRecorder } from './log.ts';
import type { StateNeeds } from './needs.ts';
import type { OutcomeKeeper } from './outcome-keeper.ts';
import { type DecisionPlace, Places } from './places.ts';
import { Knowledge } from './requirements.ts';
import type { SentVisit } from './sent-visits.ts';
import { type Goal, Shapes } from './shapes.ts';
import { silentCalls } from './silent-calls.ts';
import { snapshotOf, TreeFork, TreeLeaf } from './tree.ts';
import { ExploredVisit, SAME_NAMES } from './visit.ts';
import { VisitExchange } from './visit-exchange.ts';

export interface RevisitOptions extends Partial<SwitchesOf<'revisit'>> {
  readonly goal: Goal;
  /** For a search that takes turns with another: true when it should pause. */
  readonly isTurnOver?: (() => boolean) | undefined;
}

/** Forks between two looks at the account; fewer where the credit is small. */
const MOST_FORKS_BETWEEN_LOOKS = 64;
/** Terms asked for in one comparison after which the account is looked at, too. */
const TERMS_BEFORE_A_LOOK = 5_000;
/** Slots of logs that wait to be asked for, and visits of one generation. */
const MOST_SLOTS = 20_000_000;
const MOST_VISITS = 100_000;

const CUT_MESSAGE = 'all that may follow has been run from an equal state';
const COVERED_MESSAGE = 'everything that may follow is covered';
/** Instructions executed, per instruction of the program and path of patience, before what lies ahead is looked for anew. */
const EXECUTIONS_BETWEEN_LOOKS_AHEAD = 1 / 32;

/** Why a path was left: it is like a visit, or nothing uncovered lies ahead. */
type Reason = Likeness | typeof ALL_COVERED;
const ALL_COVERED = { visit: null, names: SAME_NAMES, reasons: [] } as const;

export class RevisitReduction implements Strategy {
  readonly recorder = new TrackRecorder();
  readonly coverage: CoverageGoal | null;
  /** Where coverage is the goal. */
  private ahead: UncoveredAhead | null = null;
  private readonly search: ForkingSearch;
  private exploration!: Exploration;
  private hasBegun = false;
  private places!: Places;
  private backward!: NeedsWalk;
  private knowledge!: Knowledge;
  private account!: RevisitAccount;
  /** The condition that is being decided, and the one that a state is split by. */
  private condition!: Term;
  private splitBy!: Term;
  private readonly statistics = {
    forks: 0,
    visits: 0,
    matches: 0,
    partial: 0,
  };
  private exchange!: VisitExchange;
  /** Visits that arrived before this search began. */
  private readonly early: SentVisit[] = [];
  private likeness!: LikenessSearch;
  private reduceMs = 0;
  private canCompare = true;
  /** Paths that ended since one of them reached something new; for coverage, nothing is recorded before that has become rare. */
  private inVain = 0;
  private isWaiting = false;
  /** The account is looked at between two segments: recording never begins in the middle of one. */
  private isLookDue = false;
  private forksBetweenLooks = MOST_FORKS_BETWEEN_LOOKS;
  private slots = 0;
  private visitsOfGeneration = 0;
  private readonly switches: SwitchesOf<'revisit'>;

  constructor(
    private readonly options: RevisitOptions,
    /** Where the goal is to reach everything: made with the recorder's trails. */
    coverage: ((trailOf: TrailOf) => CoverageGoal) | null = null,
    /** Where the goal is `outputs`. */
    private readonly outcomes: OutcomeKeeper | null = null,
  ) {
    this.switches = switchesOf('revisit', options);
    this.coverage = coverage?.((state) => this.recorder.trailOf(state)) ?? null;
    this.recorder.keeper = this.coverage?.keeper ?? null;
    const { isTurnOver } = options;
    this.search = new ForkingSearch((searcher) => {
      if (this.coverage !== null) return coveringOrder(searcher, this.coverage);
      return isTurnOver === undefined ? searcher : new InTurns(searcher, isTurnOver);
    });
  }

  get counters(): CountsOf<'revisit'> {
    const { spent, saved, pauses } = this.effort;
    return {
      ...this.statistics,
      ...this.likeness.counts,
      ...this.exchange.counts,
      places: this.places.count,
      walked: this.backward.work,
      spent: Math.round(spent / 1000),
      saved: Math.round(saved / 1000),
      pauses,
    };
  }

  get costs() {
    return { analyseMs: 0, reduceMs: this.reduceMs };
  }

  /** Called again, it goes on where it paused. */
  *explore(exploration: Exploration): Generator<void, void> {
    if (this.hasBegun) this.goOn();
    else this.begin(exploration);
    yield* this.search.explore(exploration);
    this.account.leave();
  }

  get isDone(): boolean {
    return this.search.isDone;
  }

  private begin(exploration: Exploration): void {
    this.exploration = exploration;
    this.hasBegun = true;
    const { machine, program, solver, terms } = exploration;
    const { checkLeaks, checkUninitialized, checkOverflow } = machine.options;
    this.canCompare = !checkLeaks && !checkUninitialized;
    if (!this.canCompare) this.rest();
    this.places = new Places(machine);
    const { goal } = this.options;
    const watched = this.outcomes?.watched ?? null;
    if (goal === 'decisions' || watched?.text === false) this.recorder.silent = silentCalls(program);
    this.forksBetweenLooks = Math.max(1, Math.min(MOST_FORKS_BETWEEN_LOOKS, this.switches.credit / 1000));
    const shapes = new Shapes({ goal, watched, layout: program.layout, checksOverflow: checkOverflow });
    this.knowledge = new Knowledge(terms, solver);
    const derivations = new Derivations();
    this.backward = new NeedsWalk(shapes, this.recorder, goal, terms, this.knowledge, derivations);
    const { objects } = this.recorder;
    const isExchanged = goal === 'decisions' && this.coverage === null;
    const shareFrom = isExchanged ? this.switches.shareFrom : null;
    this.exchange = new VisitExchange(exploration, this.places, objects, derivations, shareFrom);
    this.exchange.learn(this.early);
    const showsNames = goal === 'values' || watched?.objects === true;
    const values = goal === 'decisions' ? new KnownValues(terms, solver, this.knowledge) : null;
    this.likeness = new LikenessSearch(exploration, this.knowledge, objects, { watched, showsNames }, values);
    this.account = new RevisitAccount(exploration, this.switches.credit, () => {
      const { forks, visits } = this.statistics;
      const { searches, compared } = this.likeness.counts;
      return { searches, compared, forks, visits, walked: this.backward.work };
    });
    if (this.coverage === null) return;
    this.coverage.begin(exploration);
    this.isWaiting = this.canCompare && this.switches.patience > 0;
    if (this.isWaiting) this.rest();
    const pause = EXECUTIONS_BETWEEN_LOOKS_AHEAD * this.switches.patience * exploration.program.instructionCount;
    this.ahead = new UncoveredAhead(this.coverage, this.coverage.graph, pause);
  }

  private goOn(): void {
    this.account.goOn();
    if (!this.recorder.isOn) this.rest();
  }

  private get effort(): Effort {
    return this.account.effort;
  }

  forked(parent: State, child: State): void {
    this.outcomes?.forked(parent);
    this.search.forked(parent, child);
  }

  splitting(state: State, child: State, site: Site, repeats: boolean): void {
    const { recorder, exploration } = this;
    if (++this.statistics.forks % this.forksBetweenLooks === 0 && this.canCompare) this.isLookDue = true;
    const inside = site.index < site.segment.steps.length;
    const outcomes = this.outcomes?.split(state, child, this.splitBy) ?? null;
    if (this.isLookDue && !inside) this.look();
    if (!recorder.isOn) {
      if (this.coverage === null) {
        state.trace = null;
        child.trace = null;
      }
      return;
    }
    recorder.stopped(state, site);
    const above = recorder.trackOf(state);
    recorder.finish(above);
    above.end(state.memory, exploration.policy.undecided);
    this.slots += above.log.length;
    const { condition } = state;
    const fork = new TreeFork(
      above,
      site,
      state.frame.depth,
      condition,
      this.splitBy,
      above.hasJoined ? snapshotOf(state) : null,
    );
    fork.work = -this.effort.meter;
    fork.outcomes = outcomes;
    if (above.hasJoined) this.places.of(state, site, this.condition).waiting.push(fork);
    state.trace = this.newTrack(fork, inside ? site.index : -1, state);
    child.trace = this.newTrack(fork, repeats ? site.index : -1, child);
  }

  private newTrack(fork: TreeFork, firstStep: number, state: State): RecordedTrack {
    const track = new RecordedTrack(this.recorder.epoch, fork, firstStep);
    track.trail = TRACKS.find(state)?.trail ?? null;
    track.printingFrom = fork.track.printingFrom;
    track.begin(state.memory, this.exploration.policy.undecided);
    return track;
  }

  /** Weighs what was spent against what was saved, and keeps memory within bounds. */
  private look(): void {
    const { effort, recorder } = this;
    this.isLookDue = false;
    if (!recorder.isOn) {
      if (this.isWaiting ? this.inVain < this.switches.patience : !effort.isPauseOver) return;
      this.isWaiting = false;
      this.account.begin();
      this.exploration.machine.wake();
      recorder.isOn = true;
      recorder.epoch++;
      return;
    }
    this.account.settle();
    if (effort.isOverdrawn && this.switches.adaptive) {
      effort.pause();
      this.rest();
      this.forget();
    } else if (this.slots > MOST_SLOTS) this.forget();
    if (this.visitsOfGeneration > MOST_VISITS) {
      this.visitsOfGeneration = 0;
      this.places.age();
    }
  }

  /** What is covered is still to be told. */
  private rest(): void {
    this.recorder.isOn = false;
    if (this.coverage === null) this.exploration.machine.sleep();
  }

  /** Forks that were not asked about, and those above them, will not become visits. */
  private forget(): void {
    this.recorder.epoch++;
    this.slots = 0;
  }

  deciding(state: State, condition: Term, _kind: DecisionKind, site: Site): void {
    this.condition = condition;
    this.splitBy = condition;
    if (this.exploration.isRetracing) return;
    this.ahead?.keepUp(this.exploration.machine.instructions);
    if (this.ahead?.isAheadOf(state) === false) {
      this.recorder.isCutting = this.recorder.isOn;
      this.exploration.machine.cut(state, COVERED_MESSAGE, site, ALL_COVERED);
    }
    if (!this.recorder.isOn) return;
    const track = this.recorder.trackOf(state);
    if (!track.isOpen) return;
    const began = performance.now();
    const { terms } = this.exploration;
    const { requests } = terms;
    this.account.leave();
    this.visitsOfGeneration += this.exchange.receive(state, site);
    const place = this.places.of(state, site, condition);
    if (place.waiting.length > 0) this.admit(place);
    const likeness = place.visits.size === 0 ? null : this.likeness.find(state, place);
    this.reduceMs += performance.now() - began;
    this.account.charge();
    if (terms.requests - requests > TERMS_BEFORE_A_LOOK) this.isLookDue = true;
    if (likeness === null) {
      if (place.visits.size > 0) track.isOpen = false;
      return;
    }
    const { visit, names, only } = likeness;
    for (const object of names.own) this.recorder.objects[object.id] = object;
    this.recorder.isCutting = true;
    if (only === null) {
      this.statistics.matches++;
      this.account.matched(visit.fork.work, 1);
      this.exploration.machine.cut(state, CUT_MESSAGE, site, likeness);
    }
    this.statistics.partial++;
    this.account.matched(visit.fork.work, 1 / 2);
    this.splitBy = only;
    this.exploration.machine.cutWhere(state, only, CUT_MESSAGE, site, likeness);
    this.splitBy = condition;
  }

  private admit(place: DecisionPlace): void {
    const still: TreeFork[] = [];
    for (const fork of place.waiting) {
      if (fork.isLost || fork.track.epoch !== this.recorder.epoch) continue;
      if (!fork.isComplete) still.push(fork);
      else if (fork.snapshot !== null) {
        const needs = this.needsOf(fork);
        if (needs === null) continue;
        this.statistics.visits++;
        this.visitsOfGeneration++;
        place.visits.add(new ExploredVisit(fork, needs, fork.snapshot, this.recorder.objects));
        this.exchange.offer(fork, this.condition, needs, fork.snapshot);
        fork.snapshot = null;
      }
    }
    place.waiting = still;
  }

  takeKnowledge(): readonly SentVisit[] {
    return this.hasBegun ? this.exchange.take() : [];
  }

  /** Others may have begun earlier. */
  learn(knowledge: readonly unknown[]): void {
    if (this.hasBegun) this.exchange.learn(knowledge as readonly SentVisit[]);
    else this.early.push(...(knowledge as readonly SentVisit[]));
  }

  /** What everything below a fork looks at; of what lies below, the innermost first. */
  private needsOf(root: TreeFork): StateNeeds | null {
    const work: TreeFork[] = [root];
    for (let fork = work[work.length - 1]; fork !== undefined; fork = work[work.length - 1]) {
      if (fork.needs !== null) {
        work.pop();
        continue;
      }
      const open = fork.sides.filter((side): side is TreeFork => side instanceof TreeFork && side.needs === null);
      if (open.length > 0) {
        work.push(...open);
        continue;
      }
      for (const { track } of fork.sides) this.slots -= track.log.length;
      fork.needs = this.backward.below(fork);
      if (fork.needs === null) {
        // Nothing can be said of what lies above either.
        for (let above: TreeFork | null = fork; above !== null && !above.isLost; above = above.parent) above.lose();
        return null;
      }
      fork.sides = [];
      work.pop();
    }
    return root.needs;
  }

  ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
    const report = this.coverage?.ended(state, outcome) ?? null;
    this.inVain = report?.adds === true ? 0 : this.inVain + 1;
    const reason = evidence as Reason | null;
    this.outcomes?.ended(state, outcome, reason?.visit?.fork.outcomes ?? null);
    this.close(state, outcome, reason, report?.lacksInput === true);
    return report ?? REPORTED;
  }

  private left(state: State, outcome: PathOutcome): readonly MemoryObject[] {
    const left = this.outcomes?.left(state, outcome) ?? [];
    for (const object of left) this.recorder.objects[object.id] = object;
    return left;
  }

  private close(state: State, outcome: PathOutcome, reason: Reason | null, lacksInput: boolean): void {
    const { recorder } = this;
    if (!recorder.isOn) return;
    const track = recorder.trackOf(state);
    const { kind, site = null } = outcome.ending;
    recorder.isCutting = false;
    recorder.finish(track);
    track.end(state.memory, this.exploration.policy.undecided);
    const isInsidePrint = !reason?.visit && track.printingFrom > 0 && state.frame.depth > track.printingFrom;
    const isUnknown = lacksInput || isInsidePrint || isWithoutEnd(kind) || site === null || track.isUnknown;
    const cut =
      reason === null || !site
        ? null
        : {
            site,
            depth: state.frame.depth,
            match: reason.visit,
            names: reason.names.changes,
            reasons: reason.reasons,
          };
    const endStep = cut === null && site && site.index < site.segment.steps.length ? site.index : -1;
    let side: TreeFork | TreeLeaf | null = isUnknown
      ? null
      : new TreeLeaf(track, kind, state.condition, endStep, cut, this.left(state, outcome));
    this.slots += track.log.length;
    for (let fork = track.above; fork !== null; fork = fork.parent) {
      if (!fork.close(side)) return;
      fork.work += this.effort.meter;
      side = fork.isLost || fork.track.isUnknown ? null : fork;
    }
  }
}

/**
 * What comes after is not known; or, where a path turns for ever, the turns that were recorded do not look at all that later
 * ones look at: `a = b; b = c` takes two turns before `c` decides.
 */
function isWithoutEnd(kind: EndingKind): boolean {
  return kind === 'limit' || kind === 'unmodelled' || kind === 'endless';
}
