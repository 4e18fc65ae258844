/**
 * What a condition says about one quantity. Literals in many shapes are about few quantities: `c > '/'`, `c - 48 < 10` and a look into
 * a table of character classes all allow some values of `c` and no others. A quantity is a term that is compared with constants (its
 * values are told apart), a pair of terms that are compared with each other (which is the smaller one), or anything else that is
 * true or false.
 *
 * Conversions and added constants are undone, so that the quantity is as near to the input as can be. A literal about a single input
 * of few values (a byte; whatever the assumptions leave few values of) is about that input, whatever it computes: all values are tried.
 */
import { Evaluator } from '../../expr/evaluate.ts';
import { freeInputs, inputCells, WHOLE } from '../../expr/inputs.ts';
import { Kind } from '../../expr/kinds.ts';
import { fromBigInt, maskOf, type Scalar, toSigned } from '../../expr/scalar.ts';
import { Model, type Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { commonPart, complement, type Interval, type Intervals, joined, shifted, signedRange } from './intervals.ts';

export type QuantityLiteral =
  | {
      readonly kind: 'values';
      readonly of: Term;
      readonly allowed: Intervals;
      readonly order: 'signed' | 'unsigned' | null;
    }
  | {
      readonly kind: 'order';
      readonly left: Term;
      readonly right: Term;
      readonly signed: boolean | null;
      /** Of less, equal, greater. */
      readonly allowed: readonly [boolean, boolean, boolean];
    }
  | { readonly kind: 'truth'; readonly of: Term; readonly allowed: boolean };

/** Inputs with more values than this are not tried value by value. */
const MOST_VALUES_TRIED = 256n;

/** A single bit that stands for more ranges of values than this is told as a bit. */
const MOST_RUNS_OF_A_FLAG = 2;

/** Literals for which the solver is asked. */
const MOST_RANGES_ASKED = 8;

/** Which values of an input satisfy a literal about it alone, tried one after the other; shared by those who read the same literals. */
export class TriedValues {
  private readonly evaluator = new Evaluator();
  /** Of inputs that have few values anyway. */
  private readonly whole = new Map<Term, Intervals>();

  /** Null where there are too many to try. */
  allowedIn(literal: Term, of: Term, domain: Intervals | null): Intervals | null {
    if (1n << BigInt(of.width) > MOST_VALUES_TRIED) return domain === null ? null : this.tryAll(literal, of, domain);
    const known = this.whole.get(literal) ?? this.tryAll(literal, of, [[0n, maskOf(of.width)]])!;
    this.whole.set(literal, known);
    return domain === null ? known : commonPart(known, domain);
  }

  private tryAll(literal: Term, of: Term, domain: Intervals): Intervals | null {
    const values = valuesIn(domain);
    if (values === null) return null;
    const allowed = values.filter((value) => this.evaluator.use(modelWith(of, value)).value(literal) !== 0);
    return joined(allowed.map((value) => [value, value]));
  }
}

/** The only input cell that a term is computed from. */
export function soleCellOf(term: Term, terms: Terms): Term | null {
  const cells = inputCells(term);
  if (cells.length !== 1 || cells[0].index === WHOLE || term.hasFloat) return null;
  const [{ input, index }] = cells;
  return input.kind === Kind.bytes ? terms.read(input, terms.constant(32, index)) : input;
}

export class LiteralReader {
  private readonly known = new Map<Term, QuantityLiteral>();
  private asked = 0;
  /** Inputs whose values the assumptions limit. */
  private readonly domains = new Map<Term, Intervals>();

  constructor(
    private readonly terms: Terms,
    given: readonly Term[],
    private readonly solver: Solver | null = null,
    private readonly trials: TriedValues = new TriedValues(),
  ) {
    for (const term of given.flatMap(conjunctsOf)) {
      const literal = this.read(term);
      if (literal.kind !== 'values') continue;
      const before = this.domains.get(literal.of);
      this.domains.set(literal.of, before === undefined ? literal.allowed : commonPart(before, literal.allowed));
    }
    this.known.clear();
  }

  /** What is left of a quantity's values; null when nothing limits them. */
  domainOf(quantity: Term): Intervals | null {
    return this.domains.get(quantity) ?? null;
  }

  read(term: Term): QuantityLiteral {
    const known = this.known.get(term);
    if (known !== undefined) return known;
    const literal = this.interpret(term);
    this.known.set(term, literal);
    return literal;
  }

  private interpret(term: Term): QuantityLiteral {
    if (term.kind === Kind.not) return negated(this.read(term.a!));
    return (
      this.tried(term) ??
      this.combined(term) ??
      this.compared(term) ??
      this.ranged(term) ?? { kind: 'truth', of: term, allowed: true }
    );
  }

  /** Two literals about one quantity are one. */
  private combined(term: Term): QuantityLiteral | null {
    if (term.width !== 1 || (term.kind !== Kind.or && term.kind !== Kind.and)) return null;
    const [left, right] = [this.read(term.a!), this.read(term.b!)];
    if (left.kind !== 'values' || right.kind !== 'values' || left.of !== right.of) return null;
    const allowed =
      term.kind === Kind.or ? joined([...left.allowed, ...right.allowed]) : commonPart(left.allowed, right.allowed);
    return { kind: 'values', of: left.of, allowed, order: left.order ?? right.order };
  }

  /** Of a literal about one input with few values. */
  private tried(term: Term): QuantityLiteral | null {
    const of = soleCellOf(term, this.terms);
    if (of === null) return null;
    const domain = this.domains.get(of) ?? null;
    const runs = this.trials.allowedIn(term, of, domain);
    if (runs === null) return null;
    return isFlag(term) && runs.length > MOST_RUNS_OF_A_FLAG
      ? null
      : { kind: 'values', of, allowed: runs, order: orderOf(term) };
  }

  /** Of a literal that one input decides, however it is computed: the solver is asked whether one range of values is all it allows. */
  private ranged(term: Term): QuantityLiteral | null {
    const [input, ...others] = freeInputs(term);
    const { solver } = this;
    if (solver === null || input === undefined || others.length > 0 || input.kind !== Kind.variable) return null;
    if (input.width < 2 || input.width > 64 || term.hasFloat || this.asked++ >= MOST_RANGES_ASKED) return null;
    for (const allowed of [true, false]) {
      for (const order of ['signed', 'unsigned'] as const) {
        const range = onlyRange(allowed ? term : this.terms.not(term), input, order, this.terms, solver);
        if (range === null) continue;
        const literal: QuantityLiteral = { kind: 'values', of: input, allowed: range, order };
        return allowed ? literal : negated(literal);
      }
    }
    return null;
  }

  private compared(term: Term): QuantityLiteral | null {
    const { kind, a, b } = term;
    const isOrder = kind === Kind.ult || kind === Kind.ule || kind === Kind.slt || kind === Kind.sle;
    if (!isOrder && kind !== Kind.eq) return null;
    if (a!.width < 2) return null;
    const [constant, of] = a!.kind === Kind.constant ? [a!, b!] : [b!, a!];
    if (constant.kind !== Kind.constant) return this.ranged(term) ?? orderLiteral(term);
    return peeled(of, allowedBy(term, constant), orderOf(term));
  }
}

/** The values of an input that satisfy a condition on it alone, where they are one range in an order; null where they are not. */
export function onlyRange(
  condition: Term,
  input: Term,
  order: 'signed' | 'unsigned',
  terms: Terms,
  solver: Solver,
): Intervals | null {
  const { width } = input;
  const half = order === 'signed' ? 1n << BigInt(width - 1) : 0n;
  const moved = terms.add(input, terms.constant(width, fromBigInt(half)));
  const path = PathCondition.of([condition]);
  if (solver.check(path).status !== 'sat') return null;
  const range = solver.range(path, moved);
  if (range === null) return null;
  const bound = (value: Scalar) => terms.constant(width, value);
  const inside = terms.and(terms.ule(bound(range.min), moved), terms.ule(moved, bound(range.max)));
  if (solver.check(PathCondition.of([inside]), terms.not(condition)).status !== 'unsat') return null;
  return shifted([[BigInt(range.min), BigInt(range.max)]], -half, width);
}

/** Null when there are many, or nothing limits them. */
export function valuesIn(set: Intervals | null): bigint[] | null {
  if (set === null || set.reduce((sum, [from, to]) => sum + to - from + 1n, 0n) > MOST_VALUES_TRIED) return null;
  return set.flatMap(([from, to]) => Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i)));
}

