/** Intrinsics on floats. What the solver cannot express is computed by the host where the arguments are concrete. */
import type { Term } from '../../../expr/term.ts';
import type { FloatType, IntType, StructType } from '../../../program/types.ts';
import type { Site } from '../../code.ts';
import type { Machine } from '../../machine.ts';
import { castFunction, saturatingConversion } from '../cast.ts';
import { asTerm, isPlainFloat, settle } from '../coerce.ts';
import { type FloatUnary, floatComparison, floatFunction, floatUnary } from '../float.ts';
import { fusedMultiplyAdd } from '../fused.ts';
import { laneType, overLanes, overLanes1 } from '../lanes.ts';
import { hostMath1, hostMath2 } from '../math.ts';
import { selectValue } from '../select.ts';
import { eachOf, type Handler, type IntrinsicCall, type Intrinsics } from './intrinsic.ts';

const ROUNDING_AND_ROOT: Readonly<Record<string, FloatUnary>> = {
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
const BY_HOST = 'sin cos tan exp exp2 exp10 log log2 log10 asin acos atan sinh cosh tanh'.split(' ');

export const FLOAT_INTRINSICS: Intrinsics = {
  ...eachOf(Object.keys(ROUNDING_AND_ROOT), ({ machine, site, name, type, lane }) => {
    if (lane.kind !== 'float') return null;
    const apply = overLanes1(type, floatUnary(machine, ROUNDING_AND_ROOT[name], lane.format, site));
    return (state, args) => apply(state, args[0]);
  }),
  ...eachOf(BY_HOST, ({ machine, site, name, type, lane }) => {
    if (lane.kind !== 'float') return null;
    const apply = overLanes1(type, (state, x) => hostMath1(machine, state, name, x, lane, site));
    return (state, args) => apply(state, args[0]);
  }),
  ...eachOf(['pow', 'atan2'], ({ machine, site, name, type, lane }) =>
    overLanes(type, (state, [x, y]) => hostMath2(machine, state, name, x, y, lane as FloatType, site)),
  ),
  ...eachOf(['minnum', 'maxnum', 'minimumnum', 'maximumnum'], smallerOrLargerNumber),
  ...eachOf(['lround', 'llround', 'lrint', 'llrint'], ({ machine, call, site, name, type }) => {
    const from = call.arguments[0].type as FloatType;
    const round = floatUnary(machine, name.endsWith('lround') ? 'round' : 'roundeven', from.format, site);
    const convert = saturatingConversion(machine, true, from, type as IntType, site);
    return (state, args) => convert(state, round(state, args[0]));
  }),
  ...eachOf(['fptosi.sat', 'fptoui.sat'], ({ machine, call, site, name, type, lane }) => {
    const from = laneType(call.arguments[0].type) as FloatType;
    const apply = overLanes1(type, saturatingConversion(machine, name === 'fptosi.sat', from, lane as IntType, site));
    return (state, args) => apply(state, args[0]);
  }),
  copysign: ({ machine, site, type, lane }) => overLanes(type, copySign(machine, lane as FloatType, site)),
  fmuladd: ({ machine, site, type, lane }) => {
    const { format } = lane as FloatType;
    const mul = floatFunction(machine, 'fmul', format, site);
    const add = floatFunction(machine, 'fadd', format, site);
    return overLanes(type, (state, args) => add(state, mul(state, args[0], args[1]), args[2]));
  },
  fma: ({ machine, site, type, lane }) => {
    const { format } = lane as FloatType;
    return overLanes(type, (state, [x, y, z]) => {
      if (typeof x === 'number' && typeof y === 'number' && typeof z === 'number' && isPlainFloat(format)) {
        return fusedMultiplyAdd(x, y, z, format);
      }
      return machine.refuse(state, site, `symbolic fused multiply-add, or one of ${format}`);
    });
  },
  modf: wholeAndRest,
  'is.fpclass': ({ machine, call, site }) => fpClass(machine, call.arguments[0].type as FloatType, site),
};

function smallerOrLargerNumber({ machine, site, name, type, lane }: IntrinsicCall): Handler {
  const format = (lane as FloatType).format;
  const smallest = name.startsWith('min');
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

function wholeAndRest({ machine, site, type }: IntrinsicCall): Handler {
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
