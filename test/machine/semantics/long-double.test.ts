import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactArithmetic } from '../../../src/machine/semantics/long-double.ts';

/** A finite double as a fraction of whole numbers. */
function fraction(value: number): [numerator: bigint, denominator: bigint] {
  let [scaled, denominator] = [value, 1n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return [BigInt(scaled), denominator];
}

function isExact(operator: 'fadd' | 'fsub' | 'fmul' | 'fdiv', x: number, y: number, result: number): boolean {
  const [[a, b], [c, d], [e, f]] = [fraction(x), fraction(y), fraction(result)];
  switch (operator) {
    case 'fadd':
      return (a * d + c * b) * f === e * b * d;
    case 'fsub':
      return (a * d - c * b) * f === e * b * d;
    case 'fmul':
      return a * c * f === e * b * d;
    case 'fdiv':
      return a * d * f === e * b * c;
  }
}

const OPERATORS = ['fadd', 'fsub', 'fmul', 'fdiv'] as const;
const RESULTS = { fadd: (x: number, y: number) => x + y, fsub: (x: number, y: number) => x - y } as const;

describe('arithmetic on long doubles that are doubles', () => {
  const small = fc.tuple(fc.integer({ min: -4096, max: 4096 }), fc.integer({ min: 0, max: 12 }));
  const number = fc.oneof(
    small.map(([numerator, power]) => numerator / 2 ** power),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e60, max: 1e60 }),
  );

  it('is done where and only where nothing has to be rounded', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OPERATORS), number, number, (operator, x, y) => {
        if (operator === 'fdiv' && y === 0) return;
        const result = exactArithmetic(operator, x, y);
        if (result !== null) expect(isExact(operator, x, y, result)).toBe(true);
        else if (operator === 'fadd' || operator === 'fsub')
          expect(isExact(operator, x, y, RESULTS[operator](x, y))).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['fadd', 0.1, 0.2],
    ['fmul', 0.1, 0.1],
    ['fdiv', 1, 3],
    ['fadd', 2 ** 53, 1],
    ['fmul', 1e300, 1e300],
    ['fmul', 1e-300, 1e-300],
  ] as const)('%s of %d and %d would need rounding', (operator, x, y) => {
    expect(exactArithmetic(operator, x, y)).toBeNull();
  });

  it('knows infinities, zeros and remainders', () => {
    expect(exactArithmetic('fadd', Number.POSITIVE_INFINITY, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(exactArithmetic('fdiv', 1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(exactArithmetic('fmul', -0, 5)).toBe(-0);
    expect(exactArithmetic('fdiv', 0, -5)).toBe(-0);
    expect(exactArithmetic('frem', 5.5, 2)).toBe(1.5);
  });
});
