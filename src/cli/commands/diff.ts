/** `pathfold diff`: which inputs behave differently in another version, or that none do. */
import { rmSync } from 'node:fs';
import { Terms } from '../../expr/terms.ts';
import { declaredValue } from '../../insight/output-text.ts';
import { type Scope, scopeOf } from '../../insight/places.ts';
import { exampleOf, exampleWords } from '../../insight/signature-text.ts';
import { isMain } from '../../insight/version-diff/affected-outputs.ts';
import { changeText } from '../../insight/version-diff/changes.ts';
import type { PairStatistics } from '../../insight/version-diff/compare.ts';
import { exampleRun } from '../../insight/version-diff/example-run.ts';
import type { DiffVerdict } from '../../insight/version-diff/verdict.ts';
import { type ComparedOutputs, compareVersions, type Side } from '../../insight/version-diff/versions.ts';
import { UserError } from '../../program/errors.ts';
import { isDeclaration, type Program } from '../../program/program.ts';
import { type AffectedStatements, affectedStatements } from '../../reduce/change/affected.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import { isLibraryState, NOT_COMPARED_STATE } from '../../reduce/output/library-state.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Summary } from '../../suite/summary.ts';
import { diffAutomata } from '../automaton/diff-automata.ts';
import type { Command } from '../commands.ts';
import { exitStatus } from '../exit-status.ts';
import { deadlineOf, explorationOptions } from '../options/explore-options.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore, openSolvers } from '../run/explored-run.ts';
import type { Terminal } from '../terminal.ts';
import { type AffectedReport, affectedReport } from '../versions/affected-report.ts';
import { type Confirmation, confirm } from '../versions/confirm.ts';
import { printDiff } from '../versions/diff-text.ts';
import { type SuiteReport, suiteReport } from '../versions/suite-report.ts';
import { openVersions, sharedProgramName, type Version } from '../versions/versions.ts';

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

export const command: Command = {
  takesFiles: true,
  programs: 2,
  description: [
    'Explores both versions by symbolic output over the same inputs and compares what comes out: result, marked values,',
    'exit status, text and faults. Each difference is shown with its condition and a small input on which both versions',
    'were really run. OLD and NEW are files, or folders: all C files in them, or those of their compile_commands.json. With',
    '--git REV the files given are compared with how they were in that revision. With --automaton the state machines of a step',
    'function are compared instead. The exit status is 1 when behaviour differs, and 4 when it is not known or only within',
    'limits that it does not.',
  ].join('\n'),
  examples: [
    'pathfold diff old.c new.c --function parse',
    'pathfold diff --git HEAD~1 library.c --function area --compare return',
    'pathfold diff old.c new.c --automaton --function step --state state',
  ],
  async run(invocation, terminal) {
    const folder = OutputFolder.open({
      directory: process.cwd(),
      out: invocation.options.out,
      force: invocation.options.force,
    });
    if (invocation.options.automaton) return diffAutomata(invocation, folder, terminal);
    const stray = invocation.given.find(({ name }) => name === 'state' || name === 'initial' || name === 'max-states');
    if (stray !== undefined)
      throw new UserError(`--${stray.name} is about state machines`, 'compare them with --automaton');
    const versions = await openOrRemove(invocation, folder, terminal);
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

/** A run that fails before it began leaves no empty folder behind. */
async function openOrRemove(invocation: Invocation, folder: OutputFolder, terminal: Terminal) {
  try {
    return await openVersions(invocation, folder, terminal);
  } catch (error) {
    if (invocation.options.out === null) rmSync(folder.path, { recursive: true, force: true });
    throw error;
  }
}

async function compare(
  versions: { readonly old: Version; readonly new: Version },
  invocation: Invocation,
  terminal: Terminal,
): Promise<DiffSummary> {
  const { options } = invocation;
  const began = performance.now();
  const terms = new Terms();
  const programName = sharedProgramName(versions.new);
  const statements = affectedStatements(versions.old.session.program, versions.new.session.program);
  rejectWithoutMain(statements, versions.new);
  const deadline = deadlineOf(invocation);
  const runs: Partial<Record<Side, ExploredRun>> = {};
  try {
    const comparison = await compareVersions(statements, comparedOutputs(versions), {
      terms,
      exploring: explorationOptions(
        versions.new.invocation,
        programName,
        () => false,
        () => {},
      ),
      async explore(side, strategy, within, time) {
        const run = await explore(versions[side].invocation, terminal, {
          reduction: 'change, output',
          strategy,
          guarantee: 'every way to compute the outputs was compared between the versions',
          replay: 'none',
          shared: { terms, programName, session: versions[side].session, within, deadline: time },
        });
        runs[side] = run;
        return run.exploration;
      },
      solvers: (maxConflicts) => openSolvers(invocation, maxConflicts),
      deadline,
      progress: (text) => terminal.progress(text),
    });
    const { changes, statistics, pairs } = comparison;
    const suite = options.suite === null ? null : await suiteReport(options.suite, versions.new, statements, terminal);
    terminal.progress('running both versions for real');
    const examples = changes.map((change) => exampleRun(change, comparison));
    const confirmations = await confirm(examples, versions.old.session, versions.new.session, deadline);
    terminal.progress(null);
    const { summary } = runs.new!;
    const scopes = {
      old: scopeOf(versions.old.session.program, options.function),
      new: scopeOf(versions.new.session.program, options.function),
    };
    const total = versions.old.session.compileSeconds + versions.new.session.compileSeconds;
    return {
      ...summary,
      ...comparison.verdict,
      seconds: { ...summary.seconds, total: Math.round(performance.now() - began + total * 1000) / 1000 },
      versions: { old: versions.old.name, new: versions.new.name },
      compared: options.compare,
      observed: observedOutputs(options),
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
  } finally {
    for (const run of Object.values(runs)) run.exploration.dispose();
  }
}

/** Enumerators and letters instead of their numbers. */
function declared(shown: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, declaredValue(name, text, scope)]));
}

