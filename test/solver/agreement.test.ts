import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Z3Procedure } from '../../src/host/solvers/z3.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import { buildQuery, isHonest, queries } from './queries.ts';

const seed = Number(process.env.PATHFOLD_SEED ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env.PATHFOLD_QUERIES ?? 120);
const LIMIT_MS = 1500;

describe(`the embedded procedure and z3 (seed ${seed})`, () => {
  let embedded: EmbeddedProcedure;
  let z3: Z3Procedure;
  beforeAll(async () => {
    embedded = await EmbeddedProcedure.create();
    z3 = Z3Procedure.create();
  });
  afterAll(() => {
    embedded.dispose();
    z3.dispose();
  });

  it('agree on generated queries, and their models satisfy the constraints', () => {
    expect(agreed(false, RUNS)).toBeGreaterThan(RUNS * 0.8);
  });

  it('agree on queries with floats', () => {
    expect(agreed(true, RUNS / 3)).toBeGreaterThan(RUNS / 12);
  });

  /** How many queries both decided. */
  function agreed(floats: boolean, runs: number): number {
    let both = 0;
    fc.assert(
      fc.property(queries({ floats }), (query) => {
        const { conditions } = buildQuery(query);
        const ours = embedded.solve(conditions, LIMIT_MS);
        const theirs = z3.solve(conditions, LIMIT_MS);
        expect(isHonest(conditions, ours)).toBe(true);
        expect(isHonest(conditions, theirs)).toBe(true);
        if (ours.status === 'unknown' || theirs.status === 'unknown') return;
        both++;
        expect(ours.status).toBe(theirs.status);
      }),
      { seed, numRuns: Math.floor(runs) },
    );
    return both;
  }
});
