/**
 * A function prepared for execution.
 *
 * Each instruction is turned, once, into a closure (a *step*) that has its operands' register numbers, widths and
 * helpers bound. A block is cut into *segments*: straight-line steps followed by one *control* step (a call or the
 * terminator). Running is then a loop over closures with no decoding. Constants sit in registers after the function's
 * own, so that an operand is always `registers[i]` and one closure serves constants and variables alike. After them
 * come the iteration counters of the function's loops.
 */
import type { LoopForest } from '../analysis/loops.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Block, ProgramFunction } from '../program/program.ts';
import type { CompiledEntry } from './compile/hot.ts';
import type { Frame, State } from './state.ts';
import type { Value } from './value.ts';

export type Step = (registers: Value[], state: State) => void;
export type Control = (state: State, frame: Frame) => void;

/** Where an instruction sits: what slow paths need to fork, to report and to resume. */
export interface Site {
  readonly instruction: Instruction;
  readonly segment: Segment;
  /** Position among the segment's steps; the control step is at `steps.length`. */
  readonly index: number;
}

export class Segment {
  steps: Step[] = [];
  /** The same without a word to the recorder, for while it sleeps; where there is none, the same list. */
  quietSteps: Step[] = this.steps;
  sites: Site[] = [];
  control: Control = unfinished;
  controlSite!: Site;
  /** Instructions of the block this segment covers, phis included: [first, end) by instruction id. */
  firstId = 0;
  endId = 0;
  /** How many instructions, from the first on, were ever executed: coverage for the price of one comparison. */
  covered = 0;
  /** The segment after a call, and the register that receives the call's result (-1: none). */
  following: Segment | null = null;
  resultRegister = -1;
  /** It begins a function or an iteration of a loop: where paths pause. */
  isHead = false;
  /** What the register to watch had when a snapshot was taken here, for compiled code: see compile/hot.ts. */
  watched = Number.NaN;
  /** Compiled code may begin here, in a machine that compiles: see compile/hot.ts. */
  entry: CompiledEntry | null = null;

  constructor(
    readonly code: FunctionCode,
    readonly block: Block,
  ) {}

  get count(): number {
    return this.endId - this.firstId;
  }
}

/** A way from one block to another: phi moves and loop counters. */
export interface Edge {
  readonly target: Segment;
  readonly from: Block;
  /** Position among the successors of the block it leaves. */
  readonly successor: number;
  readonly enter: (registers: Value[]) => void;
  covered: boolean;
}

export interface FunctionCode {
  readonly function: ProgramFunction;
  readonly entry: Segment;
  /** Copied for each new frame: undefined registers, then constants, then loop counters. */
  readonly template: Value[];
  readonly loops: LoopForest;
  /** Register of the iteration counter per loop. */
  readonly counters: readonly number[];
  readonly segments: Segment[];
  readonly edges: Edge[];
}

const unfinished: Control = () => {
  throw new Error('segment without control');
};
