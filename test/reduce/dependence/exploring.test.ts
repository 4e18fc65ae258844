/** What the search does besides finding paths: orders, limits, early ends, chosen values, duplicates. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import { NO_LIMITS } from '../../../src/explore/forking.ts';
import type { ExplorationOptions } from '../../../src/explore/options.ts';
import { DependenceReduction } from '../../../src/reduce/dependence/strategy.ts';
import { loadText } from '../../machine/explore.ts';

async function reduce(text: string, exploring: Partial<ExplorationOptions> = {}) {
  const program = await loadText(text);
  const paths: FinishedPath[] = [];
  const reduction = new DependenceReduction(program);
  const exploration = await Exploration.create(program, exploring, (path) => paths.push(path), reduction);
  exploration.run();
  exploration.dispose();
  const endings = paths.map(({ outcome }) => `${outcome.ending.kind}:${outcome.ending.position?.line ?? ''}`);
  return { exploration, statistics: reduction.statistics, paths, endings };
}

const manyChecks = `
#include <pathfold.h>
int main(void) {
  int sum = 0;
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  if (x > 0) sum = 10 / (x - 5);
  if (y > 0) sum = 10 / (y - 5);
  if (z > 0) sum = 10 / (z - 5);
  return 0;
}`;

describe('exploring by dependence', () => {
  for (const search of ['dfs', 'bfs', 'random'] as const) {
    it(`does not multiply branches behind which something may fault (${search})`, async () => {
      const { exploration, endings } = await reduce(manyChecks, { search });
      for (const line of [6, 7, 8]) expect(endings).toContain(`division-by-zero:${line}`);
      // Exhaustively 15: each branch has two ways on and a fault.
      expect(exploration.pathsEnded).toBeLessThanOrEqual(8);
    });
  }

  it('does not multiply branches that write members of different elements', async () => {
    const { exploration } = await reduce(`
#include <pathfold.h>
struct item { int kind, count; };
struct item items[6];
int main(void) {
  for (int i = 0; i < 6; i++) items[i].kind = pathfold_int("kind");
  for (int i = 0; i < 6; i++) if (items[i].kind > 3) items[i].count = 1;
  for (int i = 0; i < 6; i++) if (items[i].count) items[i].kind = 0;
  return 0;
}`);
    // Exhaustively 64.
    expect(exploration.pathsEnded).toBe(7);
  });

  it('finds what comes after an end that the first input meets', async () => {
    const { endings } = await reduce(`
#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  int x = pathfold_int("x");
  if (x < 100) exit(3);
  return 1 / (x - 100);
}`);
    expect(endings).toContain('division-by-zero:7');
  });

  it('starts over when an assumption fails, and never negates one', async () => {
    const { exploration, paths } = await reduce(`
#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x");
  pathfold_assume(x > 10);
  if (x > 20) return 1;
  return 2;
}`);
    expect(exploration.counts.completed).toBe(2);
    expect(paths).toHaveLength(2);
  });

  it('tries other values where one was chosen', async () => {
    const { exploration } = await reduce(`
#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  int n = pathfold_range("n", 1, 4);
  char *p = malloc(n);
  p[2] = 1;
  return 0;
}`);
    expect(exploration.counts.faulty).toBeGreaterThan(0);
    expect(exploration.counts.completed).toBeGreaterThan(0);
    expect(exploration.limits.size).toBe(0);
  });

  it('stops at a limit and names it', async () => {
    const { exploration } = await reduce(manyChecks, { limits: { ...NO_LIMITS, maxPaths: 2 } });
    expect(exploration.pathsEnded).toBe(2);
    expect([...exploration.limits]).toEqual(['max-paths']);
  });

  it('gives the same tests for the same seed, and counts what it asked', async () => {
    const [one, other] = [
      await reduce(manyChecks, { search: 'random' }),
      await reduce(manyChecks, { search: 'random' }),
    ];
    expect(other.endings).toEqual(one.endings);
    expect(other.statistics.tasks).toBe(one.statistics.tasks);
    expect(one.statistics.queries).toBeGreaterThan(0);
    expect(one.statistics.conditions).toBeGreaterThanOrEqual(one.statistics.queries);
    expect(one.statistics.analysisMs).toBeGreaterThan(0);
  });
});
