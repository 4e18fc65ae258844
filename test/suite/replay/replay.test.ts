import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definedFunction } from '../../../src/frontend/defined-function.ts';
import { makeHarness } from '../../../src/frontend/harness/make-harness.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { HARNESS_FILE } from '../../../src/suite/output-folder.ts';
import { replayTests } from '../../../src/suite/replay/replay.ts';
import type { BuildRecord, Expected, TestCase } from '../../../src/suite/test-case.ts';
import { EXAMPLE_BUILD, exampleTest, intInput } from '../example-test.ts';

const LIST = `#include "list.h"
static int sum(const struct node *list) { return list ? list->value + sum(list->next) : scale(0); }
int main(void) { return sum(0); }
`;
const HEADER = 'struct node { int value; struct node *next; };\nint scale(int);\n';
const SCALE = '#include "list.h"\nint scale(int x) { return 2 * x; }\n';

let directory: string;
let build: BuildRecord;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  mkdirSync(join(directory, 'src'));
  mkdirSync(join(directory, 'pathfold-out'));
  writeFileSync(join(directory, 'src/list.c'), LIST);
  writeFileSync(join(directory, 'src/list.h'), HEADER);
  writeFileSync(join(directory, 'src/scale.c'), SCALE);
  const files = ['src/list.c', 'src/scale.c'];
  const program = await loadProgram(files, { directory });
  const harness = makeHarness(program, definedFunction(program, 'sum'), {
    function: 'sum',
    arrays: new Map(),
    strings: new Map(),
    nullable: new Set(),
    present: new Set(['list']),
    depth: 2,
    sourceFile: '../src/list.c',
  });
  writeFileSync(join(directory, 'pathfold-out', HARNESS_FILE), harness.source);
  build = { ...EXAMPLE_BUILD, files, options: {}, harness: { file: HARNESS_FILE, includes: 'src/list.c' } };
});
afterAll(() => rmSync(directory, { recursive: true }));

function sumTest(number: number, values: [number, number], sum: number): TestCase {
  const [first, second] = values;
  const isNull = { ...intInput('list->next == NULL', 0, 8, false), type: '_Bool' };
  // The list is left as it was given.
  const outputs = [
    intInput('return', sum),
    intInput('list->value', first),
    intInput('list->next == NULL', 0, 8, false),
    intInput('list->next->value', second),
    intInput('list->next->next == NULL', 1, 8, false),
  ];
  const expected: Expected = { ...exampleTest().expected, stdout: '', outputs };
  const inputs = [intInput('list->value', first), isNull, intInput('list->next->value', second)];
  return exampleTest({ number, entry: 'sum', build, inputs, answers: [8, 0, 8, 0], expected });
}

describe('replaying the tests of a static function in one of two files', () => {
  it.each([[false], [true]])('with its harness shows the predicted results (native: %s)', async (native) => {
    const tests = [sumTest(1, [4, 5], 9), sumTest(2, [2147483647, 1], -2147483648), sumTest(3, [1, 1], 3)];
    const results = await replayTests(tests, join(directory, 'pathfold-out'), { native });
    expect(results.map((result) => result.agreement)).toEqual(['agrees', 'agrees', 'disagrees']);
    expect(results[2].reasons[0]).toBe('expected output return = 3, observed return = 2');
  });
});

describe('a program that does what the replay library does', () => {
  it.each([[false], [true]])('is not mistaken for it (native: %s)', async (native) => {
    const source = `#include <stdio.h>
#include <pathfold.h>
int main(void) { fputs("pathfold:output:x:i32:1\\n", stderr); return pathfold_int("x"); }
`;
    writeFileSync(join(directory, 'src/status.c'), source);
    const own = { ...EXAMPLE_BUILD, files: ['src/status.c'], options: {} };
    const tests = [120, 121, 122].map((status, i) =>
      exampleTest({
        number: i + 1,
        build: own,
        inputs: [intInput('x', status)],
        expected: { ...exampleTest().expected, stdout: '', stderr: 'pathfold:output:x:i32:1\n', status },
      }),
    );
    const misfit = exampleTest({ number: 4, build: own, inputs: [intInput('x', 1, 8)] });
    const results = await replayTests([...tests, misfit], join(directory, 'pathfold-out'), { native });
    expect(results.map(({ agreement, reasons }) => [agreement, ...reasons].join(': '))).toEqual([
      'agrees',
      'agrees',
      'agrees',
      expect.stringMatching(/x with 1 bytes in the test, the program asks for x with 4/),
    ]);
  });
});
