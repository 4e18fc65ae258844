/** `pathfold augment`: which tests still matter, which results change, and what is missing. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AugmentSummary } from '../../src/cli/commands/augment.ts';
import { run } from './run.ts';

const home = process.cwd();
let scratch: string;
let number = 0;

const PROGRAM = (condition: string) => `int x, y;
void f(int a, int b) {
  if (${condition})
    x = a + 1;
  else
    x = a - 1;
  if (b > 0)
    y = b + 1;
  else
    y = b - 1;
}
`;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pathfold-augment-'));
  process.chdir(scratch);
  writeFileSync('old.c', PROGRAM('a >= 0'));
  writeFileSync('new.c', PROGRAM('a > 0'));
  mkdirSync('suite');
  const tests = { zero: [0, 0], again: [0, 5], above: [7, 0] };
  for (const [name, [a, b]] of Object.entries(tests)) {
    writeFileSync(`suite/${name}.json`, JSON.stringify({ function: 'f', inputs: { a, b } }));
  }
});
afterAll(() => {
  process.chdir(home);
  rmSync(scratch, { recursive: true });
});

async function augment(...words: string[]): Promise<AugmentSummary & { out: string }> {
  const out = `out${++number}`;
  const { out: printed, err } = await run('augment', ...words, '--json', '--out', out);
  expect(printed, err).not.toBe('');
  return { ...(JSON.parse(printed) as AugmentSummary), out };
}

it('says which results change and to what, which tests are redundant, and what is missing', async () => {
  const { tests, added, changes, counts, exitStatus, out } = await augment('old.c', 'new.c', '--suite', 'suite');
  const changed = { old: { x: '1' }, new: { x: '-1' } };
  expect(exitStatus).toBe(1);
  expect(tests).toEqual([
    { name: 'suite/above.json', standing: 'kept', expected: null, change: null },
    { name: 'suite/again.json', standing: 'kept', expected: changed, change: 1 },
    { name: 'suite/zero.json', standing: 'redundant', expected: changed, change: 1 },
  ]);
  expect(changes).toEqual([{ condition: 'a == 0', shownBy: ['suite/again.json', 'suite/zero.json'] }]);
  // Both ways through the changed branch are in the suite.
  expect(added).toEqual([]);
  expect(counts).toMatchObject({ selected: 2, added: 0, total: 2, sequences: 2 });
  expect(existsSync(`${out}/new/test800001.json`)).toBe(false);
});

it('writes what no test shows, with the outcome of each version', async () => {
  mkdirSync('small', { recursive: true });
  writeFileSync('small/above.json', JSON.stringify({ function: 'f', inputs: { a: 7, b: 0 } }));
  const { added, changes, counts, out } = await augment('old.c', 'new.c', '--suite', 'small');
  expect(added[0]).toMatchObject({ name: 'test800001', change: 1, inputs: { a: 0 }, expected: { new: { x: '-1' } } });
  expect(changes[0].shownBy).toContain('test800001');
  expect(counts.total).toBe(counts.selected + counts.added);
  for (const side of ['old', 'new']) {
    const { inputs } = JSON.parse(readFileSync(`${out}/${side}/test800001.json`, 'utf8')) as {
      inputs: { value: number }[];
    };
    expect(inputs[0].value).toBe(0);
  }
});

it('has nothing to say where nothing changed', async () => {
  const { tests, added, exitStatus, difference } = await augment('old.c', 'old.c', '--suite', 'suite');
  expect({ added, exitStatus, difference }).toEqual({ added: [], exitStatus: 0, difference: 'equivalent' });
  expect(tests.map(({ standing }) => standing)).toEqual(['unaffected', 'unaffected', 'unaffected']);
});

it('says in one sentence what it cannot work with', async () => {
  mkdirSync('empty', { recursive: true });
  const refusal = async (...words: string[]) => {
    const { status, err } = await run('augment', 'old.c', 'new.c', ...words);
    expect(status).toBe(2);
    return err;
  };
  expect(await refusal()).toMatch(/no suite is given/);
  expect(await refusal('--suite', 'empty')).toMatch(/empty holds no tests/);
});

it('makes tests of a change alone with composed reductions', async () => {
  const words = ['new.c', '--function', 'f', '--replay', 'none', '--json', '--out'];
  const paths = async (...more: string[]) => {
    const { out, err } = await run('test', ...words, `out${++number}`, ...more);
    expect(out, err).not.toBe('');
    return (JSON.parse(out) as { tests: number }).tests;
  };
  expect(await paths('--reduce', 'none')).toBe(4);
  expect(await paths('--since', 'old.c', '--reduce', 'change,dependence')).toBe(2);
  const { status, err } = await run('test', 'new.c', '--function', 'f', '--reduce', 'change,output', '--out', 'o');
  expect({ status, err }).toMatchObject({
    status: 2,
    err: expect.stringContaining('there is no version before the change'),
  });
});
