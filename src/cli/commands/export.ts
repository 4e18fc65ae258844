/** `pathfold export`: files of the tests that a journal holds. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { StepText } from '../../insight/walk-text.ts';
import { UserError } from '../../program/errors.ts';
import { isRunFormat, type RunFormat, TEST_FORMATS, type TestFormat } from '../../suite/exports/format-names.ts';
import { RUN_FORMATS } from '../../suite/exports/formats.ts';
import { readStoredRun, type StoredRun } from '../../suite/exports/stored-run.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { readTests } from '../../suite/read-tests.ts';
import { type TestCase, testName } from '../../suite/test-case.ts';
import { testFiles } from '../../suite/write-test.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { storedNames, walkStored } from '../report/stored-walks.ts';
import type { Terminal } from '../terminal.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    'A run keeps its tests in one journal and writes files at once only for faults and for the first hundred tests. This',
    'writes the others into the same folder: JSON, KLEE .ktest or readable C, all of them or those you name. With --format it',
    'also writes what other tools read: SARIF, JUnit, annotations, coverage, unit tests for several frameworks, a corpus.',
  ].join('\n'),
  examples: [
    'pathfold export pathfold-out',
    'pathfold export pathfold-out --format sarif',
    'pathfold export pathfold-out --format criterion',
    'pathfold export pathfold-out --format ktest --tests 101-200,350',
  ],
  async run({ operands, options }, terminal) {
    if (operands.length !== 1) throw new UserError('one folder is needed', 'name a folder that `pathfold test` wrote');
    const wanted = selection(options.tests);
    if (isRunFormat(options.format)) return exportRun(operands[0], options.format, wanted, terminal);
    const formats: readonly TestFormat[] = options.format === 'all' ? TEST_FORMATS : [options.format as TestFormat];
    const chosen = readTests(operands[0]).filter(({ test }) => wanted(test));
    let files = 0;
    for (const { test, folder } of chosen) {
      for (const [name, content] of testFiles(test, formats)) {
        write(join(folder, name), content);
        files++;
      }
    }
    terminal.out(`${chosen.length} tests, ${files} files in ${operands[0]}\n`);
    return ExitStatus.nothingFound;
  },
};

async function exportRun(
  folder: string,
  format: RunFormat,
  wanted: (test: TestCase) => boolean,
  terminal: Terminal,
): Promise<number> {
  const stored = readStoredRun(folder, wanted);
  const told =
    format === 'sarif'
      ? await withFlows(stored, terminal)
      : format === 'assert'
        ? await withNames(stored, terminal)
        : stored;
  const files = RUN_FORMATS[format](told);
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    write(join(folder, name), content);
  }
  const names =
    files.length <= MOST_NAMED
      ? files.map(([name]) => join(folder, name)).join(', ')
      : `${files.length} files in ${folder}`;
  terminal.out(`${names}\n`);
  return ExitStatus.nothingFound;
}

const MOST_NAMED = 3;

/** The path to each fault, where the program is still what it was. */
async function withFlows(stored: StoredRun, terminal: Terminal): Promise<StoredRun> {
  const faulty = stored.tests.filter(({ expected }) => expected.fault !== null);
  const walks = await walkStored(stored.folder, { run: stored.run, tests: faulty }, terminal);
  if (typeof walks === 'string') {
    terminal.err(`pathfold: note: paths to faults are told by their calls alone: ${walks}\n`);
    return stored;
  }
  const plain = (step: StepText) => ({ ...step, file: normalize(step.file) });
  const flows = new Map([...walks.paths].map(([number, { steps }]) => [testName(number), steps.map(plain)]));
  return { ...stored, flows };
}

/** Enumerators and truth values for numbers, where the program is still what it was. */
async function withNames(stored: StoredRun, terminal: Terminal): Promise<StoredRun> {
  const nameOf = stored.harness === null ? '' : await storedNames(stored.folder, stored, terminal);
  return typeof nameOf === 'string' ? stored : { ...stored, nameOf };
}

function write(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${reasonOf(error)}`, 'files written before it are complete');
  }
}

/** `faults`, `all`, or numbers and ranges: `3,8-12`. */
function selection(list: string | null): (test: TestCase) => boolean {
  if (list === null || list === 'all') return () => true;
  if (list === 'faults') return (test) => test.expected.fault !== null;
  const ranges = list.split(',').map((part) => {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) throw new UserError(`--tests ${list}: ${part} is no number`, 'write faults, all, or 3,8-12');
    return [Number(match[1]), Number(match[2] ?? match[1])] as const;
  });
  return ({ number }) => ranges.some(([first, last]) => first <= number && number <= last);
}
