import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparable,
  integerToLong,
  type LongDouble,
  longArithmetic,
  longToFloat,
  longToInteger,
  longUnary,
  packLongDouble,
  unpackLongDouble,
} from '../../../src/machine/semantics/long-double.ts';

const FORMATS = ['x86_fp80', 'fp128'] as const;
type Format = (typeof FORMATS)[number];
const PRECISION = { x86_fp80: 64, fp128: 113 } as const;

/** Any number of a format, by way of whole numbers and a division that has to be rounded. */
function drawn(format: Format): fc.Arbitrary<LongDouble> {
  const whole = fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n });
  return fc.oneof(
    whole.map((value) => integerToLong(value, format)),
    fc.tuple(whole, whole).map(([a, b]) => {
      return longArithmetic('fdiv', integerToLong(a, format), integerToLong(b === 0n ? 1n : b, format), format);
    }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
}

/** As a fraction, from the bits: written down apart from what is tested. */
function fraction(value: LongDouble, format: Format): [numerator: bigint, denominator: bigint] {
  const bits = BigInt(packLongDouble(value, format));
  const stored = format === 'fp128' ? 112n : 64n;
  const field = (bits >> stored) & 0x7fffn;
  let mantissa = bits & ((1n << stored) - 1n);
  if (format === 'fp128' && field > 0n) mantissa += 1n << stored;
  const power = (field === 0n ? 1n : field) - 16383n - (format === 'fp128' ? 112n : 63n);
  const sign = bits >> (stored + 15n) === 1n ? -1n : 1n;
  return power >= 0n ? [sign * mantissa * 2n ** power, 1n] : [sign * mantissa, 2n ** -power];
}

/** Whether no number of the precision is nearer to n / d: their distance is at most half of the last place. */
function isNearest(result: LongDouble, n: bigint, d: bigint, format: Format): boolean {
  const [a, b] = fraction(result, format);
  const distance = a * d - n * b < 0n ? n * b - a * d : a * d - n * b;
  const size = a < 0n ? -a : a;
  // |a/b - n/d| <= |a/b| * 2^-precision, which is half of the last place or less, but for powers of two.
  return distance * 2n ** BigInt(PRECISION[format] - 1) <= size * d;
}

describe.each(FORMATS)('%s', (format) => {
  const number = drawn(format);

  it('is rounded to nearest', () => {
    fc.assert(
      fc.property(fc.constantFrom('fadd', 'fsub', 'fmul', 'fdiv'), number, number, (operator, x, y) => {
        if (x === 0 || y === 0) return;
        const result = longArithmetic(operator, x, y, format);
        if (typeof result === 'number' && (!Number.isFinite(result) || Math.abs(result) < 1e-300)) return;
        const [[a, b], [c, d]] = [fraction(x, format), fraction(y, format)];
        const exact: Record<string, [bigint, bigint]> = {
          fadd: [a * d + c * b, b * d],
          fsub: [a * d - c * b, b * d],
          fmul: [a * c, b * d],
          fdiv: c < 0n ? [-a * d, -b * c] : [a * d, b * c],
        };
        expect(isNearest(result, ...exact[operator], format)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('has one form for each value, which memory keeps', () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(unpackLongDouble(packLongDouble(value, format), format)).toBe(value);
        expect(longArithmetic('fadd', longArithmetic('fsub', value, 1, format), 0, format)).toBe(
          longArithmetic('fsub', value, 1, format),
        );
        const [a, b] = comparable(longArithmetic('fadd', value, longUnary('fabs', value, format)!, format), 0, format);
        expect(a >= b).toBe(true);
      }),
    );
  });

  it('takes the square root of a square', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 50n }), (root) => {
        expect(longUnary('fsqrt', integerToLong(root * root, format), format)).toBe(Number(root));
      }),
    );
  });

  it('keeps what is special', () => {
    const third = longArithmetic('fdiv', 1, 3, format);
    expect(typeof third).toBe('bigint');
    expect(longArithmetic('fmul', third, 0, format)).toBe(0);
    expect(longArithmetic('fdiv', third, 0, format)).toBe(Number.POSITIVE_INFINITY);
    expect(longArithmetic('frem', third, Number.POSITIVE_INFINITY, format)).toBe(third);
    expect(longArithmetic('frem', 1, third, format)).not.toBe(0);
    expect(longArithmetic('fadd', third, Number.NaN, format)).toBeNaN();
    expect(longArithmetic('fmul', 1e300, 1e300, format)).not.toBe(Number.POSITIVE_INFINITY);
    expect(longToFloat(longArithmetic('fmul', 1e300, 1e300, format), format, 'double')).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('long double of x86', () => {
  it('gives what its processors give', () => {
    const third = longArithmetic('fdiv', 1, 3, 'x86_fp80');
    expect(third).toBe(0x3ffdaaaaaaaaaaaaaaabn);
    expect(longArithmetic('fmul', third, 3, 'x86_fp80')).toBe(1);
    expect(unpackLongDouble(0x3ffbcccccccccccccccdn, 'x86_fp80')).toBe(0x3ffbcccccccccccccccdn);
    expect(longUnary('fsqrt', 2, 'x86_fp80')).toBe(0x3fffb504f333f9de6484n);
    expect(integerToLong(2n ** 63n + 1n, 'x86_fp80')).toBe(0x403e8000000000000001n);
    expect(longToInteger(0x403e8000000000000001n, 'x86_fp80')).toBe(2n ** 63n + 1n);
    expect(longToFloat(third, 'x86_fp80', 'double')).toBe(1 / 3);
    expect(longToFloat(third, 'x86_fp80', 'float')).toBe(Math.fround(1 / 3));
  });
});
