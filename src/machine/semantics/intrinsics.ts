/** LLVM's intrinsic functions, by name. Each handler gets the evaluated arguments and returns the result. */
import { Kind } from '../../expr/kinds.ts';
import { applyBinary } from '../../expr/meaning.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { fromBigInt } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { CallInstruction } from '../../program/instructions.ts';
import type { FloatType, IntType, StructType, Type } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { copyBytes, fillBytes } from '../memory/copy.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { castFunction, saturatingConversion } from './cast.ts';
import { asInteger, asTerm, isPlainFloat, settle } from './coerce.ts';
import { type FloatUnary, floatComparison, floatFunction, floatUnary } from './float.ts';
import { fusedMultiplyAdd } from './fused.ts';
import { comparison, integerFunction } from './integer.ts';
import { laneType, overflowing, overLanes, overLanes1, overLanes2 } from './lanes.ts';
import { hostMath1, hostMath2 } from './math.ts';
import { loadValue } from './memory.ts';
import { reduceVector } from './reduce.ts';
import { selectValue } from './select.ts';
import { looksForUndefined, requireApart } from './undefined.ts';
import { startVariadic } from './variadic.ts';

export type Handler = (state: State, args: readonly Value[]) => Value;

const FLOAT_UNARY: Record<string, FloatUnary> = {
  fabs: 'fabs',
  sqrt: 'fsqrt',
  floor: 'floor',
  ceil: 'ceil',
  trunc: 'trunc',
  round: 'round',
  roundeven: 'roundeven',
  rint: 'roundeven',
  nearbyint: 'roundeven',
};
const HOST_UNARY = new Set([
  'sin',
  'cos',
  'tan',
  'exp',
  'exp2',
  'exp10',
  'log',
  'log2',
  'log10',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
]);

