/** Which values of a quantity are allowed, as people write it: `x == 3`, `0 <= i < 4`, `c in [0-9a-f]`, `m not in {APR, JUN}`. */
import { characterText, constantText, escaped, isPrintable, type ValueStyle } from '../value-text.ts';
import { type Interval, type Intervals, joined } from './intervals.ts';

export interface ValueSets {
  /** Ascending in the order of the reading, disjoint; neighbours are joined, and so are those with nothing possible between. */
  readonly allowed: readonly Interval[];
  readonly excluded: readonly Interval[];
  /** The first and last possible values. */
  readonly least: bigint;
  readonly most: bigint;
}

/** Ranges after each other in one list, beyond which the complement is tried. */
export function valuesText(subject: string, { allowed, excluded, least, most }: ValueSets, style: ValueStyle): string {
  if (style.truth && holds(allowed, 0n) !== holds(allowed, 1n)) return truthText(subject, holds(allowed, 1n));
  const write = (value: bigint) => constantText(value, style);
  const single = soleValue(allowed);
  if (single !== null) return `${subject} == ${write(single)}`;
  const sole = soleValue(excluded);
  if (sole !== null) return `${subject} != ${write(sole)}`;
  const isNamed = style.named !== null;
  if (style.character && allowed.length === 1) {
    const bound = characterBound(subject, allowed[0], least, most);
    if (bound !== null) return bound;
  }
  if (!style.character && !isNamed) {
    if (allowed.length === 1) return rangeText(subject, allowed[0], least, most);
    if (excluded.length === 1) {
      const [from, to] = excluded[0];
      return `${subject} < ${from} || ${subject} > ${to}`;
    }
  }
  const bits = isNamed ? null : bitTest(subject, allowed, excluded, least, most);
  if (bits !== null) return bits;
  if (style.character) {
    const [word, listed] = weight(excluded) < weight(allowed) ? ['not in', excluded] : ['in', allowed];
    return `${subject} ${word} ${classText(listed)}`;
  }
  if (weight(allowed) <= weight(excluded)) return `${subject} in ${listText(allowed, style)}`;
  const inner = excluded.filter(([from, to]) => from !== least && to !== most);
  // Everything below or above is told by a bound, not listed.
  if (isNamed || inner.length === excluded.length) return `${subject} not in ${listText(excluded, style)}`;
  const bounds = rangeText(subject, [allowed[0][0], allowed.at(-1)![1]], least, most);
  const one = soleValue(inner);
  return `${bounds} && ${subject} ${one === null ? `not in ${listText(inner, style)}` : `!= ${write(one)}`}`;
}

/** Truth values are 0 or 1, whether or not that is known: whether both are allowed. */
export function isEitherTruth({ allowed }: ValueSets): boolean {
  return holds(allowed, 0n) && holds(allowed, 1n);
}

function holds(set: readonly Interval[], value: bigint): boolean {
  return set.some(([from, to]) => from <= value && value <= to);
}

/** Fewer ranges than this are read sooner than a mask. */
const FEWEST_RANGES_OF_A_MASK = 4;

/** Bytes that agree in some bits, whatever the others are: `(flags & 0x7) == 2`. Null for all other sets. */
function bitTest(
  subject: string,
  allowed: readonly Interval[],
  excluded: readonly Interval[],
  least: bigint,
  most: bigint,
): string | null {
  if (most - least !== 255n || allowed.length < 2) return null;
  for (const [set, sign] of [
    [allowed, '=='],
    [excluded, '!='],
  ] as const) {
    const values = set.flatMap(([from, to]) =>
      Array.from({ length: Number(to - from) + 1 }, (_, i) => (Number(from) + i) & 255),
    );
    const fixed = values.reduce((mask, value) => mask & ~(value ^ values[0]), 255);
    const free = 8 - fixed.toString(2).replaceAll('0', '').length;
    if (fixed === 0 || values.length !== 2 ** free) continue;
    const isSingleBit = free === 7;
    if (!isSingleBit && allowed.length < FEWEST_RANGES_OF_A_MASK) return null;
    const isSet = isSingleBit && ((values[0] & fixed) !== 0) === (sign === '==');
    if (isSingleBit) return isSet ? `${subject} & 0x${fixed.toString(16)}` : `!(${subject} & 0x${fixed.toString(16)})`;
    return `(${subject} & 0x${fixed.toString(16)}) ${sign} ${numberOf(values[0] & fixed)}`;
  }
  return null;
}

function numberOf(bits: number): string {
  return bits < 10 ? `${bits}` : `0x${bits.toString(16)}`;
}

/** A question is its own truth value: `p == NULL`. */
function truthText(subject: string, value: boolean): string {
  if (subject.endsWith(' == NULL')) return value ? subject : subject.replace(/ == NULL$/, ' != NULL');
  const isPlain = /^[\w.[\]>-]+$/.test(subject) || /^\*\w+$/.test(subject);
  return value ? subject : isPlain ? `!${subject}` : `!(${subject})`;
}

