/**
 * What the rest of a path, or of all paths from a point on, looks at of the state there: registers of the frames on the
 * stack, bytes of objects, sizes and lives of objects, and what lies outside memory.
 */
import type { Term } from '../../expr/term.ts';
import type { Derivation } from './derivations.ts';
import type { Requirements } from './requirements.ts';

/** Instead of the end of an object whose size was not asked for. */
export const WHOLE_OBJECT = 0x7fff_ffff;

/** Instead of the least size of an object whose size was asked for: larger than any. */
export const EXACT_SIZE = 0x7fff_ffff;

/** Bytes as ascending, disjoint ranges: start, end, start, end, ... */
export type Ranges = number[];

/** Bytes that hold one number or pointer. */
export interface DerivedCell {
  readonly offset: number;
  readonly size: number;
  readonly derivations: readonly Derivation[];
}

/** More things derived from one value are the value. */
const MOST_DERIVATIONS = 4;
const NONE: readonly Derivation[] = [];

/** What is needed of one object. */
class ObjectNeeds {
  ranges: Ranges = [];
  /** Cells of which only something derived is needed. */
  cells: DerivedCell[] = [];
  /** The size it must have at least, or EXACT_SIZE; -1 where its size and life do not matter. */
  least = -1;

  constructor(
    /** Who may change it; others have to copy it first. */
    readonly owner: StateNeeds,
  ) {}

  copyFor(owner: StateNeeds): ObjectNeeds {
    const copy = new ObjectNeeds(owner);
    copy.ranges = this.ranges.slice();
    copy.cells = this.cells.slice();
    copy.least = this.least;
    return copy;
  }

  addCell({ offset, size }: Pick<DerivedCell, 'offset' | 'size'>, derivation: Derivation | null): void {
    const at = derivation === null ? -1 : this.indexOf(offset, size);
    const known = at < 0 ? NONE : this.cells[at].derivations;
    if (derivation === null) addRange(this.ranges, offset, offset + size);
    else if (known.includes(derivation)) return;
    else if (known.length >= MOST_DERIVATIONS) addRange(this.ranges, offset, offset + size);
    else if (at < 0) this.cells.push({ offset, size, derivations: [derivation] });
    else this.cells[at] = { offset, size, derivations: [...known, derivation] };
  }

  indexOf(offset: number, size: number): number {
    const { cells } = this;
    for (let i = 0; i < cells.length; i++) if (cells[i].offset === offset && cells[i].size === size) return i;
    return -1;
  }

  /** Cells in the range are needed wholly from now on. */
  wholeCells(start: number, end: number): void {
    const { cells } = this;
    for (let i = cells.length - 1; i >= 0; i--) {
      const { offset, size } = cells[i];
      if (offset >= end || offset + size <= start) continue;
      cells.splice(i, 1);
      addRange(this.ranges, offset, offset + size);
    }
  }
}

export class StateNeeds {
  /** Per depth of the frame a set of bits. */
  readonly registers: (Uint32Array | undefined)[] = [];
  /** Depths of frames whose variable arguments matter. */
  readonly varargs = new Set<number>();
  /** Per depth, registers of which only something derived is needed. */
  readonly derived: (Map<number, Derivation[]> | undefined)[] = [];
  /** By object id. Shared with those it was copied from until they are changed: most never are. */
  readonly objects = new Map<number, ObjectNeeds>();
  /** The object that was changed last: accesses come in runs. */
  private lastId = -1;
  private last!: ObjectNeeds;
  /** What must be known of the inputs (requirements.ts). */
  required: Requirements = new Set<Term>();
  /** Inputs are made: their names depend on those made before. */
  inputs = false;
  stdin = false;
  /** Addresses were looked at as numbers: new objects must come to lie where they did. */
  addresses = false;

  /** A copy that may be changed; this one may not be any longer. */
  clone(): StateNeeds {
    const copy = new StateNeeds();
    copy.addAll(this);
    return copy;
  }

