import { renderComparison, renderConnective, renderNegation, signedPair } from './c-comparisons.ts';
import {
  atLeast,
  type CExpression,
  type CReading,
  constant,
  container,
  exactly,
  floatBits,
  floating,
  isExact,
  literal,
  Precedence,
  pattern,
  unsignedAt,
  wrapIn,
} from './c-expression.ts';
import { isFloatValued, renderFloat } from './c-floats.ts';
import { loadOf } from './c-loads.ts';
import { renderCell, renderLoad } from './c-memory.ts';
import { renderConcatenation, renderPart, renderSignExtension, renderZeroExtension } from './c-pieces.ts';
import {
  inverted,
  type MaybeRange,
  negative,
  rangeAfter,
  rangeOfDifference,
  rangeOfType,
  rangeWithin,
  readAs,
  sum,
} from './c-ranges.ts';
import { Kind } from './kinds.ts';
import type { CName, CNaming } from './print-c.ts';
import { toSigned } from './scalar.ts';
import type { Term } from './term.ts';

export type Want = 'signed' | 'unsigned' | 'any';

const SYMBOLS = new Map<Kind, [symbol: string, precedence: number]>([
  [Kind.and, ['&', Precedence.bitAnd]],
  [Kind.or, ['|', Precedence.bitOr]],
  [Kind.xor, ['^', Precedence.bitXor]],
  [Kind.mul, ['*', Precedence.product]],
  [Kind.udiv, ['/', Precedence.product]],
  [Kind.sdiv, ['/', Precedence.product]],
  [Kind.urem, ['%', Precedence.product]],
  [Kind.srem, ['%', Precedence.product]],
  [Kind.shl, ['<<', Precedence.shift]],
  [Kind.lshr, ['>>', Precedence.shift]],
  [Kind.ashr, ['>>', Precedence.shift]],
]);
/** Digits of a number, with letters for those beyond nine. */
const LETTERS_TAKEN = new Map([
  [48, "'0'"],
  [55, "'A' + 10"],
  [65, "'A'"],
  [87, "'a' + 10"],
  [97, "'a'"],
]);
/** Of C's int. */
const INT_BITS = 32;

/** Masks that leave out at most so many bits are shown by these. */
const MOST_BITS_LEFT_OUT = 8;

/** The constant of a bitwise operation: digits, or `~4` for what clears a bit. */
function bitPattern({ kind, width, b }: Term): CExpression {
  const value = BigInt(b!.value);
  const left = BigInt.asUintN(width, ~value);
  const isShort = left < 1n << 31n && left.toString(2).replaceAll('0', '').length <= MOST_BITS_LEFT_OUT;
  if (kind !== Kind.and || width < INT_BITS || left === 0n || !isShort) return pattern(b!.value, width);
  const { text } = pattern(left, width);
  const number = BigInt.asIntN(width, value);
  return { ...literal(`~${text}`, INT_BITS, true, 'signed', Precedence.unary), range: [number, number] };
}

/** Turns terms into C text; recursion stops at terms that have names, so its depth is bounded by the naming. */
export class CRenderer {
  constructor(
    readonly naming: CNaming,
    private readonly names: ReadonlyMap<Term, CExpression>,
    private readonly floatInputs: ReadonlySet<Term>,
  ) {}

  /** `want` says which reading of the bits the context needs; with 'any', the one that reads best. */
  render(term: Term, want: Want): CExpression {
    const made = this.inRange(this.names.get(term) ?? this.plain(term, want), term);
    if (made.float) return want === 'any' ? made : floatBits(made, term.width);
    return want === 'any' ? made : exactly(made, term.width, want === 'signed');
  }

  /** With what the context knows of the term's values. */
  private inRange(made: CExpression, term: Term): CExpression {
    const known = made.float || made.reading === 'low' ? null : (this.naming.valuesOf?.(term) ?? null);
    if (known === null) return made;
    return { ...made, range: readAs(known, term.width, made.reading === 'signed') ?? made.range };
  }

  /** The term as a number of C's float or double. */
  float(term: Term): CExpression {
    if (isFloatValued(term)) return this.names.get(term) ?? renderFloat(this, term);
    if (term.kind === Kind.constant) return renderFloat(this, term);
    const input = this.inputName(term);
    if (input !== null && (input.float ?? this.floatInputs.has(term))) return floating(input.name, term.width);
    const load = loadOf(term);
    if (load !== null) return renderLoad(this, load, term.width === 32 ? 'float' : 'double', false, true);
    return renderFloat(this, term);
  }

  hasName(term: Term): boolean {
    return this.names.has(term);
  }

  inputName(term: Term): CName | null {
    if (term.kind !== Kind.variable && term.kind !== Kind.bytes) return null;
    return this.naming(term) ?? { name: term.name };
  }

