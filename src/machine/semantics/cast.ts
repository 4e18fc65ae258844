/** Conversions between integers, floats and pointers. */
import { bitsOfFloat, floatOf, floatToInteger, integerToFloat } from '../../expr/float-meaning.ts';
import { extractBits, signExtend } from '../../expr/meaning.ts';
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { CastOperator } from '../../program/operators.ts';
import type { FloatType, IntType, Type } from '../../program/types.ts';
import { FLOAT_BITS } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { castTerm } from './as-terms.ts';
import {
  asInteger,
  floatTerm,
  fromBits,
  isPlainFloat,
  longTerm,
  settle,
  settleFloat,
  settleLong,
  toBits,
} from './coerce.ts';
import { integerToLong, isLongDouble, longToFloat, longToInteger } from './long-double.ts';
import { knownFormat, LongDoubleTerms } from './long-double-terms.ts';

export type UnaryFunction = (state: State, x: Value) => Value;

/** A cast of one scalar; vectors apply it to each element. */
export function castFunction(
  machine: Machine,
  operator: CastOperator,
  from: Type,
  to: Type,
  site: Site,
): UnaryFunction {
  const { layout } = machine.program;
  const { terms } = machine;
  const toWidth = layout.bitsOf(to);
  const fromWidth = layout.bitsOf(from);
  switch (operator) {
    case 'trunc':
      return (state, value) => {
        const x = asInteger(machine, state, value, site);
        return x instanceof Term ? settle(castTerm(terms, operator, x, toWidth)!) : extractBits(x, 0, toWidth);
      };
    case 'zext':
      return (state, value) => {
        const x = asInteger(machine, state, value, site);
        return x instanceof Term ? settle(castTerm(terms, operator, x, toWidth)!) : x;
      };
    case 'sext':
      return (state, value) => {
        const x = asInteger(machine, state, value, site);
        return x instanceof Term ? settle(castTerm(terms, operator, x, toWidth)!) : signExtend(x, fromWidth, toWidth);
      };
    case 'ptrtoint':
    case 'inttoptr':
    case 'addrspacecast':
      if (fromWidth === toWidth) return (_, value) => value;
      return castFunction(machine, fromWidth > toWidth ? 'trunc' : 'zext', from, to, site);
    case 'bitcast':
      return (state, value) => bitcast(machine, state, value, from, to);
    case 'fptrunc':
    case 'fpext':
      return floatConversion(machine, from as FloatType, to as FloatType, site);
    case 'fptosi':
    case 'fptoui':
      return checkedConversion(machine, operator === 'fptosi', from as FloatType, to as IntType, site);
    case 'sitofp':
    case 'uitofp':
      return intToFloat(machine, operator === 'sitofp', from as IntType, to as FloatType, site);
  }
}

function floatConversion(machine: Machine, from: FloatType, to: FloatType, site: Site): UnaryFunction {
  const fromWidth = FLOAT_BITS[from.format];
  const toWidth = FLOAT_BITS[to.format];
  return (state, value) => {
    if (typeof value === 'number') return to.format === 'float' ? Math.fround(value) : value;
    if (typeof value === 'bigint' && isLongDouble(from.format) && isPlainFloat(to.format)) {
      return longToFloat(value, from.format, to.format);
    }
    const [known, wanted] = [knownFormat(from.format), knownFormat(to.format)];
    if (known === null || wanted === null)
      return machine.refuse(state, site, `symbolic ${from.format} to ${to.format} conversion`);
    if (isLongDouble(known) || isLongDouble(wanted)) {
      const x = isLongDouble(known)
        ? longTerm(machine, state, value, known, site)
        : floatTerm(machine, state, value, fromWidth, site);
      const result = new LongDoubleTerms(machine.terms).convert(x, known, wanted);
      return isLongDouble(wanted) ? settleLong(result, wanted) : settleFloat(result);
    }
    return settleFloat(machine.terms.fconvert(floatTerm(machine, state, value, fromWidth, site), toWidth));
  };
}

/** C leaves a conversion undefined whose value, without its fraction, the integer type does not have. */
function checkedConversion(machine: Machine, signed: boolean, from: FloatType, to: IntType, site: Site): UnaryFunction {
  const { terms } = machine;
  const convert = saturatingConversion(machine, signed, from, to, site);
  const limit = 2 ** (signed ? to.bits - 1 : to.bits);
  // The largest float that is too small: where it has no fraction to spare, the limit itself still fits.
  const least = signed ? -limit - 1 : -1;
  const fitsExactly = signed && (from.format === 'float' ? Math.fround(least) : least) === -limit;
  const isTooSmall = (x: number) => (fitsExactly ? x < -limit : x <= least);
  return (state, value) => {
    if (typeof value === 'number') {
      if (value >= limit || isTooSmall(value) || Number.isNaN(value)) {
        machine.fault(state, 'conversion', site, `${value} is converted to ${typeText(signed, to)}`);
      }
    } else if (typeof value === 'bigint' && isLongDouble(from.format)) {
      const whole = longToInteger(value, from.format);
      if (whole !== (signed ? BigInt.asIntN(to.bits, whole) : BigInt.asUintN(to.bits, whole))) {
        const shown = longToFloat(value, from.format, 'double');
        machine.fault(state, 'conversion', site, `${shown} is converted to ${typeText(signed, to)}`);
      }
    } else if (isLongDouble(from.format)) {
      const x = longTerm(machine, state, value, from.format, site);
      const { fits } = new LongDoubleTerms(terms).toInteger(x, from.format, signed, to.bits);
      machine.check(state, terms.not(fits), 'conversion', site, () => {
        return `a value is converted to ${typeText(signed, to)}, which does not have it`;
      });
    } else if (isPlainFloat(from.format)) {
      const width = FLOAT_BITS[from.format];
      const x = floatTerm(machine, state, value, width, site);
      const constant = (bound: number) => terms.constant(width, bitsOfFloat(bound, width));
      const aboveLeast = fitsExactly ? terms.fle(constant(-limit), x) : terms.flt(constant(least), x);
      const fits = terms.and(aboveLeast, terms.flt(x, constant(limit)));
      machine.check(state, terms.not(fits), 'conversion', site, () => {
        return `a value is converted to ${typeText(signed, to)}, which does not have it`;
      });
    }
    return convert(state, value);
  };
}

