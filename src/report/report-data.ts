/** Everything a report shows, as plain data: what the run's folder holds, and the sources as they are now. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import type { StepText } from '../insight/walk-text.ts';
import { ENDINGS } from '../machine/endings.ts';
import { UserError } from '../program/errors.ts';
import { shownValue } from '../suite/c-test.ts';
import { TRACEFILE } from '../suite/exports/stored-run.ts';
import { testInputText } from '../suite/input-text.ts';
import { type Journal, readJournal } from '../suite/journal/reader.ts';
import { type EndedPathRecord, JOURNAL_FILE } from '../suite/journal/records.ts';
import { HARNESS_FILE } from '../suite/output-folder.ts';
import type { Summary, SummaryDecision, SummaryFault } from '../suite/summary.ts';
import { type TestCase, testName } from '../suite/test-case.ts';
import { wayOut } from '../suite/way-out.ts';
import { type PathTreeNode, pathTree } from './path-tree.ts';
import { type LineReach, type ReachedLines, reachOf } from './reach.ts';
import { type ReportSource, sourcesOf, type UncoveredLines } from './report-sources.ts';

export interface ReportData {
  readonly title: string;
  readonly command: string;
  readonly verdict: string;
  /** What it is limited to, said right after it; empty where nothing was assumed. */
  readonly within: string;
  readonly meaning: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly assumptions: readonly string[];
  readonly shares: readonly { readonly name: string; readonly covered: number; readonly total: number }[];
  readonly faults: readonly ReportFault[];
  readonly signature: readonly SignatureRow[];
  readonly changes: readonly ChangeRow[];
  readonly sources: readonly ReportSource[];
  /** Number, what happens, input, outputs. */
  readonly tests: readonly (readonly [number: number, ending: string, input: string, outputs: string])[];
  readonly tree: PathTreeNode | null;
  /** How paths ended, and how many. */
  readonly endings: readonly (readonly [text: string, count: number])[];
  /** Which tests reach which lines; null where they were not followed. */
  readonly reach: LineReach | null;
  readonly notFollowed: string | null;
  readonly decisions: readonly SummaryDecision[];
  /** Where several functions were explored one by one. */
  readonly functions: readonly FunctionRow[];
}

interface FunctionRow {
  readonly name: string;
  readonly result: string;
  readonly paths: string;
  readonly faults: string;
  readonly folder: string;
}

interface ReportFault {
  readonly title: string;
  readonly message: string;
  readonly place: string;
  readonly file: string | null;
  readonly line: number;
  readonly input: string;
  /** What to do if the fault is one only because of what was assumed. */
  readonly wayOut: string;
  readonly calls: readonly { readonly text: string; readonly file: string | null; readonly line: number }[];
  readonly test: string | null;
  readonly reproduce: string;
  readonly steps: readonly ReportStep[];
  /** Steps before them. */
  readonly stepsLeft: number;
}

interface SignatureRow {
  readonly condition: string;
  readonly cases?: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly exampleText?: string;
}

interface ChangeRow {
  readonly condition: string;
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
  readonly exampleText?: string;
}

/** Line, how deep in calls, function, what was set; in the order in which they ran. */
type ReportStep = readonly [file: string, line: number, depth: number, fn: string, values: string];

/** The tests of a run, followed line by line. */
export interface FollowedTests extends ReachedLines {
  readonly paths: ReadonlyMap<number, { readonly steps: readonly StepText[]; readonly left: number }>;
}

/** Inputs and outputs of all tests together, in characters: a page that opens at once is worth more than long texts, which tests have. */
const MOST_TEXT = 1_600_000;
const LONGEST_TEXT = 200;
const SHORTEST_TEXT = 60;

type StoredSummary = Partial<Summary> & {
  signature?: SignatureRow[];
  changes?: ChangeRow[];
  difference?: string;
  versions?: { readonly old: string; readonly new: string };
  uncovered?: UncoveredLines[];
  functions?: StoredFunction[];
};

interface StoredFunction {
  readonly function: string;
  readonly folder: string;
  readonly skipped: string | null;
  readonly summary: Summary | null;
}

