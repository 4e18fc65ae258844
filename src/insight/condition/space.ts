/**
 * The space of inputs as conditions see it: one axis per quantity they speak of, its values cut into the blocks that they tell
 * apart. A box allows some blocks of some axes; what it does not mention is free. Every condition is a union of boxes, and questions
 * about boxes are questions about bit masks: no solver is asked.
 *
 * Axes may depend on each other (`x` and `x + y`), which boxes do not know: two boxes that are apart really are, two that meet may not.
 */
import { inputCells } from '../../expr/inputs.ts';
import { Kind } from '../../expr/kinds.ts';
import { maskOf } from '../../expr/scalar.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { InternalError } from '../../program/errors.ts';
import type { Solver } from '../../solver/solver.ts';
import { ChoiceLifter } from './choices.ts';
import { Factoring } from './factored.ts';
import { commonPart, type Interval, joined } from './intervals.ts';
import { conjunctsOf, LiteralReader, type QuantityLiteral } from './literals.ts';
import { rangeCondition } from './one-range.ts';

export interface Axis {
  readonly index: number;
  readonly kind: QuantityLiteral['kind'];
  /** The quantity, or the first of two that are compared. */
  readonly of: Term;
  readonly other: Term | null;
  /** Whether numbers are compared as signed ones; null where only equality counts. */
  signed: boolean | null;
  /** For values: what the blocks hold, ascending; values that the assumptions exclude are in none. */
  blocks: Interval[];
  /** All blocks. */
  full: bigint;
}

/** By the index of an axis, which of its blocks are allowed; axes that are free are left out. */
export type Box = ReadonlyMap<number, bigint>;

export const EVERYTHING: Box = new Map();

/** Longer ranges are told by their ends. */
const MOST_LISTED = 16n;
/** A condition that has more alternatives is one axis of its own. */
const MOST_ALTERNATIVES = 24;

/** How many alternatives stand for all where they are too many. */
const MOST_SHOWN = 5;

function fewest(boxes: readonly Box[]): Box[] {
  return withoutContained(boxes)
    .sort((x, y) => x.size - y.size)
    .slice(0, MOST_SHOWN);
}

export class Space {
  readonly axes: Axis[] = [];
  private readonly byKey = new Map<string, Axis>();
  private readonly literals: LiteralReader;
  private readonly choices: ChoiceLifter;
  private readonly factoring: Factoring;
  /** The alternatives of conditions, and of their opposites; null for too many. */
  private readonly whenTrue = new Map<Term, Box[] | null>();
  private readonly whenFalse = new Map<Term, Box[] | null>();
  private readonly someTrue = new Map<Term, Box[]>();
  private readonly someFalse = new Map<Term, Box[]>();

  /** `conditions` are all that will be asked about: they decide which blocks there are. */
  constructor(
    private readonly terms: Terms,
    conditions: readonly (readonly Term[])[],
    given: readonly Term[],
    solver: Solver | null = null,
  ) {
    this.literals = new LiteralReader(terms, given, solver);
    this.choices = new ChoiceLifter(terms);
    this.factoring = new Factoring(terms);
    const cuts = new Map<Axis, Set<bigint>>();
    const seen = new Set<Term>();
    const literals: QuantityLiteral[] = [];
    const visit = (term: Term): void => {
      if (seen.has(term)) return;
      seen.add(term);
      const parts = this.partsOf(term);
      if (parts !== null) for (const part of parts) visit(part);
      else literals.push(this.literals.read(term));
    };
    for (const condition of conditions) for (const term of this.conjuncts(condition)) visit(term);
    // Equality does not say how numbers are compared: it joins an axis that knows.
    literals.sort((x, y) => Number(isEquality(x)) - Number(isEquality(y)));
    for (const literal of literals) {
      const axis = this.axisOf(literal);
      if (literal.kind !== 'values') continue;
      const at = cuts.get(axis) ?? new Set();
      cuts.set(axis, at);
      for (const [from, to] of literal.allowed) {
        at.add(from);
        at.add(to + 1n);
      }
    }
    for (const [axis, at] of cuts) this.cut(axis, at);
  }

