/** Between registers and terms: one place that knows how every kind of value looks to the solver. */
import { bitsOfFloat, floatOf } from '../../expr/float-meaning.ts';
import { Kind } from '../../expr/kinds.ts';
import { extractBits } from '../../expr/meaning.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { DataLayout } from '../../program/layout.ts';
import { FLOAT_BITS, type FloatFormat, type Type } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, UNDEFINED, type Value } from '../value.ts';
import {
  isKnownLong,
  isLongDouble,
  type LongDouble,
  type LongFormat,
  packLongDouble,
  unpackLongDouble,
} from './long-double.ts';

/** An integer value without its pointer nature. Using an undefined value here is the fault that is checked for. */
export function asInteger(machine: Machine, state: State, value: Value, site: Site): Scalar | Term {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Term) return value;
  if (value instanceof Pointer) return state.memory.address(value);
  if (value === UNDEFINED) return machine.fault(state, 'uninitialized', site, 'an uninitialised value is used');
  throw new InternalError('an aggregate is used as an integer');
}

export function asTerm(machine: Machine, state: State, value: Value, width: number, site: Site): Term {
  const integer = asInteger(machine, state, value, site);
  return integer instanceof Term ? integer : machine.terms.constant(width, integer);
}

/** A float register as bits. */
export function floatTerm(machine: Machine, state: State, value: Value, width: number, site: Site): Term {
  if (value instanceof Term) return value;
  if (typeof value === 'number') return machine.terms.constant(width, bitsOfFloat(value, width));
  return asTerm(machine, state, value, width, site);
}

/** Constant terms never stay terms: concrete code must stay on the fast paths. */
export function settle(term: Term): Scalar | Term {
  return term.kind === Kind.constant ? term.value : term;
}

export function settleFloat(term: Term): number | Term {
  return term.kind === Kind.constant ? floatOf(term.value, term.width) : term;
}

/** A long double as a term over its bits. */
export function longTerm(machine: Machine, state: State, value: Value, format: LongFormat, site: Site): Term {
  const width = FLOAT_BITS[format];
  if (isKnownLong(value)) return machine.terms.constant(width, packLongDouble(value, format));
  return asTerm(machine, state, value, width, site);
}

export function settleLong(term: Term, format: LongFormat): LongDouble | Term {
  return term.kind === Kind.constant ? unpackLongDouble(term.value, format) : term;
}

export function isPlainFloat(format: FloatFormat): format is 'float' | 'double' {
  return format === 'float' || format === 'double';
}

function longFormat(format: FloatFormat): LongFormat {
  if (isLongDouble(format)) return format;
  throw new InternalError(`${format} is neither a plain float nor a long double`);
}

/** A scalar value as the bits that memory holds. */
export function toBits(value: Value, type: Type, layout: DataLayout): Scalar | Term | Pointer {
  if (value === UNDEFINED) return 0;
  if (type.kind === 'float' && typeof value === 'number') {
    if (isPlainFloat(type.format)) return bitsOfFloat(value, FLOAT_BITS[type.format]);
    return packLongDouble(value, longFormat(type.format));
  }
  if (Array.isArray(value))
    throw new InternalError(`an aggregate of ${layout.sizeOf(type)} bytes is stored as a scalar`);
  return value as Scalar | Term | Pointer;
}

/** The inverse of `toBits`: bits of the type's store size as a value of the type. */
export function fromBits(raw: Scalar | Term | Pointer, type: Type, machine: Machine, state: State): Value {
  switch (type.kind) {
    case 'int': {
      if (type.bits % 8 === 0) return raw;
      const bits = raw instanceof Pointer ? state.memory.address(raw) : raw;
      return bits instanceof Term ? settle(machine.terms.extract(bits, 0, type.bits)) : extractBits(bits, 0, type.bits);
    }
    case 'float': {
      const bits = raw instanceof Pointer ? state.memory.address(raw) : raw;
      if (bits instanceof Term) return bits;
      if (isPlainFloat(type.format)) return floatOf(bits, FLOAT_BITS[type.format]);
      return unpackLongDouble(bits, longFormat(type.format));
    }
    case 'pointer':
      return raw;
    default:
      throw new InternalError(`a value of kind ${type.kind} has no bits`);
  }
}
