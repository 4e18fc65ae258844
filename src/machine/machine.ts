/**
 * The symbolic machine: runs one state at a time and tells its client about forks and endings.
 *
 * Decisions. Whenever execution depends on a symbolic condition (a branch, a fault check, the object a pointer means),
 * the step asks `decide` or `check`. The *policy* knows which sides are possible: a searching policy asks the solver, a
 * guided one evaluates the condition under a given input. Where both sides are possible the state forks: it goes on
 * with the true side, and the copy gets the false side and repeats the instruction from its start. So the rule for
 * steps is: decide first, then change the state.
 */

import { exitFunction } from '../analysis/library.ts';
import { Kind } from '../expr/kinds.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import type { Client, DecisionKind } from './client.ts';
import type { Edge, FunctionCode, Site } from './code.ts';
import { HotCode } from './compile/hot.ts';
import type { EndingKind } from './endings.ts';
import { endIfEndless } from './endless.ts';
import type { World } from './environment.ts';
import { Image } from './image.ts';
import { Inputs } from './inputs.ts';
import { Names } from './names.ts';
import type { MachineOptions } from './options.ts';
import type { PathEnding } from './outcome.ts';
import type { Partners } from './partners.ts';
import { endingOf, outcomeOf, PathEnd, PathForgotten, PathPostponed } from './path-end.ts';
import { letterOf, type Policy, type Sides } from './policy.ts';
import { prepareFunction } from './prepare.ts';
import type { Recorder } from './recorder.ts';
import type { Concretization } from './semantics/concretize.ts';
import { type Frame, type NotedAnswer, prepend, type State } from './state.ts';

const QUESTIONS_PER_RUN = 16;

export type RunResult = 'ended' | 'forked' | 'paused' | 'postponed';

export class Machine {
  readonly names = new Names();
  /** What main returns to. */
  readonly exit: ProgramFunction | null;
  readonly codes = new Map<ProgramFunction, FunctionCode>();
  readonly concretizations = new Map<string, Concretization>();
  readonly unmodelled = new Map<string, { readonly position: SourcePosition | null; count: number }>();
  readonly warnings = new Set<string>();
  readonly inputs: Inputs;
  /** Standard input: bytes of the symbolic or given input. */
  stdin: readonly (number | Term)[] = [];
  /** What else the program finds around it: see environment.ts. */
  world: World = { files: [], maxFailures: 0, interleavings: 0, anotherRun: 0 };
  instructions = 0;
  private nextState = 1;
  /** Set by a fork, so that the run loop can hand control back. */
  private hasForked = false;
  private stopAtForks = false;
  /** Questions to the policy since `run` was called. */
  private asked = 0;
  private partners: Partners;

  /** Compiles what is executed often; null where a recorder wants to hear of every instruction. */
  readonly hotCode: HotCode | null;

  /** Whether threads have call stacks of their own: not where a recorder relies on calls and returns being nested. */
  readonly hasThreadStacks: boolean;

  /** Globals, constants and the state a program starts in. */
  readonly image: Image;

  /** Is told what states do; null while the listener sleeps. */
  recorder: Recorder | null;

  constructor(
    readonly program: Program,
    readonly terms: Terms,
    policy: Policy,
    client: Client,
    readonly options: MachineOptions,
    /** Who records, if anybody does. */
    readonly listener: Recorder | null = null,
  ) {
    this.partners = { policy, client, notesAnswers: options.notesAnswers };
    this.hasThreadStacks = options.threadStacks && (listener === null || listener.jumped !== undefined);
    this.recorder = listener;
    this.inputs = new Inputs(terms, listener);
    const mayRest = listener === null || listener.isResting !== undefined;
    const compiles = mayRest && options.compileAfter < Number.POSITIVE_INFINITY && !options.checkUninitialized;
    this.hotCode = compiles ? new HotCode(this) : null;
    this.image = new Image(this);
    this.exit = exitFunction(program);
  }

  get policy(): Policy {
    return this.partners.policy;
  }

  get client(): Client {
    return this.partners.client;
  }

  private get notesAnswers(): boolean {
    return this.partners.notesAnswers;
  }

