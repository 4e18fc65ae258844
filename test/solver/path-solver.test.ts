import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import { createSolver, type LayerName, PathCondition, type SolverOptions } from '../../src/solver/solver.ts';
import { LAYER_NAMES } from '../../src/solver/statistics.ts';
import { build, type Recipe, recipes } from '../expr/generator.ts';

const seed = Number(process.env.PATHFOLD_SEED ?? Date.now() % 2 ** 31);
const NO_LAYERS = Object.fromEntries(LAYER_NAMES.map((name) => [name, false])) as Record<LayerName, boolean>;

async function setup(options: SolverOptions = {}) {
  const terms = new Terms();
  const solver = await createSolver(terms, options);
  return { terms, solver, k: (value: number, width = 32) => terms.constant(width, value) };
}

const condition = (...list: Term[]): PathCondition => list.reduce((all, term) => all.append(term), PathCondition.empty);

setFlagsFromString('--expose-gc');

describe('path condition', () => {
  it('takes conjunctions apart, drops repetitions and what is always true', () => {
    const terms = new Terms({ rewriteLevel: 0 });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => terms.variable(name, 1));
    const both = condition(terms.and(a, terms.and(b, c)), b, terms.true_);
    expect(both.conjuncts()).toEqual([a, b, c]);
    expect(both.length).toBe(3);
    expect(both.isFalse).toBe(false);
    expect(both.append(terms.false_).isFalse).toBe(true);
  });

  it('shares its prefix: appending changes nothing that was there', () => {
    const terms = new Terms();
    const a = terms.variable('a', 1);
    const short = condition(a);
    short.append(terms.not(terms.variable('b', 1)));
    expect(short.conjuncts()).toEqual([a]);
  });

  it('lists what came after the first so many', () => {
    const terms = new Terms();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => terms.variable(name, 1));
    expect(condition(a, b, c).since(1)).toEqual([b, c]);
    expect(condition(a, b, c).since(3)).toEqual([]);
  });

  it('needs memory for what it has, not for a list of everything at each of its conditions', () => {
    const terms = new Terms();
    const collect = runInNewContext('gc') as () => void;
    const long = 6_000;
    let all = PathCondition.empty;
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < long; i++) {
      all = all.append(terms.variable(`x${i}`, 1));
      expect(all.conjuncts().length).toBe(i + 1);
    }
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan((8 * long * long) / 4);
    expect(all.length).toBe(long);
  });
});

