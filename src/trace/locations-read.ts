/**
 * Which locations a run reads between two of its points, as far as they held something at the first of them: what comes
 * between depends on the state at the first point through these locations alone (and through inputs made in between). A
 * location that is written before it is read is none of them, nor is anything of a frame entered or an object made in
 * between.
 *
 * One walk over the nodes and accesses between the points. Exact for registers and for accesses at concrete places; a read
 * at a symbolic place may read every byte of its object, a write at one is not counted as having written any.
 */
import type { Context } from '../machine/names.ts';
import type { MemoryObject } from '../machine/value.ts';
import { InternalError } from '../program/errors.ts';
import { type Instruction, operandsOf } from '../program/instructions.ts';
import type { Operand, Register } from '../program/values.ts';
import type { AccessEntry } from './log.ts';
import type { Trace, TraceNode } from './trace.ts';

export interface ReadRegister {
  /** Of the frame. */
  readonly context: Context;
  readonly register: Register;
}

export interface ReadBytes {
  readonly object: MemoryObject;
  readonly start: number;
  /** Exclusive; infinite where a read at a symbolic place may reach the end of an object of unknown size. */
  readonly end: number;
}

export interface LocationsRead {
  /** In the order in which they are first read. */
  readonly registers: readonly ReadRegister[];
  /** By object, in the order in which objects are first read; ranges ascend and do not touch. */
  readonly memory: readonly ReadBytes[];
}

/** From the node `from` up to, but without, the node `to`. */
export function locationsRead(trace: Trace, from: number, to: number): LocationsRead {
  if (from < 0 || to > trace.nodes.length) throw new InternalError('points outside of the trace');
  return { registers: registersRead(trace, from, to), memory: bytesRead(trace, from, to) };
}

function registersRead({ nodes }: Trace, from: number, to: number): ReadRegister[] {
  const read: ReadRegister[] = [];
  /** Registers that are read already or defined in between, per frame. */
  const settled = new Map<Context, Set<Register>>();
  const settledIn = (context: Context): Set<Register> => {
    let set = settled.get(context);
    if (set === undefined) {
      set = new Set();
      settled.set(context, set);
    }
    return set;
  };
  const use = (context: Context, value: Operand) => {
    if (value.kind !== 'register') return;
    const set = settledIn(context);
    if (set.has(value)) return;
    set.add(value);
    read.push({ context, register: value });
  };
  for (let at = from; at < to; ) {
    const { context, instruction } = nodes[at];
    if (at > from && isEntry(nodes[at - 1], nodes[at])) {
      // A frame entered in between: what it knows of the outside was read where it was called.
      settled.set(context, new Set(instruction.block.function.parameters));
    }
    if (instruction.op === 'phi') {
      // All phis of a block take their values at once.
      const source = blockBefore(nodes, at);
      const first = at;
      while (at < to && isPhiOf(nodes[at], instruction, context)) at++;
      const phis = nodes.slice(first, at).map((node) => node.instruction);
      for (const phi of phis) {
        if (phi.op !== 'phi') continue;
        const entry = phi.incoming.find(({ block }) => block.index === source);
        if (entry !== undefined) use(context, entry.value);
      }
      for (const phi of phis) if (phi.result !== null) settledIn(context).add(phi.result);
      continue;
    }
    for (const operand of operandsOf(instruction)) use(context, operand);
    if (instruction.result !== null) settledIn(context).add(instruction.result);
    else if (instruction.op === 'ret' && context.parent !== null) {
      const result = context.call?.result ?? null;
      if (result !== null) settledIn(context.parent).add(result);
    }
    at++;
  }
  return read;
}

/** Nothing leads back to the first block of a function; one instruction may have several nodes. */
function isEntry(before: TraceNode, { context, instruction }: TraceNode): boolean {
  const { block } = instruction;
  if (block.index !== 0 || block.instructions[0] !== instruction) return false;
  return before.instruction !== instruction || before.context !== context;
}

function isPhiOf({ instruction, context }: TraceNode, phi: Instruction, frame: Context): boolean {
  return instruction.op === 'phi' && context === frame && instruction.block === phi.block;
}

/** The block from which control came to the phi at a node. */
function blockBefore(nodes: readonly TraceNode[], at: number): number {
  const { context, instruction } = nodes[at];
  for (let before = at - 1; before >= 0; before--) {
    const node = nodes[before];
    if (node.context === context && node.instruction.block.function === instruction.block.function) {
      if (node.instruction.op !== 'phi' || node.instruction.block !== instruction.block) {
        return node.instruction.block.index;
      }
    }
  }
  throw new InternalError('a phi at the beginning of a function');
}

/** Per object which bytes are settled, read or written, and which of them were read first. */
interface Bytes {
  readonly object: MemoryObject;
  state: Uint8Array;
  /** What bytes beyond `state` are: untouched, or read by a read at a symbolic place. */
  beyond: number;
}

const UNTOUCHED = 0;
const READ = 1;
const WRITTEN = 2;

function bytesRead({ accesses }: Trace, from: number, to: number): ReadBytes[] {
  const objects = new Map<MemoryObject, Bytes>();
  for (let at = firstAccess(accesses, from); at < accesses.length && accesses[at].node < to; at++) {
    const { access } = accesses[at];
    const { object } = access;
    let bytes = objects.get(object);
    if (bytes === undefined) {
      bytes = { object, state: new Uint8Array(0), beyond: UNTOUCHED };
      objects.set(object, bytes);
    }
    if (access.kind === 'allocation') {
      // A name may be used again for an object that is made anew: what was read of the old one stays read.
      settle(bytes, 0, access.size, WRITTEN);
      if (bytes.beyond === UNTOUCHED) bytes.beyond = WRITTEN;
    } else touch(bytes, access);
  }
  return [...objects.values()].flatMap(rangesRead);
}

function touch(bytes: Bytes, { offset, size, writes }: AccessEntry): void {
  if (typeof offset === 'number') settle(bytes, offset, offset + size, writes ? WRITTEN : READ);
  else if (!writes) {
    settle(bytes, 0, bytes.state.length, READ);
    if (bytes.beyond === UNTOUCHED) bytes.beyond = READ;
  }
}

/** What is settled stays so. */
function settle(bytes: Bytes, start: number, end: number, as: number): void {
  if (bytes.state.length < end) {
    const longer = new Uint8Array(end).fill(bytes.beyond);
    longer.set(bytes.state);
    bytes.state = longer;
  }
  for (let at = start; at < end; at++) if (bytes.state[at] === UNTOUCHED) bytes.state[at] = as;
}

function rangesRead({ object, state, beyond }: Bytes): ReadBytes[] {
  const ranges: ReadBytes[] = [];
  let start = -1;
  for (let at = 0; at < state.length; at++) {
    if (state[at] === READ) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      ranges.push({ object, start, end: at });
      start = -1;
    }
  }
  if (beyond === READ) ranges.push({ object, start: start < 0 ? state.length : start, end: Number.POSITIVE_INFINITY });
  else if (start >= 0) ranges.push({ object, start, end: state.length });
  return ranges;
}

function firstAccess(accesses: Trace['accesses'], from: number): number {
  let low = 0;
  let high = accesses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (accesses[middle].node < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
