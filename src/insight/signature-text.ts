/** A signature in the programmer's language: conditions and outputs as C. */
import { evaluate } from '../expr/evaluate.ts';
import { type CNaming, printC } from '../expr/print_c.ts';
import { type Model, Term } from '../expr/term.ts';
import type { InputRecord } from '../machine/outcome.ts';
import type { OutputValue, Signature, SignatureRow } from './signature.ts';

export interface RowText {
  readonly condition: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, number | string>>;
}

export function rowTexts(signature: Signature): RowText[] {
  return signature.rows.map((row) => {
    const naming = namingOf(row.outcome.inputs);
    return {
      condition: conditionText(row, naming),
      outputs: Object.fromEntries(row.outputs.map((output) => [output.name, outputText(output, naming)])),
      example: exampleOf(row.outcome.inputs, row.input),
    };
  });
}

/** Inputs are shown as declared: signed or not. */
export function namingOf(inputs: readonly InputRecord[]): CNaming {
  const known = new Map(inputs.map((input) => [input.term, input]));
  return (term) => {
    const input = known.get(term);
    return input === undefined ? null : { name: input.name, signed: input.signed, float: input.kind === 'float' };
  };
}

export function conditionText(row: Pick<SignatureRow, 'cases'>, naming: CNaming): string {
  const cases = row.cases.map((conjuncts) => {
    const parts = conjuncts.map((term) => {
      const text = printC(term, naming);
      return conjuncts.length > 1 && / \|\| | \? /.test(text) ? `(${text})` : text;
    });
    return parts.length === 0 ? 'always' : parts.join(' && ');
  });
  return cases.length === 1 ? cases[0] : cases.map((each) => `(${each})`).join(' || ');
}

export function outputText(output: OutputValue, naming: CNaming): string {
  if (output.kind === 'ending') return output.label;
  if (output.kind === 'text') return textOf(output.parts, naming);
  const [value] = output.parts;
  if (value instanceof Term) return printC(value, naming);
  if (output.kind === 'float') return String(value);
  return String(output.signed ? BigInt.asIntN(output.bits, BigInt(value)) : value);
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
      example[input.name] = `"${[...bytes].map(escapeByte).join('')}"`;
      continue;
    }
    const value = evaluate(input.term, model);
    const shown = input.signed ? BigInt.asIntN(input.bits, BigInt(value)) : BigInt(value);
    example[input.name] = Number.isSafeInteger(Number(shown)) ? Number(shown) : String(shown);
  }
  return example;
}

/** Columns for a terminal, or a Markdown table. */
export function signatureTable(rows: readonly RowText[], markdown: boolean): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.outputs)))];
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
  const widths = header.map((title, i) =>
    Math.min(60, Math.max(title.length, ...body.map((cells) => cells[i].length))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
