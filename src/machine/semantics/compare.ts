/** What comparisons of integers and pointers mean. */
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { IntPredicate } from '../../program/operators.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { comparisonTerm } from './as-terms.ts';
import { asInteger, asTerm, settle } from './coerce.ts';
import { offsetTerm } from './integer.ts';
import { looksForUndefined, requireSameObject } from './undefined.ts';

type Comparison = (state: State, x: Value, y: Value) => Scalar | Term;

/** Comparisons of integers or pointers on any values. */
export function comparison(machine: Machine, predicate: IntPredicate, width: number, site: Site): Comparison {
  const { terms } = machine;
  const isEquality = predicate === 'eq' || predicate === 'ne';
  const strict = !isEquality && looksForUndefined(machine, site);
  return (state, left, right) => {
    if (strict) requireSameObject(machine, state, left, right, 'comparison', site);
    if (left instanceof Pointer && right instanceof Pointer && left.object === right.object) {
      const isConcrete = !(left.offset instanceof Term) && !(right.offset instanceof Term);
      // Equality of offsets says the same as equality of addresses, in a smaller term.
      if (isEquality && isConcrete) return (left.offset === right.offset) === (predicate === 'eq') ? 1 : 0;
      if (isEquality) return settle(terms[predicate](offsetTerm(machine, left), offsetTerm(machine, right)));
      // So does their order, inside of an object.
      if (isConcrete && isInside(state, left) && isInside(state, right)) {
        return compareConcrete(predicate, width, left.offset as number, right.offset as number);
      }
    } else if (isEquality && areApart(state, left, right)) return predicate === 'eq' ? 0 : 1;
    const x = asInteger(machine, state, left, site);
    const y = asInteger(machine, state, right, site);
    if (x instanceof Term || y instanceof Term) {
      const [a, b] = [asTerm(machine, state, x, width, site), asTerm(machine, state, y, width, site)];
      return settle(comparisonTerm(terms, predicate, a, b));
    }
    return compareConcrete(predicate, width, x, y);
  };
}

/** A pointer into a live object, or to its end. */
function isInside({ memory }: State, { object, offset }: Pointer): boolean {
  const target = memory.get(object);
  return target?.alive === true && typeof offset === 'number' && offset >= 0 && offset <= target.size;
}

/** Pointers into two objects, between which there is a gap, or one and null: no need to know where objects lie. */
function areApart(state: State, left: Value, right: Value): boolean {
  if (left instanceof Pointer && isInside(state, left)) {
    return right === 0 || (right instanceof Pointer && isInside(state, right));
  }
  return left === 0 && right instanceof Pointer && isInside(state, right);
}

/** From so many bits on, what is a plain number is not negative. */
const LEAST_WIDTH_OF_PLAIN_ORDER = 54;

function compareConcrete(predicate: IntPredicate, width: number, x: Scalar, y: Scalar): number {
  switch (predicate) {
    case 'eq':
      return x === y ? 1 : 0;
    case 'ne':
      return x !== y ? 1 : 0;
    case 'ult':
      return x < y ? 1 : 0;
    case 'ule':
      return x <= y ? 1 : 0;
    case 'ugt':
      return x > y ? 1 : 0;
    case 'uge':
      return x >= y ? 1 : 0;
  }
  const isPlain = typeof x === 'number' && typeof y === 'number' && width >= LEAST_WIDTH_OF_PLAIN_ORDER;
  const a = isPlain ? x : BigInt.asIntN(width, BigInt(x));
  const b = isPlain ? y : BigInt.asIntN(width, BigInt(y));
  switch (predicate) {
    case 'slt':
      return a < b ? 1 : 0;
    case 'sle':
      return a <= b ? 1 : 0;
    case 'sgt':
      return a > b ? 1 : 0;
    case 'sge':
      return a >= b ? 1 : 0;
  }
}

/** Inline comparisons of numbers; see `integerStep`. */
export function comparisonStep(
  predicate: IntPredicate,
  width: number,
  d: number,
  a: number,
  b: number,
  slow: Comparison,
): Step {
  const up = 32 - width;
  switch (predicate) {
    case 'eq':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x === y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'ne':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x !== y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'ult':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x < y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'ule':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x <= y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'ugt':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x > y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'uge':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x >= y ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
  }
  if (width > 32) {
    return (r, s) => {
      const x = r[a];
      const y = r[b];
      if (typeof x === 'number' && typeof y === 'number') r[d] = compareConcrete(predicate, width, x, y);
      else r[d] = slow(s, x, y);
    };
  }
  switch (predicate) {
    case 'slt':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x << up < y << up ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'sle':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x << up <= y << up ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'sgt':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x << up > y << up ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
    case 'sge':
      return (r, s) => {
        const x = r[a];
        const y = r[b];
        if (typeof x === 'number' && typeof y === 'number') r[d] = x << up >= y << up ? 1 : 0;
        else r[d] = slow(s, x, y);
      };
  }
}
