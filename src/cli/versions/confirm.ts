/** Runs both versions for real on the examples of their differences. */

import { isUnfinished } from '../../explore/whole-runs.ts';
import type { Model } from '../../expr/term.ts';
import { namedMarks } from '../../insight/outputs.ts';
import type { ExampleRun, ExampleSide } from '../../insight/version-diff/example-run.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { UserError } from '../../program/errors.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { shownValue } from '../../suite/c-test.ts';
import { type ReplayResult, replayTests } from '../../suite/replay/replay.ts';
import { type Expected, makeTest, type TestCase } from '../../suite/test-case.ts';
import { writeTest } from '../../suite/write-test.ts';
import type { Session } from '../run/session.ts';

export type Confirmed =
  /** Compiled code of both versions did what was predicted, and that differs. */
  | 'yes'
  /** A fault that compiled code commits without showing it, a global that is not printed, an end that is not known. */
  | 'not observable'
  /** Compiled code does something else, and C does not say what should happen. */
  | 'undefined'
  /** It could not be built for replay. */
  | 'not run'
  /** Compiled code did something else: a bug of ours. */
  | 'no';

export interface Confirmation {
  readonly confirmed: Confirmed;
  /** Why, unless it is simply confirmed. */
  readonly remarks: readonly string[];
  /** What comes out for the example. */
  readonly shown: { readonly old: Readonly<Record<string, string>>; readonly new: Readonly<Record<string, string>> };
}

/** Where examples of differences are numbered from: after the tests of the exploration itself. */
const FIRST_NUMBER = 900_001;

const TIME_WAS_UP = 'the time was up before it was run';

export async function confirm(
  runs: readonly ExampleRun[],
  old: Session,
  changed: Session,
  deadline: Deadline,
): Promise<Confirmation[]> {
  deadline.startReplaying();
  const confirmed = await confirmWhole(runs.filter(isWhole), old, changed, deadline);
  // What comes out in the end is not known where the machine stopped before.
  const stopped: Confirmation = { confirmed: 'not run', remarks: [TIME_WAS_UP], shown: { old: {}, new: {} } };
  let next = 0;
  return runs.map((run) => (isWhole(run) ? confirmed[next++] : stopped));
}

function isWhole(run: ExampleRun): boolean {
  return !isUnfinished(run.old.outcome) && !isUnfinished(run.new.outcome);
}

async function confirmWhole(
  runs: readonly ExampleRun[],
  old: Session,
  changed: Session,
  deadline: Deadline,
): Promise<Confirmation[]> {
  const before = runs.map((run, i) => testOf(run.old.outcome, run.model, i, old));
  const after = runs.map((run, i) => testOf(run.new.outcome, run.model, i, changed));
  const [oldResults, newResults] = [await replay(before, old, deadline), await replay(after, changed, deadline)];
  return runs.map((run, i): Confirmation => {
    const shown = {
      old: shownOutputs(before[i].expected, run.old),
      new: shownOutputs(after[i].expected, run.new),
    };
    const visible = JSON.stringify(shown.old) !== JSON.stringify(shown.new);
    Object.assign(shown.old, run.old.unseen);
    Object.assign(shown.new, run.new.unseen);
    if (JSON.stringify(shown.old) === JSON.stringify(shown.new)) {
      return { confirmed: 'no', remarks: ['the example does not show a difference'], shown };
    }
    const results = [oldResults[i], newResults[i]];
    const remarks = results.flatMap((result, side) =>
      typeof result === 'string'
        ? [result]
        : result.reasons.map((reason) => `${side === 0 ? 'old' : 'new'}: ${reason}`),
    );
    const confirmed = together(results);
    if (visible || confirmed !== 'yes') return { confirmed, remarks, shown };
    return {
      confirmed: 'not observable',
      remarks: ['only globals or pointers differ, which compiled code does not show'],
      shown,
    };
  });
}

function together(results: readonly (ReplayResult | string)[]): Confirmed {
  const says = (what: ReplayResult['agreement']) =>
    results.some((result) => typeof result !== 'string' && result.agreement === what);
  if (says('disagrees')) return 'no';
  if (results.some((result) => typeof result === 'string')) return 'not run';
  if (says('undefined behaviour')) return 'undefined';
  return says('not observable') || says('expects nothing') ? 'not observable' : 'yes';
}

function testOf(outcome: PathOutcome, model: Model, index: number, session: Session): TestCase {
  const test = makeTest(outcome, model, {
    number: FIRST_NUMBER + index,
    entry: session.entry,
    bigEndian: session.program.layout.bigEndian,
    build: session.build,
  });
  writeTest(session.folder, test);
  return test;
}

async function replay(
  tests: readonly TestCase[],
  session: Session,
  deadline: Deadline,
): Promise<(ReplayResult | string)[]> {
  if (tests.length === 0) return [];
  try {
    const results = await replayTests(tests, session.folder.path, { deadline });
    return tests.map((test) => results.find((result) => result.test === test) ?? TIME_WAS_UP);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return tests.map(() => error.message);
  }
}

/** The compared part of what a test expects. A fault is its kind: where it happens is no behaviour. */
function shownOutputs(expected: Expected, { outcome, selection }: ExampleSide): Record<string, string> {
  const shown: Record<string, string> = {};
  if (expected.fault !== null) shown.fault = expected.meaning;
  if (expected.ending === 'endless') shown.ending = expected.meaning;
  const seen = outcome.outputs.filter((mark) => mark.isUnseen !== true);
  for (const { name, mark } of namedMarks(outcome.outputs, selection)) {
    const value = expected.outputs[seen.indexOf(mark)];
    if (value !== undefined) shown[name] = shownValue(value).replace(/(?<!\\)(\\000)+"$/, '"');
  }
  if (selection.exitStatus && expected.status !== null) shown.exit = String(expected.status);
  if (expected.fault !== null) return shown;
  if (selection.stdout) shown.stdout = JSON.stringify(textOf(expected.stdout));
  if (selection.stderr) shown.stderr = JSON.stringify(textOf(expected.stderr));
  return shown;
}

function textOf(bytes: Expected['stdout']): string {
  return typeof bytes === 'string' ? bytes : bytes.text;
}
