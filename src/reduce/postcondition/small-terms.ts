/** Terms of few parts, as single instructions make them. */
import { Substitution } from '../../expr/substitute.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';

/** Substitution for the small terms that single instructions make: no tables are kept while there is little to share. */
export function replaced(terms: Terms, term: Term, map: ReadonlyMap<Term, Term>): Term {
  if (map.size === 0) return term;
  let budget = 32;
  const visit = (each: Term): Term | null => {
    const { a, b, c } = each;
    if (a === null) return map.get(each) ?? each;
    if (--budget < 0) return null;
    const x = visit(a);
    const y = b === null ? null : visit(b);
    const z = c === null ? null : visit(c);
    if (budget < 0) return null;
    return x === a && y === b && z === c ? each : terms.build(each.kind, each.width, x!, y, z, each.low);
  };
  return visit(term) ?? new Substitution(terms, map).apply(term);
}

export function isSmaller(term: Term, limit: number): boolean {
  const seen = new Set<Term>();
  const work = [term];
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (seen.size > limit) return false;
    for (const child of [each.a, each.b, each.c]) if (child !== null) work.push(child);
  }
  return true;
}
