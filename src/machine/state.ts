/** One path in progress. Forking copies the top frame and shares the rest until it changes. */
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { ProgramFunction } from '../program/program.ts';
import type { PathCondition } from '../solver/solver.ts';
import type { Edge, FunctionCode, Segment } from './code.ts';
import type { CycleWatch } from './endless.ts';
import type { Memory } from './memory/memory.ts';
import type { Context } from './names.ts';
import type { InputRecord, LeftFile, OutputRecord } from './outcome.ts';
import type { SidesLetter } from './policy.ts';
import type { SavedPosition } from './semantics/jumps.ts';
import type { Stack } from './semantics/threads.ts';
import type { VariadicArgument } from './semantics/variadic.ts';
import type { MemoryObject, Value } from './value.ts';

/** Instructions before the first snapshot is taken: see endless.ts. */
const FIRST_SNAPSHOT = 2_000;

/** A persistent list, newest first. */
export interface Chain<T> {
  readonly item: T;
  readonly rest: Chain<T> | null;
  readonly length: number;
}

export function prepend<T>(item: T, rest: Chain<T> | null): Chain<T> {
  return { item, rest, length: rest === null ? 1 : rest.length + 1 };
}

/** Oldest first. */
export function chainToArray<T>(chain: Chain<T> | null): T[] {
  const result: T[] = new Array(chain === null ? 0 : chain.length);
  let at = result.length;
  for (let link = chain; link !== null; link = link.rest) result[--at] = link.item;
  return result;
}

/**
 * An activation of a function. Only the top frame of a state is ever written; a frame below may be shared with other
 * states, and is copied when a state returns into it (`owner` tells).
 */
export class Frame {
  segment: Segment;
  /** The step of the segment to run next. */
  next = 0;
  /** Interned on demand; see names.ts. */
  context: Context | null = null;
  locals: Chain<MemoryObject> | null = null;
  varargs: readonly VariadicArgument[] = [];
  /** Tells this activation from all others once `setjmp` was called in it; copies of the frame share it. */
  activation: object | null = null;

  constructor(
    readonly code: FunctionCode,
    readonly registers: Value[],
    readonly caller: Frame | null,
    readonly depth: number,
    /** Where the stack pointer goes back to. */
    readonly stackBase: number,
    public owner: object,
  ) {
    this.segment = code.entry;
  }

  /** Moves along an edge. */
  take(edge: Edge): void {
    edge.covered = true;
    edge.enter(this.registers);
    this.segment = edge.target;
    this.next = 0;
  }

  copy(owner: object): Frame {
    const copy = new Frame(this.code, this.registers.slice(), this.caller, this.depth, this.stackBase, owner);
    copy.segment = this.segment;
    copy.next = this.next;
    copy.context = this.context;
    copy.locals = this.locals;
    copy.varargs = this.varargs;
    copy.activation = this.activation;
    return copy;
  }
}

export interface StartupCall {
  readonly code: FunctionCode;
  readonly arguments: readonly Value[];
  readonly isMain: boolean;
}

/** Something kept per path that knows how to be shared with a fork: `fork` returns what the copy keeps. */
export interface Shared {
  fork(): Shared;
}

/**
 * A choice between two possible sides, with all before it: what names a path. `mark` tells the fork apart from others that
 * a path with the same past could come to, if the solver answered differently.
 */
export interface Choice {
  readonly before: Choice | null;
  readonly mark: number;
  readonly side: 0 | 1;
}

/** What a state was told: sides, a value, or the condition by which it was split off from what others speak for. */
export type NotedAnswer = SidesLetter | Scalar | Term;

/** Text written to a stream: bytes or symbolic bytes, newest chunk first. */
export type Text = Chain<readonly (number | Term)[]>;

/** An object that outputs call by a name. */
export interface NamedObject {
  readonly name: string;
  readonly object: MemoryObject;
}