export function soleValue(set: readonly Interval[]): bigint | null {
  return set.length === 1 && set[0][0] === set[0][1] ? set[0][0] : null;
}

function weight(set: readonly Interval[]): number {
  return set.reduce((sum, [from, to]) => sum + (from === to ? 1 : 2), 0);
}

/** The rounder one of two neighbouring bounds is shown; from zero on, the number of values is. */
function rangeText(subject: string, [from, to]: Interval, least: bigint, most: bigint): string {
  if (from === least)
    return isRounder(to + 1n, to) || (least === 0n && !isRounder(to, to + 1n))
      ? `${subject} < ${to + 1n}`
      : `${subject} <= ${to}`;
  if (to === most)
    return isRounder(from, from - 1n) || (least === 0n && !isRounder(from - 1n, from))
      ? `${subject} >= ${from}`
      : `${subject} > ${from - 1n}`;
  const open = from === 0n ? !isRounder(to, to + 1n) : isRounder(to + 1n, to);
  return `${from} <= ${subject} ${open ? `< ${to + 1n}` : `<= ${to}`}`;
}

/** All characters below or above one; letters and digits at the border are the ones to name. */
function characterBound(subject: string, [from, to]: Interval, least: bigint, most: bigint): string | null {
  const text = (value: bigint) => characterText(Number(value));
  const isWord = (value: bigint) => /^'\w'$/.test(text(value) ?? '');
  const [inside, outside, signs] =
    from === least ? [to, to + 1n, ['<=', '<']] : to === most ? [from, from - 1n, ['>=', '>']] : [0n, 0n, []];
  if (signs.length === 0) return null;
  // Negative characters are those outside of ASCII.
  if (outside === 0n || inside === 0n) return `${subject} ${outside === 0n ? signs[1] : signs[0]} 0`;
  const [value, sign] = isWord(outside) && !isWord(inside) ? [outside, signs[1]] : [inside, signs[0]];
  return `${subject} ${sign} ${text(value) ?? value}`;
}

function isRounder(one: bigint, other: bigint): boolean {
  return zeros(one) > zeros(other);
}

function zeros(value: bigint): number {
  // A power of two is as round as a hundred, and so is what ends in many zeros in hexadecimal.
  if (value >= 64n && ((value & (value - 1n)) === 0n || (value & 0xfffn) === 0n)) return 2;
  const text = String(value);
  return value === 0n ? Number.POSITIVE_INFINITY : text.length - text.replace(/0+$/, '').length;
}

/** Names are written out; of numbers, ranges keep their ends. */
function listText(set: readonly Interval[], style: ValueStyle): string {
  const steps = style.named === null ? stepsText(set) : null;
  if (steps !== null) return steps;
  const parts = set.flatMap(([from, to]) => {
    const isShort = to - from < 2n || (style.named !== null && to - from < 12n);
    if (isShort) return Array.from({ length: Number(to - from) + 1 }, (_, i) => constantText(from + BigInt(i), style));
    return [`${constantText(from, style)}..${constantText(to, style)}`];
  });
  return `{${parts.join(', ')}}`;
}

/** From this many numbers on, those between are left out. */
const FEWEST_STEPS = 6;

/** Numbers at equal distances: `{4, 8, ..., 136}`. Null for all others. */
function stepsText(set: readonly Interval[]): string | null {
  if (set.length < FEWEST_STEPS || set.some(([from, to]) => from !== to)) return null;
  const [[first], [second]] = set;
  const step = second - first;
  if (set.some(([value], i) => value !== first + BigInt(i) * step)) return null;
  return `{${first}, ${second}, ..., ${set.at(-1)![0]}}`;
}

/** Few single characters are a list, ranges a class as in regular expressions. */
function classText(set: readonly Interval[]): string {
  const isList = set.every(([from, to]) => to - from < 3n) && weight(set) <= 6;
  if (isList) {
    const values = set.flatMap(([from, to]) =>
      Array.from({ length: Number(to - from) + 1 }, (_, i) => Number(from) + i),
    );
    const order = [...values].sort((x, y) => rank(x) - rank(y) || x - y);
    return `{${order.map((value) => quoted(value)).join(', ')}}`;
  }
  const end = (value: bigint) => escaped(Number(value), '\\]^-');
  return `[${asBytes(set)
    .map(([from, to]) => (from === to ? end(from) : to === from + 1n ? end(from) + end(to) : `${end(from)}-${end(to)}`))
    .join('')}]`;
}

/** In the order of bytes: negative characters come last. */
function asBytes(set: readonly Interval[]): Intervals {
  return joined(
    set.flatMap(([from, to]): Interval[] => {
      const [first, last] = [BigInt.asUintN(8, from), BigInt.asUintN(8, to)];
      if (first <= last) return [[first, last]];
      return [
        [first, 255n],
        [0n, last],
      ];
    }),
  );
}

function quoted(value: number): string {
  const byte = value & 255;
  return byte === 39 ? "'\\''" : `'${escaped(byte, '\\')}'`;
}

/** Spaces before other white space, control characters last. */
function rank(value: number): number {
  return isPrintable(value) ? 0 : 1;
}