/** `followed` may also be a sentence why the tests cannot be followed. */
export function reportData(folder: string, followed: FollowedTests | string): ReportData {
  const path = join(folder, JOURNAL_FILE);
  const summary = readSummary(folder);
  const journal = existsSync(path) ? readJournal(path) : null;
  if (journal === null && summary === null) {
    throw new UserError(`${folder} holds no run`, 'name a folder that `pathfold test` wrote');
  }
  const base = journal === null ? folder : resolve(folder, journal.run.directory);
  const several = summary?.functions?.filter((each) => 'folder' in each) ?? [];
  const faults = journal?.faults ?? summary?.faults ?? several.flatMap((each) => each.summary?.faults ?? []);
  const tests = journal?.tests ?? [];
  const longest = Math.min(
    LONGEST_TEXT,
    Math.max(SHORTEST_TEXT, Math.floor(MOST_TEXT / 2 / Math.max(1, tests.length))),
  );
  const walks = typeof followed === 'string' ? null : followed;
  return {
    title:
      journal === null
        ? versionsTitle(summary, folder)
        : `${journal.run.entry} of ${journal.run.build.files.join(' ')}`,
    command: journal === null ? commandOf(summary) : `pathfold ${journal.run.words.join(' ')}`,
    verdict: summary?.difference ?? summary?.verdict ?? journal?.end?.verdict ?? verdictOfAll(several),
    within: isWithinAssumptions(summary) ? ' within the assumptions below' : '',
    meaning:
      several.length > 0
        ? 'each function was explored by itself; its own report has the rest'
        : (summary?.guarantee ?? 'the run did not come to its end: what is here was found before'),
    facts: factsOf(summary, journal),
    assumptions: summary?.assumptions ?? [],
    shares: sharesOf(summary),
    faults: faults.map((fault) => ({
      ...faultOf(fault, summary?.versions === undefined ? folder : join(folder, 'new'), walks),
      wayOut: wayOut(fault, summary?.assumptions ?? []) ?? '',
    })),
    signature: summary?.signature ?? [],
    changes: summary?.changes ?? [],
    sources: sourcesOf(join(folder, TRACEFILE), base, summary?.uncovered ?? []),
    reach:
      walks === null
        ? null
        : reachOf(
            withPlainNames(walks),
            tests.map(({ number }) => number),
          ),
    notFollowed: typeof followed === 'string' ? followed : null,
    tests: tests.map((test) => testRow(test, longest)),
    decisions: (summary?.decisions ?? []).map((each) => ({ ...each, file: plainName(each.file) })),
    tree: journal === null ? null : pathTree(journal.paths),
    endings: journal === null ? [] : endingsOf(journal.paths),
    functions: several.map(functionRow),
  };
}

function versionsTitle(summary: StoredSummary | null, folder: string): string {
  if (summary?.versions === undefined) return folder;
  const { old, new: changed } = summary.versions;
  return `${summary.entry ?? 'main'}: ${plainName(old)} against ${plainName(changed)}`;
}

function commandOf(summary: StoredSummary | null): string {
  if (summary?.versions === undefined) return summary?.command ?? '';
  const { old, new: changed } = summary.versions;
  const entry = summary.entry === undefined || summary.entry === 'main' ? '' : ` --function ${summary.entry}`;
  return `pathfold ${summary.command ?? 'diff'} ${old} ${changed}${entry}`;
}

