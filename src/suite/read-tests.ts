/** Finds tests on disk: by any of their files, or all of a folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../program/errors.ts';
import { readJson } from './json-file.ts';
import { reasonOf } from './output-folder.ts';
import type { TestCase } from './test-case.ts';

export interface StoredTest {
  readonly test: TestCase;
  /** Where its files are. */
  readonly folder: string;
  /** As messages call it: the path of its JSON file. */
  readonly name: string;
}

const TEST_FILE = /^(test\d{6})\./;

export function readTests(path: string): StoredTest[] {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) {
    const names = readdirSync(path).filter((name) => /^test\d{6}\.json$/.test(name));
    if (names.length === 0) throw new UserError(`${path} holds no tests`, 'name a folder that `pathfold test` wrote');
    return names.sort().map((name) => readOne(join(path, name)));
  }
  const stem = TEST_FILE.exec(basename(path))?.[1];
  if (stem === undefined && status !== undefined && !path.endsWith('.json')) {
    throw new UserError(
      `${path} is not a test`,
      'name a testNNNNNN.json that pathfold wrote, or the folder with the tests',
    );
  }
  return [readOne(stem === undefined ? path : join(dirname(path), `${stem}.json`))];
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