describe('answers about a path', () => {
  it('says of both sides of a branch whether they are possible', async () => {
    const { terms, solver, k } = await setup();
    const x = terms.variable('x', 32);
    const small = condition(terms.ult(x, k(10)));
    expect(solver.branch(small, terms.ult(x, k(5)))).toEqual({ whenTrue: 'yes', whenFalse: 'yes' });
    expect(solver.branch(small, terms.ult(x, k(10)))).toEqual({ whenTrue: 'yes', whenFalse: 'no' });
    expect(solver.branch(small, terms.ult(k(20), x))).toEqual({ whenTrue: 'no', whenFalse: 'yes' });
    expect(solver.mustBeTrue(small, terms.ne(terms.mul(x, k(2)), k(20)))).toBe('yes');
    expect(solver.mayBeTrue(small, terms.eq(terms.mul(x, k(2)), k(18)))).toBe('yes');
  });

  it('finds values, all of them, and the range', async () => {
    const { terms, solver, k } = await setup();
    const x = terms.variable('x', 32);
    const odd = condition(terms.ult(x, k(10)), terms.eq(terms.and(x, k(1)), k(1)), terms.ult(k(2), x));
    expect([3, 5, 7, 9]).toContain(solver.value(odd, x));
    const all = solver.values(odd, x, 10)!;
    expect([...all.values].sort()).toEqual([3, 5, 7, 9]);
    expect(all.complete).toBe(true);
    expect(solver.values(odd, x, 2)).toMatchObject({ complete: false, values: { length: 2 } });
    expect(solver.range(odd, x)).toEqual({ min: 3, max: 9 });
    const wide = terms.variable('w', 64);
    expect(solver.range(PathCondition.empty, wide)).toEqual({ min: 0, max: 2n ** 64n - 1n });
  });

  it('finds a model over all inputs, also those of other groups', async () => {
    const { terms, solver, k } = await setup();
    const buffer = terms.bytes('buffer', 8);
    const byte = (i: number) => terms.read(buffer, k(i));
    const path = condition(
      terms.eq(byte(0), k(0x41, 8)),
      terms.ult(byte(1), byte(2)),
      terms.eq(terms.variable('n', 32), k(7)),
    );
    const model = solver.model(path)!;
    for (const term of path.conjuncts()) expect(evaluate(term, model)).toBe(1);
    expect(model.arrays.get(buffer)![0]).toBe(0x41);
    expect(solver.check(path, terms.ult(byte(2), byte(1))).status).toBe('unsat');
  });

  it('prefers values a person would choose', async () => {
    const { terms, solver, k } = await setup();
    const buffer = terms.bytes('text', 4);
    const n = terms.variable('n', 32);
    const path = condition(
      terms.ne(terms.read(buffer, k(0)), k(0, 8)),
      terms.ult(k(0x80, 8), terms.add(terms.read(buffer, k(1)), k(0x30, 8))),
      terms.slt(n, k(1000)),
    );
    const model = solver.model(path)!;
    expect(String.fromCharCode(model.arrays.get(buffer)![0])).toMatch(/[ -~]/);
    expect(String.fromCharCode(model.arrays.get(buffer)![1])).toMatch(/[ -~]/);
    expect(model.scalars.get(n) ?? 0).toBe(0);
  });

  it('names constraints that cannot hold together', async () => {
    const { terms, solver, k } = await setup();
    const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.variable(name, 32));
    const clash = [terms.ult(x, y), terms.ult(y, z), terms.ult(z, x)];
    const path = condition(terms.eq(terms.variable('u', 8), k(3, 8)), ...clash, terms.ult(x, k(1 << 30)));
    expect(new Set(solver.unsatCore(path))).toEqual(new Set(clash));
    expect(solver.unsatCore(condition(clash[0]))).toBeNull();
  });

  it('does not let constraints on one byte matter to another', async () => {
    const { terms, solver, k } = await setup({ layers: { intervals: false, cases: false } });
    const buffer = terms.bytes('buffer', 4);
    const first = terms.ult(terms.read(buffer, k(0)), k(5, 8));
    const path = condition(first, terms.ult(k(100, 8), terms.read(buffer, k(1))));
    solver.mayBeTrue(path, terms.eq(terms.read(buffer, k(0)), k(3, 8)));
    expect(solver.statistics.layerHits.independence).toBe(1);
    const index = terms.variable('i', 32);
    solver.mayBeTrue(path, terms.eq(terms.read(buffer, index), k(3, 8)));
    expect(solver.statistics.layerHits.independence).toBe(1);
  });

  it('gives up honestly when time is up', async () => {
    const { terms, solver } = await setup({ timeLimitMs: 30 });
    const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.variable(name, 40));
    const left = terms.mul(terms.mul(x, y), z);
    const right = terms.mul(x, terms.mul(y, z));
    const start = performance.now();
    const result = solver.check(condition(terms.ne(left, right)));
    expect(result).toEqual({ status: 'unknown', reason: 'time limit' });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('gives up after a number of conflicts, on every machine at the same point', async () => {
    const terms = new Terms({ rewriteLevel: 0 });
    const [x, y] = [terms.variable('x', 32), terms.variable('y', 32)];
    const hard = terms.ne(terms.mul(x, y), terms.mul(y, x));
    const procedure = await EmbeddedProcedure.create(undefined, 100);
    expect(procedure.solve([hard], 60_000)).toEqual({ status: 'unknown', reason: 'conflict limit' });
    expect(procedure.solve([terms.eq(terms.add(x, y), terms.constant(32, 7))], 60_000).status).toBe('sat');
  });

  it('counts the time for encoding as well', async () => {
    const terms = new Terms({ rewriteLevel: 0 });
    let clock = 0;
    const procedure = await EmbeddedProcedure.create(() => clock++);
    let sum = terms.variable('x', 32);
    for (let i = 0; i < 1000; i++) sum = terms.add(terms.mul(sum, sum), terms.constant(32, i));
    expect(procedure.solve([terms.eq(sum, terms.constant(32, 1))], 5)).toEqual({
      status: 'unknown',
      reason: 'time limit',
    });
  });

  it('knows the cell of a read whose index bits matter to nothing else', async () => {
    const terms = new Terms();
    const procedure = await EmbeddedProcedure.create();
    const large = terms.bytes('large', 4096);
    const read = terms.read(large, terms.zext(terms.not(terms.variable('x', 12)), 32));
    const wanted = terms.eq(read, terms.constant(8, 7));
    const result = procedure.solve([wanted], 1000);
    if (result.status !== 'sat') throw new Error(result.status);
    expect(evaluate(wanted, result.model)).toBe(1);
  });

  it('logs each query it decides as SMT-LIB', async () => {
    const queries: string[] = [];
    const { terms, solver, k } = await setup({ logQuery: (query) => queries.push(query) });
    solver.check(condition(terms.ult(terms.variable('x', 32), k(10))));
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain('(assert (bvult x #x0000000a))');
    expect(queries[0]).toContain('(check-sat)');
  });
});

