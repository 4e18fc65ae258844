import {
  type CExpression,
  type CReading,
  cast,
  character,
  constant,
  container,
  cTypeName,
  exactly,
  floatBits,
  floating,
  isExact,
  literal,
  Precedence,
  pattern,
  truth,
  wrapIn,
} from './c-expression.ts';
import { isFloatValued, renderFloat } from './c-floats.ts';
import { loadOf } from './c-loads.ts';
import { renderCell, renderLoad } from './c-memory.ts';
import {
  fitsType,
  inverted,
  type MaybeRange,
  negative,
  rangeAfter,
  rangeOfDifference,
  rangeOfType,
  rangeWithin,
  readAs,
  shiftedRight,
  sum,
} from './c-ranges.ts';
import { wholeOf } from './c-slices.ts';
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

/** Bits of a number, and where in it they stand. */
interface Piece {
  readonly term: Term;
  readonly shift: number;
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
        return this.comparison(term, false);
      case Kind.feq:
      case Kind.flt:
      case Kind.fle:
      case Kind.ftos:
      case Kind.ftou:
        return renderFloat(this, term);
      case Kind.not:
        return term.width === 1 ? this.negation(term.a!) : this.unary('~', term);
      case Kind.neg:
        return this.unary('-', term);
      case Kind.and:
      case Kind.or:
        return term.width === 1 ? this.connective(term) : this.binary(term, 'any');
      case Kind.xor:
        return term.width === 1 ? this.comparison(term, true) : this.binary(term, 'any');
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
        return this.zeroExtension(term);
      case Kind.sext:
        return this.signExtension(term);
      case Kind.extract:
        return this.part(term.a!, term.low, term.width);
      case Kind.concat:
        return this.concatenation(term, want);
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
    if (isShift) left = this.atLeast(left, term.width);
    else if (Math.max(left.bits, right.bits) < container(term.width)) left = this.atLeast(left, term.width);
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

  /** Widens the C type so that an operation on `width` bits is not cut short. */
  private atLeast(made: CExpression, width: number): CExpression {
    const bits = container(width);
    if (made.bits >= bits) return made;
    return cast(made, bits, made.reading === 'signed', made.reading);
  }

