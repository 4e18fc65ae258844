/**
 * Rows of a look-up that gives back what it was given: `c == 7: 7`, `c == 8: 8` and `c == 9: 9` are `7 <= c <= 9: c`. Where at least three rows
 * say the value of an input and give that value out, the output is told as the input; rows with equal outputs are then one. Values
 * that have names, as those of enumerations, stay: they say more than a number.
 */
import { Kind } from '../expr/kinds.ts';
import { toSigned } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { InputRecord } from '../machine/outcome.ts';
import { conjunctsOf, LiteralReader } from './condition/literals.ts';
import type { OutputValue } from './outputs.ts';
import { type Scope, typeOfPlace } from './places.ts';
import { inputStyle } from './reading.ts';
import type { SettledRow } from './settled.ts';
import { styleOf } from './value-text.ts';

const FEWEST_COPIES = 3;

interface Copy {
  readonly row: SettledRow;
  readonly output: OutputValue;
  readonly input: InputRecord;
}

export function withCopiedInputs(
  rows: readonly SettledRow[],
  scope: Scope,
  given: readonly Term[],
  terms: Terms,
): readonly SettledRow[] {
  const reader = new LiteralReader(terms, given);
  const copies = new Map<string, Copy[]>();
  for (const row of rows) {
    for (const copy of copiesIn(row, reader, scope)) {
      const key = `${copy.output.name} ${copy.input.term.id}`;
      copies.set(key, [...(copies.get(key) ?? []), copy]);
    }
  }
  const told = new Map<OutputValue, OutputValue>();
  for (const same of copies.values()) {
    if (same.length < FEWEST_COPIES) continue;
    for (const { output, input } of same) told.set(output, { ...output, parts: [resized(input, output.bits, terms)] });
  }
  if (told.size === 0) return rows;
  return rows.map((row) => ({ ...row, outputs: row.outputs.map((output) => told.get(output) ?? output) }));
}

function copiesIn(row: SettledRow, reader: LiteralReader, scope: Scope): Copy[] {
  const plain = row.outputs.filter(({ kind, name, parts }) => {
    return kind === 'int' && !(parts[0] instanceof Term) && !hasNames(styleOfPlace(name, scope));
  });
  if (plain.length === 0) return [];
  const copies: Copy[] = [];
  for (const term of row.conditions.flatMap(conjunctsOf)) {
    const literal = reader.read(term);
    if (literal.kind !== 'values' || literal.of.kind !== Kind.variable || literal.allowed.length !== 1) continue;
    const [[from, to]] = literal.allowed;
    const input = row.outcome.inputs.find((each) => each.term === literal.of);
    if (from !== to || input === undefined || input.kind !== 'int' || hasNames(inputStyle(input, scope))) continue;
    const value = input.signed ? BigInt.asIntN(input.bits, from) : from;
    for (const output of plain) {
      const bits = output.parts[0] as Exclude<OutputValue['parts'][number], Term>;
      const shown = output.signed ? toSigned(bits, output.bits) : BigInt(bits);
      if (shown === value && output.bits >= input.bits) copies.push({ row, output, input });
    }
  }
  return copies;
}

function styleOfPlace(name: string, scope: Scope) {
  const type = typeOfPlace(name, scope);
  return type === null ? null : styleOf(type);
}

function hasNames(style: ReturnType<typeof styleOf>): boolean {
  return style !== null && (style.truth || style.named !== null);
}

function resized({ term, bits, signed }: InputRecord, wanted: number, terms: Terms): Term {
  if (bits === wanted) return term;
  return signed ? terms.sext(term, wanted) : terms.zext(term, wanted);
}
