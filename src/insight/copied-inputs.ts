/**
 * Rows of a look-up that gives back what it was given: `c == 7: 7`, `c == 8: 8` and `c == 9: 9` are `7 <= c <= 9: c`. Where rows for at least three
 * values of an input give that value out, the output is told as the input; rows with equal outputs are then one. For an argument of a call that is an
 * action two values will do: the source computes it, as in `emit(c)` after `c == '\\r' || c == '\\n'`. Many rows for one value say nothing: `quoted == 0: spaces = 0`
 * is no copy; nor do rows that stay apart, because they differ in something else: `n == 2: 2` beside `[0..1] = 0` says more than `n`. Values that have names, as those of enumerations, stay: they say more than a number.
 */
import { Kind } from '../expr/kinds.ts';
import { toSigned } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { CALL_MARK } from './automaton/action-calls.ts';
import { conjunctsOf, LiteralReader } from './condition/literals.ts';
import type { OutputValue } from './outputs.ts';
import { type Scope, typeOfPlace } from './places.ts';
import { inputStyle } from './reading.ts';
import type { SettledRow } from './settled.ts';
import { styleOf } from './value-text.ts';

const FEWEST_VALUES = 3;
const FEWEST_VALUES_OF_ARGUMENT = 2;

interface Copy {
  readonly row: SettledRow;
  readonly output: OutputValue;
  readonly source: Source;
  readonly value: bigint;
}

/** What is copied: a number that is an input, or a byte of a buffer that is one. */
interface Source {
  readonly term: Term;
  readonly bits: number;
  readonly signed: boolean;
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
      const key = `${copy.output.name} ${copy.source.term.id}`;
      copies.set(key, [...(copies.get(key) ?? []), copy]);
    }
  }
  const told = new Map<OutputValue, OutputValue>();
  for (const same of copies.values()) {
    const fewest = isCallArgument(same[0].output.name) ? FEWEST_VALUES_OF_ARGUMENT : FEWEST_VALUES;
    for (const alike of likeTheRest(same)) {
      if (new Set(alike.map(({ value }) => value)).size < fewest) continue;
      for (const { output, source } of alike)
        told.set(output, { ...output, parts: [resized(source, output.bits, terms)] });
    }
  }
  if (told.size === 0) return rows;
  return rows.map((row) => ({ ...row, outputs: row.outputs.map((output) => told.get(output) ?? output) }));
}

/** Copies in rows that agree in all other outputs, but for those that are copies of the same input. */
function likeTheRest(same: readonly Copy[]): Copy[][] {
  if (isCallArgument(same[0].output.name)) return [[...same]];
  const groups = new Map<string, Copy[]>();
  for (const copy of same) {
    const others = copy.row.outputs.filter(({ kind, parts }) => kind !== 'int' || constantOf(parts[0]) !== copy.value);
    const key = others.map(outputKey).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), copy]);
  }
  return [...groups.values()];
}

function constantOf(part: OutputValue['parts'][number]): bigint | null {
  return part instanceof Term ? null : BigInt(part);
}

function outputKey({ name, kind, label, parts, members }: OutputValue): string {
  const values = parts.map((part) => (part instanceof Term ? `t${part.id}` : `${part}`));
  return `${name} ${kind} ${label} ${values.join(',')} (${members.map(outputKey).join(' ')})`;
}

/** Of a call that is an action, or of a function that the caller gave. */
function isCallArgument(name: string): boolean {
  return name.startsWith(CALL_MARK) || /\(\): argument \d+/.test(name);
}

function copiesIn(row: SettledRow, reader: LiteralReader, scope: Scope): Copy[] {
  const plain = row.outputs.filter(({ kind, name, parts }) => {
    return kind === 'int' && !(parts[0] instanceof Term) && !hasNames(styleOfPlace(name, scope));
  });
  if (plain.length === 0) return [];
  const copies: Copy[] = [];
  for (const term of row.conditions.flatMap(conjunctsOf)) {
    const literal = reader.read(term);
    if (literal.kind !== 'values' || literal.allowed.length !== 1) continue;
    const [[from, to]] = literal.allowed;
    const source = from === to ? sourceOf(literal.of, row, scope) : null;
    if (source === null) continue;
    const value = source.signed ? BigInt.asIntN(source.bits, from) : from;
    for (const output of plain) {
      const bits = output.parts[0] as Exclude<OutputValue['parts'][number], Term>;
      const shown = output.signed ? toSigned(bits, output.bits) : BigInt(bits);
      if (shown === value && output.bits >= source.bits) copies.push({ row, output, source, value });
    }
  }
  return copies;
}

function sourceOf(term: Term, { outcome }: SettledRow, scope: Scope): Source | null {
  const isByte = term.kind === Kind.read && term.b!.kind === Kind.constant;
  const input = outcome.inputs.find((each) => each.term === (isByte ? term.a : term));
  if (input === undefined || input.kind !== (isByte ? 'bytes' : 'int')) return null;
  if (isByte) return { term, bits: term.width, signed: false };
  return hasNames(inputStyle(input, scope)) ? null : input;
}

function styleOfPlace(name: string, scope: Scope) {
  const type = typeOfPlace(name, scope);
  return type === null ? null : styleOf(type);
}

function hasNames(style: ReturnType<typeof styleOf>): boolean {
  return style !== null && (style.truth || style.named !== null);
}

function resized({ term, bits, signed }: Source, wanted: number, terms: Terms): Term {
  if (bits === wanted) return term;
  return signed ? terms.sext(term, wanted) : terms.zext(term, wanted);
}
