/**
 * What a job of the queue is, and what may be in it. A worker believes nothing that it finds in Redis: every field is looked
 * at, and a job with any other field, or with a value that no run of ours would send, is refused.
 */
import { SEARCHES } from '../../../explore/searchers/choose.ts';
import type { PathPrefix } from '../../../explore/sharing/prefix.ts';
import type { SharedWork } from '../../../explore/sharing/sharing.ts';
import { DEFAULT_MACHINE_OPTIONS } from '../../../machine/options.ts';
import { UserError } from '../../../program/errors.ts';
import type { Hints, Report } from '../messages.ts';
import { SHARED_REDUCTIONS, type WorkerSetup } from '../setup.ts';

export const JOB_VERSION = 1;

/** Of a job, however long its budget is said to be. */
export const LONGEST_JOB_MS = 60_000;
export const MOST_PATHS_OF_JOB = 5_000;
/** A worker that waits longer for its solver loses its job. */
export const LONGEST_QUESTION_MS = 10_000;

export interface QueueJob {
  readonly version: typeof JOB_VERSION;
  /** Which run it belongs to. */
  readonly run: string;
  /** SHA-256 of the program and of what is to be done with it (`WorkerSetup`). */
  readonly setup: string;
  readonly work: SharedWork;
  /** What is known already. */
  readonly hints: Hints;
  /** After so many milliseconds, or so many paths, the rest goes back as prefixes. */
  readonly budgetMs: number;
  readonly maxPaths: number;
}

/** What a job returns. All of it counts, or, where the worker was lost meanwhile, nothing. */
export interface ExploredJob {
  readonly worker: string;
  readonly report: Report;
  /** What is still to be explored. */
  readonly left: readonly PathPrefix[];
}

type Check = (value: unknown) => boolean;

const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const number =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const absentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
/** Exactly these fields. */
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given = value as Record<string, unknown>;
    return (
      Object.keys(given).every((name) => Object.hasOwn(fields, name)) &&
      Object.entries(fields).every(([name, check]) => check(given[name]))
    );
  };
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

const count = number(0, Number.MAX_SAFE_INTEGER);
const anyText = text(/^/);
const flag = oneOf(true, false);
const hash = text(/^[0-9a-f]{64}$/);
const pathNames = list(text(/^[0-9.]*:[\w-]*$/));
const bytes: Check = (value) => value instanceof Uint8Array;

const PREFIX = record({
  path: text(/^[0-9.]*:[\w-]*$/),
  answers: text(/^[tfTFabvs]*$/),
  values: absentOr(list(text(/^[0-9a-f]+$/))),
  splits: absentOr(list(record({ rows: list(list(either(anyText, count))), roots: list(count) }))),
});

const JOB = record({
  version: oneOf(JOB_VERSION),
  run: text(/^[0-9a-f]{16}$/),
  setup: hash,
  work: record({ prefix: PREFIX, leftOut: pathNames }),
  hints: record({ faults: list(anyText), goals: list(count) }),
  budgetMs: number(1, LONGEST_JOB_MS),
  maxPaths: number(1, MOST_PATHS_OF_JOB),
});

const symbolic = { size: number(0, 100_000) };
const ENVIRONMENT = record({
  programName: anyText,
  arguments: list(
    either(
      record({ kind: oneOf('text'), text: anyText }),
      record({ kind: oneOf('bytes'), bytes }),
      record({ kind: oneOf('symbolic'), ...symbolic }),
      record({ kind: oneOf('several'), min: count, max: number(0, 1000), ...symbolic }),
    ),
  ),
  stdin: either(record({ kind: oneOf('symbolic'), ...symbolic }), record({ kind: oneOf('bytes'), bytes })),
  files: list(
    either(
      record({ kind: oneOf('directory'), name: anyText }),
      record({ kind: oneOf('bytes'), name: anyText, bytes }),
      record({ kind: oneOf('symbolic'), name: anyText, ...symbolic }),
    ),
  ),
  variables: list(
    either(
      record({ kind: oneOf('text'), name: anyText, text: anyText }),
      record({ kind: oneOf('symbolic'), name: anyText, ...symbolic }),
    ),
  ),
  maxFailures: count,
  interleavings: count,
});

const MACHINE = record(
  Object.fromEntries(
    Object.entries(DEFAULT_MACHINE_OPTIONS).map(([name, value]) => [
      name,
      absentOr(typeof value === 'number' ? number(0, 1e12) : flag),
    ]),
  ),
);

const SETUP = record({
  program: record({
    shapes: list(record({ kind: anyText, fields: list(anyText) })),
    rows: (value) => value instanceof Int32Array,
    pool: (value) => Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null),
    bytes: list(bytes),
  }),
  task: record({
    counted: list(count),
    goal: oneOf('tests', 'coverage'),
    reduction: oneOf(...SHARED_REDUCTIONS),
    switches: list(anyText),
    search: oneOf(...Object.keys(SEARCHES)),
    seed: count,
    machine: MACHINE,
    environment: ENVIRONMENT,
    maxDepth: nullOr(count),
    // Others would be programs of the worker's machine.
    solver: oneOf('embedded'),
    solverMs: number(0, LONGEST_QUESTION_MS),
    finished: pathNames,
    faults: list(anyText),
  }),
});

export function checkedJob(value: unknown): QueueJob {
  if (!JOB(value)) throw new UserError('a job of the queue has fields that no run would send');
  return value as QueueJob;
}

export function checkedSetup(value: unknown): WorkerSetup {
  if (!SETUP(value)) throw new UserError('a program of the queue has fields that no run would send');
  return value as WorkerSetup;
}
