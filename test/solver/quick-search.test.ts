/** The short search before CaDiCaL: what it says of random clauses is what trying all assignments says. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QuickSearch } from '../../src/solver/sat/quick-search.ts';

const VARIABLES = 9;
const literal = fc.integer({ min: 1, max: VARIABLES }).chain((v) => fc.constantFrom(v, -v));
const clauses = fc.array(fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 45 });
const order = fc.uniqueArray(fc.integer({ min: 1, max: VARIABLES }));

function holds(all: readonly (readonly number[])[], isTrue: (variable: number) => boolean): boolean {
  return all.every((clause) => clause.some((each) => isTrue(Math.abs(each)) === each > 0));
}

function isSatisfiable(all: readonly (readonly number[])[]): boolean {
  for (let bits = 0; bits < 1 << VARIABLES; bits++) {
    if (holds(all, (variable) => ((bits >> (variable - 1)) & 1) === 1)) return true;
  }
  return false;
}

it('agrees with all assignments wherever it does not give up', () => {
  const search = new QuickSearch();
  const answers = { sat: 0, unsat: 0, open: 0 };
  fc.assert(
    fc.property(clauses, order, (all, first) => {
      const flat = Int32Array.from(all.flatMap((clause) => [...clause, 0]));
      const answer = search.run(flat, flat.length, VARIABLES, first);
      answers[answer]++;
      if (answer === 'sat') expect(holds(all, (variable) => search.values[variable]! > 0)).toBe(true);
      else if (answer === 'unsat') expect(isSatisfiable(all)).toBe(false);
      // Literals may change places, clauses may not change.
      const after = [...flat]
        .join(' ')
        .split(' 0')
        .filter((text) => text !== '');
      expect(after.map((text) => text.trim().split(' ').map(Number).sort())).toEqual(
        all.map((clause) => [...clause].sort()),
      );
    }),
    { numRuns: 4000, seed: 5 },
  );
  expect(answers.sat).toBeGreaterThan(200);
  expect(answers.unsat).toBeGreaterThan(200);
});

it('gives up where clauses say little and exclude much', () => {
  // Seven pigeons, six holes.
  const at = (pigeon: number, hole: number) => pigeon * 6 + hole + 1;
  const all: number[][] = [];
  for (let pigeon = 0; pigeon < 7; pigeon++) all.push(Array.from({ length: 6 }, (_, hole) => at(pigeon, hole)));
  for (let hole = 0; hole < 6; hole++) {
    for (let x = 0; x < 7; x++) for (let y = 0; y < x; y++) all.push([-at(x, hole), -at(y, hole)]);
  }
  const flat = Int32Array.from(all.flatMap((clause) => [...clause, 0]));
  expect(new QuickSearch().run(flat, flat.length, 42, [])).toBe('open');
});
