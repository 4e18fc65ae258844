import { Kind } from '../kinds.ts';
import { type Rule, rule } from './rule.ts';
import { isConstantTerm, isOnes, isZero } from './shape.ts';

export const shiftRules: readonly Rule[] = [
  rule('shift-by-zero', ['shl', 'lshr', 'ashr'], 'x shift 0', 'x', (_t, a, b) => (isZero(b) ? a : null)),
  rule('shift-of-zero', ['shl', 'lshr', 'ashr'], '0 shift y', '0', (_t, a) => (isZero(a) ? a : null)),
  rule('ashr-of-ones', 'ashr', '-1 >>s y', '-1', (_t, a) => (isOnes(a) ? a : null)),
  rule('shift-out', ['shl', 'lshr'], 'x shift k, k >= width', '0', (t, _a, b, _c, width) =>
    isConstantTerm(b) && b.value >= width ? t.constant(width, 0) : null,
  ),
  rule('shl-constant', 'shl', 'x << k', 'concat(low bits of x, k zeros)', (t, a, b, _c, width) => {
    if (!isConstantTerm(b) || isZero(b) || b.value >= width) return null;
    const by = Number(b.value);
    return t.concat(t.extract(a, 0, width - by), t.constant(by, 0));
  }),
  rule('lshr-constant', 'lshr', 'x >>u k', 'zext(high bits of x)', (t, a, b, _c, width) => {
    if (!isConstantTerm(b) || b.value >= width) return null;
    const by = Number(b.value);
    return t.zext(t.extract(a, by, width - by), width);
  }),
  rule('ashr-constant', 'ashr', 'x >>s k', 'sext(high bits of x)', (t, a, b, _c, width) => {
    if (!isConstantTerm(b)) return null;
    const by = b.value >= width ? width - 1 : Number(b.value);
    return t.sext(t.extract(a, by, width - by), width);
  }),
  rule('shift-bit', ['shl', 'lshr', 'ashr'], 'x shift y, 1 bit', 'x & ~y, or x', (t, a, b, _c, width, _low, kind) =>
    width !== 1 ? null : kind === Kind.ashr ? a : t.and(a, t.not(b)),
  ),
  rule(
    'shift-surely-out',
    ['shl', 'lshr'],
    'x shift y, y >= width known',
    '0',
    (t, _a, b, _c, width) => (t.facts.of(b).min >= width ? t.constant(width, 0) : null),
    2,
  ),
];