  private plain(term: Term, want: Want): CExpression {
    if (isFloatValued(term)) return renderFloat(this, term);
    switch (term.kind) {
      case Kind.constant:
        return constant(term.value, term.width, term.width > 1 && want !== 'unsigned');
      case Kind.variable:
        return this.variable(term);
      case Kind.eq:
      case Kind.ult:
      case Kind.ule:
      case Kind.slt:
      case Kind.sle:
        return renderComparison(this, term, false);
      case Kind.feq:
      case Kind.flt:
      case Kind.fle:
      case Kind.ftos:
      case Kind.ftou:
        return renderFloat(this, term);
      case Kind.not:
        return term.width === 1 ? renderNegation(this, term.a!) : this.unary('~', term);
      case Kind.neg:
        return this.unary('-', term);
      case Kind.and:
      case Kind.or:
        return term.width === 1 ? renderConnective(this, term) : this.binary(term, 'any');
      case Kind.xor:
        return term.width === 1 ? renderComparison(this, term, true) : this.binary(term, 'any');
      case Kind.add:
        return this.sum(term);
      case Kind.mul:
      case Kind.shl:
        return this.binary(term, 'any');
      case Kind.udiv:
      case Kind.urem:
      case Kind.lshr:
        return this.binary(term, 'unsigned');
      case Kind.sdiv:
      case Kind.srem:
      case Kind.ashr:
        return this.binary(term, 'signed');
      case Kind.ite:
        return this.choice(term, want);
      case Kind.zext:
        return renderZeroExtension(this, term);
      case Kind.sext:
        return renderSignExtension(this, term);
      case Kind.extract:
        return renderPart(this, term.a!, term.low, term.width);
      case Kind.concat:
        return renderConcatenation(this, term, want);
      default:
        return renderCell(this, term.a!, term.b!);
    }
  }

  private variable(term: Term): CExpression {
    const { name, signed, float } = this.inputName(term)!;
    if (float ?? this.floatInputs.has(term)) return floating(name, term.width);
    const isSigned = term.width > 1 && (signed ?? true);
    const reading: CReading = isSigned ? 'signed' : 'unsigned';
    const bits = container(term.width);
    const made = literal(name, bits, isSigned || term.width < bits, reading, Precedence.primary);
    return { ...made, range: rangeOfType(term.width, isSigned) };
  }

  /** An operand whose low bits are all that matters, at least `bits` wide in C. */
  operand(term: Term, want: Want): CExpression {
    const made = this.render(term, want);
    return made.float ? floatBits(made, term.width) : made;
  }

  /** What C makes of two operand types; null where the operation would be too narrow and a cast is needed first. */
  private binary(term: Term, want: Want): CExpression {
    const [symbol, precedence] = SYMBOLS.get(term.kind)!;
    const isShift = precedence === Precedence.shift;
    const isBitwise = precedence < Precedence.equality;
    let left = this.operand(term.a!, want);
    const right =
      isBitwise && term.b!.kind === Kind.constant
        ? bitPattern(term)
        : this.operand(term.b!, isShift ? 'unsigned' : want);
    if (isShift) left = atLeast(left, term.width);
    else if (Math.max(left.bits, right.bits) < container(term.width)) left = atLeast(left, term.width);
    const bits = isShift ? left.bits : Math.max(left.bits, right.bits);
    const signed = isShift ? left.signed : !unsignedAt(left, bits) && !unsignedAt(right, bits);
    const text = `${wrapIn(left, precedence)} ${symbol} ${wrapIn(right, precedence + 1)}`;
    return {
      text,
      precedence,
      bits,
      signed,
      float: false,
      reading: this.readingAfter(term, want, bits, signed, left, right),
      range: rangeWithin(rangeAfter(term, left.range, right.range), bits, signed),
    };
  }

  private readingAfter(
    term: Term,
    want: Want,
    bits: number,
    signed: boolean,
    left: CExpression,
    right: CExpression,
  ): CReading {
    if (bits === term.width) return signed ? 'signed' : 'unsigned';
    // Quotients, remainders and right shifts of exact values are exact; only -least / -1 leaves the range.
    if (want === 'unsigned') return 'unsigned';
    if (want === 'signed') return term.kind === Kind.sdiv ? 'low' : 'signed';
    const masked = isExact(left, false) && isExact(right, false);
    const isBitwise = term.kind === Kind.and || term.kind === Kind.or || term.kind === Kind.xor;
    return isBitwise && masked ? 'unsigned' : 'low';
  }

