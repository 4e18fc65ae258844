/** What a path that ended leaves behind in a journal: the same whether it was explored here or elsewhere. */
import type { Exploration } from '../../explore/exploration.ts';
import { type FinishedPath, faultKey } from '../../explore/finished-path.ts';
import { pathName } from '../../explore/path-name.ts';
import { isUnfinished, type WholeRuns } from '../../explore/whole-runs.ts';
import { ENDINGS, isFault } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { testInputText } from '../../suite/input-text.ts';
import type { EndedPathRecord } from '../../suite/journal/records.ts';
import { type SummaryFault, summaryFault } from '../../suite/summary.ts';
import { makeTest, type TestCase, type TestInfo } from '../../suite/test-case.ts';

/** Limits of a whole run: the paths they stop can be taken up again. */
export const LIMITS_OF_RUNS: ReadonlySet<string> = new Set([
  'max-time',
  'max-paths',
  'max-instructions',
  'max-memory',
  'interrupted',
]);

export interface PathResult {
  readonly path: EndedPathRecord;
  /** Without its number; null when the path gets none. */
  readonly test: TestCase | null;
  /** A fault that was not known where the path was explored, without the name of the test. */
  readonly fault: { readonly key: string; readonly fault: SummaryFault } | null;
}

export class PathResults {
  constructor(
    private readonly info: Omit<TestInfo, 'number' | 'left'>,
    /** Whether faults get tests that another test shows already. */
    private readonly testRepeated: boolean,
    private readonly exploration: Exploration,
    private readonly whole: WholeRuns,
  ) {}

  of({ outcome, model, repeated }: FinishedPath, isWanted = true): PathResult {
    const path = this.without(outcome).path;
    if (model === null || (repeated && !this.testRepeated) || !isWanted) {
      return { path, test: null, fault: faultOf(outcome, repeated, null) };
    }
    const completed = isUnfinished(outcome) ? this.whole.complete(outcome, model) : null;
    const left = completed === null ? {} : { left: ENDINGS[outcome.ending.kind].label };
    const test = makeTest(completed ?? outcome, model, { number: 0, ...this.info, ...left });
    // A fault after the place where the search left the path may be known as well.
    const isKnown =
      completed === null ? repeated : isFault(completed.ending.kind) && !this.exploration.isNewFault(completed);
    return { path, test, fault: faultOf(completed ?? outcome, isKnown, test) };
  }

  /** Of a path that gets no test. */
  without(outcome: PathOutcome): PathResult {
    const { kind, name } = outcome.ending;
    // Only a search that forks names its paths by choices.
    const forks = this.exploration.strategy.forked !== undefined;
    const path: EndedPathRecord = {
      record: 'path',
      path: forks ? pathName(outcome) : null,
      ending: kind,
      ...(name === '' ? {} : { name }),
      ...(kind === 'limit' && LIMITS_OF_RUNS.has(name) ? { open: true } : {}),
    };
    return { path, test: null, fault: null };
  }
}

function faultOf(outcome: PathOutcome, isKnown: boolean, test: TestCase | null): PathResult['fault'] {
  if (!isFault(outcome.ending.kind) || isKnown) return null;
  return {
    key: faultKey(outcome),
    fault: summaryFault(outcome.ending, null, test === null ? '' : testInputText(test)),
  };
}
