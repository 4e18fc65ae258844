/** `pathfold blame`: why a test behaves differently in another version. */
import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { Terms } from '../../expr/terms.ts';
import { version } from '../../host/version.ts';
import { type Blame, blame, runBoth } from '../../insight/blame/causes.ts';
import { differencesOf } from '../../insight/blame/criterion.ts';
import {
  type CauseReport,
  causeReports,
  type DifferenceReport,
  differenceReports,
  type Sources,
} from '../../insight/blame/report.ts';
import { type ConditionKind, INCOMPARABLE } from '../../insight/blame/separate.ts';
import type { TestRun } from '../../insight/blame/test-run.ts';
import { exampleOf } from '../../insight/signature-text.ts';
import { startKey } from '../../insight/version-diff/compare.ts';
import { UserError } from '../../program/errors.ts';
import { createSolver } from '../../solver/solver.ts';
import { type TestValues, valuesOfGiven } from '../../suite/given-tests.ts';
import { HARNESS_FILE, OutputFolder } from '../../suite/output-folder.ts';
import { roundSeconds } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { deadlineOf } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import { openSolvers } from '../run/explored-run.ts';
import type { Terminal } from '../terminal.ts';
import { blameMarks, blameText } from '../versions/blame-text.ts';
import {
  harnessOf,
  oneGivenTest,
  type RunnableVersions,
  runnableVersions,
  withTestsOwn,
} from '../versions/blamed-test.ts';
import { type ComparedVersions, type Versions, withComparison } from '../versions/comparison.ts';
import { openInFolder } from '../versions/versions.ts';

export interface BlameSummary {
  readonly tool: 'pathfold';
  readonly version: string;
  readonly command: 'blame';
  readonly versions: { readonly old: string; readonly new: string };
  /** The file of the test, or null for the first change that a comparison found. */
  readonly test: string | null;
  readonly inputs: Readonly<Record<string, number | string>>;
  readonly differences: readonly DifferenceReport[];
  /** The most likely first. */
  readonly causes: readonly CauseReport[];
  readonly conditions: { readonly kind: ConditionKind; readonly old: number; readonly new: number };
  readonly separating: number;
  readonly origins: number;
  readonly seconds: number;
  readonly exitStatus: number;
}

export const command: Command = {
  takesFiles: true,
  programs: 2,
  description: [
    'Runs one test on both versions and looks for the few places that make it behave differently: branches whose decision',
    'separates the versions on inputs like the test, and assignments that make another value. Each is shown in both',
    'versions, with the values that meet there and, where there is one, an input like the test on which the versions agree again.',
    'Sources are not compared: it also works where nearly every line has changed. TEST is a generated test, a .ktest, JSON with',
    '"inputs", "arguments", "stdin" and "files", or NAME.args and NAME.stdin; without --test it is the first change that',
    '`pathfold diff` finds. The exit status is 1 when a cause was found, and 4 when none was.',
  ].join('\n'),
  examples: [
    'pathfold blame old.c new.c --test pathfold-out/test000004.json',
    'pathfold blame --git HEAD~1 parser.c --function parse --test failing.json',
    'pathfold blame old/ new/ --marks',
  ],
  async run(invocation, terminal) {
    const given = invocation.options.test === null ? null : oneGivenTest(invocation.options.test);
    const asked = withTestsOwn(invocation, given);
    const { options } = asked;
    const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
    const versions = await openInFolder(asked, folder, terminal, harnessOf(given, invocation));
    terminal.progress('running the test on both versions');
    const terms = new Terms();
    const runnable = await runnableVersions(versions, terms);
    try {
      const values =
        given === null
          ? await firstChange(versions, asked, terminal, runnable, terms)
          : valuesOfGiven(given, [runnable.new.exploration, runnable.old.exploration]);
      const summary = await explain({ versions, runnable, values, terms, name: given?.name ?? null }, asked, terminal);
      const serialized = `${JSON.stringify(summary, null, 2)}\n`;
      folder.write('summary.json', serialized);
      terminal.progress(null);
      if (options.json) terminal.out(serialized);
      else terminal.out(options.marks ? blameMarks(summary) : blameText(summary));
      if (folder.problem !== null) throw folder.problem;
      return summary.exitStatus;
    } finally {
      runnable.old.exploration.dispose();
      runnable.new.exploration.dispose();
      folder.release();
    }
  },
};