/** Libraries are compared function by function, and those that changed are the ones to begin with. */
function rejectWithoutMain({ difference }: AffectedStatements, { name, session: { program } }: Version): void {
  if (program.functions.some((fn) => isMain(fn) && !isDeclaration(fn))) return;
  const changed = difference.functions
    .filter((match) => match.changed.size + match.added.length + match.removed.length > 0)
    .map(({ new: fn }) => fn.debug?.name ?? fn.name);
  const which = changed.length === 0 ? 'no function changed' : `changed: ${changed.slice(0, MOST_NAMED).join(', ')}`;
  throw new UserError(
    `${name} has no main function`,
    `name the function to compare with --function (${which}), or add a file that defines main`,
  );
}

const MOST_NAMED = 8;

/** What the level of comparison, or the user, asks for. */
function comparedOutputs({ old, new: changed }: { readonly old: Version; readonly new: Version }): ComparedOutputs {
  const { options } = changed.invocation;
  const isFunction = options.function !== null;
  const wanted = ({ invocation, session }: Version) => selectionOf(invocation, session.program);
  return {
    wanted: { old: wanted(old), new: wanted(changed) },
    // Static variables cannot be read once main has returned; the next call of a function can read them.
    globals:
      options.compare === 'all' && options.output.length === 0
        ? (global) => isFunction || (global.linkage !== 'internal' && !isLibraryState(global))
        : null,
    sameness: sameness(options),
  };
}

function selectionOf({ options }: Invocation, program: Program): OutputSelection {
  if (options.compare === 'crashes') {
    return { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };
  }
  const isFunction = options.function !== null;
  if (options.output.length > 0) return outputSelection(options.output, program, isFunction, true);
  if (options.compare === 'return') return outputSelection(['return'], program, isFunction, isFunction);
  return outputSelection(['return', 'exit', 'stdout', 'stderr'], program, isFunction);
}

/** Everything that was compared, and what a caller could see that was not. */
function observedOutputs({ compare, output, function: name }: Invocation['options']): string {
  if (compare === 'crashes') return 'faults, nothing else';
  if (output.length > 0) return `${output.join(', ')} and faults, nothing else`;
  if (compare === 'return') return `${name === null ? 'the exit status' : 'the result'} and faults, nothing else`;
  const seen =
    name === null
      ? ['the exit status', 'text on standard output and error', 'marked values', 'globals that are not static']
      : [
          'the result',
          'what pointers of parameters, result and globals lead to',
          'which objects are freed',
          'globals',
          'errno, the environment and other state of the library',
          'text on standard output and error',
        ];
  return `${seen.join('; ')}; faults. Not compared: addresses, ${NOT_COMPARED_STATE}, text before a fault`;
}

/** What both versions do alike, as far as was asked. */
function sameness({ compare, output }: Invocation['options']): string {
  if (compare === 'crashes') return 'fault in the same way, or not at all,';
  if (output.length > 0) return 'have the same chosen outputs';
  return compare === 'return' ? 'return the same' : 'do the same';
}
