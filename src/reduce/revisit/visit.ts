/** A place that was explored to its end, with all that was looked at from there on, and whether a state agrees with it. */
import type { Memory } from '../../machine/memory/memory.ts';
import type { ObjectState } from '../../machine/memory/object-state.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { Chain, Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { PathCondition } from '../../solver/solver.ts';
import type { Derivation } from './derivations.ts';
import type { KnownValues } from './known-values.ts';
import { EXACT_SIZE, type StateNeeds } from './needs.ts';
import { canBeRenamed, isSameValue, ObjectNames } from './object-names.ts';
import { isShownAlike, type ShownSoFar, type WatchedOutputs } from './outcome-keeper.ts';
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

/** An object, and what it was in the visit's state. */
interface HeldObject {
  readonly object: MemoryObject;
  readonly held: ObjectState | undefined;
}

/** Compares what a state has for an object with what the visit held. */
type ObjectTest = (
  own: ObjectState | undefined,
  held: ObjectState | undefined,
  id: number,
  memory: Memory,
  names: ObjectNames | null,
) => boolean;

/** A register, what it held, and what of it is looked at. */
interface DerivedRegister {
  readonly depth: number;
  readonly register: number;
  readonly value: Value;
  readonly derivations: readonly Derivation[];
}

/** For a state that agrees with a visit name by name. */
export const SAME_NAMES = new ObjectNames();

export class ExploredVisit {
  /** Depth and number of each register, and what it held. */
  private readonly registers: Int32Array;
  private readonly values: readonly Value[];
  /** Objects whose bytes are looked at, with the ranges, and those whose size and life is. */
  private readonly contents: readonly HeldObject[];
  private readonly sized: readonly HeldObject[];
  /** Those of which something is looked at that is derived from a cell. */
  private readonly cells: readonly HeldObject[];
  private readonly derived: DerivedRegister[] = [];
  private readonly varargs: readonly (readonly [number, Frame['varargs']])[];
  readonly known: PathCondition;
  private readonly memory: Pick<Memory, 'heapTop' | 'stackTop'>;
  /** Where objects lay that pointers lead to, if addresses are looked at. */
  private readonly bases: readonly (readonly [MemoryObject, number | undefined])[];
  private readonly inputs: Chain<InputRecord> | null;
  private readonly stdinUsed: number;
  /** What the path had shown so far. */
  private readonly shown: ShownSoFar;
  /** Whether what failed to be the same might be, under other names. */
  private mayDifferInNames = false;
  /** While a state is compared that may hold other values which are known to be the same. */
  private knownValues: KnownValues | null = null;
  private knownKeys: ReadonlyMap<VisitLocation, number | null> | null = null;