/** The handler for `name`, or null when there is none (the call is then refused by name when reached). */
export function intrinsicHandler(machine: Machine, name: string, call: CallInstruction, site: Site): Handler | null {
  if (!name.startsWith('llvm.')) return null;
  const base = name.slice('llvm.'.length).replace(/\.(p\d+|v?\d*[if]\d+|isVoid|v\d+\w+)(?=\.|$)/g, '');
  const type = call.functionType.result;
  const lane = laneType(type);
  const { terms } = machine;
  const layout = machine.program.layout;

  if (base in FLOAT_UNARY && lane.kind === 'float') {
    const apply = overLanes1(type, floatUnary(machine, FLOAT_UNARY[base], lane.format, site));
    return (state, args) => apply(state, args[0]);
  }
  if (HOST_UNARY.has(base) && lane.kind === 'float') {
    const apply = overLanes1(type, (state, x) => hostMath1(machine, state, base, x, lane, site));
    return (state, args) => apply(state, args[0]);
  }
  switch (base) {
    case 'memcpy':
    case 'memcpy.inline':
    case 'memmove': {
      const strict = base !== 'memmove' && looksForUndefined(machine, site);
      return (state, args) => {
        const length = lengthOf(machine, state, args[2], site);
        if (strict) requireApart(machine, state, args[0], args[1], length, site);
        copyBytes(machine, state, args[0], args[1], length, site);
        return 0;
      };
    }
    case 'memset':
    case 'memset.inline':
      return (state, args) => {
        const byte = asInteger(machine, state, args[1], site) as number | Term;
        fillBytes(machine, state, args[0], byte, lengthOf(machine, state, args[2], site), site);
        return 0;
      };
    case 'umin':
    case 'umax':
    case 'smin':
    case 'smax': {
      const less = comparison(machine, base.startsWith('u') ? 'ult' : 'slt', layout.bitsOf(lane), site);
      const apply = overLanes2(type, (state, x, y) => {
        const first = less(state, x, y);
        return base.endsWith('min')
          ? selectValue(machine, state, first, x, y, lane, site)
          : selectValue(machine, state, first, y, x, lane, site);
      });
      return (state, args) => apply(state, args[0], args[1]);
    }
    case 'abs': {
      const width = layout.bitsOf(lane);
      const apply = overLanes1(type, (state, value) => {
        const x = asTerm(machine, state, value, width, site);
        return settle(terms.ite(terms.slt(x, terms.constant(width, 0)), terms.neg(x), x));
      });
      return (state, args) => apply(state, args[0]);
    }
    case 'bswap':
    case 'bitreverse':
    case 'ctpop':
    case 'ctlz':
    case 'cttz': {
      const width = layout.bitsOf(lane);
      const apply = overLanes1(type, (state, value) => {
        const x = asInteger(machine, state, value, site);
        return x instanceof Term ? settle(bitTrick(machine, base, x)) : bitTrickConcrete(base, x, width);
      });
      return (state, args) => apply(state, args[0]);
    }
    case 'fshl':
    case 'fshr': {
      const width = layout.bitsOf(lane);
      return overLanes(type, (state, args) => {
        const [high, low, by] = args.map((arg) => asTerm(machine, state, arg, width, site));
        const amount = terms.urem(by, terms.constant(width, width));
        const both = terms.concat(high, low);
        const wide = terms.zext(amount, 2 * width);
        return settle(
          base === 'fshl'
            ? terms.extract(terms.shl(both, wide), width, width)
            : terms.extract(terms.lshr(both, wide), 0, width),
        );
      });
    }
    case 'sadd.with.overflow':
    case 'uadd.with.overflow':
    case 'ssub.with.overflow':
    case 'usub.with.overflow':
    case 'smul.with.overflow':
    case 'umul.with.overflow':
    case 'sadd.sat':
    case 'uadd.sat':
    case 'ssub.sat':
    case 'usub.sat':
      return overflowing(call.arguments[0].type, checkedArithmetic(machine, base, laneBits(machine, call), site));
    case 'copysign':
      return overLanes(type, copySign(machine, lane as FloatType, site));
    case 'minnum':
    case 'maxnum':
    case 'minimumnum':
    case 'maximumnum': {
      const format = (lane as FloatType).format;
      const smallest = base.startsWith('min');
      const less = floatComparison(machine, smallest ? 'olt' : 'ogt', format, site);
      const same = floatComparison(machine, 'oeq', format, site);
      const isNan = floatComparison(machine, 'uno', format, site);
      const sign = copySign(machine, lane as FloatType, site);
      return overLanes(type, (state, [x, y]) => {
        const different = selectValue(machine, state, less(state, x, y), x, y, lane, site);
        // Of the two zeros, -0 is the smaller one.
        const negative = less(state, sign(state, [1, x]), 0);
        const equal = selectValue(machine, state, negative, x, y, lane, site);
        const better = selectValue(machine, state, same(state, x, y), equal, different, lane, site);
        const ifYNan = selectValue(machine, state, isNan(state, y, y), x, better, lane, site);
        return selectValue(machine, state, isNan(state, x, x), y, ifYNan, lane, site);
      });
    }
    case 'fmuladd': {
      const format = (lane as FloatType).format;
      const mul = floatFunction(machine, 'fmul', format, site);
      const add = floatFunction(machine, 'fadd', format, site);
      return overLanes(type, (state, args) => add(state, mul(state, args[0], args[1]), args[2]));
    }
    case 'modf': {
      const part = laneType((type as StructType).fields![0]) as FloatType;
      const whole = floatUnary(machine, 'trunc', part.format, site);
      const subtract = floatFunction(machine, 'fsub', part.format, site);
      const isInfinite = floatComparison(machine, 'oeq', part.format, site);
      const magnitude = floatUnary(machine, 'fabs', part.format, site);
      const sign = copySign(machine, part, site);
      return (state, [x]) => {
        const integral = whole(state, x);
        const infinite = isInfinite(state, magnitude(state, x), Number.POSITIVE_INFINITY);
        const rest = selectValue(machine, state, infinite, 0, subtract(state, x, integral), part, site);
        return [sign(state, [rest, x]), integral];
      };
    }
    case 'fma': {
      const { format } = lane as FloatType;
      return overLanes(type, (state, [x, y, z]) => {
        if (typeof x === 'number' && typeof y === 'number' && typeof z === 'number' && isPlainFloat(format)) {
          return fusedMultiplyAdd(x, y, z, format);
        }
        return machine.refuse(state, site, `symbolic fused multiply-add, or one of ${format}`);
      });
    }
    case 'pow':
    case 'atan2':
      return overLanes(type, (state, [x, y]) => hostMath2(machine, state, base, x, y, lane as FloatType, site));
    case 'va_start':
      return (state, args) => {
        startVariadic(machine, state, args[0], site);
        return 0;
      };
    case 'va_end':
      return () => 0;
    case 'va_copy':
      return (state, args) => {
        copyBytes(machine, state, args[0], args[1], variadicListSize(machine), site);
        return 0;
      };
    case 'stacksave':
      return (state) => state.memory.stackTop;
    case 'stackrestore':
      return () => 0;
    case 'trap':
    case 'debugtrap':
    case 'ubsantrap':
      return (state) => machine.fault(state, 'abort', site, 'the program trapped');
    case 'objectsize':
      return (state, args) => objectSize(machine, state, args, type, site);
    case 'is.constant':
      return () => 0;
    case 'threadlocal.address':
      return (_, args) => args[0];
    case 'ptrmask':
      return (state, args) => {
        const width = layout.pointerBits;
        return settle(
          terms.and(asTerm(machine, state, args[0], width, site), asTerm(machine, state, args[1], width, site)),
        );
      };
    case 'frameaddress':
    case 'returnaddress':
      return null;
    case 'is.fpclass':
      return fpClass(machine, call.arguments[0].type as FloatType, site);
    case 'lround':
    case 'llround':
    case 'lrint':
    case 'llrint': {
      const from = call.arguments[0].type as FloatType;
      const round = floatUnary(machine, base.endsWith('lround') ? 'round' : 'roundeven', from.format, site);
      const convert = saturatingConversion(machine, true, from, type as IntType, site);
      return (state, args) => convert(state, round(state, args[0]));
    }
    case 'fptosi.sat':
    case 'fptoui.sat': {
      const from = laneType(call.arguments[0].type) as FloatType;
      const convert = saturatingConversion(machine, base === 'fptosi.sat', from, lane as IntType, site);
      const apply = overLanes1(type, convert);
      return (state, args) => apply(state, args[0]);
    }
    case 'load.relative': {
      const offsets = machine.program.types.int(32);
      const width = layout.pointerBits;
      const add = integerFunction(machine, 'add', width, null, site);
      const extend = castFunction(machine, 'sext', offsets, machine.program.types.int(width), site);
      return (state, [base, by]) => {
        const offset = loadValue(machine, state, add(state, base, by), offsets, site);
        return add(state, base, width === 32 ? offset : extend(state, offset));
      };
    }
    default:
      if (base.startsWith('vector.reduce.')) {
        return reduceVector(machine, base.slice('vector.reduce.'.length), call.arguments[0].type, site);
      }
      return null;
  }
}