function readSummary(folder: string): StoredSummary | null {
  const path = join(folder, 'summary.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredSummary) : null;
}

function functionRow({ function: name, folder, skipped, summary }: StoredFunction): FunctionRow {
  if (summary === null) return { name, result: `skipped: ${skipped}`, paths: '', faults: '', folder };
  const { completed, faulty, pruned, unfinished } = summary.paths;
  const paths = String(completed + faulty + pruned + unfinished);
  return { name, result: summary.verdict, paths, faults: String(summary.faults.length), folder };
}

function isWithinAssumptions(summary: StoredSummary | null): boolean {
  if (summary === null || summary.verdict !== 'complete' || summary.difference === 'different') return false;
  return (summary.assumptions ?? []).length > 0;
}

function verdictOfAll(functions: readonly StoredFunction[]): string {
  return functions.length > 0 && functions.every(({ summary }) => summary?.verdict === 'complete')
    ? 'complete'
    : 'stopped';
}

function factsOf(summary: StoredSummary | null, journal: Journal | null): [string, string][] {
  const facts: [string, string][] = [];
  if (summary?.paths !== undefined) {
    const { completed, faulty, pruned, unfinished } = summary.paths;
    facts.push([
      'paths',
      `${completed} completed, ${faulty} faulty, ${pruned} cut as redundant, ${unfinished} unfinished`,
    ]);
  }
  if (journal !== null) facts.push(['tests', String(journal.tests.length)]);
  if (summary?.limits !== undefined && summary.limits.length > 0) facts.push(['limits hit', summary.limits.join(', ')]);
  if (summary?.reduction !== undefined) facts.push(['reduction', summary.reduction]);
  if (summary?.instructions !== undefined) facts.push(['instructions', summary.instructions.toLocaleString('en')]);
  if (summary?.seconds !== undefined) {
    const { total, compile, execute, solve, analyse, reduce } = summary.seconds;
    facts.push([
      'seconds',
      `${total} in all: compiling ${compile}, executing ${execute}, solving ${solve}, analysing ${analyse}, reducing ${reduce}`,
    ]);
  }
  if (summary?.replay != null) {
    const { agreed, replayed } = summary.replay;
    const isLate = replayed === 0 && (summary.tests ?? 0) > 0;
    facts.push(['replayed', isLate ? 'none, the time was over' : `${agreed} of ${replayed} agree with compiled code`]);
  }
  for (const warning of summary?.warnings ?? []) facts.push(['warning', warning]);
  for (const what of summary?.unmodelled ?? []) facts.push(['not modelled', what]);
  return facts;
}

function sharesOf(summary: StoredSummary | null): ReportData['shares'] {
  if (summary?.coverage === undefined) return [];
  const { lines, branches, instructions } = summary.coverage;
  return [
    { name: 'lines', ...lines },
    { name: 'branch directions', ...branches },
    { name: 'instructions', ...instructions },
  ];
}

function faultOf(fault: SummaryFault, folder: string, walks: FollowedTests | null): Omit<ReportFault, 'wayOut'> {
  const { kind, line, column, message, input, test } = fault;
  const file = plainName(fault.file);
  const path = test === null ? undefined : walks?.paths.get(Number(test.replace(/^\D+/, '')));
  const calls = (fault.stack ?? []).filter((call) => call.file?.endsWith(HARNESS_FILE) !== true);
  return {
    title: ENDINGS[kind].label,
    message,
    place: file === null ? '' : `${file}:${line}:${column}`,
    file,
    line,
    input: input ?? '',
    calls: calls.map((call) => ({
      text: `${call.function}${call.file === null ? '' : ` at ${plainName(call.file)}:${call.line}`}`,
      file: plainName(call.file),
      line: call.line,
    })),
    test,
    reproduce: test === null ? '' : `pathfold replay ${join(folder, `${test}.json`)}`,
    steps: (path?.steps ?? []).map((step) => [
      plainName(step.file)!,
      step.line,
      step.depth,
      step.function,
      step.values,
    ]),
    stepsLeft: path?.left ?? 0,
  };
}

/** A source that a harness includes is spelled through the folder of the run. */
function plainName<T extends string | null>(file: T): T {
  return (file === null ? null : normalize(file)) as T;
}

function withPlainNames({ lines, reached }: ReachedLines): ReachedLines {
  return { lines: lines.map(({ file, line }) => ({ file: plainName(file), line })), reached };
}

function endingsOf(paths: readonly EndedPathRecord[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { ending, name } of paths) {
    const text = name === undefined ? ENDINGS[ending].label : `${ENDINGS[ending].label}: ${name}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function testRow(test: TestCase, longest: number): [number, string, string, string] {
  const { number, expected } = test;
  const ending =
    expected.fault !== null
      ? `${expected.meaning}, line ${expected.fault.line}`
      : expected.status === null
        ? expected.meaning
        : `exit ${expected.status}`;
  const outputs = expected.outputs.map((output) => `${output.name} = ${shownValue(output)}`).join(', ');
  const args = test.argv.slice(1).map((word) => JSON.stringify(word));
  const input = [testInputText(test), ...(args.length > 0 ? [`arguments ${args.join(' ')}`] : [])]
    .filter((text) => text !== '')
    .join('; ');
  return [number, ending, cut(input || testName(number), longest), cut(outputs, longest)];
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}...`;
}