describe('what follows from the order of terms needs no search', () => {
  it('by chains, signed and unsigned apart, strict where an edge is or two terms differ', async () => {
    const { terms, solver } = await setup();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => terms.variable(name, 32));
    const path = condition(terms.sle(a, b), terms.slt(b, c), terms.sle(c, d), terms.ne(c, d));
    expect(solver.mustBeTrue(path, terms.slt(a, c))).toBe('yes');
    expect(solver.mustBeTrue(path, terms.slt(c, d))).toBe('yes');
    expect(solver.mayBeTrue(path, terms.eq(a, d))).toBe('no');
    expect(solver.mayBeTrue(path, terms.slt(b, a))).toBe('no');
    expect(solver.statistics.decided).toBe(0);
    expect(solver.mayBeTrue(path, terms.eq(a, b))).toBe('yes');
    expect(solver.mayBeTrue(path, terms.ult(d, a))).toBe('yes');
    expect(solver.statistics.decided).toBeGreaterThan(0);
    solver.dispose();
  });

  it('nor does what cancels once an input is replaced by what it equals', async () => {
    const { terms, solver, k } = await setup();
    const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.variable(name, 32));
    const sum = terms.add(terms.mul(y, z), k(1));
    const path = condition(terms.slt(x, k(10)), terms.eq(sum, x));
    expect(solver.mustBeTrue(path, terms.eq(terms.sub(x, terms.mul(z, y)), k(1)))).toBe('yes');
    expect(solver.mustBeTrue(path, terms.slt(sum, k(20)))).toBe('yes');
    expect(solver.statistics.decided).toBe(0);
    // An input that is part of what it equals stays: x == x * y + 1 is no definition.
    const circular = condition(terms.eq(terms.add(terms.mul(x, y), k(1)), x));
    expect(solver.mayBeTrue(circular, terms.eq(x, k(1)))).toBe('yes');
    expect(solver.mayBeTrue(circular.append(terms.eq(y, k(2))), terms.eq(x, k(1)))).toBe('no');
    solver.dispose();
  });

  it('and bounded inputs are as narrow as their bounds: what cannot wrap is compared as integers', async () => {
    const { terms, solver, k } = await setup();
    const [x, y] = ['x', 'y'].map((name) => terms.variable(name, 32));
    const small = (term: Term) => [terms.slt(k(0), term), terms.slt(term, k(41))];
    const path = condition(...small(x), ...small(y), terms.slt(y, x));
    expect(solver.mayBeTrue(path, terms.slt(terms.sub(x, y), k(1)))).toBe('no');
    expect(solver.statistics.decided).toBe(0);
    // Without the bounds, x - y may wrap.
    expect(solver.mayBeTrue(condition(terms.slt(y, x)), terms.slt(terms.sub(x, y), k(1)))).toBe('yes');
    solver.dispose();
  });
});

