import type { Term } from '../../../src/expr/term.ts';
import type { RuleExamples, Workshop } from './example.ts';

/** x + y + z in more bits. */
function sumOfExtensions(s: Workshop, width: number): Term {
  return s.t.add(s.t.add(s.t.zext(s.x, width), s.t.zext(s.y, width)), s.t.zext(s.z, width));
}

/** x * 3 + y in more bits. */
function sumWithMultiple(s: Workshop, width: number): Term {
  return s.t.add(s.t.mul(s.t.zext(s.x, width), s.k(3, width)), s.t.zext(s.y, width));
}

/** x + y * 3 + -z + 5 in more bits. */
function longSum(s: Workshop, width: number): Term {
  const product = s.t.mul(s.t.sext(s.y, width), s.k(3, width));
  return s.t.add(s.t.add(s.t.add(s.t.zext(s.x, width), product), s.t.neg(s.t.zext(s.z, width))), s.k(5, width));
}

export const sliceExamples: Record<string, RuleExamples> = {
  'extract-extract': {
    applies: [(s) => s.redex('extract', [s.t.extract(s.v('u', s.w + 3), 1, s.w + 1)], { low: 1, width: s.w })],
    rejects: [(s) => s.redex('extract', [s.v('u', s.w + 3)], { low: 1, width: s.w })],
  },
  'extract-concat': {
    applies: [
      (s) => s.redex('extract', [s.t.concat(s.x, s.v('u', 2))], { low: 2, width: 1 }),
      (s) => s.redex('extract', [s.t.concat(s.x, s.v('u', 2))], { low: 0, width: 1 }),
      (s) => s.redex('extract', [s.t.concat(s.x, s.v('u', 2))], { low: 1, width: s.w }),
    ],
    rejects: [(s) => s.redex('extract', [s.v('u', s.w + 3)], { low: 1, width: s.w })],
  },
  'extract-zext': {
    applies: [
      (s) => s.redex('extract', [s.t.zext(s.v('u', s.w + 1), s.w + 4)], { low: 1, width: s.w }),
      (s) => s.redex('extract', [s.t.zext(s.v('u', s.w + 1), s.w + 4)], { low: 1, width: s.w + 2 }),
      (s) => s.redex('extract', [s.t.zext(s.v('u', s.w + 1), s.w + 4)], { low: s.w + 2, width: 2 }),
    ],
    rejects: [(s) => s.redex('extract', [s.v('u', s.w + 3)], { low: 1, width: s.w })],
  },
  'extract-sext': {
    applies: [
      (s) => s.redex('extract', [s.t.sext(s.v('u', s.w + 1), s.w + 4)], { low: 1, width: s.w }),
      (s) => s.redex('extract', [s.t.sext(s.v('u', s.w + 1), s.w + 4)], { low: 1, width: s.w + 2 }),
      (s) => s.redex('extract', [s.t.sext(s.v('u', s.w + 1), s.w + 4)], { low: s.w + 2, width: 2 }),
    ],
    rejects: [(s) => s.redex('extract', [s.v('u', s.w + 3)], { low: 1, width: s.w })],
  },
  'extract-choice': {
    applies: [
      (s) => s.redex('extract', [s.t.ite(s.p, s.v('u', s.w + 2), s.k(5, s.w + 2))], { low: 1, width: s.w }),
      (s) => s.redex('extract', [s.t.ite(s.p, s.k(5, s.w + 2), s.v('u', s.w + 2))], { low: 1, width: s.w }),
    ],
    rejects: [(s) => s.redex('extract', [s.t.ite(s.p, s.v('u', s.w + 2), s.v('v', s.w + 2))], { low: 1, width: s.w })],
  },
  'extract-arithmetic': {
    applies: [
      ...(['add', 'mul'] as const).flatMap((kind): RuleExamples['applies'] => [
        (s) => s.redex('extract', [s.t[kind](s.t.zext(s.x, s.w + 3), s.t.sext(s.y, s.w + 3))], { width: s.w + 1 }),
        (s) => s.redex('extract', [s.t[kind](s.t.zext(s.x, s.w + 3), s.k(5, s.w + 3))], { width: s.w }),
      ]),
      (s) => s.redex('extract', [s.t.neg(s.t.sext(s.x, s.w + 3))], { width: s.w }),
      (s) => s.redex('extract', [longSum(s, s.w + 3)], { width: s.w }),
    ],
    rejects: [
      (s) => s.redex('extract', [s.t.add(s.v('u', s.w + 3), s.t.sext(s.y, s.w + 3))], { width: s.w }),
      (s) => s.redex('extract', [s.t.add(s.t.zext(s.x, s.w + 3), s.t.sext(s.y, s.w + 3))], { low: 1, width: s.w }),
    ],
  },
  'extract-known': {
    applies: [
      (s) => s.redex('extract', [s.t.or(s.v('u', s.w + 2), s.k(6, s.w + 2))], { low: 1, width: 2 }),
      (s) => s.redex('extract', [s.t.and(s.v('u', s.w + 2), s.t.zext(s.p, s.w + 2))], { low: 1, width: s.w }),
    ],
    rejects: [(s) => s.redex('extract', [s.t.or(s.v('u', s.w + 2), s.k(2, s.w + 2))], { low: 1, width: 2 })],
  },
  'extract-bitwise': {
    applies: (['and', 'or', 'xor'] as const).flatMap((kind): RuleExamples['applies'] => [
      (s) => s.redex('extract', [s.t[kind](s.v('u', s.w + 4), s.k(6, s.w + 4))], { low: 1, width: 2 }),
      (s) => s.redex('extract', [s.t[kind](s.t.zext(s.x, s.w + 4), s.v('u', s.w + 4))], { low: s.w + 1, width: 2 }),
    ]),
    rejects: [
      (s) => s.redex('extract', [s.t.xor(s.v('u', s.w + 4), s.k(2, s.w + 4))], { low: 1, width: 2 }),
      (s) => s.redex('extract', [s.t.xor(s.v('u', s.w + 4), s.v('v', s.w + 4))], { low: 1, width: 2 }),
    ],
  },
  'concat-nest-right': {
    applies: [(s) => s.redex('concat', [s.t.concat(s.x, s.y), s.z])],
    rejects: [(s) => s.redex('concat', [s.x, s.t.concat(s.y, s.z)])],
  },
  'concat-zero': {
    applies: [(s) => s.redex('concat', [s.k(0), s.y])],
    rejects: [(s) => s.redex('concat', [s.k(1), s.y])],
  },
  'concat-zext': {
    applies: [(s) => s.redex('concat', [s.t.zext(s.x, s.w + 2), s.y])],
    rejects: [(s) => s.redex('concat', [s.t.sext(s.x, s.w + 2), s.y])],
  },
  'concat-constants': {
    applies: [
      (s) => s.redex('concat', [s.k(1), s.t.concat(s.k(0), s.y)]),
      (s) => s.redex('concat', [s.k(1), s.t.zext(s.y, s.w + 2)]),
    ],
    rejects: [(s) => s.redex('concat', [s.x, s.t.zext(s.y, s.w + 2)])],
  },
  'concat-adjacent': {
    applies: [
      (s) => s.redex('concat', [s.t.extract(s.v('u', s.w + 3), 2, s.w), s.t.extract(s.v('u', s.w + 3), 1, 1)]),
      (s) => {
        const sum = s.t.add(s.t.zext(s.x, 2 * s.w + 1), s.t.zext(s.y, 2 * s.w + 1));
        return s.redex('concat', [s.t.extract(sum, s.w, s.w), s.t.extract(sum, 0, s.w)]);
      },
    ],
    rejects: [
      (s) => s.redex('concat', [s.t.extract(s.v('u', s.w + 3), 2, s.w), s.t.extract(s.v('u', s.w + 3), 0, 1)]),
      (s) => s.redex('concat', [s.t.extract(s.v('u', s.w + 3), 2, s.w), s.t.extract(s.v('v', s.w + 3), 1, 1)]),
    ],
  },
  'concat-adjacent-head': {
    applies: [
      (s) =>
        s.redex('concat', [
          s.t.extract(s.v('u', s.w + 3), 2, s.w),
          s.t.concat(s.t.extract(s.v('u', s.w + 3), 1, 1), s.y),
        ]),
    ],
    rejects: [
      (s) =>
        s.redex('concat', [
          s.t.extract(s.v('u', s.w + 3), 2, s.w),
          s.t.concat(s.t.extract(s.v('u', s.w + 3), 0, 1), s.y),
        ]),
    ],
  },
  'concat-sign': {
    applies: [
      (s) => s.redex('concat', [s.t.sext(s.t.extract(s.v('u', s.w + 1), s.w, 1), 3), s.v('u', s.w + 1)]),
      (s) => s.redex('concat', [s.t.extract(s.v('u', s.w + 1), s.w, 1), s.t.concat(s.v('u', s.w + 1), s.y)]),
      (s) => s.redex('concat', [s.p, s.p]),
    ],
    rejects: [
      (s) => s.redex('concat', [s.t.sext(s.t.extract(s.v('u', s.w + 1), s.w - 1, 1), 3), s.v('u', s.w + 1)]),
      (s) => s.redex('concat', [s.p, s.q]),
    ],
  },
  'concat-choices': {
    applies: [
      (s) => s.redex('concat', [s.t.ite(s.p, s.x, s.y), s.t.ite(s.p, s.y, s.z)]),
      (s) => s.redex('concat', [s.t.ite(s.p, s.k(3), s.k(5)), s.t.zext(s.t.not(s.p), s.w + 1)]),
      (s) => s.redex('concat', [s.t.sext(s.p, s.w + 1), s.t.ite(s.p, s.k(3), s.k(5))]),
      (s) => s.redex('concat', [s.t.ite(s.p, s.k(3), s.k(5)), s.k(1)]),
      (s) => s.redex('concat', [s.k(1), s.t.ite(s.p, s.k(3), s.k(5))]),
    ],
    rejects: [
      (s) => s.redex('concat', [s.t.ite(s.p, s.x, s.y), s.t.ite(s.q, s.y, s.z)]),
      (s) => s.redex('concat', [s.t.zext(s.p, s.w + 1), s.k(0)]),
    ],
  },
  'zext-sext-bit': {
    applies: [(s) => s.redex('zext', [s.t.sext(s.p, s.w + 1)], { width: s.w + 3 })],
    rejects: [(s) => s.redex('zext', [s.t.sext(s.x, s.w + 1)], { width: s.w + 3 })],
  },
  'zext-arithmetic': {
    applies: [
      (s) => s.redex('zext', [s.t.add(s.t.zext(s.x, s.w + 1), s.t.zext(s.y, s.w + 1))], { width: s.w + 3 }),
      (s) => s.redex('zext', [s.t.mul(s.t.zext(s.x, 2 * s.w), s.t.zext(s.y, 2 * s.w))], { width: 2 * s.w + 1 }),
      (s) => s.redex('zext', [s.t.add(s.t.zext(s.x, s.w + 1), s.k(1, s.w + 1))], { width: s.w + 3 }),
      (s) => s.redex('zext', [s.t.add(sumOfExtensions(s, s.w + 2), s.k(1, s.w + 2))], { width: s.w + 3 }),
      (s) => s.redex('zext', [sumWithMultiple(s, s.w + 3)], { width: s.w + 4 }),
    ],
    rejects: [
      (s) => s.redex('zext', [s.t.mul(s.t.zext(s.x, s.w + 1), s.t.zext(s.y, s.w + 1))], { width: s.w + 3 }),
      (s) => s.redex('zext', [s.t.add(s.x, s.y)], { width: s.w + 3 }),
      (s) => s.redex('zext', [sumOfExtensions(s, s.w + 1)], { width: s.w + 3 }),
      (s) => s.redex('zext', [sumWithMultiple(s, s.w + 1)], { width: s.w + 3 }),
    ],
  },
  'zext-zext': {
    applies: [(s) => s.redex('zext', [s.t.zext(s.x, s.w + 1)], { width: s.w + 3 })],
    rejects: [(s) => s.redex('zext', [s.t.sext(s.x, s.w + 1)], { width: s.w + 3 })],
  },
  'sext-sext': {
    applies: [(s) => s.redex('sext', [s.t.sext(s.x, s.w + 1)], { width: s.w + 3 })],
    rejects: [(s) => s.redex('sext', [s.x], { width: s.w + 3 })],
  },
  'sext-zext': {
    applies: [(s) => s.redex('sext', [s.t.zext(s.x, s.w + 1)], { width: s.w + 3 })],
    rejects: [(s) => s.redex('sext', [s.x], { width: s.w + 3 })],
  },
  'sext-non-negative': {
    applies: [(s) => s.redex('sext', [s.t.lshr(s.t.zext(s.x, s.w + 1), s.v('u', s.w + 1))], { width: s.w + 3 })],
    rejects: [(s) => s.redex('sext', [s.t.lshr(s.x, s.y)], { width: s.w + 3 })],
  },
  'read-over-store': {
    applies: [
      (s) => s.redex('read', [s.t.store(s.memory, s.index(1), s.v('b', 8)), s.index(1)]),
      (s) => s.redex('read', [s.t.store(s.memory, s.index(1), s.v('b', 8)), s.index(2)]),
      (s) => s.redex('read', [s.t.store(s.memory, s.t.add(s.v('i', 32), s.index(1)), s.v('b', 8)), s.v('i', 32)]),
    ],
    rejects: [(s) => s.redex('read', [s.t.store(s.memory, s.v('i', 32), s.v('b', 8)), s.index(2)])],
  },
  'read-table': {
    applies: [
      (s) => s.redex('read', [s.t.table(Uint8Array.of(4, 5)), s.index(1)]),
      (s) => s.redex('read', [s.t.table(Uint8Array.of(4, 5)), s.index(2)]),
    ],
    rejects: [(s) => s.redex('read', [s.memory, s.index(1)])],
  },
  'read-past-end': {
    applies: [(s) => s.redex('read', [s.memory, s.index(4)])],
    rejects: [(s) => s.redex('read', [s.memory, s.index(3)])],
  },
  'read-uniform-table': {
    applies: [
      (s) => s.redex('read', [s.t.table(Uint8Array.of(0, 0)), s.v('i', 32)]),
      (s) => s.redex('read', [s.t.table(Uint8Array.of(7, 7, 3)), s.t.zext(s.p, 32)]),
    ],
    rejects: [
      (s) => s.redex('read', [s.t.table(Uint8Array.of(7, 7)), s.v('i', 32)]),
      (s) => s.redex('read', [s.t.table(Uint8Array.of(7, 3)), s.t.zext(s.p, 32)]),
    ],
  },
  'store-store': {
    applies: [(s) => s.redex('store', [s.t.store(s.memory, s.v('i', 32), s.v('b', 8)), s.v('i', 32), s.v('c', 8)])],
    rejects: [(s) => s.redex('store', [s.t.store(s.memory, s.v('i', 32), s.v('b', 8)), s.index(1), s.v('c', 8)])],
  },
  'store-read': {
    applies: [(s) => s.redex('store', [s.memory, s.v('i', 32), s.t.read(s.memory, s.v('i', 32))])],
    rejects: [(s) => s.redex('store', [s.memory, s.v('i', 32), s.t.read(s.memory, s.index(1))])],
  },
  'store-sort': {
    applies: [(s) => s.redex('store', [s.t.store(s.memory, s.index(2), s.v('b', 8)), s.index(1), s.v('c', 8)])],
    rejects: [
      (s) => s.redex('store', [s.t.store(s.memory, s.index(1), s.v('b', 8)), s.index(2), s.v('c', 8)]),
      (s) => s.redex('store', [s.t.store(s.memory, s.v('i', 32), s.v('b', 8)), s.index(1), s.v('c', 8)]),
    ],
  },
};
