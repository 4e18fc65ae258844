/** A place that was explored to its end, with all that was looked at from there on, and whether a state agrees with it. */
import { Term } from '../../expr/term.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { ObjectState } from '../../machine/memory/object-state.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { Chain, Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { PathCondition } from '../../solver/solver.ts';
import type { StateNeeds } from './needs.ts';
import type { Snapshot, TreeFork } from './tree.ts';
import { keyOf, keyOfWord, type VisitLocation, visitRegister, WORD, wordLocation } from './visit-index.ts';

/** Registers of the frames on a stack, by the depth of the frame. */
export function framesOf(top: Frame): Frame[] {
  const frames: Frame[] = [];
  for (let frame: Frame | null = top; frame !== null; frame = frame.caller) frames[frame.depth] = frame;
  return frames;
}

/** Of one range of bytes, as far as the index is concerned. */
const MOST_BYTES = 64;

export class ExploredVisit {
  /** Depth and number of each register, and what it held. */
  private readonly registers: Int32Array;
  private readonly values: readonly Value[];
  /** Objects whose bytes are looked at, with the ranges, and those whose size and life is. */
  private readonly contents: readonly { readonly object: MemoryObject; readonly held: ObjectState | undefined }[];
  private readonly sized: readonly { readonly object: MemoryObject; readonly held: ObjectState | undefined }[];
  private readonly varargs: readonly (readonly [number, Frame['varargs']])[];
  readonly known: PathCondition;
  private readonly memory: Pick<Memory, 'heapTop' | 'stackTop'>;
  /** Where objects lay that pointers lead to, if addresses are looked at. */
  private readonly bases: readonly (readonly [MemoryObject, number | undefined])[];
  private readonly inputs: Chain<InputRecord> | null;
  private readonly stdinUsed: number;
  private knownKeys: ReadonlyMap<VisitLocation, number | null> | null = null;

  constructor(
    readonly fork: TreeFork,
    readonly needs: StateNeeds,
    { frame, memory, inputs, stdinUsed }: Snapshot,
    objects: readonly MemoryObject[],
  ) {
    const frames = framesOf(frame);
    const registers: number[] = [];
    const values: Value[] = [];
    // The innermost frame first: it is where states differ.
    for (let depth = needs.registers.length - 1; depth >= 0; depth--) {
      const bits = needs.registers[depth];
      if (bits === undefined) continue;
      for (let word = 0; word < bits.length; word++) {
        for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
          const register = word * 32 + 31 - Math.clz32(rest & -rest);
          registers.push(depth, register);
          values.push(frames[depth].registers[register]);
        }
      }
    }
    this.registers = Int32Array.from(registers);
    this.values = values;
    const held = (id: number) => ({ object: objects[id], held: memory.get(objects[id]) });
    this.contents = [...needs.bytes].filter(([, ranges]) => ranges.length > 0).map(([id]) => held(id));
    this.sized = [...needs.objects].map(held);
    this.varargs = [...needs.varargs].map((depth) => [depth, frames[depth].varargs] as const);
    this.known = fork.known;
    this.bases = needs.addresses ? this.pointees().map((object) => [object, memory.get(object)?.base] as const) : [];
    this.memory = { heapTop: memory.heapTop, stackTop: memory.stackTop };
    this.inputs = inputs;
    this.stdinUsed = stdinUsed;
  }

  /** What it held, for the index. */
  get keys(): ReadonlyMap<VisitLocation, number | null> {
    return (this.knownKeys ??= this.makeKeys());
  }

  private makeKeys(): ReadonlyMap<VisitLocation, number | null> {
    const keys = new Map<VisitLocation, number | null>();
    const { registers, values } = this;
    values.forEach((value, i) => {
      keys.set(visitRegister(registers[2 * i], registers[2 * i + 1]), keyOf(value));
    });
    for (const { object, held } of this.contents) {
      if (held === undefined) continue;
      const ranges = this.needs.bytes.get(object.id)!;
      for (let i = 0; i < ranges.length; i += 2) {
        const end = Math.min(ranges[i + 1], held.size, ranges[i] + MOST_BYTES);
        for (let at = Math.ceil(ranges[i] / WORD) * WORD; at + WORD <= end; at += WORD) {
          keys.set(wordLocation(object.id, at), keyOfWord(held, at));
        }
      }
    }
    return keys;
  }

  /** Whether the state holds the same in everything that is looked at. */
  agreesWith(state: State, frames: readonly Frame[]): boolean {
    const { registers, values, needs } = this;
    for (let i = 0; i < values.length; i++) {
      const value = frames[registers[2 * i]].registers[registers[2 * i + 1]];
      if (value !== values[i] && !isSame(value, values[i])) return false;
    }
    const { memory } = state;
    for (const { object, held } of this.sized) {
      const own = memory.get(object);
      if (own === held) continue;
      if (own === undefined || held === undefined || own.size !== held.size || own.alive !== held.alive) return false;
    }
    for (const { object, held } of this.contents) {
      const own = memory.get(object);
      if (own === held) continue;
      if (own === undefined || held === undefined || own.size !== held.size) return false;
      const ranges = needs.bytes.get(object.id)!;
      for (let i = 0; i < ranges.length; i += 2) {
        if (!holdSame(own, held, ranges[i], Math.min(ranges[i + 1], own.size), memory)) return false;
      }
    }
    for (const [depth, held] of this.varargs) {
      const own = frames[depth].varargs;
      if (own === held) continue;
      if (own.length !== held.length || own.some(({ value }, i) => !isSame(value, held[i].value))) return false;
    }
    if (needs.stdin && state.stdinUsed !== this.stdinUsed) return false;
    if (needs.inputs && !sameInputs(state.inputs, this.inputs)) return false;
    return !needs.addresses || this.hasSameAddresses(state);
  }

  /** Objects made from here on come to lie at the same addresses, and those that are looked at do already. */
  private hasSameAddresses({ memory }: State): boolean {
    if (memory.heapTop !== this.memory.heapTop || memory.stackTop !== this.memory.stackTop) return false;
    return this.bases.every(([object, base]) => memory.get(object)?.base === base);
  }

  private pointees(): MemoryObject[] {
    const found = [...this.sized, ...this.contents].map(({ object }) => object);
    const visit = (value: Value) => {
      if (value instanceof Pointer) found.push(value.object);
      else if (Array.isArray(value)) value.forEach(visit);
    };
    this.values.forEach(visit);
    for (const { held } of this.contents) for (const { value } of held?.cells?.values() ?? []) visit(value);
    for (const [, held] of this.varargs) for (const { value } of held) visit(value);
    return found;
  }
}

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof Pointer) return b instanceof Pointer && a.object === b.object && a.offset === b.offset;
  if (typeof a === 'number') return Object.is(a, b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => isSame(each, b[i]));
  }
  return false;
}

