/** Tests that are lines of the journal until someone looks, and the numbers they get where several explored. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { KeptTests } from '../../src/cli/run/kept-tests.ts';
import { renumberTests } from '../../src/cli/run/numbering.ts';
import type { PathResult } from '../../src/cli/run/path-result.ts';
import { PathLines } from '../../src/cli/workers/path-lines.ts';
import { compactTest } from '../../src/suite/journal/compact-test.ts';
import { lineOf, linesIn, pathIn, recordOf } from '../../src/suite/journal/records.ts';
import { OutputFolder } from '../../src/suite/output-folder.ts';
import type { TestCase } from '../../src/suite/test-case.ts';
import { exampleTest, intInput } from '../suite/example-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TRICKY = '"test":{"number":9999 "fault":{ \u00e9\n';
const info = exampleTest();
const testOf = (value: number, changes: Partial<TestCase> = {}) =>
  exampleTest({ inputs: [{ ...intInput('x', value), index: 0 }], ...changes });
const ended = (path: string, test: TestCase | null): PathResult => ({
  path: { record: 'path', path, ending: 'exit' },
  test,
  fault: null,
});
/** What a worker thread would send of these. */
function sent(next: number, step: number, ...results: PathResult[]) {
  const lines = new PathLines({ next, step });
  for (const result of results) expect(lines.add(result)).toBe(true);
  return lines.take()!;
}

describe('paths as lines', () => {
  it('have tests with the numbers of the share, and are counted', () => {
    const { bytes, tests, counts } = sent(
      4,
      3,
      ended('0:AAAA', testOf(1)),
      ended('0:AAAB', null),
      ended('0:gAAA', testOf(2)),
    );
    expect({ tests, counts }).toEqual({ tests: 2, counts: { completed: 3 } });
    const lines = linesIn(bytes);
    expect(lines.map(pathIn)).toEqual(['0:AAAA', '0:AAAB', '0:gAAA']);
    expect(lines.map((line) => recordOf(line))).toMatchObject([{ test: { number: 4 } }, {}, { test: { number: 7 } }]);
  });

  it('are not made of what concerns the whole run', () => {
    const lines = new PathLines({ next: 1, step: 1 });
    const fault = { kind: 'assert', function: 'f', file: 'a.c', line: 1, column: 1, message: 'm', stack: [] };
    const faulty = testOf(1, { expected: { ...info.expected, ending: 'assert', fault: fault as never } });
    expect(lines.add(ended('0:AAAA', faulty))).toBe(false);
    expect(lines.add({ ...ended('0:AAAA', null), path: { record: 'path', path: '', ending: 'limit' } })).toBe(false);
    expect(lines.take()).toBeNull();
  });
});

describe('stored tests', () => {
  it('are what was stored, whoever wrote the line and whatever it holds', () => {
    const own = testOf(5, { number: 3, expected: { ...info.expected, stdout: TRICKY } });
    const stored = new KeptTests(info);
    stored.add(
      own,
      '0:AAAA',
      lineOf({ record: 'path', path: '0:AAAA', ending: 'exit', test: compactTest(own) }),
      false,
    );
    const { bytes, tests } = sent(2, 2, ended('0:gAAA', testOf(6, { stdin: TRICKY })), ended('0:gAAB', null));
    stored.addLines(bytes, tests);
    expect(stored.length).toBe(2);
    expect([...stored]).toEqual([own, testOf(6, { number: 2, stdin: TRICKY })]);
    expect(stored.all.map(({ path, isFault }) => [path, isFault])).toEqual([
      ['0:AAAA', false],
      ['0:gAAA', false],
    ]);
  });

  it('get the numbers of the depth-first order without gaps, and the first of them files', () => {
    const target = OutputFolder.open({ directory: folder, out: 'out', force: false });
    const stored = new KeptTests(info);
    const own = testOf(7, { number: 1 });
    stored.add(own, '0:gAAA', own, true);
    target.write('test000001.json', 'old');
    const { bytes, tests } = sent(2, 2, ended('0:AAAA', testOf(8)), ended('0:gAAB', testOf(9)));
    stored.addLines(bytes, tests);
    const numbers = renumberTests(stored, target, (number) => number <= 2);
    expect([...numbers]).toEqual([
      [2, 1],
      [1, 2],
      [4, 3],
    ]);
    expect([...stored].map(({ number, inputs }) => [number, inputs[0].value])).toEqual([
      [1, 8],
      [2, 7],
      [3, 9],
    ]);
    const valueIn = (name: string) => JSON.parse(readFileSync(join(target.path, name), 'utf8')).inputs[0].value;
    expect([valueIn('test000001.json'), valueIn('test000002.json')]).toEqual([8, 7]);
    expect(existsSync(join(target.path, 'test000003.json'))).toBe(false);
    target.journal.close();
  });
});