  private cut(axis: Axis, at: ReadonlySet<bigint>): void {
    const known = this.literals.domainOf(axis.of) ?? [[0n, maskOf(axis.of.width)]];
    const bits = maskedValues(axis.of);
    const left = remainders(axis.of);
    const all = bits === null ? known : commonPart(known, bits);
    const borders = [...at].sort((x, y) => (x < y ? -1 : 1));
    for (const [from, to] of all) {
      let start = from;
      for (const border of borders) {
        if (border <= start || border > to) continue;
        axis.blocks.push([start, border - 1n]);
        start = border;
      }
      axis.blocks.push([start, to]);
    }
    if (left !== null) axis.blocks = axis.blocks.filter((block) => commonPart([block], left).length > 0);
    axis.full = (1n << BigInt(axis.blocks.length)) - 1n;
  }

  private axisOf(literal: QuantityLiteral): Axis {
    const [key, of, other] = this.keyOf(literal);
    const known = this.byKey.get(key);
    if (known !== undefined) {
      if (literal.kind === 'values' && literal.order !== null) known.signed ??= literal.order === 'signed';
      return known;
    }
    const signed =
      literal.kind === 'order'
        ? literal.signed
        : literal.kind === 'values' && literal.order !== null
          ? literal.order === 'signed'
          : null;
    const full = literal.kind === 'order' ? 7n : literal.kind === 'truth' ? 3n : 0n;
    const axis: Axis = { index: this.axes.length, kind: literal.kind, of, other, signed, blocks: [], full };
    this.axes.push(axis);
    this.byKey.set(key, axis);
    return axis;
  }

  private keyOf(literal: QuantityLiteral): [key: string, of: Term, other: Term | null] {
    if (literal.kind !== 'order') return [`${literal.kind} ${literal.of.id}`, literal.of, null];
    const { left, right, signed } = literal;
    const key = (as: boolean | null) => `order ${left.id} ${right.id} ${as}`;
    if (signed !== null) return [key(signed), left, right];
    const used = [true, false].find((each) => this.byKey.has(key(each)));
    return [key(used ?? null), left, right];
  }

  private conjuncts(conditions: readonly Term[]): Term[] {
    return conditions
      .map((each) => this.factoring.factored(this.choices.withoutChoices(each)))
      .flatMap((each) => conjunctsOf(each));
  }

  /** Conditions that a condition is made of; null for a literal. */
  private partsOf(term: Term): Term[] | null {
    if (term.width !== 1) return null;
    if (term.kind === Kind.not) {
      const { kind } = term.a!;
      return kind === Kind.and || kind === Kind.or || kind === Kind.ite || kind === Kind.not
        ? this.partsOf(term.a!)
        : null;
    }
    const isJoint = term.kind === Kind.and || term.kind === Kind.or || term.kind === Kind.ite;
    if (!isJoint || this.literals.read(term).kind === 'values') return null;
    return [term.a!, term.b!, ...(term.c === null ? [] : [term.c])];
  }

  /**
   * The boxes of a conjunction. Where they would be too many, conjuncts with several alternatives are axes of their own: n conditions are
   * read sooner than their 3^n combinations.
   */
  boxesOf(conditions: readonly Term[]): Box[] {
    const conjuncts = this.conjuncts(conditions);
    let boxes: Box[] | null = [EVERYTHING];
    for (const term of conjuncts) {
      boxes = this.product(boxes, this.alternatives(term, true));
      if (boxes === null) break;
    }
    if (boxes !== null) return boxes;
    boxes = [EVERYTHING];
    for (const term of conjuncts) {
      const alternatives = this.alternatives(term, true);
      const own =
        alternatives?.length === 1 ? alternatives : this.boxOf({ kind: 'truth', of: term, allowed: true }, true);
      boxes = this.product(boxes, own)!;
    }
    return boxes;
  }

  /** The boxes of a condition that is an axis of its own; null where they are too many, or it has no parts. */
  alternativesOf({ kind, of }: Axis, mask: bigint): readonly Box[] | null {
    if (kind !== 'truth' || this.partsOf(of) === null) return null;
    return this.alternatives(of, mask === TRUE_BLOCK);
  }

