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
import { type Axis, type Box, EVERYTHING, meet, withoutContained } from './boxes.ts';
import { ChoiceLifter } from './choices.ts';
import { Factoring } from './factored.ts';
import { commonPart } from './intervals.ts';
import { conjunctsOf, LiteralReader, type QuantityLiteral } from './literals.ts';
import { rangeCondition } from './one-range.ts';
import { maskedValues, remainders } from './possible-values.ts';

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
