import { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { Model, type Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { type SatisfyingValues, widthOf } from './domain.ts';
import { type Restricted, Restrictions } from './restrictions.ts';
import { allValues, complementOf, countOfValues, intersection, unionOf, type WordSet } from './value-set.ts';

/** Cases kept of a group; with more of them, a search is cheaper than going through. */
const MOST_CASES = 96;
/** Terms that one question may look at. */
const MOST_WORK = 20_000;
const DEEPEST = 40;
/** Values of a wide input that are gone through one by one. */
const MOST_WIDE_VALUES = 32;
/** Terms that may be looked at in vain before anything was decided, and for each question that was. */
const WORK_IN_VAIN_AT_FIRST = 200_000;
const WORK_IN_VAIN_PER_ANSWER = 500;

/** Values per cell, by the cell's number; a cell without an entry may have any. */
type Case = ReadonlyMap<number, WordSet>;

/**
 * Exactly the inputs that satisfy some constraints, as cases that exclude one another: in a case each input has a set of values, and
 * every combination of them is possible. Immutable.
 *
 * Where inputs select (a byte is an offset into the input, a class of characters chooses the next state, the low bits of one byte and
 * another are a number below five), the constraints between them leave few combinations, and what follows is about one input at a time in
 * each of these. A question is answered for both sides at once by going through the cases; its two halves are the cases of the
 * paths that go on. So along a path each condition is looked at once, where a solver would get all of them with each question. A finite-domain
 * solver would keep the constraints and propagate; we can afford to keep the solutions, because nearly all decisions of a program are about
 * inputs that were looked at before.
 *
 * A condition on several inputs is taken apart by the values of one: those that leave the same condition on the others are one class
 * (`Restrictions` remembers it for all paths). Inputs that choose what is read come first, because before they are known, every byte
 * may be meant. What would take more than a few hundred steps is left to the solver, as are all constraints that
 * follow on it; and where that happens too often, nothing is tried any more. Counts decide, so that a run repeats exactly.
 *
 * On c-ares (compressed names: offsets that are read from where offsets lead) 47,000 queries of 0.7 ms became 2,700 of which the solver sees 30.
 */
export class Cases {
  private readonly halves = new Map<Term, Halves | null>();
  private product: { readonly other: Cases; readonly result: Cases | null } | null = null;

  private constructor(private readonly list: readonly Case[]) {}

  /** No constraint at all. */
  static anything(): Cases {
    return new Cases([new Map()]);
  }

  static ofCell(cell: number, values: WordSet): Cases {
    return new Cases([new Map([[cell, values]])]);
  }

  /** Both hold: the two are about different inputs. Null when there are too many combinations. */
  and(other: Cases): Cases | null {
    if (other.isAnything) return this;
    if (this.isAnything) return other;
    if (this.product?.other !== other) this.product = { other, result: this.combinedWith(other) };
    return this.product.result;
  }

  private combinedWith({ list }: Cases): Cases | null {
    if (this.list.length * list.length > MOST_CASES) return null;
    return new Cases(this.list.flatMap((each) => list.map((other) => new Map([...each, ...other]))));
  }

  /** The cases in which the condition is true, and those in which it is not; null when they are not worth finding. */
  halvesBy(condition: Term, splitter: CaseSplitter): Halves | null {
    if (condition.kind === Kind.not) {
      const opposite = this.halvesBy(condition.a!, splitter);
      return opposite === null ? null : { whenTrue: opposite.whenFalse, whenFalse: opposite.whenTrue };
    }
    let halves = this.halves.get(condition);
    if (halves === undefined) {
      const found = splitter.split(this.list, condition);
      halves = found === null ? null : { whenTrue: new Cases(found.whenTrue), whenFalse: new Cases(found.whenFalse) };
      this.halves.set(condition, halves);
    }
    return halves;
  }

  private get isAnything(): boolean {
    return this.list.length === 1 && this.list[0].size === 0;
  }

  get isPossible(): boolean {
    return this.list.length > 0;
  }

  /** An input of the first case, its smallest values. */
  example(splitter: CaseSplitter): Model {
    const model = new Model();
    for (const [cell, values] of this.list[0]) splitter.restrictions.enter(model, cell, values[0]);
    return model;
  }
}

export interface Halves {
  readonly whenTrue: Cases;
  readonly whenFalse: Cases;
}

/** Takes conditions apart by cases; all cases of a solver share one, and what it remembers. */
export class CaseSplitter {
  readonly restrictions: Restrictions;
  readonly unconstrained = Cases.anything();
  private workBefore = 0;
  private workInVain = 0;
  private answered = 0;
  private whenTrue: Case[] = [];
  private whenFalse: Case[] = [];

  constructor(
    terms: Terms,
    private readonly sets: SatisfyingValues,
  ) {
    this.restrictions = new Restrictions(terms, new Evaluator());
  }

  split(cases: readonly Case[], condition: Term): { whenTrue: Case[]; whenFalse: Case[] } | null {
    if (this.workInVain > WORK_IN_VAIN_AT_FIRST + WORK_IN_VAIN_PER_ANSWER * this.answered) return null;
    this.workBefore = this.restrictions.work;
    this.whenTrue = [];
    this.whenFalse = [];
    if (!cases.every((each) => this.splitOne(each, condition, 0))) {
      this.workInVain += this.work + 1;
      return null;
    }
    this.answered++;
    return { whenTrue: this.whenTrue, whenFalse: this.whenFalse };
  }

  /** False where it takes too much. */
  private splitOne(one: Case, condition: Term, depth: number): boolean {
    let restricted = this.restrictions.of(condition);
    for (let i = 0; i < restricted.cells.length; ) {
      const values = one.get(restricted.cells[i]);
      if (values === undefined || values.length !== 2 || values[0] !== values[1]) i++;
      else {
        restricted = this.restrictions.with(restricted, restricted.cells[i], values[0]);
        i = 0;
      }
    }
    const { term, cells, readsAnywhere } = restricted;
    if (term.kind === Kind.constant) return this.keep(one, term.value !== 0);
    if (cells.length === 1 && !readsAnywhere) return this.splitByValues(one, restricted, cells[0]);
    if (depth > DEEPEST || this.work > MOST_WORK) return false;
    const cell = this.cellToSplit(one, restricted);
    return cell !== null && this.splitByClasses(one, restricted, cell, depth);
  }

  private get work(): number {
    return this.restrictions.work - this.workBefore;
  }

  private keep(one: Case, holds: boolean): boolean {
    const half = holds ? this.whenTrue : this.whenFalse;
    half.push(one);
    return half.length <= MOST_CASES;
  }

  private splitByValues(one: Case, { term }: Restricted, cell: number): boolean {
    const place = this.restrictions.cell(cell);
    const holding = this.sets.of(term, place);
    if (holding === null) return false;
    const width = widthOf(place);
    const values = one.get(cell) ?? allValues(width);
    return (
      this.keepPart(one, cell, values, intersection(values, holding), true) &&
      this.keepPart(one, cell, values, intersection(values, complementOf(holding, width)), false)
    );
  }

  private keepPart(one: Case, cell: number, values: WordSet, part: WordSet, holds: boolean): boolean {
    if (part.length === 0) return true;
    return this.keep(
      part.length === values.length && part[0] === values[0] && sameSet(part, values) ? one : narrowed(one, cell, part),
      holds,
    );
  }

  /** One that chooses what is read, else one with few values. */
  private cellToSplit(one: Case, { cells, keys, readsAnywhere }: Restricted): number | null {
    let best: number | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const cell of readsAnywhere ? keys : cells) {
      const place = this.restrictions.cell(cell);
      const count = countOfValues(one.get(cell) ?? allValues(widthOf(place)));
      if (count >= fewest || (count > MOST_WIDE_VALUES && widthOf(place) > 8)) continue;
      best = cell;
      fewest = count;
    }
    return best;
  }

  private splitByClasses(one: Case, condition: Restricted, cell: number, depth: number): boolean {
    const width = widthOf(this.restrictions.cell(cell));
    const values = one.get(cell) ?? allValues(width);
    const byRest = new Map<Restricted, WordSet>();
    for (const set of this.restrictions.classes(condition, cell, values)) {
      const rest = this.restrictions.with(condition, cell, set[0]);
      const others = byRest.get(rest);
      byRest.set(rest, others === undefined ? set : unionOf(others, set, width));
      // Each will be a case of one half at least.
      if (this.work > MOST_WORK || byRest.size > 2 * MOST_CASES) return false;
    }
    for (const [rest, set] of byRest) {
      if (!this.splitOne(narrowed(one, cell, set), rest.term, depth + 1)) return false;
    }
    return true;
  }
}

function narrowed(one: Case, cell: number, values: WordSet): Case {
  return new Map(one).set(cell, values);
}

function sameSet(a: WordSet, b: WordSet): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