  private product(left: readonly Box[], right: readonly Box[] | null): Box[] | null {
    if (right === null || left.length * right.length > MOST_ALTERNATIVES * MOST_ALTERNATIVES) return null;
    const both = left.flatMap((one) => right.map((other) => meet(one, other)).filter((box) => box !== null));
    const distinct = withoutContained(both);
    return distinct.length > MOST_ALTERNATIVES ? null : distinct;
  }

  /** Parts of large conditions are shared many times over: each is looked at once. */
  private alternatives(term: Term, wanted: boolean): Box[] | null {
    const known = wanted ? this.whenTrue : this.whenFalse;
    let found = known.get(term);
    if (found === undefined) known.set(term, (found = this.findAlternatives(term, wanted)));
    return found;
  }

  private findAlternatives(term: Term, wanted: boolean): Box[] | null {
    if (this.partsOf(term) === null) return this.boxOf(this.literals.read(term), wanted);
    if (term.kind === Kind.not) return this.alternatives(term.a!, !wanted);
    if (term.kind === Kind.ite) {
      const when = (side: boolean, value: Term) =>
        this.both(this.alternatives(term.a!, side), this.alternatives(value, wanted));
      return this.either(when(true, term.b!), when(false, term.c!));
    }
    const left = this.alternatives(term.a!, wanted);
    const right = left === null ? null : this.alternatives(term.b!, wanted);
    return (term.kind === Kind.and) === wanted ? this.both(left, right) : this.either(left, right);
  }

  private both(left: Box[] | null, right: Box[] | null): Box[] | null {
    return left === null ? null : this.product(left, right);
  }

  private either(left: Box[] | null, right: Box[] | null): Box[] | null {
    if (left === null || right === null) return null;
    const all = withoutContained([...left, ...right]);
    return all.length > MOST_ALTERNATIVES ? null : all;
  }

  /** Whether a condition that is an axis of its own has more alternatives than can be told. */
  isManifold({ kind, of }: Axis, mask: bigint): boolean {
    return kind === 'truth' && this.partsOf(of) !== null && this.alternatives(of, mask === TRUE_BLOCK) === null;
  }

  /** Some parts of a box that can be told, those with the fewest conditions. */
  someBoxesOf(box: Box): Box[] {
    let boxes: Box[] = [EVERYTHING];
    for (const [index, mask] of box) {
      const axis = this.axes[index];
      const own = this.isManifold(axis, mask) ? this.some(axis.of, mask === TRUE_BLOCK) : [new Map([[index, mask]])];
      boxes = fewest(boxes.flatMap((one) => own.map((other) => meet(one, other)).filter((each) => each !== null)));
    }
    return boxes;
  }

  private some(term: Term, wanted: boolean): Box[] {
    const known = wanted ? this.someTrue : this.someFalse;
    let found = known.get(term);
    if (found === undefined)
      known.set(term, (found = fewest(this.alternatives(term, wanted) ?? this.findSome(term, wanted))));
    return found;
  }

  private findSome(term: Term, wanted: boolean): Box[] {
    const both = (left: readonly Box[], right: readonly Box[]) =>
      left.flatMap((one) => right.map((other) => meet(one, other)).filter((box) => box !== null));
    const { kind, a, b, c } = term;
    if (kind === Kind.not) return this.some(a!, !wanted);
    if (kind === Kind.ite)
      return [
        ...both(this.some(a!, true), this.some(b!, wanted)),
        ...both(this.some(a!, false), this.some(c!, wanted)),
      ];
    const [left, right] = [this.some(a!, wanted), this.some(b!, wanted)];
    return (kind === Kind.and) === wanted ? both(left, right) : [...left, ...right];
  }

  private boxOf(literal: QuantityLiteral, wanted: boolean): Box[] {
    const axis = this.axisOf(literal);
    const positive = maskFor(literal, axis);
    const mask = wanted ? positive : axis.full & ~positive;
    if (mask === 0n) return [];
    return [mask === axis.full ? EVERYTHING : new Map([[axis.index, mask]])];
  }

  /** Numbers and bytes that an axis is about. */
  inputsOf({ of, other }: Axis): string[] {
    const cells = other === null ? inputCells(of) : [...inputCells(of), ...inputCells(other)];
    return cells.map(({ input, index }) => `${input.id} ${index}`);
  }

