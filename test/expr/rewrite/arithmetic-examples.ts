import type { Term } from '../../../src/expr/term.ts';
import type { RuleExamples, Workshop } from './example.ts';

/** A sum longer than rules look. */
function chainOf(s: Workshop, length: number, name: string): Term {
  let sum = s.v(name, s.w);
  for (let i = 1; i < length; i++) sum = s.t.add(sum, s.v(`${name}${i}_`, s.w));
  return sum;
}

export const arithmeticExamples: Record<string, RuleExamples> = {
  'add-bit': {
    applies: [(s) => s.redex('add', [s.p, s.q])],
    rejects: [(s) => s.redex('add', [s.x, s.y])],
  },
  'add-zero': {
    applies: [(s) => s.redex('add', [s.x, s.k(0)])],
    rejects: [(s) => s.redex('add', [s.x, s.k(1)])],
  },
  'add-constants': {
    applies: [(s) => s.redex('add', [s.t.add(s.x, s.k(5)), s.k(-3)])],
    rejects: [(s) => s.redex('add', [s.t.add(s.x, s.y), s.k(3)])],
  },
  'add-like-terms': {
    applies: [
      (s) => s.redex('add', [s.x, s.x]),
      (s) => s.redex('add', [s.t.mul(s.x, s.k(5)), s.t.neg(s.x)]),
      (s) => s.redex('add', [s.t.mul(s.x, s.k(3)), s.t.mul(s.x, s.k(-3))]),
      (s) => s.redex('add', [s.w === 1 ? s.x : s.t.concat(s.t.extract(s.x, 0, s.w - 1), s.k(0, 1)), s.x]),
    ],
    rejects: [(s) => s.redex('add', [s.t.mul(s.x, s.k(3)), s.y])],
  },
  'add-complement': {
    applies: [(s) => s.redex('add', [s.x, s.t.not(s.x)])],
    rejects: [(s) => s.redex('add', [s.x, s.t.not(s.y)])],
  },
  'add-not-one': {
    applies: [(s) => s.redex('add', [s.t.not(s.x), s.k(1)])],
    rejects: [(s) => s.redex('add', [s.t.not(s.x), s.k(2)])],
  },
  'add-ordered': {
    applies: [
      (s) => s.redex('add', [s.t.add(s.x, s.z), s.y]),
      (s) => s.redex('add', [s.z, s.t.add(s.x, s.z)]),
      (s) => s.redex('add', [s.t.add(s.x, s.y), s.t.neg(s.x)]),
      (s) => s.redex('add', [s.y, s.t.add(s.x, s.t.neg(s.y))]),
      (s) => s.redex('add', [s.t.add(s.x, s.t.mul(s.y, s.k(3))), s.t.add(s.t.mul(s.y, s.k(5)), s.z)]),
      (s) => s.redex('add', [s.t.add(s.x, s.y), s.t.add(s.t.neg(s.x), s.t.neg(s.y))]),
    ],
    rejects: [
      (s) => s.redex('add', [s.t.add(s.x, s.y), s.z]),
      (s) => s.redex('add', [s.t.add(s.x, s.y), s.k(3)]),
      (s) => s.redex('add', [s.x, s.z]),
      (s) => s.redex('add', [chainOf(s, 40, 'a'), s.x]),
    ],
  },
  'add-hoist-constant': {
    applies: [(s) => s.redex('add', [s.t.add(s.x, s.k(3)), s.y]), (s) => s.redex('add', [s.y, s.t.add(s.x, s.k(3))])],
    rejects: [(s) => s.redex('add', [s.t.add(s.x, s.z), s.y])],
  },
  'neg-bit': { applies: [(s) => s.redex('neg', [s.p])], rejects: [(s) => s.redex('neg', [s.x])] },
  'neg-neg': { applies: [(s) => s.redex('neg', [s.t.neg(s.x)])], rejects: [(s) => s.redex('neg', [s.t.not(s.x)])] },
  'neg-not': { applies: [(s) => s.redex('neg', [s.t.not(s.x)])], rejects: [(s) => s.redex('neg', [s.t.neg(s.x)])] },
  'neg-sum': {
    applies: [
      (s) => s.redex('neg', [s.t.add(s.x, s.k(3))]),
      (s) => s.redex('neg', [s.t.add(s.t.neg(s.x), s.y)]),
      (s) => s.redex('neg', [s.t.add(s.x, s.y)]),
    ],
    rejects: [(s) => s.redex('neg', [s.t.mul(s.x, s.y)]), (s) => s.redex('neg', [chainOf(s, 40, 'a')])],
  },
  'neg-product': {
    applies: [(s) => s.redex('neg', [s.t.mul(s.x, s.k(3))])],
    rejects: [(s) => s.redex('neg', [s.t.mul(s.x, s.y)])],
  },
  'mul-bit': { applies: [(s) => s.redex('mul', [s.p, s.q])], rejects: [(s) => s.redex('mul', [s.x, s.y])] },
  'mul-zero': { applies: [(s) => s.redex('mul', [s.x, s.k(0)])], rejects: [(s) => s.redex('mul', [s.x, s.k(2)])] },
  'mul-one': { applies: [(s) => s.redex('mul', [s.x, s.k(1)])], rejects: [(s) => s.redex('mul', [s.x, s.k(3)])] },
  'mul-minus-one': {
    applies: [(s) => s.redex('mul', [s.x, s.k(-1)])],
    rejects: [(s) => s.redex('mul', [s.x, s.k(-2)])],
  },
  'mul-constants': {
    applies: [
      (s) => s.redex('mul', [s.t.mul(s.x, s.k(3)), s.k(5)]),
      (s) => s.redex('mul', [s.t.neg(s.x), s.k(5)]),
      (s) => s.redex('mul', [s.w === 1 ? s.t.neg(s.x) : s.t.concat(s.t.extract(s.x, 0, s.w - 1), s.k(0, 1)), s.k(3)]),
    ],
    rejects: [(s) => s.redex('mul', [s.t.mul(s.x, s.y), s.k(5)])],
  },
  'mul-power-of-two': {
    applies: [(s) => s.redex('mul', [s.x, s.k(4)]), (s) => s.redex('mul', [s.x, s.least()])],
    rejects: [(s) => s.redex('mul', [s.x, s.k(6)]), (s) => s.redex('mul', [s.x, s.k(1)])],
  },
  'mul-distribute': {
    applies: [(s) => s.redex('mul', [s.t.add(s.x, s.k(3)), s.k(5)])],
    rejects: [(s) => s.redex('mul', [s.t.add(s.x, s.y), s.k(5)])],
  },
  'mul-negated': {
    applies: [
      (s) => s.redex('mul', [s.t.neg(s.x), s.t.neg(s.y)]),
      (s) => s.redex('mul', [s.t.neg(s.x), s.y]),
      (s) => s.redex('mul', [s.x, s.t.neg(s.y)]),
    ],
    rejects: [(s) => s.redex('mul', [s.x, s.y])],
  },
  'udiv-by-zero': {
    applies: [(s) => s.redex('udiv', [s.x, s.k(0)])],
    rejects: [(s) => s.redex('udiv', [s.x, s.y])],
  },
  'rem-by-zero': {
    applies: [(s) => s.redex('urem', [s.x, s.k(0)]), (s) => s.redex('srem', [s.x, s.k(0)])],
    rejects: [(s) => s.redex('urem', [s.x, s.y])],
  },
  'div-by-one': {
    applies: [(s) => s.redex('udiv', [s.x, s.k(1)]), (s) => s.redex('sdiv', [s.x, s.k(1)])],
    rejects: [(s) => s.redex('udiv', [s.x, s.k(3)]), (s) => s.redex('sdiv', [s.p, s.k(1, 1)])],
  },
  'rem-by-one': {
    applies: [(s) => s.redex('urem', [s.x, s.k(1)]), (s) => s.redex('srem', [s.x, s.k(1)])],
    rejects: [(s) => s.redex('urem', [s.x, s.k(3)])],
  },
  'rem-by-itself': {
    applies: [(s) => s.redex('urem', [s.x, s.x]), (s) => s.redex('srem', [s.x, s.x])],
    rejects: [(s) => s.redex('urem', [s.x, s.y])],
  },
  'udiv-power-of-two': {
    applies: [(s) => s.redex('udiv', [s.x, s.k(4)]), (s) => s.redex('udiv', [s.x, s.least()])],
    rejects: [(s) => s.redex('udiv', [s.x, s.k(6)])],
  },
  'urem-power-of-two': {
    applies: [(s) => s.redex('urem', [s.x, s.k(4)]), (s) => s.redex('urem', [s.x, s.least()])],
    rejects: [(s) => s.redex('urem', [s.x, s.k(6)])],
  },
  'udiv-constants': {
    applies: [
      (s) => s.redex('udiv', [s.t.udiv(s.x, s.k(3)), s.k(5)]),
      (s) => s.redex('udiv', [s.t.udiv(s.x, s.least()), s.least()]),
    ],
    rejects: [
      (s) => s.redex('udiv', [s.t.udiv(s.x, s.y), s.k(5)]),
      (s) => s.redex('udiv', [s.t.udiv(s.x, s.k(0)), s.k(5)]),
    ],
  },
  'udiv-narrow': {
    applies: [
      (s) => s.redex('udiv', [s.t.zext(s.x, s.w + 3), s.k(3, s.w + 3)]),
      (s) => s.redex('urem', [s.t.zext(s.x, s.w + 3), s.k(3, s.w + 3)]),
      (s) => s.redex('udiv', [s.t.zext(s.x, s.w + 3), s.k(1n << BigInt(s.w), s.w + 3)]),
      (s) => s.redex('urem', [s.t.zext(s.x, s.w + 3), s.k(1n << BigInt(s.w), s.w + 3)]),
    ],
    rejects: [
      (s) => s.redex('udiv', [s.t.sext(s.x, s.w + 3), s.k(3, s.w + 3)]),
      (s) => s.redex('urem', [s.t.zext(s.x, s.w + 3), s.k(0, s.w + 3)]),
    ],
  },
  'sdiv-by-zero': {
    applies: [(s) => s.redex('sdiv', [s.x, s.k(0)])],
    rejects: [(s) => s.redex('sdiv', [s.x, s.y])],
  },
  'sdiv-by-minus-one': {
    applies: [(s) => s.redex('sdiv', [s.x, s.k(-1)])],
    rejects: [(s) => s.redex('sdiv', [s.x, s.k(-2)])],
  },
  'srem-by-minus-one': {
    applies: [(s) => s.redex('srem', [s.x, s.k(-1)])],
    rejects: [(s) => s.redex('srem', [s.x, s.k(-2)])],
  },
  'srem-by-negative': {
    applies: [(s) => s.redex('srem', [s.x, s.k(-3)])],
    rejects: [(s) => s.redex('srem', [s.x, s.k(3)]), (s) => s.redex('srem', [s.x, s.least()])],
  },
  'sdiv-non-negative': {
    applies: [
      (s) => s.redex('sdiv', [s.t.zext(s.x, s.w + 1), s.t.zext(s.y, s.w + 1)]),
      (s) => s.redex('srem', [s.t.zext(s.x, s.w + 1), s.t.zext(s.y, s.w + 1)]),
    ],
    rejects: [(s) => s.redex('sdiv', [s.t.zext(s.x, s.w + 1), s.t.sext(s.y, s.w + 1)])],
  },
  'udiv-smaller': {
    applies: [
      (s) => s.redex('udiv', [s.t.zext(s.p, s.w + 1), s.t.or(s.t.zext(s.x, s.w + 1), s.k(2, s.w + 1))]),
      (s) => s.redex('urem', [s.t.zext(s.p, s.w + 1), s.t.or(s.t.zext(s.x, s.w + 1), s.k(2, s.w + 1))]),
    ],
    rejects: [(s) => s.redex('udiv', [s.t.zext(s.p, s.w + 1), s.t.zext(s.x, s.w + 1)])],
  },
  'shift-by-zero': {
    applies: (['shl', 'lshr', 'ashr'] as const).map((kind) => (s) => s.redex(kind, [s.x, s.k(0)])),
    rejects: [(s) => s.redex('shl', [s.x, s.k(1)])],
  },
  'shift-of-zero': {
    applies: (['shl', 'lshr', 'ashr'] as const).map((kind) => (s) => s.redex(kind, [s.k(0), s.y])),
    rejects: [(s) => s.redex('shl', [s.k(1), s.y])],
  },
  'ashr-of-ones': {
    applies: [(s) => s.redex('ashr', [s.k(-1), s.y])],
    rejects: [(s) => s.redex('ashr', [s.k(-2), s.y])],
  },
  'shift-out': {
    applies: [(s) => s.redex('shl', [s.x, s.k(s.w)]), (s) => s.redex('lshr', [s.x, s.k(-1)])],
    rejects: [(s) => s.redex('lshr', [s.x, s.k(s.w - 1)])],
  },
  'shl-constant': {
    applies: [(s) => s.redex('shl', [s.x, s.k(1)]), (s) => s.redex('shl', [s.x, s.k(s.w - 1)])],
    rejects: [(s) => s.redex('shl', [s.x, s.y])],
  },
  'lshr-constant': {
    applies: [(s) => s.redex('lshr', [s.x, s.k(1)]), (s) => s.redex('lshr', [s.x, s.k(s.w - 1)])],
    rejects: [(s) => s.redex('lshr', [s.x, s.y])],
  },
  'ashr-constant': {
    applies: [(s) => s.redex('ashr', [s.x, s.k(1)]), (s) => s.redex('ashr', [s.x, s.k(-1)])],
    rejects: [(s) => s.redex('ashr', [s.x, s.y])],
  },
  'shift-bit': {
    applies: (['shl', 'lshr', 'ashr'] as const).map((kind) => (s) => s.redex(kind, [s.p, s.q])),
    rejects: [(s) => s.redex('shl', [s.x, s.y])],
  },
  'shift-surely-out': {
    applies: [
      (s) => s.redex('shl', [s.x, s.t.or(s.y, s.least())]),
      (s) => s.redex('lshr', [s.x, s.t.or(s.y, s.least())]),
    ],
    rejects: [(s) => s.redex('shl', [s.x, s.t.or(s.y, s.k(1))])],
  },
};
