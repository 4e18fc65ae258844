/**
 * Which parameter probably says how many elements another one leads to: `buf, buf_len`, `in, inlen`, `data, size`. Only a guess, by
 * names and places; it is offered to the user (`--array in=inlen`), never taken for granted.
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

function isNumber(type: DebugType): boolean {
  const bare = stripType(type);
  return bare.kind === 'base' && !isCharacter(bare) && /^(un)?signed$/.test(bare.encoding);
}
