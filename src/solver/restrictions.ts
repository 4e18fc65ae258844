import type { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { Substitution } from '../expr/substitute.ts';
import { Model, type Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { visitOnce } from '../expr/walk.ts';
import { type DomainCell, widthOf } from './domain.ts';
import { intersection, type WordSet } from './value-set.ts';

/** A condition, and what it says directly: which inputs it mentions, apart from those that it may read by an index not yet known. */
export interface Restricted {
  readonly term: Term;
  /** The cells it mentions, by number. */
  readonly cells: readonly number[];
  /** Whether it reads inputs at an index that is not constant, so that any byte may be meant; and the cells these indices are made of. */
  readonly readsAnywhere: boolean;
  readonly keys: readonly number[];
}

const MOST_REMEMBERED = 50_000;
/** A cell's number times this, plus a value of it. */
const VALUES = 2 ** 32;

/** Conditions with single inputs put in place, remembered for all paths; numbers the cells of inputs. */
export class Restrictions {
  private readonly numbers = new Map<Term, number[]>();
  private readonly places: DomainCell[] = [];
  private readonly cellTerms: Term[] = [];
  private described = new Map<Term, Restricted>();
  private made = new Map<Restricted, Map<number, Restricted>>();
  private classed = new Map<Restricted, Map<number, readonly WordSet[]>>();
  /** Terms looked at so far: what all this costs. */
  work = 0;

  constructor(
    private readonly terms: Terms,
    private readonly evaluator: Evaluator,
  ) {}

  numberOf(input: Term, index: number): number {
    let numbers = this.numbers.get(input);
    if (numbers === undefined) this.numbers.set(input, (numbers = []));
    let number = numbers[index];
    if (number === undefined) {
      number = this.places.length;
      numbers[index] = number;
      this.places.push({ input, index });
      this.cellTerms.push(
        input.kind === Kind.variable ? input : this.terms.read(input, this.terms.constant(32, index)),
      );
    }
    return number;
  }

  cell(number: number): DomainCell {
    return this.places[number];
  }

  /** Gives the cell a value in the model. */
  enter(model: Model, cell: number, value: number): void {
    const { input, index } = this.places[cell];
    if (input.kind === Kind.variable) {
      model.scalars.set(input, value);
      return;
    }
    let bytes = model.arrays.get(input);
    if (bytes === undefined) model.arrays.set(input, (bytes = new Uint8Array(input.low)));
    bytes[index] = value;
  }

  of(term: Term): Restricted {
    let known = this.described.get(term);
    if (known === undefined) {
      if (this.described.size > MOST_REMEMBERED) this.forget();
      this.described.set(term, (known = this.describe(term)));
    }
    return known;
  }

  /** The condition with a value in place of the cell. */
  with(condition: Restricted, cell: number, value: number): Restricted {
    let made = this.made.get(condition);
    if (made === undefined) this.made.set(condition, (made = new Map()));
    const key = cell * VALUES + value;
    let result = made.get(key);
    if (result === undefined) made.set(key, (result = this.make(condition.term, cell, value)));
    return result;
  }

  private make(condition: Term, cell: number, value: number): Restricted {
    const from = this.cellTerms[cell];
    const substitution = new Substitution(this.terms, new Map([[from, this.terms.constant(from.width, value)]]));
    const result = substitution.apply(condition);
    this.work += substitution.size;
    return this.of(result);
  }

  /** The values, put together where the condition cannot tell them apart. */
  classes(condition: Restricted, cell: number, values: WordSet): readonly WordSet[] {
    const { input } = this.places[cell];
    if (widthOf(this.places[cell]) > 8) return singles(values);
    let known = this.classed.get(condition);
    if (known === undefined) this.classed.set(condition, (known = new Map()));
    let all = known.get(cell);
    if (all === undefined) known.set(cell, (all = this.allClasses(condition.term, cell, input)));
    const classes: WordSet[] = [];
    for (const each of all) {
      const common = intersection(each, values);
      if (common.length > 0) classes.push(common);
    }
    return classes;
  }

  /** Values that give the same to all parts of the term that depend on this cell alone. */
  private allClasses(term: Term, cell: number, input: Term): readonly WordSet[] {
    const observed = this.observedParts(term, cell);
    const bySignature = new Map<string, number[]>();
    const model = new Model();
    const width = widthOf(this.places[cell]);
    for (let value = 0; value < 2 ** width; value++) {
      if (input.kind === Kind.variable) model.scalars.set(input, value);
      else this.enter(model, cell, value);
      this.evaluator.use(model);
      const signature = observed.map((part) => this.evaluator.value(part)).join();
      this.work += observed.length;
      const ends = bySignature.get(signature);
      if (ends === undefined) bySignature.set(signature, [value, value]);
      else if (ends[ends.length - 1] === value - 1) ends[ends.length - 1] = value;
      else ends.push(value, value);
    }
    return [...bySignature.values()];
  }

  /** The largest parts that depend on nothing but the cell. */
  private observedParts(root: Term, cell: number): readonly Term[] {
    const place = this.cellTerms[cell];
    const dependsOn = new Map<Term, 'none' | 'cell' | 'more'>();
    const observed = new Set<Term>();
    visitOnce([root], (term) => {
      this.work++;
      if (term === place) dependsOn.set(term, 'cell');
      else if (term.kind === Kind.variable || term.kind === Kind.bytes) dependsOn.set(term, 'more');
      else {
        let all: 'none' | 'cell' | 'more' = 'none';
        for (const operand of [term.a, term.b, term.c]) {
          const one = operand === null ? 'none' : dependsOn.get(operand)!;
          if (one === 'more' || all === 'none') all = one === 'none' ? all : one;
        }
        dependsOn.set(term, all);
        if (all !== 'more') return;
        for (const operand of [term.a, term.b, term.c]) {
          if (operand !== null && dependsOn.get(operand) === 'cell') observed.add(operand);
        }
      }
    });
    if (dependsOn.get(root) === 'cell') observed.add(root);
    return [...observed];
  }

  private describe(term: Term): Restricted {
    const cells = new Set<number>();
    const indices: Term[] = [];
    let readsAnywhere = false;
    visitOnce([term], (part) => {
      this.work++;
      if (part.kind === Kind.variable) cells.add(this.numberOf(part, 0));
      else if (part.kind === Kind.read) {
        const index = part.b!;
        if (part.a!.kind === Kind.bytes && index.kind === Kind.constant) {
          if (Number(index.value) < part.a!.low) cells.add(this.numberOf(part.a!, Number(index.value)));
          return;
        }
        const before = indices.length;
        indices.push(index);
        let array = part.a!;
        for (; array.kind === Kind.store; array = array.a!) indices.push(array.b!);
        if (array.kind === Kind.bytes) readsAnywhere = true;
        else indices.length = before;
      }
    });
    const keys = indices.length === 0 ? [] : this.cellsIn(indices);
    return { term, cells: [...cells], readsAnywhere, keys };
  }

  private cellsIn(roots: readonly Term[]): readonly number[] {
    const cells = new Set<number>();
    visitOnce(roots, (part) => {
      if (part.kind === Kind.variable) cells.add(this.numberOf(part, 0));
      else if (part.kind === Kind.read && part.a!.kind === Kind.bytes && part.b!.kind === Kind.constant) {
        if (Number(part.b!.value) < part.a!.low) cells.add(this.numberOf(part.a!, Number(part.b!.value)));
      }
    });
    return [...cells];
  }

  private forget(): void {
    this.described = new Map();
    this.made = new Map();
    this.classed = new Map();
  }
}

function singles(values: WordSet): readonly WordSet[] {
  const result: WordSet[] = [];
  for (let i = 0; i < values.length; i += 2) {
    for (let value = values[i]; value <= values[i + 1]; value++) result.push([value, value]);
  }
  return result;
}
