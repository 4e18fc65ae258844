import { surelyDiffer } from '../bits.ts';
import { Kind } from '../kinds.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { isConstantTerm } from './shape.ts';

/** How far a store with a constant index is moved down a chain to its place. */
const MAX_SORTED = 64;

const offsetBase = (index: Term): Term => (index.kind === Kind.add && isConstantTerm(index.b!) ? index.a! : index);

/** Whether two indices differ under every model. */
function differ(t: Terms, i: Term, j: Term): boolean {
  if (i === j) return false;
  if (isConstantTerm(i) && isConstantTerm(j)) return true;
  // base + k1 and base + k2: different terms over one base have different offsets.
  if (offsetBase(i) === offsetBase(j)) return true;
  return t.level === 2 && surelyDiffer(t.facts.of(i), t.facts.of(j), 32);
}

/** The byte all entries of a table in [min, max] share, or -1. */
function sharedByte(table: Term, min: number, max: number): number {
  const bytes = table.bytes!;
  const byte = bytes[min] ?? 0;
  const end = Math.min(max, bytes.length - 1);
  for (let i = min; i <= end; i++) if (bytes[i] !== byte) return -1;
  return max >= bytes.length && byte !== 0 ? -1 : byte;
}

const readRules: readonly Rule[] = [
  rule('read-over-store', 'read', 'read(store(a, i, x), j), i = j or i != j known', 'x or read(a, j)', (t, a, b) => {
    let array = a;
    while (array.kind === Kind.store) {
      if (array.b === b) return array.c;
      if (!differ(t, array.b!, b)) break;
      array = array.a!;
    }
    return array === a ? null : t.read(array, b);
  }),
  rule('read-table', 'read', 'read(table, k)', 'the byte', (t, a, b) =>
    a.kind === Kind.table && isConstantTerm(b) ? t.constant(8, a.bytes![b.value as number] ?? 0) : null,
  ),
  rule('read-past-end', 'read', 'read(bytes, i), i past the end', '0', (t, a, b) =>
    a.kind === Kind.bytes && (isConstantTerm(b) ? b.value : t.level === 2 ? t.facts.of(b).min : 0) >= a.low
      ? t.constant(8, 0)
      : null,
  ),
  rule(
    'read-uniform-table',
    'read',
    'read(table, i), all entries within the bounds of i equal',
    'that byte',
    (t, a, b) => {
      if (a.kind !== Kind.table || isConstantTerm(b)) return null;
      const { min, max } = t.facts.of(b);
      const byte = sharedByte(a, min as number, max as number);
      return byte < 0 ? null : t.constant(8, byte);
    },
    2,
  ),
];

const storeRules: readonly Rule[] = [
  rule('store-store', 'store', 'store(store(a, i, x), i, y)', 'store(a, i, y)', (t, a, b, c) =>
    a.kind === Kind.store && a.b === b ? t.store(a.a!, b, c) : null,
  ),
  rule('store-read', 'store', 'store(a, i, read(a, i))', 'a', (_t, a, b, c) =>
    c.kind === Kind.read && c.a === a && c.b === b ? a : null,
  ),
  rule(
    'store-sort',
    'store',
    'store(store(a, k1, x), k2, y), k2 < k1',
    'constant indices ascending outwards, each once',
    (t, a, b, c) => {
      if (!isConstantTerm(b)) return null;
      const above: Term[] = [];
      let array = a;
      while (array.kind === Kind.store && isConstantTerm(array.b!) && array.b!.value > b.value) {
        if (above.length === MAX_SORTED) return null;
        above.push(array);
        array = array.a!;
      }
      if (above.length === 0) return null;
      let result = t.store(array, b, c);
      for (let i = above.length - 1; i >= 0; i--) result = t.store(result, above[i]!.b!, above[i]!.c!);
      return result;
    },
  ),
];

export const arrayRules: readonly Rule[] = [...readRules, ...storeRules];
