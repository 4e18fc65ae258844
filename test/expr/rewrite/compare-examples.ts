import type { RuleExamples } from './example.ts';

const orders = ['ult', 'ule', 'slt', 'sle'] as const;

export const compareExamples: Record<string, RuleExamples> = {
  'eq-same': { applies: [(s) => s.redex('eq', [s.x, s.x])], rejects: [(s) => s.redex('eq', [s.x, s.y])] },
  'eq-bit': {
    applies: [(s) => s.redex('eq', [s.p, s.k(1, 1)]), (s) => s.redex('eq', [s.p, s.k(0, 1)])],
    rejects: [(s) => s.redex('eq', [s.p, s.q])],
  },
  'eq-complements': {
    applies: [(s) => s.redex('eq', [s.x, s.t.not(s.x)])],
    rejects: [(s) => s.redex('eq', [s.x, s.t.not(s.y)])],
  },
  'eq-not-bit': {
    applies: [(s) => s.redex('eq', [s.t.not(s.p), s.q]), (s) => s.redex('eq', [s.p, s.t.not(s.q)])],
    rejects: [(s) => s.redex('eq', [s.t.not(s.x), s.y])],
  },
  'eq-solve-add': {
    applies: [(s) => s.redex('eq', [s.t.add(s.x, s.k(3)), s.k(1)])],
    rejects: [(s) => s.redex('eq', [s.t.add(s.x, s.y), s.k(1)])],
  },
  'eq-solve-neg': {
    applies: [(s) => s.redex('eq', [s.t.neg(s.x), s.k(3)]), (s) => s.redex('eq', [s.t.neg(s.x), s.t.neg(s.y)])],
    rejects: [(s) => s.redex('eq', [s.t.neg(s.x), s.y])],
  },
  'eq-solve-not': {
    applies: [(s) => s.redex('eq', [s.t.not(s.x), s.k(3)]), (s) => s.redex('eq', [s.t.not(s.x), s.t.not(s.y)])],
    rejects: [(s) => s.redex('eq', [s.t.not(s.x), s.y])],
  },
  'eq-solve-xor': {
    applies: [(s) => s.redex('eq', [s.t.xor(s.x, s.k(3)), s.k(5)]), (s) => s.redex('eq', [s.t.xor(s.x, s.y), s.k(0)])],
    rejects: [(s) => s.redex('eq', [s.t.xor(s.x, s.y), s.k(5)])],
  },
  'eq-solve-odd-factor': {
    applies: [
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.k(5)]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(-7)), s.k(6)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.mul(s.x, s.k(6)), s.k(2)])],
  },
  'eq-move-constant': {
    applies: [(s) => s.redex('eq', [s.t.add(s.x, s.k(3)), s.t.add(s.y, s.k(5))])],
    rejects: [(s) => s.redex('eq', [s.t.add(s.x, s.k(3)), s.t.add(s.y, s.z)])],
  },
  'eq-narrow-zext': {
    applies: [
      (s) => s.redex('eq', [s.t.zext(s.x, s.w + 2), s.k(1, s.w + 2)]),
      (s) => s.redex('eq', [s.t.zext(s.x, s.w + 2), s.k(-1, s.w + 2)]),
      (s) => s.redex('eq', [s.t.zext(s.x, s.w + 2), s.t.zext(s.p, s.w + 2)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.zext(s.x, s.w + 2), s.v('u', s.w + 2)])],
  },
  'eq-narrow-sext': {
    applies: [
      (s) => s.redex('eq', [s.t.sext(s.x, s.w + 2), s.k(-1, s.w + 2)]),
      (s) => s.redex('eq', [s.t.sext(s.x, s.w + 2), s.k(1n << BigInt(s.w), s.w + 2)]),
      (s) => s.redex('eq', [s.t.sext(s.x, s.w + 2), s.t.sext(s.p, s.w + 2)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.sext(s.x, s.w + 2), s.t.zext(s.y, s.w + 2)])],
  },
  'eq-split-constant': {
    applies: [
      (s) => s.redex('eq', [s.t.concat(s.x, s.k(0, 2)), s.k(4, s.w + 2)]),
      (s) => s.redex('eq', [s.t.concat(s.x, s.k(0, 2)), s.k(5, s.w + 2)]),
      (s) => s.redex('eq', [s.t.concat(s.x, s.t.zext(s.p, 3)), s.k(1, s.w + 3)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.concat(s.x, s.y), s.k(5, 2 * s.w)])],
  },
  'eq-common-part': {
    applies: [
      (s) => s.redex('eq', [s.t.concat(s.x, s.y), s.t.concat(s.x, s.z)]),
      (s) => s.redex('eq', [s.t.concat(s.y, s.x), s.t.concat(s.z, s.x)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.concat(s.x, s.y), s.t.concat(s.y, s.z)])],
  },
  'eq-choice': {
    applies: [
      (s) => s.redex('eq', [s.t.ite(s.p, s.k(3), s.x), s.k(3)]),
      (s) => s.redex('eq', [s.t.ite(s.p, s.k(3), s.x), s.k(2)]),
      (s) => s.redex('eq', [s.t.ite(s.p, s.x, s.k(3)), s.k(3)]),
      (s) => s.redex('eq', [s.t.ite(s.p, s.x, s.k(3)), s.k(2)]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.ite(s.p, s.y, s.x), s.k(2)])],
  },
  'eq-own-choice': {
    applies: [(s) => s.redex('eq', [s.t.ite(s.p, s.x, s.y), s.x]), (s) => s.redex('eq', [s.y, s.t.ite(s.p, s.x, s.y)])],
    rejects: [(s) => s.redex('eq', [s.t.ite(s.p, s.x, s.y), s.z])],
  },
  'eq-zero-or': {
    applies: [(s) => s.redex('eq', [s.t.or(s.x, s.y), s.k(0)])],
    rejects: [(s) => s.redex('eq', [s.t.or(s.x, s.y), s.k(1)])],
  },
  'eq-surely-different': {
    applies: [
      (s) => s.redex('eq', [s.t.or(s.v('u', s.w + 1), s.k(1, s.w + 1)), s.t.concat(s.x, s.k(0, 1))]),
      (s) => s.redex('eq', [s.t.zext(s.x, s.w + 1), s.t.or(s.v('u', s.w + 1), s.least(s.w + 1))]),
    ],
    rejects: [(s) => s.redex('eq', [s.t.or(s.x, s.k(1)), s.y])],
  },
  'less-same': {
    applies: orders.map((kind) => (s) => s.redex(kind, [s.x, s.x])),
    rejects: [(s) => s.redex('ult', [s.x, s.y])],
  },
  'order-of-bits': {
    applies: orders.map((kind) => (s) => s.redex(kind, [s.p, s.q])),
    rejects: [(s) => s.redex('ult', [s.x, s.y])],
  },
  'strict-bound': {
    applies: (['ule', 'sle'] as const).flatMap((kind): RuleExamples['applies'] => [
      (s) => s.redex(kind, [s.x, s.k(3)]),
      (s) => s.redex(kind, [s.k(3), s.x]),
      (s) => s.redex(kind, [s.x, s.k(-1)]),
      (s) => s.redex(kind, [s.k(0), s.x]),
      (s) => s.redex(kind, [s.least(), s.x]),
      (s) => s.redex(kind, [s.x, s.t.constant(s.w, (1n << BigInt(s.w - 1)) - 1n)]),
    ]),
    rejects: [(s) => s.redex('ule', [s.x, s.y])],
  },
  'less-than-extreme': {
    applies: [
      (s) => s.redex('ult', [s.x, s.k(0)]),
      (s) => s.redex('ult', [s.k(-1), s.x]),
      (s) => s.redex('slt', [s.x, s.least()]),
      (s) => s.redex('slt', [s.t.constant(s.w, (1n << BigInt(s.w - 1)) - 1n), s.x]),
    ],
    rejects: [(s) => s.redex('ult', [s.x, s.k(1)]), (s) => s.redex('slt', [s.x, s.k(0)])],
  },
  'less-than-one-value': {
    applies: (['ult', 'slt'] as const).flatMap((kind): RuleExamples['applies'] => {
      // The least value in the order; the greatest precedes it, modulo 2^width.
      const least = (width: number): bigint => (kind === 'ult' ? 0n : 1n << BigInt(width - 1));
      return [
        (s) => s.redex(kind, [s.x, s.k(least(s.w) + 1n)]),
        (s) => s.redex(kind, [s.k(least(s.w)), s.x]),
        (s) => s.redex(kind, [s.x, s.k(least(s.w) - 1n)]),
        (s) => s.redex(kind, [s.k(least(s.w) - 2n), s.x]),
      ];
    }),
    rejects: [(s) => s.redex('ult', [s.x, s.k(2)]), (s) => s.redex('slt', [s.x, s.k(0)])],
  },
  'ult-narrow-zext': {
    applies: (['ult', 'ule'] as const).map(
      (kind) => (s) => s.redex(kind, [s.t.zext(s.x, s.w + 2), s.t.zext(s.v('u', s.w + 1), s.w + 2)]),
    ),
    rejects: [(s) => s.redex('ult', [s.t.zext(s.x, s.w + 2), s.t.sext(s.y, s.w + 2)])],
  },
  'ult-narrow-constant': {
    applies: [
      (s) => s.redex('ult', [s.t.zext(s.x, s.w + 2), s.k(1, s.w + 2)]),
      (s) => s.redex('ult', [s.t.zext(s.x, s.w + 2), s.k(-1, s.w + 2)]),
      (s) => s.redex('ult', [s.k(1, s.w + 2), s.t.zext(s.x, s.w + 2)]),
      (s) => s.redex('ult', [s.k(-1, s.w + 2), s.t.zext(s.x, s.w + 2)]),
    ],
    rejects: [(s) => s.redex('ult', [s.t.sext(s.x, s.w + 2), s.k(1, s.w + 2)])],
  },
  'order-narrow-sext': {
    applies: orders.map((kind) => (s) => s.redex(kind, [s.t.sext(s.x, s.w + 2), s.t.sext(s.v('u', s.w + 1), s.w + 2)])),
    rejects: [(s) => s.redex('slt', [s.t.zext(s.x, s.w + 2), s.t.sext(s.y, s.w + 2)])],
  },
  'slt-narrow-constant': {
    applies: [
      (s) => s.redex('slt', [s.t.sext(s.x, s.w + 2), s.k(-1, s.w + 2)]),
      (s) => s.redex('slt', [s.k(-1, s.w + 2), s.t.sext(s.x, s.w + 2)]),
      ...[1n, -1n].flatMap((sign): RuleExamples['applies'] => [
        (s) => s.redex('slt', [s.t.sext(s.x, s.w + 2), s.k((sign << BigInt(s.w)) + sign, s.w + 2)]),
        (s) => s.redex('slt', [s.k((sign << BigInt(s.w)) + sign, s.w + 2), s.t.sext(s.x, s.w + 2)]),
      ]),
    ],
    rejects: [(s) => s.redex('slt', [s.t.zext(s.x, s.w + 2), s.k(1, s.w + 2)])],
  },
  'ult-common-part': {
    applies: [(s) => s.redex('ult', [s.t.concat(s.x, s.y), s.t.concat(s.x, s.z)])],
    rejects: [(s) => s.redex('ult', [s.t.concat(s.y, s.x), s.t.concat(s.z, s.x)])],
  },
  'ult-multiple': {
    applies: [
      (s) => s.redex('ult', [s.t.concat(s.x, s.k(0, 2)), s.k(4, s.w + 2)]),
      (s) => s.redex('ult', [s.t.concat(s.x, s.k(0, 2)), s.k(5, s.w + 2)]),
      (s) => s.redex('ult', [s.k(4, s.w + 2), s.t.concat(s.x, s.k(0, 2))]),
      (s) => s.redex('ult', [s.k(5, s.w + 2), s.t.concat(s.x, s.k(0, 2))]),
    ],
    rejects: [(s) => s.redex('ult', [s.t.concat(s.x, s.k(1, 2)), s.k(4, s.w + 2)])],
  },
  'order-by-bounds': {
    applies: [
      (s) => s.redex('ult', [s.t.zext(s.x, s.w + 1), s.t.or(s.v('u', s.w + 1), s.least(s.w + 1))]),
      (s) => s.redex('ult', [s.t.or(s.v('u', s.w + 1), s.least(s.w + 1)), s.t.zext(s.x, s.w + 1)]),
      (s) => s.redex('ule', [s.t.urem(s.x, s.k(5)), s.k(4)]),
      (s) => s.redex('ule', [s.t.or(s.v('u', s.w + 1), s.least(s.w + 1)), s.t.zext(s.x, s.w + 1)]),
    ],
    rejects: [(s) => s.redex('ult', [s.t.urem(s.x, s.k(5)), s.k(4)])],
  },
  'order-known-signs': {
    applies: [
      (s) => s.redex('slt', [s.t.zext(s.x, s.w + 1), s.t.zext(s.y, s.w + 1)]),
      (s) => s.redex('sle', [s.t.or(s.x, s.least()), s.t.or(s.y, s.least())]),
      (s) => s.redex('slt', [s.t.or(s.v('u', s.w + 1), s.least(s.w + 1)), s.t.zext(s.x, s.w + 1)]),
      (s) => s.redex('slt', [s.t.zext(s.x, s.w + 1), s.t.or(s.v('u', s.w + 1), s.least(s.w + 1))]),
    ],
    rejects: [(s) => s.redex('slt', [s.t.zext(s.x, s.w + 1), s.v('u', s.w + 1)])],
  },
};
