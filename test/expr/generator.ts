import fc from 'fast-check';
import { KINDS, Kind, type KindName } from '../../src/expr/kinds.ts';
import { fromBigInt, maskOf, type Scalar } from '../../src/expr/scalar.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import type { Terms } from '../../src/expr/terms.ts';

/**
 * Random terms. What is generated is a recipe, plain data that any `Terms` can build: so one recipe can be built with
 * and without rewriting, printed when a property fails, and kept as a regression.
 */
export interface Recipe {
  readonly kind: KindName;
  readonly width: number;
  readonly operands?: readonly Recipe[];
  /** As in the term: the lowest bit, the rounding mode or the size. */
  readonly low?: number;
  /** Constants, in decimal: JSON has no bigints. */
  readonly value?: string;
  readonly name?: string;
  readonly bytes?: readonly number[];
}

export interface RecipeOptions {
  /** The width of the term; 1 by default: a condition. */
  readonly width?: number;
  readonly depth?: number;
  /** The widths that may occur inside. */
  readonly widths?: readonly number[];
  readonly arrays?: boolean;
  readonly floats?: boolean;
  /** Multiplication, division and remainder: on by default, costly for a solver. */
  readonly hardArithmetic?: boolean;
  /** Shifts by terms: on by default; C leaves those past the width undefined. */
  readonly shifts?: boolean;
}

export const ALL_WIDTHS: readonly number[] = [1, 2, 3, 4, 5, 7, 8, 16, 24, 31, 32, 33, 48, 53, 54, 63, 64, 65, 128];
export const OBJECT_SIZES: readonly number[] = [4, 9];

/** Recipes of terms; cheap to call, since the arbitraries for each width and depth are made once. */
export function recipes(options: RecipeOptions = {}): fc.Arbitrary<Recipe> {
  const widths = options.widths ?? ALL_WIDTHS;
  const made = new Map<string, fc.Arbitrary<Recipe>>();
  const hard = options.hardArithmetic ?? true;

  const at = (width: number, depth: number): fc.Arbitrary<Recipe> => {
    const key = `${width}:${depth}`;
    let arbitrary = made.get(key);
    if (arbitrary === undefined) {
      arbitrary = depth === 0 ? leaf(width) : node(width, depth);
      made.set(key, arbitrary);
    }
    return arbitrary;
  };

  const of = (kind: KindName, width: number, operands: fc.Arbitrary<Recipe>[], low = 0): fc.Arbitrary<Recipe> =>
    fc.tuple(...operands).map((list) => ({ kind, width, operands: list, low }));

  const array = (depth: number): fc.Arbitrary<Recipe> => {
    const key = `array:${depth}`;
    let arbitrary = made.get(key);
    if (arbitrary === undefined) {
      const base = fc.oneof(
        fc
          .constantFrom(...OBJECT_SIZES)
          .map((size) => ({ kind: 'bytes' as const, width: 0, name: `m${size}`, low: size })),
        fc
          .oneof(fc.array(fc.nat(255), { maxLength: 12 }), fc.array(fc.constantFrom(0, 7), { maxLength: 6 }))
          .map((bytes) => ({ kind: 'table' as const, width: 0, bytes })),
      );
      arbitrary =
        depth === 0 ? base : fc.oneof(base, of('store', 0, [array(depth - 1), index(depth - 1), at(8, depth - 1)]));
      made.set(key, arbitrary);
    }
    return arbitrary;
  };

  // Indices hover around the sizes of the arrays, so that stores and reads meet.
  const index = (depth: number): fc.Arbitrary<Recipe> => {
    const small = fc.nat(10).map((value) => ({ kind: 'constant' as const, width: 32, value: String(value) }));
    const name = fc.constantFrom('i', 'j').map((name) => ({ kind: 'variable' as const, width: 32, name }));
    const offset = fc.tuple(name, small).map((operands) => ({ kind: 'add' as const, width: 32, operands }));
    return depth === 0 ? fc.oneof(small, name) : fc.oneof(small, name, offset, at(32, depth - 1));
  };

  const node = (width: number, depth: number): fc.Arbitrary<Recipe> => {
    const below = depth - 1;
    const same = at(width, below);
    const binary: KindName[] = ['and', 'or', 'xor', 'add'];
    if (options.shifts ?? true) binary.push('shl', 'lshr', 'ashr');
    if (hard) binary.push('mul', 'udiv', 'urem', 'sdiv', 'srem');
    const choices: fc.Arbitrary<Recipe>[] = [
      leaf(width),
      ...(['not', 'neg'] as const).map((kind) => of(kind, width, [same])),
      ...binary.map((kind) => of(kind, width, [same, same])),
      of('ite', width, [at(1, below), same, same]),
    ];
    if (width === 1) {
      const pairs = fc.constantFrom('eq', 'ult', 'ule', 'slt', 'sle') as fc.Arbitrary<KindName>;
      for (const inner of widths)
        choices.push(
          fc
            .tuple(pairs, at(inner, below), at(inner, below))
            .map(([kind, a, b]) => ({ kind, width, operands: [a, b] })),
        );
    }
    for (const inner of widths) {
      if (inner < width) {
        choices.push(of('zext', width, [at(inner, below)]), of('sext', width, [at(inner, below)]));
        if (widths.includes(width - inner))
          choices.push(of('concat', width, [at(width - inner, below), at(inner, below)]));
      }
      if (inner > width)
        choices.push(
          fc
            .tuple(at(inner, below), fc.nat(inner - width))
            .map(([operand, low]) => ({ kind: 'extract', width, operands: [operand], low })),
        );
    }
    if (options.arrays === true && width === 8) {
      const read = of('read', 8, [array(below), index(below)]);
      choices.push(read, read, read, read);
    }
    if (options.floats === true) choices.push(...floatNodes(width, below));
    return fc.oneof(...choices);
  };

  const floatNodes = (width: number, below: number): fc.Arbitrary<Recipe>[] => {
    const choices: fc.Arbitrary<Recipe>[] = [];
    for (const size of [32, 64]) {
      const float = at(size, below);
      if (width === 1) choices.push(...(['feq', 'flt', 'fle'] as const).map((kind) => of(kind, 1, [float, float])));
      if (width <= 64) choices.push(of('ftos', width, [float]), of('ftou', width, [float]));
    }
    if (width !== 32 && width !== 64) return choices;
    const same = at(width, below);
    choices.push(
      ...(['fadd', 'fsub', 'fmul', 'fdiv', 'frem'] as const).map((kind) => of(kind, width, [same, same])),
      of('fsqrt', width, [same]),
      fc.tuple(same, fc.nat(4)).map(([operand, low]) => ({ kind: 'fround', width, operands: [operand], low })),
      of('fconvert', width, [at(96 - width, below)]),
    );
    for (const inner of widths)
      if (inner <= 64) choices.push(of('stof', width, [at(inner, below)]), of('utof', width, [at(inner, below)]));
    return choices;
  };

  const leaf = (width: number): fc.Arbitrary<Recipe> =>
    fc.oneof(
      fc.nat(2).map((number) => ({ kind: 'variable' as const, width, name: `x${width}_${number}` })),
      constants(width, options.floats === true).map((value) => ({
        kind: 'constant' as const,
        width,
        value: value.toString(),
      })),
    );

  return at(options.width ?? 1, options.depth ?? 4);
}