/** In which an input, or a byte of one, has a value. */
export function modelWith(of: Term, value: bigint): Model {
  const model = new Model();
  if (of.kind === Kind.read) {
    const index = Number(of.b!.value);
    const bytes = new Uint8Array(index + 1);
    bytes[index] = Number(value);
    model.arrays.set(of.a!, bytes);
  } else model.scalars.set(of, fromBigInt(value));
  return model;
}

function isFlag({ kind, width }: Term): boolean {
  return kind === Kind.extract && width === 1;
}

function orderOf({ kind }: Term): 'signed' | 'unsigned' | null {
  if (kind === Kind.slt || kind === Kind.sle) return 'signed';
  return kind === Kind.ult || kind === Kind.ule ? 'unsigned' : null;
}

function orderLiteral({ kind, a, b }: Term): QuantityLiteral {
  const inOrder = a!.id < b!.id;
  const [left, right] = inOrder ? [a!, b!] : [b!, a!];
  if (kind === Kind.eq) return { kind: 'order', left, right, signed: null, allowed: [false, true, false] };
  const orEqual = kind === Kind.ule || kind === Kind.sle;
  const signed = kind === Kind.slt || kind === Kind.sle;
  return { kind: 'order', left, right, signed, allowed: [inOrder, orEqual, !inOrder] };
}

