/**
 * The summary of a location: a disjunction of conjunctions of conditions on the state there. Each disjunct describes
 * states that repeat a suffix explored before.
 *
 * A disjunct has two parts. Its *branches* come from symbolic decisions: they are the paper's conditions. Its *pins* come
 * from what was concrete on the path that made it (addresses, loop counters, tests on plain numbers); on most other paths
 * they are the same, and then cost one comparison each.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';

/** Conditions without repetition, ascending by id. */
type Conditions = readonly Term[];

export interface Disjunct {
  readonly branches: Conditions;
  readonly pins: Conditions;
}

export interface SummaryOptions {
  /** Branches in all disjuncts together; 0 for no bound. */
  readonly bound: number;
  readonly combine: boolean;
}

export interface SummaryCounts {
  added: number;
  combined: number;
  /** Disjuncts not kept because of the bound. */
  bounded: number;
}

export class Summary {
  disjuncts: Disjunct[] = [];
  /** The bound was hit: nothing is added any more, so that nothing needs to be computed for it either. */
  isFull = false;

  add(
    terms: Terms,
    branches: Iterable<Term>,
    pins: Iterable<Term>,
    options: SummaryOptions,
    counts: SummaryCounts,
  ): void {
    const disjunct = { branches: ascending(branches), pins: ascending(pins) };
    if (this.insert(disjunct, options, counts) && options.combine) this.combine(terms, disjunct, options, counts);
  }

  private insert(disjunct: Disjunct, { bound }: SummaryOptions, counts: SummaryCounts): boolean {
    if (this.disjuncts.some((known) => implies(disjunct, known))) return false;
    const kept = this.disjuncts.filter((known) => !implies(known, disjunct));
    if (bound > 0 && kept.reduce((sum, each) => sum + each.branches.length, disjunct.branches.length) > bound) {
      counts.bounded++;
      this.isFull = true;
      return false;
    }
    counts.added++;
    kept.push(disjunct);
    this.disjuncts = kept;
    return true;
  }

  /**
   * Algorithm 4: two disjuncts whose branches differ in one condition and its negation cover, where the pins of both
   * hold, the states without that condition. Goes on with the result until there is no partner.
   */
  private combine(terms: Terms, newest: Disjunct | undefined, options: SummaryOptions, counts: SummaryCounts): void {
    let disjunct = newest;
    while (disjunct !== undefined) {
      let combined: Disjunct | undefined;
      for (const [at, known] of this.disjuncts.entries()) {
        const root = divergenceRoot(terms, disjunct.branches, known.branches);
        if (root === null) continue;
        const next: Disjunct = {
          branches: disjunct.branches.filter((each) => each !== root),
          pins: ascending([...disjunct.pins, ...known.pins]),
        };
        this.disjuncts.splice(at, 1);
        this.disjuncts = this.disjuncts.filter((each) => each !== disjunct);
        counts.combined++;
        if (!this.insert(next, options, counts)) return;
        combined = next;
        break;
      }
      disjunct = combined;
    }
  }
}

export function formulaOf(terms: Terms, { branches, pins }: Disjunct): Term {
  return terms.and(terms.andAll(pins), terms.andAll(branches));
}

function ascending(conditions: Iterable<Term>): Conditions {
  return [...new Set(conditions)].sort((a, b) => a.id - b.id);
}

/** The condition of `a` whose negation stands in its place in `b`, all others being equal; null when there is none. */
function divergenceRoot(terms: Terms, a: Conditions, b: Conditions): Term | null {
  if (a.length !== b.length) return null;
  let root: Term | null = null;
  for (const each of a) {
    if (contains(b, each)) continue;
    if (root !== null) return null;
    root = each;
  }
  if (root === null) return null;
  const other = b.find((each) => !contains(a, each))!;
  return terms.not(root) === other || terms.not(other) === root ? root : null;
}

function contains(conditions: Conditions, term: Term): boolean {
  let low = 0;
  let high = conditions.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { id } = conditions[middle];
    if (id === term.id) return true;
    if (id < term.id) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Whether every state of `strong` is one of `weak`, as far as the conditions show. */
function implies(strong: Disjunct, weak: Disjunct): boolean {
  return isSubset(weak.branches, strong.branches) && isSubset(weak.pins, strong.pins);
}

function isSubset(small: Conditions, large: Conditions): boolean {
  if (small.length > large.length) return false;
  let at = 0;
  for (const each of small) {
    while (at < large.length && large[at].id < each.id) at++;
    if (at === large.length || large[at] !== each) return false;
    at++;
  }
  return true;
}
