import { describe, expect, it } from 'vitest';
import type { Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { either, LocationSummary, Precondition } from '../../../src/reduce/postcondition/summary.ts';

const terms = new Terms();
const bit = (name: string) => terms.variable(name, 1);
const [a, b, c] = [bit('a'), bit('b'), bit('c')];
const cell = terms.variable('cell', 32);

function precondition(branches: readonly Term[], pins: readonly (readonly [Term, number])[] = []): Precondition {
  const sorted = [...branches].sort((left, right) => left.id - right.id);
  return new Precondition(sorted, [], new Map(pins), new Map());
}

const counts = () => ({ added: 0, combined: 0, bounded: 0 });
const meaning = ({ branches }: Precondition) => terms.andAll([...branches]);

describe('the precondition of a fork', () => {
  it('needs nothing of the condition that told its two sides apart', () => {
    const joined = either(terms, precondition([a, c]), precondition([terms.not(a), c]), true, counts());
    expect(meaning(joined)).toBe(c);
  });

  it('is one side or the other where they differ in more, under what both need', () => {
    const joined = either(terms, precondition([a, c]), precondition([b, c]), true, counts());
    expect(meaning(joined)).toBe(terms.and(c, terms.or(a, b)));
  });

  it('means the same when conditions are not combined', () => {
    const joined = either(terms, precondition([a]), precondition([terms.not(a)]), false, counts());
    expect(joined.branches).toEqual([]);
  });

  it('asks for the pins of both sides', () => {
    const other = terms.variable('other', 32);
    const joined = either(terms, precondition([a], [[cell, 1]]), precondition([b], [[other, 2]]), true, counts());
    expect([...joined.pins]).toEqual([
      [cell, 1],
      [other, 2],
    ]);
  });
});

describe('the summary of a location', () => {
  const options = { bound: 0, combine: true };
  const summaryOf = (...all: Precondition[]) => {
    const summary = new LocationSummary();
    const counted = counts();
    for (const each of all) summary.add(terms, each, options, counted);
    return { summary, counted };
  };

  it('makes one of two that differ in one condition', () => {
    const { summary, counted } = summaryOf(precondition([a, c]), precondition([terms.not(a), c]));
    expect(summary.disjuncts.map(meaning)).toEqual([c]);
    expect(counted.combined).toBe(1);
  });

  it('keeps apart what holds with other numbers in the cells', () => {
    const { summary } = summaryOf(precondition([a, c], [[cell, 1]]), precondition([terms.not(a), c], [[cell, 2]]));
    expect(summary.disjuncts).toHaveLength(2);
  });

  it('leaves out what a weaker one says already, in either order', () => {
    for (const all of [
      [precondition([a]), precondition([a, b])],
      [precondition([a, b]), precondition([a])],
    ]) {
      expect(summaryOf(...all).summary.disjuncts.map(meaning)).toEqual([a]);
    }
  });

  it('does not grow beyond its bound, and says so', () => {
    const summary = new LocationSummary();
    const counted = counts();
    for (const each of [a, b, c]) summary.add(terms, precondition([each]), { bound: 4, combine: true }, counted);
    expect(summary.disjuncts.map(meaning)).toEqual([a, b]);
    expect([summary.weight, counted.bounded]).toEqual([4, 1]);
  });
});