describe('conditions on one input alone', () => {
  it('are settled on both sides without a search, whatever their shape', async () => {
    const { terms, solver, k } = await setup();
    const x = terms.variable('x', 32);
    const byte = terms.read(terms.bytes('text', 4), k(2));
    const path = condition(
      terms.slt(k(-5), x),
      terms.slt(terms.add(x, k(3)), k(10)),
      terms.ne(x, k(0)),
      terms.eq(terms.urem(terms.zext(byte, 32), k(7)), k(3)),
    );
    expect(solver.branch(path, terms.eq(x, k(6)))).toEqual({ whenTrue: 'yes', whenFalse: 'yes' });
    expect(solver.branch(path, terms.eq(x, k(0)))).toEqual({ whenTrue: 'no', whenFalse: 'yes' });
    // Of the greatest numbers x + 3 wraps.
    expect(solver.branch(path, terms.slt(x, k(7)))).toEqual({ whenTrue: 'yes', whenFalse: 'yes' });
    const bounded = path.append(terms.slt(x, k(1000)));
    expect(solver.branch(bounded, terms.slt(x, k(7)))).toEqual({ whenTrue: 'yes', whenFalse: 'no' });
    expect(solver.branch(path, terms.ult(byte, k(4, 8)))).toEqual({ whenTrue: 'yes', whenFalse: 'yes' });
    expect(solver.branch(path, terms.ult(byte, k(3, 8)))).toEqual({ whenTrue: 'no', whenFalse: 'yes' });
    expect(solver.statistics.decided).toBe(0);
    solver.dispose();
  });

  it('are as many as they like: the value found is one that all allow', async () => {
    const { terms, solver, k } = await setup();
    const x = terms.variable('x', 32);
    let path = PathCondition.empty;
    for (let i = 0; i < 300; i++) path = path.append(terms.ne(x, k(i % 2 === 0 ? i : -i)));
    expect(solver.model(path)!.scalars.get(x)).toBe(1);
    for (let i = 1; i < 300; i += 2) path = path.append(terms.ne(x, k(i)));
    expect(solver.mayBeTrue(path, terms.ult(x, k(300)))).toBe('no');
    expect(solver.mayBeTrue(path, terms.ult(x, k(301)))).toBe('yes');
    expect(solver.statistics.decided).toBe(0);
    solver.dispose();
  });
});

describe('a wrong procedure is found out', () => {
  const liar = (status: 'sat' | 'unsat') => ({
    name: 'liar',
    solve: () => (status === 'sat' ? { status, model: { scalars: new Map(), arrays: new Map() } } : { status }),
    dispose: () => {},
  });

  it('when its model violates a constraint', async () => {
    const { terms, solver, k } = await setup({ procedure: liar('sat') });
    const path = condition(terms.ult(k(3), terms.variable('x', 32)));
    expect(() => solver.check(path)).toThrow(/violates/);
    try {
      solver.check(path);
    } catch (error) {
      expect((error as { query: string }).query).toContain('(assert (bvult #x00000003 x))');
    }
  });

  it('when a second procedure disagrees', async () => {
    const { terms, solver, k } = await setup({
      procedure: liar('unsat'),
      validateWith: await EmbeddedProcedure.create(),
    });
    expect(() => solver.check(condition(terms.ult(terms.variable('x', 32), k(3))))).toThrow(/says unsat where/);
  });
});

