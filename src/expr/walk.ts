import type { Term } from './term.ts';

/**
 * Visits every term below the roots once, operands before the terms that use them; safe for terms of any depth. Terms
 * that are keys of `done` count as visited, and are not looked below.
 */
export function visitOnce(
  roots: readonly Term[],
  visit: (term: Term) => void,
  done?: ReadonlyMap<Term, unknown>,
): void {
  const seen = new Set<Term>();
  const isNew = (term: Term | null): term is Term => term !== null && !seen.has(term) && done?.has(term) !== true;
  const pending: Term[] = [];
  for (const root of roots) {
    pending.push(root);
    while (pending.length > 0) {
      const term = pending[pending.length - 1]!;
      if (!isNew(term)) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      // Pushed in reverse, so that the first operand comes first.
      if (isNew(term.c)) pending.push(term.c);
      if (isNew(term.b)) pending.push(term.b);
      if (isNew(term.a)) pending.push(term.a);
      if (pending.length > before) continue;
      pending.pop();
      seen.add(term);
      visit(term);
    }
  }
}
