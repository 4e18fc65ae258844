import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOfFloat, floatOf } from '../../../src/expr/float-meaning.ts';
import { Kind } from '../../../src/expr/kinds.ts';
import { fromBigInt } from '../../../src/expr/scalar.ts';
import type { Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import {
  comparable,
  integerToLong,
  type LongDouble,
  type LongFormat,
  longArithmetic,
  longToFloat,
  longToInteger,
  packLongDouble,
  unpackLongDouble,
} from '../../../src/machine/semantics/long-double.ts';
import { LongDoubleTerms } from '../../../src/machine/semantics/long-double-terms.ts';

const terms = new Terms();
const long = new LongDoubleTerms(terms);
const WIDTHS = { x86_fp80: 80, fp128: 128 } as const;

/** Terms over constants are computed at once, by the meaning of each operator. */
function bitsOf(term: Term): bigint {
  if (term.kind !== Kind.constant) throw new Error('not a constant');
  return BigInt(term.value);
}

const termOf = (value: LongDouble, format: LongFormat) => terms.constant(WIDTHS[format], packLongDouble(value, format));
const longOf = (term: Term, format: LongFormat) => unpackLongDouble(fromBigInt(bitsOf(term)), format);

/** Exponents near each other and near the ends, mantissas with few bits set and with many. */
function numbers(format: LongFormat): fc.Arbitrary<LongDouble> {
  const width = WIDTHS[format];
  const fractionBits = format === 'x86_fp80' ? 63n : 112n;
  const field = fc.oneof(
    fc.integer({ min: 0, max: 130 }),
    fc.integer({ min: 16250, max: 16520 }),
    fc.integer({ min: 32640, max: 32767 }),
  );
  const fraction = fc.oneof(
    fc.bigInt(0n, (1n << fractionBits) - 1n),
    fc.integer({ min: 0, max: Number(fractionBits) - 1 }).map((bit) => 1n << BigInt(bit)),
    fc.constantFrom(0n, (1n << fractionBits) - 1n),
  );
  return fc.tuple(fc.boolean(), field, fraction).map(([negative, exponent, rest]) => {
    const leading = format === 'x86_fp80' && exponent > 0 ? 1n << 63n : 0n;
    const stored = format === 'x86_fp80' ? 64n : 112n;
    const sign = negative ? 1n << BigInt(width - 1) : 0n;
    return unpackLongDouble(fromBigInt(sign | (BigInt(exponent) << stored) | leading | rest), format);
  });
}

const same = (a: LongDouble, b: LongDouble) => expect(Object.is(a, b), `${a} and ${b}`).toBe(true);

describe.each(['x86_fp80', 'fp128'] as const)('symbolic long doubles (%s) compute what concrete ones do', (format) => {
  const pair = fc.tuple(numbers(format), numbers(format));

  it.each([
    ['fadd', (a: Term, b: Term) => long.add(a, b, format)],
    ['fsub', (a: Term, b: Term) => long.add(a, long.negated(b), format)],
    ['fmul', (a: Term, b: Term) => long.multiply(a, b, format)],
  ] as const)('%s', (operator, apply) => {
    fc.assert(
      fc.property(pair, ([x, y]) => {
        same(longOf(apply(termOf(x, format), termOf(y, format)), format), longArithmetic(operator, x, y, format));
      }),
      { numRuns: 1500 },
    );
  });

  it('comparisons', () => {
    const near = fc.tuple(numbers(format), fc.boolean()).map(([x, flip]): [LongDouble, LongDouble] => {
      return [x, flip ? x : longOf(long.negated(termOf(x, format)), format)];
    });
    fc.assert(
      fc.property(fc.oneof(pair, near), ([x, y]) => {
        const [a, b] = comparable(x, y, format);
        const holds = (predicate: 'olt' | 'ole' | 'oeq' | 'une' | 'uno' | 'ugt') =>
          bitsOf(long.compare(predicate, termOf(x, format), termOf(y, format), format)) === 1n;
        expect(holds('olt')).toBe(a < b);
        expect(holds('ole')).toBe(a <= b);
        expect(holds('oeq')).toBe(a === b);
        expect(holds('une')).toBe(a !== b);
        expect(holds('uno')).toBe(Number.isNaN(a) || Number.isNaN(b));
        expect(holds('ugt')).toBe(!(a <= b));
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    ['float', 32],
    ['double', 64],
  ] as const)('conversions to and from %s', (small, width) => {
    fc.assert(
      fc.property(numbers(format), fc.double(), (x, y) => {
        const narrowed = long.convert(termOf(x, format), format, small);
        same(floatOf(fromBigInt(bitsOf(narrowed)), width), longToFloat(x, format, small));
        const plain = small === 'float' ? Math.fround(y) : y;
        const widened = long.convert(terms.constant(width, bitsOfFloat(plain, width)), small, format);
        same(longOf(widened, format), plain);
      }),
      { numRuns: 1500 },
    );
  });

  it('conversions to and from integers', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 64n) - 1n), fc.nat(63), fc.boolean(), numbers(format), (bits, by, signed, x) => {
        const raw = bits >> BigInt(by);
        const value = signed ? BigInt.asIntN(64, raw) : raw;
        const made = long.fromInteger(terms.constant(64, fromBigInt(raw)), signed, format);
        same(longOf(made, format), integerToLong(value, format));
        const back = long.toInteger(made, format, signed, 64);
        expect([bitsOf(back.value), bitsOf(back.fits)]).toEqual([raw, 1n]);
        const { fits } = long.toInteger(termOf(x, format), format, signed, 64);
        const finite = typeof x === 'bigint' || Number.isFinite(x);
        const whole = !finite ? null : typeof x === 'bigint' ? longToInteger(x, format) : BigInt(Math.trunc(x));
        const expected = whole !== null && whole === (signed ? BigInt.asIntN(64, whole) : BigInt.asUintN(64, whole));
        expect(bitsOf(fits)).toBe(expected ? 1n : 0n);
      }),
      { numRuns: 1500 },
    );
  });
});
