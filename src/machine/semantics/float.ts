/** Float arithmetic and comparisons: JS numbers while concrete, IEEE terms otherwise. */

import type { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { FloatOperator, FloatPredicate } from '../../program/operators.ts';
import { FLOAT_BITS, type FloatFormat } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import type { Value } from '../value.ts';
import { floatTerm, isPlainFloat, longTerm, settle, settleFloat, settleLong } from './coerce.ts';
import type { BinaryFunction } from './integer.ts';
import { comparable, isKnownLong, isLongDouble, longArithmetic, longUnary } from './long-double.ts';
import { LongDoubleTerms } from './long-double-terms.ts';

export function floatFunction(
  machine: Machine,
  operator: FloatOperator,
  format: FloatFormat,
  site: Site,
): BinaryFunction {
  if (!isPlainFloat(format)) {
    return (state, x, y) => {
      if (!isLongDouble(format)) return machine.refuse(state, site, `symbolic ${format} arithmetic`);
      if (isKnownLong(x) && isKnownLong(y)) return longArithmetic(operator, x, y, format);
      if (operator === 'fdiv' || operator === 'frem') {
        return machine.refuse(
          state,
          site,
          `division of symbolic long doubles (${format}), which takes the solver too long`,
        );
      }
      const [a, b] = [x, y].map((value) => longTerm(machine, state, value, format, site));
      const long = new LongDoubleTerms(machine.terms);
      if (operator === 'fmul') return settleLong(long.multiply(a, b, format), format);
      return settleLong(long.add(a, operator === 'fadd' ? b : long.negated(b), format), format);
    };
  }
  const width = FLOAT_BITS[format];
  const { terms } = machine;
  const single = format === 'float';
  return (state, x, y) => {
    if (typeof x === 'number' && typeof y === 'number') {
      const exact = concreteArithmetic(operator, x, y);
      return single ? Math.fround(exact) : exact;
    }
    return settleFloat(
      terms[operator](floatTerm(machine, state, x, width, site), floatTerm(machine, state, y, width, site)),
    );
  };
}

/** Rounding a double result to single is exact for these operations (Figueroa: double has more than 2p+2 bits). */
function concreteArithmetic(operator: FloatOperator, x: number, y: number): number {
  switch (operator) {
    case 'fadd':
      return x + y;
    case 'fsub':
      return x - y;
    case 'fmul':
      return x * y;
    case 'fdiv':
      return x / y;
    case 'frem':
      return x % y;
  }
}

export function floatComparison(
  machine: Machine,
  predicate: FloatPredicate,
  format: FloatFormat,
  site: Site,
): (state: State, x: Value, y: Value) => Value {
  const width = FLOAT_BITS[format];
  return (state, x, y) => {
    if (typeof x === 'number' && typeof y === 'number') return compareNumbers(predicate, x, y) ? 1 : 0;
    if (isLongDouble(format) && isKnownLong(x) && isKnownLong(y)) {
      return compareNumbers(predicate, ...comparable(x, y, format)) ? 1 : 0;
    }
    if (isLongDouble(format)) {
      const [a, b] = [x, y].map((value) => longTerm(machine, state, value, format, site));
      return settle(new LongDoubleTerms(machine.terms).compare(predicate, a, b, format));
    }
    if (!isPlainFloat(format)) return machine.refuse(state, site, `symbolic ${format} comparison`);
    return settle(
      compareTerms(
        machine,
        predicate,
        floatTerm(machine, state, x, width, site),
        floatTerm(machine, state, y, width, site),
      ),
    );
  };
}

function compareNumbers(predicate: FloatPredicate, x: number, y: number): boolean {
  const unordered = Number.isNaN(x) || Number.isNaN(y);
  switch (predicate) {
    case 'false':
      return false;
    case 'true':
      return true;
    case 'ord':
      return !unordered;
    case 'uno':
      return unordered;
    case 'oeq':
      return x === y;
    case 'one':
      return !unordered && x !== y;
    case 'ogt':
      return x > y;
    case 'oge':
      return x >= y;
    case 'olt':
      return x < y;
    case 'ole':
      return x <= y;
    case 'ueq':
      return unordered || x === y;
    case 'une':
      return x !== y;
    case 'ugt':
      return unordered || x > y;
    case 'uge':
      return unordered || x >= y;
    case 'ult':
      return unordered || x < y;
    case 'ule':
      return unordered || x <= y;
  }
}

function compareTerms(machine: Machine, predicate: FloatPredicate, x: Term, y: Term): Term {
  const { terms } = machine;
  switch (predicate) {
    case 'false':
      return terms.bool(false);
    case 'true':
      return terms.bool(true);
    case 'ord':
      return terms.fordered(x, y);
    case 'uno':
      return terms.funordered(x, y);
    case 'oeq':
      return terms.feq(x, y);
    case 'one':
      return terms.and(terms.fordered(x, y), terms.not(terms.feq(x, y)));
    case 'ogt':
      return terms.flt(y, x);
    case 'oge':
      return terms.fle(y, x);
    case 'olt':
      return terms.flt(x, y);
    case 'ole':
      return terms.fle(x, y);
    case 'ueq':
      return terms.or(terms.funordered(x, y), terms.feq(x, y));
    case 'une':
      return terms.not(terms.feq(x, y));
    case 'ugt':
      return terms.not(terms.fle(x, y));
    case 'uge':
      return terms.not(terms.flt(x, y));
    case 'ult':
      return terms.not(terms.fle(y, x));
    case 'ule':
      return terms.not(terms.flt(y, x));
  }
}

export type FloatUnary = 'fneg' | 'fabs' | 'fsqrt' | 'floor' | 'ceil' | 'trunc' | 'round' | 'roundeven';

const ROUNDING = { floor: 3, ceil: 2, trunc: 4, round: 1, roundeven: 0 } as const;

export function floatUnary(
  machine: Machine,
  operation: FloatUnary,
  format: FloatFormat,
  site: Site,
): (state: State, x: Value) => Value {
  const width = FLOAT_BITS[format];
  const { terms } = machine;
  return (state, value) => {
    const long = isLongDouble(format) && isKnownLong(value) ? longUnary(operation, value, format) : null;
    if (long !== null) return long;
    if (typeof value === 'number') {
      const result = concreteUnary(operation, value);
      return format === 'float' ? Math.fround(result) : result;
    }
    if (isLongDouble(format) && (operation === 'fneg' || operation === 'fabs')) {
      const long = new LongDoubleTerms(terms);
      const x = longTerm(machine, state, value, format, site);
      return settleLong(operation === 'fneg' ? long.negated(x) : long.absolute(x), format);
    }
    if (!isPlainFloat(format))
      return machine.refuse(state, site, `${operation} of a ${format} that is symbolic or no double`);
    const x = floatTerm(machine, state, value, width, site);
    switch (operation) {
      case 'fneg':
        return settleFloat(terms.fneg(x));
      case 'fabs':
        return settleFloat(terms.fabs(x));
      case 'fsqrt':
        return settleFloat(terms.fsqrt(x));
      default:
        return settleFloat(terms.fround(x, ROUNDING[operation]));
    }
  };
}

function concreteUnary(operation: FloatUnary, x: number): number {
  switch (operation) {
    case 'fneg':
      return -x;
    case 'fabs':
      return Math.abs(x);
    case 'fsqrt':
      return Math.sqrt(x);
    case 'floor':
      return Math.floor(x);
    case 'ceil':
      return Math.ceil(x);
    case 'trunc':
      return Math.trunc(x);
    case 'round':
      return roundAway(x);
    case 'roundeven':
      return roundEven(x);
    default:
      throw new InternalError(`no meaning for ${operation}`);
  }
}

function roundAway(x: number): number {
  const truncated = Math.trunc(x);
  return Math.abs(x - truncated) >= 0.5 ? truncated + Math.sign(x) : keepSign(truncated, x);
}

function roundEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest < 0.5) return keepSign(floor, x);
  if (rest > 0.5) return keepSign(floor + 1, x);
  return keepSign(floor % 2 === 0 ? floor : floor + 1, x);
}

function keepSign(result: number, x: number): number {
  return result === 0 && (x < 0 || Object.is(x, -0)) ? -0 : result;
}
