/** What tells two ways to compute the chosen outputs apart, as text: terms by their numbers. Equal text, equal outputs. */
import { Term } from '../../expr/term.ts';
import { textParts } from '../../machine/endless-text.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { endingKey } from '../properties/outputs.ts';
import { isChosenMark, type OutputSelection } from './criterion.ts';
import type { FinalGlobal, FinalValue } from './globals.ts';

const STREAMS = ['stdout', 'stderr'] as const;

type Part = number | bigint | Term;

export function outcomeKey(outcome: PathOutcome, globals: readonly FinalGlobal[], selection: OutputSelection): string {
  const words = [endingKey(outcome.ending)];
  if (selection.exitStatus && outcome.ending.kind === 'exit') words.push(part(outcome.ending.status));
  for (const stream of STREAMS) {
    if (selection[stream]) for (const { name, bytes } of textParts(outcome, stream)) words.push(name, list(bytes));
  }
  for (const { name, kind, bits, value, bytes, label } of outcome.outputs) {
    if (isChosenMark(name, selection))
      words.push(name, `${kind}${bits}`, label ?? '', bytes === null ? part(value) : list(bytes));
  }
  for (const { name, value } of globals) words.push(name, finalKey(value));
  return words.map((word) => JSON.stringify(word)).join();
}

function finalKey(value: FinalValue): string {
  switch (value.kind) {
    case 'text':
      return list(value.bytes);
    case 'pointer':
      return `${JSON.stringify(value.target)}+${part(value.offset)}${value.contents === null ? '' : `(${finalKey(value.contents)})`}`;
    case 'list':
      return `{${value.members.map((member) => finalKey(member.value)).join()}}`;
    default:
      return `${value.kind}${value.bits}:${part(value.value)}`;
  }
}

function list(bytes: readonly (number | Term)[]): string {
  return `[${bytes.map(part).join()}]`;
}

function part(value: Part): string {
  return value instanceof Term ? `#${value.id}` : String(value);
}
