/** A signature in the programmer's language: conditions and outputs as C. */
import { evaluate } from '../expr/evaluate.ts';
import { freeInputs } from '../expr/inputs.ts';
import { type Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { InputRecord, PathOutcome } from '../machine/outcome.ts';
import { asArrays, type Word } from '../suite/array-words.ts';
import { charactersByUse } from './character-inputs.ts';
import { briefCases, caseText, type Wording } from './condition/case-text.ts';
import { namingWithin } from './condition/known-values.ts';
import type { Case } from './condition/minimise.ts';
import { Space } from './condition/space.ts';
import { escapeByte, floatText, outputText, smallNumbers } from './output-text.ts';
import type { OutputValue } from './outputs.ts';
import { NO_SCOPE, type Scope } from './places.ts';
import { readingOf, styleInUse } from './reading.ts';
import { shortConjunction, shortValue } from './shortened.ts';
import type { Signature, SignatureRow } from './signature.ts';
import { textTable } from './text-table.ts';
import { constantText } from './value-text.ts';

export interface RowText {
  readonly condition: string;
  /** The alternatives that the condition consists of; none where it is told by the other rows. */
  readonly cases: readonly string[];
  /** Some ways for it to hold, where the cases are too large to be read. */
  readonly brief?: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, number | string>>;
  /** The example as a programmer writes it. */
  readonly exampleText: string;
}

export function rowTexts({ rows, scope }: Pick<Signature, 'rows' | 'scope'>): RowText[] {
  const inputs = rows.flatMap((row) => row.outcomes.flatMap((outcome) => outcome.inputs));
  const characters = charactersByUse(rows.flatMap(({ cases }) => cases));
  const reading = readingOf(inputs, scope, characters);
  const shown = mentionedInputs(rows);
  const numbers = smallNumbers(rows.flatMap(({ outputs }) => outputs));
  return rows.map((row) => {
    const cases = row.otherwise ? [] : nullsFirst(row.cases.map((each) => caseText(each, reading)));
    const naming = namingWithin(row.cases, reading.naming);
    const brief = row.otherwise ? null : briefCases(row.cases, reading);
    return {
      condition: rowCondition(row, cases),
      cases,
      ...(brief === null ? {} : { brief }),
      outputs: Object.fromEntries(
        row.outputs.map((output) => {
          const text = outputText(output, naming, scope, numbers.has(output.name));
          return [output.name, output.kind === 'pointer' && isNullIn(cases, text) ? 'NULL' : text];
        }),
      ),
      example: exampleOf(row.outcome.inputs, row.input),
      // Pointers that are not null show themselves by what they lead to, mentioned or not.
      exampleText:
        exampleWords(shown(row.outcome.inputs), row.input, scope, characters) ||
        exampleWords(row.outcome.inputs, row.input, scope, characters),
    };
  });
}

/** Whether all cases say that a pointer is null. */
function isNullIn(cases: readonly string[], pointer: string): boolean {
  return cases.length > 0 && cases.every((text) => text.split(' && ').includes(`${pointer} == NULL`));
}

/** From this many inputs on, examples name only what a row speaks of. */
const MANY_INPUTS = 6;

/** Leaves out inputs that no condition and no output depends on: any value will do. */
function mentionedInputs(rows: readonly SignatureRow[]): (inputs: readonly InputRecord[]) => readonly InputRecord[] {
  const mentioned = new Set<Term>();
  const note = ({ name, parts, members }: OutputValue): void => {
    for (const part of parts) {
      if (part instanceof Term) for (const input of freeInputs(part)) mentioned.add(input);
    }
    kept.add(name);
    members.forEach(note);
  };
  const kept = new Set<string>();
  for (const { cases, outputs } of rows) {
    for (const input of cases.flatMap(({ conditions }) => conditions.flatMap(freeInputs))) mentioned.add(input);
    outputs.forEach(note);
  }
  return (inputs) => {
    if (inputs.length < MANY_INPUTS) return inputs;
    const some = inputs.filter(({ term, name }) => mentioned.has(term) || kept.has(name));
    return some.length === 0 ? inputs.slice(0, 1) : some;
  };
}

function rowCondition({ start, otherwise }: SignatureRow, cases: readonly string[]): string {
  if (otherwise) return start === '' ? 'otherwise' : `${start}, otherwise`;
  const condition = unionText(cases);
  if (start === '') return condition;
  if (condition === 'always') return start;
  return `${start} && ${cases.length > 1 ? `(${condition})` : condition}`;
}

/** Cases in one line. */
export function unionText(cases: readonly string[]): string {
  if (cases.length <= 1) return cases[0] ?? 'never';
  if (cases.includes('always')) return 'always';
  return cases.map((text) => (text.includes(' && ') ? `(${text})` : text)).join(' || ');
}

export function casesText(cases: readonly Case[], reading: Wording): string {
  return unionText(nullsFirst(cases.map((each) => caseText(each, reading))));
}

/** As C looks at them, one after the other: a pointer that may be null is asked before what it leads to, `p == NULL || p->n > 3`. */
function nullsFirst(cases: readonly string[]): string[] {
  const length = (text: string) => {
    const tests = [...text.matchAll(/(?:^|&& )([^&|]+) == NULL(?= |$)/g)];
    return Math.min(...tests.map(([, pointer]) => pointer.length), Number.POSITIVE_INFINITY);
  };
  return cases
    .map((text, place) => ({ text, place, length: length(text) }))
    .sort((x, y) => (x.length === y.length ? x.place - y.place : x.length - y.length))
    .map(({ text }) => text);
}

/** What holds for all inputs: truth values are 0 or 1, and enumerations one of their names, without saying. */
export function assumptionTexts(
  assumptions: readonly Term[],
  outcomes: readonly PathOutcome[],
  scope: Scope,
  terms: Terms,
): string[] {
  const reading = readingOf(
    outcomes.flatMap(({ inputs }) => inputs),
    scope,
  );
  return assumptions.flatMap((term) => {
    const known = freeInputs(term).map(reading.styleOf);
    if (known.length > 0 && known.every((style) => style !== null && (style.truth || style.named !== null))) return [];
    const space = new Space(terms, [[term]], []);
    return [
      casesText(
        space.boxesOf([term]).map((box) => ({ space, box, conditions: [term] })),
        reading,
      ),
    ];
  });
}

export function exampleOf(inputs: readonly InputRecord[], model: Model): Record<string, number | string> {
  const example: Record<string, number | string> = {};
  for (const input of inputs) {
    if (input.kind === 'bytes') {
      const bytes = new Uint8Array(input.bits / 8);
      bytes.set((model.arrays.get(input.term) ?? new Uint8Array()).subarray(0, bytes.length));
      // As in C, the rest is zero.
      const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
      const text = [...bytes.subarray(0, length)].map(escapeByte).join('');
      // A digit after \\0 would be read as a part of it, but not after three digits.
      example[input.name] = `"${text.replace(/\\x00(?=[0-7])/g, '\\000').replaceAll('\\x00', '\\0')}"`;
      continue;
    }
    const value = evaluate(input.term, model);
    if (input.kind === 'float') {
      const text = floatText(value, input.bits);
      example[input.name] = Number.isFinite(Number(text)) && text !== '-0' ? Number(text) : text;
      continue;
    }
    const shown = input.signed ? BigInt.asIntN(input.bits, BigInt(value)) : BigInt(value);
    example[input.name] = Number.isSafeInteger(Number(shown)) ? Number(shown) : String(shown);
  }
  return example;
}

/** `head = NULL, key = 0`: pointers that are not null show themselves by what they lead to. */
export function exampleWords(
  inputs: readonly InputRecord[],
  model: Model,
  scope: Scope = NO_SCOPE,
  characters: ReadonlySet<Term> = new Set(),
): string {
  const values = exampleOf(inputs, model);
  const words = inputs.flatMap((input): Word[] => {
    const value = values[input.name];
    const style = styleInUse(input, scope, characters);
    if (input.name.endsWith(' == NULL') && style.truth)
      return value === 0 ? [] : [{ name: input.name.replace(' == NULL', ''), value: 'NULL' }];
    if (input.kind !== 'int') return [{ name: input.name, value: String(value) }];
    const bits = BigInt(evaluate(input.term, model));
    return [{ name: input.name, value: constantText(style.signed ? BigInt.asIntN(input.bits, bits) : bits, style) }];
  });
  return asArrays(words)
    .map(({ name, value }) => `${name} = ${value}`)
    .join(', ');
}

/** Names of what was left as it was: where there are many below one pointer or array, all of them at once. */
export function keptText(names: readonly string[], changed: readonly string[]): string {
  const rootOf = (name: string) => /^[*(]*\w+/.exec(name)?.[0] ?? name;
  const told = new Set<string>();
  return names
    .flatMap((name) => {
      const root = rootOf(name);
      const alike = names.filter((other) => rootOf(other) === root);
      if (alike.length < 3 || changed.some((other) => rootOf(other) === root)) return [name];
      if (told.has(root)) return [];
      told.add(root);
      return [alike.every((other) => other.startsWith(`${root}->`)) ? `*${root}` : root];
    })
    .join(', ');
}

export interface TableOptions {
  readonly markdown: boolean;
  readonly width: number;
  /** How many cases of a row are shown; how long conditions and values may be follows from it. */
  readonly mostCases: number;
  /** How many rows are shown on a terminal. */
  readonly mostRows: number;
}

/** Longer unions are told case by case. */
const ONE_LINE = 64;
/** For every case that may be shown: of all cases together, of one case, and of a value. */
const LETTERS_OF_ALL = 100;
const LETTERS_OF_ONE = 50;
const LETTERS_OF_VALUE = 30;

/** Columns for a terminal of the given width, or a Markdown table. */
export function signatureTable(all: readonly RowText[], options: TableOptions): string {
  const { markdown, width, mostCases, mostRows } = options;
  if (all.length === 0) return 'no row was found';
  const rows = (markdown ? all : all.slice(0, mostRows)).map((row) => shortRow(row, mostCases));
  const outputs = new Set(rows.flatMap((row) => Object.keys(row.outputs)));
  const names = [...[...outputs].filter((name) => name !== 'fault'), ...(outputs.has('fault') ? ['fault'] : [])];
  const header = ['condition', ...names, 'example'];
  const body = rows.map((row) => [
    conditionCell(row, mostCases, markdown),
    ...names.map((name) => row.outputs[name] ?? ''),
    row.exampleText,
  ]);
  if (markdown) {
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
  }
  const isWide = header.length * NARROWEST_COLUMN > width;
  const table = isWide ? blocks(rows, names, mostCases) : textTable(header, body, width);
  const hidden = all.length - rows.length;
  const isCut =
    rows.some((row, i) => row !== all[i]) || rows.some(({ cases }) => shownCases(cases, mostCases) < cases.length);
  const notes = [
    ...(hidden > 0 ? [`${hidden} more row${hidden === 1 ? '' : 's'}: --rows N shows them`] : []),
    ...(isCut ? ['cut short: --cases N shows more'] : []),
  ];
  return notes.length === 0 ? table : `${table}\n\n${notes.join('; ')}; summary.json has all`;
}

/** Of a condition of which only some cases are shown. */
const MANY_MORE = 'many more cases';

/** The row itself where nothing of it is too long. */
function shortRow(row: RowText, mostCases: number): RowText {
  const most = LETTERS_OF_ONE * mostCases;
  // Of several cases the long ones are counted rather than cut: half a case says nothing.
  const whole = row.cases.filter((text) => text.length <= most);
  if (row.brief !== undefined && whole.length === 0) {
    return { ...row, cases: [...row.brief, MANY_MORE], condition: '' };
  }
  const cases =
    whole.length > 0
      ? [...whole, ...row.cases.filter((text) => text.length > most)]
      : row.cases.map((text) => shortConjunction(text, most));
  const outputs = Object.fromEntries(
    Object.entries(row.outputs).map(([name, text]) => [name, shortValue(text, LETTERS_OF_VALUE * mostCases)]),
  );
  const isSame = (name: string) => outputs[name] === row.outputs[name];
  if (cases.every((text, i) => text === row.cases[i]) && Object.keys(outputs).every(isSame)) return row;
  return { ...row, cases, outputs, condition: cases.length === 1 ? cases[0] : row.condition };
}

/** Below this width of its columns a table is hard to read. */
const NARROWEST_COLUMN = 18;

/** One row below the other: the condition, then what comes out, without what stays as it was. */
function blocks(rows: readonly RowText[], names: readonly string[], mostCases: number): string {
  return rows
    .map((row) => {
      const changed = names.filter((name) => {
        const text = row.outputs[name] ?? name;
        return text !== name && !(text === 'NULL' && isNullIn(row.cases, name));
      });
      const wide = Math.max(0, ...changed.map((name) => name.length));
      return [
        conditionCell(row, mostCases, false),
        ...changed.map((name) => `    ${name.padEnd(wide)}  ${row.outputs[name]}`),
        ...(changed.length === 0 ? ['    nothing changes'] : []),
        `    example: ${row.exampleText}`,
      ].join('\n');
    })
    .join('\n');
}

/** At least one, and no more than fit. */
function shownCases(cases: readonly string[], most: number): number {
  let letters = 0;
  const tooMany = cases.findIndex((text, i) => {
    letters += text.length;
    return i > 0 && (i >= most || letters > LETTERS_OF_ALL * most || text.length > LETTERS_OF_ONE * most);
  });
  return tooMany < 0 ? cases.length : tooMany;
}

function conditionCell({ condition, cases }: RowText, most: number, markdown: boolean): string {
  if (cases.length < 2 || (condition !== '' && condition.length <= ONE_LINE)) return condition;
  const count = shownCases(cases, most);
  const more = cases.length - count;
  const shown = more > 0 ? [...cases.slice(0, count), `${more} more case${more === 1 ? '' : 's'}`] : cases;
  return shown.map((text, i) => (i === 0 ? text : `|| ${text}`)).join(markdown ? ' ' : '\n');
}