  /** How much there is to read about the allowed blocks of an axis, told by them or by the others. */
  weightOf(index: number, mask: bigint): number {
    const { kind, full } = this.axes[index];
    if (kind !== 'values') return 1;
    const excluded = this.runs(index, full & ~mask);
    const isShort = excluded.length === 1 || excluded.every((each) => each <= MOST_LISTED);
    const sum = (values: readonly bigint[]) =>
      values.reduce((total, each) => total + (each <= MOST_LISTED ? Number(each) : 2), 0);
    return Math.min(sum(this.runs(index, mask)), isShort ? sum(excluded) + 0.5 : Number.POSITIVE_INFINITY);
  }

  /** How many values each run of allowed blocks has. */
  private runs(index: number, mask: bigint): bigint[] {
    const { blocks } = this.axes[index];
    const lengths: bigint[] = [];
    for (let i = 0; i < blocks.length; i++) {
      if (((mask >> BigInt(i)) & 1n) === 0n) continue;
      const first = i;
      while (((mask >> BigInt(i + 1)) & 1n) === 1n) i++;
      lengths.push(blocks[i][1] - blocks[first][0] + 1n);
    }
    return lengths;
  }

  /** What a box says, one term per axis. */
  conditionsOf(box: Box): Term[] {
    return [...box].map(([index, mask]) => this.conditionOn(this.axes[index], mask));
  }

  conditionOn(axis: Axis, mask: bigint): Term {
    const { terms } = this;
    const { of, other, signed } = axis;
    if (axis.kind === 'truth') return mask === TRUE_BLOCK ? of : terms.not(of);
    if (axis.kind === 'order') return orderTerm(of, other!, signed !== false, mask, terms);
    const blocks = axis.blocks.filter((_, i) => (mask >> BigInt(i)) & 1n);
    return terms.orAll(blocks.map((block) => rangeCondition(of, block, terms)));
  }
}

/** Of so many bits all values are listed. */
const MOST_BITS_LISTED = 6;

/** What `x & 0x201` can be: 0, 1, 0x200 or 0x201, and nothing between. Null where that is no list, and for anything else. */
export function maskedValues({ kind, b }: Term): Interval[] | null {
  if (kind !== Kind.and || b!.kind !== Kind.constant) return null;
  const mask = BigInt(b!.value);
  const bits = [...mask.toString(2)].reverse().flatMap((bit, i) => (bit === '1' ? [1n << BigInt(i)] : []));
  if (bits.length > MOST_BITS_LISTED) return null;
  let values = [0n];
  for (const bit of bits) values = [...values, ...values.map((value) => value | bit)];
  return [...joined(values.map((value): Interval => [value, value]))];
}

/** What is left of a division by a constant; null for anything else. */
function remainders(term: Term): Interval[] | null {
  const { kind, b, width } = term;
  if (kind === Kind.extract && term.low === 0) {
    const inner = remainders(term.a!);
    // The lower bits of a small number are the number.
    const isSmall = inner?.every(
      ([from, to]) => to < 1n << BigInt(width - 1) || -from + maskOf(term.a!.width) < 1n << BigInt(width - 1),
    );
    return isSmall ? inner!.map(([from, to]) => [BigInt.asUintN(width, from), BigInt.asUintN(width, to)]) : null;
  }
  if ((kind !== Kind.srem && kind !== Kind.urem) || b!.kind !== Kind.constant) return null;
  const signed = kind === Kind.srem ? BigInt.asIntN(width, BigInt(b!.value)) : BigInt(b!.value);
  const most = (signed < 0n ? -signed : signed) - 1n;
  if (most < 0n) return null;
  if (kind === Kind.urem || most === 0n) return [[0n, most]];
  return [
    [0n, most],
    [maskOf(width) - most + 1n, maskOf(width)],
  ];
}

/** The blocks of a truth value. */
export const FALSE_BLOCK = 1n;
export const TRUE_BLOCK = 2n;

function isEquality(literal: QuantityLiteral): boolean {
  return literal.kind === 'order' && literal.signed === null;
}

