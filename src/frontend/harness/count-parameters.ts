/**
 * Which parameter says how many elements another one leads to: `buf, buf_len`, `in, inlen`, `data, size`. A guess, by names, types and
 * places. Where all of them agree it is what the function is called with, and is assumed, in so many words: anything else would be a
 * call that nobody makes, with a fault to match. Otherwise it is offered to the user (`--array in=inlen`).
 */
import { type DebugType, stripType } from '../../program/debug.ts';
import { isCharacter } from './base-types.ts';

interface Parameter {
  readonly name: string;
  readonly type: DebugType;
}

const COUNTS = /(^|_|[a-z])(len|length|size|siz|sz|count|cnt|num|nbytes|nb|bytes)$|^n$|^n[_A-Z]|^max/i;

/** By the name of the pointer. */
export function countParameters(parameters: readonly Parameter[]): Map<string, string> {
  const counts = new Map<string, string>();
  const taken = new Set<string>();
  const isFree = (each: Parameter | undefined): each is Parameter =>
    each !== undefined && isNumber(each.type) && COUNTS.test(each.name) && !taken.has(each.name);
  for (const [i, { name, type }] of parameters.entries()) {
    if (stripType(type).kind !== 'pointer') continue;
    const named = parameters.find((each) => isFree(each) && each.name !== name && each.name.startsWith(name));
    const next = parameters[i + 1];
    const found = named ?? (isFree(next) ? next : undefined);
    if (found === undefined) continue;
    counts.set(name, found.name);
    taken.add(found.name);
  }
  return counts;
}

/** A length, and nothing else. */
const PLAIN_COUNTS =
  /(^|_|[a-z])(len|length|size|siz|sz|count|cnt|nbytes|bytes)$|^n$|^n(um)?_?(bytes|elems?|elements|items)$/i;
const TEXT = /^(const )?char$/;

/**
 * Those that are assumed: named after their pointer (`s, slen`), or a plain count right after it. Not what several pointers may share
 * (`dst, src, n`), a number that follows one record (`list, n`), and no number beside a text that need not be its length (`line, n`).
 */
export function impliedCounts(parameters: readonly Parameter[]): Map<string, string> {
  const implied = new Map<string, string>();
  for (const [name, count] of countParameters(parameters)) {
    const at = parameters.findIndex((each) => each.name === name);
    const number = parameters.find((each) => each.name === count)!;
    const target = targetOf(parameters[at])!;
    if (!PLAIN_COUNTS.test(count) || target.kind === 'function') continue;
    if (isNamedAfter(count, name)) {
      implied.set(name, count);
      continue;
    }
    const before = at > 0 ? targetOf(parameters[at - 1]) : null;
    const isShared = before !== null && !countParameters(parameters.slice(0, at)).has(parameters[at - 1].name);
    const isText = target.kind === 'base' && TEXT.test(target.name);
    const isElement = target.kind === 'base' || target.kind === 'void';
    if (parameters[at + 1] !== number || isShared || !isElement || (isText && !isSize(number.type))) continue;
    implied.set(name, count);
  }
  return implied;
}

/** `buf_len` of `buf`, not `n` of `n`. */
function isNamedAfter(count: string, pointer: string): boolean {
  return pointer.length > 0 && count.length > pointer.length && count.startsWith(pointer);
}

function targetOf({ type }: Parameter): DebugType | null {
  const bare = stripType(type);
  return bare.kind === 'pointer' ? stripType(bare.target) : null;
}

/** An unsigned number as wide as a pointer or wider: nobody counts anything else with it. */
function isSize(type: DebugType): boolean {
  if (type.kind === 'typedef') return /size_t$/.test(type.name) || isSize(type.target);
  if (type.kind === 'qualified') return isSize(type.target);
  return type.kind === 'base' && type.encoding === 'unsigned' && /long/.test(type.name);
}

export function isSignedNumber(type: DebugType): boolean {
  const bare = stripType(type);
  return bare.kind === 'base' && bare.encoding === 'signed';
}

function isNumber(type: DebugType): boolean {
  const bare = stripType(type);
  return bare.kind === 'base' && !isCharacter(bare) && /^(un)?signed$/.test(bare.encoding);
}
