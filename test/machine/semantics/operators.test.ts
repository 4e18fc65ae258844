/** Every operator means the same on concrete values and, under a model, on terms; and both mean what bigints say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { bitsOfFloat, floatOf } from '../../../src/expr/float-meaning.ts';
import { Term } from '../../../src/expr/term.ts';
import { PathEnd } from '../../../src/machine/path-end.ts';
import { castFunction } from '../../../src/machine/semantics/cast.ts';
import { comparison } from '../../../src/machine/semantics/compare.ts';
import { floatComparison, floatFunction, floatUnary } from '../../../src/machine/semantics/float.ts';
import { fusedMultiplyAdd } from '../../../src/machine/semantics/fused.ts';
import { integerFunction } from '../../../src/machine/semantics/integer.ts';
import { longToFloat, packLongDouble, unpackLongDouble } from '../../../src/machine/semantics/long-double.ts';
import { selectValue } from '../../../src/machine/semantics/select.ts';
import type { Value } from '../../../src/machine/value.ts';
import type { FloatOperator, FloatPredicate, IntOperator, IntPredicate } from '../../../src/program/operators.ts';
import { Bench, canonicalScalar } from '../bench.ts';

const WIDTHS = [1, 8, 16, 24, 32, 64, 128];
const RUNS = { numRuns: 25, seed: 4 };

const integers = (width: number) =>
  fc.oneof(
    fc.bigInt(0n, (1n << BigInt(width)) - 1n),
    fc.constantFrom(0n, 1n, (1n << BigInt(width)) - 1n, 1n << BigInt(width - 1), (1n << BigInt(width - 1)) - 1n),
  );
const signed = (width: number, x: bigint) => BigInt.asIntN(width, x);

const MEANINGS: Record<IntOperator, (x: bigint, y: bigint, width: number) => bigint | null> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
  udiv: (x, y) => (y === 0n ? null : x / y),
  urem: (x, y) => (y === 0n ? null : x % y),
  sdiv: (x, y, w) => (isBadQuotient(x, y, w) ? null : signed(w, x) / signed(w, y)),
  srem: (x, y, w) => (isBadQuotient(x, y, w) ? null : signed(w, x) % signed(w, y)),
  shl: (x, y, w) => (y >= w ? null : x << y),
  lshr: (x, y, w) => (y >= w ? null : x >> y),
  ashr: (x, y, w) => (y >= w ? null : signed(w, x) >> y),
};

function isBadQuotient(x: bigint, y: bigint, width: number): boolean {
  return y === 0n || (signed(width, y) === -1n && x === 1n << BigInt(width - 1));
}

/** A value, or 'fault' when the path ended. */
function attempt(compute: () => Value): Value | 'fault' {
  try {
    return compute();
  } catch (thrown) {
    if (thrown instanceof PathEnd) return 'fault' as never;
    throw thrown;
  }
}

function settled(bench: Bench, value: Value | 'fault'): unknown {
  return value instanceof Term ? evaluate(value, bench.model) : value;
}

