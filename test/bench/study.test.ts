import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const study = new URL('../../bench/study/', import.meta.url);
const { lost, meanOf, ratioOf, sameness } = await import(new URL('comparison.js', study).href);
const { SUBJECTS } = await import(new URL('subjects.js', study).href);
const { claimsOf } = await import(new URL('claims.js', study).href);
const { pageOf } = await import(new URL('page.js', study).href);

const share = (covered: number) => ({ covered, total: 10 });
const exhaustive = {
  ...{ subject: 'libcsv', half: 'tuning', size: 6, way: 'none', verdict: 'complete', limits: [], seconds: 10 },
  ...{ paths: 100, pruned: 0, tests: 100, instructions: 1000, queries: 5, compiling: 1, writing: 1, memoryMb: 100 },
  coverage: { instructions: share(9), lines: share(9), branches: share(9) },
  faults: ['null a.c:1:1'],
  promises: ['faults', 'coverage'],
  version: '1',
  run: { commit: 'c', node: 'v', command: 'npm run study --' },
};
const reduced = { ...exhaustive, way: 'test', seconds: 1 };
const stopped = { verdict: 'stopped', limits: ['max-time'] };

describe('a reduced run next to the exhaustive one', () => {
  test('has lost what it promised and did not find', () => {
    const fewer = { ...exhaustive.coverage, branches: share(8) };
    expect(lost(reduced, exhaustive)).toEqual([]);
    expect(lost({ ...reduced, faults: [] }, exhaustive)).toEqual(['faults']);
    expect(lost({ ...reduced, coverage: fewer }, exhaustive)).toEqual(['coverage']);
    expect(lost({ ...reduced, coverage: fewer, promises: ['faults'] }, exhaustive)).toEqual([]);
  });

  test('is not held against one that was stopped', () => {
    expect(sameness({ ...reduced, faults: [] }, { ...exhaustive, ...stopped })).toEqual({
      faults: null,
      coverage: null,
    });
  });

  test('has a ratio that is a bound where one of them was stopped, and none where both were', () => {
    expect(ratioOf(reduced, exhaustive)).toEqual({ value: 0.1, bound: '' });
    expect(ratioOf(reduced, { ...exhaustive, ...stopped })).toEqual({ value: 0.1, bound: '<' });
    expect(ratioOf({ ...reduced, ...stopped }, exhaustive)).toEqual({ value: 0.1, bound: '>' });
    expect(ratioOf({ ...reduced, ...stopped }, { ...exhaustive, ...stopped })).toBeNull();
  });

  test('has a mean that is a bound when one of its ratios is', () => {
    const ratios = [{ value: 0.1, bound: '' }, { value: 0.4, bound: '<' }, null];
    expect(meanOf(ratios)).toMatchObject({ bound: '<', worst: 0.4, count: 2, unknown: 1 });
    expect(meanOf(ratios).value).toBeCloseTo(0.2);
  });
});

test('every subject has a harness, and the halves alternate in alphabetical order', () => {
  const chosen = SUBJECTS.filter(({ half }: { half: string }) => half !== 'ours');
  const names = chosen.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...names].sort());
  expect(chosen.map(({ half }: { half: string }) => half)).toEqual(
    names.map((_: string, i: number) => (i % 2 === 0 ? 'tuning' : 'held-out')),
  );
  for (const { name } of SUBJECTS) {
    expect(existsSync(fileURLToPath(new URL(`subjects/${name}/harness.c`, study))), name).toBe(true);
  }
});

test('a claim holds, fails, or was not measured', () => {
  const [libcsv, summarized] = claimsOf([exhaustive, { ...reduced, seconds: 0.4 }]);
  expect([libcsv.holds, summarized.holds]).toEqual([true, null]);
  expect(claimsOf([exhaustive, reduced])[0].holds).toBe(false);
});

test('the page names commit, command and halves', () => {
  const page = pageOf([exhaustive, reduced]);
  expect(page).toContain('| tuning | test | 0.10 | 0.10 | 1 | 0 |');
  expect(page).toContain('`npm run study --` on commit c');
});
