/**
 * Elements of arrays by the index that they have in a row. A loop from the end of `buffer[length]` decides by `buffer[length - 1]`,
 * `buffer[length - 2]`; in a row of which the whole condition means `length == 2` these are `buffer[1]` and `buffer[0]`, and what was stored
 * there is known byte by byte. The condition may say so in many ways, for which reason the solver is asked: once for each input in an index,
 * with the value of the row's example.
 *
 * Beyond the end of an array, terms read zeros and C reads nothing. A row that joins paths with arrays of several lengths may speak of such
 * an element, and be true of inputs that nobody who reads `buffer[length - 1]` would think of. It becomes two rows: one in which the
 * element is there, which often settles the length, and one without the element.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import { substitute } from '../../expr/substitute.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import type { OutputValue } from '../outputs.ts';

interface Row {
  readonly conditions: readonly Term[];
  readonly outputs: readonly OutputValue[];
  readonly input: Model;
}

/** Elements that the solver is asked about; those of later rows stay as they are. */
const MOST_ASKED = 512;

export class PinnedIndices {
  private asked = 0;

  constructor(
    private readonly given: readonly Term[],
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {}

  /** Rows that speak of elements that are there, and begin with `length == 2` where they imply it. */
  in<R extends Row>(rows: readonly R[]): R[] {
    return rows.flatMap((row) => this.withElements(row)).map((row) => this.pinned(row));
  }

  /** Whether it is there is asked of one element after the other. */
  private withElements<R extends Row>(row: R): R[] {
    const path = PathCondition.of([...this.given, ...row.conditions]);
    for (const element of elementsIn(row)) {
      if (this.asked >= MOST_ASKED) break;
      const size = sizeOf(element.a!);
      if (size === null) continue;
      const isThere = this.terms.ult(element.b!, this.terms.constant(element.b!.width, size));
      this.asked++;
      if (this.solver.check(path, this.terms.not(isThere)).status !== 'sat') continue;
      const without = new Map([[element, this.terms.constant(8, 0)]]);
      const there = this.side(row, isThere, [...row.conditions, isThere]);
      const gone = this.side(row, this.terms.not(isThere), [
        ...row.conditions.map((condition) => substitute(this.terms, condition, without)),
        this.terms.not(isThere),
      ]);
      if (there === null || gone === null) continue;
      return [...there.flatMap((each) => this.withElements(each)), ...gone.flatMap((each) => this.withElements(each))];
    }
    return [row];
  }

  /** The row where a condition holds: none where it never does, null where that is not known. */
  private side<R extends Row>(row: R, condition: Term, conditions: readonly Term[]): R[] | null {
    const isOwn = evaluate(condition, row.input) !== 0;
    const path = PathCondition.of([...this.given, ...conditions]);
    const { status } = this.solver.check(path);
    if (status === 'unsat') return [];
    const input = isOwn ? row.input : this.solver.model(path);
    return status !== 'sat' || input === null
      ? null
      : [{ ...row, conditions: conditions.filter(({ kind }) => kind !== Kind.constant), input }];
  }

  private pinned<R extends Row>(row: R): R {
    const path = PathCondition.of([...this.given, ...row.conditions]);
    const pinned = new Map<Term, Term>();
    for (const input of indexingInputs(row)) {
      const value = this.terms.constant(input.width, evaluate(input, row.input));
      if (this.solver.check(path, this.terms.ne(input, value)).status === 'unsat') pinned.set(input, value);
    }
    if (pinned.size === 0) return row;
    const said = [...pinned].map(([input, value]) => this.terms.eq(input, value));
    const others = row.conditions.map((condition) => substitute(this.terms, condition, pinned));
    return { ...row, conditions: [...said, ...others.filter(({ kind }) => kind !== Kind.constant)] };
  }
}

/** Of constant size; an input of unknown size is as large as need be. */
function sizeOf(array: Term): number | null {
  let base = array;
  while (base.kind === Kind.store) base = base.a!;
  return (base.kind === Kind.table || base.kind === Kind.bytes) && base.low > 0 ? base.low : null;
}

/** What conditions read at indices that are not constant. */
function elementsIn({ conditions }: Row): Term[] {
  const elements: Term[] = [];
  visitOnce(conditions, (part) => {
    if (part.kind === Kind.read && part.b!.kind !== Kind.constant) elements.push(part);
  });
  return elements;
}

/** The inputs in indices that are not constant. */
function indexingInputs({ conditions, outputs }: Row): Set<Term> {
  const indices: Term[] = [];
  visitOnce([...conditions, ...outputs.flatMap(termsOf)], ({ kind, b }) => {
    if ((kind === Kind.read || kind === Kind.store) && b!.kind !== Kind.constant) indices.push(b!);
  });
  const inputs = new Set<Term>();
  visitOnce(indices, (part) => {
    if (part.kind === Kind.variable) inputs.add(part);
  });
  return inputs;
}

function termsOf({ parts, members }: OutputValue): Term[] {
  return [...parts.filter((part) => part instanceof Term), ...members.flatMap(termsOf)];
}