describe.each(WIDTHS)('integers of %i bits', (width) => {
  it.each(Object.keys(MEANINGS) as IntOperator[])('%s', (operator) => {
    fc.assert(
      fc.property(integers(width), integers(width), (x, y) => {
        const bench = new Bench();
        const apply = integerFunction(bench.machine, operator, width, null, bench.site);
        const meaning = MEANINGS[operator](x, y, width);
        const expected = meaning === null ? 'fault' : canonicalScalar(BigInt.asUintN(width, meaning));
        const [a, b] = [canonicalScalar(x), canonicalScalar(y)];
        expect(attempt(() => apply(bench.state, a, b))).toBe(expected);
        const symbolic = attempt(() => apply(bench.state, bench.input(width, x), bench.input(width, y)));
        expect(settled(bench, symbolic)).toBe(expected);
        const mixed = attempt(() => apply(bench.state, a, bench.input(width, y)));
        expect(settled(bench, mixed)).toBe(expected);
      }),
      RUNS,
    );
  });

  const PREDICATES: Record<IntPredicate, (x: bigint, y: bigint) => boolean> = {
    eq: (x, y) => x === y,
    ne: (x, y) => x !== y,
    ult: (x, y) => x < y,
    ule: (x, y) => x <= y,
    ugt: (x, y) => x > y,
    uge: (x, y) => x >= y,
    slt: (x, y) => signed(width, x) < signed(width, y),
    sle: (x, y) => signed(width, x) <= signed(width, y),
    sgt: (x, y) => signed(width, x) > signed(width, y),
    sge: (x, y) => signed(width, x) >= signed(width, y),
  };
  it.each(Object.keys(PREDICATES) as IntPredicate[])('%s', (predicate) => {
    fc.assert(
      fc.property(integers(width), integers(width), (x, y) => {
        const bench = new Bench();
        const apply = comparison(bench.machine, predicate, width, bench.site);
        const expected = PREDICATES[predicate](x, y) ? 1 : 0;
        expect(apply(bench.state, canonicalScalar(x), canonicalScalar(y))).toBe(expected);
        expect(settled(bench, apply(bench.state, bench.input(width, x), bench.input(width, y)))).toBe(expected);
      }),
      RUNS,
    );
  });

  it.each(WIDTHS.filter((to) => to !== width))('converts to %i bits', (to) => {
    fc.assert(
      fc.property(integers(width), (x) => {
        const bench = new Bench();
        const { types } = bench.machine.program;
        for (const operator of to < width ? (['trunc'] as const) : (['zext', 'sext'] as const)) {
          const apply = castFunction(bench.machine, operator, types.int(width), types.int(to), bench.site);
          const exact = operator === 'sext' ? signed(width, x) : x;
          const expected = canonicalScalar(BigInt.asUintN(to, exact));
          expect(apply(bench.state, canonicalScalar(x))).toBe(expected);
          expect(settled(bench, apply(bench.state, bench.input(width, x)))).toBe(expected);
        }
      }),
      RUNS,
    );
  });
});

const doubles = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, 0.5, 1.5, 2.5, 1e300, 5e-324, Infinity, -Infinity, Number.NaN, 2 ** 53, 4294967295.5),
);
const sample = (single: boolean) => (single ? doubles.map(Math.fround) : doubles);

/** Terms hold bits; all NaNs are one. */
function floatResult(bench: Bench, value: Value, width: number): unknown {
  return value instanceof Term ? floatOf(evaluate(value, bench.model), width) : value;
}

describe.each(['float', 'double'] as const)('%s', (format) => {
  const width = format === 'float' ? 32 : 64;
  const isSingle = format === 'float';
  const input = (bench: Bench, x: number) => bench.input(width, bitsOfFloat(x, width));

  it.each(['fadd', 'fsub', 'fmul', 'fdiv', 'frem'] as FloatOperator[])('%s', (operator) => {
    fc.assert(
      fc.property(sample(isSingle), sample(isSingle), (x, y) => {
        const bench = new Bench();
        const apply = floatFunction(bench.machine, operator, format, bench.site);
        const expected = apply(bench.state, x, y);
        expect(floatResult(bench, apply(bench.state, input(bench, x), input(bench, y)), width)).toBe(expected);
      }),
      RUNS,
    );
  });

  const PREDICATES: FloatPredicate[] = [
    'false',
    'oeq',
    'ogt',
    'oge',
    'olt',
    'ole',
    'one',
    'ord',
    'ueq',
    'ugt',
    'uge',
    'ult',
    'ule',
    'une',
    'uno',
    'true',
  ];
  it.each(PREDICATES)('%s', (predicate) => {
    fc.assert(
      fc.property(sample(isSingle), sample(isSingle), (x, y) => {
        const bench = new Bench();
        const apply = floatComparison(bench.machine, predicate, format, bench.site);
        const expected = apply(bench.state, x, y);
        expect(settled(bench, apply(bench.state, input(bench, x), input(bench, y)))).toBe(expected);
      }),
      RUNS,
    );
  });

  const UNARY = ['fneg', 'fabs', 'fsqrt', 'floor', 'ceil', 'trunc', 'round', 'roundeven'] as const;
  it.each(UNARY)('%s', (operation) => {
    fc.assert(
      fc.property(sample(isSingle), (x) => {
        const bench = new Bench();
        const apply = floatUnary(bench.machine, operation, format, bench.site);
        expect(floatResult(bench, apply(bench.state, input(bench, x)), width)).toBe(apply(bench.state, x));
      }),
      RUNS,
    );
  });

  it.each(WIDTHS.filter((bits) => bits > 1 && bits <= 64))('converts to and from integers of %i bits', (bits) => {
    fc.assert(
      fc.property(sample(isSingle), integers(bits), (x, n) => {
        const bench = new Bench();
        const { types } = bench.machine.program;
        const [float, int] = [types.float(format), types.int(bits)];
        for (const operator of ['fptosi', 'fptoui'] as const) {
          const apply = castFunction(bench.machine, operator, float, int, bench.site);
          const symbolic = settled(
            bench,
            attempt(() => apply(bench.state, input(bench, x))),
          );
          expect(symbolic).toBe(attempt(() => apply(bench.state, x)));
        }
        for (const operator of ['sitofp', 'uitofp'] as const) {
          const apply = castFunction(bench.machine, operator, int, float, bench.site);
          const expected = apply(bench.state, canonicalScalar(n));
          expect(floatResult(bench, apply(bench.state, bench.input(bits, n)), width)).toBe(expected);
        }
      }),
      RUNS,
    );
  });

  it('is chosen by a symbolic condition like by a concrete one', () => {
    fc.assert(
      fc.property(sample(isSingle), sample(isSingle), fc.boolean(), (x, y, bit) => {
        const bench = new Bench();
        const type = bench.machine.program.types.float(format);
        const chosen = selectValue(bench.machine, bench.state, bench.input(1, bit ? 1 : 0), x, y, type, bench.site);
        expect(floatResult(bench, chosen, width)).toBe(bit ? x : y);
      }),
      RUNS,
    );
  });
});

