/** Conditions on cells, read in a state: every variable is replaced by what its cell holds there. */
import { Kind } from '../../expr/kinds.ts';
import { Substitution } from '../../expr/substitute.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { State } from '../../machine/state.ts';
import type { Cells } from './cells.ts';
import type { Disjunct } from './summary.ts';

export class Reading {
  private readonly substitution: Substitution;
  /** Variables met so far; false for those that stand for nothing in this state. */
  private readonly known = new Map<Term, boolean>();

  constructor(
    private readonly terms: Terms,
    private readonly cells: Cells,
    private readonly state: State,
  ) {
    this.substitution = new Substitution(terms, new Map());
  }

  /** False as soon as one condition is false, or speaks of something that is not there. */
  formula({ pins, branches }: Disjunct): Term {
    const open: Term[] = [];
    for (const conditions of [pins, branches]) {
      for (const condition of conditions) {
        const here = this.condition(condition);
        if (here === null) return this.terms.bool(false);
        if (here.kind !== Kind.constant) open.push(here);
        else if (here.value === 0) return here;
      }
    }
    return this.terms.andAll(open);
  }

  condition(condition: Term): Term | null {
    for (const variable of this.cells.variablesOf(condition)) {
      let exists = this.known.get(variable);
      if (exists === undefined) {
        const value = this.cells.read(this.state, variable);
        exists = value !== null;
        this.known.set(variable, exists);
        if (value !== null) this.substitution.set(variable, value);
      }
      if (!exists) return null;
    }
    return this.substitution.apply(condition);
  }
}
