/** A signature in the programmer's language: conditions and outputs as C. */
import { evaluate } from '../expr/evaluate.ts';
import { type CNaming, printC } from '../expr/print-c.ts';
import type { Scalar } from '../expr/scalar.ts';
import { type Model, Term } from '../expr/term.ts';
import type { InputRecord } from '../machine/outcome.ts';
import type { OutputValue } from './outputs.ts';
import type { Signature, SignatureRow } from './signature.ts';

export interface RowText {
  readonly condition: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, number | string>>;
}

export function rowTexts(signature: Signature): RowText[] {
  return signature.rows.map((row) => {
    const naming = namingOf(row.outcome.inputs);
    return {
      condition: row.otherwise
        ? [row.start, 'otherwise'].filter((part) => part !== '').join(', ')
        : [row.start, ...(row.start === '' || row.conditions.length > 0 ? [conditionText(row, naming)] : [])]
            .filter((part) => part !== '')
            .join(' && '),
      outputs: Object.fromEntries(row.outputs.map((output) => [output.name, outputText(output, naming)])),
      example: exampleOf(row.outcome.inputs, row.input),
    };
  });
}

/** What holds for all inputs, in C. */
export function assumptionTexts({ assumptions, rows }: Signature): string[] {
  const naming = namingOf(rows.flatMap((row) => row.outcome.inputs));
  return assumptions.map((term) => plainTruth(printC(term, naming))).filter((text) => text !== null);
}

/** `signedness` of an input declared as `char`, and of a truth value. */
const CHARACTER = 2;
const TRUTH = 3;

/** Inputs are shown as declared: signed or not, as characters or not. */
export function namingOf(inputs: readonly InputRecord[]): CNaming {
  const known = new Map(inputs.map((input) => [input.term, input]));
  return (term) => {
    const input = known.get(term);
    if (input === undefined) return null;
    const { signed, kind, signedness } = input;
    const name = signedness === TRUTH && input.name.includes(' ') ? `(${input.name})` : input.name;
    return { name, signed, float: kind === 'float', character: kind === 'bytes' || signedness === CHARACTER };
  };
}

export function conditionText({ conditions }: Pick<SignatureRow, 'conditions'>, naming: CNaming): string {
  const texts = conditions.map((term) => plainTruth(printC(term, naming))).filter((text) => text !== null);
  const parts = texts.map((text) => {
    return texts.length > 1 && / \|\| | \? | where /.test(text) ? `(${text})` : text;
  });
  return parts.length === 0 ? 'always' : parts.join(' && ');
}

/** A truth value is named after its question: `(p == NULL) != 0` is `p == NULL`. That it is 0 or 1 goes without saying. */
function plainTruth(text: string): string | null {
  if (/^\([^()]* == NULL\) < 2$/.test(text)) return null;
  return text.replace(/\(([^()&|]*) == NULL\) (==|!=) 0/g, (_, place: string, relation: string) =>
    relation === '==' ? `${place} != NULL` : `${place} == NULL`,
  );
}

export function outputText(output: OutputValue, naming: CNaming): string {
  const [value] = output.parts;
  switch (output.kind) {
    case 'ending':
      // The folder is in the list of faults; here it would only widen the table.
      return output.label.replace(/ at .*\//, ' at ');
    case 'text':
      return textOf(isStream(output.name) ? output.parts : withoutZeros(output.parts), naming);
    case 'list':
      return `{${output.members.map((member) => memberText(member, naming)).join(', ')}}`;
    case 'pointer':
      return pointerText(output, naming);
    case 'float':
      return value instanceof Term ? printC(value, naming) : floatText(value, output.bits);
    default:
      if (value instanceof Term) return printC(value, naming);
      return String(output.signed ? BigInt.asIntN(output.bits, BigInt(value)) : value);
  }
}

/** Where a pointer leads: `NULL`, a name, or what is there. */
function pointerText({ label, parts: [offset], members, bits }: OutputValue, naming: CNaming): string {
  if (label === 'NULL' || label === 'freed') return label;
  const target = members.length > 0 ? `&${outputText(members[0], naming)}` : label === 'new' ? 'new object' : label;
  if (offset === 0) return target;
  if (offset instanceof Term) return `${target} + ${printC(offset, naming)} bytes`;
  const signed = BigInt.asIntN(bits, BigInt(offset));
  const distance = signed < 0n ? -signed : signed;
  return `${target} ${signed < 0n ? '-' : '+'} ${distance} byte${distance === 1n ? '' : 's'}`;
}

function memberText(member: OutputValue, naming: CNaming): string {
  const text = outputText(member, naming);
  return member.name === '' ? text : `.${member.name} = ${text}`;
}

/** The number whose bits these are. */
function floatText(bits: Scalar, width: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(bits));
  if (width === 64) return numberText(view.getFloat64(0));
  // The shortest text that means the same float.
  const exact = view.getFloat32(4);
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(exact.toPrecision(digits));
    if (Object.is(Math.fround(short), exact)) return numberText(short);
  }
  return numberText(exact);
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function isStream(name: string): boolean {
  return name === 'stdout' || name === 'stderr';
}

