/** `klee-stats`: the figures of runs as a table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../program/errors.ts';
import type { Terminal } from '../../terminal.ts';

type Figures = Readonly<Record<string, number>>;
type Column = readonly [title: string, value: (figures: Figures) => string];

const COLUMNS: readonly Column[] = [
  ['Instrs', (f) => String(f.Instructions)],
  ['Time(s)', (f) => f.WallTime.toFixed(2)],
  ['ICov(%)', (f) => share(f.CoveredInstructions, f.CoveredInstructions + f.UncoveredInstructions)],
  ['BCov(%)', (f) => share(2 * f.FullBranches + f.PartialBranches, 2 * f.NumBranches)],
  ['ICount', (f) => String(f.CoveredInstructions + f.UncoveredInstructions)],
  ['TSolver(%)', (f) => share(f.SolverTime, f.WallTime)],
];
const MORE: readonly Column[] = [
  ['Queries', (f) => String(f.NumQueries)],
  ['MaxMem(MiB)', (f) => f.MaxMemory.toFixed(2)],
];

export function kleeStats(words: readonly string[], terminal: Terminal): number {
  const folders = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-'));
  if (options.includes('--help') || options.includes('-h')) {
    terminal.out('usage: klee-stats [--print-all] [--to-csv] DIR...\n');
    return 0;
  }
  const known = ['--print-all', '--print-more', '--to-csv', '--to-grafana', '--print-rel-times', '--print-abs-times'];
  const unknown = options.find((option) => !known.includes(option) && !option.startsWith('--table-format'));
  if (unknown !== undefined) throw new UserError(`klee-stats: unknown option ${unknown}`);
  if (folders.length === 0) throw new UserError('klee-stats: no folder given', 'name folders such as klee-last');
  const rows = folders.map((folder) => ({ folder, figures: readFigures(folder) }));
  if (options.includes('--to-csv')) {
    const names = Object.keys(rows[0].figures);
    terminal.out(`${names.join(',')}\n`);
    for (const { figures } of rows) terminal.out(`${names.map((name) => figures[name]).join(',')}\n`);
    return 0;
  }
  const columns = options.some((option) => option.startsWith('--print-')) ? [...COLUMNS, ...MORE] : COLUMNS;
  const cells = [
    ['Path', ...columns.map(([title]) => title)],
    ...rows.map(({ folder, figures }) => [folder, ...columns.map(([, value]) => value(figures))]),
  ];
  terminal.out(table(cells));
  return 0;
}

/** Names in the first line, values in the last, both in parentheses. */
function readFigures(folder: string): Figures {
  const path = join(folder, 'run.stats');
  if (!existsSync(path)) throw new UserError(`klee-stats: there is no ${path}`, 'name folders such as klee-last');
  const lines = readFileSync(path, 'latin1').trim().split('\n');
  const inside = (line: string) => line.replace(/^\(|,?\)$/g, '').split(',');
  const names = inside(lines[0]).map((name) => name.trim().replace(/^'|'$/g, ''));
  const values = inside(lines[lines.length - 1]).map(Number);
  if (!names.includes('Instructions') || values.some(Number.isNaN)) {
    throw new UserError(`klee-stats: ${path} is not one of pathfold's`, 'KLEE keeps these figures in a database');
  }
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

function share(part: number, whole: number): string {
  return (whole === 0 ? 0 : (100 * part) / whole).toFixed(2);
}

function table(cells: readonly (readonly string[])[]): string {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row: readonly string[]) =>
    `|${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('|')}|`;
  const rule = '-'.repeat(line(cells[0]).length);
  return [rule, line(cells[0]), rule, ...cells.slice(1).map(line), rule, ''].join('\n');
}
