/**
 * The ways a program ends before it returns from main: faults, exits, assumptions that fail, limits.
 *
 * An end is known by its conditions: wherever they hold the program ends there, unless it has left for another end
 * before. Conditions of two ends may hold together. Which of the two comes first is then the same for all inputs, because
 * the order of the branches that lead to them is given by the program's structure; so one run under an input of both
 * tells. The same statement reached through different branches (`goto fail`) makes several ends, each with its own order.
 *
 * A path that meets a limit has an end of that kind: what is taken away from other rows is whatever goes on like it (`goingOn`), which may
 * include inputs that come to an end a little later. Nothing is said of them.
 */
import { evaluate } from '../../expr/evaluate.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';

type EndKind = 'dropped' | 'limit' | 'other';

export class End {
  private readonly before = new Set<End>();
  private readonly after = new Set<End>();

  constructor(
    /** The statement, in its call and its iteration: ends with different conditions may be the same place. */
    readonly place: string,
    readonly conditions: readonly Term[],
    /** Where one of these holds it cannot happen. */
    readonly opposites: readonly Term[],
    /** All conditions. */
    readonly condition: Term,
    readonly kind: EndKind,
  ) {}

  /** An assumption that fails: inputs of no interest. */
  get dropped(): boolean {
    return this.kind === 'dropped';
  }

  /** Null when it is not known. */
  isBefore(other: End | null): boolean | null {
    if (other === null) return true;
    return this.after.has(other) ? true : this.before.has(other) ? false : null;
  }

  /** A run that satisfied the conditions of both ended here. */
  cameBefore(other: End): void {
    this.after.add(other);
    other.before.add(this);
  }

  holds(input: Model): boolean {
    return this.conditions.every((term) => evaluate(term, input) === 1);
  }
}

export class Ends {
  readonly all: End[] = [];
  private readonly byCondition = new Map<Term, End[]>();

  constructor(private readonly terms: Terms) {}

  /** The known one, or a new one. */
  of(place: string, conditions: readonly Term[], kind: EndKind): End {
    const condition = this.terms.andAll([...conditions]);
    let alike = this.byCondition.get(condition);
    if (alike === undefined) {
      alike = [];
      this.byCondition.set(condition, alike);
    }
    let end = alike.find((each) => each.place === place);
    if (end === undefined) {
      const opposites = conditions.map((term) => this.terms.not(term));
      end = new End(place, conditions, opposites, condition, kind);
      this.all.push(end);
      alike.push(end);
    }
    return end;
  }

  opposite(condition: Term): Term {
    return this.terms.not(condition);
  }

  /** Those that can, by the looks of it, hold together with the conditions. */
  compatible(conditions: ReadonlySet<Term>): End[] {
    return this.all.filter((end) => !end.opposites.some((term) => conditions.has(term)));
  }

  /** That the end does not happen, given the conditions. */
  avoiding(end: End, given: ReadonlySet<Term>): Term {
    return this.terms.orAll(end.opposites.filter((_, i) => !given.has(end.conditions[i])));
  }
}