  /** All of both; the other may not be changed any longer. */
  addAll(other: StateNeeds): void {
    for (let depth = 0; depth < other.registers.length; depth++) {
      const bits = other.registers[depth];
      if (bits === undefined) continue;
      const own = this.registers[depth];
      if (own === undefined) this.registers[depth] = bits.slice();
      else if (own.length >= bits.length) for (let i = 0; i < bits.length; i++) own[i] |= bits[i];
      else {
        const merged = bits.slice();
        for (let i = 0; i < own.length; i++) merged[i] |= own[i];
        this.registers[depth] = merged;
      }
    }
    for (let depth = 0; depth < other.derived.length; depth++) {
      const all = other.derived[depth];
      if (all === undefined) continue;
      for (const [register, derivations] of all) for (const each of derivations) this.addDerived(depth, register, each);
    }
    for (const depth of other.varargs) this.varargs.add(depth);
    for (const [object, needs] of other.objects) this.addObjectNeeds(object, needs);
    for (const each of other.required) this.required.add(each);
    this.inputs ||= other.inputs;
    this.stdin ||= other.stdin;
    this.addresses ||= other.addresses;
  }

  private addObjectNeeds(object: number, other: ObjectNeeds): void {
    const known = this.objects.get(object);
    if (known === other) return;
    if (known === undefined) {
      this.objects.set(object, other);
      return;
    }
    const own = this.ofObject(object);
    const { ranges, cells, least } = other;
    for (let i = 0; i < ranges.length; i += 2) addRange(own.ranges, ranges[i], ranges[i + 1]);
    for (const cell of cells) for (const each of cell.derivations) own.addCell(cell, each);
    if (least > own.least) own.least = least;
  }

  /** To be changed. */
  private ofObject(id: number): ObjectNeeds {
    if (id === this.lastId) return this.last;
    let needs = this.objects.get(id);
    if (needs === undefined || needs.owner !== this) {
      needs = needs === undefined ? new ObjectNeeds(this) : needs.copyFor(this);
      this.objects.set(id, needs);
    }
    this.lastId = id;
    this.last = needs;
    return needs;
  }

  addRegister(depth: number, register: number): void {
    let bits = this.registers[depth];
    const word = register >>> 5;
    if (bits === undefined) {
      bits = new Uint32Array(word + 2);
      this.registers[depth] = bits;
    } else if (word >= bits.length) {
      const longer = new Uint32Array(word + 2);
      longer.set(bits);
      bits = longer;
      this.registers[depth] = bits;
    }
    bits[word] |= 1 << (register & 31);
  }

