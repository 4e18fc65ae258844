/**
 * What a change means for a suite of tests (Person et al., section 5.2): which old tests still serve, because
 * they run something affected, and which tests to add, for sequences of affected statements that no old test runs.
 */
import { setImmediate } from 'node:timers/promises';
import { Exploration } from '../../explore/exploration.ts';
import type { Model } from '../../expr/term.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import { Sequences } from '../../reduce/change/sequences.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import { readTests } from '../../suite/read-tests.ts';
import { makeTest, type TestCase, testName } from '../../suite/test-case.ts';
import { modelOf } from '../../suite/test-model.ts';
import { writeTest } from '../../suite/write-test.ts';
import { explorationOptions } from '../options/explore-options.ts';
import type { Watcher } from '../run/watcher.ts';
import { sharedProgramName, type Version } from './versions.ts';

export interface SuiteReport {
  /** Old tests that run affected statements of the new version. */
  readonly serving: readonly string[];
  readonly unaffected: readonly string[];
  /** Written beside the new version's other tests. */
  readonly added: readonly string[];
  /** Sequences of affected statements in all. */
  readonly sequences: number;
}

/** Numbers of added tests, apart from those of the exploration and of the examples. */
const FIRST_NUMBER = 800_001;

export async function suiteReport(
  folder: string,
  { invocation, session }: Version,
  affected: AffectedStatements,
  watcher: Watcher,
): Promise<SuiteReport> {
  const stored = readTests(folder);
  watcher.progress('looking for tests to add');
  const name = sharedProgramName({ invocation });
  const options = explorationOptions(
    invocation,
    name,
    () => false,
    () => {},
  );
  const found: { outcome: Parameters<typeof makeTest>[0]; model: Model }[] = [];
  const search = REDUCTIONS.change.strategy(session.program, { ...DEFAULT_REDUCTION_OPTIONS, change: affected });
  const exploration = await Exploration.create(
    session.program,
    options,
    ({ outcome, model }) => {
      if (model !== null) found.push({ outcome, model });
    },
    search,
  );
  try {
    const starts = exploration.startStates().map((state) => state.arguments.length);
    const sequenceOf = (model: Model, words: number) => {
      const initial = Math.max(0, starts.indexOf(words));
      return search.sequenceOf(exploration.follow(model, initial).state);
    };
    const covered = new Set<number>();
    const serving: string[] = [];
    const unaffected: string[] = [];
    for (const { test, name: path } of stored) {
      const sequence = sequenceOf(modelOf(test, exploration.terms), test.argv.length);
      (sequence === Sequences.EMPTY ? unaffected : serving).push(path);
      covered.add(sequence);
    }
    await exploration.runWithPauses(() => setImmediate());
    const added: TestCase[] = [];
    const sequences = new Set<number>();
    for (const { outcome, model } of found) {
      const sequence = sequenceOf(model, outcome.arguments.length);
      sequences.add(sequence);
      if (covered.has(sequence)) continue;
      const info = { entry: session.entry, bigEndian: session.program.layout.bigEndian, build: session.build };
      added.push(makeTest(outcome, model, { ...info, number: FIRST_NUMBER + added.length }));
    }
    for (const test of added) writeTest(session.folder, test);
    return { serving, unaffected, added: added.map((test) => testName(test.number)), sequences: sequences.size };
  } finally {
    exploration.dispose();
  }
}