describe(`every combination of layers (seed ${seed})`, () => {
  /** Conditions along one path, each followed if it may hold and negated otherwise; then questions at its end. */
  const walks = fc.array(recipes({ depth: 2, arrays: true, hardArithmetic: false, widths: [1, 4, 8, 16, 32] }), {
    minLength: 2,
    maxLength: 8,
  });

  const shared = EmbeddedProcedure.create();

  async function answers(makers: readonly ((terms: Terms) => Term)[], layers: Partial<Record<LayerName, boolean>>) {
    const terms = new Terms();
    const solver = await createSolver(terms, { layers, procedure: await shared });
    let path = PathCondition.empty;
    const said: string[] = [];
    for (const make of makers) {
      const term = make(terms);
      const { whenTrue, whenFalse } = solver.branch(path, term);
      said.push(`${whenTrue}/${whenFalse}`);
      path = path.append(whenTrue === 'yes' ? term : terms.not(term));
    }
    const model = solver.model(path);
    expect(model).not.toBeNull();
    for (const term of path.conjuncts()) expect(evaluate(term, model!)).toBe(1);
    return said;
  }

  it('gives the same answers as no layers at all', async () => {
    await fc.assert(
      fc.asyncProperty(walks, fc.constantFrom(...LAYER_NAMES), async (walk, only) => {
        const makers = walk.map((recipe: Recipe) => (terms: Terms) => build(terms, recipe));
        const plain = await answers(makers, NO_LAYERS);
        expect(await answers(makers, {})).toEqual(plain);
        expect(await answers(makers, { ...NO_LAYERS, [only]: true })).toEqual(plain);
      }),
      { seed, numRuns: Number(process.env.PATHFOLD_WALKS ?? 40) },
    );
  });

  /** A small integer, an input, or a sum: what programs compare. */
  const operand = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.integer({ min: -4, max: 70 }).map((value) => (t: Terms, w: number) => t.constant(w, value)),
    },
    {
      weight: 6,
      arbitrary: fc.constantFrom('a', 'b', 'c').map((name) => (t: Terms, w: number) => t.variable(name, w)),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -9, max: 9 })).map(
        ([name, value]) =>
          (t: Terms, w: number) =>
            t.add(t.variable(name, w), t.constant(w, value)),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('b', 'c')).map(
        ([name, other]) =>
          (t: Terms, w: number) =>
            t.sub(t.variable(name, w), t.variable(other, w)),
      ),
    },
  );
  const comparison = fc
    .tuple(fc.constantFrom('eq', 'ult', 'ule', 'slt', 'sle', 'slt', 'sle'), operand, operand, fc.boolean())
    .map(([kind, left, right, holds]) => (terms: Terms, width: number): Term => {
      const term = terms[kind as 'eq'](left(terms, width), right(terms, width));
      return holds ? term : terms.not(term);
    });

  it('also on paths of comparisons, which are bounded, ordered and about one input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(comparison, { minLength: 3, maxLength: 14 }),
        fc.constantFrom(4, 8, 16, 32),
        fc.boolean(),
        async (walk, width, isBounded) => {
          // Small inputs first, as programs assume them: everything after is about narrow terms.
          const bounds = isBounded
            ? ['a', 'b'].flatMap((name) => [
                (t: Terms) => t.slt(t.constant(width, 0), t.variable(name, width)),
                (t: Terms) => t.slt(t.variable(name, width), t.constant(width, 7)),
              ])
            : [];
          const makers = [...bounds, ...walk.map((make) => (terms: Terms) => make(terms, width))];
          expect(await answers(makers, {})).toEqual(await answers(makers, NO_LAYERS));
        },
      ),
      { seed, numRuns: Number(process.env.PATHFOLD_WALKS ?? 100) },
    );
  });
});
