/** Reads a journal, whatever state it was left in: damaged lines cost themselves and are counted. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../program/errors.ts';
import { reasonOf } from '../output-folder.ts';
import type { TestCase } from '../test-case.ts';
import { expandTest } from './compact-test.ts';
import {
  type EndedPathRecord,
  type EndRecord,
  type FaultRecord,
  JOURNAL_VERSION,
  type JournalRecord,
  type ProgressRecord,
  type RunHeaderRecord,
  recordOf,
  renamedTest,
} from './records.ts';

export interface Journal {
  readonly run: RunHeaderRecord;
  readonly paths: readonly EndedPathRecord[];
  readonly faults: readonly FaultRecord[];
  readonly progress: readonly ProgressRecord[];
  /** In the order of their numbers. */
  readonly tests: readonly TestCase[];
  /** Null when the run was killed. */
  readonly end: EndRecord | null;
  /** Lines that could not be read; a last line without its end, which a killed run leaves, is not among them. */
  readonly damaged: number;
}

/** Null when the file holds no run: it was claimed, and nothing was written yet. */
export function readJournal(path: string): Journal | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`${path}: ${reasonOf(error)}`, 'name the folder of a run');
  }
  const lines = text.split('\n');
  // After the last line break is nothing, or a line that was being written when the run was killed.
  lines.pop();
  const records = lines.map(recordOf);
  const run = records.find((record): record is RunHeaderRecord => record?.record === 'run') ?? null;
  const damaged = records.filter((record) => record === null).length;
  if (run === null) {
    if (lines.length === 0) return null;
    throw new UserError(`${path} is damaged: it does not say of which run it is`, 'run the program again');
  }
  if (run.journal !== JOURNAL_VERSION) {
    throw new UserError(
      `${path} has version ${run.journal} of the format, known is ${JOURNAL_VERSION}`,
      `read it with pathfold ${run.tool}, which wrote it`,
    );
  }
  return { run, damaged, ...contentsOf(records, run) };
}

function contentsOf(
  records: readonly (JournalRecord | null)[],
  run: RunHeaderRecord,
): Pick<Journal, 'paths' | 'faults' | 'progress' | 'tests' | 'end'> {
  let paths: EndedPathRecord[] = [];
  let faults: FaultRecord[] = [];
  const progress: ProgressRecord[] = [];
  let end: EndRecord | null = null;
  for (const record of records) {
    if (record === null) continue;
    // Whatever comes after it belongs to a run that was taken up again.
    end = record.record === 'end' ? record : null;
    if (record.record === 'path') paths.push(record);
    else if (record.record === 'fault') faults.push(record);
    else if (record.record === 'progress') progress.push(record);
    else if (record.record === 'numbers') {
      const numbers = new Map(record.numbers);
      paths = paths.map((path) => renumbered(path, numbers));
      faults = faults.map((fault) => ({ ...fault, test: renamedTest(fault.test, numbers) }));
    } else if (record.record === 'resumed') paths = paths.filter(({ open }) => open !== true);
    else if (record.record === 'suite') paths = paths.map((path) => withTestsOf(path, record.tests));
  }
  const tests = paths.flatMap(({ test }) => (test === undefined ? [] : [expandTest(test, run)]));
  return { paths, faults, progress, tests: tests.sort((a, b) => a.number - b.number), end };
}

/** The path stays, its test goes. */
function withTestsOf(path: EndedPathRecord, kept: readonly number[]): EndedPathRecord {
  if (path.test === undefined || kept.includes(path.test.number)) return path;
  const { test: _, ...rest } = path;
  return rest;
}

function renumbered(path: EndedPathRecord, numbers: ReadonlyMap<number, number>): EndedPathRecord {
  const { test } = path;
  return test === undefined ? path : { ...path, test: { ...test, number: numbers.get(test.number) ?? test.number } };
}