/** A length operand; a symbolic one is a recorded choice. */
export function lengthOf(machine: Machine, state: State, value: Value, site: Site): number {
  const length = asInteger(machine, state, value, site);
  return Number(
    length instanceof Term ? machine.concretize(state, length, site, 'length of a memory operation') : length,
  );
}

function bitTrick(machine: Machine, name: string, x: Term): Term {
  const { terms } = machine;
  const { width } = x;
  const bit = (i: number) => terms.extract(x, i, 1);
  switch (name) {
    case 'bswap': {
      let result = terms.extract(x, 0, 8);
      for (let i = 8; i < width; i += 8) result = terms.concat(result, terms.extract(x, i, 8));
      return result;
    }
    case 'bitreverse': {
      let result = bit(0);
      for (let i = 1; i < width; i++) result = terms.concat(result, bit(i));
      return result;
    }
    case 'ctpop': {
      let sum = terms.constant(width, 0);
      for (let i = 0; i < width; i++) sum = terms.add(sum, terms.zext(bit(i), width));
      return sum;
    }
    default: {
      // The first set bit from the end that counts decides.
      let result = terms.constant(width, width);
      for (let k = width - 1; k >= 0; k--) {
        const at = name === 'cttz' ? k : width - 1 - k;
        result = terms.ite(bit(at), terms.constant(width, k), result);
      }
      return result;
    }
  }
}

function bitTrickConcrete(name: string, x: Scalar, width: number): Scalar {
  if (width === 32) {
    if (name === 'ctlz') return Math.clz32(x as number);
    if (name === 'cttz') return x === 0 ? 32 : 31 - Math.clz32((x as number) & -(x as number));
  }
  const bits = BigInt(x).toString(2).padStart(width, '0');
  switch (name) {
    case 'bswap':
      return fromBigInt(BigInt(`0b${(bits.match(/.{8}/g) ?? []).reverse().join('')}`));
    case 'bitreverse':
      return fromBigInt(BigInt(`0b${[...bits].reverse().join('')}`));
    case 'ctpop':
      return bits.split('1').length - 1;
    case 'ctlz':
      return bits.includes('1') ? bits.indexOf('1') : width;
    default:
      return bits.includes('1') ? width - 1 - bits.lastIndexOf('1') : width;
  }
}