interface TestToExplain {
  readonly versions: Versions;
  readonly runnable: RunnableVersions;
  readonly values: TestValues;
  readonly terms: Terms;
  readonly name: string | null;
}

async function explain(
  { versions, runnable, values, terms, name }: TestToExplain,
  invocation: Invocation,
  terminal: Terminal,
): Promise<BlameSummary> {
  const began = performance.now();
  const { model: test } = values;
  const runs = runBoth({ versions: runnable, test, start: values });
  rejectIncomparable(runs, versions);
  if (differencesOf(runs.old, runs.new, terms).length === 0) {
    throw new UserError(
      `${name ?? 'the test'} behaves the same in both versions`,
      'name a test whose result changed; without --test the first change that `pathfold diff` finds is explained',
    );
  }
  terminal.progress('looking for what separates the versions');
  const deadline = deadlineOf(invocation);
  const kind = invocation.options.conditions;
  const solver = await createSolver(terms, {
    ...(await openSolvers(invocation)),
    timeLimitMs: Math.min(invocation.options['max-solver-time'] * 1000, MOST_SOLVER_MS),
    deadline,
  });
  let result: Blame;
  try {
    const end = performance.now() + MOST_MS;
    result = blame(
      {
        versions: runnable,
        test,
        start: values,
        kind,
        terms,
        solver,
        isGenerated: ({ instruction: { block } }) => block.function.debug?.file.path.endsWith(HARNESS_FILE) === true,
        isOver: () => deadline.isOver() || performance.now() > end,
      },
      runs,
    );
  } finally {
    solver.dispose();
  }
  const causes = causeReports(result, test, sourcesOf(versions));
  const compile = versions.old.session.compileSeconds + versions.new.session.compileSeconds;
  return {
    tool: 'pathfold',
    version: version(),
    command: 'blame',
    versions: { old: versions.old.name, new: versions.new.name },
    test: name,
    inputs: exampleOf(runs.new.outcome.inputs, test),
    differences: differenceReports(result),
    causes,
    conditions: { kind, ...result.statistics.conditions },
    separating: result.statistics.separations,
    origins: result.statistics.origins,
    seconds: roundSeconds((performance.now() - began) / 1000 + compile),
    exitStatus: causes.length > 0 ? ExitStatus.found : ExitStatus.incomplete,
  };
}

/** What is looked for is one line: a question that takes longer is rather left open. */
const MOST_SOLVER_MS = 2_000;
const MOST_MS = 20_000;

async function firstChange(
  versions: Versions,
  invocation: Invocation,
  terminal: Terminal,
  { new: changed }: RunnableVersions,
  terms: Terms,
): Promise<TestValues> {
  const use = async ({ comparison }: ComparedVersions): Promise<TestValues> => {
    const [change] = comparison.changes;
    if (change === undefined) {
      const { difference, reason } = comparison.verdict;
      throw new UserError(
        `no test is given, and \`pathfold diff\` finds no change to explain: ${reason ?? difference}`,
        'name a test that behaves differently with --test',
      );
    }
    const starts = changed.exploration.startStates().map(startKey);
    const initial = Math.max(0, starts.indexOf(startKey(change.new.row.outcome)));
    return { model: change.example, initial, environment: changed.exploration.options.environment };
  };
  return withComparison(versions, invocation, terminal, use, terms);
}

function rejectIncomparable(runs: { readonly old: TestRun; readonly new: TestRun }, versions: Versions): void {
  for (const side of ['old', 'new'] as const) {
    const { ending } = runs[side].outcome;
    if (!INCOMPARABLE.has(ending.kind)) continue;
    if (ending.kind === 'dropped') {
      throw new UserError(
        `${versions[side].name} assumes of its inputs what does not hold in this test`,
        'name a test that both versions are meant for',
      );
    }
    throw new UserError(
      `the test comes to no end in ${versions[side].name}: ${ending.message}`,
      'raise the limit it hit',
    );
  }
}

function sourcesOf(versions: Versions): Sources {
  const texts = new Map<string, readonly string[]>();
  return {
    fileName: (side, path) => {
      const near = isAbsolute(path) ? relative(process.cwd(), path) : path;
      return versions[side].fileName(near.startsWith('..') ? path : near);
    },
    line(_, path, line) {
      let text = texts.get(path);
      if (text === undefined) {
        try {
          text = readFileSync(resolve(path), 'utf8').split('\n');
        } catch {
          text = [];
        }
        texts.set(path, text);
      }
      return text[line - 1] ?? '';
    },
  };
}