  private unary(symbol: string, term: Term): CExpression {
    const made = this.atLeast(this.operand(term.a!, 'any'), term.width);
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
    if (Math.max(left.bits, right.bits) < container(term.width)) left = this.atLeast(left, term.width);
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

  private connective(term: Term): CExpression {
    const isAnd = term.kind === Kind.and;
    const precedence = isAnd ? Precedence.and : Precedence.or;
    const side = (operand: Term): string => {
      const made = this.render(operand, 'unsigned');
      // Compilers warn about && inside ||, and readers stumble too.
      return !isAnd && made.precedence === Precedence.and ? `(${made.text})` : wrapIn(made, precedence);
    };
    return truth(`${side(term.a!)} ${isAnd ? '&&' : '||'} ${side(term.b!)}`, precedence);
  }

  private negation(condition: Term): CExpression {
    if (!this.names.has(condition)) {
      if (condition.kind === Kind.eq) return this.comparison(condition, true);
      if (condition.kind === Kind.feq) return renderFloat(this, condition, true);
    }
    return truth(`!${wrapIn(this.render(condition, 'unsigned'), Precedence.unary)}`, Precedence.unary);
  }

  private comparison(term: Term, negated: boolean): CExpression {
    const { kind } = term;
    const isEquality = kind === Kind.eq || kind === Kind.xor;
    const flip = !isEquality && term.a!.kind === Kind.constant;
    const [first, second] = flip ? [term.b!, term.a!] : [term.a!, term.b!];
    const [left, shown] = this.compared(first, second, kind);
    const strict = kind === Kind.ult || kind === Kind.slt;
    const rounder = strict && second.kind === Kind.constant ? rounderBound(shown.text, flip ? 1n : -1n) : null;
    const right = rounder === null ? shown : { ...shown, text: rounder };
    const orEqual = rounder === null ? !strict : strict;
    const symbol = isEquality ? (negated ? '!=' : '==') : `${flip ? '>' : '<'}${orEqual ? '=' : ''}`;
    const precedence = isEquality ? Precedence.equality : Precedence.order;
    return truth(`${wrapIn(left, precedence + 1)} ${symbol} ${wrapIn(right, precedence + 1)}`, precedence);
  }

  compared(first: Term, second: Term, kind: Kind): [CExpression, CExpression] {
    const { width } = first;
    const isOrder = kind !== Kind.eq && kind !== Kind.xor;
    let signed = kind === Kind.slt || kind === Kind.sle;
    let left = this.operand(first, isOrder ? (signed ? 'signed' : 'unsigned') : 'any');
    if (!isOrder) {
      const other = second.kind === Kind.constant ? null : this.operand(second, 'any');
      // Compare in the reading that both have already, else in the one that the first is nearer to.
      if (width > 1 && other !== null && !isExact(left, true) && isExact(other, true)) signed = true;
      else signed = width > 1 && (isExact(left, true) || (!isExact(left, false) && left.signed && width >= 32));
      if (other !== null && left.reading === 'both') signed = !isExact(other, false);
      if (other === null && left.reading === 'both') signed = false;
      left = exactly(left, width, signed);
    }
    if (second.kind === Kind.constant) {
      const name = this.inputName(first);
      if (name?.constant !== undefined) {
        const text = name.constant(name.signed === true ? toSigned(second.value, width) : BigInt(second.value));
        return [left, literal(text, 32, true, 'both', Precedence.primary)];
      }
      const isCharacter = width === 8 && this.inputName(first)?.character !== false;
      const letter = isCharacter ? character(Number(toSigned(second.value, 8))) : null;
      if (letter !== null) return [left, literal(letter, 32, true, 'both', Precedence.primary)];
    }
    const right = this.operand(second, signed ? 'signed' : 'unsigned');
    if (!isOrder && second.kind !== Kind.constant) {
      left = this.withoutConversion(first, right.range) ?? left;
      const plain = this.withoutConversion(second, left.range);
      if (plain !== null) return [left, plain];
    }
    return signed ? this.signedPair(left, right) : [left, right];
  }

  /** What equals a number that both readings of it have alike is the same number in either: `c == 'a' + i`, not `(unsigned char)c`. */
  private withoutConversion(term: Term, other: MaybeRange): CExpression | null {
    if (term.kind !== Kind.zext || term.a!.kind === Kind.extract || other === undefined) return null;
    const made = this.render(term.a!, 'any');
    if (made.float || made.reading !== 'signed') return null;
    return other[0] >= 0n && fitsType(other, term.a!.width, true) ? { ...made, reading: 'both' } : null;
  }

  /** C compares int with unsigned as unsigned: where one may be negative, widen the other. */
  private signedPair(left: CExpression, right: CExpression): [CExpression, CExpression] {
    const clash = (x: CExpression, y: CExpression): boolean =>
      !x.signed && y.signed && x.bits >= y.bits && y.reading === 'signed';
    if (clash(left, right)) return [cast(left, left.bits * 2, true, 'signed'), right];
    return clash(right, left) ? [left, cast(right, right.bits * 2, true, 'signed')] : [left, right];
  }

  private choice(term: Term, want: Want): CExpression {
    const wanted: Want = term.width === 1 ? 'unsigned' : want;
    let then = this.operand(term.b!, wanted);
    const natural = wanted === 'any' ? (isExact(then, true) ? 'signed' : 'unsigned') : wanted;
    then = exactly(then, term.width, natural === 'signed');
    let otherwise = this.operand(term.c!, natural);
    if (natural === 'signed') [then, otherwise] = this.signedPair(then, otherwise);
    const bits = Math.max(then.bits, otherwise.bits);
    const signed = !unsignedAt(then, bits) && !unsignedAt(otherwise, bits);
    const condition = this.render(term.a!, 'unsigned');
    const text = `${wrapIn(condition, Precedence.or)} ? ${wrapIn(then, Precedence.or)} : ${wrapIn(otherwise, Precedence.choice)}`;
    return { text, precedence: Precedence.choice, bits, signed, float: false, reading: natural };
  }

  private zeroExtension(term: Term): CExpression {
    const inner = term.a!;
    const made =
      inner.kind === Kind.extract && !this.names.has(inner)
        ? this.slice(inner.a!, inner.low, inner.width, false)
        : this.render(inner, 'unsigned');
    return { ...made, reading: 'both' };
  }

  private signExtension(term: Term): CExpression {
    const inner = term.a!;
    if (inner.width === 1) return this.render(inner, 'signed');
    const made =
      inner.kind === Kind.extract && !this.names.has(inner)
        ? this.slice(inner.a!, inner.low, inner.width, true)
        : this.render(inner, 'signed');
    return { ...made, reading: 'signed' };
  }

  /** What a number is put together from, the highest first, without zeros. */
  private piecesOf(term: Term, shift = 0): Piece[] {
    if (term.kind === Kind.concat && (shift === 0 || !this.names.has(term)) && wholeOf(term) === null) {
      if (loadOf(term) === null)
        return [...this.piecesOf(term.a!, shift + term.b!.width), ...this.piecesOf(term.b!, shift)];
    }
    return term.kind === Kind.constant && term.value === 0 ? [] : [{ term, shift }];
  }

  /** `b[3] << 24 | b[2] << 16 | b[1] << 8 | b[0]` */
  private joinedPieces(pieces: readonly Piece[], width: number): CExpression {
    const made = pieces.map(({ term, shift }) => {
      const piece = term.kind === Kind.constant ? pattern(term.value, term.width) : this.operand(term, 'unsigned');
      const wide = shift > 0 ? this.atLeast(piece, width) : piece;
      if (shift === 0) return wide;
      return { ...wide, text: `${wrapIn(wide, Precedence.shift)} << ${shift}`, precedence: Precedence.shift };
    });
    const bits = Math.max(...made.map((piece) => piece.bits));
    const signed = made.every((piece) => !unsignedAt(piece, bits));
    return {
      text: made.map((piece) => wrapIn(piece, Precedence.bitOr + 1)).join(' | '),
      precedence: Precedence.bitOr,
      bits,
      signed,
      float: false,
      reading: bits === width ? (signed ? 'signed' : 'unsigned') : 'low',
    };
  }

  /** Exactly the bits [low, low + width) of a term. */
  private slice(from: Term, low: number, width: number, signed: boolean): CExpression {
    if (low + width < from.width) return exactly(this.part(from, low, width), width, signed);
    // Everything from `low` up: a shift of the value itself.
    const value = this.operand(from, signed ? 'signed' : 'unsigned');
    const made = low < value.bits ? value : this.atLeast(value, from.width);
    const text = `${wrapIn(made, Precedence.shift)} >> ${low}`;
    const range = shiftedRight(made.range, low);
    return { ...made, text, precedence: Precedence.shift, reading: signed ? 'signed' : 'unsigned', range };
  }

  /** Text whose low `width` bits are those of the term from bit `low` up. */
  private part(from: Term, low: number, width: number): CExpression {
    const value = this.operand(from, 'any');
    if (low === 0) return { ...value, reading: 'low' };
    const made = low + width <= value.bits ? value : this.atLeast(value, from.width);
    const shifted = {
      ...made,
      text: `${wrapIn(made, Precedence.shift)} >> ${low}`,
      precedence: Precedence.shift,
      range: shiftedRight(made.range, low),
    };
    return width === 1
      ? { ...shifted, text: `${shifted.text} & 1`, precedence: Precedence.bitAnd, reading: 'unsigned', range: [0n, 1n] }
      : { ...shifted, reading: 'low' };
  }

  private concatenation(term: Term, want: Want): CExpression {
    const whole = wholeOf(term);
    if (whole !== null) return this.operand(whole, want);
    const load = loadOf(term);
    if (load !== null) {
      const input = this.inputName(load.array);
      const signed = want === 'any' ? (input?.signed ?? true) : want === 'signed';
      return renderLoad(this, load, cTypeName(term.width, signed), signed, false);
    }
    const pieces = this.piecesOf(term);
    if (pieces.length > 2) return this.joinedPieces(pieces, term.width);
    const { a: high, b: low } = term;
    const shift = low!.width;
    const isShift = low!.kind === Kind.constant && low!.value === 0;
    const source = high!.kind === Kind.extract && high!.low === 0 && high!.a!.width === term.width ? high!.a! : high!;
    const made = this.atLeast(this.operand(source, 'any'), term.width);
    const reading: CReading = made.bits === term.width ? (made.signed ? 'signed' : 'unsigned') : 'low';
    const shifted = {
      ...made,
      text: `${wrapIn(made, Precedence.shift)} << ${shift}`,
      precedence: Precedence.shift,
      reading,
      range: undefined,
    };
    if (isShift) return shifted;
    const rest = low!.kind === Kind.constant ? pattern(low!.value, shift) : this.render(low!, 'unsigned');
    const bits = Math.max(shifted.bits, rest.bits);
    const signed = !unsignedAt(shifted, bits) && !unsignedAt(rest, bits);
    const text = `${wrapIn(shifted, Precedence.bitOr)} | ${wrapIn(rest, Precedence.bitOr + 1)}`;
    return {
      ...shifted,
      text,
      bits,
      signed,
      precedence: Precedence.bitOr,
      reading: bits === term.width ? (signed ? 'signed' : 'unsigned') : 'low',
    };
  }
}

const unsignedAt = (made: CExpression, bits: number): boolean => !made.signed && made.bits === bits;

/** An upper bound of how many low bits a term needs: the others are zero. */
function bitsUsed(term: Term): number {
  if (term.kind === Kind.zext) return bitsUsed(term.a!);
  if (term.kind === Kind.constant) return BigInt(term.value).toString(2).length;
  if (term.kind === Kind.add) return Math.min(term.width, Math.max(bitsUsed(term.a!), bitsUsed(term.b!)) + 1);
  return term.width;
}

/** `x < 11` reads better as `x <= 10`, and `x > -1` as `x >= 0`: the neighbour of a bound when it is the rounder number. */
function rounderBound(text: string, step: bigint): string | null {
  if (!/^-?\d+$/.test(text)) return null;
  const neighbour = String(BigInt(text) + step);
  return trailingZeros(neighbour) > trailingZeros(text) ? neighbour : null;
}

function trailingZeros(decimal: string): number {
  return decimal === '0' ? Number.POSITIVE_INFINITY : decimal.length - decimal.replace(/0+$/, '').length;
}
