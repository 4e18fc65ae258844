/** Directed search: fewer paths than there are, and every sequence of affected statements among them. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { originalOf, versionsOf } from '../../../bench/programs/versions.ts';
import { Exploration } from '../../../src/explore/exploration.ts';
import { NO_LIMITS } from '../../../src/explore/forking.ts';
import { ForkingSearch } from '../../../src/explore/forking-search.ts';
import type { Strategy } from '../../../src/explore/strategy.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import type { Program } from '../../../src/program/program.ts';
import { affectedStatements } from '../../../src/reduce/change/affected.ts';
import { changeReduction } from '../../../src/reduce/change/strategy.ts';
import { recordRun } from '../../../src/reduce/properties/run.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../../src/reduce/registry.ts';
import { compileText } from '../../referee/compile.ts';
import { judge } from '../../referee/judge.ts';

const papers = fileURLToPath(new URL('../../cases/papers/', import.meta.url));

async function counts(old: Program, changed: Program) {
  const options = { ...DEFAULT_REDUCTION_OPTIONS, change: affectedStatements(old, changed) };
  const run = async (name: 'none' | 'change') =>
    (await recordRun(name, changed, {}, new Terms(), REDUCTIONS[name].strategy(changed, options))).paths.length;
  return { none: await run('none'), change: await run('change') };
}

async function losses(old: Program, changed: Program) {
  const options = { ...DEFAULT_REDUCTION_OPTIONS, change: affectedStatements(old, changed) };
  return (await judge(changed, [{ name: 'change', reduction: REDUCTIONS.change }], options)).losses;
}

describe.each(['directed-incremental-fig2', 'dependence-guided-fig9'])('%s', (name) => {
  it('has 24 paths, of which 8 are explored', async () => {
    const [old, changed] = [
      await loadProgram([`${papers}${name}/old.c`]),
      await loadProgram([`${papers}${name}/new.c`]),
    ];
    expect(await counts(old, changed)).toEqual({ none: 24, change: 8 });
    expect(await losses(old, changed)).toEqual([]);
  }, 60_000);
});

it('covers a combination that the explored sets of the paper lose', async () => {
  // Behind u the branches on a and b agree; on its other side they do not. When that side comes up, each branch and each
  // write has been explored, and none is reachable that is not.
  const text = (k: number) => `#include <pathfold.h>
int first, second, third;
int main(void) {
  int u = pathfold_int("u"), x = pathfold_range("x", 0, 9), b;
  if (u > 0) b = x; else b = 9 - x;
  if (x > ${k}) first = 1; else first = 2;
  if (b > ${k}) second = 1; else second = 2;
  return 0;
}
`;
  const [old, changed] = [await compileText(text(4)), await compileText(text(5))];
  expect(await losses(old, changed)).toEqual([]);
}, 60_000);

it('explores nothing where nothing is affected', async () => {
  const text = (space: string) =>
    `#include <pathfold.h>\nint main(void) {${space} return pathfold_int("x") > 3 ? 1 : 0; }\n`;
  const [old, changed] = [await compileText(text('')), await compileText(text('\n\n /* more */'))];
  expect(affectedStatements(old, changed).ids.size).toBe(0);
  expect((await counts(old, changed)).change).toBe(0);
}, 60_000);

it('tells the iterations of loops apart', async () => {
  const text = (k: number) => `#include <pathfold.h>
int main(void) {
  int n = pathfold_range("n", 0, 4), z = pathfold_int("z"), sum = 0, other = 0;
  for (int i = 0; i < n; i++) {
    if (z > i) other++;
    if (i > ${k}) sum += 2; else sum += 1;
  }
  return sum;
}
`;
  const [old, changed] = [await compileText(text(1)), await compileText(text(2))];
  expect((await counts(old, changed)).change).toBe(5);
  expect(await losses(old, changed)).toEqual([]);
}, 60_000);

describe('the depth bound', () => {
  const text = (k: number) => `#include <pathfold.h>
int main(void) {
  int n = pathfold_range("n", 0, 9), z = pathfold_int("z"), sum = 0, other = 0;
  for (int i = 0; i < n; i++) {
    if (z > i) other++;
    if (sum > ${k}) sum += 2; else sum += 1;
  }
  return sum;
}
`;
  const sequences = async (maxDepth: number) => {
    const [old, changed] = [await compileText(text(1)), await compileText(text(2))];
    const search = changeReduction(affectedStatements(old, changed));
    let reported = 0;
    const limits = { ...NO_LIMITS, maxDepth };
    const exploration = await Exploration.create(changed, { limits }, () => reported++, search);
    exploration.run();
    exploration.dispose();
    return { reported, limits: [...exploration.limits] };
  };

  it('cuts sequences of loops and is named', async () => {
    const all = await sequences(Number.POSITIVE_INFINITY);
    expect(all).toEqual({ reported: 10, limits: [] });
    const { reported, limits } = await sequences(4);
    expect(limits).toEqual(['max-depth']);
    expect(reported).toBeLessThan(all.reported);
    expect(reported).toBeGreaterThan(0);
  }, 60_000);
});

describe('edited versions of a control program', () => {
  const study = async (wanted: number, name: 'brake' | 'altitude' = 'brake') => {
    const old = await compileText(originalOf(name));
    const { source } = versionsOf(name).find(({ version }) => version === wanted)!;
    const changed = await compileText(source);
    const run = async (strategy: Strategy) => {
      const exploration = await Exploration.create(changed, {}, () => {}, strategy);
      exploration.run();
      exploration.dispose();
      return { instructions: exploration.machine.instructions, states: exploration.pathsEnded };
    };
    const none = await run(new ForkingSearch());
    return { none, change: await run(changeReduction(affectedStatements(old, changed))) };
  };

  it.each([1, 12, 13])(
    'never take more than the exhaustive search: version %i',
    async (version) => {
      const { none, change } = await study(version);
      expect(change.instructions).toBeLessThan(none.instructions);
      expect(change.states).toBeLessThanOrEqual(none.states);
    },
    60_000,
  );

  it('leave out what would only matter to another cycle, in the last one', async () => {
    const { none, change } = await study(4, 'altitude');
    expect(change.states).toBeLessThan(none.states / 3);
    expect(change.instructions).toBeLessThan(none.instructions / 3);
  }, 60_000);

  it('take a small part of it where little is affected', async () => {
    const { none, change } = await study(11);
    expect(change.states).toBeLessThan(none.states / 20);
    expect(change.instructions).toBeLessThan(none.instructions / 20);
  }, 60_000);
});
