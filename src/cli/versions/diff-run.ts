/** What `pathfold diff` and the library's `diff` do: which inputs behave differently in another version, or that none do. */
import { directCallee } from '../../analysis/call-graph.ts';
import type { Terms } from '../../expr/terms.ts';
import { declaredValue } from '../../insight/output-text.ts';
import { type Scope, scopeOf } from '../../insight/places.ts';
import { assumptionTexts, exampleOf, exampleWords } from '../../insight/signature-text.ts';
import { changeText } from '../../insight/version-diff/changes.ts';
import type { PairStatistics } from '../../insight/version-diff/compare.ts';
import { exampleRun } from '../../insight/version-diff/example-run.ts';
import type { DiffVerdict } from '../../insight/version-diff/verdict.ts';
import type { VersionComparison } from '../../insight/version-diff/versions.ts';
import type { Instruction } from '../../program/instructions.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Summary } from '../../suite/summary.ts';
import { exitStatus } from '../exit-status.ts';
import type { Invocation } from '../options/parse.ts';
import { assumptionsBehind } from '../run/session.ts';
import type { Watcher } from '../run/watcher.ts';
import { type AffectedReport, affectedReport } from './affected-report.ts';
import { comparedText } from './compared-outputs.ts';
import { type Versions, withComparison } from './comparison.ts';
import { type Confirmation, confirm } from './confirm.ts';
import { type SuiteReport, suiteReport } from './suite-report.ts';
import { openInFolder, scopesOf, type Version } from './versions.ts';

export interface ChangeReport extends Confirmation {
  readonly condition: string;
  readonly example: Readonly<Record<string, number | string>>;
  /** The same as a programmer writes it. */
  readonly exampleText: string;
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

export interface DiffRun {
  readonly folder: OutputFolder;
  readonly summary: DiffSummary;
  /** Of the command. */
  readonly status: number;
  /** What was written. */
  readonly serialized: string;
}

export async function diffRun(invocation: Invocation, watcher: Watcher): Promise<DiffRun> {
  const { out, force } = invocation.options;
  const folder = OutputFolder.open({ directory: process.cwd(), out, force });
  const versions = await openInFolder(invocation, folder, watcher);
  const summary = await compare(versions, invocation, watcher);
  const { difference, verdict, limits, changes } = summary;
  const disagrees = changes.some(({ confirmed }) => confirmed === 'no');
  const found = difference === 'different';
  const status = exitStatus({ found, verdict, limits, disagrees }, invocation.options['allow-incomplete']);
  const serialized = `${JSON.stringify({ ...summary, exitStatus: status }, null, 2)}\n`;
  folder.write('summary.json', serialized);
  return { folder, summary, status, serialized };
}

function compare(versions: Versions, invocation: Invocation, watcher: Watcher): Promise<DiffSummary> {
  const { options } = invocation;
  const began = performance.now();
  return withComparison(versions, invocation, watcher, async ({ terms, comparison, statements, runs, deadline }) => {
    const { changes, statistics, pairs } = comparison;
    const suite = options.suite === null ? null : await suiteReport(options.suite, versions.new, statements, watcher);
    watcher.progress('running both versions for real');
    const examples = changes.map((change) => exampleRun(change, comparison));
    const confirmations = await confirm(examples, versions.old.session, versions.new.session, deadline);
    watcher.progress(null);
    const { summary } = runs.new;
    const scopes = scopesOf(versions);
    const total = versions.old.session.compileSeconds + versions.new.session.compileSeconds;
    return {
      ...summary,
      ...comparison.verdict,
      seconds: { ...summary.seconds, total: Math.round(performance.now() - began + total * 1000) / 1000 },
      versions: { old: versions.old.name, new: versions.new.name },
      compared: options.compare,
      observed: comparedText(options),
      assumptions: [...sessionAssumptions(versions), ...programAssumptions(comparison, versions, terms)],
      pairs: {
        ...statistics,
        old: comparison.old.rows.length,
        new: comparison.new.rows.length,
        differing: pairs.length,
      },
      affected: affectedReport(statements, versions.old.fileName),
      suite,
      changes: changes.map((change, i) => ({
        ...changeText(change, scopes),
        example: exampleOf(change.inputs, change.example),
        exampleText: exampleWords(change.inputs, change.example, scopes.new),
        ...confirmations[i],
        shown: {
          old: declared(confirmations[i].shown.old, scopes.old),
          new: declared(confirmations[i].shown.new, scopes.new),
        },
      })),
    };
  });
}

/** Enumerators and letters instead of their numbers. */
function declared(shown: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, declaredValue(name, text, scope)]));
}

/** Both versions get the same inputs, but each may look at something else that is the same in every run. */
function sessionAssumptions({ old, new: changed }: Versions): string[] {
  const own = assumptionsBehind(changed.session.lookedAt);
  return [
    ...changed.session.assumptions.filter((line) => !own.includes(line)),
    ...assumptionsBehind(changed.session.lookedAt, old.session.lookedAt),
  ];
}

/** Inputs that a version's own assumptions drop are not compared. */
function programAssumptions({ old, new: changed }: VersionComparison, versions: Versions, terms: Terms): string[] {
  // What the harness assumes is what the user asked for, and is listed as that.
  if (!assumesItself(versions.old) && !assumesItself(versions.new)) return [];
  const { invocation, session } = versions.new;
  const outcomes = [...old.rows, ...changed.rows].map(({ row }) => row.outcome);
  const scope = scopeOf(session.program, invocation.options.function);
  const assumed = [...new Set([...old.assumptions, ...changed.assumptions])];
  const texts = assumptionTexts(assumed, outcomes, scope, terms).map((text) => `${text}, as the program does`);
  return old.dropsSome || changed.dropsSome
    ? [...texts, 'what the program assumes in one of its branches (pathfold_assume)']
    : texts;
}

const ASSUMING = /^(?:pathfold_assume|klee_assume|__VERIFIER_assume)$/;

function assumesItself({ session }: Version): boolean {
  const isAssumption = (instruction: Instruction) =>
    instruction.op === 'call' && ASSUMING.test(directCallee(instruction)?.name ?? '');
  const own = session.program.functions.filter((fn) => session.isUserCode(fn));
  return own.some(({ blocks }) => blocks.some(({ instructions }) => instructions.some(isAssumption)));
}
