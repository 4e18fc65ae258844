import type { RuleExamples } from './example.ts';

const comparisons = ['feq', 'flt', 'fle'] as const;

/** Floats have their own widths: these are proved at 32 and 64 bits, over integers of the width under proof. */
export const floatExamples: Record<string, RuleExamples> = {
  'flt-same': {
    applies: [(s) => s.redex('flt', [s.v('f', 32), s.v('f', 32)])],
    rejects: [(s) => s.redex('flt', [s.v('f', 32), s.v('g', 32)])],
  },
  'fle-same': {
    applies: [(s) => s.redex('fle', [s.v('f', 64), s.v('f', 64)])],
    rejects: [(s) => s.redex('fle', [s.v('f', 64), s.v('g', 64)])],
  },
  'float-compare-nan': {
    applies: comparisons.map((kind) => (s) => s.redex(kind, [s.v('f', 32), s.float(Number.NaN, 32)])),
    rejects: [(s) => s.redex('feq', [s.v('f', 32), s.float(0, 32)])],
  },
  'feq-of-integer': {
    applies: [
      (s) => s.redex('feq', [s.t.stof(s.x, 32), s.t.stof(s.x, 32)]),
      (s) => s.redex('feq', [s.t.utof(s.x, 64), s.t.utof(s.x, 64)]),
    ],
    rejects: [(s) => s.redex('feq', [s.v('f', 32), s.v('f', 32)])],
  },
  'float-compare-integers': {
    applies: comparisons.flatMap((kind): RuleExamples['applies'] => [
      (s) => s.redex(kind, [s.t.stof(s.x, 64), s.t.utof(s.y, 64)]),
      (s) => s.redex(kind, [s.t.utof(s.x, 32), s.t.utof(s.y, 32)]),
    ]),
    rejects: [(s) => s.redex('feq', [s.t.stof(s.v('i', 32), 32), s.t.stof(s.v('j', 32), 32)])],
  },
  'float-compare-constant': {
    applies: comparisons.flatMap((kind) =>
      [2.5, -2.5, 3, -0, 1e9, -1e30, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].flatMap(
        (bound): RuleExamples['applies'] => [
          (s) => s.redex(kind, [s.t.stof(s.x, 64), s.float(bound, 64)]),
          (s) => s.redex(kind, [s.float(bound, 32), s.t.utof(s.x, 32)]),
        ],
      ),
    ),
    rejects: [(s) => s.redex('flt', [s.t.stof(s.v('i', 32), 32), s.float(1, 32)])],
  },
  'float-compare-monotone': {
    applies: comparisons.flatMap((kind) =>
      [0, 2.5, -3.25, 0.1, 17, 1e30, Number.NEGATIVE_INFINITY].flatMap((bound): RuleExamples['applies'] => [
        (s) => s.redex(kind, [s.t.fdiv(s.t.utof(s.x, 64), s.float(10, 64)), s.float(bound, 64)]),
        (s) => s.redex(kind, [s.float(bound, 32), s.t.fmul(s.t.stof(s.x, 32), s.float(-0.3, 32))]),
        (s) => s.redex(kind, [s.t.fsub(s.float(0.5, 64), s.t.stof(s.x, 64)), s.float(bound, 64)]),
        (s) => s.redex(kind, [s.t.fneg(s.t.fadd(s.t.stof(s.x, 32), s.float(1e8, 32))), s.float(bound, 32)]),
        (s) => s.redex(kind, [s.t.fround(s.t.fdiv(s.t.stof(s.x, 64), s.float(4, 64)), 3), s.float(bound, 64)]),
        (s) => s.redex(kind, [s.t.fconvert(s.t.fdiv(s.t.utof(s.x, 64), s.float(3, 64)), 32), s.float(bound, 32)]),
      ]),
    ),
    rejects: [
      (s) => s.redex('flt', [s.t.fdiv(s.float(1, 64), s.t.stof(s.x, 64)), s.float(1, 64)]),
      (s) => s.redex('flt', [s.t.fmul(s.t.stof(s.x, 64), s.float(Number.POSITIVE_INFINITY, 64)), s.float(1, 64)]),
      (s) => s.redex('flt', [s.t.fadd(s.t.stof(s.x, 64), s.t.stof(s.y, 64)), s.float(1, 64)]),
    ],
  },
  'float-sum-of-integers': {
    applies: [
      (s) => s.redex('fadd', [s.t.stof(s.x, 64), s.t.utof(s.y, 64)]),
      (s) => s.redex('fsub', [s.t.utof(s.x, 32), s.t.utof(s.y, 32)]),
      (s) => s.redex('fadd', [s.t.stof(s.x, 64), s.float(-3, 64)]),
      (s) => s.redex('fsub', [s.float(100, 32), s.t.stof(s.x, 32)]),
    ],
    rejects: [
      (s) => s.redex('fadd', [s.t.stof(s.x, 64), s.float(0.5, 64)]),
      // 0 + -0 would do, but -0 is no integer's float.
      (s) => s.redex('fsub', [s.float(-0, 64), s.t.stof(s.x, 64)]),
      (s) => s.redex('fadd', [s.t.stof(s.v('i', 32), 32), s.float(1, 32)]),
    ],
  },
  'float-product-of-integers': {
    applies: [
      (s) => s.redex('fmul', [s.t.utof(s.x, 64), s.t.utof(s.y, 64)]),
      (s) => s.redex('fmul', [s.t.utof(s.x, 32), s.float(100, 32)]),
    ],
    // Zero times a negative number is -0.
    rejects: [
      (s) => s.redex('fmul', [s.t.stof(s.x, 64), s.t.utof(s.y, 64)]),
      (s) => s.redex('fmul', [s.t.utof(s.x, 64), s.float(-2, 64)]),
      (s) => s.redex('fmul', [s.t.utof(s.v('i', 32), 32), s.float(1, 32)]),
    ],
  },
  'float-compare-widened': {
    applies: comparisons.flatMap((kind): RuleExamples['applies'] => [
      (s) => s.redex(kind, [s.t.fconvert(s.v('f', 32), 64), s.t.fconvert(s.v('g', 32), 64)]),
      (s) => s.redex(kind, [s.t.fconvert(s.v('f', 32), 64), s.float(0.5, 64)]),
    ]),
    rejects: [(s) => s.redex('flt', [s.t.fconvert(s.v('f', 32), 64), s.float(0.1, 64)])],
  },
  'fconvert-back': {
    applies: [(s) => s.redex('fconvert', [s.t.fconvert(s.t.fadd(s.v('f', 32), s.v('g', 32)), 64)], { width: 32 })],
    // A NaN's payload would change.
    rejects: [(s) => s.redex('fconvert', [s.t.fconvert(s.v('f', 32), 64)], { width: 32 })],
  },
  'ftos-of-integer': {
    applies: [
      (s) => s.redex('ftos', [s.t.stof(s.x, 64)], { width: s.w + 1 }),
      (s) => s.redex('ftos', [s.t.utof(s.x, 64)], { width: s.w + 1 }),
      (s) => s.redex('ftou', [s.t.utof(s.x, 32)], { width: s.w }),
    ],
    rejects: [
      (s) => s.redex('ftou', [s.t.stof(s.x, 64)], { width: s.w }),
      (s) => s.redex('ftos', [s.t.utof(s.x, 64)], { width: s.w }),
    ],
  },
};