  /** Does some work with another policy, or another client; afterwards the machine has its own again. */
  withPartners<Result>(others: Partial<Partners>, work: () => Result): Result {
    const own = this.partners;
    this.partners = { ...own, ...others };
    try {
      return work();
    } finally {
      this.partners = own;
    }
  }

  /** The function prepared for execution; prepared when it is first called. */
  codeOf(fn: ProgramFunction): FunctionCode {
    let code = this.codes.get(fn);
    if (code === undefined) {
      code = prepareFunction(this, fn);
      this.codes.set(fn, code);
    }
    return code;
  }

  /** The listener hears nothing until it is woken, and nothing is paid for it. */
  sleep(): void {
    this.recorder = null;
  }

  /** Only between two segments: the steps of one are either all heard or none. */
  wake(): void {
    this.recorder = this.listener;
  }

  newStateId(): number {
    return this.nextState++;
  }

  /**
   * Runs the state until it ends, has forked (when `stopAtForks`), or `budget` instructions are done and it begins a function or an
   * iteration of a loop.
   * The inner loop only calls closures; everything rare is in slow paths inside them.
   */
  run(state: State, budget: number, stopAtForks: boolean): RunResult {
    const start = state.steps;
    const { hotCode } = this;
    const pauseAt = Math.min(start + budget, this.options.maxSteps);
    let limit = Math.min(pauseAt, state.lookAt);
    this.hasForked = false;
    this.stopAtForks = stopAtForks;
    this.asked = 0;
    try {
      for (;;) {
        const frame = state.frame;
        const segment = frame.segment;
        const entry = segment.entry;
        // It may have fallen asleep, or woken, in the segment before.
        const { recorder } = this;
        if (
          entry !== null &&
          frame.next === 0 &&
          (recorder === null || recorder.isResting!(state)) &&
          hotCode!.run(state, entry, pauseAt)
        ) {
          if (state.frame.next > 0) continue;
        } else {
          const steps = recorder === null ? segment.quietSteps : segment.steps;
          const registers = frame.registers;
          for (let i = frame.next; i < steps.length; i++) steps[i](registers, state);
          frame.next = steps.length;
          const count = segment.endId - segment.firstId;
          if (segment.covered < count) segment.covered = count;
          if (recorder !== null) {
            recorder.executed(state, segment);
          }
          segment.control(state, frame);
          state.steps += count;
        }
        if (state.steps >= limit && state.frame.segment.isHead) {
          if (state.steps >= this.options.maxSteps) this.endAtMaxSteps(state);
          if (state.steps >= state.lookAt) endIfEndless(this, state);
          limit = Math.min(pauseAt, state.lookAt);
          if (state.steps >= pauseAt) {
            this.instructions += state.steps - start;
            return 'paused';
          }
        }
        // Questions to the solver may be slow: look at the clock now and then even where few instructions are executed.
        if (this.stops()) {
          this.instructions += state.steps - start;
          return 'forked';
        }
      }
    } catch (thrown) {
      if (thrown instanceof PathForgotten) {
        this.instructions += state.steps - start;
        return 'ended';
      }
      if (thrown instanceof PathPostponed) {
        this.instructions += state.steps - start;
        return 'postponed';
      }
      if (!(thrown instanceof PathEnd)) throw thrown;
      this.instructions += state.steps - start;
      this.finish(state, thrown.ending, thrown.evidence);
      return 'ended';
    }
  }

  private endAtMaxSteps(state: State): never {
    const message = `more than ${this.options.maxSteps} instructions on one path`;
    return this.end(state, 'limit', message, null, 'max-steps');
  }

  private countQuestion(state: State): void {
    this.asked++;
    state.askedAt = state.steps;
  }

  /** Whether `run` should hand control back. */
  stops(): boolean {
    return (this.hasForked && this.stopAtForks) || this.asked > QUESTIONS_PER_RUN;
  }

