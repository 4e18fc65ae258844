/** An activation of a function while the dependence graph of a path is built: who defined what, and what is open. */
import type { FunctionCode, Segment } from '../machine/code.ts';
import type { Context } from '../machine/names.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import type { AccessEntry } from './log.ts';

interface Region {
  readonly node: number;
  /** Block index at which it closes; the number of blocks stands for the function's end. */
  readonly closesAt: number;
}

export class ActiveFrame {
  /** Per register the node that last defined it, or -1. */
  readonly definitions: Int32Array;
  /** Per register the branches that left the loops it was defined in, if any: they decided which iteration it is from. */
  readonly leftBy: (readonly number[] | undefined)[] = [];
  readonly counters: Int32Array;
  readonly regions: Region[] = [];
  /** Where each instruction accessed memory last. */
  readonly accesses = new Map<Instruction, AccessEntry>();
  block: number;
  /** Of the loops around the block, outermost first; null until it is asked for. */
  iterations: readonly number[] | null = null;
  /** The branch just executed, whose direction the next block tells; -1 when there was no choice. */
  branch = -1;
  /** The decisions that told which function it calls. */
  called: readonly number[] = NONE;
  /** The call it waits for: its node, and the register for the result (-1: none). */
  call: { readonly node: number; readonly segment: Segment } | null = null;

  constructor(
    readonly code: FunctionCode,
    readonly context: Context,
    /** What it inherits as control parent. */
    readonly controlAtCall: number,
    /** Inside a call that cannot end the program, whatever its code looks like; see plain-print.ts. */
    readonly cannotHalt: boolean,
    /** What the arguments beyond the parameters depend on; complete before anything runs. */
    readonly extraArguments: number[] = [],
  ) {
    this.definitions = new Int32Array(code.function.registerCount).fill(-1);
    this.counters = code.loops.loops.length === 0 ? NO_COUNTERS : new Int32Array(code.loops.loops.length);
    this.block = code.entry.block.index;
  }

  copy(): ActiveFrame {
    const copy = new ActiveFrame(this.code, this.context, this.controlAtCall, this.cannotHalt, this.extraArguments);
    copy.definitions.set(this.definitions);
    copy.counters.set(this.counters);
    for (let i = 0; i < this.leftBy.length; i++) copy.leftBy[i] = this.leftBy[i];
    for (const region of this.regions) copy.regions.push(region);
    for (const [instruction, access] of this.accesses) copy.accesses.set(instruction, access);
    copy.block = this.block;
    copy.iterations = this.iterations;
    copy.branch = this.branch;
    copy.called = this.called;
    copy.call = this.call;
    return copy;
  }
}

const NONE: readonly number[] = [];
const NO_COUNTERS = new Int32Array(0);

export function controlParent(frame: ActiveFrame): number {
  const { regions } = frame;
  return regions.length > 0 ? regions[regions.length - 1].node : frame.controlAtCall;
}

export function iterationsOf(frame: ActiveFrame): readonly number[] {
  return (frame.iterations ??= countedIterations(frame));
}

function countedIterations({ code, block, counters }: ActiveFrame): readonly number[] {
  const { loops, innermost } = code.loops;
  let loop = innermost[block];
  if (loop === -1) return NONE;
  const result: number[] = [];
  for (; loop !== -1; loop = loops[loop].parent) result.push(counters[loop]);
  return result.reverse();
}

export function define(frame: ActiveFrame, register: number, node: number): void {
  frame.definitions[register] = node;
  if (frame.leftBy[register] !== undefined) frame.leftBy[register] = undefined;
}

/** Adds the nodes that a value depends on, each once. */
export function addDefinitions(frame: ActiveFrame, value: Operand, into: number[]): void {
  if (value.kind === 'register') addRegister(frame, value.index, into);
}

export function addRegister(frame: ActiveFrame, register: number, into: number[]): void {
  const node = frame.definitions[register];
  if (node >= 0 && !into.includes(node)) into.push(node);
  const leftBy = frame.leftBy[register];
  if (leftBy !== undefined) for (const branch of leftBy) if (!into.includes(branch)) into.push(branch);
}
