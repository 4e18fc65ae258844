/** What the cases of a row leave of the quantities they speak of: conversions in its outputs are shown only where they do something. */
import { Kind } from '../../expr/kinds.ts';
import type { CNaming } from '../../expr/print-c.ts';
import type { Term } from '../../expr/term.ts';
import type { Intervals } from './intervals.ts';
import type { Case } from './minimise.ts';

/** One of the cases holds wherever the text stands. */
export function namingWithin(cases: readonly Case[], naming: CNaming): CNaming {
  const known = valuesIn(cases);
  if (known.size === 0) return naming;
  const wideSum = (left: Term, right: Term) => {
    for (const [{ kind, width, a, b }, values] of known) {
      const isSum = kind === Kind.add && a!.kind === b!.kind && (a!.kind === Kind.sext || a!.kind === Kind.zext);
      if (isSum && a!.a === left && b!.a === right) return { values, width, signed: a!.kind === Kind.sext };
    }
    return null;
  };
  return Object.assign((input: Term) => naming(input), { valuesOf: (term: Term) => known.get(term) ?? null, wideSum });
}

/** Of quantities that every case speaks of. */
function valuesIn([first, ...others]: readonly Case[]): Map<Term, Intervals> {
  const known = first === undefined ? new Map<Term, Intervals>() : valuesOf(first);
  for (const other of others.map(valuesOf)) {
    for (const [quantity, intervals] of known) {
      const theirs = other.get(quantity);
      if (theirs === undefined) known.delete(quantity);
      else known.set(quantity, [...intervals, ...theirs]);
    }
  }
  return known;
}

function valuesOf({ space, box }: Case): Map<Term, Intervals> {
  const result = new Map<Term, Intervals>();
  for (const [index, mask] of box) {
    const { kind, of, blocks } = space.axes[index];
    if (kind !== 'values') continue;
    result.set(
      of,
      blocks.filter((_, i) => ((mask >> BigInt(i)) & 1n) === 1n),
    );
  }
  return result;
}
