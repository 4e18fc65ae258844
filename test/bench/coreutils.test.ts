/** The study of coreutils and the page of the evaluation, on made-up results. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const bench = new URL('../../bench/', import.meta.url);
const from = (path: string) => import(new URL(path, bench).href);
const { speedUpOf, coverageGain, median, mean } = await from('coreutils/speedup.js');
const { addRow, readRows, tidyRows } = await from('coreutils/rows.js');
const { coverFigures, finishFigures } = await from('coreutils/compare.js');
const { pageOf } = await from('evaluate/page.js');
const { barChart } = await from('evaluate/figures.js');
const { PAPERS } = await from('evaluate/steps.js');

const folder = mkdtempSync(join(tmpdir(), 'pathfold-coreutils-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A run that covered so many lines after so many milliseconds. */
function way(points: readonly (readonly [number, number])[], more: object = {}) {
  return {
    ...{ verdict: 'stopped', limits: ['max-time'], paths: 10, pruned: 0, unfinished: 1, tests: 3, instructions: 1000 },
    ...{ queries: 20, seconds: 3, writing: 0, solving: 1, analysing: 0, reducing: 0, memoryMb: 100, lines: 200 },
    ...{ faults: [], unmodelled: [], points: points.map(([ms, lines]) => [ms, lines, 1, 1, 1]) },
    ...more,
  };
}
const run = { commit: 'abc', node: 'v20' };
const row = (program: string, none: object, reduced: object, half = 'tuning') => ({
  ...{ program, half, seconds: 3, run, none, reduced },
});
const complete = { verdict: 'complete', limits: [] };

describe('the speed-up to the same coverage', () => {
  test('is measured at the highest coverage that both reached', () => {
    const none = way([
      [100, 10],
      [2000, 40],
      [2900, 50],
    ]);
    const reduced = way([
      [50, 10],
      [200, 60],
    ]);
    expect(speedUpOf(none, reduced)).toEqual({ lines: 50, baseMs: 2900, reducedMs: 200, factor: 14.5 });
    expect(speedUpOf(reduced, none)).toEqual({ lines: 50, baseMs: 200, reducedMs: 2900, factor: 200 / 2900 });
    expect(coverageGain(none, reduced)).toBe(5);
  });

  test('is not known where a run has no curve', () => {
    expect(speedUpOf(way([]), way([[1, 1]]))).toBeNull();
  });

  test('is summed up by the middle of all, also of an even number', () => {
    expect(median([4, 1, 100])).toBe(4);
    expect(median([4, 1, 100, 6])).toBe(5);
    expect(mean([1, 2, 6])).toBe(3);
    expect(median([])).toBeNull();
  });
});