  /** Settles a symbolic condition; see the top of the file. `detail` tells it from others that could be asked here. */
  decide(state: State, condition: Term, site: Site, kind: DecisionKind, detail = 0): boolean {
    if (condition.kind === Kind.constant) return condition.value === 1;
    let value: boolean;
    if (condition === state.assumed) value = state.assumedValue;
    else {
      this.client.deciding?.(state, condition, kind, site);
      this.countQuestion(state);
      const sides = this.sidesOf(state, condition, true, site);
      if (sides === 'unknown') this.giveUp(state, site);
      value = sides !== 'false';
      if (sides === 'both') {
        const child = this.fork(state, site, detail);
        child.condition = state.condition.append(this.terms.not(condition));
        child.assumed = condition;
        child.assumedValue = false;
        state.condition = state.condition.append(condition);
        this.client.forked(state, child);
      } else if (this.policy.records) this.record(state, condition, value);
    }
    this.recorder?.decided(state, condition, value, kind, site);
    return value;
  }

  /**
   * A conditional halt: where `bad` is possible the path forks into one that ends with the fault and one that goes on.
   */
  check(state: State, bad: Term, kind: EndingKind, site: Site, message: () => string): void {
    if (bad.kind === Kind.constant) {
      if (bad.value === 1) this.fault(state, kind, site, message());
      return;
    }
    this.client.deciding?.(state, bad, 'check', site);
    this.countQuestion(state);
    const sides = this.sidesOf(state, bad, true, site);
    if (sides === 'unknown') this.giveUp(state, site);
    if (sides === 'both') {
      const child = this.fork(state, site);
      child.condition = state.condition.append(bad);
      state.condition = state.condition.append(this.terms.not(bad));
      this.recorder?.decided(child, bad, true, 'check', site);
      this.finish(child, endingOf(child, kind, message(), site));
    } else {
      if (this.policy.records) this.record(state, bad, sides === 'true');
      if (sides === 'true') {
        this.recorder?.decided(state, bad, true, 'check', site);
        this.fault(state, kind, site, message());
      }
    }
    this.recorder?.decided(state, bad, false, 'check', site);
  }

  /** Keeps only the inputs for which the condition holds; never forks. `strict`: that there are none is an error of the program. */
  assume(state: State, condition: Term, site: Site, strict = false): void {
    const drop = (): never => {
      if (strict) this.fault(state, 'user', site, 'an assumption cannot hold');
      return this.end(state, 'dropped', 'an assumption is not met', site);
    };
    if (condition.kind === Kind.constant) {
      if (condition.value === 0) drop();
      return;
    }
    this.countQuestion(state);
    const sides = this.sidesOf(state, condition, false, site);
    if (sides === 'unknown') this.giveUp(state, site);
    if (sides === 'false') {
      if (this.policy.records) this.record(state, condition, false);
      this.recorder?.decided(state, condition, false, 'assume', site);
      drop();
    }
    if (sides === 'both' || this.policy.records) state.condition = state.condition.append(condition);
    this.recorder?.decided(state, condition, true, 'assume', site);
  }

  /** Takes both edges of a two-way branch where both are possible: the copy needs no repeated instruction. */
  branch(state: State, frame: Frame, condition: Term, ifTrue: Edge, ifFalse: Edge, site: Site): void {
    this.client.deciding?.(state, condition, 'branch', site);
    this.countQuestion(state);
    const sides = this.sidesOf(state, condition, true, site);
    if (sides === 'unknown') this.giveUp(state, site);
    if (sides === 'both') {
      const child = this.fork(state, site, 0, false);
      child.condition = state.condition.append(this.terms.not(condition));
      state.condition = state.condition.append(condition);
      this.recorder?.decided(child, condition, false, 'branch', site);
      child.steps += site.segment.count;
      child.frame.take(ifFalse);
      this.recorder?.decided(state, condition, true, 'branch', site);
      frame.take(ifTrue);
      this.client.forked(state, child);
      return;
    }
    if (this.policy.records) this.record(state, condition, sides === 'true');
    this.recorder?.decided(state, condition, sides === 'true', 'branch', site);
    frame.take(sides === 'true' ? ifTrue : ifFalse);
  }

