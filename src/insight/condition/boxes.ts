/**
 * Boxes of inputs: for some axes, which of their blocks are allowed. What a box does not mention is free; all questions are
 * questions about bit masks.
 */
import type { Term } from '../../expr/term.ts';
import type { Interval } from './intervals.ts';
import type { QuantityLiteral } from './literals.ts';

export interface Axis {
  readonly index: number;
  readonly kind: QuantityLiteral['kind'];
  /** The quantity, or the first of two that are compared. */
  readonly of: Term;
  readonly other: Term | null;
  /** Whether numbers are compared as signed ones; null where only equality counts. */
  signed: boolean | null;
  /** For values: what the blocks hold, ascending; values that the assumptions exclude are in none. */
  blocks: Interval[];
  /** All blocks. */
  full: bigint;
}

/** By the index of an axis, which of its blocks are allowed; axes that are free are left out. */
export type Box = ReadonlyMap<number, bigint>;

export const EVERYTHING: Box = new Map();

/** What two boxes share; null when they are apart. */
export function meet(one: Box, other: Box): Box | null {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  const result = new Map(large);
  for (const [axis, mask] of small) {
    const both = mask & (result.get(axis) ?? mask);
    if (both === 0n) return null;
    result.set(axis, both);
  }
  return result;
}

export function areApart(one: Box, other: Box): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const [axis, mask] of small) {
    const theirs = large.get(axis);
    if (theirs !== undefined && (theirs & mask) === 0n) return true;
  }
  return false;
}

export function contains(outer: Box, inner: Box): boolean {
  for (const [axis, mask] of outer) {
    const theirs = inner.get(axis);
    if (theirs === undefined || (theirs & ~mask) !== 0n) return false;
  }
  return true;
}

/** Whether every part of a box lies in one of the others: what lies outside of the first that it meets must be in the rest. */
export function isCovered(box: Box, others: readonly Box[]): boolean {
  const first = others.findIndex((other) => !areApart(box, other));
  if (first < 0) return false;
  const rest = others.slice(first + 1);
  let inside = box;
  for (const [axis, allowed] of others[first]) {
    const mask = inside.get(axis);
    // A free axis: how much of it is left is not known here.
    if (mask === undefined) return isCovered(box, rest);
    const outside = mask & ~allowed;
    if (outside === 0n) continue;
    if (!isCovered(new Map(inside).set(axis, outside), rest)) return false;
    inside = new Map(inside).set(axis, mask & allowed);
  }
  return true;
}

export function withoutContained(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    if (result.some((known) => contains(known, box))) continue;
    for (let i = result.length - 1; i >= 0; i--) if (contains(box, result[i])) result.splice(i, 1);
    result.push(box);
  }
  return result;
}

/** Beyond this many boxes neighbours are not looked for. */
const MOST_JOINED = 500;

/** Boxes that differ on a single axis are one. */
export function withNeighboursJoined(boxes: readonly Box[], axes: readonly Axis[]): Box[] {
  const result = [...boxes];
  if (result.length > MOST_JOINED) return result;
  for (let i = 0; i < result.length; i++) {
    for (let k = i + 1; k < result.length; k++) {
      const both = joinedBox(result[i], result[k], axes);
      if (both === null) continue;
      result[i] = both;
      result.splice(k, 1);
      // What was joined may have become a neighbour of any other.
      i = -1;
      break;
    }
  }
  return result;
}

function joinedBox(one: Box, other: Box, axes: readonly Axis[]): Box | null {
  if (one.size !== other.size) return null;
  let differing: number | null = null;
  for (const [axis, mask] of one) {
    const theirs = other.get(axis);
    if (theirs === undefined) return null;
    if (theirs === mask) continue;
    if (differing !== null) return null;
    differing = axis;
  }
  if (differing === null) return one;
  const mask = one.get(differing)! | other.get(differing)!;
  const joint = new Map(one).set(differing, mask);
  if (mask === axes[differing].full) joint.delete(differing);
  return joint;
}