function maskFor(literal: QuantityLiteral, { blocks }: Axis): bigint {
  if (literal.kind === 'truth') return literal.allowed ? TRUE_BLOCK : FALSE_BLOCK;
  if (literal.kind === 'order') {
    return literal.allowed.reduce((mask, allowed, i) => (allowed ? mask | (1n << BigInt(i)) : mask), 0n);
  }
  let mask = 0n;
  blocks.forEach((block, i) => {
    const [part] = commonPart([block], literal.allowed);
    if (part === undefined) return;
    if (part[0] !== block[0] || part[1] !== block[1])
      throw new InternalError('a condition cuts through a block of values');
    mask |= 1n << BigInt(i);
  });
  return mask;
}

/** `mask`: of less, equal, greater. */
function orderTerm(left: Term, right: Term, signed: boolean, mask: bigint, terms: Terms): Term {
  const less = (a: Term, b: Term) => (signed ? terms.slt(a, b) : terms.ult(a, b));
  switch (mask) {
    case 1n:
      return less(left, right);
    case 2n:
      return terms.eq(left, right);
    case 3n:
      return terms.not(less(right, left));
    case 4n:
      return less(right, left);
    case 5n:
      return terms.ne(left, right);
    default:
      return terms.not(less(left, right));
  }
}

/** What two boxes share; null when they are apart. */
export function meet(one: Box, other: Box): Box | null {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  const result = new Map(large);
  for (const [axis, mask] of small) {
    const both = mask & (result.get(axis) ?? mask);
    if (both === 0n) return null;
    result.set(axis, both);
  }
  return result;
}

export function areApart(one: Box, other: Box): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const [axis, mask] of small) {
    const theirs = large.get(axis);
    if (theirs !== undefined && (theirs & mask) === 0n) return true;
  }
  return false;
}

export function contains(outer: Box, inner: Box): boolean {
  for (const [axis, mask] of outer) {
    const theirs = inner.get(axis);
    if (theirs === undefined || (theirs & ~mask) !== 0n) return false;
  }
  return true;
}

/** Whether every part of a box lies in one of the others: what lies outside of the first that it meets must be in the rest. */
export function isCovered(box: Box, others: readonly Box[]): boolean {
  const first = others.findIndex((other) => !areApart(box, other));
  if (first < 0) return false;
  const rest = others.slice(first + 1);
  let inside = box;
  for (const [axis, allowed] of others[first]) {
    const mask = inside.get(axis);
    // A free axis: how much of it is left is not known here.
    if (mask === undefined) return isCovered(box, rest);
    const outside = mask & ~allowed;
    if (outside === 0n) continue;
    if (!isCovered(new Map(inside).set(axis, outside), rest)) return false;
    inside = new Map(inside).set(axis, mask & allowed);
  }
  return true;
}

export function withoutContained(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    if (result.some((known) => contains(known, box))) continue;
    for (let i = result.length - 1; i >= 0; i--) if (contains(box, result[i])) result.splice(i, 1);
    result.push(box);
  }
  return result;
}

/** Beyond this many boxes neighbours are not looked for. */
const MOST_JOINED = 500;

/** Boxes that differ on a single axis are one. */
export function withNeighboursJoined(boxes: readonly Box[], axes: readonly Axis[]): Box[] {
  const result = [...boxes];
  if (result.length > MOST_JOINED) return result;
  for (let i = 0; i < result.length; i++) {
    for (let k = i + 1; k < result.length; k++) {
      const both = joinedBox(result[i], result[k], axes);
      if (both === null) continue;
      result[i] = both;
      result.splice(k, 1);
      // What was joined may have become a neighbour of any other.
      i = -1;
      break;
    }
  }
  return result;
}

function joinedBox(one: Box, other: Box, axes: readonly Axis[]): Box | null {
  if (one.size !== other.size) return null;
  let differing: number | null = null;
  for (const [axis, mask] of one) {
    const theirs = other.get(axis);
    if (theirs === undefined) return null;
    if (theirs === mask) continue;
    if (differing !== null) return null;
    differing = axis;
  }
  if (differing === null) return one;
  const mask = one.get(differing)! | other.get(differing)!;
  const joint = new Map(one).set(differing, mask);
  if (mask === axes[differing].full) joint.delete(differing);
  return joint;
}
