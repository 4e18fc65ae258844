/** `pathfold augment`: a suite of tests for the next version of its program. */

import { version } from '../../host/version.ts';
import type { DiffVerdict } from '../../insight/version-diff/verdict.ts';
import { UserError } from '../../program/errors.ts';
import { type GivenTest, readGivenTests } from '../../suite/given-tests.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import { roundSeconds } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { exitStatus } from '../exit-status.ts';
import { augmentText } from '../versions/augment-text.ts';
import { type Augmentation, augmentation } from '../versions/augmentation.ts';
import { harnessOf, runnableVersions, withTestsOwn } from '../versions/blamed-test.ts';
import { withComparison } from '../versions/comparison.ts';
import { openInFolder } from '../versions/versions.ts';

export interface AugmentSummary extends Augmentation, Pick<DiffVerdict, 'difference' | 'reason' | 'guarantee'> {
  readonly tool: 'pathfold';
  readonly version: string;
  readonly command: 'augment';
  readonly versions: { readonly old: string; readonly new: string };
  readonly suite: string;
  /** Where tests to add are: those of the new version, with what it does. */
  readonly folder: string;
  readonly verdict: DiffVerdict['verdict'];
  readonly limits: readonly string[];
  readonly seconds: number;
  readonly exitStatus: number;
}

export const command: Command = {
  takesFiles: true,
  programs: 2,
  description: [
    'Says what a change means for the tests of a program: which of them still matter (they run something that the change',
    'affects), which are redundant for it, whose expected result changes, to what and because of which change of behaviour; and',
    'writes the tests that are missing, one for every change of behaviour and every sequence of affected statements that no test',
    'shows. DIR holds generated tests, .ktest files, JSON by hand, or NAME.args and NAME.stdin. Tests to add are written twice, with the',
    'outcome of each version. The exit status is 1 when an expected result changes or a test is missing.',
  ].join('\n'),
  examples: [
    'pathfold augment old.c new.c --suite pathfold-out',
    'pathfold augment --git HEAD~1 parser.c --suite tests',
  ],
  async run(invocation, terminal) {
    const began = performance.now();
    const { suite: path } = invocation.options;
    if (path === null) throw new UserError('no suite is given', 'name the folder with the tests: --suite DIR');
    const suite = suiteOf(path, invocation.options.function);
    const typical = suite.find(({ entry }) => entry !== null) ?? suite[0];
    const asked = withTestsOwn(invocation, typical);
    const { options } = asked;
    const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
    const versions = await openInFolder(asked, folder, terminal, harnessOf(typical, invocation));
    const summary = await withComparison(versions, asked, terminal, async (compared) => {
      terminal.progress('running the suite on both versions');
      const runnable = await runnableVersions(versions, compared.terms);
      try {
        const result = await augmentation(suite, versions, runnable, compared);
        const { difference, reason, guarantee, verdict, limits } = compared.comparison.verdict;
        return { ...result, difference, reason, guarantee, verdict, limits };
      } finally {
        runnable.old.exploration.dispose();
        runnable.new.exploration.dispose();
      }
    });
    terminal.progress(null);
    const found = summary.added.length > 0 || summary.tests.some(({ expected }) => expected !== null);
    const status = exitStatus({ ...summary, found, disagrees: false }, options['allow-incomplete']);
    const full: AugmentSummary = {
      tool: 'pathfold',
      version: version(),
      command: 'augment',
      versions: { old: versions.old.name, new: versions.new.name },
      suite: path,
      folder: `${folder.name}/new`,
      ...summary,
      seconds: roundSeconds((performance.now() - began) / 1000),
      exitStatus: status,
    };
    const serialized = `${JSON.stringify(full, null, 2)}\n`;
    folder.write('summary.json', serialized);
    terminal.out(options.json ? serialized : augmentText(full));
    if (folder.problem !== null) throw folder.problem;
    return status;
  },
};

/** A suite is about one function, or about main; tests that do not say so go with either. */
function suiteOf(path: string, wanted: string | null): GivenTest[] {
  const tests = readGivenTests(path);
  const entries = new Set(tests.flatMap(({ entry }) => (entry === null ? [] : [entry])));
  if (entries.size <= 1) return tests;
  const chosen = tests.filter(({ entry }) => entry === null || entry === wanted);
  if (wanted !== null && chosen.length > 0) return chosen;
  throw new UserError(`${path} holds tests of ${[...entries].sort().join(', ')}`, 'choose one of them with --function');
}
