/** What `compare` found, for people. */
import { PROPERTIES, type PropertyName } from '../../reduce/properties/names.ts';

export interface CompareRow {
  readonly reduction: string;
  /** Whether it ran as in `cover`, where it promises coverage alone. */
  readonly covers: boolean;
  readonly paths: number;
  readonly pruned: number;
  readonly tests: number;
  readonly instructions: number;
  readonly queries: number;
  readonly seconds: number;
  /** How many exhaustive paths come on one of these; null unless both runs are complete. */
  readonly ratio: number | null;
  readonly limits: readonly string[];
  /** Null for the exhaustive run itself. */
  readonly property: PropertyName | null;
  /** Null when it could not be decided; `reason` says why. */
  readonly preserved: boolean | null;
  readonly reason: string | null;
  readonly missing: readonly { readonly what: string; readonly input: string }[];
}

const HEADINGS = [
  'reduction',
  'paths',
  'tests',
  'instructions',
  'queries',
  'seconds',
  'fewer paths',
  'what must be kept',
];

export function compareTable(rows: readonly CompareRow[]): string {
  const cells = rows.map((row) => [
    contestantLabel(row.reduction, row.covers),
    `${row.paths}`,
    `${row.tests}`,
    `${row.instructions}`,
    `${row.queries}`,
    row.seconds.toFixed(2),
    row.property === null ? '' : row.ratio === null ? '-' : `${row.ratio.toFixed(1)}x`,
    row.property === null ? '' : `${PROPERTIES[row.property]}: ${verdictOf(row)}`,
  ]);
  const widths = HEADINGS.map((heading, i) => Math.max(heading.length, ...cells.map((line) => line[i].length)));
  const last = HEADINGS.length - 1;
  const align = (line: readonly string[]) =>
    line
      .map((cell, i) => (i === 0 || i === last ? cell.padEnd(i === last ? 0 : widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  const reasons = new Set(rows.flatMap(({ reason }) => (reason === null ? [] : [`not decided, because ${reason}`])));
  return [...[HEADINGS, ...cells].map(align), ...reasons].join('\n');
}

function verdictOf({ preserved }: CompareRow): string {
  if (preserved === null) return 'not decided';
  return preserved ? 'preserved' : 'LOST';
}

export function contestantLabel(reduction: string, covers: boolean): string {
  return covers ? `${reduction} in cover` : reduction;
}

export function lossText({ reduction, covers, missing }: CompareRow): string {
  const lines = [
    `pathfold: error: --reduce ${contestantLabel(reduction, covers)} lost something that exhaustive search finds on this program`,
  ];
  for (const { what, input } of missing) lines.push(`    ${what}`, `    shown by: ${input}`);
  lines.push('pathfold: hint: this is a bug in pathfold; please file an issue with this program', '');
  return lines.join('\n');
}
