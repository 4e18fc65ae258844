/** Intrinsics on integers: the smaller and the larger, bits in other orders, arithmetic that notices when it overflows. */
import { fromBigInt, type Scalar } from '../../../expr/scalar.ts';
import { Term } from '../../../expr/term.ts';
import type { Site } from '../../code.ts';
import type { Machine } from '../../machine.ts';
import { asInteger, asTerm, settle } from '../coerce.ts';
import { comparison } from '../compare.ts';
import { laneType, overflowing, overLanes, overLanes1, overLanes2 } from '../lanes.ts';
import { selectValue } from '../select.ts';
import { eachOf, type Handler, type IntrinsicCall, type Intrinsics } from './intrinsic.ts';

export const INTEGER_INTRINSICS: Intrinsics = {
  ...eachOf(['umin', 'umax', 'smin', 'smax'], smallerOrLarger),
  ...eachOf(['bswap', 'bitreverse', 'ctpop', 'ctlz', 'cttz'], ({ machine, site, name, type, lane }) => {
    const width = machine.program.layout.bitsOf(lane);
    const apply = overLanes1(type, (state, value) => {
      const x = asInteger(machine, state, value, site);
      return x instanceof Term ? settle(bitTrick(machine, name, x)) : bitTrickConcrete(name, x, width);
    });
    return (state, args) => apply(state, args[0]);
  }),
  ...eachOf(['fshl', 'fshr'], funnelShift),
  ...eachOf(
    ['add', 'sub', 'mul'].flatMap((operator) => [`s${operator}.with.overflow`, `u${operator}.with.overflow`]),
    checked,
  ),
  ...eachOf(['sadd.sat', 'uadd.sat', 'ssub.sat', 'usub.sat'], checked),
  abs: ({ machine, site, type, lane }) => {
    const { terms } = machine;
    const width = machine.program.layout.bitsOf(lane);
    const apply = overLanes1(type, (state, value) => {
      const x = asTerm(machine, state, value, width, site);
      return settle(terms.ite(terms.slt(x, terms.constant(width, 0)), terms.neg(x), x));
    });
    return (state, args) => apply(state, args[0]);
  },
};

function smallerOrLarger({ machine, site, name, type, lane }: IntrinsicCall): Handler {
  const less = comparison(machine, name.startsWith('u') ? 'ult' : 'slt', machine.program.layout.bitsOf(lane), site);
  const smallest = name.endsWith('min');
  const apply = overLanes2(type, (state, x, y) => {
    const [ifLess, otherwise] = smallest ? [x, y] : [y, x];
    return selectValue(machine, state, less(state, x, y), ifLess, otherwise, lane, site);
  });
  return (state, args) => apply(state, args[0], args[1]);
}

function funnelShift({ machine, site, name, type, lane }: IntrinsicCall): Handler {
  const { terms } = machine;
  const width = machine.program.layout.bitsOf(lane);
  return overLanes(type, (state, args) => {
    const [high, low, by] = args.map((arg) => asTerm(machine, state, arg, width, site));
    const amount = terms.urem(by, terms.constant(width, width));
    const both = terms.concat(high, low);
    const wide = terms.zext(amount, 2 * width);
    return settle(
      name === 'fshl'
        ? terms.extract(terms.shl(both, wide), width, width)
        : terms.extract(terms.lshr(both, wide), 0, width),
    );
  });
}

function checked({ machine, site, name, call }: IntrinsicCall): Handler {
  const { type } = call.arguments[0];
  return overflowing(type, checkedArithmetic(machine, name, machine.program.layout.bitsOf(laneType(type)), site));
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