/** Compares the bytes; both objects are as large. */
function holdSame(own: ObjectState, held: ObjectState, start: number, end: number, memory: Memory): boolean {
  const ownMarks = own.marks;
  const heldMarks = held.marks;
  if (ownMarks === null && heldMarks === null) {
    const { bytes } = own;
    for (let at = start; at < end; at++) if (bytes[at] !== held.bytes[at]) return false;
    return true;
  }
  for (let at = start; at < end; at++) {
    const mark = ownMarks === null ? 0 : ownMarks[at];
    if (mark === 0 && (heldMarks === null || heldMarks[at] === 0)) {
      if (own.bytes[at] !== held.bytes[at]) return false;
      continue;
    }
    const cell = own.cellAt(at);
    const other = held.cellAt(at);
    if (cell !== null && other !== null && cell.size === other.size && at + cell.size <= end) {
      if (!isSame(cell.value, other.value)) return false;
      at += cell.size - 1;
      continue;
    }
    const one = own.readByte(at, memory);
    const two = held.readByte(at, memory);
    if (one !== two && !(one instanceof Term && two instanceof Term && one === two)) return false;
  }
  return true;
}

function sameInputs(a: Chain<InputRecord> | null, b: Chain<InputRecord> | null): boolean {
  let left = a;
  let right = b;
  while (left !== right) {
    if (left === null || right === null || left.item.term !== right.item.term) return false;
    left = left.rest;
    right = right.rest;
  }
  return true;
}
