/** What a transition does besides changing the state, in the words of the source: calls, texts, assignments, the result. */

import { Kind } from '../../expr/kinds.ts';
import { type CNaming, printC } from '../../expr/print-c.ts';
import { Term } from '../../expr/term.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { SourcePosition } from '../../program/debug.ts';
import { outputText } from '../output-text.ts';
import type { OutputValue } from '../outputs.ts';
import type { Scope } from '../places.ts';
import type { SignatureRow } from '../signature.ts';
import { constantText, styleOf } from '../value-text.ts';
import { type ActionCall, CALL_MARK } from './action-calls.ts';

export interface Action {
  readonly kind: 'call' | 'print' | 'set' | 'return' | 'fault';
  readonly text: string;
}

/** The line of a source file, and those after it; null where there is no source. */
export type CallSource = (position: SourcePosition) => string | null;

export interface ActionWords {
  readonly calls: ReadonlyMap<string, ActionCall>;
  readonly source: CallSource;
  readonly naming: CNaming;
  readonly scope: Scope;
}

/** Longer values are not shown: that something changed is. */
const LONGEST_VALUE = 48;
const LONGEST_ARGUMENT = 40;
const MOST_BYTES_SHOWN = 3;

/** `everywhere`: actions that all transitions of the machine have, and that say nothing therefore. */
export function actionsOf(
  { outputs, outcome }: SignatureRow,
  words: ActionWords,
  everywhere: ReadonlySet<string> = new Set(),
): Action[] {
  return allActions(outputs, outcome, words).filter(({ text }) => !everywhere.has(text));
}

function allActions(outputs: readonly OutputValue[], outcome: SignatureRow['outcome'], words: ActionWords): Action[] {
  return outputs.flatMap((output): Action[] => {
    const { name, kind } = output;
    if (name.startsWith(CALL_MARK)) {
      const call = words.calls.get(name.replace(/#\d+$/, ''));
      return call === undefined ? [] : [{ kind: 'call', text: callText(call, name, outputs, words) }];
    }
    if (/\(\): argument \d+/.test(name)) return [];
    if (kind === 'ending') return [{ kind: 'fault', text: outputText(output, words.naming, words.scope) }];
    if (name === 'stdout' || name === 'stderr') {
      if (output.parts.length === 0) return [];
      const text = outputText(output, words.naming, words.scope);
      return [{ kind: 'print', text: `${name === 'stdout' ? 'print' : 'complain'} ${text}` }];
    }
    const input = outcome.inputs.find((each) => each.name === name);
    return changes(output, input, words).map((text) => ({ kind: name === 'return' ? 'return' : 'set', text }));
  });
}

/** Of one place: nothing where it stays as it was. */
function changes(output: OutputValue, input: InputRecord | undefined, words: ActionWords): string[] {
  const { name, kind, parts } = output;
  if (input !== undefined && parts[0] === input.term) return [];
  if (kind === 'pointer' && output.label === 'as given') return [];
  if (kind === 'text' && input?.kind === 'bytes') {
    const changed = parts.flatMap((part, i) => (isByteOf(part, input.term, i) ? [] : [[i, part] as const]));
    if (changed.length === 0) return [];
    const shown = changed.map(([i, part]) => `${name}[${i}] = ${byteText(part, name, words)}`);
    if (changed.length > MOST_BYTES_SHOWN || shown.some((text) => text.length > LONGEST_VALUE))
      return [`change ${name}`];
    return shown;
  }
  const text = outputText(output, words.naming, words.scope);
  if (name === 'return') return [text.length > LONGEST_VALUE ? 'return a value' : `return ${text}`];
  return [text.length > LONGEST_VALUE ? `change ${name}` : `${name} = ${text}`];
}

function isByteOf(part: OutputValue['parts'][number], array: Term, index: number): boolean {
  return part instanceof Term && part.kind === Kind.read && part.a === array && Number(part.b?.value) === index;
}

function byteText(part: OutputValue['parts'][number], name: string, { naming, scope }: ActionWords): string {
  if (part instanceof Term) return printC(part, naming);
  const shape = {
    name: `${name}[0]`,
    kind: 'int',
    bits: 8,
    signed: true,
    label: '',
    members: [],
    isObject: false,
    isUnseen: false,
  } as const;
  return outputText({ ...shape, parts: [part] }, naming, scope);
}

/** As in the source, with the values of arguments that the source computes. */
function callText(call: ActionCall, mark: string, outputs: readonly OutputValue[], words: ActionWords): string {
  const written = call.position === null ? null : callAt(words.source(call.position) ?? '');
  const count = /#(\d+)$/.exec(mark)?.[0] ?? '';
  const base = mark.slice(0, mark.length - count.length);
  const isMacro = call.callee !== null && written !== null && !new RegExp(`\\b${call.callee}$`).test(written.callee);
  const fits = written !== null && !isMacro && written.arguments.length === call.count;
  const callee = (fits ? written.callee : call.callee) ?? 'a function';
  const shown = Array.from({ length: call.count }, (_, i) => {
    const source = fits ? written.arguments[i] : null;
    const value = outputs.find(({ name }) => name === `${base}: ${i}${count}`)?.parts[0];
    if (value === undefined) return source ?? '...';
    if (value instanceof Term) {
      const text = printC(value, words.naming);
      return text.length > LONGEST_ARGUMENT ? (source ?? '...') : text;
    }
    const type = call.parameters[i];
    const style = type === null ? null : styleOf(type);
    return style === null
      ? String(value)
      : constantText(style.signed ? BigInt.asIntN(32, BigInt(value)) : BigInt(value), style);
  });
  // A macro that makes the call.
  if (written !== null && !fits && (call.callee === null || shown.every((text) => text === '...'))) return written.text;
  return `${callee}(${shown.join(', ')})`;
}

/** The call that a text begins with; null where it begins with none. */
function callAt(text: string): { callee: string; arguments: string[]; text: string } | null {
  const head = /^[\w.>[\]*()\s-]*?(?=\()/.exec(text)?.[0];
  if (head === undefined || !/\w/.test(head)) return null;
  const all: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = head.length; at < text.length; at++) {
    const c = text[at];
    if (c === '"' || c === "'") {
      for (at++; at < text.length && text[at] !== c; at++) if (text[at] === '\\') at++;
      continue;
    }
    if (c === '(' || c === '[' || c === '{') {
      if (depth++ === 0) from = at + 1;
    } else if (c === ',' && depth === 1) {
      all.push(text.slice(from, at));
      from = at + 1;
    } else if ((c === ')' || c === ']' || c === '}') && --depth === 0) {
      const last = text.slice(from, at);
      if (all.length > 0 || last.trim() !== '') all.push(last);
      const tidy = (part: string) => part.trim().replace(/\s+/g, ' ');
      return { callee: tidy(head), arguments: all.map(tidy), text: tidy(text.slice(0, at + 1)) };
    }
  }
  return null;
}
