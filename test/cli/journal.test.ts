/** Runs and their journals: files on demand, and runs that are taken up where they were killed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_FILE } from '../../src/suite/journal/records.ts';
import { readTests } from '../../src/suite/read-tests.ts';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const executable = fileURLToPath(new URL('../../bin/pathfold.js', import.meta.url));
const SOURCE = `#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 7; i++) {
    int x = pathfold_int("x");
    if (x > 100 * i) sum += i; else if (x == -7) putchar('a' + i);
  }
  assert(sum != 20);
  return sum;
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-journal-'));
  writeFileSync(join(folder, 'program.c'), SOURCE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function summaryOf(...words: string[]): Promise<Summary> {
  const { out, err } = await run(...words, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Summary;
}
const program = () => join(folder, 'program.c');
const testsIn = (out: string, ending: string) => readdirSync(out).filter((name) => name.endsWith(ending)).length;
const faultsOf = (summary: Summary) => summary.faults.map(({ kind, line }) => `${kind}:${line}`).sort();

describe('a run with many tests', () => {
  it('keeps them in its journal and writes files for faults and the first hundred', async () => {
    const out = join(folder, 'many');
    const summary = await summaryOf('test', program(), '--out', out, '--reduce', 'none', '--replay', 'none');
    expect(summary.paths.completed).toBeGreaterThan(1000);
    expect(readTests(out).length).toBe(summary.tests);
    expect(testsIn(out, '.json')).toBeLessThan(105);
    expect(existsSync(join(out, `${summary.faults[0].test}.c`))).toBe(true);
    expect(readFileSync(join(out, JOURNAL_FILE)).length / summary.tests).toBeLessThan(1024);

    const inMemory = readTests(join(out, 'test000500.json'));
    const exported = await run('export', out, '--format', 'json', '--tests', '500-502,700');
    expect(exported).toMatchObject({ status: 0, out: expect.stringContaining('4 tests, 4 files') });
    expect(JSON.parse(readFileSync(join(out, 'test000500.json'), 'utf8'))).toEqual(inMemory[0].test);
    const shown = await run('show', out, '500');
    expect(shown.out).toMatch(
      /test000500 of .*program\.c, main\ninputs:\n {2}int x = .*what happens: the program ended/s,
    );
    expect((await run('show', out)).out).toMatch(/ended: {4}complete\n$/);
    expect(await run('export', out, '--tests', 'x')).toMatchObject({ status: 2 });
  });
});

it('shows characters as characters', async () => {
  const [file, out] = [join(folder, 'dash.c'), join(folder, 'dash')];
  writeFileSync(
    file,
    '#include <pathfold.h>\nint main(void) { if (pathfold_char("c") == \'-\') return 1; return 0; }\n',
  );
  await run('test', file, '--out', out, '--replay', 'none');
  const shown = await Promise.all([1, 2].map((number) => run('show', out, String(number))));
  expect(shown.map((each) => each.out).join()).toContain("char c = '-'");
});

describe.each(['none', 'postcondition', 'revisit'])('a run with --reduce %s', (reduction) => {
  it('that a limit stopped is taken up where it was', async () => {
    const out = join(folder, `limit-${reduction}`);
    const options = ['--reduce', reduction, '--replay', 'none'];
    const whole = await summaryOf('test', program(), '--out', join(folder, `whole-${reduction}`), ...options);
    const first = await summaryOf('test', program(), '--out', out, ...options, '--max-paths', '9');
    expect(first.verdict).toBe('bounded');
    const second = await summaryOf('resume', out, '--max-paths', '1000000');
    expect(second).toMatchObject({ verdict: 'complete', limits: [], coverage: whole.coverage });
    expect(faultsOf(second)).toEqual(faultsOf(whole));
    if (reduction === 'none') expect(second.paths).toEqual(whole.paths);
    const inputs = readTests(out).map(({ test }) => JSON.stringify(test.inputs));
    expect(inputs.length).toBe(second.tests);
    expect(new Set(inputs).size).toBe(inputs.length);
    expect((await run('replay', out)).out).toMatch(/ 0 disagree/);
  });
});

describe('a run that was killed', () => {
  it('comes to the same result when it is taken up, also with a damaged journal', async () => {
    const out = join(folder, 'killed');
    const words = ['test', program(), '--out', out, '--reduce', 'none', '--replay', 'none'];
    const child = spawn(process.execPath, [executable, ...words], { cwd: folder, stdio: 'ignore' });
    const over = new Promise((resolve) => child.on('exit', resolve));
    const journal = join(out, JOURNAL_FILE);
    const written = () => (existsSync(journal) ? statSync(journal).size : 0);
    while (child.exitCode === null && written() < 4000) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await over;
    const bytes = readFileSync(journal);
    const middle = Math.floor((bytes.indexOf(10) + bytes.length) / 2);
    bytes[middle] ^= 8;
    writeFileSync(journal, bytes);
    const resumed = await run('resume', out, '--json');
    const summary = JSON.parse(resumed.out) as Summary;
    const whole = await summaryOf('test', program(), '--out', join(folder, 'unkilled'), ...words.slice(4));
    expect(summary).toMatchObject({ verdict: 'complete', paths: whole.paths, tests: whole.tests });
    expect(summary.coverage).toEqual(whole.coverage);
    expect(faultsOf(summary)).toEqual(faultsOf(whole));
  });
});

it.each(['revisit', 'postcondition'])('a run of %s is killed again and again, and loses nothing', async (reduction) => {
  const out = join(folder, `kills-${reduction}`);
  const options = ['--reduce', reduction, '--replay', 'none'];
  const whole = await summaryOf('test', program(), '--out', join(folder, `unkilled-${reduction}`), ...options);
  const journal = join(out, JOURNAL_FILE);
  const size = () => (existsSync(journal) ? statSync(journal).size : 0);
  for (let words = ['test', program(), '--out', out, ...options], kills = 0; kills < 3; kills++) {
    const child = spawn(process.execPath, [executable, ...words], { cwd: folder, stdio: 'ignore' });
    const over = new Promise((resolve) => child.on('exit', resolve));
    const before = size();
    while (child.exitCode === null && size() <= before) await new Promise((resolve) => setTimeout(resolve, 3));
    child.kill('SIGKILL');
    await over;
    words = ['resume', out];
  }
  const summary = await summaryOf('resume', out);
  expect(summary).toMatchObject({ verdict: 'complete', limits: [], coverage: whole.coverage });
  expect(faultsOf(summary)).toEqual(faultsOf(whole));
  const inputs = readTests(out).map(({ test }) => JSON.stringify(test.inputs));
  expect(new Set(inputs).size).toBe(inputs.length);
});

it('refuses a program that has changed, and a folder without a run', async () => {
  const out = join(folder, 'changed');
  const own = join(folder, 'own.c');
  writeFileSync(own, SOURCE);
  await summaryOf('test', own, '--out', out, '--max-paths', '3', '--replay', 'none');
  writeFileSync(own, SOURCE.replace('20', '19'));
  expect(await run('resume', out)).toMatchObject({
    status: 2,
    err: expect.stringContaining('the program has changed since the run began'),
  });
  expect(await run('resume', folder)).toMatchObject({ status: 2, err: expect.stringContaining('holds no run') });
});