function typeText(signed: boolean, { bits }: IntType): string {
  return `${signed ? 'a signed' : 'an unsigned'} ${bits}-bit integer`;
}

/** What does not fit becomes the nearest that does, and what is no number 0. */
export function saturatingConversion(
  machine: Machine,
  signed: boolean,
  from: FloatType,
  to: IntType,
  site: Site,
): UnaryFunction {
  const fromWidth = FLOAT_BITS[from.format];
  return (state, value) => {
    if (typeof value === 'number') return floatToInteger(bitsOfFloat(value, 64), 64, to.bits, signed);
    if (typeof value === 'bigint' && isLongDouble(from.format)) {
      return saturated(longToInteger(value, from.format), to.bits, signed);
    }
    if (isLongDouble(from.format)) {
      const long = new LongDoubleTerms(machine.terms);
      const x = longTerm(machine, state, value, from.format, site);
      return settle(long.toInteger(x, from.format, signed, to.bits).value);
    }
    if (!isPlainFloat(from.format)) return machine.refuse(state, site, `symbolic ${from.format} conversion`);
    const x = floatTerm(machine, state, value, fromWidth, site);
    return settle(signed ? machine.terms.ftos(x, to.bits) : machine.terms.ftou(x, to.bits));
  };
}

function saturated(whole: bigint, bits: number, signed: boolean): Scalar {
  const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const greatest = least + (1n << BigInt(bits)) - 1n;
  return fromBigInt(BigInt.asUintN(bits, whole < least ? least : whole > greatest ? greatest : whole));
}

function intToFloat(machine: Machine, signed: boolean, from: IntType, to: FloatType, site: Site): UnaryFunction {
  const width = to.format === 'float' ? 32 : 64;
  return (state, value) => {
    const x = asInteger(machine, state, value, site);
    if (x instanceof Term) {
      if (isLongDouble(to.format)) {
        return settleLong(new LongDoubleTerms(machine.terms).fromInteger(x, signed, to.format), to.format);
      }
      if (!isPlainFloat(to.format)) return machine.refuse(state, site, `symbolic conversion to ${to.format}`);
      return settleFloat(signed ? machine.terms.stof(x, width) : machine.terms.utof(x, width));
    }
    if (isLongDouble(to.format)) {
      return integerToLong(signed ? BigInt.asIntN(from.bits, BigInt(x)) : BigInt(x), to.format);
    }
    return floatOf(integerToFloat(x, from.bits, width, signed), width);
  };
}

/** Same bits, other type. Lanes of vectors are laid out little end first. */
function bitcast(machine: Machine, state: State, value: Value, from: Type, to: Type): Value {
  if (from === to || (from.kind === 'pointer' && to.kind === 'pointer')) return value;
  return splitBits(machine, state, joinLanes(machine, state, value, from), to);
}

export function joinLanes(machine: Machine, state: State, value: Value, type: Type): Value {
  if (type.kind !== 'vector') return toBits(value, type, machine.program.layout);
  const { terms } = machine;
  const width = machine.program.layout.bitsOf(type.element);
  let result: Term | null = null;
  for (const lane of value as readonly Value[]) {
    const raw = toBits(lane, type.element, machine.program.layout);
    const bits =
      raw instanceof Pointer
        ? state.memory.addressTerm(raw)
        : raw instanceof Term
          ? raw
          : terms.constant(width, raw as number);
    result = result === null ? bits : terms.concat(bits, result);
  }
  if (result === null) throw new InternalError('a vector without lanes');
  return settle(result);
}

export function splitBits(machine: Machine, state: State, bits: Value, type: Type): Value {
  if (type.kind !== 'vector') return fromBits(bits as number, type, machine, state);
  const width = machine.program.layout.bitsOf(type.element);
  const lanes: Value[] = [];
  for (let i = 0; i < type.length; i++) {
    const lane =
      bits instanceof Term
        ? settle(machine.terms.extract(bits, i * width, width))
        : extractBits(bits as number, i * width, width);
    lanes.push(fromBits(lane, type.element, machine, state));
  }
  return lanes;
}
