import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { cellsOverlap, freeInputs, inputCells, WHOLE } from '../../src/expr/inputs.ts';
import { KIND_NAMES, Kind } from '../../src/expr/kinds.ts';
import { deserializeTerms, serializeTerms } from '../../src/expr/serialize.ts';
import { termDepth, termSize } from '../../src/expr/size.ts';
import { substitute } from '../../src/expr/substitute.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { visitOnce } from '../../src/expr/walk.ts';
import { InternalError } from '../../src/program/errors.ts';
import { assignment, build, modelFor, recipes } from './generator.ts';

const t = new Terms();
const x = t.variable('x', 32);
const y = t.variable('y', 32);
const k = (value: number): Term => t.constant(32, value);

describe('substitution', () => {
  it('replaces inputs and whole terms, and rewrites what comes out', () => {
    const sum = t.add(x, y);
    expect(substitute(t, t.mul(sum, sum), new Map([[x, t.neg(y)]]))).toBe(k(0));
    expect(substitute(t, t.mul(sum, x), new Map([[sum, k(1)]]))).toBe(x);
  });

  it('does not substitute into replacements', () => {
    const swap = new Map([
      [x, y],
      [y, x],
    ]);
    expect(substitute(t, t.slt(x, y), swap)).toBe(t.slt(y, x));
  });

  it('commutes with evaluation on random terms', () => {
    const terms = new Terms();
    const shape = recipes({ depth: 4, widths: [1, 8, 16, 32, 64], arrays: true });
    fc.assert(
      fc.property(shape, recipes({ width: 32, depth: 2, widths: [1, 8, 32] }), fc.integer(), (recipe, inner, seed) => {
        const term = build(terms, recipe);
        const target = terms.variable('x32_0', 32);
        const replacement = build(terms, inner);
        const model = modelFor(freeInputs(terms.and(terms.eq(replacement, replacement), term)), assignment(seed));
        for (const input of freeInputs(replacement))
          model.scalars.set(input, assignment(seed)(input.name, input.width));
        const after = evaluate(substitute(terms, term, new Map([[target, replacement]])), model);
        model.scalars.set(target, evaluate(replacement, model));
        expect(after).toBe(evaluate(term, model));
      }),
      { numRuns: 300 },
    );
  });
});

describe('free inputs', () => {
  const buffer = t.bytes('buf', 8);
  const other = t.bytes('other', 8);

  it('are variables and objects, once each', () => {
    expect(freeInputs(t.add(t.mul(x, y), t.zext(t.read(buffer, x), 32)))).toEqual([x, y, buffer]);
    expect(freeInputs(k(1))).toEqual([]);
  });

  it('go down to bytes where indices are constant', () => {
    const cells = inputCells(
      t.and(t.eq(t.read(buffer, k(3)), t.read(buffer, k(1))), t.eq(t.read(other, x), t.read(other, k(2)))),
    );
    expect(cells).toEqual([
      { input: x, index: 0 },
      { input: buffer, index: 1 },
      { input: buffer, index: 3 },
      { input: other, index: WHOLE },
    ]);
    expect(cellsOverlap(cells[1]!, cells[2]!)).toBe(false);
    expect(cellsOverlap(cells[3]!, { input: other, index: 5 })).toBe(true);
  });

  it('count what stores under a read depend on', () => {
    const written = t.store(buffer, x, t.extract(y, 0, 8));
    expect(inputCells(t.read(written, k(3)))).toEqual([
      { input: x, index: 0 },
      { input: y, index: 0 },
      { input: buffer, index: 3 },
    ]);
  });
});

describe('size and depth', () => {
  it('count shared parts once', () => {
    const sum = t.mul(x, y);
    expect(termSize(t.udiv(sum, sum))).toBe(4);
    expect(termDepth(t.udiv(sum, sum))).toBe(3);
    expect(termDepth(x)).toBe(1);
  });
});

describe('stored terms', () => {
  it('come back as the same terms, through JSON', () => {
    const terms = new Terms();
    fc.assert(
      fc.property(recipes({ width: 32, depth: 4, arrays: true, floats: true }), (recipe) => {
        const roots = [build(terms, recipe), terms.variable('x32_1', 32)];
        const stored = JSON.parse(JSON.stringify(serializeTerms(roots)));
        expect(deserializeTerms(terms, stored)).toEqual(roots);
      }),
      { numRuns: 200 },
    );
  });

  it('come back of every kind, in another table of terms, as they were', () => {
    const here = new Terms({ rewriteLevel: 0 });
    const seen = new Set<Kind>();
    fc.assert(
      fc.property(recipes({ width: 32, depth: 5, arrays: true, floats: true }), (recipe) => {
        const root = build(here, recipe);
        visitOnce([root], (term) => {
          seen.add(term.kind);
        });
        const there = new Terms({ rewriteLevel: 0 });
        const stored = serializeTerms([root]);
        const [copy] = deserializeTerms(there, JSON.parse(JSON.stringify(stored)));
        expect(serializeTerms([copy])).toEqual(stored);
        expect(evaluate(copy, new Model())).toBe(evaluate(root, new Model()));
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort((a, b) => a - b).map((kind) => KIND_NAMES[kind])).toEqual(KIND_NAMES);
  });

  it('keep sharing: a term that doubles a hundred times stays small', () => {
    let term = t.variable('seed', 32);
    for (let i = 0; i < 100; i++) term = t.mul(term, term);
    const stored = serializeTerms([term]);
    expect(stored.rows).toHaveLength(101);
    expect(deserializeTerms(t, stored)[0]).toBe(term);
  });

  it('are refused when they refer forward or name an unknown kind', () => {
    expect(() => deserializeTerms(t, { rows: [['not', 8, 0, 3]], roots: [0] })).toThrow(InternalError);
    expect(() => deserializeTerms(t, { rows: [['frobnicate', 8, 0, 3]], roots: [0] })).toThrow(/unknown kind/);
  });
});

describe('known bits and bounds', () => {
  it('hold under every model', () => {
    const terms = new Terms({ rewriteLevel: 0 });
    fc.assert(
      fc.property(
        recipes({ width: 16, depth: 4, widths: [1, 4, 8, 16, 32, 64], arrays: false }),
        fc.integer(),
        (recipe, seed) => {
          const term = build(terms, recipe);
          const fact = terms.facts.of(term);
          for (let i = 0; i < 10; i++) {
            const value = Number(evaluate(term, modelFor(freeInputs(term), assignment(seed + i))));
            expect(value).toBeGreaterThanOrEqual(Number(fact.min));
            expect(value).toBeLessThanOrEqual(Number(fact.max));
            expect(value & Number(fact.zeros)).toBe(0);
            expect(~value & Number(fact.ones)).toBe(0);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('know something: a masked sum', () => {
    const fact = t.facts.of(t.add(t.zext(t.variable('b', 8), 32), k(256)));
    expect([fact.min, fact.max]).toEqual([256, 511]);
    expect(t.facts.of(x).max).toBe(0xffffffff);
    expect(x.kind).toBe(Kind.variable);
  });
});
