import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compactTest, expandTest } from '../../../src/suite/journal/compact-test.ts';
import { readJournal } from '../../../src/suite/journal/reader.ts';
import { JOURNAL_FILE, type RunHeaderRecord } from '../../../src/suite/journal/records.ts';
import { JournalWriter } from '../../../src/suite/journal/writer.ts';
import { writeJson } from '../../../src/suite/json-file.ts';
import { readTests } from '../../../src/suite/read-tests.ts';
import type { TestCase } from '../../../src/suite/test-case.ts';
import { EXAMPLE_BUILD, exampleTest, intInput } from '../example-test.ts';

const RUN: RunHeaderRecord = {
  record: 'run',
  journal: 1,
  tool: '0',
  words: ['test', 'sum.c'],
  directory: '..',
  program: '',
  reduction: 'none',
  entry: 'main',
  bigEndian: false,
  build: EXAMPLE_BUILD,
};

const scratch: string[] = [];
afterAll(() => {
  for (const folder of scratch) rmSync(folder, { recursive: true });
});

function journalWith(numbers: readonly number[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-journal-'));
  scratch.push(folder);
  const writer = JournalWriter.create(join(folder, JOURNAL_FILE));
  writer.append(RUN);
  for (const number of numbers) {
    const test = compactTest(exampleTest({ number }));
    writer.append({ record: 'path', path: `1:${number}`, ending: 'exit', test });
  }
  writer.close();
  return folder;
}

describe('a test', () => {
  const fault = {
    kind: 'assert',
    message: 'x > 0',
    function: 'main',
    file: 'sum.c',
    line: 3,
    column: 1,
    stack: [{ function: 'main', file: 'sum.c', line: 3, column: 1 }],
  } as const;
  const character = { ...intInput('c', 65, 8), type: 'char', text: 'A', index: 0 };
  const cases: TestCase[] = [
    exampleTest(),
    exampleTest({ answers: [8, 0] }),
    exampleTest({
      inputs: [character, { ...intInput('n', '-9223372036854775808', 64), origin: 'argument', index: 2 }],
    }),
    exampleTest({
      inputs: [{ ...intInput('f', '-0', 64), kind: 'float', type: 'double' }],
      stdin: { hex: 'ff', text: '\\377' },
    }),
    exampleTest({
      expected: {
        ...exampleTest().expected,
        ending: 'assert',
        meaning: 'failed assertion',
        status: null,
        returned: null,
        fault,
      },
    }),
  ];
  it.each(cases.map((test, i) => [i, test] as const))('reads back exactly (%i)', (_, test) => {
    const back = expandTest(JSON.parse(JSON.stringify(compactTest(test))), RUN);
    expect(JSON.parse(writeJson(back))).toEqual(JSON.parse(writeJson(test)));
  });
});

describe('a journal', () => {
  it('is claimed by one run only', () => {
    const folder = journalWith([]);
    expect(() => JournalWriter.create(join(folder, JOURNAL_FILE))).toThrow(/EEXIST/);
  });
  it('is read by folder, by name, and by the names of tests that have no files', () => {
    const folder = journalWith([2, 1]);
    const numbers = (path: string) => readTests(path).map(({ test }) => test.number);
    expect(numbers(folder)).toEqual([1, 2]);
    expect(numbers(join(folder, JOURNAL_FILE))).toEqual([1, 2]);
    expect(numbers(join(folder, 'test000002.c'))).toEqual([2]);
    expect(() => readTests(join(folder, 'test000003.json'))).toThrow(/no such file/);
  });
  it('loses only the records that are damaged, wherever the damage is', () => {
    const path = join(journalWith([1, 2, 3, 4]), JOURNAL_FILE);
    const whole = readFileSync(path);
    const firstTest = whole.indexOf(10) + 1;
    for (let at = firstTest; at < whole.length; at += 37) {
      const damaged = Buffer.from(whole);
      damaged[at] ^= 4;
      writeFileSync(path, damaged);
      const journal = readJournal(path)!;
      expect(journal.tests.length).toBeGreaterThanOrEqual(2);
      expect(journal.tests.length + journal.damaged).toBeLessThanOrEqual(5);
      expect(journal.damaged).toBeGreaterThanOrEqual(journal.tests.length === 4 ? 0 : 1);
    }
  });
  it('is gone on with behind a line that a crash has cut', () => {
    const folder = journalWith([1]);
    const path = join(folder, JOURNAL_FILE);
    appendFileSync(path, '12345678 {"record":"pa');
    expect(readJournal(path)).toMatchObject({ damaged: 0, tests: [{ number: 1 }] });
    const writer = JournalWriter.goOn(path);
    writer.append({ record: 'path', path: '1:2', ending: 'exit', test: compactTest(exampleTest({ number: 2 })) });
    writer.close();
    expect(readJournal(path)).toMatchObject({ damaged: 0, tests: [{ number: 1 }, { number: 2 }], end: null });
  });
  it('forgets paths that were open when the run is taken up', () => {
    const folder = journalWith([1]);
    const path = join(folder, JOURNAL_FILE);
    const writer = JournalWriter.goOn(path);
    const test = compactTest(exampleTest({ number: 2 }));
    writer.append({ record: 'path', path: '1:2', ending: 'limit', name: 'max-time', open: true, test });
    writer.append({ record: 'resumed' });
    writer.close();
    expect(readJournal(path)!.tests.map(({ number }) => number)).toEqual([1]);
  });
});
