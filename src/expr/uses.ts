import type { Term } from './term.ts';
import { visitOnce } from './walk.ts';

/** How often each term below the roots is used as an operand or root. */
export function countUses(roots: readonly Term[]): Map<Term, number> {
  const uses = new Map<Term, number>();
  const use = (term: Term | null): void => {
    if (term !== null) uses.set(term, (uses.get(term) ?? 0) + 1);
  };
  for (const root of roots) use(root);
  visitOnce(roots, (term) => {
    use(term.a);
    use(term.b);
    use(term.c);
  });
  return uses;
}
