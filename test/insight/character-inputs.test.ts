import { describe, expect, it } from 'vitest';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { charactersByUse } from '../../src/insight/character-inputs.ts';
import { EVERYTHING } from '../../src/insight/condition/boxes.ts';
import { Space } from '../../src/insight/condition/space.ts';

const terms = new Terms();
const between = (term: Term, low: number, high: number) =>
  terms.and(
    terms.not(terms.slt(term, terms.constant(term.width, low))),
    terms.not(terms.slt(terms.constant(term.width, high), term)),
  );

function isCharacter(input: Term, ...conditions: readonly Term[]): boolean {
  const space = new Space(
    terms,
    conditions.map((each) => [each]),
    [],
  );
  return charactersByUse([{ space, box: EVERYTHING, conditions: [] }]).has(input);
}

describe('a number is a character', () => {
  const c = terms.variable('c', 32);
  it('where digits or letters are told apart, and it is a byte or called one', () => {
    expect(isCharacter(c, between(c, 48, 57))).toBe(true);
    const byte = terms.variable('hex', 8);
    expect(isCharacter(byte, between(byte, 97, 102))).toBe(true);
  });

  it('not where other numbers are', () => {
    expect(isCharacter(c, between(c, 48, 57), between(c, 200, 300))).toBe(false);
    expect(isCharacter(c, between(c, 40, 60))).toBe(false);
    const count = terms.variable('count', 32);
    expect(isCharacter(count, between(count, 48, 57))).toBe(false);
  });
});
