import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evaluator, evaluate } from '../../src/expr/evaluate.ts';
import { bitsOfFloat, floatOf } from '../../src/expr/float-meaning.ts';
import { Kind, RoundingMode } from '../../src/expr/kinds.ts';
import { applyBinary, applyUnary } from '../../src/expr/meaning.ts';
import { fromBigInt, type Scalar } from '../../src/expr/scalar.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { ALL_WIDTHS, constants } from './generator.ts';

/** The definitions of SMT-LIB, written once more in plain bigints. */
const REFERENCE: Record<string, (x: bigint, y: bigint, width: number) => bigint> = {
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
  add: (x, y) => x + y,
  mul: (x, y) => x * y,
  udiv: (x, y) => (y === 0n ? -1n : x / y),
  urem: (x, y) => (y === 0n ? x : x % y),
  sdiv: (x, y, width) => {
    const [a, b] = [BigInt.asIntN(width, x), BigInt.asIntN(width, y)];
    return b === 0n ? (a < 0n ? 1n : -1n) : a / b;
  },
  srem: (x, y, width) => (y === 0n ? x : BigInt.asIntN(width, x) % BigInt.asIntN(width, y)),
  shl: (x, y, width) => (y >= width ? 0n : x << y),
  lshr: (x, y, width) => (y >= width ? 0n : x >> y),
  ashr: (x, y, width) => BigInt.asIntN(width, x) >> (y >= width ? BigInt(width) : y),
  eq: (x, y) => BigInt(x === y),
  ult: (x, y) => BigInt(x < y),
  ule: (x, y) => BigInt(x <= y),
  slt: (x, y, width) => BigInt(BigInt.asIntN(width, x) < BigInt.asIntN(width, y)),
  sle: (x, y, width) => BigInt(BigInt.asIntN(width, x) <= BigInt.asIntN(width, y)),
};
const COMPARISONS = ['eq', 'ult', 'ule', 'slt', 'sle'];

describe('integer operations agree with their definition at every width', () => {
  it.each(Object.keys(REFERENCE))('%s', (name) => {
    for (const width of ALL_WIDTHS)
      fc.assert(
        fc.property(constants(width), constants(width), (x, y) => {
          const result = applyBinary(Kind[name as 'and'], width, fromBigInt(x), fromBigInt(y));
          const bits = COMPARISONS.includes(name) ? 1 : width;
          expect(result).toBe(fromBigInt(BigInt.asUintN(bits, REFERENCE[name]!(x, y, width))));
        }),
        { numRuns: 15 },
      );
  });

  it('not, neg, extract, zext and sext', () => {
    for (const width of ALL_WIDTHS)
      fc.assert(
        fc.property(constants(width), fc.nat(width - 1), fc.nat(70), (x, low, more) => {
          const value = fromBigInt(x);
          const unary = (kind: Kind, to: number, at = 0): Scalar => applyUnary(kind, width, to, at, value);
          const wrapped = (big: bigint, to: number): Scalar => fromBigInt(BigInt.asUintN(to, big));
          expect(unary(Kind.not, width)).toBe(wrapped(~x, width));
          expect(unary(Kind.neg, width)).toBe(wrapped(-x, width));
          expect(unary(Kind.extract, width - low, low)).toBe(wrapped(x >> BigInt(low), width - low));
          expect(unary(Kind.extract, 1, low)).toBe(wrapped(x >> BigInt(low), 1));
          expect(unary(Kind.zext, width + more)).toBe(value);
          expect(unary(Kind.sext, width + more)).toBe(wrapped(BigInt.asIntN(width, x), width + more));
        }),
        { numRuns: 20 },
      );
  });
});

