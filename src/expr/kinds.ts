/**
 * Every kind of term, in one table. Bit-vector kinds have SMT-LIB's meaning (division by zero and oversized shifts are
 * total: `udiv x 0` is all ones, `urem x 0` is x, a shift by the width or more fills with zeros or the sign).
 *
 * Floats are bit-vectors of 32 or 64 bits that hold the IEEE pattern; the f* kinds read them as numbers, round to
 * nearest even unless the kind says otherwise, and every NaN they produce is the canonical quiet one. Comparisons are
 * the IEEE (ordered, quiet) ones. Arrays map 32-bit indices to bytes; reading past an array's size yields 0.
 */
export const Kind = {
  constant: 0,
  variable: 1,
  not: 2,
  neg: 3,
  and: 4,
  or: 5,
  xor: 6,
  add: 7,
  mul: 8,
  udiv: 9,
  urem: 10,
  sdiv: 11,
  srem: 12,
  shl: 13,
  lshr: 14,
  ashr: 15,
  eq: 16,
  ult: 17,
  ule: 18,
  slt: 19,
  sle: 20,
  ite: 21,
  concat: 22,
  extract: 23,
  zext: 24,
  sext: 25,
  read: 26,
  table: 27,
  bytes: 28,
  store: 29,
  fadd: 30,
  fsub: 31,
  fmul: 32,
  fdiv: 33,
  frem: 34,
  fsqrt: 35,
  fround: 36,
  feq: 37,
  flt: 38,
  fle: 39,
  fconvert: 40,
  stof: 41,
  utof: 42,
  ftos: 43,
  ftou: 44,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export type KindName = keyof typeof Kind;

/** How the result's width follows from the operands: the same, one bit, given by the maker, or none (an array). */
type WidthRule = 'operand' | 'bit' | 'given' | 'array' | 'byte';

export interface KindInfo {
  readonly arity: number;
  readonly width: WidthRule;
  readonly commutative: boolean;
  /** The SMT-LIB operator, where one operator says it all. */
  readonly smt: string | null;
  readonly float: boolean;
}

const info = (arity: number, width: WidthRule, smt: string | null, commutative = false, float = false): KindInfo => ({
  arity,
  width,
  commutative,
  smt,
  float,
});

export const KINDS = {
  constant: info(0, 'given', null),
  variable: info(0, 'given', null),
  not: info(1, 'operand', 'bvnot'),
  neg: info(1, 'operand', 'bvneg'),
  and: info(2, 'operand', 'bvand', true),
  or: info(2, 'operand', 'bvor', true),
  xor: info(2, 'operand', 'bvxor', true),
  add: info(2, 'operand', 'bvadd', true),
  mul: info(2, 'operand', 'bvmul', true),
  udiv: info(2, 'operand', 'bvudiv'),
  urem: info(2, 'operand', 'bvurem'),
  sdiv: info(2, 'operand', 'bvsdiv'),
  srem: info(2, 'operand', 'bvsrem'),
  shl: info(2, 'operand', 'bvshl'),
  lshr: info(2, 'operand', 'bvlshr'),
  ashr: info(2, 'operand', 'bvashr'),
  eq: info(2, 'bit', '=', true),
  ult: info(2, 'bit', 'bvult'),
  ule: info(2, 'bit', 'bvule'),
  slt: info(2, 'bit', 'bvslt'),
  sle: info(2, 'bit', 'bvsle'),
  /** a: condition (1 bit), b: then, c: else. */
  ite: info(3, 'operand', 'ite'),
  /** a: high part, b: low part. */
  concat: info(2, 'given', 'concat'),
  /** `low` of the term is the lowest bit taken; `width` bits are taken. */
  extract: info(1, 'given', 'extract'),
  zext: info(1, 'given', 'zero_extend'),
  sext: info(1, 'given', 'sign_extend'),
  /** a: array, b: 32-bit index; the result is a byte. */
  read: info(2, 'byte', 'select'),
  /** A constant array: `bytes` of the term; 0 beyond. */
  table: info(0, 'array', null),
  /** A symbolic object: `name` and `size` of the term. */
  bytes: info(0, 'array', null),
  /** a: array, b: 32-bit index, c: byte. */
  store: info(3, 'array', 'store'),
  fadd: info(2, 'operand', 'fp.add', true, true),
  fsub: info(2, 'operand', 'fp.sub', false, true),
  fmul: info(2, 'operand', 'fp.mul', true, true),
  fdiv: info(2, 'operand', 'fp.div', false, true),
  /** C's fmod: truncating remainder. */
  frem: info(2, 'operand', null, false, true),
  fsqrt: info(1, 'operand', 'fp.sqrt', false, true),
  /** To an integral value; `low` of the term is the mode: see RoundingMode. */
  fround: info(1, 'operand', 'fp.roundToIntegral', false, true),
  feq: info(2, 'bit', 'fp.eq', true, true),
  flt: info(2, 'bit', 'fp.lt', false, true),
  fle: info(2, 'bit', 'fp.leq', false, true),
  /** Between 32 and 64 bits. */
  fconvert: info(1, 'given', 'to_fp', false, true),
  /** Signed / unsigned integer to float, rounding to nearest even. */
  stof: info(1, 'given', 'to_fp', false, true),
  utof: info(1, 'given', 'to_fp_unsigned', false, true),
  /** Float to signed / unsigned integer, toward zero; NaN gives 0 and out of range saturates (as WebAssembly's trunc_sat). */
  ftos: info(1, 'given', 'fp.to_sbv', false, true),
  ftou: info(1, 'given', 'fp.to_ubv', false, true),
} as const satisfies Record<KindName, KindInfo>;

export const KIND_NAMES = Object.keys(Kind) as KindName[];

export const RoundingMode = {
  nearestEven: 0,
  nearestAway: 1,
  towardPositive: 2,
  towardNegative: 3,
  towardZero: 4,
} as const;
export type RoundingMode = (typeof RoundingMode)[keyof typeof RoundingMode];
