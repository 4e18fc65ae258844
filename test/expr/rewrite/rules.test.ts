import { describe, expect, it } from 'vitest';
import { Evaluator } from '../../../src/expr/evaluate.ts';
import { freeInputsOf } from '../../../src/expr/inputs.ts';
import { KIND_NAMES, Kind } from '../../../src/expr/kinds.ts';
import type { Rule } from '../../../src/expr/rewrite/rule.ts';
import { RULES } from '../../../src/expr/rewrite/rules.ts';
import { deserializeTerms, serializeTerms } from '../../../src/expr/serialize.ts';
import { Model, type Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { assignment, modelFor } from '../generator.ts';
import { type Example, type Redex, Workshop } from './example.ts';
import { EXAMPLES } from './examples.ts';

/** Inputs of at most so many bits are enumerated; beyond, values are picked at random. */
const EXHAUSTIVE_BITS = 12;
const RANDOM_MODELS = 40;
const TRIED_WIDTHS = [1, 2, 3, 4, 8, 32, 33, 54, 64, 128];
/** The width at which every example must be an example. */
const USUAL_WIDTH = 8;

const apply = (rule: Rule, terms: Terms, redex: Redex): Term | null =>
  rule.apply(terms, redex.a, redex.b!, redex.c!, redex.width, redex.low, redex.kind);

const plain = (terms: Terms, { kind, width, a, b, c, low }: Redex): Term => terms.build(kind, width, a, b, c, low);

function* everyModel(inputs: readonly Term[]): Generator<Model> {
  const model = new Model();
  const bits = inputs.reduce((sum, input) => sum + (input.kind === Kind.variable ? input.width : Number.NaN), 0);
  if (!(bits <= EXHAUSTIVE_BITS)) {
    for (let seed = 0; seed < RANDOM_MODELS; seed++) yield modelFor(inputs, assignment(seed * 7919 + 1));
    return;
  }
  for (let pattern = 0; pattern < 1 << bits; pattern++) {
    let rest = pattern;
    for (const input of inputs) {
      model.scalars.set(input, rest & ((1 << input.width) - 1));
      rest >>= input.width;
    }
    yield model;
  }
}

/** A byte of each array is compared, at an index of its own. */
const observable = (terms: Terms, term: Term): Term =>
  term.width === 0 ? terms.read(term, terms.variable('observed', 32)) : term;

function tryInputs(rule: Rule, example: Example, width: number): void {
  const terms = new Terms({ rewriteLevel: 0 });
  const redex = example(new Workshop(terms, width));
  const result = apply(rule, terms, redex);
  if (result === null) return;
  const left = observable(terms, plain(terms, redex));
  const right = observable(terms, result);
  expect(right.width).toBe(left.width);
  const evaluator = new Evaluator();
  for (const model of everyModel(freeInputsOf([left, right]))) {
    evaluator.use(model);
    if (evaluator.value(left) !== evaluator.value(right))
      expect(evaluator.value(right), `width ${width}, ${JSON.stringify([...model.scalars.values()].map(String))}`).toBe(
        evaluator.value(left),
      );
  }
}

describe('every rule', () => {
  it('has a name of its own, examples, and is tried for kinds that exist', () => {
    expect(RULES.map((rule) => rule.name).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
    for (const rule of RULES) for (const kind of rule.on) expect(KIND_NAMES).toContain(kind);
  });
});

describe.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  const { applies, rejects } = EXAMPLES[name]!;

  it('applies', () => {
    for (const [number, example] of applies.entries()) {
      const terms = new Terms({ rewriteLevel: 0 });
      const redex = example(new Workshop(terms, USUAL_WIDTH));
      expect(rule.on).toContain(KIND_NAMES[redex.kind]);
      expect(apply(rule, terms, redex), `example ${number + 1}`).not.toBeNull();
    }
  });

  it('does not apply', () => {
    expect(rejects.length).toBeGreaterThan(0);
    for (const [number, example] of rejects.entries()) {
      const terms = new Terms({ rewriteLevel: 0 });
      expect(apply(rule, terms, example(new Workshop(terms, USUAL_WIDTH))), `example ${number + 1}`).toBeNull();
    }
  });

  it('keeps the meaning for the inputs that are tried', () => {
    for (const width of TRIED_WIDTHS) for (const example of applies) tryInputs(rule, example, width);
  });

  it('counts its hits when the maker uses it', () => {
    const terms = new Terms();
    for (const example of applies) {
      const source = new Terms({ rewriteLevel: 0 });
      deserializeTerms(terms, serializeTerms([plain(source, example(new Workshop(source, USUAL_WIDTH)))]));
    }
    expect(terms.ruleHits().get(name)).toBeGreaterThan(0);
  });
});
