/** What a run left in its folder, for exports: tests, faults and coverage. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { readJournal } from '../journal/reader.ts';
import { JOURNAL_FILE, type RunHeaderRecord } from '../journal/records.ts';
import { HARNESS_FILE } from '../output-folder.ts';
import type { SummaryFault } from '../summary.ts';
import type { TestCase } from '../test-case.ts';

export const TRACEFILE = 'coverage.lcov';

/** A line that a run went through. */
export interface FlowStep {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly depth: number;
  /** `i = 3, false`; may be empty. */
  readonly values: string;
}

export interface StoredRun {
  readonly folder: string;
  readonly run: RunHeaderRecord;
  readonly tests: readonly TestCase[];
  readonly faults: readonly SummaryFault[];
  /** An lcov tracefile; null where the run wrote none. */
  readonly coverage: string | null;
  /** The generated main, where one function was explored. */
  readonly harness: string | null;
  /** By the name of a test that ends in a fault: the path to it. Absent where runs were not followed. */
  readonly flows?: ReadonlyMap<string, readonly FlowStep[]>;
  /** The name that a number has at a place, such as an enumerator of `return`; absent where the program was not asked. */
  readonly nameOf?: (place: string, value: bigint) => string | null;
  /** When the run wrote its last record. */
  readonly time: Date;
}

/** `chosen` leaves out tests that were not asked for. */
export function readStoredRun(folder: string, chosen: (test: TestCase) => boolean): StoredRun {
  const path = join(folder, JOURNAL_FILE);
  const journal = existsSync(path) ? readJournal(path) : null;
  if (journal === null)
    throw new UserError(`${folder} has no journal of a run`, 'name a folder that `pathfold test` wrote');
  const text = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null);
  return {
    folder,
    run: journal.run,
    tests: journal.tests.filter(chosen),
    faults: journal.faults,
    coverage: text(TRACEFILE),
    harness: text(HARNESS_FILE),
    time: statSync(path).mtime,
  };
}
