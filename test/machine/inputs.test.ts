import { expect, it } from 'vitest';
import { Kind } from '../../src/expr/kinds.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { Inputs } from '../../src/machine/inputs.ts';
import type { State } from '../../src/machine/state.ts';

/** The names that inputs get on one path after another, over the same terms. */
function namesOn(inputs: Inputs, wanted: readonly string[]): string[] {
  const path = { inputs: null } as unknown as State;
  return wanted.map((name) => (inputs.scalar(path, name, 32, 'int', 1, 'call') as Term).name);
}

it('inputs of one name are numbered, alike on every path, and never take the name of another', () => {
  const inputs = new Inputs(new Terms(), null);
  for (let path = 0; path < 2; path++)
    expect(namesOn(inputs, ['x', 'y', 'x', 'x', ''])).toEqual(['x', 'y', 'x#2', 'x#3', 'input']);
  expect(namesOn(inputs, ['x', 'x#2', 'x', 'x#2'])).toEqual(['x', 'x#2', 'x#3', 'x#2#2']);
  expect(namesOn(inputs, ['x', 'y', 'x'])).toEqual(['x', 'y', 'x#2']);
});

it('a path may have very many', { timeout: 20_000 }, () => {
  const count = 60_000;
  const terms = new Terms();
  const inputs = new Inputs(terms, null);
  const names = namesOn(inputs, [
    ...new Array<string>(count).fill('v'),
    ...Array.from({ length: count }, (_, i) => `w${i}`),
  ]);
  expect(new Set(names).size).toBe(2 * count);
  expect(terms.inputNamed(`v#${count}`)?.kind).toBe(Kind.variable);
});