/** Values where behaviour changes: near 0, near the sign bit, powers of two and their neighbours; floats of note. */
export function constants(width: number, floats = false): fc.Arbitrary<bigint> {
  const mask = maskOf(width);
  const wrapped = (value: bigint): bigint => value & mask;
  const choices = [
    fc.integer({ min: -3, max: 5 }).map((value) => wrapped(BigInt(value))),
    fc
      .tuple(fc.nat(width - 1), fc.integer({ min: -1, max: 1 }))
      .map(([bit, by]) => wrapped((1n << BigInt(bit)) + BigInt(by))),
    fc.bigInt({ min: 0n, max: mask }),
  ];
  if (floats && (width === 32 || width === 64)) {
    const values = [
      0,
      -0,
      1,
      -1,
      0.5,
      1.5,
      2.5,
      -2.5,
      1e9,
      1e20,
      1e-45,
      Infinity,
      -Infinity,
      NaN,
      16777217,
      2147483648,
    ];
    choices.push(fc.oneof(fc.constantFrom(...values), fc.double()).map((value) => patternOf(value, width)));
  }
  return fc.oneof(...choices);
}

function patternOf(value: number, width: number): bigint {
  if (width === 64) return new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  return BigInt(new Uint32Array(new Float32Array([value]).buffer)[0]!);
}

/** Builds a recipe; operands that occur twice are built once. */
export function build(terms: Terms, recipe: Recipe): Term {
  switch (recipe.kind) {
    case 'constant':
      return terms.constant(recipe.width, BigInt(recipe.value!));
    case 'variable':
      return terms.variable(recipe.name!, recipe.width);
    case 'bytes':
      return terms.bytes(recipe.name!, recipe.low!);
    case 'table':
      return terms.table(Uint8Array.from(recipe.bytes!));
    default: {
      const [a, b, c] = recipe.operands!.map((operand) => build(terms, operand));
      const width = KINDS[recipe.kind].width === 'bit' ? 1 : recipe.width;
      return terms.build(Kind[recipe.kind], width, a!, b ?? null, c ?? null, recipe.low ?? 0);
    }
  }
}

/** Values for inputs by name, so that one assignment serves the terms of several `Terms`. */
export type Assignment = (name: string, width: number) => Scalar;

/** A deterministic assignment, biased to the values where behaviour changes. */
export function assignment(seed: number): Assignment {
  return (name, width) => {
    const next = randomFrom(hashOf(name, seed));
    const mask = maskOf(width);
    const wide = (): bigint => {
      let value = 0n;
      for (let bits = 0; bits < width; bits += 32) value = (value << 32n) | BigInt(Math.floor(next() * 2 ** 32));
      return value & mask;
    };
    const choice = Math.floor(next() * 6);
    if (choice === 0) return fromBigInt(BigInt(Math.floor(next() * 4)) & mask);
    if (choice === 1) return fromBigInt((mask - BigInt(Math.floor(next() * 4))) & mask);
    if (choice === 2) return fromBigInt((1n << BigInt(Math.floor(next() * width))) & mask);
    if (choice === 3) return fromBigInt(BigInt(Math.floor(next() * 12)) & mask);
    return fromBigInt(wide());
  };
}

/** The model that gives these inputs the assignment's values. */
export function modelFor(inputs: readonly Term[], values: Assignment): Model {
  const model = new Model();
  for (const input of inputs) {
    if (input.kind === Kind.variable) model.scalars.set(input, values(input.name, input.width));
    else
      model.arrays.set(
        input,
        Uint8Array.from({ length: input.low }, (_, i) => Number(values(`${input.name}.${i}`, 8))),
      );
  }
  return model;
}

function hashOf(text: string, seed: number): number {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Mulberry-style generator: 32 bits of state are plenty for picking test values. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}
