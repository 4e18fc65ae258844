/** The library: what its runs tell, give, and leave alone. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cover, diff, explore, loadProgram, type RunEvent, summarize, UserError } from '../../src/api/index.ts';
import { settingsSource } from '../../src/api/option-types.ts';
import { run as command } from '../cli/run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let file: string;
let changed: string;

const SOURCE = `#include "pathfold.h"
int grade(int points) {
  if (points > 100) return -1;
  if (points >= 50) return 1;
  return 0;
}
int main(void) {
  int divisor = pathfold_int("divisor");
  pathfold_assume(divisor >= 0 && divisor < 4);
  return 12 / divisor;
}
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  file = join(folder, 'grade.c');
  changed = join(folder, 'changed.c');
  writeFileSync(file, SOURCE);
  writeFileSync(changed, SOURCE.replace('>= 50', '> 50'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('explore', () => {
  test('gives paths as they end, and what `pathfold test` finds', async () => {
    const run = explore(file);
    const paths = await all(run.paths);
    const { summary, tests, folder: kept } = await run.result;
    expect(paths.map(({ ending }) => ending).sort()).toContain('division-by-zero');
    expect(paths.filter(({ test }) => test !== null)).toHaveLength(tests.length);
    const fault = paths.find(({ ending }) => ending === 'division-by-zero')!;
    expect(fault.input).toBe('divisor = 0');
    expect(fault.condition().join(' && ')).toContain('divisor');
    expect(summary.faults.map(({ line }) => line)).toEqual([10]);
    expect(kept).toBeNull();
    const out = join(folder, 'by-command');
    const { out: printed } = await command('test', file, '--json', '--out', out);
    const volatile = { seconds: 0, peakMemoryMb: 0, solver: 0, decisions: 0, exitStatus: 0 };
    expect({ ...JSON.parse(printed), ...volatile }).toEqual({ ...summary, ...volatile });
  });

  test('leaves nothing behind without `out`, and what the commands can read with it', async () => {
    const here = readdirSync('.');
    const out = join(folder, 'kept');
    const { folder: kept } = await explore(file, { out, replay: 'none' }).result;
    expect(kept).toBe(out);
    expect(await command('show', out)).toMatchObject({ status: 0, out: expect.stringContaining('fault:') });
    expect(readdirSync('.')).toEqual(here);
  });

  test('lets late listeners hear everything, and each of them', async () => {
    const run = explore(file, { replay: 'none' });
    await run.result;
    const [first, second] = [await all(run), await all(run)];
    expect(first).toEqual(second);
    expect(first.map(({ kind }) => kind)).toContain('fault');
  });

  test('goes on several times at once, over one program', async () => {
    const program = await loadProgram(file);
    expect(program.functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['grade', 'main']));
    const results = await Promise.all(
      ['none', 'revisit', 'dependence'].map(
        (reduce) => explore(program, { reduce: reduce as 'none', replay: 'none' }).result,
      ),
    );
    for (const { summary } of results) expect(summary).toMatchObject({ verdict: 'complete', faults: [{ line: 10 }] });
    const [one, other] = await Promise.all([
      explore(program, { function: 'grade', replay: 'none' }).result,
      explore(program, { function: 'grade', range: 'points=0..10', replay: 'none' }).result,
    ]);
    expect([one.summary.paths.completed, other.summary.paths.completed]).toEqual([3, 1]);
  });

  test('is stopped by its signal, with what was found', async () => {
    const endless = join(folder, 'many.c');
    writeFileSync(
      endless,
      '#include "pathfold.h"\nint main(void) { unsigned n = 0; for (int i = 0; i < 60; i++) if (pathfold_int("x") > i) n += i; return n; }\n',
    );
    const controller = new AbortController();
    const run = explore(endless, { signal: controller.signal, reduce: 'none', replay: 'none' });
    let seen = 0;
    for await (const event of run) {
      if (event.kind === 'progress' && event.progress.paths > 10) controller.abort();
      if (event.kind === 'path') seen++;
    }
    const { summary } = await run.result;
    expect(summary).toMatchObject({ verdict: 'stopped', limits: expect.arrayContaining(['interrupted']) });
    expect(seen).toBeGreaterThan(0);
    await expect(explore(file, { signal: AbortSignal.abort() }).result).rejects.toThrow(/abort/);
  });

  test('rejects what a user got wrong, in the result and in the loops', async () => {
    const events: RunEvent[] = [];
    const run = explore(join(folder, 'missing.c'));
    await expect(
      (async () => {
        for await (const event of run) events.push(event);
      })(),
    ).rejects.toBeInstanceOf(UserError);
    await expect(run.result).rejects.toBeInstanceOf(UserError);
    await expect(explore(file, { maxPaths: 0 }).result).rejects.toThrow('--max-paths 0: must be at least 1');
    await expect(explore(file, { reduce: 'sometimes' as 'none' }).result).rejects.toThrow('no such choice');
    await expect(explore(file, { maxPath: 3 } as object).result).rejects.toThrow('there is no option maxPath');
  });
});

test('cover says what is reached and what cannot be', async () => {
  const { summary, tests } = await cover(file, { function: 'grade', replay: 'none' }).result;
  expect(summary.functions).toMatchObject([{ name: 'grade', branches: { covered: 4, total: 4 } }]);
  expect(summary.uncovered).toEqual([]);
  expect(tests.length).toBeGreaterThan(0);
});

test('summarize gives the table', async () => {
  const { summary } = await summarize(file, { function: 'grade', replay: 'none' }).result;
  expect(summary.signature).toHaveLength(3);
  expect(summary).toMatchObject({ disjoint: true, covering: true });
});

test('diff gives inputs that show a change', async () => {
  const { summary } = await diff(file, changed, { function: 'grade' }).result;
  expect(summary).toMatchObject({ difference: 'different', changes: [{ example: { points: 50 }, confirmed: 'yes' }] });
  const same = await diff(file, file, { function: 'grade' }).result;
  expect(same.summary.difference).not.toBe('different');
});

test('settings.ts has the options of the table', () => {
  expect(readFileSync(`${ROOT}src/api/settings.ts`, 'utf8'), 'run `npm run build && npm run docs`').toBe(
    settingsSource(),
  );
});
