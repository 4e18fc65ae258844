/** LLVM's intrinsics: the same on concrete values and, under a model, on terms; and element by element on vectors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { bitsOfFloat, floatOf } from '../../../src/expr/float-meaning.ts';
import { Term } from '../../../src/expr/term.ts';
import { PathEnd } from '../../../src/machine/path-end.ts';
import { intrinsicHandler } from '../../../src/machine/semantics/intrinsics/table.ts';
import { Pointer, type Value } from '../../../src/machine/value.ts';
import type { CallInstruction } from '../../../src/program/instructions.ts';
import type { Type } from '../../../src/program/types.ts';
import { Bench, canonicalScalar } from '../bench.ts';

function handlerOf(bench: Bench, name: string, result: Type, args: readonly Type[]) {
  const call = { functionType: { result }, arguments: args.map((type) => ({ type })) } as unknown as CallInstruction;
  const handler = intrinsicHandler(bench.machine, name, call, bench.site);
  if (handler === null) throw new Error(`${name} has no handler`);
  return handler;
}

function settled(bench: Bench, value: Value): unknown {
  if (Array.isArray(value)) return value.map((each) => settled(bench, each));
  return value instanceof Term ? evaluate(value, bench.model) : value;
}

const mask = (width: number) => (1n << BigInt(width)) - 1n;
const s = (width: number, x: bigint) => BigInt.asIntN(width, x);
const bits = (width: number, x: bigint) => x.toString(2).padStart(width, '0');
const clamp = (x: bigint, low: bigint, high: bigint) => (x < low ? low : x > high ? high : x);

type Meaning = (width: number, x: bigint, y: bigint, z: bigint) => bigint | [bigint, boolean];
const least = (w: number) => -(1n << BigInt(w - 1));
const most = (w: number) => (1n << BigInt(w - 1)) - 1n;
const overflow = (w: number, exact: bigint, isSigned: boolean): [bigint, boolean] => [
  exact & mask(w),
  isSigned ? exact < least(w) || exact > most(w) : exact < 0n || exact > mask(w),
];

const INTEGER: Record<string, { arity: number; meaning: Meaning; widths?: number[] }> = {
  umin: { arity: 2, meaning: (_, x, y) => clamp(x, 0n, y) },
  umax: { arity: 2, meaning: (w, x, y) => clamp(x, y, mask(w)) },
  smin: { arity: 2, meaning: (w, x, y) => (s(w, x) < s(w, y) ? x : y) },
  smax: { arity: 2, meaning: (w, x, y) => (s(w, x) > s(w, y) ? x : y) },
  abs: { arity: 1, meaning: (w, x) => (s(w, x) < 0n ? -s(w, x) : x) },
  ctpop: { arity: 1, meaning: (w, x) => BigInt(bits(w, x).split('1').length - 1) },
  ctlz: { arity: 1, meaning: (w, x) => BigInt(`${bits(w, x)}1`.indexOf('1')) },
  cttz: { arity: 1, meaning: (w, x) => BigInt([...`1${bits(w, x)}`].reverse().indexOf('1')) },
  bitreverse: { arity: 1, meaning: (w, x) => BigInt(`0b${[...bits(w, x)].reverse().join('')}`) },
  bswap: {
    arity: 1,
    meaning: (w, x) => BigInt(`0b${bits(w, x).match(/.{8}/g)!.reverse().join('')}`),
    widths: [16, 32, 64],
  },
  fshl: { arity: 3, meaning: (w, x, y, z) => (((x << BigInt(w)) | y) << (z % BigInt(w))) >> BigInt(w) },
  fshr: { arity: 3, meaning: (w, x, y, z) => ((x << BigInt(w)) | y) >> (z % BigInt(w)) },
  'uadd.sat': { arity: 2, meaning: (w, x, y) => clamp(x + y, 0n, mask(w)) },
  'usub.sat': { arity: 2, meaning: (w, x, y) => clamp(x - y, 0n, mask(w)) },
  'sadd.sat': { arity: 2, meaning: (w, x, y) => clamp(s(w, x) + s(w, y), least(w), most(w)) },
  'ssub.sat': { arity: 2, meaning: (w, x, y) => clamp(s(w, x) - s(w, y), least(w), most(w)) },
  'uadd.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, x + y, false) },
  'usub.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, x - y, false) },
  'umul.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, x * y, false) },
  'sadd.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, s(w, x) + s(w, y), true) },
  'ssub.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, s(w, x) - s(w, y), true) },
  'smul.with.overflow': { arity: 2, meaning: (w, x, y) => overflow(w, s(w, x) * s(w, y), true) },
};

const integers = (width: number) =>
  fc.oneof(fc.bigInt(0n, mask(width)), fc.constantFrom(0n, 1n, mask(width), 1n << BigInt(width - 1)));

describe.each(Object.keys(INTEGER))('llvm.%s', (name) => {
  const { arity, meaning, widths = [8, 16, 32, 64] } = INTEGER[name];
  it.each(widths)('on %i bits', (width) => {
    fc.assert(
      fc.property(integers(width), integers(width), integers(width), (...numbers) => {
        const bench = new Bench();
        const { types } = bench.machine.program;
        const type = types.int(width);
        const args = numbers.slice(0, arity);
        const result = meaning(width, numbers[0], numbers[1], numbers[2]);
        const expected = Array.isArray(result)
          ? [canonicalScalar(result[0]), result[1] ? 1 : 0]
          : canonicalScalar(BigInt.asUintN(width, result));
        const resultType = Array.isArray(result) ? types.struct([type, types.int(1)]) : type;
        const handler = handlerOf(
          bench,
          `llvm.${name}.i${width}`,
          resultType,
          args.map(() => type),
        );
        expect(handler(bench.state, args.map(canonicalScalar))).toEqual(expected);
        const symbolic = handler(
          bench.state,
          args.map((arg) => bench.input(width, arg)),
        );
        expect(settled(bench, symbolic)).toEqual(expected);
        const vector = types.vector(type, 2);
        const vectorResult = Array.isArray(result) ? types.struct([vector, types.vector(types.int(1), 2)]) : vector;
        const lanes = handlerOf(
          bench,
          `llvm.${name}.v2i${width}`,
          vectorResult,
          args.map(() => vector),
        );
        const both = lanes(
          bench.state,
          args.map((arg) => [canonicalScalar(arg), canonicalScalar(arg)]),
        );
        expect(both).toEqual(Array.isArray(expected) ? expected.map((part) => [part, part]) : [expected, expected]);
      }),
      { numRuns: 15, seed: 3 },
    );
  });
});

const doubles = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, -1.5, 2.5, Infinity, -Infinity, Number.NaN));

describe.each(['copysign', 'minnum', 'maxnum', 'minimumnum', 'maximumnum', 'fmuladd'])('llvm.%s', (name) => {
  it('is the same on terms', () => {
    fc.assert(
      fc.property(doubles, doubles, doubles, (...numbers) => {
        const bench = new Bench();
        const type = bench.machine.program.types.float('double');
        const args = numbers.slice(0, name === 'fmuladd' ? 3 : 2);
        const handler = handlerOf(
          bench,
          `llvm.${name}.f64`,
          type,
          args.map(() => type),
        );
        const inputs = args.map((x) => bench.input(64, bitsOfFloat(x, 64)));
        const symbolic = handler(bench.state, inputs);
        expect(floatOf(evaluate(symbolic as Term, bench.model), 64)).toBe(handler(bench.state, args));
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});

describe('llvm.is.fpclass', () => {
  it('knows the class of every kind of number', () => {
    const bench = new Bench();
    const { types } = bench.machine.program;
    const handler = handlerOf(bench, 'llvm.is.fpclass.f64', types.int(1), [types.float('double'), types.int(32)]);
    const classes: [number, number][] = [
      [Number.NaN, 2],
      [-Infinity, 4],
      [-1, 8],
      [-5e-324, 16],
      [-0, 32],
      [0, 64],
      [5e-324, 128],
      [1, 256],
      [Infinity, 512],
    ];
    for (const [x, own] of classes) {
      for (const [, bit] of classes) expect(handler(bench.state, [x, bit]), `${x} ${bit}`).toBe(own === bit ? 1 : 0);
    }
  });
});

describe('other intrinsics', () => {
  it('stop the program where they must', () => {
    const bench = new Bench();
    const { types } = bench.machine.program;
    for (const name of ['llvm.trap', 'llvm.debugtrap']) {
      expect(() => handlerOf(bench, name, types.void, [])(bench.state, [])).toThrow(PathEnd);
    }
  });

  it('know the size of what a pointer leads to', () => {
    const bench = new Bench();
    const { types } = bench.machine.program;
    const handler = handlerOf(bench, 'llvm.objectsize.i32.p0', types.int(32), [types.pointer()]);
    const global = [...bench.state.memory.objects()].find((each) => each.size > 0)!;
    expect(handler(bench.state, [new Pointer(global.object, 1), 0])).toBe(global.size - 1);
    expect(handler(bench.state, [0, 0])).toBe(0xffff_ffff);
    expect(handler(bench.state, [0, 1])).toBe(0);
  });

  it('do not exist for functions that only end like one', () => {
    const bench = new Bench();
    const call = { functionType: { result: bench.machine.program.types.int(32) }, arguments: [] } as never;
    expect(intrinsicHandler(bench.machine, 'fast_abs', call, bench.site)).toBeNull();
    expect(intrinsicHandler(bench.machine, 'llvm.unheard.of', call, bench.site)).toBeNull();
  });
});