describe('the file of results', () => {
  const file = join(folder, 'rows.jsonl');

  test('is gone on with after a line that was cut off, and keeps the last row of a program', () => {
    addRow(file, { program: 'cut', seconds: 3, paths: 1 });
    appendFileSync(file, '{"program":"ec');
    addRow(file, { program: 'echo', seconds: 3, paths: 2 });
    addRow(file, { program: 'cut', seconds: 3, paths: 3 });
    addRow(file, { program: 'cut', seconds: 20, paths: 4 });
    const rows = readRows(file);
    expect(rows.map(({ program, paths }: { program: string; paths: number }) => `${program} ${paths}`)).toEqual([
      'cut 4',
      'cut 3',
      'echo 2',
    ]);
    tidyRows(file);
    expect(readRows(file)).toEqual(rows);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  test('is empty before anything was measured', () => {
    expect(readRows(join(folder, 'missing.jsonl'))).toEqual([]);
  });
});

const rows = [
  row('cut', way([[1000, 40]]), way([[100, 40]], complete)),
  row('echo', way([[400, 50]]), way([[100, 40]], { unmodelled: ['fork'] }), 'held-out'),
  { program: 'odd', half: 'tuning', seconds: 3, run, problem: 'cannot be loaded' },
];

describe('the figures of a study', () => {
  test('count what is faster, what was exhausted, and what has lost coverage', () => {
    const figures = coverFigures(rows);
    // echo had 40 lines when it had 50: the time of the first point that is as high.
    expect(figures).toMatchObject({ programs: 2, failed: 1, mean: 7, faster: 2, exhausted: 1, exhaustedByNone: 0 });
    expect(figures.lessByOver1).toEqual(['echo']);
  });

  test('compare what both searches finished, and name who is slower', () => {
    const done = (seconds: number, paths: number) => way([], { ...complete, seconds, paths });
    const figures = finishFigures([
      row('a', done(2, 100), done(1, 25)),
      row('b', done(1, 10), done(1.2, 10)),
      row('c', way([]), done(1, 1)),
    ]);
    expect(figures).toMatchObject({ both: ['a', 'b'], onlyReduced: ['c'], onlyNone: [], slower: ['b'] });
    expect(figures.paths.mean).toBe(2.5);
  });
});

describe('the page of the evaluation', () => {
  test('says of each paper what was measured, and what was not', () => {
    const { text, figures } = pageOf({ cover: rows, test: [], result: () => null });
    expect(text.match(/^## /gm)).toHaveLength(Object.keys(PAPERS).length);
    expect(text).toContain('| speed-up, mean | 50.5 x | 7 x |');
    expect(text).toContain('**We fall short**');
    expect(text).toContain('lower by more than 1 % of all lines on 1: echo');
    expect(text).toContain('Not modelled: echo (fork)');
    expect(text).toContain('cannot be loaded');
    expect(text).toContain('Not measured yet.');
    expect(Object.keys(figures)).toEqual(['coreutils-speedup.svg', 'coreutils-coverage.svg']);
  });

  test('has a table of each bench', () => {
    const about = { commit: 'abc', node: 'v20', command: 'node bench/x.js', quick: true, minutes: 1.5 };
    const search = { paths: 10, infeasible: 1, queries: 20, seconds: 2, analysis: 0.5, limits: [] };
    const suite = { mutants: 50, tests: 9, killed: 40, alone: 0, kinds: { constant: { mutants: 5, killed: 4 } } };
    const asked = { tests: 4, queries: 9, solved: 5, constraints: 2, nodes: 7, seconds: 1, stopped: false };
    const report = { found: true, rank: 1, lines: 2, witness: true, seconds: 1 };
    const version = { reported: 3, states: 3, instructions: 100, seconds: 0.5, analysis: 0.1 };
    const path = { paths: 10, instructions: 100, seconds: 1, summaries: 0.1, checks: 0.2 };
    const results: Record<string, object[]> = {
      'postcondition-switches': [
        { program: 'date', reduction: 'none', ...path },
        { program: 'date', reduction: 'postcondition:reuse=off', ...path, paths: 5 },
      ],
      'dependence-paths': [
        { program: 'scheduler', order: 'exhaustive', ...search, paths: 40, seconds: 6 },
        { program: 'scheduler', order: 'dependence dfs', ...search },
      ],
      'dependence-mutants': ['none', 'dependence'].map((reduction) => ({ program: 'date', reduction, ...suite })),
      'output-paths': [{ program: 'date, all', all: { ...asked, tests: 8 }, ours: asked }],
      'output-debugging': [{ program: 'date.c', slice: report, path: { ...report, lines: 6 } }],
      'versions-searches': [
        { version: 'brake 1', cycles: 2, changed: 1, affected: 2, directed: version, full: version },
      ],
      'versions-tests': [{ program: 'brake', version: 1, selected: 2, added: 1, total: 3, exposed: true }],
    };
    const { text } = pageOf({ cover: [], test: [], result: (name: string) => ({ run: about, rows: results[name] }) });
    expect(text).toContain('| scheduler | 10 of 40 | 25 % | 1 of 1 | 20 of 20 | 2.00 | 0.50 | 6.00 | 3 x |');
    expect(text).toContain('| date | 50 | 9 | 9 | 80 % | 80 % | 0 | 0 | 80 % / 80 % |');
    expect(text).toContain('| date, all | 4 | 8 | 5 | 5 | 2 | 2 | 1.00 | 1.00 | 1 x |');
    expect(text).toContain('| lines, median | 2 | 6 |');
    expect(text).toContain('| brake, CYCLES=2 | 1 | 3 | 3 | 100 | 100 | 0.5 | 0.5 | 1 x | 1 |');
    expect(text).toContain('| brake | 1 | 2 | 1 | 3 | 1 |');
    expect(text).toContain('| `postcondition:reuse=off` | 0.5 | 1 | 1 | 10 % | 20 % |');
    expect(text).toContain('`node bench/x.js` on commit abc, Node v20, 1.5 min, on a part of its programs');
  });

  test('changes with the results', () => {
    const faster = [row('cut', way([[2000, 40]]), way([[100, 40]]))];
    const { text } = pageOf({ cover: faster, test: [], result: () => null });
    expect(text).toContain('| speed-up, median | 10 x | 20 x |');
    expect(text).toContain('On no program is coverage lower');
  });
});

test('a chart has one bar per entry, sorted, and colours for dark pages', () => {
  const entries = ['b<', 'a'].map((name, i) => ({ name, value: 10 ** i }));
  const drawing = barChart('Title', entries, { base: 1, scale: 'log', unit: 'x' });
  expect(drawing.match(/<rect /g)).toHaveLength(2);
  expect(drawing.indexOf('b&lt;: 1x')).toBeLessThan(drawing.indexOf('a: 10x'));
  expect(drawing).toContain('prefers-color-scheme: dark');
});
