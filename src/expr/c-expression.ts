import { fitsType, type MaybeRange, rangeOfType } from './c-ranges.ts';
import { type Scalar, toSigned } from './scalar.ts';

/**
 * A piece of C text with what a reader (and a compiler) takes it for. C computes in int or wider, so the type's width
 * may exceed the term's; `reading` says how the C value relates to the term's bits.
 */
export interface CExpression {
  readonly text: string;
  /** C's precedence, higher binds tighter: see Precedence. */
  readonly precedence: number;
  /** The width and signedness of the expression's type after C's promotions; `float` for float and double. */
  readonly bits: number;
  readonly signed: boolean;
  readonly float: boolean;
  readonly reading: CReading;
  /** Where the C value lies, where that is known. */
  readonly range?: MaybeRange;
}

/**
 * signed, unsigned: the C value is that reading of the term's bits. both: it is both, since the top bit is 0.
 * low: only the term's low bits agree; a user that needs more must convert.
 */
export type CReading = 'signed' | 'unsigned' | 'both' | 'low';

export const Precedence = {
  choice: 1,
  or: 2,
  and: 3,
  bitOr: 4,
  bitXor: 5,
  bitAnd: 6,
  equality: 7,
  order: 8,
  shift: 9,
  sum: 10,
  product: 11,
  unary: 12,
  primary: 13,
} as const;

export const container = (width: number): number => (width <= 32 ? 32 : width <= 64 ? 64 : 128);

export function cTypeName(width: number, signed: boolean): string {
  switch (width) {
    case 8:
      return signed ? 'signed char' : 'unsigned char';
    case 16:
      return signed ? 'short' : 'unsigned short';
    case 32:
      return signed ? 'int' : 'unsigned';
    case 64:
      return signed ? 'long long' : 'unsigned long long';
    default:
      return signed ? '__int128' : 'unsigned __int128';
  }
}

/** Whether C has an integer type of this width. */
export const hasType = (width: number): boolean =>
  width === 8 || width === 16 || width === 32 || width === 64 || width === 128;

export function wrapIn(expression: CExpression, least: number): string {
  return expression.precedence >= least ? expression.text : `(${expression.text})`;
}

export function cast(expression: CExpression, width: number, signed: boolean, reading: CReading): CExpression {
  return {
    text: `(${cTypeName(width, signed)})${wrapIn(expression, Precedence.unary)}`,
    precedence: Precedence.unary,
    bits: container(width),
    signed: width < 32 || signed,
    float: false,
    reading,
    range: fitsType(expression.range, width, signed) ? expression.range : rangeOfType(width, signed),
  };
}

export function isExact(expression: CExpression, signed: boolean): boolean {
  return expression.reading === 'both' || expression.reading === (signed ? 'signed' : 'unsigned');
}

/** The expression with the C value that is the given reading of a term of `width` bits. */
export function exactly(expression: CExpression, width: number, signed: boolean): CExpression {
  if (isExact(expression, signed)) return expression;
  const reading = signed ? 'signed' : 'unsigned';
  if (fitsType(expression.range, width, signed)) return { ...expression, reading };
  if (hasType(width)) return cast(expression, width, signed, reading);
  const bits = Math.max(expression.bits, container(width));
  if (!signed) {
    const mask = `0x${((1n << BigInt(width)) - 1n).toString(16)}`;
    return {
      ...expression,
      text: `${wrapIn(expression, Precedence.bitAnd)} & ${mask}`,
      precedence: Precedence.bitAnd,
      bits,
      reading,
      range: rangeOfType(width, false),
    };
  }
  if (width === 1 && expression.reading === 'unsigned') {
    const bit = expression.signed ? expression : cast(expression, 32, true, 'unsigned');
    const text = `-${wrapIn(bit, Precedence.unary)}`;
    return { ...literal(text, 32, true, reading, Precedence.unary), range: [-1n, 0n] };
  }
  const shift = bits - width;
  const raised = `(${cTypeName(bits, true)})(${cTypeName(bits, false)})${wrapIn(expression, Precedence.unary)}`;
  const text = `${raised} << ${shift} >> ${shift}`;
  return { text, precedence: Precedence.shift, bits, signed: true, float: false, reading };
}

