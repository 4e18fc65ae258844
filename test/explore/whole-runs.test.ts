/** The rest of a path that a search left is run under the limits of that search. */
import { expect, it } from 'vitest';
import { NO_LIMITS } from '../../src/explore/forking.ts';
import { DEFAULT_EXPLORATION } from '../../src/explore/options.ts';
import { WholeRuns } from '../../src/explore/whole-runs.ts';
import { Model } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { EMPTY_ENVIRONMENT } from '../../src/machine/environment.ts';
import { Deadline } from '../../src/solver/deadline.ts';
import { loadText } from '../machine/explore.ts';

const COUNTING = 'unsigned long long n; int main(void) { for (;;) n++; }';

/** How many instructions a loop without an end gets while time passes and memory fills up. */
async function stepsOf(passed: { ms: number; mb: number; interrupted: boolean }): Promise<number> {
  let looks = 0;
  const surroundings = {
    now: () => passed.ms * looks,
    memoryMb: () => 100 + passed.mb * looks++,
    interrupted: () => passed.interrupted,
  };
  const options = { ...DEFAULT_EXPLORATION, surroundings, limits: { ...NO_LIMITS, maxMemoryMb: 100 } };
  const limits = { options, deadline: Deadline.after(10_000, surroundings.now) };
  const runs = new WholeRuns(await loadText(COUNTING), new Terms(), EMPTY_ENVIRONMENT, {}, null, limits);
  expect(runs.run(new Model(), () => true, 0, 0)).toBeNull();
  return runs.machine.instructions;
}

it('goes on for millions of instructions where nothing is used up', async () => {
  expect(await stepsOf({ ms: 0, mb: 0, interrupted: false })).toBeGreaterThan(4_000_000);
});

it.each([
  ['the time', { ms: 500, mb: 0, interrupted: false }],
  ['a tenth of the memory', { ms: 0, mb: 1, interrupted: false }],
  ["the user's patience", { ms: 50, mb: 0, interrupted: true }],
])('ends when %s is used up', async (_, passed) => {
  expect(await stepsOf(passed)).toBeLessThan(1_000_000);
});
