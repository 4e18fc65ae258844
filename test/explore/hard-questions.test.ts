/** A question that takes long holds up its own path only: others go on first, and it is asked again when they have ended. */
import { describe, expect, it } from 'vitest';
import { NO_LIMITS } from '../../src/explore/forking.ts';
import { SEARCHES } from '../../src/explore/searchers/choose.ts';
import { Kind } from '../../src/expr/kinds.ts';
import { visitOnce } from '../../src/expr/walk.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import type { DecisionProcedure } from '../../src/solver/solver.ts';
import { type Explored, exploreText } from '../machine/explore.ts';

const TIME_LIMIT_MS = 5_000;

const text = `#include <pathfold.h>
int main(void) {
  int x, y;
  unsigned char c;
  pathfold_bytes(&x, sizeof x, "x");
  pathfold_bytes(&y, sizeof y, "y");
  pathfold_bytes(&c, sizeof c, "c");
  if (c < 100) {
    if (x * y == 1000003) return 1;
    return 2;
  }
  if (c < 200) return 3;
  return 4;
}`;

/** Gives up on products, unless it has so much time. */
async function slowWithProducts(neededMs: number): Promise<DecisionProcedure> {
  const inner = await EmbeddedProcedure.create();
  return {
    name: 'slow',
    solve(assertions, limitMs, wantCore) {
      let isHard = false;
      visitOnce(assertions, ({ kind }) => {
        isHard ||= kind === Kind.mul;
      });
      if (isHard && limitMs < neededMs) return { status: 'unknown', reason: 'time limit' };
      return inner.solve(assertions, limitMs, wantCore);
    },
    dispose: () => inner.dispose(),
  };
}

const statuses = ({ paths }: Explored) =>
  paths.map(({ outcome }) => outcome.ending).map((end) => end.name || end.status);

describe('a hard question', () => {
  it('is asked again with all of its time when the other paths have ended', async () => {
    const solver = { procedure: await slowWithProducts(TIME_LIMIT_MS), timeLimitMs: TIME_LIMIT_MS };
    const explored = await exploreText(text, { search: 'dfs', solver });
    expect(statuses(explored)).toEqual([3, 4, 1, 2]);
    expect(explored.exploration.verdict).toBe('complete');
    expect([...explored.exploration.limits]).toEqual([]);
  });

  it('is given up by name when that does not help, in any order of search', async () => {
    for (const search of Object.keys(SEARCHES) as (keyof typeof SEARCHES)[]) {
      const solver = { procedure: await slowWithProducts(Number.POSITIVE_INFINITY), timeLimitMs: TIME_LIMIT_MS };
      const explored = await exploreText(text, { search, solver });
      const ends = statuses(explored);
      expect(ends.slice(0, 2).sort()).toEqual([3, 4]);
      // Inputs of one side are found without a search; whether the other has any is what is given up.
      expect(ends.slice(2)).toEqual([2]);
      expect([...explored.exploration.limits]).toEqual(['max-solver-time']);
      expect(explored.exploration.verdict).toBe('bounded');
    }
  });

  it('is not forgotten where a limit ends the search before', async () => {
    const solver = { procedure: await slowWithProducts(TIME_LIMIT_MS), timeLimitMs: TIME_LIMIT_MS };
    const explored = await exploreText(text, { search: 'dfs', solver, limits: { ...NO_LIMITS, maxPaths: 2 } });
    expect(statuses(explored)).toEqual([3, 4, 'max-paths']);
    expect(explored.exploration.counts.unfinished).toBe(1);
  });
});
