/**
 * What all alternatives of a condition have in common, said once: `(a && p) || (!a && b && p)` is `p && (a || b)`.
 *
 * Paths that meet again leave such conditions behind: every way through the code before a place goes on with the same condition, so a
 * comparison of two strings that looks at each character in three ways is a union of 3^n alternatives, or n conditions of three alternatives
 * each. Only the second can be read. The laws used are those of propositions (distribution, absorption), so nothing has to be proved: both
 * terms are true of the same inputs.
 *
 * Parts that are shared are looked at once. Alternatives and conditions are only taken apart while they are few, since a shared part
 * that is taken apart is shared no longer.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';

/** More alternatives, or conditions of one, stay together. */
const MOST_PARTS = 64;

export class Factoring {
  private readonly whenTrue = new Map<Term, Term>();
  private readonly whenFalse = new Map<Term, Term>();

  constructor(private readonly terms: Terms) {}

  /** The term itself where nothing is gained. */
  factored(term: Term): Term {
    const found = this.of(term, true);
    if (found === term || partsOf(found, Kind.and).length > partsOf(term, Kind.and).length) return found;
    return sizeOf(found) < sizeOf(term) ? found : term;
  }

  /** The term, or its opposite where it is not wanted. */
  private of(term: Term, wanted: boolean): Term {
    const known = wanted ? this.whenTrue : this.whenFalse;
    let found = known.get(term);
    if (found === undefined) known.set(term, (found = this.find(term, wanted)));
    return found;
  }

  private find(term: Term, wanted: boolean): Term {
    const { kind, a, b, c, width } = term;
    if (width !== 1) return term;
    if (kind === Kind.not) return this.of(a!, !wanted);
    if (kind === Kind.ite) {
      const [yes, no] = [this.of(b!, wanted), this.of(c!, wanted)];
      return this.either([
        [this.of(a!, true), yes],
        [this.of(a!, false), no],
      ]);
    }
    if (kind !== Kind.and && kind !== Kind.or) return wanted ? term : this.terms.not(term);
    const [left, right] = [this.of(a!, wanted), this.of(b!, wanted)];
    return (kind === Kind.and) === wanted ? this.terms.and(left, right) : this.either([[left], [right]]);
  }

  /** One of several conjunctions holds. */
  private either(alternatives: readonly (readonly Term[])[]): Term {
    const sets = alternatives.flatMap((all) => {
      const disjuncts = all.length === 1 ? partsOf(all[0], Kind.or) : [this.terms.andAll(all)];
      return disjuncts.map((each) => new Set(partsOf(each, Kind.and)));
    });
    return this.unionOf(this.absorbed(sets));
  }

  /** `a || (!a && b)` is `a || b`, and `a || (a && b)` is `a`. */
  private absorbed(sets: readonly ReadonlySet<Term>[]): ReadonlySet<Term>[] {
    if (sets.length > MOST_PARTS) return [...sets];
    const alone = sets.filter((set) => set.size === 1).map((set) => this.terms.not([...set][0]));
    const shorter = sets.map((set) => {
      if (set.size === 1) return set;
      const rest = [...set].filter((term) => !alone.includes(term));
      return rest.length === set.size ? set : new Set(rest);
    });
    return shorter.filter(
      (set, i) => !shorter.some((other, k) => k !== i && isSubset(other, set) && (other.size < set.size || k < i)),
    );
  }

  private unionOf(sets: readonly ReadonlySet<Term>[]): Term {
    if (sets.length === 1) return this.terms.andAll([...sets[0]]);
    const shared = sets.length > MOST_PARTS ? null : mostShared(sets);
    if (shared === null) return this.terms.orAll(sets.map((set) => this.terms.andAll([...set])));
    const group = sets.filter((set) => set.has(shared));
    const common = [...group[0]].filter((term) => group.every((set) => set.has(term)));
    const rests = group.map((set) => new Set([...set].filter((term) => !common.includes(term))));
    const inner = rests.some((rest) => rest.size === 0) ? [] : [this.unionOf(this.absorbed(rests))];
    const joint = this.terms.andAll([...common, ...inner]);
    const others = sets.filter((set) => !set.has(shared));
    if (others.length === 0) return joint;
    return this.unionOf([...others, new Set(partsOf(joint, Kind.and))]);
  }
}

function sizeOf(term: Term): number {
  let size = 0;
  visitOnce([term], () => size++);
  return size;
}

function isSubset(small: ReadonlySet<Term>, large: ReadonlySet<Term>): boolean {
  return small.size <= large.size && [...small].every((term) => large.has(term));
}

/** The condition that the most alternatives have; null where each is in one alone. */
function mostShared(sets: readonly ReadonlySet<Term>[]): Term | null {
  const counts = new Map<Term, number>();
  for (const set of sets) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  let best: Term | null = null;
  let most = 1;
  for (const [term, count] of counts) {
    if (count > most) [best, most] = [term, count];
  }
  return best;
}

/** The conditions that are joined, from left to right; the term itself where there are too many. */
function partsOf(term: Term, kind: Kind): Term[] {
  const parts: Term[] = [];
  const open = [term];
  while (open.length > 0) {
    const next = open.pop()!;
    if (next.kind === kind && next.width === 1) open.push(next.b!, next.a!);
    else parts.push(next);
    if (parts.length + open.length > MOST_PARTS) return [term];
  }
  return parts;
}
