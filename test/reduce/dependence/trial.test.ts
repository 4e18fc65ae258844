/** Where slices leave out nothing, a search that forks takes over and keeps every value. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import { DependenceReduction } from '../../../src/reduce/dependence/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../../src/reduce/registry.ts';
import { loadText } from '../../machine/explore.ts';
import { compileText } from '../../referee/compile.ts';
import { type Contender, judge } from '../../referee/judge.ts';
import { programOf, TRICKY_BODIES } from '../tricky-programs.ts';

/** One variable depends on all that was read. */
const STATE_MACHINE = `
#include <pathfold.h>
int main(void) {
  char s[4];
  pathfold_bytes(s, 4, "s");
  int state = 0;
  for (int i = 0; i < 4; i++) {
    switch (s[i]) {
    case 'a': state = state == 2 ? 0 : state + 1; break;
    case 'b': if (state == 1) state = 2; break;
    case 'c': state = 0; break;
    }
  }
  if (state == 2) pathfold_output_int("state", 7);
  return state;
}`;

/** The same, with a branch on every path that nothing depends on: no slice has all decisions, and next to nothing is saved. */
const WITH_A_BRANCH_APART = STATE_MACHINE.replace(/4/g, '7')
  .replace('int main', 'int apart;\nint main')
  .replace('if (state == 2) pathfold_output_int', "if (s[0] == 'z') apart = 1;\n  if (state == 2) pathfold_output_int");

/** Each branch has a result of its own. */
const INDEPENDENT = `
#include <pathfold.h>
int results[7];
int main(void) {
  for (int i = 0; i < 7; i++) if (pathfold_int("x") > 3) results[i] = 1;
  return 0;
}`;

async function explored(text: string, trial: number) {
  const program = await loadText(text);
  const reduction = new DependenceReduction(program, { trial });
  const exploration = await Exploration.create(program, {}, () => {}, reduction);
  exploration.run();
  exploration.dispose();
  return { paths: exploration.pathsEnded, counters: reduction.counters };
}

describe('the trial of slices', () => {
  it('goes over to forking where every path has a slice of its own, and runs fewer paths', async () => {
    const bySlices = await explored(STATE_MACHINE, 0);
    expect(bySlices.counters).toMatchObject({ forks: 0, matches: 0 });
    const forking = await explored(STATE_MACHINE, 16);
    expect(forking.counters.matches).toBeGreaterThan(0);
    expect(forking.paths).toBeLessThan(bySlices.paths / 2);
  });

  it('lets forking take turns where slices leave something out, and win where they save little', async () => {
    const forking = await explored(WITH_A_BRANCH_APART, 8);
    expect(forking.counters.matches).toBeGreaterThan(0);
    expect(forking.paths).toBeLessThan(300);
  });

  it('goes on where slices leave something out', async () => {
    const { paths, counters } = await explored(INDEPENDENT, 4);
    expect(counters).toMatchObject({ forks: 0 });
    expect(paths).toBe(8);
  });
});

/** Goes over after the first path that has such a slice. */
const hasty: Contender = {
  name: 'dependence',
  reduction: {
    ...REDUCTIONS.dependence,
    strategy: (program) => new DependenceReduction(program, { trial: 1 }),
  },
};

describe('a search that went over to forking loses nothing by', () => {
  const programs = { ...TRICKY_BODIES, 'a state machine': STATE_MACHINE.replace(/4/g, '3') };
  for (const [name, text] of Object.entries(programs)) {
    it(name, async () => {
      const program = await compileText(text.startsWith('\n#') ? text : programOf(text));
      const judged = await judge(program, [hasty], DEFAULT_REDUCTION_OPTIONS);
      expect(judged.losses).toEqual([]);
      expect(judged.undecided).toEqual([]);
    });
  }
});