  private unary(symbol: string, term: Term): CExpression {
    const made = atLeast(this.operand(term.a!, 'any'), term.width);
    const reading: CReading = made.bits === term.width ? (made.signed ? 'signed' : 'unsigned') : 'low';
    const operand = made.precedence >= Precedence.unary && !made.text.startsWith(symbol) ? made.text : `(${made.text})`;
    const turned = symbol === '-' ? negative(made.range) : inverted(made.range);
    const range = made.signed ? rangeWithin(turned, made.bits, true) : undefined;
    return { ...made, text: `${symbol}${operand}`, precedence: Precedence.unary, reading, range };
  }

  private sum(term: Term): CExpression {
    const [first, second] = this.isToldSecond(term.a!, term.b!) ? [term.b!, term.a!] : [term.a!, term.b!];
    let left = this.operand(first, 'any');
    let symbol = '+';
    let right: CExpression;
    if (second.kind === Kind.neg && !this.names.has(second)) {
      symbol = '-';
      right = this.operand(second.a!, 'any');
    } else if (second.kind === Kind.constant && toSigned(second.value, term.width) < 0n) {
      symbol = '-';
      right = constant(BigInt.asUintN(term.width, -toSigned(second.value, term.width)), term.width, false);
    } else right = this.operand(second, 'any');
    if (Math.max(left.bits, right.bits) < container(term.width)) left = atLeast(left, term.width);
    const bits = Math.max(left.bits, right.bits);
    const signed = !unsignedAt(left, bits) && !unsignedAt(right, bits);
    const shown = symbol === '-' ? this.fromLetter(first, second) : null;
    const text = `${wrapIn(left, Precedence.sum)} ${symbol} ${shown ?? wrapIn(right, Precedence.sum + 1)}`;
    const reading: CReading = bits === term.width ? (signed ? 'signed' : 'unsigned') : 'low';
    const isSmall = reading === 'signed' && bitsUsed(term) < term.width;
    const exact = symbol === '-' ? rangeOfDifference(left.range, right.range) : sum(left.range, right.range);
    const range = rangeWithin(this.knownSum(term, left, right) ?? exact, bits, signed);
    return { text, precedence: Precedence.sum, bits, signed, float: false, reading: isSmall ? 'both' : reading, range };
  }

  /** What is taken away comes last, and sums come first: `b + c + a` needs no brackets. */
  private isToldSecond(left: Term, right: Term): boolean {
    if (right.kind === Kind.constant || right.kind === Kind.neg) return false;
    return left.kind === Kind.neg || (right.kind === Kind.add && left.kind !== Kind.add && !this.names.has(right));
  }

  /** Where the sum of two narrow numbers lies, as the wider number that C computes. */
  private knownSum({ a, b }: Term, left: CExpression, right: CExpression): MaybeRange {
    const wide = this.naming.wideSum?.(a!, b!);
    if (wide === undefined || wide === null || !isExact(left, wide.signed) || !isExact(right, wide.signed))
      return undefined;
    return readAs(wide.values, wide.width, true);
  }

  /** What is taken from a character: `c - 'a' + 10` rather than `c - 87`. */
  private fromLetter(first: Term, second: Term): string | null {
    const source = first.kind === Kind.sext || first.kind === Kind.zext ? first.a! : first;
    const input = this.inputName(source.kind === Kind.read ? source.a! : source);
    if (input?.character !== true || second.kind !== Kind.constant) return null;
    return LETTERS_TAKEN.get(Number(-toSigned(second.value, second.width))) ?? null;
  }

  private choice(term: Term, want: Want): CExpression {
    const wanted: Want = term.width === 1 ? 'unsigned' : want;
    let then = this.operand(term.b!, wanted);
    const natural = wanted === 'any' ? (isExact(then, true) ? 'signed' : 'unsigned') : wanted;
    then = exactly(then, term.width, natural === 'signed');
    let otherwise = this.operand(term.c!, natural);
    if (natural === 'signed') [then, otherwise] = signedPair(then, otherwise);
    const bits = Math.max(then.bits, otherwise.bits);
    const signed = !unsignedAt(then, bits) && !unsignedAt(otherwise, bits);
    const condition = this.render(term.a!, 'unsigned');
    const text = `${wrapIn(condition, Precedence.or)} ? ${wrapIn(then, Precedence.or)} : ${wrapIn(otherwise, Precedence.choice)}`;
    return { text, precedence: Precedence.choice, bits, signed, float: false, reading: natural };
  }
}

/** An upper bound of how many low bits a term needs: the others are zero. */
function bitsUsed(term: Term): number {
  if (term.kind === Kind.zext) return bitsUsed(term.a!);
  if (term.kind === Kind.constant) return BigInt(term.value).toString(2).length;
  if (term.kind === Kind.add) return Math.min(term.width, Math.max(bitsUsed(term.a!), bitsUsed(term.b!)) + 1);
  return term.width;
}
