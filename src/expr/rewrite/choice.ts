import { Kind } from '../kinds.ts';
import { type Rule, rule } from './rule.ts';
import { areComplements, isConstantTerm, isOne, isOnes, isZero } from './shape.ts';

export const choiceRules: readonly Rule[] = [
  rule('ite-decided', 'ite', 'ite(true, x, y) or ite(false, x, y)', 'x or y', (_t, a, b, c) =>
    isConstantTerm(a) ? (a.value === 1 ? b : c) : null,
  ),
  rule('ite-same', 'ite', 'ite(c, x, x)', 'x', (_t, _a, b, c) => (b === c ? b : null)),
  rule('ite-not', 'ite', 'ite(!c, x, y)', 'ite(c, y, x)', (t, a, b, c) =>
    a.kind === Kind.not ? t.ite(a.a!, c, b) : null,
  ),
  rule('ite-strict', 'ite', 'ite(a <= b, x, y)', 'ite(b < a, y, x)', (t, a, b, c) => {
    if (a.kind === Kind.ule) return t.ite(t.ult(a.b!, a.a!), c, b);
    return a.kind === Kind.sle ? t.ite(t.slt(a.b!, a.a!), c, b) : null;
  }),
  rule('ite-bit', 'ite', 'ite(c, x, y), 1 bit, one constant', 'c | y, !c & y, !c | x, c & x', (t, a, b, c, width) => {
    if (width !== 1) return null;
    if (isConstantTerm(b)) return b.value === 1 ? t.or(a, c) : t.and(t.not(a), c);
    if (isConstantTerm(c)) return c.value === 1 ? t.or(t.not(a), b) : t.and(a, b);
    return null;
  }),
  rule('ite-bit-same-as-condition', 'ite', 'ite(c, c, y) or ite(c, x, c), 1 bit', 'c | y or c & x', (t, a, b, c) =>
    a === b ? t.or(a, c) : a === c ? t.and(a, b) : null,
  ),
  rule('ite-complements', 'ite', 'ite(c, x, !x), 1 bit', 'c == x', (t, a, b, c, width) =>
    width === 1 && areComplements(b, c) ? t.eq(a, b) : null,
  ),
  rule('ite-zero-one', 'ite', 'ite(c, 1, 0) or ite(c, 0, 1)', 'zext(c) or zext(!c)', (t, a, b, c, width) => {
    if (isOne(b) && isZero(c)) return t.zext(a, width);
    return isZero(b) && isOne(c) ? t.zext(t.not(a), width) : null;
  }),
  rule('ite-zero-ones', 'ite', 'ite(c, -1, 0) or ite(c, 0, -1)', 'sext(c) or sext(!c)', (t, a, b, c, width) => {
    if (isOnes(b) && isZero(c)) return t.sext(a, width);
    return isZero(b) && isOnes(c) ? t.sext(t.not(a), width) : null;
  }),
  rule(
    'ite-same-condition',
    'ite',
    'ite(c, ite(c, x, y), z) or ite(c, x, ite(c, y, z))',
    'ite(c, x, z)',
    (t, a, b, c) => {
      if (b.kind === Kind.ite && b.a === a) return t.ite(a, b.b!, c);
      return c.kind === Kind.ite && c.a === a ? t.ite(a, b, c.c!) : null;
    },
  ),
  rule(
    'ite-merge',
    'ite',
    'ite(c, ite(d, x, y), y) or ite(c, x, ite(d, x, y)), and with d negated',
    'ite(c & d, x, y) or ite(c | d, x, y)',
    (t, a, b, c) => {
      if (b.kind === Kind.ite) {
        if (b.c === c) return t.ite(t.and(a, b.a!), b.b!, c);
        if (b.b === c) return t.ite(t.and(a, t.not(b.a!)), b.c!, c);
      }
      if (c.kind !== Kind.ite) return null;
      if (c.b === b) return t.ite(t.or(a, c.a!), b, c.c!);
      return c.c === b ? t.ite(t.or(a, t.not(c.a!)), b, c.b!) : null;
    },
  ),
  rule('ite-equal-sides', 'ite', 'ite(x == y, x, y) or ite(x == y, y, x)', 'y or x', (_t, a, b, c) =>
    a.kind === Kind.eq && ((a.a === b && a.b === c) || (a.a === c && a.b === b)) ? c : null,
  ),
  rule(
    'ite-narrow',
    'ite',
    'ite(c, zext(x), zext(y)), same widths; also sext',
    'zext(ite(c, x, y))',
    (t, a, b, c, width) => {
      if (b.kind !== c.kind || (b.kind !== Kind.zext && b.kind !== Kind.sext) || b.a!.width !== c.a!.width) return null;
      const inner = t.ite(a, b.a!, c.a!);
      return b.kind === Kind.zext ? t.zext(inner, width) : t.sext(inner, width);
    },
  ),
];
