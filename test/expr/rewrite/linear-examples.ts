import type { Term } from '../../../src/expr/term.ts';
import type { RuleExamples, Workshop } from './example.ts';

const orders = ['ult', 'ule', 'slt', 'sle'] as const;

/** Half as wide as the width under proof, extended: sums of a few do not wrap. */
const half = (s: Workshop): number => Math.max(1, s.w >> 1);
const unsigned = (s: Workshop, name: string): Term => s.t.zext(s.v(name, half(s)), s.w);
const signed = (s: Workshop, name: string): Term => s.t.sext(s.v(name, half(s)), s.w);

/** A quarter as wide. */
const narrow = (s: Workshop, name: string): Term => s.t.zext(s.v(name, Math.max(1, s.w >> 2)), s.w);

/** More summands than are looked at one by one. */
const LONG = 40;
const longSum = (s: Workshop, summand: (i: number) => Term): Term => {
  let sum = s.x;
  for (let i = 0; i < LONG; i++) sum = s.t.add(sum, summand(i));
  return sum;
};

export const linearExamples: Record<string, RuleExamples> = {
  'eq-same-odd-factor': {
    applies: [
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.t.mul(s.y, s.k(3))]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(-7)), s.t.mul(s.y, s.k(-7))]),
    ],
    rejects: [
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(6)), s.t.mul(s.y, s.k(6))]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.t.mul(s.y, s.k(5))]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.y]),
    ],
  },
  'eq-cancel-summands': {
    applies: [
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.x]),
      (s) => s.redex('eq', [s.y, s.t.add(s.x, s.y)]),
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.t.add(s.x, s.z)]),
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.t.add(s.z, s.t.mul(s.y, s.k(3)))]),
      (s) => s.redex('eq', [s.t.add(s.t.add(s.x, s.y), s.k(3)), s.t.add(s.t.add(s.x, s.z), s.k(5))]),
      (s) => s.redex('eq', [s.t.add(s.t.add(s.x, s.y), s.z), s.t.add(s.t.mul(s.x, s.k(3)), s.z)]),
    ],
    rejects: [
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.z]),
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.k(3)]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.x]),
    ],
  },
  'eq-move-negative': {
    applies: [
      (s) => s.redex('eq', [s.t.add(s.x, s.t.neg(s.y)), s.k(0)]),
      (s) => s.redex('eq', [s.t.add(s.t.neg(s.x), s.y), s.z]),
      (s) => s.redex('eq', [s.z, s.t.add(s.x, s.t.mul(s.y, s.k(-3)))]),
      (s) => s.redex('eq', [s.t.add(s.t.neg(s.x), s.t.neg(s.y)), s.z]),
    ],
    rejects: [
      (s) => s.redex('eq', [s.t.add(s.x, s.t.neg(s.y)), s.k(1)]),
      (s) => s.redex('eq', [s.t.add(s.x, s.y), s.z]),
      (s) => s.redex('eq', [s.t.neg(s.x), s.z]),
    ],
  },
  'eq-scaled-sum': {
    applies: [
      (s) => s.redex('eq', [s.t.mul(s.t.add(s.x, s.y), s.k(3)), s.t.add(s.t.mul(s.x, s.k(3)), s.t.mul(s.y, s.k(3)))]),
      (s) => s.redex('eq', [s.t.mul(s.t.add(s.x, s.y), s.k(3)), s.t.mul(s.y, s.k(3))]),
    ],
    rejects: [
      (s) => s.redex('eq', [s.t.mul(s.t.add(s.x, s.y), s.k(3)), s.t.mul(s.z, s.k(3))]),
      (s) => s.redex('eq', [s.t.mul(s.x, s.k(3)), s.t.add(s.x, s.y)]),
    ],
  },
  'eq-long-sums': {
    applies: [
      (s) => s.redex('eq', [longSum(s, () => s.y), s.z]),
      (s) => s.redex('eq', [s.z, longSum(s, () => s.t.neg(s.y))]),
      (s) => s.redex('eq', [longSum(s, (i) => (i % 2 === 0 ? s.y : s.t.neg(s.y))), s.k(3)]),
      (s) =>
        s.redex('eq', [
          s.t.add(
            longSum(s, (i) => s.v(`y${i}`, s.w)),
            s.t.neg(s.v('y0', s.w)),
          ),
          s.z,
        ]),
    ],
    rejects: [
      (s) => s.redex('eq', [s.t.add(s.t.add(s.x, s.y), s.y), s.z]),
      (s) => s.redex('eq', [longSum(s, (i) => s.v(`y${i}`, s.w)), s.z]),
    ],
  },
  'order-move-negative': {
    applies: (['slt', 'sle'] as const).flatMap((order) => [
      (s) => s.redex(order, [s.t.add(narrow(s, 'm'), s.t.neg(narrow(s, 'n'))), s.k(1)]),
      (s) => s.redex(order, [s.k(1), s.t.add(narrow(s, 'm'), s.t.neg(narrow(s, 'n')))]),
      (s) =>
        s.redex(order, [
          s.t.add(narrow(s, 'm'), s.t.neg(narrow(s, 'n'))),
          s.t.add(s.t.neg(narrow(s, 'm')), narrow(s, 'n')),
        ]),
    ]),
    rejects: [
      (s) => s.redex('slt', [s.t.add(s.x, s.t.neg(s.y)), s.k(1)]),
      (s) => s.redex('slt', [s.t.add(narrow(s, 'm'), narrow(s, 'n')), s.k(1)]),
    ],
  },
  'order-cancel-summands': {
    applies: orders.flatMap((order) => [
      (s) => s.redex(order, [s.t.add(unsigned(s, 'm'), unsigned(s, 'o')), s.t.add(unsigned(s, 'n'), unsigned(s, 'o'))]),
      (s) => s.redex(order, [unsigned(s, 'm'), s.t.add(unsigned(s, 'm'), unsigned(s, 'n'))]),
      (s) => s.redex(order, [s.t.add(unsigned(s, 'm'), s.k(3)), s.t.add(unsigned(s, 'n'), s.k(5))]),
      (s) => s.redex(order, [s.t.add(unsigned(s, 'm'), s.k(3)), s.k(9)]),
      (s) => s.redex(order, [s.k(4), s.t.add(unsigned(s, 'm'), s.k(3))]),
      ...(order.startsWith('s')
        ? ([
            (s) => s.redex(order, [s.t.add(signed(s, 'm'), signed(s, 'o')), s.t.add(signed(s, 'n'), signed(s, 'o'))]),
            (s) => s.redex(order, [s.t.add(signed(s, 'm'), s.k(-3)), s.k(2)]),
            (s) =>
              s.redex(order, [
                s.t.mul(signed(s, 'n'), s.k(3)),
                s.t.add(s.t.mul(signed(s, 'n'), s.k(3)), signed(s, 'm')),
              ]),
          ] satisfies RuleExamples['applies'])
        : []),
    ]),
    rejects: [
      (s) => s.redex('slt', [s.t.add(s.x, s.z), s.t.add(s.y, s.z)]),
      (s) => s.redex('slt', [s.t.add(s.x, s.k(1)), s.k(7)]),
      (s) => s.redex('ult', [s.t.add(unsigned(s, 'm'), s.k(-3)), s.k(7)]),
      (s) => s.redex('ult', [s.t.add(signed(s, 'm'), signed(s, 'o')), s.t.add(signed(s, 'n'), signed(s, 'o'))]),
      (s) => s.redex('slt', [s.t.add(signed(s, 'm'), s.k(1)), signed(s, 'n')]),
      (s) => s.redex('slt', [s.t.add(signed(s, 'm'), s.k(100)), s.t.add(signed(s, 'n'), s.k(-100))]),
      (s) => s.redex('slt', [signed(s, 'm'), signed(s, 'n')]),
    ],
  },
};
