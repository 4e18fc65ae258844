/** Tests that cannot be replayed take nothing away from what was found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { KeptTests } from '../../src/cli/run/kept-tests.ts';
import { replaySample } from '../../src/cli/run/replay-sample.ts';
import { Deadline } from '../../src/solver/deadline.ts';
import type { OutputFolder } from '../../src/suite/output-folder.ts';
import { EXAMPLE_BUILD, exampleTest, intInput } from '../suite/example-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function replayed(source: string) {
  writeFileSync(join(folder, 'sum.c'), source);
  const build = { ...EXAMPLE_BUILD, directory: '.', target: 'x86_64-pc-linux-gnu', options: {} };
  const test = exampleTest({ build, inputs: [intInput('x', -5)] });
  const tests = new KeptTests(test);
  tests.add(test, null, test, false);
  const deadline = Deadline.after(60_000, () => performance.now());
  return replaySample(
    tests,
    { path: folder } as OutputFolder,
    true,
    { deadline },
    { progress: () => {}, err: () => {} },
  );
}

it('functions that no file defines are no reason not to replay', { timeout: 60_000 }, async () => {
  const source =
    '#include <stdio.h>\nint missing(int);\nint main(int argc, char **argv) { if (argc > 1) return missing(1); puts("ok"); return 0; }\n';
  expect(await replayed(source)).toMatchObject({ replay: { replayed: 1, agreed: 1, disagreed: [] }, problem: null });
});

it('a program that the compiler refuses is said in one line', { timeout: 60_000 }, async () => {
  const { replay, problem } = await replayed('int main(void) { return nothing_like_this; }\n');
  expect(replay).toBeNull();
  expect(problem).toMatch(/^cc does not compile the program: .*error: .*nothing_like_this/);
  expect(problem).not.toContain('\n');
});
