import { bitsOfFloat, floatOf } from '../float-meaning.ts';
import { Kind } from '../kinds.ts';
import { toSigned } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { convertsExactly } from './exact-floats.ts';
import { compareChain } from './monotone.ts';
import { type Rule, rule } from './rule.ts';
import { isConstantTerm } from './shape.ts';

/** Kinds that yield the canonical NaN, if any. */
const isCanonical = (term: Term): boolean =>
  (term.kind >= Kind.fadd && term.kind <= Kind.fround) ||
  term.kind === Kind.fconvert ||
  term.kind === Kind.stof ||
  term.kind === Kind.utof;

/** The integer below two exact conversions, in a width that holds both as signed. */
function integerOf(t: Terms, term: Term, width: number): Term {
  return term.kind === Kind.stof ? t.sext(term.a!, width) : t.zext(term.a!, width);
}

const compareIntegers = (t: Terms, kind: Kind, a: Term, b: Term): Term =>
  kind === Kind.feq ? t.eq(a, b) : kind === Kind.flt ? t.slt(a, b) : t.sle(a, b);

/** `x < bound` over the integers, `x <= bound`, `bound < x`, `bound <= x` or `x == bound`, bound any float. */
function compareWithFloat(t: Terms, kind: Kind, x: Term, bound: number, isLeft: boolean): Term {
  if (Number.isNaN(bound)) return t.false_;
  if (kind === Kind.feq && !Number.isInteger(bound)) return t.false_;
  const width = x.width;
  const lowest = toSigned(1n << BigInt(width - 1), width);
  const highest = -lowest - 1n;
  // Round the bound so that the comparison with the integer x stays the same: x < 2.5 is x < 3, x <= 2.5 is x <= 2.
  const up = isLeft === (kind === Kind.flt);
  const finite = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, bound));
  const rounded = BigInt(up ? Math.ceil(finite) : Math.floor(finite));
  if (rounded > highest) return t.bool(kind !== Kind.feq && isLeft);
  if (rounded < lowest) return t.bool(kind !== Kind.feq && !isLeft);
  const k = t.constant(width, rounded);
  return isLeft ? compareIntegers(t, kind, x, k) : compareIntegers(t, kind, k, x);
}

export const floatRules: readonly Rule[] = [
  rule('flt-same', 'flt', 'x < x', 'false', (t, a, b) => (a === b ? t.false_ : null)),
  rule('fle-same', 'fle', 'x <= x', 'x == x (not a NaN)', (t, a, b) => (a === b ? t.feq(a, a) : null)),
  rule('float-compare-nan', ['feq', 'flt', 'fle'], 'x op NaN', 'false', (t, a, b) => {
    const isNan = (x: Term): boolean => isConstantTerm(x) && Number.isNaN(floatOf(x.value, x.width));
    return isNan(a) || isNan(b) ? t.false_ : null;
  }),
  rule('feq-of-integer', 'feq', 'x == x, x converted from an integer', 'true', (t, a, b) =>
    a === b && (a.kind === Kind.stof || a.kind === Kind.utof) ? t.true_ : null,
  ),
  rule(
    'float-compare-integers',
    ['feq', 'flt', 'fle'],
    '(float)x op (float)y, both exact',
    'x op y',
    (t, a, b, _c, _width, _low, kind) => {
      if (!convertsExactly(t, a) || !convertsExactly(t, b)) return null;
      const width = Math.max(a.a!.width, b.a!.width) + 1;
      return compareIntegers(t, kind, integerOf(t, a, width), integerOf(t, b, width));
    },
  ),
  rule(
    'float-compare-constant',
    ['feq', 'flt', 'fle'],
    '(float)x op k, exact',
    'x op k rounded to an integer, or decided',
    (t, a, b, _c, _width, _low, kind) => {
      const converted = isConstantTerm(b) ? a : b;
      const bound = converted === a ? b : a;
      if (!isConstantTerm(bound) || !convertsExactly(t, converted)) return null;
      const x = integerOf(t, converted, converted.a!.width + 1);
      return compareWithFloat(t, kind, x, floatOf(bound.value, bound.width), converted === a);
    },
  ),
  rule(
    'float-compare-monotone',
    ['feq', 'flt', 'fle'],
    'f(x) op k, f monotone in the integer x',
    'x op n for some integer n, or decided',
    (t, a, b, _c, _width, _low, kind) => compareChain(t, kind, a, b),
    2,
  ),
  rule(
    'float-compare-widened',
    ['feq', 'flt', 'fle'],
    '(double)x op (double)y, x and y floats, or y a constant that is one',
    'x op y',
    (t, a, b, _c, _width, _low, kind) => {
      const narrow = (x: Term): Term | null => {
        if (x.width !== 64) return null;
        if (x.kind === Kind.fconvert) return x.a;
        if (!isConstantTerm(x)) return null;
        const value = floatOf(x.value, 64);
        return Math.fround(value) === value ? t.constant(32, bitsOfFloat(value, 32)) : null;
      };
      if (a.kind !== Kind.fconvert && b.kind !== Kind.fconvert) return null;
      const x = narrow(a);
      const y = narrow(b);
      if (x === null || y === null) return null;
      return kind === Kind.feq ? t.feq(x, y) : kind === Kind.flt ? t.flt(x, y) : t.fle(x, y);
    },
  ),
  rule(
    'fconvert-back',
    'fconvert',
    '(float)(double)x, x the result of float arithmetic',
    'x',
    (_t, a, _b, _c, width) =>
      a.kind === Kind.fconvert && a.a!.width === width && width === 32 && isCanonical(a.a!) ? a.a : null,
  ),
  rule(
    'ftos-of-integer',
    ['ftos', 'ftou'],
    '(int)(float)x, exact and wide enough',
    'x, extended',
    (t, a, _b, _c, width, _low, kind) => {
      if (!convertsExactly(t, a)) return null;
      const x = a.a!;
      if (a.kind === Kind.stof) return kind === Kind.ftos && width >= x.width ? t.sext(x, width) : null;
      const room = kind === Kind.ftos ? width - 1 : width;
      return room >= x.width ? t.zext(x, width) : null;
    },
  ),
];
