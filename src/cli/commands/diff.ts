/** `pathfold diff`: which inputs behave differently in another version, or that none do. */
import { rmSync } from 'node:fs';
import { touchedInstructions } from '../../analysis/version-difference/touched.ts';
import type { Exploration, Strategy } from '../../explore/exploration.ts';
import type { Model, Term } from '../../expr/term.ts';
import { Terms } from '../../expr/terms.ts';
import { exampleOf } from '../../insight/signature-text.ts';
import { affectedOutputs, comparableGlobals, isMain } from '../../insight/version-diff/affected-outputs.ts';
import { type Change, changesOf, changeText, exampleText } from '../../insight/version-diff/changes.ts';
import {
  comparableRows,
  type DifferingPair,
  differingPairs,
  type PairStatistics,
  startKey,
  type VersionRow,
} from '../../insight/version-diff/compare.ts';
import { InternalError, UserError } from '../../program/errors.ts';
import { isDeclaration, type Program } from '../../program/program.ts';
import { type AffectedStatements, affectedStatements } from '../../reduce/change/affected.ts';
import { type TouchingInputs, touchingInputs } from '../../reduce/change/touching.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import { createSolver } from '../../solver/solver.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Summary } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../main.ts';
import { explorationOptions } from '../options/explore-options.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore, openSolvers } from '../run/explored-run.ts';
import type { Terminal } from '../terminal.ts';
import { type AffectedReport, affectedReport, nothingChanged } from '../versions/affected-report.ts';
import { type Confirmation, confirm, type ExampleRun } from '../versions/confirm.ts';
import { printDiff } from '../versions/diff-text.ts';
import { type SuiteReport, suiteReport } from '../versions/suite-report.ts';
import { openVersions, sharedProgramName, type Version } from '../versions/versions.ts';

export type Difference = 'different' | 'equivalent' | 'equivalent within bounds' | 'unknown';

export interface ChangeReport extends Confirmation {
  readonly condition: string;
  readonly example: Readonly<Record<string, number | string>>;
  /** Outputs as terms over the inputs. */
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
}

