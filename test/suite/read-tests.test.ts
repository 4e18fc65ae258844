import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutputFolder } from '../../src/suite/output-folder.ts';
import { readTests } from '../../src/suite/read-tests.ts';
import { writeTest } from '../../src/suite/write-test.ts';
import { exampleTest } from './example-test.ts';

let directory: string;
let path: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  const folder = OutputFolder.open({ directory, out: null, force: false });
  path = folder.path;
  for (const number of [2, 1]) writeTest(folder, exampleTest({ number }));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('tests on disk', () => {
  it('are found by their folder, in order', () => {
    expect(readTests(path).map(({ test, folder }) => [test.number, folder])).toEqual([
      [1, path],
      [2, path],
    ]);
  });
  it.each(['json', 'ktest', 'c'])('are found by their .%s file', (suffix) => {
    expect(readTests(join(path, `test000002.${suffix}`)).map(({ test }) => test)).toEqual([exampleTest({ number: 2 })]);
  });
  it('that are not there are named', () => {
    expect(() => readTests(join(path, 'test000009.json'))).toThrow(/test000009\.json: no such file/);
    expect(() => readTests(directory)).toThrow(/holds no tests/);
    writeFileSync(join(directory, 'sum.c'), 'int x;');
    expect(() => readTests(join(directory, 'sum.c'))).toThrow(/sum\.c is not a test/);
  });
});
