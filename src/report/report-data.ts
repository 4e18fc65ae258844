/** Everything a report shows, as plain data: what the run's folder holds, and the sources as they are now. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENDINGS } from '../machine/endings.ts';
import { UserError } from '../program/errors.ts';
import { shownValue } from '../suite/c-test.ts';
import { TRACEFILE } from '../suite/exports/stored-run.ts';
import { testInputText } from '../suite/input-text.ts';
import { type Journal, readJournal } from '../suite/journal/reader.ts';
import { JOURNAL_FILE } from '../suite/journal/records.ts';
import { HARNESS_FILE } from '../suite/output-folder.ts';
import type { Summary, SummaryFault } from '../suite/summary.ts';
import { type TestCase, testName } from '../suite/test-case.ts';
import { type PathTreeNode, pathTree } from './path-tree.ts';

export interface ReportData {
  readonly title: string;
  readonly command: string;
  readonly verdict: string;
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
}

interface ReportFault {
  readonly title: string;
  readonly message: string;
  readonly place: string;
  readonly file: string | null;
  readonly line: number;
  readonly input: string;
  readonly calls: readonly { readonly text: string; readonly file: string | null; readonly line: number }[];
  readonly test: string | null;
  readonly reproduce: string;
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
  readonly example: Readonly<Record<string, number | string>>;
}

interface ReportSource {
  readonly file: string;
  readonly lines: readonly string[];
  /** Per line: covered, partly covered, uncovered, or nothing to cover. */
  readonly state: readonly ('c' | 'p' | 'u' | '')[];
}

/** What users look at; longer texts are in the tests themselves. */
const LONGEST_TEXT = 200;
const MOST_LINES = 20_000;

type StoredSummary = Partial<Summary> & { signature?: SignatureRow[]; changes?: ChangeRow[]; difference?: string };

export function reportData(folder: string): ReportData {
  const path = join(folder, JOURNAL_FILE);
  const summary = readSummary(folder);
  const journal = existsSync(path) ? readJournal(path) : null;
  if (journal === null && summary === null) {
    throw new UserError(`${folder} holds no run`, 'name a folder that `pathfold test` wrote');
  }
  const base = journal === null ? folder : resolve(folder, journal.run.directory);
  const faults = journal?.faults ?? summary?.faults ?? [];
  const shown = (journal?.tests ?? []).map((test) => testRow(test));
  return {
    title: journal === null ? folder : `${journal.run.entry} of ${journal.run.build.files.join(' ')}`,
    command: journal === null ? (summary?.command ?? '') : `pathfold ${journal.run.words.join(' ')}`,
    verdict: summary?.difference ?? summary?.verdict ?? journal?.end?.verdict ?? 'stopped',
    meaning: summary?.guarantee ?? 'the run did not come to its end: what is here was found before',
    facts: factsOf(summary, journal),
    assumptions: summary?.assumptions ?? [],
    shares: sharesOf(summary),
    faults: faults.map((fault) => faultOf(fault, folder)),
    signature: summary?.signature ?? [],
    changes: summary?.changes ?? [],
    sources: sourcesOf(join(folder, TRACEFILE), base),
    tests: shown,
    tree: journal === null ? null : pathTree(journal.paths),
  };
}

function readSummary(folder: string): StoredSummary | null {
  const path = join(folder, 'summary.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredSummary) : null;
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
  if (summary?.replay != null)
    facts.push(['replayed', `${summary.replay.agreed} of ${summary.replay.replayed} agree with compiled code`]);
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

function faultOf(fault: SummaryFault, folder: string): ReportFault {
  const { kind, file, line, column, message, input, test } = fault;
  const calls = (fault.stack ?? []).filter((call) => call.file?.endsWith(HARNESS_FILE) !== true);
  return {
    title: ENDINGS[kind].label,
    message,
    place: file === null ? '' : `${file}:${line}:${column}`,
    file,
    line,
    input: input ?? '',
    calls: calls.map((call) => ({
      text: `${call.function}${call.file === null ? '' : ` at ${call.file}:${call.line}`}`,
      file: call.file,
      line: call.line,
    })),
    test,
    reproduce: test === null ? '' : `pathfold replay ${join(folder, `${test}.json`)}`,
  };
}

function testRow(test: TestCase): [number, string, string, string] {
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
  return [number, ending, cut(input || testName(number)), cut(outputs)];
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}...`;
}

function sourcesOf(tracefile: string, base: string): ReportSource[] {
  if (!existsSync(tracefile)) return [];
  const sources: ReportSource[] = [];
  let file = '';
  let lines = new Map<number, number>();
  let partly = new Set<number>();
  for (const record of readFileSync(tracefile, 'utf8').split('\n')) {
    const value = record.slice(record.indexOf(':') + 1);
    if (record.startsWith('SF:')) [file, lines, partly] = [value, new Map(), new Set()];
    else if (record.startsWith('DA:')) {
      const [line, hits] = value.split(',').map(Number);
      lines.set(line, hits);
    } else if (record.startsWith('BRDA:')) {
      const [line, , , taken] = value.split(',');
      if (taken === '0' || taken === '-') partly.add(Number(line));
    } else if (record === 'end_of_record') sources.push(sourceOf(file, lines, partly, base));
  }
  return sources;
}

function sourceOf(
  file: string,
  hits: ReadonlyMap<number, number>,
  partly: ReadonlySet<number>,
  base: string,
): ReportSource {
  const path = resolve(base, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : 'the source is not where it was';
  const lines = text.split('\n').slice(0, MOST_LINES);
  const state = lines.map((_, i) => {
    const count = hits.get(i + 1);
    if (count === undefined) return '';
    return count === 0 ? 'u' : partly.has(i + 1) ? 'p' : 'c';
  });
  return { file, lines, state };
}