export interface DiffSummary extends Summary {
  readonly difference: Difference;
  /** Why it is not known, or what the bounds were. */
  readonly reason: string | null;
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
  summary: 'what changed in behaviour between two versions, with inputs that show it',
  operands: 'OLD NEW',
  takesFiles: true,
  description: [
    'Explores both versions by symbolic output over the same inputs and compares what comes out: result, marked values,',
    'exit status, text and faults. Each difference is shown with its condition and a small input on which both versions',
    'were really run. OLD and NEW are files, or folders: all C files in them, or those of their compile_commands.json. With',
    '--git REV the files given are compared with how they were in that revision. The exit status is 1 when behaviour',
    'differs.',
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
    const versions = await openOrRemove(invocation, folder, terminal);
    const comparison = await compareVersions(versions, invocation, terminal);
    const serialized = `${JSON.stringify(comparison.summary, null, 2)}\n`;
    folder.write('summary.json', serialized);
    if (invocation.options.json) terminal.out(serialized);
    else printDiff(comparison.summary, folder.name, terminal);
    if (folder.problem !== null) throw folder.problem;
    if (comparison.summary.changes.some(({ confirmed }) => confirmed === 'no')) return ExitStatus.internal;
    return comparison.summary.difference === 'different' ? ExitStatus.found : ExitStatus.nothingFound;
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

interface Explored {
  readonly version: Version;
  readonly run: ExploredRun;
  readonly rows: readonly OutputRow[];
  readonly selection: OutputSelection;
}

async function compareVersions(
  versions: { readonly old: Version; readonly new: Version },
  invocation: Invocation,
  terminal: Terminal,
): Promise<{ readonly summary: DiffSummary }> {
  const { options } = invocation;
  const began = performance.now();
  const terms = new Terms();
  const programName = sharedProgramName(versions.new);
  const statements = affectedStatements(versions.old.session.program, versions.new.session.program);
  rejectWithoutMain(statements, versions.new);
  const affected = affectedReport(statements, versions.old.fileName);
  const identical = nothingChanged(statements);
  terminal.progress('looking for inputs that meet the change');
  const touching = await inputsToCompare(statements, versions.new, programName, terms);
  const selections = selectionsOf(statements, versions);
  const solver = await createSolver(terms, await openSolvers(invocation));
  const one = (version: Version, selection: OutputSelection) =>
    exploreVersion(version, selection, terms, touching.condition, programName, terminal);
  const changed = await one(versions.new, selections.new);
  const old = await one(versions.old, selections.old);
  try {
    rejectResizedInputs(old.rows, changed.rows);
    const statistics: PairStatistics = { pairs: 0, same: 0, queries: 0, undecided: 0 };
    const [before, after] = [old, changed].map(({ rows, selection }) => comparableRows(rows, selection));
    const pairs: DifferingPair[] = [];
    const deadline = began + (invocation.options['max-time'] ?? Number.POSITIVE_INFINITY) * 2000;
    let late = false;
    for (const pair of differingPairs(before, after, touching.condition, terms, solver, statistics)) {
      pairs.push(pair);
      late = performance.now() > deadline;
      if (late) break;
    }
    const suite = options.suite === null ? null : await suiteReport(options.suite, versions.new, statements, terminal);
    terminal.progress('looking for small examples');
    const changes = await readableChanges(pairs, terms, invocation);
    const runs = changes.map((change) => exampleRun(change, old, changed));
    terminal.progress('running both versions for real');
    const confirmations = await confirm(runs, old.version.session, changed.version.session);
    terminal.progress(null);
    const verdict = judge(old.run.summary, changed.run.summary, pairs.length > 0, statistics, late, sameness(options));
    const total = versions.old.session.compileSeconds + versions.new.session.compileSeconds;
    const summary: DiffSummary = {
      ...changed.run.summary,
      ...verdict,
      ...(identical ? { guarantee: 'no statement differs, so both versions do the same on every input' } : {}),
      seconds: {
        ...changed.run.summary.seconds,
        total: Math.round(performance.now() - began + total * 1000) / 1000,
      },
      versions: { old: versions.old.name, new: versions.new.name },
      compared: invocation.options.compare,
      pairs: { ...statistics, old: before.length, new: after.length, differing: pairs.length },
      affected,
      suite,
      changes: changes.map((change, i) => ({
        ...changeText(change),
        example: exampleOf(change.inputs, change.example),
        ...confirmations[i],
      })),
    };
    return { summary };
  } finally {
    solver.dispose();
    old.run.exploration.dispose();
    changed.run.exploration.dispose();
  }
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

/** By a solver of its own, which counts its effort: examples must not depend on how busy the machine is. */
async function readableChanges(pairs: readonly DifferingPair[], terms: Terms, invocation: Invocation) {
  if (pairs.length === 0) return [];
  const solver = await createSolver(terms, await openSolvers(invocation, MOST_CONFLICTS));
  try {
    return changesOf(pairs, terms, solver);
  } finally {
    solver.dispose();
  }
}

/** About two seconds on one question. */
const MOST_CONFLICTS = 20_000;

/** Where the change cannot be met there is nothing to compare. */
const NOTHING_TO_EXPLORE: Strategy = { recorder: null, *explore() {} };

/** All inputs that meet something that differs. */
async function inputsToCompare(
  statements: AffectedStatements,
  { invocation, session }: Version,
  programName: string,
  terms: Terms,
): Promise<TouchingInputs> {
  if (nothingChanged(statements)) return { condition: terms.bool(false), instructions: 0 };
  const { dependences, difference } = statements;
  const touched = touchedInstructions(dependences.old.program, session.program, difference);
  const options = explorationOptions(
    invocation,
    programName,
    () => false,
    () => {},
  );
  return touchingInputs(dependences.new, touched, options, terms);
}

async function exploreVersion(
  version: Version,
  selection: OutputSelection,
  terms: Terms,
  within: Term,
  programName: string,
  terminal: Terminal,
): Promise<Explored> {
  const rows: OutputRow[] = [];
  const run = await explore(version.invocation, terminal, {
    reduction: 'change, output',
    strategy: (program) => {
      if (within === terms.bool(false)) return NOTHING_TO_EXPLORE;
      const onRow = (row: OutputRow) => rows.push(row);
      // Examples are made from pairs of rows.
      const switched = { readable: false };
      return REDUCTIONS.output.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, outputs: selection, switched, onRow });
    },
    guarantee: 'every way to compute the outputs was compared between the versions',
    replay: 'none',
    shared: { terms, programName, session: version.session, within },
  });
  return { version, run, rows, selection };
}

/** What the level of comparison, or the user, asks for, as far as the change can reach it. */
function selectionsOf(statements: AffectedStatements, versions: { readonly old: Version; readonly new: Version }) {
  const { options } = versions.new.invocation;
  const isFunction = options.function !== null;
  // Nobody can look at static variables once main has returned; the next call of a function can.
  const globals =
    options.compare === 'all' && options.output.length === 0
      ? comparableGlobals(statements, ({ linkage }) => isFunction || linkage !== 'internal')
      : null;
  const wanted = (side: 'old' | 'new') => {
    const selection = selectionOf(versions[side].invocation, versions[side].session.program);
    return globals === null ? selection : { ...selection, globals: globals[side] };
  };
  return affectedOutputs(statements, { old: wanted('old'), new: wanted('new') });
}

function selectionOf({ options }: Invocation, program: Program): OutputSelection {
  if (options.compare === 'crashes') {
    return { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };
  }
  const isFunction = options.function !== null;
  if (options.output.length > 0) return outputSelection(options.output, program, isFunction, true);
  if (options.compare === 'return') return outputSelection(['return'], program, isFunction);
  return outputSelection(['return', 'exit', 'stdout', 'stderr'], program, isFunction);
}

/** Variables are named after inputs: one name with two sizes would be two unrelated inputs, the second with its size behind. */
function rejectResizedInputs(old: readonly OutputRow[], changed: readonly OutputRow[]): void {
  const plain = (name: string) => name.replace(/:\[?\d+\]?$/, '');
  const sizes = new Map(old.flatMap(({ outcome }) => outcome.inputs.map(({ name, bits }) => [plain(name), bits])));
  for (const { name, bits } of changed.flatMap(({ outcome }) => outcome.inputs)) {
    const before = sizes.get(plain(name));
    if (before === undefined || before === bits) continue;
    throw new UserError(
      `the input ${plain(name)} has ${before} bits in the old version and ${bits} in the new one`,
      'give it another name in one of them, or the same type in both',
    );
  }
}

/** What both versions do with the example of a change. */
function exampleRun(change: Change, old: Explored, changed: Explored): ExampleRun {
  const follow = ({ run, selection }: Explored, model: Model, start: string) => {
    const outcome = run.exploration.follow(model, initialState(run.exploration, start)).outcome;
    return { outcome, selection };
  };
  const start = startKey(change.new.row.outcome);
  return {
    model: change.example,
    old: { ...follow(old, change.example, start), globals: globalsShown(change, change.old, old.selection) },
    new: { ...follow(changed, change.example, start), globals: globalsShown(change, change.new, changed.selection) },
  };
}

/** Final values of the chosen globals for the example of a change. */
function globalsShown(change: Change, { outputs }: VersionRow, { globals }: OutputSelection): Record<string, string> {
  const names = new Set(globals.map((global) => global.debug?.name ?? global.name));
  const shown = outputs.filter((output) => names.has(output.name) && output.kind !== 'ending');
  return Object.fromEntries(shown.map((output) => [output.name, exampleText(output, change)]));
}

function initialState(exploration: Exploration, start: string): number {
  const at = exploration.startStates().findIndex((state) => startKey(state) === start);
  if (at < 0) throw new InternalError('a row does not begin in any initial state');
  return at;
}

/** What both versions do alike, as far as was asked. */
function sameness({ compare, output }: Invocation['options']): string {
  if (compare === 'crashes') return 'fault in the same way, or not at all,';
  if (output.length > 0) return 'have the same chosen outputs';
  return compare === 'return' ? 'return the same' : 'do the same';
}

/** What may be said, given how far both versions were explored. */
function judge(
  old: Summary,
  changed: Summary,
  differs: boolean,
  statistics: PairStatistics,
  late: boolean,
  same: string,
): Pick<DiffSummary, 'difference' | 'reason' | 'verdict' | 'limits' | 'guarantee'> {
  const limits = [...new Set([...old.limits, ...changed.limits])].sort();
  const unmodelled = [...new Set([...old.unmodelled, ...changed.unmodelled])].sort();
  const verdicts = [old.verdict, changed.verdict];
  const complete = verdicts.every((verdict) => verdict === 'complete') && statistics.undecided === 0 && !late;
  const stopped = verdicts.includes('stopped') || late;
  const verdict = complete ? 'complete' : stopped ? 'stopped' : 'bounded';
  const reasons: string[] = [];
  if (stopped) reasons.push('the time was up before everything was explored and compared');
  if (unmodelled.length > 0) reasons.push(`not modelled: ${unmodelled.join(', ')}`);
  if (statistics.undecided > 0 || limits.includes('max-solver-time')) reasons.push('the solver gave up on a question');
  const result = { verdict, limits } as const;
  if (differs) {
    const guarantee = complete
      ? `on all other inputs both versions ${same}`
      : 'each difference is real; there may be others beyond the limits';
    return { ...result, difference: 'different', reason: reasons.join('; ') || null, guarantee };
  }
  if (complete) {
    const guarantee = `both versions ${same} on every input`;
    return { ...result, difference: 'equivalent', reason: null, guarantee };
  }
  if (reasons.length > 0) {
    const guarantee = 'no difference was found in what was compared; about the rest nothing is known';
    return { ...result, difference: 'unknown', reason: reasons.join('; '), guarantee };
  }
  const guarantee = `both versions ${same} on every input that stays within the limits`;
  return { ...result, difference: 'equivalent within bounds', reason: `limits hit: ${limits.join(', ')}`, guarantee };
}
