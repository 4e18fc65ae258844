/** Runs that several threads share: the compiled files are started, as threads are. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_FILE } from '../../src/suite/journal/records.ts';
import { readTests } from '../../src/suite/read-tests.ts';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';
import { faultsOf, manyPaths, start, summaryIn } from './spawned.ts';

let folder: string;
let alone: Summary;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-workers-'));
  writeFileSync(join(folder, 'program.c'), manyPaths(9));
  alone = summaryIn(await testing('alone', '--workers', '1', ...EVERYTHING).over);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVERYTHING = ['--reduce', 'none'];
const COVERED = 'return sum == 0x12345 ? 2 : (int)(sum & 1);';
const CHEAP = ['--reduce', 'none', '--replay', 'none', '--json'];
const program = () => join(folder, 'program.c');
const testing = (out: string, ...words: string[]) =>
  start('test', program(), '--out', join(folder, out), '--replay', 'none', '--json', ...words);

describe('a run of several threads', () => {
  it('has the paths, tests and faults of one, in the same order, and can be resumed', async () => {
    const together = summaryIn(await testing('together', '--workers', '3', ...EVERYTHING).over);
    expect(alone.workers).toBe(undefined);
    expect(together.workers).toBeGreaterThan(1);
    expect(together).toMatchObject({ paths: alone.paths, tests: alone.tests, coverage: alone.coverage });
    expect(together).toMatchObject({ verdict: alone.verdict, limits: alone.limits });
    expect(faultsOf(together)).toEqual(faultsOf(alone));
    const namesIn = (out: string) =>
      new Set(
        readFileSync(join(folder, out, JOURNAL_FILE), 'utf8')
          .split('\n')
          .flatMap((line) => /"path":"([^"]*)"/.exec(line)?.[1] ?? []),
      );
    expect(namesIn('together')).toEqual(namesIn('alone'));
    const tests = readTests(join(folder, 'together')).map(({ test }) => test.number);
    expect(tests).toEqual(Array.from({ length: together.tests }, (_, i) => i + 1));
    const shown = together.faults.map(({ test }) => `${test}.json`);
    for (const name of shown) {
      const { expected } = JSON.parse(readFileSync(join(folder, 'together', name), 'utf8'));
      expect(expected.ending).toBe('assert');
    }
    expect((await run('replay', join(folder, 'together', shown[0]))).out).toMatch(/ 0 disagree/);
  });

  it('is stopped by limits of the whole, loses nothing of what it found, and is taken up again', async () => {
    const out = join(folder, 'limited');
    const first = summaryIn(await testing('limited', ...EVERYTHING, '--workers', '2', '--max-paths', '3000').over);
    expect(first.limits).toContain('max-paths');
    const ended = first.paths.completed + first.paths.faulty;
    expect(ended).toBeGreaterThan(2000);
    expect(ended).toBeLessThan(6000);
    const second = summaryIn(await start('resume', out, '--max-paths', '1000000', '--json').over);
    expect(second).toMatchObject({ paths: alone.paths, tests: alone.tests, coverage: alone.coverage });
  });

  it('covers what one covers, with the fewest tests of all that were found', async () => {
    // The last branch is never taken, so that everything has to be explored; long enough for helpers to start on a busy machine.
    writeFileSync(join(folder, 'covered.c'), manyPaths(10).replace('return (int)(sum & 1);', COVERED));
    const covering = async (out: string, workers: string) =>
      summaryIn(
        await start('cover', join(folder, 'covered.c'), '--out', join(folder, out), ...CHEAP, '--workers', workers)
          .over,
      );
    const [one, several] = [await covering('one', '1'), await covering('several', '2')];
    expect(one.workers).toBe(undefined);
    expect(several.workers).toBe(2);
    expect(several).toMatchObject({ verdict: 'complete', coverage: one.coverage, tests: one.tests });
    expect(several.coverage.branches.covered).toBe(several.coverage.branches.total - 1);
    expect(faultsOf(several)).toEqual(faultsOf(one));
    const stored = readTests(join(folder, 'several')).map(({ test }) => test);
    expect(stored).toHaveLength(several.tests);
    const { out } = await run('replay', join(folder, 'several'));
    expect(out).toMatch(/ 0 disagree/);
  });

  it('says when only one can explore, and refuses what is no number', async () => {
    const { over } = testing('dependence', '--workers', '2', '--reduce', 'dependence', '--max-paths', '3');
    expect(summaryIn(await over).warnings.join()).toContain('--reduce dependence works input by input');
    expect(await run('test', program(), '--workers', 'many', '--out', join(folder, 'many'))).toMatchObject({
      status: 2,
      err: expect.stringContaining('--workers many: not a number of threads'),
    });
  });
});
