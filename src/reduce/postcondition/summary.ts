/**
 * Preconditions, and the summary of a location: a disjunction of them. A precondition describes states whose
 * continuations have all been explored, and has three parts, all of which must hold:
 *
 * - *pins*: cells that must hold what they held (addresses, loop counters, objects that must exist, ...). On most other
 *   paths they do, and finding out costs one comparison each;
 * - *tests*: conditions that were decided by plain numbers, kept general because another number may do as well;
 * - *branches*: conditions of symbolic decisions, the paper's own.
 *
 * The branches of a fork's two sides are joined as `common and (these or those)`: what the paper's algorithm 4 does to
 * two disjuncts that differ in one condition and its negation, and also where they differ in more. So the size of a
 * precondition grows with the number of decisions below the fork, not with the number of paths times their length.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { Pointer, type Value } from '../../machine/value.ts';

/** Conditions without repetition, ascending by id. */
type Conditions = readonly Term[];

export class Precondition {
  /** What a cut by it saves, in the units of worth.ts. */
  saves = 0;
  private sizeMemo = -1;

  constructor(
    readonly branches: Conditions,
    readonly tests: Conditions,
    /** By the variable of the cell. */
    readonly pins: ReadonlyMap<Term, Value>,
    /** The cells in branches and tests, with what they held on the path the precondition comes from. */
    readonly cells: ReadonlyMap<Term, Value | undefined>,
  ) {}

  /** How many conditions its branches are made of. */
  get size(): number {
    if (this.sizeMemo < 0) this.sizeMemo = conditionsIn(this.branches);
    return this.sizeMemo;
  }
}

export interface SummaryOptions {
  /** Conditions in all disjuncts together; 0 for no bound. */
  readonly bound: number;
  readonly combine: boolean;
}

export interface SummaryCounts {
  added: number;
  combined: number;
  /** Preconditions not kept because of the bound. */
  bounded: number;
}

export class LocationSummary {
  disjuncts: readonly Precondition[] = [];
  private size = 0;

  add(terms: Terms, precondition: Precondition, options: SummaryOptions, counts: SummaryCounts): void {
    let newest = precondition;
    for (let again = options.combine; again; ) {
      again = false;
      for (const known of this.disjuncts) {
        const combined = combine(terms, newest, known);
        if (combined === null) continue;
        combined.saves = Math.max(newest.saves, known.saves);
        this.disjuncts = this.disjuncts.filter((each) => each !== known);
        counts.combined++;
        newest = combined;
        again = true;
        break;
      }
    }
    if (this.disjuncts.some((known) => implies(newest, known))) return;
    const kept = this.disjuncts.filter((known) => !implies(known, newest));
    const size = kept.reduce((sum, each) => sum + 1 + each.size, 1 + newest.size);
    if (options.bound > 0 && size > options.bound) {
      counts.bounded++;
      return;
    }
    counts.added++;
    kept.push(newest);
    this.disjuncts = kept;
    this.size = size;
  }

  get isEmpty(): boolean {
    return this.disjuncts.length === 0;
  }

  /** Conditions in all disjuncts together, counting each disjunct as one more. */
  get weight(): number {
    return this.size;
  }
}

/** Either of two preconditions at the same place of a path, provided the pins and tests of both hold. */
export function either(
  terms: Terms,
  a: Precondition,
  b: Precondition,
  combining: boolean,
  counts: SummaryCounts,
): Precondition {
  return new Precondition(
    combining
      ? joined(terms, a.branches, b.branches, counts)
      : ascending([terms.or(terms.andAll(a.branches), terms.andAll(b.branches))].filter(isOpen)),
    ascending([...a.tests, ...b.tests]),
    new Map([...a.pins, ...b.pins]),
    new Map([...a.cells, ...b.cells]),
  );
}

function joined(terms: Terms, a: Conditions, b: Conditions, counts: SummaryCounts): Conditions {
  const common = a.filter((each) => contains(b, each));
  let mine = a.filter((each) => !contains(b, each));
  let theirs = b.filter((each) => !contains(a, each));
  if (mine.length === 0 || theirs.length === 0) {
    counts.combined++;
    return common;
  }
  const root = mine.find((each) => contains(theirs, terms.not(each)));
  if (root !== undefined) {
    counts.combined++;
    const opposite = terms.not(root);
    if (mine.length === 1 && theirs.length === 1) return common;
    // c or (not c and B) is c or B.
    if (mine.length === 1) theirs = theirs.filter((each) => each !== opposite);
    else if (theirs.length === 1) mine = mine.filter((each) => each !== root);
  }
  const choice = terms.or(terms.andAll(mine), terms.andAll(theirs));
  return ascending([...common, choice].filter(isOpen));
}

function isOpen(term: Term): boolean {
  return term.kind !== Kind.constant || term.value === 0;
}

/** Algorithm 4: two disjuncts whose branches differ in one condition and its negation; null when they do not. */
function combine(terms: Terms, a: Precondition, b: Precondition): Precondition | null {
  const root = divergenceRoot(terms, a.branches, b.branches);
  if (root === null) return null;
  for (const [variable, value] of a.pins) {
    if (b.pins.has(variable) && !sameValue(b.pins.get(variable), value)) return null;
  }
  return new Precondition(
    a.branches.filter((each) => each !== root),
    ascending([...a.tests, ...b.tests]),
    new Map([...a.pins, ...b.pins]),
    new Map([...a.cells, ...b.cells]),
  );
}

export function ascending(conditions: Iterable<Term>): Conditions {
  return [...new Set(conditions)].sort((a, b) => a.id - b.id);
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Pointer) return b instanceof Pointer && a.object === b.object && a.offset === b.offset;
  return Object.is(a, b);
}

/** How many conditions some terms are made of: conjunctions, disjunctions and negations are looked into. */
function conditionsIn(conditions: Conditions): number {
  let count = 0;
  const seen = new Set<Term>();
  const work = [...conditions];
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (each.width === 1 && (each.kind === Kind.and || each.kind === Kind.or)) work.push(each.a!, each.b!);
    else if (each.width === 1 && each.kind === Kind.not) work.push(each.a!);
    else count++;
  }
  return count;
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
  return root !== null && contains(b, terms.not(root)) ? root : null;
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
function implies(strong: Precondition, weak: Precondition): boolean {
  if (!isSubset(weak.branches, strong.branches) || !isSubset(weak.tests, strong.tests)) return false;
  for (const [variable, value] of weak.pins) {
    if (!strong.pins.has(variable) || !sameValue(strong.pins.get(variable), value)) return false;
  }
  return true;
}

function isSubset(small: Conditions, large: Conditions): boolean {
  return small.length <= large.length && small.every((each) => contains(large, each));
}
