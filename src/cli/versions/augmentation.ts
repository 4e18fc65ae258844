/**
 * What a change means for a suite of tests (Person et al., section 5; Qi et al., section 5.3).
 *
 * A test *matters* for the change when it runs a statement that the change affects; of several that run the same affected statements
 * in the same order, with the same outcome, one is enough. Each test is run on both versions: where the outputs differ,
 * its expected result changes, and the change of behaviour that it belongs to is the one whose condition its inputs satisfy.
 * Missing are a test for every change of behaviour that no test shows, and one for every sequence of affected
 * statements that none runs. Every change between the versions is known as far as their comparison is complete, since it asks
 * the solver about every pair of ways to compute the outputs: where running all paths against each other exposes a change, it
 * does too.
 */
import { evaluate } from '../../expr/evaluate.ts';
import type { Model } from '../../expr/term.ts';
import { differencesOf, type OutputDifference } from '../../insight/blame/criterion.ts';
import { INCOMPARABLE } from '../../insight/blame/separate.ts';
import { type FollowedTest, followTest } from '../../insight/blame/test-run.ts';
import { outputText } from '../../insight/output-text.ts';
import { namingOf } from '../../insight/reading.ts';
import { exampleOf } from '../../insight/signature-text.ts';
import { type Change, changeText, type VersionScopes } from '../../insight/version-diff/changes.ts';
import { startKey } from '../../insight/version-diff/compare.ts';
import { type GivenTest, type TestValues, valuesOfGiven } from '../../suite/given-tests.ts';
import { makeTest, testName } from '../../suite/test-case.ts';
import { writeTest } from '../../suite/write-test.ts';
import { AffectedSequences } from './affected-sequences.ts';
import type { RunnableVersions } from './blamed-test.ts';
import type { ComparedVersions, Versions } from './comparison.ts';
import { FIRST_ADDED } from './suite-report.ts';
import { scopesOf } from './versions.ts';

export type Standing =
  /** It runs nothing that the change affects. */
  | 'unaffected'
  | 'kept'
  /** Another one runs the same affected statements to the same effect. */
  | 'redundant'
  /** It comes to no end within the limits, or is not meant for one of the versions. */
  | 'undecided';

export interface Outcomes {
  /** Outputs that differ, by name; a dash for what a version does not have. */
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
}

export interface StandingReport {
  readonly name: string;
  readonly standing: Standing;
  /** Where the expected result changes, else null. */
  readonly expected: Outcomes | null;
  /** Which of the changes it shows, from 1 on; null when it shows none that is known. */
  readonly change: number | null;
}

export interface AddedReport {
  /** The test's file is in the folders of both versions, with the outcome of each. */
  readonly name: string;
  readonly inputs: Readonly<Record<string, number | string>>;
  /** The change that it shows; null where it is there for a sequence of affected statements. */
  readonly change: number | null;
  readonly expected: Outcomes | null;
}

export interface Augmentation {
  readonly tests: readonly StandingReport[];
  readonly added: readonly AddedReport[];
  readonly changes: readonly {
    readonly condition: string;
    /** Names of tests, those of the suite first. */
    readonly shownBy: readonly string[];
  }[];
  /** As the paper counts: tests to run again, new ones, and both. */
  readonly counts: {
    readonly selected: number;
    readonly added: number;
    readonly total: number;
    readonly sequences: number;
  };
}

export async function augmentation(
  suite: readonly GivenTest[],
  versions: Versions,
  runnable: RunnableVersions,
  compared: ComparedVersions,
): Promise<Augmentation> {
  const sequences = await AffectedSequences.open(versions.new, compared.statements, compared.terms);
  try {
    return await new SuiteUpdate(versions, runnable, compared, sequences).of(suite);
  } finally {
    sequences.dispose();
  }
}

interface BothRuns {
  readonly old: FollowedTest;
  readonly new: FollowedTest;
  readonly differences: readonly OutputDifference[];
  readonly isComparable: boolean;
}

/** Changes with the same differing outputs, as terms, are one: a comparison with very many leaves them apart. */
interface JoinedChange {
  readonly first: Change;
  readonly condition: string;
  readonly pairs: Change['pairs'];
}

function joined(changes: readonly Change[], scopes: VersionScopes): JoinedChange[] {
  const groups = new Map<string, { first: Change; condition: string; pairs: Change['pairs'][number][] }>();
  for (const change of changes) {
    const { condition, old, new: changed } = changeText(change, scopes);
    const key = JSON.stringify([old, changed]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: change, condition, pairs: [...change.pairs] });
    else known.pairs.push(...change.pairs);
  }
  return [...groups.values()];
}

class SuiteUpdate {
  private readonly changes: readonly JoinedChange[];
  private readonly shownBy: string[][];
  private readonly added: AddedReport[] = [];
  private readonly covered = new Set<number>();

