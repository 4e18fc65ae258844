import type { Term } from './term.ts';

/** Visits every term below the roots once, operands before the terms that use them; safe for terms of any depth. */
export function visitOnce(roots: readonly Term[], visit: (term: Term) => void): void {
  const seen = new Set<Term>();
  const pending: Term[] = [];
  for (const root of roots) {
    pending.push(root);
    while (pending.length > 0) {
      const term = pending[pending.length - 1]!;
      if (seen.has(term)) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      // Pushed in reverse, so that the first operand comes first.
      if (term.c !== null && !seen.has(term.c)) pending.push(term.c);
      if (term.b !== null && !seen.has(term.b)) pending.push(term.b);
      if (term.a !== null && !seen.has(term.a)) pending.push(term.a);
      if (pending.length > before) continue;
      pending.pop();
      seen.add(term);
      visit(term);
    }
  }
}
