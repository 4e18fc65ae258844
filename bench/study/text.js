/** Rows as people read them: aligned on a terminal, as Markdown in the page. */
import { meansOf, ratioOf, sameness } from './comparison.js';

export const COLUMNS = [
  ...['subject', 'N', 'way', 'verdict', 'paths', 'cut', 'tests', 'instructions', 'queries'],
  ...['seconds', 'ratio', 'compiling', 'writing', 'MB', 'faults', 'coverage'],
];
const WIDTHS = [13, 3, 14, 10, 8, 7, 7, 13, 9, 9, 8, 10, 8, 6, 8, 9];
export const LEFT = new Set(['subject', 'way', 'verdict']);

export function cellsOf(row, exhaustive) {
  if (row.problem !== undefined) return [row.subject, row.size, row.way, 'not run'];
  const same = sameness(row, exhaustive);
  return [
    row.subject,
    row.size,
    row.way,
    row.limits.length > 0 ? row.limits.join('+') : row.verdict,
    row.paths,
    row.pruned,
    row.tests,
    row.instructions,
    row.queries,
    row.seconds.toFixed(2),
    ratioText(row.way === 'none' ? null : ratioOf(row, exhaustive)),
    row.compiling.toFixed(1),
    row.writing.toFixed(1),
    row.memoryMb,
    sameText(same.faults, row, 'faults'),
    sameText(same.coverage, row, 'coverage'),
  ].map(String);
}

export function alignedLine(cells) {
  return cells
    .map((cell, i) => (LEFT.has(COLUMNS[i]) ? String(cell).padEnd(WIDTHS[i]) : String(cell).padStart(WIDTHS[i])))
    .join(' ')
    .trimEnd();
}

export function meanLines(rows, half) {
  return meansOf(rows, half).flatMap(({ way, mean }) => {
    if (mean === null) return [];
    const { count, unknown, worst } = mean;
    const left = unknown > 0 ? `, ${unknown} more cannot be compared` : '';
    return [
      `${half}: ${way}: geometric mean ${ratioText(mean)} of exhaustive over ${count} subjects${left}, worst ${worst.toFixed(2)}`,
    ];
  });
}

export function ratioText(ratio) {
  return ratio === null ? '-' : `${ratio.bound}${ratio.value < 0.1 ? ratio.value.toFixed(3) : ratio.value.toFixed(2)}`;
}

/** Fewer than exhaustive is a loss where the reduction promises otherwise. */
function sameText(same, row, what) {
  if (same === null) return '-';
  return same ? 'same' : row.promises.includes(what) ? 'LOST' : 'fewer';
}