  constructor(
    private readonly versions: Versions,
    private readonly runnable: RunnableVersions,
    private readonly compared: ComparedVersions,
    private readonly sequences: AffectedSequences,
  ) {
    this.changes = joined(compared.comparison.changes, scopesOf(versions));
    this.shownBy = this.changes.map(() => []);
  }

  async of(suite: readonly GivenTest[]): Promise<Augmentation> {
    const tests = this.standings(suite);
    this.changes.forEach(({ first }, i) => {
      if (this.shownBy[i].length === 0) this.add(this.valuesOf(first), i);
    });
    const all = await this.sequences.all();
    for (const { values, sequence } of all) if (!this.covered.has(sequence)) this.add(values, null);
    const selected = tests.filter(({ standing }) => standing === 'kept').length;
    return {
      tests,
      added: this.added,
      changes: this.changes.map(({ condition }, i) => ({ condition, shownBy: this.shownBy[i] })),
      counts: {
        selected,
        added: this.added.length,
        total: selected + this.added.length,
        sequences: new Set(all.map(({ sequence }) => sequence)).size,
      },
    };
  }

  private standings(suite: readonly GivenTest[]): StandingReport[] {
    const { old, new: changed } = this.runnable;
    const seen = new Set<string>();
    return suite.map((test): StandingReport => {
      const { name } = test;
      const values = valuesOfGiven(test, [changed.exploration, old.exploration]);
      const runs = this.run(values);
      if (!runs.isComparable) return { name, standing: 'undecided', expected: null, change: null };
      const sequence = this.sequences.of(values);
      const change = runs.differences.length === 0 ? null : this.changeOf(values.model);
      if (change !== null) this.shownBy[change].push(name);
      const expected = outcomesOf(runs);
      this.covered.add(sequence);
      const key = `${sequence} ${expected === null ? '' : (change ?? JSON.stringify(expected))}`;
      const isRepeated = seen.has(key);
      seen.add(key);
      const affected = !this.sequences.isEmpty(sequence) || expected !== null;
      const standing = !affected ? 'unaffected' : isRepeated ? 'redundant' : 'kept';
      return { name, standing, expected, change: change === null ? null : change + 1 };
    });
  }

  private run({ model, initial, environment }: TestValues): BothRuns {
    const start = { initial, environment };
    const [old, changed] = [this.runnable.old, this.runnable.new].map((version) => followTest(version, model, start));
    const isComparable = [old, changed].every(({ outcome }) => !INCOMPARABLE.has(outcome.ending.kind));
    const differences = isComparable ? differencesOf(old, changed, this.compared.terms) : [];
    return { old, new: changed, differences, isComparable };
  }

  /** Which change of behaviour the input shows. */
  private changeOf(model: Model): number | null {
    const holds = ({ pairs }: JoinedChange) =>
      pairs.some(({ condition }) => condition.conjuncts().every((term) => evaluate(term, model) === 1));
    const found = this.changes.findIndex(holds);
    return found < 0 ? null : found;
  }

  private valuesOf(change: Change): TestValues {
    const { exploration } = this.runnable.new;
    const start = startKey(change.new.row.outcome);
    const initial = Math.max(
      0,
      exploration.startStates().findIndex((state) => startKey(state) === start),
    );
    return { model: change.example, initial, environment: exploration.options.environment };
  }

  /** Writes the test for both versions. */
  private add(values: TestValues, change: number | null): void {
    const runs = this.run(values);
    if (!runs.isComparable) return;
    const number = FIRST_ADDED + this.added.length;
    for (const side of ['old', 'new'] as const) {
      const { session } = this.versions[side];
      const info = { entry: session.entry, bigEndian: session.program.layout.bigEndian, build: session.build };
      writeTest(session.folder, makeTest(runs[side].outcome, values.model, { ...info, number }));
    }
    const shown = change ?? (runs.differences.length === 0 ? null : this.changeOf(values.model));
    if (shown !== null) this.shownBy[shown].push(testName(number));
    this.covered.add(this.sequences.of(values));
    this.added.push({
      name: testName(number),
      inputs: exampleOf(runs.new.outcome.inputs, values.model),
      change: shown === null ? null : shown + 1,
      expected: outcomesOf(runs),
    });
  }
}

function outcomesOf({ differences, old, new: changed }: BothRuns): Outcomes | null {
  if (differences.length === 0) return null;
  const texts = (side: 'old' | 'new') =>
    Object.fromEntries(
      differences.map((difference) => {
        const value = difference[side];
        const { inputs } = (side === 'old' ? old : changed).outcome;
        return [difference.name, value === null ? '-' : outputText(value, namingOf(inputs))];
      }),
    );
  return { old: texts('old'), new: texts('new') };
}