/** The values that a comparison with a constant allows. */
function allowedBy({ kind, a }: Term, constant: Term): Intervals {
  const { width } = constant;
  const most = maskOf(width);
  const value = BigInt(constant.value);
  if (kind === Kind.eq) return [[value, value]];
  const strict = kind === Kind.ult || kind === Kind.slt ? 1n : 0n;
  const isLower = a === constant;
  if (kind === Kind.slt || kind === Kind.sle) {
    const bound = toSigned(constant.value, width);
    const half = 1n << BigInt(width - 1);
    return isLower ? signedRange(bound + strict, half - 1n, width) : signedRange(-half, bound - strict, width);
  }
  const [from, to] = isLower ? [value + strict, most] : [0n, value - strict];
  return from <= to ? [[from, to]] : [];
}

/** The same said of what was converted or added to. */
function peeled(of: Term, allowed: Intervals, order: 'signed' | 'unsigned' | null): QuantityLiteral {
  const inner = of.a;
  if (of.kind === Kind.zext) return peeled(inner!, commonPart(allowed, [[0n, maskOf(inner!.width)]]), order);
  if (of.kind === Kind.sext && inner!.width > 1) {
    const half = 1n << BigInt(inner!.width - 1);
    const low = commonPart(allowed, [[0n, half - 1n]]);
    const high = commonPart(allowed, [[maskOf(of.width) - half + 1n, maskOf(of.width)]]);
    const down = maskOf(inner!.width) - maskOf(of.width);
    return peeled(inner!, joined([...low, ...high.map(([from, to]) => [from + down, to + down] as const)]), 'signed');
  }
  if (of.kind === Kind.add && of.b!.kind === Kind.constant) {
    return peeled(inner!, shifted(allowed, -BigInt(of.b!.value), of.width), order);
  }
  if (of.kind === Kind.not && of.width > 1) return peeled(inner!, mirrored(allowed, maskOf(of.width)), order);
  if (of.kind === Kind.neg) return peeled(inner!, shifted(mirrored(allowed, maskOf(of.width)), 1n, of.width), order);
  const or = of.kind === Kind.or && of.width > 1 && of.b!.kind === Kind.constant ? BigInt(of.b!.value) : 0n;
  const either = or === 0n ? null : withAnyOf(allowed, or, of.width);
  if (either !== null) return peeled(inner!, either, order);
  const quotient = of.kind === Kind.udiv && of.b!.kind === Kind.constant ? BigInt(of.b!.value) : 0n;
  if (quotient > 0n) return peeled(inner!, dividends(allowed, quotient, of.width), order);
  // What is shifted out at the right does not matter.
  if (of.kind === Kind.extract && of.low > 0 && of.low + of.width === inner!.width) {
    return peeled(inner!, dividends(allowed, 1n << BigInt(of.low), inner!.width), order);
  }
  return { kind: 'values', of, allowed, order };
}

/** The numbers whose complement is allowed. */
function mirrored(allowed: Intervals, most: bigint): Intervals {
  return allowed.map(([from, to]) => [most - to, most - from] as const).toReversed();
}

/** More bits that are set anyway are not told by the numbers they were set in. */
const MOST_BITS_SET = 2;

/** The numbers that are allowed once some bits are set in them: `(c | 0x20) == 'a'` is `c in {'A', 'a'}`. Null where they are many. */
function withAnyOf(allowed: Intervals, bits: bigint, width: number): Intervals | null {
  const set = [...bits.toString(2)].filter((bit) => bit === '1').length;
  if (set > MOST_BITS_SET) return null;
  const values = valuesIn(allowed);
  if (values !== null) {
    const found = values.filter((value) => (value & bits) === bits);
    return joined(found.flatMap((value) => subsetsOf(bits).map((gone): Interval => [value ^ gone, value ^ gone])));
  }
  const others = valuesIn(complement(allowed, maskOf(width)));
  const excluded = others === null ? null : withAnyOf(joined(others.map((value) => [value, value])), bits, width);
  return excluded === null ? null : complement(excluded, maskOf(width));
}

function subsetsOf(bits: bigint): bigint[] {
  if (bits === 0n) return [0n];
  const lowest = bits & -bits;
  const rest = subsetsOf(bits ^ lowest);
  return [...rest, ...rest.map((each) => each | lowest)];
}

/** The numbers whose quotient, rounded down, is allowed. */
function dividends(allowed: Intervals, divisor: bigint, width: number): Intervals {
  const wide = allowed.map(([from, to]) => [from * divisor, to * divisor + divisor - 1n] as const);
  return commonPart(wide, [[0n, maskOf(width)]]);
}

export function negated(literal: QuantityLiteral): QuantityLiteral {
  switch (literal.kind) {
    case 'values':
      return { ...literal, allowed: complement(literal.allowed, maskOf(literal.of.width)) };
    case 'order': {
      const [less, equal, greater] = literal.allowed;
      return { ...literal, allowed: [!less, !equal, !greater] };
    }
    default:
      return { ...literal, allowed: !literal.allowed };
  }
}

export function conjunctsOf(term: Term): Term[] {
  return term.kind === Kind.and && term.width === 1 ? [...conjunctsOf(term.a!), ...conjunctsOf(term.b!)] : [term];
}
