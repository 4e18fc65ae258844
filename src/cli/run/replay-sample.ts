/** After a run: some or all of its tests on really compiled code. A disagreement is a bug of ours, unless C leaves it open. */

import { UserError } from '../../program/errors.ts';
import type { Deadline } from '../../solver/deadline.ts';
import type { OutputFolder } from '../../suite/output-folder.ts';
import { type ReplayOptions, type ReplayResult, replayTests } from '../../suite/replay/replay.ts';
import type { Summary } from '../../suite/summary.ts';
import { testName } from '../../suite/test-case.ts';
import type { KeptTest, KeptTests } from './kept-tests.ts';
import type { Watcher } from './watcher.ts';

const TESTS_REPLAYED = 20;

export interface ReplayedSample {
  readonly replay: Summary['replay'];
  /** Why there is none although it was wanted: what was found is not less true for it. */
  readonly problem: string | null;
}

export const NOT_REPLAYED: ReplayedSample = { replay: null, problem: null };

export async function replaySample(
  tests: KeptTests,
  folder: OutputFolder,
  all: boolean,
  options: Pick<ReplayOptions, 'allowNative'> & { readonly deadline: Deadline },
  watcher: Watcher,
): Promise<ReplayedSample> {
  try {
    return { replay: await replayed(tests, folder, all, options, watcher), problem: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    watcher.progress(null);
    return { replay: null, problem: shortProblem(error.message) };
  }
}

/** What the compiler said first. */
function shortProblem(message: string): string {
  const [what, ...said] = message.split('\n');
  const complaint = said.find((line) => /error|undefined/i.test(line)) ?? said[0];
  return complaint === undefined ? what : `${what}: ${complaint.trim()}`;
}

async function replayed(
  tests: KeptTests,
  folder: OutputFolder,
  all: boolean,
  options: Pick<ReplayOptions, 'allowNative'> & { readonly deadline: Deadline },
  watcher: Watcher,
): Promise<Summary['replay']> {
  const chosen = all ? [...tests] : sample(tests.all).map(({ test }) => test);
  if (chosen.length === 0) {
    return { replayed: 0, agreed: 0, unobservable: 0, unfinished: 0, disagreed: [], undefinedBehaviour: [] };
  }
  watcher.progress('replaying tests on compiled code');
  options.deadline.startReplaying();
  const results = await replayTests(chosen, folder.path, options);
  watcher.progress(null);
  const described = (which: ReplayResult['agreement']) =>
    results.flatMap(({ test, agreement, reasons }) =>
      agreement === which ? [`${testName(test.number)}: ${reasons.join('; ')}`] : [],
    );
  const count = (which: ReplayResult['agreement']) => results.filter((result) => result.agreement === which).length;
  return {
    replayed: results.length,
    agreed: count('agrees'),
    unobservable: count('not observable'),
    unfinished: count('expects nothing'),
    disagreed: described('disagrees'),
    undefinedBehaviour: described('undefined behaviour'),
  };
}

/** Every fault's test, and others spread evenly. */
function sample(tests: readonly KeptTest[]): readonly KeptTest[] {
  if (tests.length <= TESTS_REPLAYED) return tests;
  const step = tests.length / TESTS_REPLAYED;
  const spread = new Set(Array.from({ length: TESTS_REPLAYED }, (_, i) => tests[Math.floor(i * step)]));
  return tests.filter((test) => spread.has(test) || test.isFault).slice(0, 3 * TESTS_REPLAYED);
}
