/** The result of `pathfold diff` for people. */
import { within } from '../run/summary-text.ts';
import type { Terminal } from '../terminal.ts';
import type { ChangeReport, DiffSummary } from './diff-run.ts';

const MOST_CHANGES_SHOWN = 20;

const CONFIRMED = {
  yes: 'confirmed by running both versions',
  'not observable': 'compiled code does not show it',
  undefined: 'the behaviour is undefined there',
  'not run': 'not run for real',
  no: 'COMPILED CODE DISAGREES, please report it',
} as const;

export function printDiff(summary: DiffSummary, folder: string, terminal: Terminal): void {
  const lines: string[] = [];
  for (const assumption of summary.assumptions) lines.push(`assumed: ${assumption}`);
  summary.changes.slice(0, MOST_CHANGES_SHOWN).forEach((change, i) => {
    lines.push(...changeLines(change, i + 1), '');
  });
  const more = summary.changes.length - MOST_CHANGES_SHOWN;
  if (more > 0) lines.push(`and ${more} more in ${folder}/summary.json`, '');
  const { pairs, affected } = summary;
  lines.push(...changedLineTexts(summary));
  lines.push(
    `affected: ${count(affected.branches, 'branch', 'branches')}, ${count(affected.writes, 'write', 'writes')}`,
  );
  if (summary.suite !== null) {
    const { serving, unaffected, added } = summary.suite;
    const old = `${serving.length} of ${serving.length + unaffected.length} old tests run what changed`;
    lines.push(`suite:    ${old}; ${count(added.length, 'test', 'tests')} to add in ${folder}/new`);
  }
  lines.push(`compared: ${summary.versions.old} (${count(pairs.old, 'way', 'ways')} to compute the outputs) with`);
  lines.push(
    `          ${summary.versions.new} (${pairs.new}); ${count(pairs.differing, 'pair differs', 'pairs differ')}`,
  );
  lines.push(`observed: ${summary.observed}`);
  const reason = summary.reason === null ? '' : ` (${summary.reason})`;
  lines.push(
    `verdict:  ${summary.difference}${summary.difference === 'different' ? '' : within(summary)}${reason}: ${summary.guarantee}`,
  );
  if (summary.caution !== null) lines.push(`caution:  ${summary.caution}`);
  terminal.out(`${lines.join('\n')}\n`);
}

function changedLineTexts({ affected: { lines } }: DiffSummary): string[] {
  const texts = [lines.old, lines.new].flatMap((files) =>
    Object.entries(files).map(([file, numbers]) => `${file}: ${ranges(numbers)}`),
  );
  return texts.map((text, i) => `${i === 0 ? 'changed:  ' : '          '}${text}`);
}

/** `3, 5-8`. */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (numbers[end + 1] === numbers[end] + 1) end++;
    parts.push(end === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[end]}`);
    i = end + 1;
  }
  return parts.join(', ');
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function changeLines(change: ChangeReport, number: number): string[] {
  const lines = [
    `${number}. when ${change.condition}`,
    `   for example ${change.exampleText === '' ? '(no input)' : change.exampleText}`,
    ...outputLines(change),
    `   ${CONFIRMED[change.confirmed]}`,
  ];
  for (const remark of change.remarks) lines.push(`     ${remark}`);
  return lines;
}

/** An output that one version does not reach is no news when the other leaves it empty. */
const NO_TEXT = '""';

/** Of these a run shows more than the change is about. */
const STATUS = ['exit', 'errno'];

/** Only what differs; an output of one version alone stands beside a dash. */
function outputLines({ shown, old, new: changed }: ChangeReport): string[] {
  const names = [...new Set([...Object.keys(shown.old), ...Object.keys(shown.new)])];
  return names
    .filter((name) => name in old || name in changed || !STATUS.includes(name))
    .filter((name) => (shown.old[name] ?? NO_TEXT) !== (shown.new[name] ?? NO_TEXT))
    .map((name) => `   ${name}: ${side(shown.old[name], old[name])} -> ${side(shown.new[name], changed[name])}`);
}

function side(value: string | undefined, term: string | undefined): string {
  if (value === undefined) return '-';
  return term === undefined || term === value || term.length > 60 ? value : `${value} (${term})`;
}
