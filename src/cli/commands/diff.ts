/** `pathfold diff`: which inputs behave differently in another version, or that none do. */
import { exampleOf } from '../../insight/signature-text.ts';
import { changeText } from '../../insight/version-diff/changes.ts';
import type { PairStatistics } from '../../insight/version-diff/compare.ts';
import { exampleRun } from '../../insight/version-diff/example-run.ts';
import type { DiffVerdict } from '../../insight/version-diff/verdict.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Summary } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { exitStatus } from '../exit-status.ts';
import type { Invocation } from '../options/parse.ts';
import type { Terminal } from '../terminal.ts';
import { type AffectedReport, affectedReport } from '../versions/affected-report.ts';
import { comparedText } from '../versions/compared-outputs.ts';
import { type Versions, withComparison } from '../versions/comparison.ts';
import { type Confirmation, confirm } from '../versions/confirm.ts';
import { printDiff } from '../versions/diff-text.ts';
import { type SuiteReport, suiteReport } from '../versions/suite-report.ts';
import { openInFolder } from '../versions/versions.ts';

export interface ChangeReport extends Confirmation {
  readonly condition: string;
  readonly example: Readonly<Record<string, number | string>>;
  /** Outputs as terms over the inputs. */
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
}

export interface DiffSummary extends Summary, Pick<DiffVerdict, 'difference' | 'reason' | 'caution'> {
  /** What was compared, and what was not, for people. */
  readonly observed: string;
  readonly versions: { readonly old: string; readonly new: string };
  readonly compared: OutputLevel;
  readonly pairs: PairStatistics & { readonly old: number; readonly new: number; readonly differing: number };
  readonly changes: readonly ChangeReport[];
  /** Distinct places in the new version's source. */
  readonly affected: AffectedReport;
  /** With `--suite`. */
  readonly suite: SuiteReport | null;
}

type OutputLevel = Invocation['options']['compare'];

export const command: Command = {
  takesFiles: true,
  programs: 2,
  description: [
    'Explores both versions by symbolic output over the same inputs and compares what comes out: result, marked values,',
    'exit status, text and faults. Each difference is shown with its condition and a small input on which both versions',
    'were really run. OLD and NEW are files, or folders: all C files in them, or those of their compile_commands.json. With',
    '--git REV the files given are compared with how they were in that revision. The exit status is 1 when behaviour',
    'differs, and 4 when it is not known or only within limits that it does not.',
  ].join('\n'),
  examples: [
    'pathfold diff old.c new.c --function parse',
    'pathfold diff --git HEAD~1 library.c --function area --compare return',
  ],
  async run(invocation, terminal) {
    const folder = OutputFolder.open({
      directory: process.cwd(),
      out: invocation.options.out,
      force: invocation.options.force,
    });
    const versions = await openInFolder(invocation, folder, terminal);
    const summary = await compare(versions, invocation, terminal);
    const { difference, verdict, limits, changes } = summary;
    const disagrees = changes.some(({ confirmed }) => confirmed === 'no');
    const found = difference === 'different';
    const status = exitStatus({ found, verdict, limits, disagrees }, invocation.options['allow-incomplete']);
    const serialized = `${JSON.stringify({ ...summary, exitStatus: status }, null, 2)}\n`;
    folder.write('summary.json', serialized);
    if (invocation.options.json) terminal.out(serialized);
    else printDiff(summary, folder.name, terminal);
    if (folder.problem !== null) throw folder.problem;
    return status;
  },
};

function compare(versions: Versions, invocation: Invocation, terminal: Terminal): Promise<DiffSummary> {
  const { options } = invocation;
  const began = performance.now();
  return withComparison(versions, invocation, terminal, async ({ comparison, statements, runs, deadline }) => {
    const { changes, statistics, pairs } = comparison;
    const suite = options.suite === null ? null : await suiteReport(options.suite, versions.new, statements, terminal);
    terminal.progress('running both versions for real');
    const examples = changes.map((change) => exampleRun(change, comparison));
    const confirmations = await confirm(examples, versions.old.session, versions.new.session, deadline);
    terminal.progress(null);
    const { summary } = runs.new;
    const total = versions.old.session.compileSeconds + versions.new.session.compileSeconds;
    return {
      ...summary,
      ...comparison.verdict,
      seconds: { ...summary.seconds, total: Math.round(performance.now() - began + total * 1000) / 1000 },
      versions: { old: versions.old.name, new: versions.new.name },
      compared: options.compare,
      observed: comparedText(options),
      pairs: {
        ...statistics,
        old: comparison.old.rows.length,
        new: comparison.new.rows.length,
        differing: pairs.length,
      },
      affected: affectedReport(statements, versions.old.fileName),
      suite,
      changes: changes.map((change, i) => ({
        ...changeText(change),
        example: exampleOf(change.inputs, change.example),
        ...confirmations[i],
      })),
    };
  });
}
