import { KIND_NAMES, KINDS, Kind, type KindName } from '../kinds.ts';
import { applyBinary, applyUnary, joinBits } from '../meaning.ts';
import { type Rule, rule } from './rule.ts';
import { isConstantTerm } from './shape.ts';

const structural: readonly KindName[] = ['concat', 'read', 'store'];
const ofArity = (arity: number): KindName[] =>
  KIND_NAMES.filter((name) => KINDS[name].arity === arity && !structural.includes(name));
const integer = (name: KindName): boolean => !KINDS[name].float;

export const foldRules: readonly Rule[] = [
  rule('fold-unary', ofArity(1), 'op(constant)', 'its value', (t, a, _b, _c, width, low, kind) =>
    isConstantTerm(a) ? t.constant(width, applyUnary(kind, a.width, width, low, a.value)) : null,
  ),
  rule('fold-binary', ofArity(2), 'op(constant, constant)', 'its value', (t, a, b, _c, width, _low, kind) =>
    isConstantTerm(b) && isConstantTerm(a) ? t.constant(width, applyBinary(kind, a.width, a.value, b.value)) : null,
  ),
  rule('fold-concat', 'concat', 'concat(constant, constant)', 'its value', (t, a, b, _c, width) =>
    isConstantTerm(a) && isConstantTerm(b) ? t.constant(width, joinBits(a.value, b.value, b.width)) : null,
  ),
  rule(
    'unary-of-constant-choice',
    ofArity(1).filter(integer),
    'op(ite(c, k1, k2))',
    'ite(c, op(k1), op(k2))',
    (t, a, _b, _c, width, low, kind) => {
      if (a.kind !== Kind.ite || !isConstantTerm(a.b!) || !isConstantTerm(a.c!)) return null;
      return t.ite(
        a.a!,
        t.constant(width, applyUnary(kind, a.width, width, low, a.b!.value)),
        t.constant(width, applyUnary(kind, a.width, width, low, a.c!.value)),
      );
    },
  ),
  rule(
    'binary-of-constant-choice',
    ofArity(2).filter(integer),
    'op(ite(c, k1, k2), k) or op(k, ite(c, k1, k2))',
    'ite(c, op(k1, k), op(k2, k)), or the mirror image',
    (t, a, b, _c, width, _low, kind) => {
      const choice = a.kind === Kind.ite ? a : b;
      const other = a.kind === Kind.ite ? b : a;
      if (
        choice.kind !== Kind.ite ||
        !isConstantTerm(other) ||
        !isConstantTerm(choice.b!) ||
        !isConstantTerm(choice.c!)
      )
        return null;
      const x = choice.b!.value;
      const y = choice.c!.value;
      const k = other.value;
      return choice === a
        ? t.ite(
            a.a!,
            t.constant(width, applyBinary(kind, a.width, x, k)),
            t.constant(width, applyBinary(kind, a.width, y, k)),
          )
        : t.ite(
            b.a!,
            t.constant(width, applyBinary(kind, a.width, k, x)),
            t.constant(width, applyBinary(kind, a.width, k, y)),
          );
    },
  ),
];
