/**
 * Comparisons of chosen values as choices of comparisons: `(c ? 7 : 3) == 7` is about `c`. Only then boxes see what a condition is about.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';

/** Per condition: each choice that is lifted may double it. */
const MOST_LIFTED = 12;

const COMPARISONS: ReadonlySet<Kind> = new Set<Kind>([Kind.eq, Kind.ult, Kind.ule, Kind.slt, Kind.sle]);

export class ChoiceLifter {
  private readonly done = new Map<Term, Term>();
  private left = MOST_LIFTED;

  constructor(private readonly terms: Terms) {}

  withoutChoices(condition: Term): Term {
    this.left = MOST_LIFTED;
    return this.lift(condition);
  }

  private lift(term: Term): Term {
    const known = this.done.get(term);
    if (known !== undefined) return known;
    const lifted = term.width === 1 ? this.lifted(term) : term;
    this.done.set(term, lifted);
    return lifted;
  }

  private lifted(term: Term): Term {
    const { kind, a, b, c } = term;
    if (kind === Kind.not) return this.terms.not(this.lift(a!));
    if (kind === Kind.and) return this.terms.and(this.lift(a!), this.lift(b!));
    if (kind === Kind.or) return this.terms.or(this.lift(a!), this.lift(b!));
    if (kind === Kind.ite) return this.terms.ite(this.lift(a!), this.lift(b!), this.lift(c!));
    if (!COMPARISONS.has(kind)) return term;
    const [inFirst, inSecond] = [choiceIn(a!), choiceIn(b!)];
    const choice = inFirst ?? inSecond;
    if (choice === null || this.left === 0) return term;
    this.left--;
    const side = (value: Term) => {
      const [first, second] = inFirst !== null ? [this.within(a!, value), b!] : [a!, this.within(b!, value)];
      return this.lift(this.terms.build(kind, 1, first, second, null, 0));
    };
    return this.terms.ite(this.lift(choice.a!), side(choice.b!), side(choice.c!));
  }

  /** The chosen value, converted as the choice was. */
  private within(outer: Term, value: Term): Term {
    if (outer.kind === Kind.ite) return value;
    return this.terms.build(outer.kind, outer.width, this.within(outer.a!, value), null, null, 0);
  }
}

/** The choice that a value is, converted or not. */
function choiceIn(term: Term): Term | null {
  if (term.kind === Kind.ite) return term;
  return term.kind === Kind.zext || term.kind === Kind.sext ? choiceIn(term.a!) : null;
}