/** A constant as the reader would write it: decimal, by its sign where that is wanted. */
export function constant(value: Scalar, width: number, signed: boolean): CExpression {
  const number = signed ? toSigned(value, width) : BigInt(value);
  const reading: CReading = BigInt(value) >> BigInt(width - 1) === 0n ? 'both' : signed ? 'signed' : 'unsigned';
  const magnitude = number < 0n ? -number : number;
  if (number === -(1n << 63n)) return literal('(-9223372036854775807 - 1)', 64, true, reading, Precedence.primary);
  if (magnitude < 1n << 31n || signed) {
    const bits = magnitude < 1n << 31n ? 32 : magnitude < 1n << 63n ? 64 : 128;
    const precedence = number < 0n ? Precedence.unary : Precedence.primary;
    return { ...literal(number.toString(), bits, true, reading, precedence), range: [number, number] };
  }
  const bits = container(number.toString(2).length);
  return { ...literal(`${number}u`, bits, false, reading, Precedence.primary), range: [number, number] };
}

/** A constant used as a pattern of bits. */
export function pattern(value: Scalar, width: number): CExpression {
  const short = BigInt(value) < 10n;
  const suffix = BigInt(value) >= 1n << 31n ? 'u' : '';
  const text = short ? value.toString() : `0x${value.toString(16)}${suffix}`;
  const bits = container(value.toString(2).length);
  const reading: CReading = BigInt(value) >> BigInt(width - 1) === 0n ? 'both' : 'unsigned';
  return { ...literal(text, bits, suffix === '', reading, Precedence.primary), range: [BigInt(value), BigInt(value)] };
}

export function character(value: number): string | null {
  if (value === 39 || value === 92) return `'\\${String.fromCharCode(value)}'`;
  if (value === 10) return "'\\n'";
  if (value === 9) return "'\\t'";
  return value >= 32 && value < 127 ? `'${String.fromCharCode(value)}'` : null;
}

export function literal(
  text: string,
  bits: number,
  signed: boolean,
  reading: CReading,
  precedence: number,
): CExpression {
  return { text, precedence, bits, signed, float: false, reading };
}

/** A constant table: a string where it is text, else a compound literal. */
export function tableText(bytes: Uint8Array): string {
  const isText =
    bytes.length > 0 && bytes.every((byte, i) => (byte >= 32 && byte < 127) || (byte === 0 && i === bytes.length - 1));
  if (!isText) return `(unsigned char[]){${Array.from(bytes).join(', ')}}`;
  const text = String.fromCharCode(...bytes.filter((byte) => byte !== 0));
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A comparison or connective: 0 or 1. */
export const truth = (text: string, precedence: number): CExpression => ({
  ...literal(text, 32, true, 'unsigned', precedence),
  range: [0n, 1n],
});

/** What a float or double consists of, as a number without a sign: C has no notation for it, and a comparison of floats means another thing. */
export function floatBits(made: CExpression, width: number): CExpression {
  return literal(`bits(${made.text})`, container(width), false, 'unsigned', Precedence.primary);
}

export function floating(text: string, width: number): CExpression {
  return { text, precedence: Precedence.primary, bits: width, signed: true, float: true, reading: 'low' };
}

/** Whether an operation of C on `bits` bits takes this operand as unsigned. */
export const unsignedAt = (made: CExpression, bits: number): boolean => !made.signed && made.bits === bits;

/** Widens the C type so that an operation on `width` bits is not cut short. */
export function atLeast(made: CExpression, width: number): CExpression {
  const bits = container(width);
  if (made.bits >= bits) return made;
  return cast(made, bits, made.reading === 'signed', made.reading);
}
