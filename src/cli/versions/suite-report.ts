/**
 * What a change means for a suite of tests (Person et al., section 5.2): which old tests still serve, because
 * they run something affected, and which tests to add, for sequences of affected statements that no old test runs.
 */
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import { readGivenTests, valuesOfGiven } from '../../suite/given-tests.ts';
import { makeTest, type TestCase, testName } from '../../suite/test-case.ts';
import { writeTest } from '../../suite/write-test.ts';
import type { Watcher } from '../run/watcher.ts';
import { AffectedSequences } from './affected-sequences.ts';
import type { Version } from './versions.ts';

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
export const FIRST_ADDED = 800_001;

export async function suiteReport(
  folder: string,
  version: Version,
  affected: AffectedStatements,
  watcher: Watcher,
): Promise<SuiteReport> {
  const stored = readGivenTests(folder);
  const { session } = version;
  watcher.progress('looking for tests to add');
  const sequences = await AffectedSequences.open(version, affected);
  try {
    const covered = new Set<number>();
    const serving: string[] = [];
    const unaffected: string[] = [];
    for (const test of stored) {
      const sequence = sequences.of(valuesOfGiven(test, [sequences.exploration]));
      (sequences.isEmpty(sequence) ? unaffected : serving).push(test.name);
      covered.add(sequence);
    }
    const added: TestCase[] = [];
    const all = await sequences.all();
    for (const { outcome, values, sequence } of all) {
      if (covered.has(sequence)) continue;
      const info = { entry: session.entry, bigEndian: session.program.layout.bigEndian, build: session.build };
      added.push(makeTest(outcome, values.model, { ...info, number: FIRST_ADDED + added.length }));
    }
    for (const test of added) writeTest(session.folder, test);
    return {
      serving,
      unaffected,
      added: added.map((test) => testName(test.number)),
      sequences: new Set(all.map(({ sequence }) => sequence)).size,
    };
  } finally {
    sequences.dispose();
  }
}