  /** Registers that are needed wholly; those of the innermost frame first: it is where states differ. */
  forEachRegister(visit: (depth: number, register: number) => void): void {
    for (let depth = this.registers.length - 1; depth >= 0; depth--) {
      const bits = this.registers[depth];
      if (bits === undefined) continue;
      for (let word = 0; word < bits.length; word++) {
        for (let rest = bits[word]; rest !== 0; rest &= rest - 1)
          visit(depth, word * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
  }

  /** Something derived from the register is needed; null for the register itself. */
  addDerived(depth: number, register: number, derivation: Derivation | null): void {
    if (this.hasExactly(depth, register)) return;
    const all = (this.derived[depth] ??= new Map());
    const known = all.get(register);
    if (
      derivation === null ||
      (known !== undefined && known.length >= MOST_DERIVATIONS && !known.includes(derivation))
    ) {
      all.delete(register);
      this.addRegister(depth, register);
    } else if (known === undefined) all.set(register, [derivation]);
    else if (!known.includes(derivation)) all.set(register, [...known, derivation]);
  }

  /** What is needed of the register if not all of it; nothing of it is any longer. */
  takeDerived(depth: number, register: number): readonly Derivation[] {
    const all = this.derived[depth];
    if (all === undefined || all.size === 0) return NONE;
    const known = all.get(register);
    if (known === undefined) return NONE;
    all.delete(register);
    return this.hasExactly(depth, register) ? NONE : known;
  }

  derivedOf(depth: number, register: number): readonly Derivation[] {
    return this.hasExactly(depth, register) ? NONE : (this.derived[depth]?.get(register) ?? NONE);
  }

  addCell(object: number, offset: number, size: number, derivation: Derivation | null): void {
    this.ofObject(object).addCell({ offset, size }, derivation);
  }

  /** What is needed of exactly this cell, if not all of it; nothing of it is any longer. Cells that overlap are needed wholly. */
  takeCell(object: number, offset: number, size: number): readonly Derivation[] {
    const known = this.objects.get(object);
    if (known === undefined || known.cells.length === 0) return NONE;
    const needs = this.ofObject(object);
    const at = needs.indexOf(offset, size);
    const found = at < 0 ? NONE : needs.cells.splice(at, 1)[0].derivations;
    needs.wholeCells(offset, offset + size);
    return found;
  }

  /** Whether the register is needed, or something derived from it. */
  hasRegister(depth: number, register: number): boolean {
    return this.hasExactly(depth, register) || this.derived[depth]?.has(register) === true;
  }

  private hasExactly(depth: number, register: number): boolean {
    const bits = this.registers[depth];
    const word = register >>> 5;
    return bits !== undefined && word < bits.length && (bits[word] & (1 << (register & 31))) !== 0;
  }

  /** Whether it was needed; it no longer is. */
  takeRegister(depth: number, register: number): boolean {
    const derived = this.derived[depth];
    const hadDerived = derived !== undefined && derived.size > 0 && derived.delete(register);
    const bits = this.registers[depth];
    const word = register >>> 5;
    if (bits === undefined || word >= bits.length) return hadDerived;
    const bit = 1 << (register & 31);
    if ((bits[word] & bit) === 0) return hadDerived;
    bits[word] &= ~bit;
    return true;
  }

  /** The frame at this depth does not exist yet. */
  leaveFrame(depth: number): void {
    this.registers[depth]?.fill(0);
    this.derived[depth]?.clear();
    this.varargs.delete(depth);
  }

  addBytes(object: number, start: number, end: number): void {
    addRange(this.ofObject(object).ranges, start, end);
  }

  /** Whether some of the bytes are needed; if only something derived from them is, they are from now on. */
  hasBytes(object: number, start: number, end: number): boolean {
    const known = this.objects.get(object);
    if (known === undefined) return false;
    if (known.cells.length > 0) this.ofObject(object).wholeCells(start, end);
    return overlaps(this.objects.get(object)!.ranges, start, end);
  }

  /** The needed ones among the bytes; they no longer are. */
  takeBytes(object: number, start: number, end: number): Ranges | null {
    const known = this.objects.get(object);
    if (known === undefined || (known.cells.length === 0 && !overlaps(known.ranges, start, end))) return null;
    const needs = this.ofObject(object);
    needs.wholeCells(start, end);
    return removeRange(needs.ranges, start, end);
  }

  /** The object must be alive and have at least that size. */
  addObject(object: number, size: number): void {
    const known = this.objects.get(object);
    if (known === undefined || known.least < size) this.ofObject(object).least = size;
  }

  /** The same of a state whose objects have other names; those that are not in the map keep theirs. */
  renamed(names: ReadonlyMap<number, number>): StateNeeds {
    const copy = this.clone();
    copy.objects.clear();
    for (const [object, needs] of this.objects) copy.objects.set(names.get(object) ?? object, needs);
    return copy;
  }

  /** The object does not exist yet. */
  leaveObject(object: number): void {
    this.objects.delete(object);
    if (object === this.lastId) this.lastId = -1;
  }
}

function addRange(ranges: Ranges, start: number, end: number): void {
  let from = 0;
  while (from < ranges.length && ranges[from + 1] < start) from += 2;
  let to = from;
  let low = start;
  let high = end;
  while (to < ranges.length && ranges[to] <= end) {
    if (ranges[to] < low) low = ranges[to];
    if (ranges[to + 1] > high) high = ranges[to + 1];
    to += 2;
  }
  if (to === from + 2) {
    ranges[from] = low;
    ranges[from + 1] = high;
  } else ranges.splice(from, to - from, low, high);
}

function overlaps(ranges: Ranges, start: number, end: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i] < end && ranges[i + 1] > start) return true;
  return false;
}

/** Takes a range out; what was taken, or null. */
function removeRange(ranges: Ranges, start: number, end: number): Ranges | null {
  let taken: Ranges | null = null;
  for (let i = 0; i < ranges.length; ) {
    const low = ranges[i];
    const high = ranges[i + 1];
    if (high <= start) {
      i += 2;
      continue;
    }
    if (low >= end) break;
    taken ??= [];
    taken.push(Math.max(low, start), Math.min(high, end));
    if (low < start && high > end) {
      ranges.splice(i, 2, low, start, end, high);
      break;
    }
    if (low < start) {
      ranges[i + 1] = start;
      i += 2;
    } else if (high > end) {
      ranges[i] = end;
      break;
    } else ranges.splice(i, 2);
  }
  return taken;
}