describe('a cast to float', () => {
  it('rounds like Math.fround, and back is exact', () => {
    fc.assert(
      fc.property(doubles, (x) => {
        const bench = new Bench();
        const { types } = bench.machine.program;
        const narrow = castFunction(bench.machine, 'fptrunc', types.float('double'), types.float('float'), bench.site);
        const widen = castFunction(bench.machine, 'fpext', types.float('float'), types.float('double'), bench.site);
        expect(narrow(bench.state, x)).toBe(Math.fround(x));
        const symbolic = narrow(bench.state, bench.input(64, bitsOfFloat(x, 64)));
        expect(floatResult(bench, symbolic, 32)).toBe(Math.fround(x));
        expect(floatResult(bench, widen(bench.state, symbolic), 64)).toBe(Math.fround(x));
      }),
      RUNS,
    );
  });
});

describe('fused multiply-add', () => {
  it('of values whose product is exact is the rounded sum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(2 ** 26), max: 2 ** 26 }),
        fc.integer({ min: -(2 ** 26), max: 2 ** 26 }),
        doubles,
        (x, y, z) => {
          expect(fusedMultiplyAdd(x, y, z, 'double')).toBe(x * y + z);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  it('finds the error of a product', () => {
    expect(fusedMultiplyAdd(0.1, 10, -1, 'double')).toBe(5.551115123125783e-17);
    expect(fusedMultiplyAdd(1e308, 10, -Infinity, 'double')).toBe(-Infinity);
    expect(fusedMultiplyAdd(5e-324, 0.5, 5e-324, 'double')).toBe(1e-323);
    expect(Object.is(fusedMultiplyAdd(-1, 0, -0, 'double'), -0)).toBe(true);
  });
});

describe('a long double', () => {
  it.each(['x86_fp80', 'fp128'] as const)('as %s holds every double', (format) => {
    fc.assert(
      fc.property(doubles, (x) => {
        expect(unpackLongDouble(packLongDouble(x, format), format)).toBe(x);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  it('is rounded to nearest where it becomes a double', () => {
    const asDouble = (bits: bigint) => longToFloat(unpackLongDouble(bits, 'fp128'), 'fp128', 'double');
    // 1 + 2^-53 + 2^-112 lies just above the middle between two doubles.
    expect(asDouble((0x3fffn << 112n) | (1n << 59n) | 1n)).toBe(1 + 2 ** -52);
    expect(asDouble((0x3fffn << 112n) | (1n << 59n))).toBe(1);
    expect(asDouble(0x7ffen << 112n)).toBe(Infinity);
    expect(asDouble(1n << 112n)).toBe(0);
  });
});
