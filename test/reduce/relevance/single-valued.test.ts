/** Bytes that were never written are left out of comparisons, and come back before the first write. */
import { expect, it } from 'vitest';
import type { MemoryObject } from '../../../src/machine/value.ts';
import { byteKey, registerLocation } from '../../../src/reduce/relevance/needs.ts';
import { type Holder, SingleValued } from '../../../src/reduce/relevance/single-valued.ts';

const object = (id: number, kind: MemoryObject['kind']) => ({ id, kind }) as MemoryObject;
const [table, local] = [object(1, 'global'), object(2, 'stack')];
const known = new Map([table, local].map((each) => [each.id, each]));

function holderOf(...offsets: readonly number[]): Holder {
  return { pairs: new Map(), leftOut: new Map(offsets.map((offset) => [byteKey(table.id, offset), 7])) };
}

it('numbers in globals that nothing has written are the same everywhere; other places are not', () => {
  const single = new SingleValued(known);
  expect(single.has(byteKey(table.id, 3), 7)).toBe(true);
  expect(single.has(byteKey(local.id, 3), 7)).toBe(false);
  expect(single.has(registerLocation(0, 1), 7)).toBe(false);
  single.write(table, 2, 2);
  expect([1, 2, 3, 4].map((offset) => single.has(byteKey(table.id, offset), 7))).toEqual([true, false, false, true]);
});

it('a write gives its bytes back to every visit that left them out, and no others', () => {
  const single = new SingleValued(known);
  const [first, second] = [holderOf(0, 1), holderOf(1, 2)];
  single.leftOut(first);
  single.leftOut(second);
  single.write(table, 1, 1);
  expect([[...first.pairs.keys()], [...second.pairs.keys()]]).toEqual([[byteKey(1, 1)], [byteKey(1, 1)]]);
  expect([...first.leftOut.keys()]).toEqual([byteKey(1, 0)]);
});

it('a write somewhere in an object gives all of it back', () => {
  const single = new SingleValued(known);
  const holder = holderOf(0, 5);
  single.leftOut(holder);
  single.write(table, -1, 1);
  expect([...holder.pairs.keys()].sort()).toEqual([byteKey(1, 0), byteKey(1, 5)]);
  expect(single.has(byteKey(table.id, 9), 7)).toBe(false);
});
