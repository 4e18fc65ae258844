/** The result of `pathfold blame` for people, and as marks that editors read. */
import type { BlamedPlace, BlamedSides, CauseReport } from '../../insight/blame/report.ts';
import type { BlameSummary } from '../commands/blame.ts';

/** Causes without a witness beyond the first few say little. */
const MOST_CAUSES_SHOWN = 5;

export function blameText(summary: BlameSummary): string {
  const lines: string[] = [];
  const inputs = listed(summary.inputs);
  lines.push(`the test${summary.test === null ? '' : ` ${summary.test}`}${inputs === '' ? '' : `: ${inputs}`}`);
  for (const { name, old, new: changed } of summary.differences)
    lines.push(`  ${name}: ${old ?? '-'} -> ${changed ?? '-'}`);
  lines.push('');
  const names = summary.differences.map(({ name }) => name);
  if (summary.causes.length === 0) lines.push('no place was found at which the versions begin to differ', '');
  summary.causes.slice(0, MOST_CAUSES_SHOWN).forEach((cause, i) => {
    lines.push(...causeLines(cause, i + 1, names), '');
  });
  const more = summary.causes.length - MOST_CAUSES_SHOWN;
  if (more > 0) lines.push(`and ${more} more, less likely ones: see --json`, '');
  const { kind, old, new: changed } = summary.conditions;
  const what = kind === 'slice' ? 'conditions that the differing outputs depend on' : 'conditions on the whole paths';
  lines.push(
    `looked at: ${what}: ${old} in the old version, ${changed} in the new one; ${summary.separating} separate them`,
  );
  return `${lines.join('\n')}\n`;
}

/** Of the outputs in a witness, those that differ in the test are told, where there are some. */
function causeLines(cause: CauseReport, number: number, names: readonly string[]): string[] {
  const lines = sidesLines(cause.places, `${number}. `);
  if (cause.branch !== null) {
    lines.push('   which takes effect at');
    lines.push(...sidesLines(cause.branch, '   '));
  }
  if (cause.witness !== null) {
    const changed = listed(cause.witness.changed);
    const all = Object.entries(cause.witness.outputs);
    const told = all.filter(([name]) => names.includes(name));
    const outputs = listed(Object.fromEntries(told.length > 0 ? told : all));
    const same = outputs === '' ? 'do the same' : `have ${outputs}`;
    lines.push(`   with ${changed === '' ? 'the same inputs' : changed} instead, both versions ${same}`);
  }
  return lines;
}

/** Both versions, one below the other. */
function sidesLines({ old, new: changed }: BlamedSides, lead: string): string[] {
  const indent = ' '.repeat(lead.length);
  const lines: string[] = [];
  const add = (label: string, place: BlamedPlace | null) => {
    const start = lines.length === 0 ? lead : indent;
    if (place === null) lines.push(`${start}${label} nothing like it`);
    else {
      lines.push(`${start}${label} ${placeText(place)}: ${place.source}`);
      lines.push(`${indent}    ${place.what}`);
    }
  };
  add('old', old);
  add('new', changed);
  return lines;
}

/** `FILE:LINE:COLUMN: message`, one per place of the new version, or of the old one where the new one has none. */
export function blameMarks({ causes }: BlameSummary): string {
  const lines = causes.flatMap((cause, i) => {
    const marks = [mark(cause.places, `cause ${i + 1}`)];
    if (cause.branch !== null) marks.push(mark(cause.branch, `cause ${i + 1} takes effect`));
    return marks;
  });
  return lines.map((line) => `${line}\n`).join('');
}

function mark({ old, new: changed }: BlamedSides, what: string): string {
  const place = changed ?? old!;
  const before = old === null ? 'the old version has nothing like it' : `old (${placeText(old)}): ${old.what}`;
  if (changed === null) return `${placeText(place)}: ${what}: only the old version has this: ${place.what}`;
  return `${placeText(place)}: ${what}: ${changed.what}; ${before}`;
}

function placeText({ file, line, column }: BlamedPlace): string {
  return `${file}:${line}:${column}`;
}

function listed(values: Readonly<Record<string, number | string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value.replace(/(\\x00)+"$/, '"') : value}`)
    .join(', ');
}
