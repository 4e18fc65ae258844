/**
 * What a journal consists of, and how a record becomes a line: `docs/JOURNAL.md` describes the format.
 *
 * A line is a checksum, a space and JSON. JSON has no raw line breaks, so a reader finds the next record after any damage,
 * and no record needs another one to be understood, except for the first, which says of which run they are.
 */
import { crc32 } from 'node:zlib';
import type { CoveredCode } from '../../explore/covered-code.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { Summary, SummaryFault } from '../summary.ts';
import { type BuildRecord, testName } from '../test-case.ts';
import type { CompactTest } from './compact-test.ts';

export const JOURNAL_FILE = 'journal.pathfold';
export const JOURNAL_VERSION = 1;

/** The first record: what was run, and on what. */
export interface RunHeaderRecord {
  readonly record: 'run';
  readonly journal: typeof JOURNAL_VERSION;
  /** Of the tool that wrote it. */
  readonly tool: string;
  /** The command line, as it was given. */
  readonly words: readonly string[];
  /** From the journal's folder to where the command was started. */
  readonly directory: string;
  /** Of the program as it was analysed. */
  readonly program: string;
  readonly reduction: string;
  readonly entry: string;
  readonly bigEndian: boolean;
  readonly build: BuildRecord;
}

/** A path that ended. Where it has a test, the test is in the same record, so that none is without the other. */
export interface EndedPathRecord {
  readonly record: 'path';
  /** Its decisions (`src/explore/path-name.ts`); null for searches whose paths are not named by decisions. */
  readonly path: string | null;
  readonly ending: EndingKind;
  /** Of the limit that ended it, or of what is not modelled. */
  readonly name?: string;
  /** A limit of the run stopped it, and it can be taken up again. */
  readonly open?: true;
  readonly test?: CompactTest;
}

export interface FaultRecord extends SummaryFault {
  readonly record: 'fault';
  /** Faults with the same key are one. */
  readonly key: string;
}

/** What the paths that follow, up to the next record of this kind, have added. It comes before them: see `docs/JOURNAL.md`. */
export interface ProgressRecord {
  readonly record: 'progress';
  readonly covered?: CoveredCode;
  /** Limits hit so far. */
  readonly limits?: readonly string[];
}

/** The run was taken up again; paths that were open before are not any more. */
export interface ResumedRecord {
  readonly record: 'resumed';
}

/** The suite was made smaller: of the tests before it only these are meant to be run. */
export interface SuiteRecord {
  readonly record: 'suite';
  readonly tests: readonly number[];
}

/** Tests that come before it have other numbers from now on: pairs of the old and the new one. */
export interface NumbersRecord {
  readonly record: 'numbers';
  readonly numbers: readonly (readonly [old: number, now: number])[];
}

/** The name of a test that may have another number. */
export function renamedTest(name: string | null, numbers: ReadonlyMap<number, number>): string | null {
  const old = /^test(\d+)$/.exec(name ?? '');
  return old === null ? name : testName(numbers.get(Number(old[1])) ?? Number(old[1]));
}

/** The run came to an end by itself, by a limit or by Ctrl-C. */
export interface EndRecord {
  readonly record: 'end';
  readonly verdict: Summary['verdict'];
  readonly limits: readonly string[];
  readonly tests: number;
}

export type JournalRecord =
  | RunHeaderRecord
  | EndedPathRecord
  | FaultRecord
  | ProgressRecord
  | ResumedRecord
  | SuiteRecord
  | NumbersRecord
  | EndRecord;

const CHECKSUM_DIGITS = 8;

export function lineOf(record: JournalRecord): string {
  const text = JSON.stringify(record);
  return `${checksumOf(text)} ${text}\n`;
}

/** Null when the line is damaged. */
export function recordOf(line: string): JournalRecord | null {
  const text = line.slice(CHECKSUM_DIGITS + 1);
  if (line[CHECKSUM_DIGITS] !== ' ' || checksumOf(text) !== line.slice(0, CHECKSUM_DIGITS)) return null;
  return JSON.parse(text) as JournalRecord;
}

/** What a line says of the test in it, found without reading all of it; null where there is none. */
export function testIn(line: string): { path: string | null; number: number; isFault: boolean } | null {
  // Quotes inside of texts are escaped: where these stand, they are names of fields.
  const number = /"test":\{"number":(\d+)/.exec(line);
  if (number === null) return null;
  return { path: pathIn(line), number: Number(number[1]), isFault: line.includes('"fault":{', number.index) };
}

/** The name of the path that a line is about; null where it has none. */
export function pathIn(line: string): string | null {
  return /"record":"path","path":"([^"]*)"/.exec(line)?.[1] ?? null;
}

export function linesIn(piece: Uint8Array): string[] {
  return new TextDecoder().decode(piece).split('\n').slice(0, -1);
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0');
}
