/** One whole exploration of a program: builds solver and machine, drives the search, collects what the paths left behind. */

import type { Model, Term } from '../expr/term.ts';
import { Terms } from '../expr/terms.ts';
import type { Audience, Client, DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import { ENDINGS } from '../machine/endings.ts';
import { findMain, startStates } from '../machine/environment.ts';
import { Machine } from '../machine/machine.ts';
import { DEFAULT_MACHINE_OPTIONS } from '../machine/options.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import { PathForgotten } from '../machine/path-end.ts';
import type { State } from '../machine/state.ts';
import { InternalError } from '../program/errors.ts';
import type { Program } from '../program/program.ts';
import { Deadline } from '../solver/deadline.ts';
import { Patience } from '../solver/patience.ts';
import { restrictedTo } from '../solver/restricted.ts';
import { createSolver, type PathCondition, type Solver } from '../solver/solver.ts';
import { faultKey, type PathListener } from './finished-path.ts';
import { followInput, type GuidedPath } from './following.ts';
import { ForkingSearch } from './forking-search.ts';
import { DEFAULT_EXPLORATION, type ExplorationOptions } from './options.ts';
import { countedAs, noPaths, type PathCounts } from './path-counts.ts';
import { FinishedPaths, startOf } from './path-name.ts';
import { SearchingPolicy } from './policy.ts';
import { Profile } from './profile.ts';
import { Random } from './random.ts';
import type { OpenStates } from './sharing/open-states.ts';
import { type PathPrefix, prefixOf } from './sharing/prefix.ts';
import { Retracing } from './sharing/retracing.ts';
import type { SharedWork } from './sharing/sharing.ts';
import { REPORTED, type Strategy } from './strategy.ts';

/** How far an exploration got: to the end, to the end but for some limits, or until it was stopped. */
export type ExplorationVerdict = 'complete' | 'bounded' | 'stopped';

export class Exploration implements Client {
  readonly counts: PathCounts = noPaths();
  /** Names of limits that were hit. */
  readonly limits = new Set<string>();
  readonly machine: Machine;
  readonly profile: Profile;
  /** Asks the solver which sides are possible. */
  readonly policy: SearchingPolicy;
  private readonly faults = new Set<string>();
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
    patience: Patience,
    private readonly listener: PathListener,
    readonly strategy: Strategy,
  ) {
    this.policy = new SearchingPolicy(solver, options.limits.maxForks, new Random(options.seed), patience);
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
    const patience = new Patience();
    const solver = await createSolver(terms, { ...all.solver, deadline, patience });
    const asked = all.within === undefined ? solver : restrictedTo(all.within, solver);
    return new Exploration(program, terms, asked, all, deadline, patience, listener, strategy);
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
  followFrom(state: State, input: Model, slice?: number, paused?: (state: State) => string | null): GuidedPath {
    return followInput(this, state, input, slice, paused);
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