function checkedArithmetic(machine: Machine, name: string, width: number, site: Site): Handler {
  const { terms } = machine;
  const signed = name.startsWith('s');
  const operator = name.slice(1, 4) as 'add' | 'sub' | 'mul';
  const wide = operator === 'mul' ? 2 * width : width + 1;
  const extend = (t: Term) => (signed ? terms.sext(t, wide) : terms.zext(t, wide));
  return (state, args) => {
    const a = asTerm(machine, state, args[0], width, site);
    const b = asTerm(machine, state, args[1], width, site);
    const exact = terms[operator](extend(a), extend(b));
    const result = terms.extract(exact, 0, width);
    const overflow = terms.ne(exact, extend(result));
    if (name.endsWith('.overflow')) return [settle(result), settle(overflow)];
    const negative = terms.extract(exact, wide - 1, 1);
    const top = signed
      ? terms.constant(width, fromBigInt((1n << BigInt(width - 1)) - 1n))
      : terms.constant(width, fromBigInt((1n << BigInt(width)) - 1n));
    const bottom = signed ? terms.constant(width, fromBigInt(1n << BigInt(width - 1))) : terms.constant(width, 0);
    const limit = signed ? terms.ite(negative, bottom, top) : operator === 'sub' ? bottom : top;
    return settle(terms.ite(overflow, limit, result));
  };
}

function objectSize(machine: Machine, state: State, args: readonly Value[], type: Type, site: Site): Value {
  const [pointer, minimum] = args;
  const unknown = () =>
    minimum === 1
      ? 0
      : applyBinary(
          Kind.xor,
          machine.program.layout.bitsOf(type),
          0,
          fromBigInt((1n << BigInt(machine.program.layout.bitsOf(type))) - 1n),
        );
  if (!(pointer instanceof Pointer) || pointer.offset instanceof Term) return unknown();
  machine.recorder?.sized?.(state, site, pointer.object);
  const target = state.memory.get(pointer.object);
  if (target === undefined) return unknown();
  return Math.max(0, target.size - pointer.offset);
}

/** Which classes of float a value may be in: the bits of llvm.is.fpclass. */
function fpClass(machine: Machine, type: FloatType, site: Site): Handler {
  const width = machine.program.layout.bitsOf(type);
  const { terms } = machine;
  const mantissa = width === 32 ? 23 : 52;
  const exponentWidth = width - 1 - mantissa;
  const toBits = castFunction(machine, 'bitcast', type, machine.program.types.int(width), site);
  return (state, args) => {
    const mask = Number(args[1]);
    const x = asTerm(machine, state, toBits(state, args[0]), width, site);
    const sign = terms.extract(x, width - 1, 1);
    const exponent = terms.extract(x, mantissa, exponentWidth);
    const fraction = terms.extract(x, 0, mantissa);
    const maximal = terms.eq(exponent, terms.constant(exponentWidth, 2 ** exponentWidth - 1));
    const minimal = terms.eq(exponent, terms.constant(exponentWidth, 0));
    const whole = terms.eq(fraction, terms.constant(mantissa, 0));
    const quiet = terms.extract(x, mantissa - 1, 1);
    const nan = terms.and(maximal, terms.not(whole));
    const magnitudes = [
      [9, 2, terms.and(maximal, whole)],
      [8, 3, terms.and(terms.not(maximal), terms.not(minimal))],
      [7, 4, terms.and(minimal, terms.not(whole))],
      [6, 5, terms.and(minimal, whole)],
    ] as const;
    const classes: Term[] = [];
    if (mask & 1) classes.push(terms.and(nan, terms.not(quiet)));
    if (mask & 2) classes.push(terms.and(nan, quiet));
    for (const [positive, negative, is] of magnitudes) {
      if (mask & (1 << positive)) classes.push(terms.and(terms.not(sign), is));
      if (mask & (1 << negative)) classes.push(terms.and(sign, is));
    }
    return settle(terms.orAll(classes));
  };
}

/** The magnitude of the first argument with the sign of the second. */
function copySign(machine: Machine, type: FloatType, site: Site): Handler {
  const { terms } = machine;
  const width = machine.program.layout.bitsOf(type);
  const toBits = castFunction(machine, 'bitcast', type, machine.program.types.int(width), site);
  const back = castFunction(machine, 'bitcast', machine.program.types.int(width), type, site);
  return (state, [x, y]) => {
    if (typeof x === 'number' && typeof y === 'number') {
      return y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x);
    }
    const magnitude = terms.extract(asTerm(machine, state, toBits(state, x), width, site), 0, width - 1);
    const sign = terms.extract(asTerm(machine, state, toBits(state, y), width, site), width - 1, 1);
    return back(state, settle(terms.concat(sign, magnitude)));
  };
}

function laneBits(machine: Machine, call: CallInstruction): number {
  return machine.program.layout.bitsOf(laneType(call.arguments[0].type));
}

function variadicListSize(machine: Machine): number {
  return machine.program.layout.pointerBytes === 8 ? 24 : 4;
}
