import type { RuleExamples } from './example.ts';

export const bitwiseExamples: Record<string, RuleExamples> = {
  'not-not': { applies: [(s) => s.redex('not', [s.t.not(s.x)])], rejects: [(s) => s.redex('not', [s.t.neg(s.x)])] },
  'not-comparison': {
    applies: (['ult', 'ule', 'slt', 'sle'] as const).map((kind) => (s) => s.redex('not', [s.t[kind](s.x, s.y)])),
    rejects: [(s) => s.redex('not', [s.t.eq(s.x, s.y)])],
  },
  'not-neg': { applies: [(s) => s.redex('not', [s.t.neg(s.x)])], rejects: [(s) => s.redex('not', [s.t.not(s.x)])] },
  'not-xor': {
    applies: [(s) => s.redex('not', [s.t.xor(s.x, s.k(5))])],
    rejects: [(s) => s.redex('not', [s.t.xor(s.x, s.y)])],
  },
  'and-zero': { applies: [(s) => s.redex('and', [s.x, s.k(0)])], rejects: [(s) => s.redex('and', [s.x, s.k(1)])] },
  'and-ones': { applies: [(s) => s.redex('and', [s.x, s.k(-1)])], rejects: [(s) => s.redex('and', [s.x, s.k(-2)])] },
  'or-zero': { applies: [(s) => s.redex('or', [s.x, s.k(0)])], rejects: [(s) => s.redex('or', [s.x, s.k(1)])] },
  'or-ones': { applies: [(s) => s.redex('or', [s.x, s.k(-1)])], rejects: [(s) => s.redex('or', [s.x, s.k(-2)])] },
  'xor-zero': { applies: [(s) => s.redex('xor', [s.x, s.k(0)])], rejects: [(s) => s.redex('xor', [s.x, s.k(1)])] },
  'xor-ones': { applies: [(s) => s.redex('xor', [s.x, s.k(-1)])], rejects: [(s) => s.redex('xor', [s.x, s.k(1)])] },
  'and-or-same': {
    applies: [(s) => s.redex('and', [s.x, s.x]), (s) => s.redex('or', [s.x, s.x])],
    rejects: [(s) => s.redex('and', [s.x, s.y])],
  },
  'xor-same': { applies: [(s) => s.redex('xor', [s.x, s.x])], rejects: [(s) => s.redex('xor', [s.x, s.y])] },
  complements: {
    applies: [
      ...(['and', 'or', 'xor'] as const).map(
        (kind) => (s: Parameters<RuleExamples['applies'][0]>[0]) => s.redex(kind, [s.x, s.t.not(s.x)]),
      ),
      (s) => s.redex('and', [s.t.ult(s.x, s.y), s.t.ule(s.y, s.x)]),
      (s) => s.redex('or', [s.t.sle(s.x, s.y), s.t.slt(s.y, s.x)]),
    ],
    rejects: [
      (s) => s.redex('and', [s.x, s.t.not(s.y)]),
      (s) => s.redex('and', [s.t.ult(s.x, s.y), s.t.ule(s.x, s.y)]),
    ],
  },
  'bitwise-constants': {
    applies: (['and', 'or', 'xor'] as const).map((kind) => (s) => s.redex(kind, [s.t[kind](s.x, s.k(5)), s.k(6)])),
    rejects: [(s) => s.redex('and', [s.t.or(s.x, s.k(5)), s.k(6)])],
  },
  'and-or-nested': {
    applies: [(s) => s.redex('and', [s.x, s.t.and(s.x, s.y)]), (s) => s.redex('or', [s.t.or(s.y, s.x), s.x])],
    rejects: [(s) => s.redex('and', [s.x, s.t.or(s.x, s.y)])],
  },
  'and-contradiction': {
    applies: [
      (s) => s.redex('and', [s.x, s.t.and(s.t.not(s.x), s.y)]),
      (s) => s.redex('and', [s.t.and(s.y, s.t.not(s.x)), s.x]),
    ],
    rejects: [(s) => s.redex('and', [s.x, s.t.and(s.t.not(s.z), s.y)])],
  },
  'or-tautology': {
    applies: [
      (s) => s.redex('or', [s.x, s.t.or(s.t.not(s.x), s.y)]),
      (s) => s.redex('or', [s.t.or(s.y, s.t.not(s.x)), s.x]),
    ],
    rejects: [(s) => s.redex('or', [s.x, s.t.or(s.t.not(s.z), s.y)])],
  },
  absorption: {
    applies: [
      (s) => s.redex('and', [s.x, s.t.or(s.x, s.y)]),
      (s) => s.redex('and', [s.t.or(s.y, s.t.not(s.x)), s.x]),
      (s) => s.redex('or', [s.x, s.t.and(s.y, s.x)]),
      (s) => s.redex('or', [s.x, s.t.and(s.t.not(s.x), s.y)]),
    ],
    rejects: [(s) => s.redex('and', [s.x, s.t.or(s.z, s.y)])],
  },
  'xor-nested': {
    applies: [(s) => s.redex('xor', [s.x, s.t.xor(s.x, s.y)]), (s) => s.redex('xor', [s.t.xor(s.y, s.x), s.x])],
    rejects: [(s) => s.redex('xor', [s.x, s.t.xor(s.z, s.y)])],
  },
  'xor-bit': { applies: [(s) => s.redex('xor', [s.p, s.q])], rejects: [(s) => s.redex('xor', [s.x, s.y])] },
  'xor-not': {
    applies: [
      (s) => s.redex('xor', [s.t.not(s.x), s.k(5)]),
      (s) => s.redex('xor', [s.t.not(s.x), s.y]),
      (s) => s.redex('xor', [s.x, s.t.not(s.y)]),
    ],
    rejects: [(s) => s.redex('xor', [s.t.neg(s.x), s.y])],
  },
  'and-mask': {
    applies: [
      (s) => s.redex('and', [s.x, s.k(3)]),
      (s) => s.redex('and', [s.x, s.k(6)]),
      (s) => s.redex('and', [s.x, s.least()]),
    ],
    rejects: [(s) => s.redex('and', [s.x, s.k(5)])],
  },
  'bitwise-narrow': {
    applies: [
      (s) => s.redex('or', [s.t.zext(s.x, s.w + 3), s.t.zext(s.y, s.w + 3)]),
      (s) => s.redex('or', [s.t.zext(s.x, s.w + 3), s.t.zext(s.p, s.w + 3)]),
      (s) => s.redex('and', [s.t.zext(s.x, s.w + 3), s.v('u', s.w + 3)]),
      (s) => s.redex('xor', [s.t.zext(s.x, s.w + 3), s.k(1, s.w + 3)]),
    ],
    rejects: [
      (s) => s.redex('or', [s.t.zext(s.x, s.w + 3), s.v('u', s.w + 3)]),
      (s) => s.redex('xor', [s.t.zext(s.x, s.w + 3), s.k(-1, s.w + 3)]),
    ],
  },
  'bitwise-split': {
    applies: (['and', 'or', 'xor'] as const).map(
      (kind) => (s) => s.redex(kind, [s.t.concat(s.x, s.y), s.k(5, 2 * s.w)]),
    ),
    rejects: [(s) => s.redex('and', [s.t.concat(s.x, s.y), s.v('u', 2 * s.w)])],
  },
  'or-less-or-equal': {
    applies: [
      (s) => s.redex('or', [s.t.ult(s.x, s.y), s.t.eq(s.x, s.y)]),
      (s) => s.redex('or', [s.t.eq(s.y, s.x), s.t.slt(s.x, s.y)]),
    ],
    rejects: [(s) => s.redex('or', [s.t.ult(s.x, s.y), s.t.eq(s.x, s.z)])],
  },
  'and-two-values': {
    applies: [(s) => s.redex('and', [s.t.eq(s.x, s.k(0)), s.t.eq(s.x, s.k(1))])],
    rejects: [(s) => s.redex('and', [s.t.eq(s.x, s.k(0)), s.t.eq(s.y, s.k(1))])],
  },
  'join-disjoint': {
    applies: (['or', 'xor', 'add'] as const).map(
      (kind) => (s) => s.redex(kind, [s.t.concat(s.x, s.k(0, s.w)), s.t.zext(s.y, 2 * s.w)]),
    ),
    rejects: [
      (s) => s.redex('or', [s.t.concat(s.x, s.k(0, s.w)), s.t.zext(s.v('u', Math.min(s.w + 1, 2 * s.w)), 2 * s.w)]),
    ],
  },
  'fold-unary': {
    applies: [
      (s) => s.redex('not', [s.k(5)]),
      (s) => s.redex('neg', [s.k(5)]),
      (s) => s.redex('sext', [s.k(-3)], { width: s.w + 2 }),
      (s) => s.redex('stof', [s.k(5)], { width: 32 }),
      (s) => s.redex('fround', [s.float(2.5, 64)], { low: 1 }),
    ],
    rejects: [(s) => s.redex('not', [s.x])],
  },
  'fold-binary': {
    applies: (['add', 'mul', 'udiv', 'srem', 'shl', 'ult', 'sle', 'eq'] as const).map(
      (kind) => (s) => s.redex(kind, [s.k(-3), s.k(2)]),
    ),
    rejects: [(s) => s.redex('add', [s.x, s.k(2)]), (s) => s.redex('udiv', [s.k(2), s.x])],
  },
  'fold-concat': {
    applies: [(s) => s.redex('concat', [s.k(5), s.k(1)])],
    rejects: [(s) => s.redex('concat', [s.k(5), s.x])],
  },
  'unary-of-constant-choice': {
    applies: [
      (s) => s.redex('neg', [s.t.ite(s.p, s.k(3), s.k(5))]),
      (s) => s.redex('zext', [s.t.ite(s.p, s.k(3), s.k(5))], { width: s.w + 2 }),
    ],
    rejects: [(s) => s.redex('neg', [s.t.ite(s.p, s.k(3), s.x)])],
  },
  'binary-of-constant-choice': {
    applies: (['add', 'ult', 'udiv', 'eq'] as const).flatMap((kind): RuleExamples['applies'] => [
      (s) => s.redex(kind, [s.t.ite(s.p, s.k(3), s.k(5)), s.k(4)]),
      (s) => s.redex(kind, [s.k(4), s.t.ite(s.p, s.k(3), s.k(5))]),
    ]),
    rejects: [(s) => s.redex('add', [s.t.ite(s.p, s.k(3), s.k(5)), s.x])],
  },
  'ite-decided': {
    applies: [(s) => s.redex('ite', [s.k(1, 1), s.x, s.y]), (s) => s.redex('ite', [s.k(0, 1), s.x, s.y])],
    rejects: [(s) => s.redex('ite', [s.p, s.x, s.y])],
  },
  'ite-same': {
    applies: [(s) => s.redex('ite', [s.p, s.x, s.x])],
    rejects: [(s) => s.redex('ite', [s.p, s.x, s.y])],
  },
  'ite-not': {
    applies: [(s) => s.redex('ite', [s.t.not(s.p), s.x, s.y])],
    rejects: [(s) => s.redex('ite', [s.p, s.x, s.y])],
  },
  'ite-strict': {
    applies: [
      (s) => s.redex('ite', [s.t.ule(s.x, s.y), s.x, s.z]),
      (s) => s.redex('ite', [s.t.sle(s.x, s.y), s.x, s.z]),
    ],
    rejects: [(s) => s.redex('ite', [s.t.slt(s.x, s.y), s.x, s.z])],
  },
  'ite-bit': {
    applies: [
      (s) => s.redex('ite', [s.p, s.k(1, 1), s.q]),
      (s) => s.redex('ite', [s.p, s.k(0, 1), s.q]),
      (s) => s.redex('ite', [s.p, s.q, s.k(1, 1)]),
      (s) => s.redex('ite', [s.p, s.q, s.k(0, 1)]),
    ],
    rejects: [(s) => s.redex('ite', [s.p, s.q, s.v('r', 1)])],
  },
  'ite-bit-same-as-condition': {
    applies: [(s) => s.redex('ite', [s.p, s.p, s.q]), (s) => s.redex('ite', [s.p, s.q, s.p])],
    rejects: [(s) => s.redex('ite', [s.p, s.q, s.v('r', 1)])],
  },
  'ite-complements': {
    applies: [(s) => s.redex('ite', [s.p, s.q, s.t.not(s.q)])],
    rejects: [(s) => s.redex('ite', [s.p, s.x, s.t.not(s.x)])],
  },
  'ite-zero-one': {
    applies: [(s) => s.redex('ite', [s.p, s.k(1), s.k(0)]), (s) => s.redex('ite', [s.p, s.k(0), s.k(1)])],
    rejects: [(s) => s.redex('ite', [s.p, s.k(2), s.k(0)])],
  },
  'ite-zero-ones': {
    applies: [(s) => s.redex('ite', [s.p, s.k(-1), s.k(0)]), (s) => s.redex('ite', [s.p, s.k(0), s.k(-1)])],
    rejects: [(s) => s.redex('ite', [s.p, s.k(-2), s.k(0)])],
  },
  'ite-same-condition': {
    applies: [
      (s) => s.redex('ite', [s.p, s.t.ite(s.p, s.x, s.y), s.z]),
      (s) => s.redex('ite', [s.p, s.x, s.t.ite(s.p, s.y, s.z)]),
    ],
    rejects: [(s) => s.redex('ite', [s.p, s.t.ite(s.q, s.x, s.y), s.z])],
  },
  'ite-merge': {
    applies: [
      (s) => s.redex('ite', [s.p, s.t.ite(s.q, s.x, s.y), s.y]),
      (s) => s.redex('ite', [s.p, s.t.ite(s.q, s.y, s.x), s.y]),
      (s) => s.redex('ite', [s.p, s.x, s.t.ite(s.q, s.x, s.y)]),
      (s) => s.redex('ite', [s.p, s.x, s.t.ite(s.q, s.y, s.x)]),
    ],
    rejects: [(s) => s.redex('ite', [s.p, s.t.ite(s.q, s.x, s.y), s.z])],
  },
  'ite-equal-sides': {
    applies: [(s) => s.redex('ite', [s.t.eq(s.x, s.y), s.x, s.y]), (s) => s.redex('ite', [s.t.eq(s.x, s.y), s.y, s.x])],
    rejects: [(s) => s.redex('ite', [s.t.eq(s.x, s.y), s.x, s.z])],
  },
  'ite-narrow': {
    applies: [
      (s) => s.redex('ite', [s.p, s.t.zext(s.x, s.w + 2), s.t.zext(s.y, s.w + 2)]),
      (s) => s.redex('ite', [s.p, s.t.sext(s.x, s.w + 2), s.t.sext(s.y, s.w + 2)]),
    ],
    rejects: [(s) => s.redex('ite', [s.p, s.t.zext(s.x, s.w + 2), s.t.sext(s.y, s.w + 2)])],
  },
};
