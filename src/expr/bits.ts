import { Kind } from './kinds.ts';
import { applyBinary, applyUnary, extractBits, joinBits, onesOf, signBit } from './meaning.ts';
import { type Scalar, wrap } from './scalar.ts';
import type { Term } from './term.ts';

/** What holds for a term under every model: bits that are surely 0 or 1, and unsigned bounds. */
export interface BitFact {
  readonly zeros: Scalar;
  readonly ones: Scalar;
  readonly min: Scalar;
  readonly max: Scalar;
}

/** Deeper than this, recursion gives way to an explicit stack. */
const MAX_DEPTH = 100;
/** Wider terms are never looked into. */
const MAX_WIDTH = 64;
const SMALL_TABLE = 256;

/**
 * Known bits and unsigned intervals, computed bottom-up, kept by term id and never invalidated (terms are immutable).
 * Each sharpens the other: leading zeros of the maximum are known zeros, known ones are a lower bound. The abstract
 * operations are the textbook ones; where a result could wrap, nothing is claimed.
 */
export class BitFacts {
  private readonly facts: (BitFact | undefined)[] = [];
  private readonly unknown: BitFact[] = [];

  of(term: Term): BitFact {
    return this.at(term, 0);
  }

  /** Each term is looked at once, however often and from wherever it is asked about. */
  private at(term: Term, depth: number): BitFact {
    const { id, width } = term;
    const known = this.facts[id];
    if (known !== undefined) return known;
    if (width > MAX_WIDTH || width === 0) return this.nothing(width);
    if (depth > MAX_DEPTH) this.prepare(term);
    return (this.facts[id] = this.derive(term, depth > MAX_DEPTH ? 0 : depth + 1));
  }

  /** Derives what the term depends on, lowest first. */
  private prepare(root: Term): void {
    const pending: Term[] = [root];
    while (pending.length > 0) {
      const term = pending[pending.length - 1]!;
      const before = pending.length;
      for (const operand of [term.a, term.b, term.c]) {
        if (operand === null || this.facts[operand.id] !== undefined) continue;
        if (operand.width > 0 && operand.width <= MAX_WIDTH) pending.push(operand);
      }
      if (pending.length > before) continue;
      pending.pop();
      if (term !== root) this.facts[term.id] ??= this.derive(term, 0);
    }
  }

  private nothing(width: number): BitFact {
    return (this.unknown[width] ??= { zeros: 0, ones: 0, min: 0, max: onesOf(width) });
  }

  private derive(term: Term, depth: number): BitFact {
    const { width } = term;
    switch (term.kind) {
      case Kind.constant:
        return exactly(term.value, width);
      case Kind.not: {
        const x = this.at(term.a!, depth);
        return {
          zeros: x.ones,
          ones: x.zeros,
          min: complement(x.max, width),
          max: complement(x.min, width),
        };
      }
      case Kind.and: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        return refine(width, or(width, x.zeros, y.zeros), and(width, x.ones, y.ones), 0, least(x.max, y.max));
      }
      case Kind.or: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        const zeros = and(width, x.zeros, y.zeros);
        return refine(width, zeros, or(width, x.ones, y.ones), most(x.min, y.min), onesOf(width));
      }
      case Kind.xor: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        const zeros = or(width, and(width, x.zeros, y.zeros), and(width, x.ones, y.ones));
        const ones = or(width, and(width, x.zeros, y.ones), and(width, x.ones, y.zeros));
        return refine(width, zeros, ones, 0, onesOf(width));
      }
      case Kind.neg: {
        const { zeros, ones } = lowBits(width, exactly(0, width), this.at(term.a!, depth), (a, b) => a - b);
        return refine(width, zeros, ones, 0, onesOf(width));
      }
      case Kind.add:
        return this.sum(this.at(term.a!, depth), this.at(term.b!, depth), width);
      case Kind.mul:
        return this.product(this.at(term.a!, depth), this.at(term.b!, depth), width);
      case Kind.udiv: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        if (y.min === 0) return this.nothing(width);
        return bounded(width, divide(width, x.min, y.max), divide(width, x.max, y.min));
      }
      case Kind.urem: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        if (y.min === 0) return bounded(width, 0, x.max);
        return bounded(width, 0, least(x.max, subtract(width, y.max, 1)));
      }
      case Kind.lshr:
        return bounded(width, 0, this.at(term.a!, depth).max);
      case Kind.ite: {
        const x = this.at(term.b!, depth);
        const y = this.at(term.c!, depth);
        return {
          zeros: and(width, x.zeros, y.zeros),
          ones: and(width, x.ones, y.ones),
          min: least(x.min, y.min),
          max: most(x.max, y.max),
        };
      }
      case Kind.concat: {
        const x = this.at(term.a!, depth);
        const y = this.at(term.b!, depth);
        const low = term.b!.width;
        return {
          zeros: joinBits(x.zeros, y.zeros, low),
          ones: joinBits(x.ones, y.ones, low),
          min: joinBits(x.min, y.min, low),
          max: joinBits(x.max, y.max, low),
        };
      }
      case Kind.extract:
        return this.slice(this.at(term.a!, depth), term);
      case Kind.zext: {
        const x = this.at(term.a!, depth);
        const inner = term.a!.width;
        return { ...x, zeros: joinBits(onesOf(width - inner), x.zeros, inner) };
      }
      case Kind.sext:
        return this.extend(this.at(term.a!, depth), term.a!.width, width);
      case Kind.read:
        return this.entry(term.a!, width);
      default:
        return this.nothing(width);
    }
  }

  private sum(x: BitFact, y: BitFact, width: number): BitFact {
    const { zeros, ones } = lowBits(width, x, y, (a, b) => a + b);
    const least = BigInt(x.min) + BigInt(y.min);
    const most = BigInt(x.max) + BigInt(y.max);
    const carry = BigInt(width);
    if (least >> carry !== most >> carry) return refine(width, zeros, ones, 0, onesOf(width));
    return refine(width, zeros, ones, extractBits(least, 0, width), extractBits(most, 0, width));
  }

  private product(x: BitFact, y: BitFact, width: number): BitFact {
    const even = onesOrNone(Math.min(trailing(x.zeros) + trailing(y.zeros), width));
    const { zeros, ones } = lowBits(width, x, y, (a, b) => a * b);
    const most = BigInt(x.max) * BigInt(y.max);
    if (most >> BigInt(width) !== 0n) return refine(width, or(width, zeros, even), ones, 0, onesOf(width));
    const least = applyBinary(Kind.mul, width, x.min, y.min);
    return refine(width, or(width, zeros, even), ones, least, extractBits(most, 0, width));
  }

  private slice(x: BitFact, term: Term): BitFact {
    const { low, width } = term;
    const zeros = extractBits(x.zeros, low, width);
    const ones = extractBits(x.ones, low, width);
    const end = low + width;
    const above = term.a!.width - end;
    // With nothing above the slice, shifting the bounds down keeps their order.
    const cut = above > 0 && extractBits(x.max, end, above) !== 0;
    const min = cut ? 0 : extractBits(x.min, low, width);
    const max = cut ? onesOf(width) : extractBits(x.max, low, width);
    return refine(width, zeros, ones, min, max);
  }

  private extend(x: BitFact, inner: number, width: number): BitFact {
    const extension = onesOf(width - inner);
    if (!signBit(x.max, inner)) return { ...x, zeros: joinBits(extension, x.zeros, inner) };
    if (signBit(x.min, inner))
      return {
        zeros: x.zeros,
        ones: joinBits(extension, x.ones, inner),
        min: joinBits(extension, x.min, inner),
        max: joinBits(extension, x.max, inner),
      };
    return refine(width, x.zeros, x.ones, 0, onesOf(width));
  }

  private entry(array: Term, width: number): BitFact {
    if (array.kind !== Kind.table || array.low > SMALL_TABLE) return this.nothing(width);
    // Reading past the end gives 0, so nothing is claimed from below.
    let max = 0;
    let zeros = 0xff;
    for (const byte of array.bytes!) {
      if (byte > max) max = byte;
      zeros &= ~byte;
    }
    return refine(width, zeros, 0, 0, max);
  }
}

