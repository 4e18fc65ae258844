import { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { Model, type Term } from '../expr/term.ts';
import { IntMap } from './int-map.ts';
import {
  allValues,
  complementOf,
  countOfValues,
  intersection,
  NO_VALUE,
  shiftedValues,
  unionOf,
  valuesBetween,
  type WordSet,
} from './value-set.ts';

/** Wider inputs have too many values to go through. */
const WIDEST_ENUMERATED = 8;
const WIDEST = 32;
/** A set of more intervals is not kept, and one that deep not taken apart. */
const MOST_ENDS = 256;
const DEEPEST = 64;
/** How many values are gone through to find one that is not excluded. */
const MOST_TRIED = 4096;
const MOST_REMEMBERED = 100_000;

/** One input that fits a machine word: a variable, or a byte of an object. */
export interface DomainCell {
  readonly input: Term;
  readonly index: number;
}

export const widthOf = ({ input }: DomainCell): number => (input.kind === Kind.variable ? input.width : 8);

/**
 * Exactly the values one input may have where all that is known is about this input alone. Most decisions of parsers and of loops with a
 * symbolic bound are of this kind: a character is a digit, a counter has not reached n. They are settled here for good,
 * on both sides at once, however many conditions have gathered, and the solver never hears of them. Values excluded one by
 * one are kept apart from the intervals, so that each costs the same.
 */
export class Domain {
  private constructor(
    readonly width: number,
    private readonly values: WordSet,
    private readonly excluded: IntMap<true>,
  ) {}

  static all(width: number): Domain {
    return new Domain(width, allValues(width), IntMap.empty());
  }

  /** Those also in the set; null when it is not worth keeping. */
  within(set: WordSet): Domain | null {
    const others = complementOf(set, this.width);
    if (others.length === 2 && others[0] === others[1]) {
      return new Domain(this.width, this.values, this.excluded.with(others[0], true));
    }
    const values = intersection(this.values, set);
    return values.length > MOST_ENDS ? null : new Domain(this.width, values, this.excluded);
  }

  /** All of them; null where so many are excluded that the set would be long. */
  toSet(): WordSet | null {
    if (this.excluded.size > MOST_ENDS / 4) return null;
    let set = this.values;
    for (const value of this.excluded.keys()) set = intersection(set, complementOf([value, value], this.width));
    return set;
  }

  /** Whether some value is in the set; null when that would take too long to find out. */
  meets(set: WordSet): boolean | null {
    const value = this.smallestIn(set);
    return value === undefined ? null : value !== null;
  }

  /** The smallest value in the set; null when there is none, undefined when that would take too long to find out. */
  smallestIn(set: WordSet = this.values): number | null | undefined {
    const common = set === this.values ? set : intersection(this.values, set);
    if (common.length === 0) return null;
    let tried = 0;
    for (let i = 0; i < common.length; i += 2) {
      for (let value = common[i]; value <= common[i + 1]; value++) {
        if (!this.excluded.has(value)) return value;
        if (++tried > MOST_TRIED)
          return countOfValues(common) > this.excluded.size ? this.largestIn(common) : undefined;
      }
    }
    return null;
  }

  /** There is one: more values than are excluded. */
  private largestIn(common: WordSet): number {
    for (let i = common.length - 1; i > 0; i -= 2) {
      for (let value = common[i]; value >= common[i - 1]; value--) if (!this.excluded.has(value)) return value;
    }
    return common[0];
  }
}

/** Finds for which values of an input a condition on it holds. */
export class SatisfyingValues {
  private known = new Map<Term, WordSet | null>();
  private readonly evaluator = new Evaluator();

  /** For which values of the cell, its only input, the condition holds; null when that is not known. */
  of(condition: Term, cell: DomainCell): WordSet | null {
    let set = this.known.get(condition);
    if (set === undefined) {
      if (this.known.size > MOST_REMEMBERED) this.known = new Map();
      set = this.byShape(condition, cell, 0) ?? this.byTrying(condition, cell);
      if (set !== null && set.length > MOST_ENDS) set = null;
      this.known.set(condition, set);
    }
    return set;
  }

  private byShape(condition: Term, cell: DomainCell, depth: number): WordSet | null {
    const width = widthOf(cell);
    if (width > WIDEST || depth > DEEPEST) return null;
    const { a, b } = condition;
    switch (condition.kind) {
      case Kind.constant:
        return condition.value === 0 ? NO_VALUE : allValues(width);
      case Kind.variable:
        return width === 1 ? [1, 1] : null;
      case Kind.not: {
        const set = this.byShape(a!, cell, depth + 1);
        return set === null ? null : complementOf(set, width);
      }
      case Kind.and:
      case Kind.or: {
        const x = this.byShape(a!, cell, depth + 1);
        const y = x === null ? null : this.byShape(b!, cell, depth + 1);
        if (x === null || y === null || x.length + y.length > MOST_ENDS) return null;
        return condition.kind === Kind.and ? intersection(x, y) : unionOf(x, y, width);
      }
      default:
        return compared(condition, cell, width);
    }
  }

  private byTrying(condition: Term, cell: DomainCell): WordSet | null {
    const width = widthOf(cell);
    if (width > WIDEST_ENUMERATED) return null;
    const { input, index } = cell;
    const model = new Model();
    const bytes = new Uint8Array(input.kind === Kind.variable ? 0 : index + 1);
    if (input.kind !== Kind.variable) model.arrays.set(input, bytes);
    const ends: number[] = [];
    for (let value = 0; value < 2 ** width; value++) {
      if (input.kind === Kind.variable) model.scalars.set(input, value);
      else bytes[index] = value;
      if (!this.evaluator.use(model).holds(condition)) continue;
      if (ends[ends.length - 1] === value - 1) ends[ends.length - 1] = value;
      else ends.push(value, value);
    }
    return ends;
  }
}

/** A comparison of the input, or of the input plus a constant, with a constant. */
function compared({ kind, a, b }: Term, cell: DomainCell, width: number): WordSet | null {
  if (a === null || b === null || a.width !== width) return null;
  const isLeft = b.kind === Kind.constant;
  const limit = isLeft ? b : a;
  const side = isLeft ? a : b;
  if (limit.kind !== Kind.constant || limit.width > WIDEST) return null;
  const set = matching(kind, Number(limit.value), isLeft, width);
  if (set === null) return null;
  if (isCell(side, cell)) return set;
  if (side.kind !== Kind.add || side.b!.kind !== Kind.constant || !isCell(side.a!, cell)) return null;
  return shiftedValues(set, 2 ** width - Number(side.b!.value), width);
}

/** The values that compare so with the limit, which stands on the right where `isLeft`. */
function matching(kind: Kind, limit: number, isLeft: boolean, width: number): WordSet | null {
  const largest = 2 ** width - 1;
  const half = 2 ** (width - 1);
  const isSigned = kind === Kind.slt || kind === Kind.sle;
  const isStrict = kind === Kind.ult || kind === Kind.slt;
  if (kind === Kind.eq) return [limit, limit];
  if (!isStrict && kind !== Kind.ule && kind !== Kind.sle) return null;
  const least = isSigned ? half : 0;
  const greatest = isSigned ? half - 1 : largest;
  if (isStrict && limit === (isLeft ? least : greatest)) return NO_VALUE;
  const step = isStrict ? 1 : 0;
  if (isLeft) return valuesBetween(least, (limit - step + largest + 1) % (largest + 1), width);
  return valuesBetween((limit + step) % (largest + 1), greatest, width);
}

function isCell(term: Term, { input, index }: DomainCell): boolean {
  if (input.kind === Kind.variable) return term === input;
  return term.kind === Kind.read && term.a === input && term.b!.kind === Kind.constant && term.b!.value === index;
}
