/** One whole exploration of a program: builds solver and machine, drives the search, collects what the paths left behind. */
import type { Model, Term } from '../expr/term.ts';
import { Terms } from '../expr/terms.ts';
import type { Audience, Client, DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import { ENDINGS, type EndingKind } from '../machine/endings.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions, findMain, startStates } from '../machine/environment.ts';
import { Machine, PathForgotten } from '../machine/machine.ts';
import { DEFAULT_MACHINE_OPTIONS, type MachineOptions } from '../machine/options.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { State } from '../machine/state.ts';
import { InternalError } from '../program/errors.ts';
import type { Program } from '../program/program.ts';
import { Deadline } from '../solver/deadline.ts';
import { restrictedTo } from '../solver/restricted.ts';
import { createSolver, type PathCondition, type Solver, type SolverOptions } from '../solver/solver.ts';
import { exploreForking, type Limits, NO_LIMITS, type Surroundings, stopPath } from './forking.ts';
import { FinishedPaths, startOf } from './path-name.ts';
import { GuidedPolicy, SearchingPolicy } from './policy.ts';
import { Profile } from './profile.ts';
import { Random } from './random.ts';
import { makeSearcher, type SearchName } from './searchers/choose.ts';
import type { Searcher } from './searchers/searcher.ts';
import { OpenStates } from './sharing/open-states.ts';
import { type PathPrefix, prefixOf } from './sharing/prefix.ts';
import { Retracing } from './sharing/retracing.ts';
import type { SharedWork, Sharing } from './sharing/sharing.ts';

export interface ExplorationOptions {
  readonly search: SearchName;
  readonly seed: number;
  readonly limits: Limits;
  /** Where the time of several explorations, or of what comes before, is limited together; else `limits` say when it ends. */
  readonly deadline?: Deadline;
  readonly machine: Partial<MachineOptions>;
  readonly environment: EnvironmentOptions;
  readonly solver: SolverOptions;
  readonly surroundings: Surroundings;
  /** Given where several explorations are compared: equal terms are then one object in all of them. */
  readonly terms?: Terms;
  /** Only inputs for which it holds matter: whatever is said about others may be wrong. */
  readonly within?: Term;
  /** Where a run is taken up again. */
  readonly earlier?: EarlierRun;
  /** Where others explore the same program at the same time. */
  readonly sharing?: Sharing;
  /** Told of each path that ends without being reported. */
  readonly unreported?: (outcome: PathOutcome) => void;
  /** Who listens to what programs say while they run. */
  readonly audience?: Audience;
  /** Faults that another path has shown get an input, too. */
  readonly inputsOfRepeated?: boolean;
}

/** What an earlier run, which did not come to its end, has left behind. */
export interface EarlierRun {
  readonly finished: FinishedPaths;
  readonly counts: Readonly<PathCounts>;
  readonly limits: readonly string[];
  /** Faults that are known, by `faultKey`. */
  readonly faults: readonly string[];
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
  /** Null when the solver could not give one in time, or was not asked for a repeated fault. */
  readonly model: Model | null;
  /** For a fault: whether the same kind at the same instruction was seen before. */
  readonly repeated: boolean;
  /** The inputs this path speaks for: those that take it, or more where a reduction found the others to be alike. */
  readonly claim: PathCondition;
}

export interface PathCounts {
  completed: number;
  /** Found never to end. */
  endless: number;
  faulty: number;
  pruned: number;
  infeasible: number;
  /** Stopped by a limit or by something not modelled. */
  unfinished: number;
  dropped: number;
}

/** How far an exploration got: to the end, to the end but for some limits, or until it was stopped. */
export type ExplorationVerdict = 'complete' | 'bounded' | 'stopped';

/** Gets each path as soon as it ends. Never keeps states alive. */
export type PathListener = (path: FinishedPath) => void;

/**
 * How paths are chosen. The exhaustive search is one strategy; each reduction is another (src/reduce). A strategy drives
 * the exploration's machine: forward with forks, or input by input with `follow`.
 */
export interface Strategy {
  /** Gets what paths do; null when the strategy does not look. */
  readonly recorder: Recorder | null;
  /** Explores everything it must; yields now and then so that the caller can pause. */
  explore(exploration: Exploration): Generator<void, void>;
  /** A state was forked off another: for strategies that search forward. */
  forked?(parent: State, child: State): void;
  /** A copy of a state was made, before either goes on (see `Client`). */
  splitting?(state: State, child: State, site: Site, repeats: boolean): void;
  /** A symbolic condition is about to be settled; may end the path with `machine.cut`. */
  deciding?(state: State, condition: Term, kind: DecisionKind, site: Site): void;
  /**
   * A path ended, before it is counted; says what to report. `evidence` is what the strategy gave to `machine.cut`, null where
   * the path was not cut. Without it every path is reported.
   */
  ended?(state: State, outcome: PathOutcome, evidence: unknown): PathReport;
  /**
   * What it has learned since it was asked last: plain data that holds by itself once the paths that ended so far are reported,
   * for strategies of the same kind that explore the same program elsewhere; and what those learned. Whatever is lost costs time.
   */
  takeKnowledge?(): readonly unknown[];
  learn?(knowledge: readonly unknown[]): void;
  /** What it counted, for people who tune it. */
  readonly counters?: Counters;
  /** Milliseconds for analyses before it began, and for deciding what to leave out, without the solver's. */
  readonly costs?: { readonly analyseMs: number; readonly reduceMs: number };
}

/** What a strategy makes of a path that ended. */
export interface PathReport {
  /** Whether it deserves to be reported; it is counted in any case. */
  readonly isReported: boolean;
  /** An input that takes it, where the strategy has found one already. */
  readonly input: Model | null;
}

export const REPORTED: PathReport = { isReported: true, input: null };
export const KEPT_BACK: PathReport = { isReported: false, input: null };

export type Counters = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/**
 * The exhaustive search: every feasible path. Strategies that search forward and leave some of it out hold one of these and
 * pass `explore` and `forked` on; `order` may change what the search order of the user gives out. Where it gave out nothing although
 * states are open, `explore` goes on with them when it is called again.
 */
export class ForkingSearch implements Strategy {
  readonly recorder: Recorder | null = null;
  private searcher: Searcher | null = null;

  constructor(
    private readonly order: (searcher: Searcher, exploration: Exploration) => Searcher = (searcher) => searcher,
  ) {}

  *explore(exploration: Exploration): Generator<void, void> {
    const { options, machine } = exploration;
    const { sharing } = options;
    const isBegun = this.searcher !== null;
    if (this.searcher === null) {
      const ordered = this.order(makeSearcher(options.search, machine, options.seed), exploration);
      if (sharing !== undefined) exploration.open = new OpenStates(ordered);
      this.searcher = exploration.open ?? ordered;
    }
    const start = isBegun || sharing?.startsAtStart === false ? [] : exploration.startStates();
    yield* exploreForking(
      machine,
      this.searcher,
      start,
      options.limits,
      exploration.deadline,
      options.surroundings,
      () => exploration.pathsEnded,
      (limit) => {
        exploration.counts.unfinished++;
        exploration.limits.add(limit);
      },
      (state) => exploration.isFinished(state),
      sharing === undefined ? null : { sharing, take: (work) => exploration.take(work) },
    );
  }

  /** Whether nothing is left to explore; what an order keeps back is left. */
  get isDone(): boolean {
    return this.searcher !== null && this.searcher.size === 0;
  }

  forked(parent: State, child: State): void {
    this.searcher?.fork(parent, child);
  }
}

/** While an input is followed: instructions and time between two looks at the limits, and most conditions and logged instructions. */
const FOLLOWED_SLICE = 10_000;
const FOLLOWED_MS = 100;
const MOST_CONDITIONS = 5_000;
const MOST_INSTRUCTIONS = 1_000_000;

export interface GuidedPath {
  readonly state: State;
  readonly outcome: PathOutcome;
}

export class Exploration implements Client {
  readonly counts: PathCounts = noPaths();
  /** Names of limits that were hit. */
  readonly limits = new Set<string>();
  readonly machine: Machine;
  readonly profile: Profile;
  /** Asks the solver which sides are possible. */
  readonly policy: SearchingPolicy;
  private readonly faults = new Set<string>();
  /** While an input is followed: where its path goes instead of being reported. */
  private followed: GuidedPath | null = null;
  private following = false;
  /** While a prefix is followed that another exploration gave away. */
  private retracing: Retracing | null = null;
  /** What belongs to others although it begins like what was taken from them. */
  private readonly leftOut: FinishedPaths[] = [];
  /** Where others help: the states that are open here. */
  open: OpenStates | null = null;
  readonly audience: Audience | undefined;

  private constructor(
    readonly program: Program,
    readonly terms: Terms,
    public solver: Solver,
    readonly options: ExplorationOptions,
    readonly deadline: Deadline,
    private readonly listener: PathListener,
    readonly strategy: Strategy,
  ) {
    this.policy = new SearchingPolicy(solver, options.limits.maxForks, new Random(options.seed));
    this.audience = options.audience;
    this.profile = new Profile(options.surroundings.now);
    const { earlier } = options;
    if (earlier !== undefined) {
      Object.assign(this.counts, earlier.counts);
      for (const limit of earlier.limits) this.limits.add(limit);
      for (const key of earlier.faults) this.faults.add(key);
    }
    const notesAnswers = options.sharing !== undefined;
    const machineOptions = { ...DEFAULT_MACHINE_OPTIONS, ...options.machine, notesAnswers };
    this.machine = new Machine(program, terms, this.policy, this, machineOptions, strategy.recorder);
  }

  static async create(
    program: Program,
    options: Partial<ExplorationOptions>,
    listener: PathListener = () => {},
    strategy: Strategy = new ForkingSearch(),
  ): Promise<Exploration> {
    const all = { ...DEFAULT_EXPLORATION, ...options };
    const terms = all.terms ?? new Terms();
    const deadline = all.deadline ?? Deadline.after(all.limits.maxTimeMs, all.surroundings.now);
    const solver = await createSolver(terms, { ...all.solver, deadline });
    const asked = all.within === undefined ? solver : restrictedTo(all.within, solver);
    return new Exploration(program, terms, asked, all, deadline, listener, strategy);
  }

  /** Runs to the end without letting anything else run. */
  run(): void {
    const steps = this.steps();
    while (!steps.next().done);
  }

  /** Runs to the end, pausing now and then so that signals and timers are served. */
  async runWithPauses(pause: () => Promise<void>): Promise<void> {
    for (const _ of this.steps()) await pause();
  }

  /** The same for callers that pause on their own. */
  *steps(): Generator<void, void> {
    yield* this.strategy.explore(this);
    if (this.policy.undecided > 0) {
      this.limits.add('max-solver-time');
      // The last questions may not have been answered for that reason.
      if (this.deadline.isOver()) this.limits.add('max-time');
    }
    if (this.policy.leftOut > 0) this.limits.add('max-forks');
    this.deadline.startWriting();
  }

  /** From now on only inputs for which it holds matter to those who solve for inputs. */
  restrictTo(within: Term): void {
    this.solver = restrictedTo(within, this.solver);
  }

  dispose(): void {
    this.solver.dispose();
  }

  /** The states main starts in: one, or one per number of symbolic arguments. */
  startStates(): State[] {
    const { environment } = this.options;
    return startStates(this.machine, findMain(this.machine, environment), environment);
  }

  /**
   * The path of one input: no forks, no solver. It is neither counted nor reported; `report` does that. `initial` picks
   * among several initial states, `environment` is what the program finds instead of what the options say.
   */
  follow(input: Model, initial = 0, environment = this.options.environment): GuidedPath {
    return this.followFrom(startStates(this.machine, findMain(this.machine), environment)[initial], input);
  }

  /**
   * The rest of the path of an input that leads to the state; `paused` is called every `slice` instructions or so, and may
   * answer with the limit that ends the path there.
   */
  followFrom(state: State, input: Model, slice = FOLLOWED_SLICE, paused?: (state: State) => string | null): GuidedPath {
    this.followed = null;
    this.following = true;
    try {
      this.machine.withPartners({ policy: new GuidedPolicy(input) }, () => this.runFollowed(state, slice, paused));
    } finally {
      this.following = false;
    }
    if (this.followed === null) throw new InternalError('a path ended without saying so');
    return this.followed;
  }

  private runFollowed(state: State, slice: number, paused?: (state: State) => string | null): void {
    const { machine } = this;
    const { now } = this.options.surroundings;
    const began = machine.instructions - state.steps;
    let look = state.steps + FOLLOWED_SLICE - (state.steps % FOLLOWED_SLICE);
    let looked = now();
    for (;;) {
      const result = machine.run(state, slice, false);
      if (result === 'ended') return;
      const halted = paused?.(state) ?? null;
      // What is made of the instructions may take much longer than they do.
      if (halted === null && result === 'paused' && state.steps < look && now() - looked < FOLLOWED_MS) continue;
      look = Math.max(look, state.steps + FOLLOWED_SLICE);
      looked = now();
      const hit = halted ?? this.followedTooFar(state, began);
      if (hit === null) continue;
      stopPath(machine, state, hit);
      return;
    }
  }

  /** An input may lead into a loop without an end; nothing else runs until its path is over. */
  private followedTooFar(state: State, began: number): string | null {
    const { limits, surroundings } = this.options;
    const logged = this.strategy.recorder === null ? 0 : this.machine.instructions - began;
    if (logged > MOST_INSTRUCTIONS) return 'max-instructions';
    if (state.condition.length > Math.min(MOST_CONDITIONS, 64 + 8 * limits.maxDepth)) return 'max-depth';
    if (this.machine.instructions >= limits.maxInstructions) return 'max-instructions';
    if (this.deadline.isOver()) return 'max-time';
    if (surroundings.memoryMb() >= limits.maxMemoryMb) return 'max-memory';
    if (surroundings.interrupted()) return 'interrupted';
    return null;
  }

  /**
   * Up to so many open states, as prefixes for others to explore. Here they stay open for good: a strategy never takes
   * anything above them for explored to its end.
   */
  giveAway(count: number): PathPrefix[] {
    return this.open?.giveAway(count, (state) => !this.isFinished(state)).map(prefixOf) ?? [];
  }

  /** The same, but something stays here. */
  giveSome(count: number): PathPrefix[] {
    return this.giveAway(Math.min(count, (this.open?.size ?? 0) - 1));
  }

  /** The state that a prefix leads to; null where it has ended when it is reached. */
  take({ prefix, leftOut }: SharedWork): State | null {
    const start = this.startStates().find((state) => startOf(state) === prefix.path.split(':')[0]);
    if (start === undefined) throw new InternalError(`no path starts like ${prefix.path}`);
    if (leftOut.length > 0) this.leftOut.push(new FinishedPaths(leftOut));
    this.retracing = new Retracing(this.machine, prefix, this.policy, () => {
      this.retracing = null;
    });
    return this.retracing.run(start);
  }

  /** A path is followed that is another's up to where it ends: nothing on it may be cut. */
  get isRetracing(): boolean {
    return this.retracing !== null;
  }

  forked(parent: State, child: State): void {
    if (this.following) throw new InternalError('a path that follows an input has forked');
    if (this.retracing !== null) {
      this.retracing.forked(child);
      return;
    }
    this.profile.forked();
    this.strategy.forked?.(parent, child);
    // For the strategy it stays open: it has not seen what was done elsewhere, and must not rely on it.
    if (this.isFinished(parent)) throw new PathForgotten();
  }

  /** Whether an earlier run has finished everything that can follow. */
  isFinished(state: State): boolean {
    if (this.options.earlier?.finished.includes(state) === true) return true;
    return this.leftOut.some((names) => names.includes(state));
  }

  splitting(state: State, child: State, site: Site, repeats: boolean): void {
    this.retracing?.splitting(state);
    this.strategy.splitting?.(state, child, site, repeats);
  }

  deciding(state: State, condition: Term, kind: DecisionKind, site: Site): void {
    this.options.surroundings.deciding?.(site.instruction.id);
    this.profile.deciding(site, kind);
    this.strategy.deciding?.(state, condition, kind, site);
    this.retracing?.deciding(state, site);
  }

  ended(state: State, outcome: PathOutcome, evidence: unknown): void {
    if (this.following) {
      this.followed = { state, outcome };
      return;
    }
    // What ends beside a path that is followed was reported where the path was given away.
    if (this.retracing !== null && !this.retracing.endsWith(state)) return;
    if (outcome.ending.kind === 'pruned') this.profile.cut();
    const { isReported, input } = this.strategy.ended?.(state, outcome, evidence) ?? REPORTED;
    if (this.isFinished(state)) return;
    if (isReported) this.report(outcome, input);
    else {
      this.count(outcome);
      this.options.unreported?.(outcome);
    }
  }

  /**
   * Counts a path and hands it to the listener. `input` is one that takes it, when that is known already; `claim` are the
   * inputs it speaks for, when those are more than the ones that take it.
   */
  report(outcome: PathOutcome, input: Model | null, claim: PathCondition = outcome.condition): void {
    this.count(outcome);
    this.tell(outcome, input, claim);
  }

  /** The same for one that stands for paths that have been counted. */
  tell(outcome: PathOutcome, input: Model | null, claim: PathCondition): void {
    const info = ENDINGS[outcome.ending.kind];
    if (!info.test) {
      this.options.unreported?.(outcome);
      return;
    }
    const repeated = info.fault && !this.isNewFault(outcome);
    const isWanted = !repeated || this.options.inputsOfRepeated === true;
    const model = outcome.wishes.length > 0 && isWanted ? this.wishedInput(outcome) : null;
    this.listener({
      outcome,
      model: model ?? input ?? (isWanted ? this.solver.model(outcome.condition) : null),
      repeated,
      claim,
    });
  }

  /** An input that takes the path and meets the program's wishes, earlier ones first, as far as they go together. */
  private wishedInput({ condition, wishes }: PathOutcome): Model | null {
    let met = condition;
    for (const wish of wishes) if (this.solver.check(met, wish).status === 'sat') met = met.append(wish);
    return this.solver.model(met);
  }

  private count({ ending: { kind, name } }: PathOutcome): void {
    this.counts[countedAs(kind)]++;
    if (kind === 'limit') this.limits.add(name);
  }

  /** Whether no fault of this kind at this place was seen before; from then on it counts as seen. */
  isNewFault(outcome: PathOutcome): boolean {
    return this.isNewFaultKey(faultKey(outcome));
  }

  isNewFaultKey(key: string): boolean {
    if (this.faults.has(key)) return false;
    this.faults.add(key);
    return true;
  }

  get verdict(): ExplorationVerdict {
    const { limits, counts, machine } = this;
    if (limits.has('interrupted') || limits.has('max-time')) return 'stopped';
    return limits.size > 0 || counts.unfinished > 0 || machine.unmodelled.size > 0 ? 'bounded' : 'complete';
  }

  get pathsEnded(): number {
    const { completed, endless, faulty, pruned, unfinished } = this.counts;
    return completed + endless + faulty + pruned + unfinished;
  }
}

/** Faults of one kind at one place are one. */
export function faultKey({ ending: { kind, instruction, position, stack } }: PathOutcome): string {
  const userFrame = position === null ? '' : `${position.file.path}:${position.line}:${position.column}`;
  return `${kind}@${instruction?.id ?? stack.length}@${userFrame}`;
}

export function noPaths(): PathCounts {
  return { completed: 0, endless: 0, faulty: 0, pruned: 0, infeasible: 0, unfinished: 0, dropped: 0 };
}

/** As what a path with this end is counted. */
export function countedAs(kind: EndingKind): keyof PathCounts {
  if (kind === 'dropped' || kind === 'pruned' || kind === 'endless') return kind;
  if (kind === 'limit' || kind === 'unmodelled') return 'unfinished';
  return ENDINGS[kind].fault ? 'faulty' : 'completed';
}