/** Arithmetic modulo 2^n knows the low n bits where it knows those of both operands. */
function lowBits(
  width: number,
  x: BitFact,
  y: BitFact,
  operation: (a: bigint, b: bigint) => bigint,
): { readonly zeros: Scalar; readonly ones: Scalar } {
  const known = Math.min(width, trailing(or(MAX_WIDTH, x.zeros, x.ones)), trailing(or(MAX_WIDTH, y.zeros, y.ones)));
  if (known === 0) return { zeros: 0, ones: 0 };
  const ones = wrap(operation(BigInt(x.ones), BigInt(y.ones)), known);
  return { zeros: complement(ones, known), ones };
}

/** Whether two facts about terms of one width exclude that they are equal. */
export function surelyDiffer(x: BitFact, y: BitFact, width: number): boolean {
  if (x.max < y.min || y.max < x.min) return true;
  return and(width, x.zeros, y.ones) !== 0 || and(width, x.ones, y.zeros) !== 0;
}

function exactly(value: Scalar, width: number): BitFact {
  return { zeros: complement(value, width), ones: value, min: value, max: value };
}

function bounded(width: number, min: Scalar, max: Scalar): BitFact {
  return refine(width, 0, 0, min, max);
}

/** Lets bits and bounds sharpen each other. */
function refine(width: number, zeros: Scalar, ones: Scalar, min: Scalar, max: Scalar): BitFact {
  const top = least(max, complement(zeros, width));
  const bottom = most(min, ones);
  const used = bitLength(top);
  const leading = used === width ? 0 : used === 0 ? onesOf(width) : joinBits(onesOf(width - used), 0, used);
  return { zeros: or(width, zeros, leading), ones, min: bottom, max: top };
}

const and = (width: number, x: Scalar, y: Scalar): Scalar => applyBinary(Kind.and, width, x, y);
const or = (width: number, x: Scalar, y: Scalar): Scalar => applyBinary(Kind.or, width, x, y);
const divide = (width: number, x: Scalar, y: Scalar): Scalar => applyBinary(Kind.udiv, width, x, y);
const complement = (x: Scalar, width: number): Scalar => applyUnary(Kind.not, width, width, 0, x);
const subtract = (width: number, x: Scalar, y: Scalar): Scalar =>
  applyBinary(Kind.add, width, x, applyUnary(Kind.neg, width, width, 0, y));
const least = (x: Scalar, y: Scalar): Scalar => (x < y ? x : y);
const most = (x: Scalar, y: Scalar): Scalar => (x > y ? x : y);
const onesOrNone = (count: number): Scalar => (count === 0 ? 0 : onesOf(count));

function bitLength(value: Scalar): number {
  return value === 0 ? 0 : value.toString(2).length;
}

/** How many of the lowest bits are set. */
function trailing(value: Scalar): number {
  if (value === 0) return 0;
  if (typeof value === 'bigint') {
    const low = trailing(Number(value & 0xffffffffn));
    return low < 32 ? low : 32 + trailing(Number(value >> 32n));
  }
  const clear = ~value;
  if (clear !== 0) return 31 - Math.clz32(clear & -clear);
  return 32 + trailing(Math.floor(value / 2 ** 32));
}