describe('floats are the host’s', () => {
  const double = (value: number): Scalar => bitsOfFloat(value, 64);
  const single = (value: number): Scalar => bitsOfFloat(value, 32);

  it('doubles: arithmetic, comparison, signed zero, infinities and NaN', () => {
    const notable = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, NaN, 5e-324, 1.5, -2.5));
    fc.assert(
      fc.property(notable, notable, (a, b) => {
        const at = (kind: Kind): number => floatOf(applyBinary(kind, 64, double(a), double(b)), 64);
        expect(at(Kind.fadd)).toBe(a + b);
        expect(at(Kind.fsub)).toBe(a - b);
        expect(at(Kind.fmul)).toBe(a * b);
        expect(at(Kind.fdiv)).toBe(a / b);
        expect(at(Kind.frem)).toBe(a % b);
        expect(applyBinary(Kind.feq, 64, double(a), double(b))).toBe(Number(a === b));
        expect(applyBinary(Kind.flt, 64, double(a), double(b))).toBe(Number(a < b));
        expect(applyBinary(Kind.fle, 64, double(a), double(b))).toBe(Number(a <= b));
      }),
      { numRuns: 150 },
    );
  });

  it('every NaN that arises is the canonical one, and -0 keeps its sign', () => {
    expect(applyBinary(Kind.fdiv, 64, double(0), double(-0))).toBe(0x7ff8000000000000n);
    expect(applyBinary(Kind.fsub, 32, single(Infinity), single(Infinity))).toBe(0x7fc00000);
    expect(applyUnary(Kind.fconvert, 32, 64, 0, 0xffc00001)).toBe(0x7ff8000000000000n);
    expect(applyUnary(Kind.fround, 32, 32, RoundingMode.nearestEven, single(-0.25))).toBe(0x80000000);
  });

  it('rounds to integral values in each mode', () => {
    const rounded = (mode: RoundingMode): number[] =>
      [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 2251799813685249.5].map((value) =>
        floatOf(applyUnary(Kind.fround, 64, 64, mode, double(value)), 64),
      );
    expect(rounded(RoundingMode.nearestEven)).toEqual([0, 2, 2, -0, -2, 0, 2251799813685250]);
    expect(rounded(RoundingMode.nearestAway)).toEqual([1, 2, 3, -1, -2, 0, 2251799813685250]);
    expect(rounded(RoundingMode.towardPositive)).toEqual([1, 2, 3, -0, -1, 1, 2251799813685250]);
    expect(rounded(RoundingMode.towardNegative)).toEqual([0, 1, 2, -1, -2, 0, 2251799813685249]);
    expect(rounded(RoundingMode.towardZero)).toEqual([0, 1, 2, -0, -1, 0, 2251799813685249]);
  });

  it('converts integers with one rounding only', () => {
    // Rounded to double first, this would be a tie and go to the even neighbour below.
    const tricky = (1n << 60n) + (1n << 36n) + 1n;
    expect(floatOf(applyUnary(Kind.stof, 64, 32, 0, tricky), 32)).toBe(2 ** 60 + 2 ** 37);
    expect(floatOf(applyUnary(Kind.utof, 64, 64, 0, 2n ** 64n - 1n), 64)).toBe(2 ** 64);
    expect(floatOf(applyUnary(Kind.stof, 64, 64, 0, 2n ** 64n - 1n), 64)).toBe(-1);
  });

  it('converts to integers toward zero, saturating, NaN to 0', () => {
    const toSigned = (value: number, width = 32): Scalar => applyUnary(Kind.ftos, 64, width, 0, double(value));
    const toUnsigned = (value: number, width = 32): Scalar => applyUnary(Kind.ftou, 64, width, 0, double(value));
    expect([toSigned(-1.9), toSigned(1e10), toSigned(-1e10), toSigned(NaN)]).toEqual([
      0xffffffff, 0x7fffffff, 0x80000000, 0,
    ]);
    expect([toUnsigned(-1), toUnsigned(1e10), toUnsigned(3.9), toUnsigned(-Infinity)]).toEqual([0, 0xffffffff, 3, 0]);
    expect(toSigned(2 ** 63, 64)).toBe(2n ** 63n - 1n);
    expect(toSigned(-Infinity, 64)).toBe(2n ** 63n);
  });
});

describe('evaluation', () => {
  const t = new Terms({ rewriteLevel: 0 });
  const x = t.variable('x', 32);

  it('takes inputs that the model does not mention as zero, and arrays as zero beyond their end', () => {
    const bytes = t.bytes('bytes', 4);
    const model = new Model();
    model.arrays.set(bytes, Uint8Array.of(7));
    const at = (index: number): Scalar => evaluate(t.read(bytes, t.constant(32, index)), model);
    expect(evaluate(x, model)).toBe(0);
    expect([at(0), at(1), at(9)]).toEqual([7, 0, 0]);
  });

  it('reads the latest store, also through symbolic indices', () => {
    const i = t.variable('i', 32);
    const byte = (value: number): Term => t.constant(8, value);
    const array = t.store(t.store(t.table(Uint8Array.of(1, 2, 3)), t.constant(32, 1), byte(20)), i, byte(30));
    const model = new Model();
    const at = (index: number): Scalar => evaluate(t.read(array, t.constant(32, index)), model);
    expect([at(0), at(1), at(2)]).toEqual([30, 20, 3]);
    model.scalars.set(i, 1);
    expect([at(0), at(1), at(5)]).toEqual([1, 30, 0]);
  });

  it('handles chains of 100,000 terms without exhausting the stack', () => {
    let sum = x;
    let array = t.bytes('long', 4);
    for (let i = 0; i < 100_000; i++) {
      sum = t.add(t.xor(sum, x), t.constant(32, 1));
      array = t.store(array, t.add(x, t.constant(32, i)), t.extract(sum, 0, 8));
    }
    const model = new Model();
    model.scalars.set(x, 0);
    expect(evaluate(sum, model)).toBe(100_000);
    expect(evaluate(t.read(array, t.constant(32, 99_999)), model)).toBe(100_000 & 0xff);
  });

  it('makes terms of great depth without exhausting the stack', () => {
    const rewriting = new Terms();
    const input = rewriting.variable('v', 32);
    let chain = input;
    let choice = input;
    for (let i = 1; i <= 20_000; i++) {
      chain = rewriting.xor(rewriting.mul(chain, rewriting.constant(32, 3)), input);
      choice = rewriting.ite(rewriting.eq(input, rewriting.constant(32, i * 7)), rewriting.constant(32, i), choice);
    }
    rewriting.ult(rewriting.extract(chain, 0, 8), rewriting.constant(8, 3));
    const asked = rewriting.eq(choice, rewriting.constant(32, 100_001));
    const model = new Model();
    model.scalars.set(input, 100_001);
    expect(evaluate(asked, model)).toBe(1);
  });

  it('forgets the previous model', () => {
    const evaluator = new Evaluator();
    const doubled = t.add(x, x);
    for (const value of [1, 2, 3]) {
      const model = new Model();
      model.scalars.set(x, value);
      expect(evaluator.use(model).value(doubled)).toBe(2 * value);
    }
  });
});