/** As in C, the rest of a buffer is zero. */
function withoutZeros(parts: OutputValue['parts']): OutputValue['parts'] {
  return parts.slice(0, parts.findLastIndex((each) => each !== 0) + 1);
}

/** Bytes as a C string; symbolic bytes stand in braces. */
function textOf(parts: readonly OutputValue['parts'][number][], naming: CNaming): string {
  let text = '';
  for (const part of parts) {
    if (part instanceof Term) text += `{${printC(part, naming)}}`;
    else text += escapeByte(Number(part));
  }
  return `"${text}"`;
}

function escapeByte(byte: number): string {
  if (byte === 10) return '\\n';
  if (byte === 9) return '\\t';
  if (byte === 34 || byte === 92) return `\\${String.fromCharCode(byte)}`;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}

export function exampleOf(inputs: readonly InputRecord[], model: Model): Record<string, number | string> {
  const example: Record<string, number | string> = {};
  for (const input of inputs) {
    if (input.kind === 'bytes') {
      const bytes = new Uint8Array(input.bits / 8);
      bytes.set((model.arrays.get(input.term) ?? new Uint8Array()).subarray(0, bytes.length));
      // As in C, the rest is zero.
      const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
      example[input.name] = `"${[...bytes.subarray(0, length)].map(escapeByte).join('')}"`;
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

/** What the function leaves as it was in every row, and pointers that are never null: not worth a column. */
export function unchangedOutputs(rows: readonly RowText[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row.outputs)))];
  const isKept = (name: string, text: string, { example, outputs }: RowText) =>
    text === name ||
    (name === 'errno' && text === '0') ||
    (name.endsWith(' == NULL') && (String(example[name]) === text || (text === '0' && isBehind(outputs, name)))) ||
    text === bufferText(name, text);
  return all.filter((name) =>
    rows.every((row) => row.outputs[name] === undefined || isKept(name, row.outputs[name], row)),
  );
}

/** Whether some other output lies behind the pointer of `p == NULL`. */
function isBehind(outputs: RowText['outputs'], question: string): boolean {
  const pointer = question.slice(0, -' == NULL'.length);
  return Object.keys(outputs).some((name) => name !== question && name.replace(/^[*(]+/, '').startsWith(pointer));
}

/** The text of an input buffer that nobody has written to, as long as the given text. */
function bufferText(name: string, text: string): string {
  const bytes = text.split('{').length - 1;
  return bytes === 0 ? '' : `"${Array.from({ length: bytes }, (_, i) => `{${name}[${i}]}`).join('')}"`;
}

/** Columns for a terminal of the given width, or a Markdown table. */
export function signatureTable(rows: readonly RowText[], markdown: boolean, width = 120): string {
  const all = new Set(rows.flatMap((row) => Object.keys(row.outputs)));
  const unchanged = new Set(unchangedOutputs(rows));
  const changing = [...all].filter((name) => !unchanged.has(name) && name !== 'fault');
  const names = [...changing, ...(all.has('fault') ? ['fault'] : [])];
  const header = ['condition', ...names, 'example'];
  const body = rows.map((row) => [
    row.condition,
    ...names.map((name) => row.outputs[name] ?? ''),
    Object.entries(row.example)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', '),
  ]);
  if (markdown) {
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
  }
  const widths = columnWidths([header, ...body], width);
  const lines = (cells: readonly string[]): string[] => {
    const wrapped = cells.map((cell, i) => wrap(cell, widths[i]));
    const height = Math.max(...wrapped.map((each) => each.length));
    return Array.from({ length: height }, (_, k) =>
      wrapped
        .map((each, i) => (each[k] ?? '').padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
  };
  const rule = widths.map((each) => '-'.repeat(each)).join('  ');
  return [...lines(header), rule, ...body.flatMap(lines)].join('\n');
}

/** As wide as the widest cell; where that is too much in total, the widest columns give way to an equal share. */
function columnWidths(table: readonly (readonly string[])[], total: number): number[] {
  const widths = table[0].map((_, i) => Math.max(...table.map((cells) => cells[i].length)));
  let open = widths.map((_, i) => i);
  let left = total - 2 * (widths.length - 1);
  for (;;) {
    const share = Math.max(16, Math.floor(left / Math.max(1, open.length)));
    const narrow = open.filter((i) => widths[i] <= share);
    if (narrow.length === open.length || open.length === 0) return widths;
    if (narrow.length === 0) {
      for (const i of open) widths[i] = share;
      return widths;
    }
    for (const i of narrow) left -= widths[i];
    open = open.filter((i) => widths[i] > share);
  }
}

/** Breaks before `&&` and `||` and behind commas, at other spaces only where that is not enough. */
function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line !== '' && line.length + 1 + piece.length > width) {
      lines.push(line);
      line = `  ${piece}`;
    } else line = line === '' ? piece : `${line} ${piece}`;
  };
  for (const piece of text.split(/ (?=&&|\|\|)|(?<=,) /)) {
    if (piece.length + 2 <= width) add(piece);
    else piece.split(' ').forEach(add);
  }
  return [...lines, line];
}