export class State {
  /** Executed instructions. */
  steps = 0;
  /** The instructions after which a symbolic condition was last met. */
  askedAt = 0;
  /** Decisions between two feasible sides on this path. */
  forks = 0;
  choices: Choice | null = null;
  /** Kept only where states are given to other machines. */
  answered: Chain<NotedAnswer> | null = null;
  inputs: Chain<InputRecord> | null = null;
  outputs: Chain<OutputRecord> | null = null;
  /** What outputs call objects, and what the program was told about their sizes: see semantics/observe.ts. */
  named: Chain<NamedObject> | null = null;
  answers: Chain<number | Term> | null = null;
  /** The function under test has returned: what it did not initialise reads as zero. */
  isObserved = false;
  stdout: Text | null = null;
  stderr: Text | null = null;
  left: Chain<LeftFile> | null = null;
  /** Functions it called that do on a real system what they do not do here. */
  absent: Chain<string> | null = null;
  /** Functions that are called in place of others, newest first. */
  aliases: Chain<readonly [from: string, to: ProgramFunction]> | null = null;
  /** Conditions that generated tests should meet where they can. */
  wishes: Chain<Term> | null = null;
  stdinUsed = 0;
  /** What main returned, once it has. */
  returned: Scalar | Term | null = null;
  /** Functions still to be called when the outermost one returns: constructors, then main. */
  startup: readonly StartupCall[] = [];
  arguments: readonly (readonly (number | Term)[])[] = [];
  /** What calls of `setjmp` keep, newest first. */
  savedPositions: Chain<SavedPosition> | null = null;
  /** The thread it runs in, and where the others stand, by their numbers: see semantics/threads.ts. */
  thread = 0;
  stacks: readonly (Stack | undefined)[] = [];
  /** A condition this path was forked on, and its value: the forked side asks again when it repeats the instruction. */
  assumed: Term | null = null;
  assumedValue = false;
  /** A term whose values are being tried one after the other, and how many have been: see `Machine.concretize`. */
  choosing: Term | null = null;
  valuesTried = 0;
  /** What a recorder keeps of this path, which knows its type: see trace-of.ts. */
  trace: Shared | null = null;
  /** Instructions after which to see whether it runs in a circle, and what it is compared with: see endless.ts. */
  lookAt = FIRST_SNAPSHOT;
  watch: CycleWatch | null = null;

  constructor(
    public id: number,
    public frame: Frame,
    readonly memory: Memory,
    public condition: PathCondition,
    /** Ownership token: see Memory. */
    public owner: object,
  ) {}

  fork(id: number): State {
    this.owner = {};
    const owner = {};
    const memory = this.memory.fork(this.owner, owner);
    const copy = new State(id, this.frame.copy(owner), memory, this.condition, owner);
    this.frame.owner = this.owner;
    copy.steps = this.steps;
    copy.askedAt = this.askedAt;
    copy.forks = this.forks;
    copy.choices = this.choices;
    copy.answered = this.answered;
    copy.inputs = this.inputs;
    copy.outputs = this.outputs;
    copy.named = this.named;
    copy.answers = this.answers;
    copy.isObserved = this.isObserved;
    copy.stdout = this.stdout;
    copy.stderr = this.stderr;
    copy.left = this.left;
    copy.absent = this.absent;
    copy.aliases = this.aliases;
    copy.wishes = this.wishes;
    copy.stdinUsed = this.stdinUsed;
    copy.returned = this.returned;
    copy.startup = this.startup;
    copy.arguments = this.arguments;
    copy.savedPositions = this.savedPositions;
    copy.thread = this.thread;
    copy.stacks = this.stacks;
    copy.assumed = this.assumed;
    copy.assumedValue = this.assumedValue;
    copy.choosing = this.choosing;
    copy.valuesTried = this.valuesTried;
    copy.trace = this.trace === null ? null : this.trace.fork();
    copy.lookAt = this.lookAt;
    copy.watch = this.watch;
    return copy;
  }

  /** The state as it is now, to be looked at later; recorders do not hear of it. */
  snapshot(): State {
    const { trace, watch } = this;
    this.trace = null;
    this.watch = null;
    const copy = this.fork(-1);
    this.trace = trace;
    this.watch = watch;
    return copy;
  }
}
