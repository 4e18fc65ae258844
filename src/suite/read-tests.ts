/** Finds tests on disk: in the journal of a folder, by any of their files, or all files of a folder. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../program/errors.ts';
import { readJournal } from './journal/reader.ts';
import { JOURNAL_FILE } from './journal/records.ts';
import { readJson } from './json-file.ts';
import { reasonOf } from './output-folder.ts';
import { type TestCase, testName } from './test-case.ts';

export interface StoredTest {
  readonly test: TestCase;
  /** Where its files are, or would be. */
  readonly folder: string;
  /** As messages call it: the path of its JSON file. */
  readonly name: string;
}

const TEST_FILE = /^(test\d{6,})\./;

export function readTests(path: string): StoredTest[] {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) return testsOfFolder(path);
  if (basename(path) === JOURNAL_FILE) return testsOfFolder(dirname(path));
  const stem = TEST_FILE.exec(basename(path))?.[1];
  if (stem === undefined && status !== undefined && !path.endsWith('.json')) {
    throw new UserError(
      `${path} is not a test`,
      'name a testNNNNNN.json that pathfold wrote, or the folder with the tests',
    );
  }
  const file = stem === undefined ? path : join(dirname(path), `${stem}.json`);
  if (!existsSync(file)) {
    const known = testsOfJournal(dirname(path)).find(({ name }) => name === file);
    if (known !== undefined) return [known];
  }
  return [readOne(file)];
}

/** The journal is what counts; files alone are tests of older versions, or were added by hand. */
function testsOfFolder(folder: string): StoredTest[] {
  const stored = testsOfJournal(folder);
  const known = new Set(stored.map(({ name }) => name));
  const files = readdirSync(folder)
    .filter((name) => /^test\d{6,}\.json$/.test(name))
    .map((name) => join(folder, name))
    .filter((name) => !known.has(name));
  if (stored.length + files.length === 0) {
    throw new UserError(`${folder} holds no tests`, 'name a folder that `pathfold test` wrote');
  }
  return [...stored, ...files.sort().map(readOne)];
}

function testsOfJournal(folder: string): StoredTest[] {
  const path = join(folder, JOURNAL_FILE);
  const journal = existsSync(path) ? readJournal(path) : null;
  return (journal?.tests ?? []).map((test) => ({ test, folder, name: join(folder, `${testName(test.number)}.json`) }));
}

function readOne(path: string): StoredTest {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : reasonOf(error);
    throw new UserError(`${path}: ${reason}`, 'name a testNNNNNN.json, or the folder with the tests');
  }
  return { test: readJson(text, path), folder: dirname(path), name: path };
}
