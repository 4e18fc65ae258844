import type { Term } from './term.ts';
import type { Terms } from './terms.ts';
import { visitOnce } from './walk.ts';

/** The term with each key of the map replaced by its value, everything above made anew (and so rewritten). */
export function substitute(terms: Terms, term: Term, map: ReadonlyMap<Term, Term>): Term {
  return new Substitution(terms, map).apply(term);
}

/** One substitution for many terms: what they share is rebuilt once. Replacements are not substituted into again. */
export class Substitution {
  private readonly done = new Map<Term, Term>();

  constructor(
    private readonly terms: Terms,
    map: ReadonlyMap<Term, Term>,
  ) {
    for (const [from, to] of map) this.done.set(from, to);
  }

  /** How many terms were looked at. */
  get size(): number {
    return this.done.size;
  }

  /** One more replacement, of a term that nothing was applied to yet. */
  set(from: Term, to: Term): void {
    this.done.set(from, to);
  }

  apply(root: Term): Term {
    const known = this.done.get(root);
    if (known !== undefined) return known;
    visitOnce([root], (term) => this.rebuild(term), this.done);
    return this.done.get(root)!;
  }

  private rebuild(term: Term): void {
    const { a, b, c } = term;
    if (a === null) {
      this.done.set(term, term);
      return;
    }
    const x = this.done.get(a)!;
    const y = b === null ? null : this.done.get(b)!;
    const z = c === null ? null : this.done.get(c)!;
    const same = x === a && y === b && z === c;
    this.done.set(term, same ? term : this.terms.build(term.kind, term.width, x, y, z, term.low));
  }
}