  constructor(
    readonly fork: Pick<TreeFork, 'known' | 'work' | 'outcomes'>,
    readonly needs: StateNeeds,
    { frame, memory, inputs, stdinUsed, shown }: Snapshot,
    objects: Readonly<Record<number, MemoryObject>>,
  ) {
    const frames = framesOf(frame);
    const registers: number[] = [];
    const values: Value[] = [];
    needs.forEachRegister((depth, register) => {
      registers.push(depth, register);
      values.push(frames[depth].registers[register]);
    });
    this.registers = Int32Array.from(registers);
    this.values = values;
    for (let depth = 0; depth < needs.derived.length; depth++) {
      for (const register of needs.derived[depth]?.keys() ?? []) {
        const derivations = needs.derivedOf(depth, register);
        if (derivations.length === 0) continue;
        this.derived.push({ depth, register, value: frames[depth].registers[register], derivations });
      }
    }
    const held = (id: number) => ({ object: objects[id], held: memory.get(objects[id]) });
    const contents: HeldObject[] = [];
    const sized: HeldObject[] = [];
    const cells: HeldObject[] = [];
    for (const [id, { ranges, cells: derived, least }] of needs.objects) {
      const object = held(id);
      if (ranges.length > 0) contents.push(object);
      if (least >= 0) sized.push(object);
      if (derived.length > 0) cells.push(object);
    }
    this.contents = contents;
    this.sized = sized;
    this.cells = cells;
    this.varargs = [...needs.varargs].map((depth) => [depth, frames[depth].varargs] as const);
    this.known = fork.known;
    this.bases = needs.addresses ? this.pointees().map((object) => [object, memory.get(object)?.base] as const) : [];
    this.memory = { heapTop: memory.heapTop, stackTop: memory.stackTop };
    this.inputs = inputs;
    this.stdinUsed = stdinUsed;
    this.shown = shown;
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
      // A block that may have another name tells nothing apart.
      if (held === undefined || canBeRenamed(object)) continue;
      const { ranges } = this.needs.objects.get(object.id)!;
      for (let i = 0; i < ranges.length; i += 2) {
        const end = Math.min(ranges[i + 1], held.size, ranges[i] + MOST_BYTES);
        for (let at = Math.ceil(ranges[i] / WORD) * WORD; at + WORD <= end; at += WORD) {
          keys.set(wordLocation(object.id, at), keyOfWord(held, at));
        }
      }
    }
    return keys;
  }

  /**
   * Whether the state holds the same in everything that is looked at, under the same names or under others: then the names
   * are given. Values that are not the same may be known to be (`values`, then with reasons).
   */
  agreesWith(state: State, frames: readonly Frame[], values: KnownValues | null): ObjectNames | null {
    this.mayDifferInNames = false;
    this.knownValues = values;
    values?.reasons.clear();
    if (this.compare(state, frames, null)) return SAME_NAMES;
    if (!this.mayDifferInNames || this.needs.addresses) return null;
    values?.reasons.clear();
    const names = new ObjectNames();
    return this.compare(state, frames, names) ? names : null;
  }

  /** Whether the state's path has shown the same so far. */
  hasShown(state: ShownSoFar, watched: WatchedOutputs): boolean {
    return isShownAlike(this.shown, state, watched);
  }

  private compare(state: State, frames: readonly Frame[], names: ObjectNames | null): boolean {
    const { registers, values, needs } = this;
    for (let i = 0; i < values.length; i++) {
      const value = frames[registers[2 * i]].registers[registers[2 * i + 1]];
      if ((names !== null || value !== values[i]) && !this.isSame(value, values[i], names)) return false;
    }
    for (const { depth, register, value, derivations } of this.derived) {
      const own = frames[depth].registers[register];
      if (!this.isSame(own, value, names) && !this.areSameFor(derivations, own, value)) return false;
    }
    for (const [depth, held] of this.varargs) {
      const own = frames[depth].varargs;
      if (own === held && names === null) continue;
      if (own.length !== held.length || own.some(({ value }, i) => !this.isSame(value, held[i].value, names)))
        return false;
    }
    if (needs.stdin && state.stdinUsed !== this.stdinUsed) return false;
    if (needs.inputs && !sameInputs(state.inputs, this.inputs)) return false;
    if (needs.addresses && !this.hasSameAddresses(state)) return false;
    const { memory } = state;
    return (
      this.areContentsSame(memory, names) &&
      this.sized.every((each) => this.agreesOn(memory, each, names, this.hasSameSize)) &&
      this.cells.every((each) => this.agreesOn(memory, each, names, this.derivesSame))
    );
  }

  /** Objects are compared when it is known what stands for them; where nothing leads to one, it stands for itself. */
  private areContentsSame(memory: Memory, names: ObjectNames | null): boolean {
    const agrees = (each: HeldObject) => this.agreesOn(memory, each, names, this.holdsSame);
    if (names === null) return this.contents.every(agrees);
    let open = this.contents;
    while (open.length > 0) {
      const later = open.filter(({ object }) => names.get(object) === undefined);
      const now = later.length < open.length ? open.filter((each) => !later.includes(each)) : [later.shift()!];
      if (!now.every(agrees)) return false;
      open = later;
    }
    return true;
  }

  /** Whether what stands for an object passes a test against what the visit held. */
  private agreesOn(memory: Memory, { object, held }: HeldObject, names: ObjectNames | null, test: ObjectTest): boolean {
    const named = names === null ? object : names.standIn(object);
    if (named !== null && test.call(this, memory.get(named), held, object.id, memory, names)) return true;
    this.mayDifferInNames ||= canBeRenamed(object);
    return false;
  }

  private hasSameSize(own: ObjectState | undefined, held: ObjectState | undefined, id: number): boolean {
    if (own === held) return true;
    if (own === undefined || held === undefined || own.alive !== held.alive) return false;
    const { least } = this.needs.objects.get(id)!;
    return least === EXACT_SIZE ? own.size === held.size : own.size >= least;
  }

  private holdsSame(
    own: ObjectState | undefined,
    held: ObjectState | undefined,
    id: number,
    memory: Memory,
    names: ObjectNames | null,
  ): boolean {
    // With names, pointers in it have to be followed even so.
    if (own === held && (names === null || own === undefined || own.cells === null)) return true;
    if (own === undefined || held === undefined) return false;
    const { ranges } = this.needs.objects.get(id)!;
    for (let i = 0; i < ranges.length; i += 2) {
      const end = Math.min(ranges[i + 1], held.size);
      if (end > own.size || (ranges[i + 1] > held.size && own.size !== held.size)) return false;
      if (!this.areSame(own, held, ranges[i], end, memory, names)) return false;
    }
    return true;
  }

  private derivesSame(
    own: ObjectState | undefined,
    held: ObjectState | undefined,
    id: number,
    memory: Memory,
    names: ObjectNames | null,
  ): boolean {
    if (own === held && names === null) return true;
    if (own === undefined || held === undefined) return false;
    return this.needs.objects.get(id)!.cells.every(({ offset, size, derivations }) => {
      const one = valueAt(own, offset, size);
      const two = valueAt(held, offset, size);
      if (one === null || two === null) {
        const end = offset + size;
        return (
          own === held || (end <= Math.min(own.size, held.size) && this.areSame(own, held, offset, end, memory, names))
        );
      }
      return this.isSame(one, two, names) || this.areSameFor(derivations, one, two);
    });
  }

  /** Compares bytes that both objects have. */
  private areSame(
    own: ObjectState,
    held: ObjectState,
    start: number,
    end: number,
    memory: Memory,
    names: ObjectNames | null,
  ): boolean {
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
        if (!this.isSame(cell.value, other.value, names)) return false;
        at += cell.size - 1;
        continue;
      }
      // A part of a pointer: its name cannot be another one, and a stand-in has no address.
      if (isPartOfStandIn(held, at)) return false;
      const one = own.readByte(at, memory);
      const two = held.readByte(at, memory);
      if (one !== two && this.knownValues?.areSame(one, two, null) !== true) return false;
    }
    return true;
  }

  private areSameFor(derivations: readonly Derivation[], one: Value, two: Value): boolean {
    return derivations.every((each) => each.isSameFor(one, two) || this.knownValues?.areSame(one, two, each) === true);
  }

  private isSame(own: Value, held: Value, names: ObjectNames | null): boolean {
    if (isSameValue(own, held, names)) return true;
    if (names === null && own instanceof Pointer && held instanceof Pointer && own.offset === held.offset) {
      this.mayDifferInNames ||= canBeRenamed(own.object) && canBeRenamed(held.object);
      return false;
    }
    return this.knownValues?.areSame(own, held, null) === true;
  }

  /** Objects made from here on come to lie at the same addresses, and those that are looked at do already. */
  private hasSameAddresses({ memory }: State): boolean {
    if (memory.heapTop !== this.memory.heapTop || memory.stackTop !== this.memory.stackTop) return false;
    return this.bases.every(([object, base]) => memory.get(object)?.base === base);
  }

  private pointees(): MemoryObject[] {
    const found = [...this.sized, ...this.contents, ...this.cells].map(({ object }) => object);
    const visit = (value: Value) => {
      if (value instanceof Pointer) found.push(value.object);
      else if (Array.isArray(value)) value.forEach(visit);
    };
    this.values.forEach(visit);
    for (const { value } of this.derived) visit(value);
    for (const { held } of this.contents) for (const { value } of held?.cells?.values() ?? []) visit(value);
    for (const [, held] of this.varargs) for (const { value } of held) visit(value);
    return found;
  }
}

/** Whether the byte belongs to a pointer to an object that no state has (sent-visits.ts). */
function isPartOfStandIn({ marks, cells }: ObjectState, offset: number): boolean {
  const value = cells?.get(offset + 1 - (marks?.[offset] ?? 0))?.value;
  return value instanceof Pointer && value.object.id < 0;
}

/** The number or pointer in a cell; null where there is something else. */
function valueAt(object: ObjectState, offset: number, size: number): Value | null {
  if (offset + size > object.size) return null;
  if (object.isConcrete(offset, size)) return object.readConcrete(offset, size);
  const cell = object.cellAt(offset);
  return cell !== null && cell.size === size ? cell.value : null;
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