  /** Asks the policy. `forks`: both sides will be taken where both are possible. */
  sidesOf(state: State, condition: Term, forks: boolean, site: Site): Sides {
    const sides = this.policy.sides(state, condition);
    if (sides === 'unknown' && this.policy.hurries === true) this.postpone(state, site);
    if (this.notesAnswers && sides !== 'unknown') {
      state.answered = prepend<NotedAnswer>(letterOf(sides, this.policy.records, forks), state.answered);
    }
    return sides;
  }

  /** Some value the term can have; null when that could not be found out. */
  someValue(state: State, term: Term, site: Site): Scalar | null {
    const value = this.policy.value(state, term);
    if (value === null && this.policy.hurries === true) this.postpone(state, site);
    if (this.notesAnswers && value !== null) state.answered = prepend<NotedAnswer>(value, state.answered);
    return value;
  }

  /** The policy hurries, and did not know: the state repeats the instruction when others have ended. */
  private postpone({ frame }: State, site: Site): never {
    frame.segment = site.segment;
    frame.next = site.index;
    throw new PathPostponed();
  }

  private record(state: State, condition: Term, value: boolean): void {
    state.condition = state.condition.append(value ? condition : this.terms.not(condition));
  }

  /**
   * A copy of the state that will run the instruction at `site` again, unless the caller moves it on (`repeats`). `detail` is what
   * else the fork is about.
   */
  fork(state: State, site: Site, detail = 0, repeats = true): State {
    const child = state.fork(this.newStateId());
    const before = state.choices;
    const mark = (Math.imul(state.steps, 0x9e3779b1) ^ Math.imul(site.instruction.id + 1, 0x85ebca6b) ^ detail) >>> 0;
    state.choices = { before, mark, side: 0 };
    child.choices = { before, mark, side: 1 };
    child.frame.segment = site.segment;
    child.frame.next = site.index;
    state.forks++;
    child.forks++;
    this.hasForked = true;
    this.client.splitting?.(state, child, site, repeats);
    return child;
  }

  fault(state: State, kind: EndingKind, site: Site, message: string): never {
    throw new PathEnd(endingOf(state, kind, message, site));
  }

  end(state: State, kind: EndingKind, message: string, site: Site | null, name = '', status: Scalar | Term = 0): never {
    throw new PathEnd(endingOf(state, kind, message, site, name, status));
  }

  /**
   * Ends a path that is known to be redundant. The evidence for it comes back to its maker when the path has ended; it
   * is not kept with the outcome.
   */
  cut(state: State, message: string, site: Site, evidence: unknown): never {
    throw new PathEnd(endingOf(state, 'pruned', message, site), evidence);
  }

  /** The same for the inputs with a condition; for the others, of which there are some, the state goes on. */
  cutWhere(state: State, condition: Term, message: string, site: Site, evidence: unknown): void {
    const child = this.fork(state, site, 0, site.index < site.segment.steps.length);
    child.condition = state.condition.append(condition);
    state.condition = state.condition.append(this.terms.not(condition));
    this.recorder?.decided(child, condition, true, 'check', site);
    this.recorder?.decided(state, condition, false, 'check', site);
    if (this.notesAnswers) state.answered = prepend(condition as NotedAnswer, state.answered);
    this.finish(child, endingOf(child, 'pruned', message, site), evidence);
  }

  /** The path cannot go on because the solver could not decide in time. */
  giveUp(state: State, site: Site): never {
    return this.end(state, 'limit', 'the solver gave no answer in time', site, 'max-solver-time');
  }

  /** Something that is reached but not modelled ends the path, by name. */
  refuse(state: State, site: Site, what: string): never {
    this.noteUnmodelled(what, site);
    return this.end(state, 'unmodelled', what, site, what);
  }

  noteUnmodelled(what: string, site: Site): void {
    const known = this.unmodelled.get(what);
    if (known !== undefined) known.count++;
    else this.unmodelled.set(what, { position: site.instruction.position, count: 1 });
  }

  finish(state: State, ending: PathEnding, evidence: unknown = null): void {
    this.recorder?.ended(state, ending.site ?? null);
    this.client.ended(state, outcomeOf(state, ending), evidence);
  }
}
