/** Conditions as C: comparisons in a reading that both sides have, and how they are joined and negated. */
import {
  type CExpression,
  cast,
  character,
  exactly,
  isExact,
  literal,
  Precedence,
  truth,
  wrapIn,
} from './c-expression.ts';
import { renderFloat } from './c-floats.ts';
import { fitsType, type MaybeRange } from './c-ranges.ts';
import type { CRenderer } from './c-render.ts';
import { Kind } from './kinds.ts';
import { toSigned } from './scalar.ts';
import type { Term } from './term.ts';

export function renderConnective(c: CRenderer, term: Term): CExpression {
  const isAnd = term.kind === Kind.and;
  const precedence = isAnd ? Precedence.and : Precedence.or;
  const side = (operand: Term): string => {
    const made = c.render(operand, 'unsigned');
    // Compilers warn about && inside ||, and readers stumble too.
    return !isAnd && made.precedence === Precedence.and ? `(${made.text})` : wrapIn(made, precedence);
  };
  return truth(`${side(term.a!)} ${isAnd ? '&&' : '||'} ${side(term.b!)}`, precedence);
}

export function renderNegation(c: CRenderer, condition: Term): CExpression {
  if (!c.hasName(condition)) {
    if (condition.kind === Kind.eq) return renderComparison(c, condition, true);
    if (condition.kind === Kind.feq) return renderFloat(c, condition, true);
  }
  return truth(`!${wrapIn(c.render(condition, 'unsigned'), Precedence.unary)}`, Precedence.unary);
}

export function renderComparison(c: CRenderer, term: Term, negated: boolean): CExpression {
  const { kind } = term;
  const isEquality = kind === Kind.eq || kind === Kind.xor;
  const flip = !isEquality && term.a!.kind === Kind.constant;
  const [first, second] = flip ? [term.b!, term.a!] : [term.a!, term.b!];
  const [left, shown] = comparedPair(c, first, second, kind);
  const strict = kind === Kind.ult || kind === Kind.slt;
  const rounder = strict && second.kind === Kind.constant ? rounderBound(shown.text, flip ? 1n : -1n) : null;
  const right = rounder === null ? shown : { ...shown, text: rounder };
  const orEqual = rounder === null ? !strict : strict;
  const symbol = isEquality ? (negated ? '!=' : '==') : `${flip ? '>' : '<'}${orEqual ? '=' : ''}`;
  const precedence = isEquality ? Precedence.equality : Precedence.order;
  return truth(`${wrapIn(left, precedence + 1)} ${symbol} ${wrapIn(right, precedence + 1)}`, precedence);
}

export function comparedPair(c: CRenderer, first: Term, second: Term, kind: Kind): [CExpression, CExpression] {
  const { width } = first;
  const isOrder = kind !== Kind.eq && kind !== Kind.xor;
  let signed = kind === Kind.slt || kind === Kind.sle;
  let left = c.operand(first, isOrder ? (signed ? 'signed' : 'unsigned') : 'any');
  if (!isOrder) {
    const other = second.kind === Kind.constant ? null : c.operand(second, 'any');
    // Compare in the reading that both have already, else in the one that the first is nearer to.
    if (width > 1 && other !== null && !isExact(left, true) && isExact(other, true)) signed = true;
    else signed = width > 1 && (isExact(left, true) || (!isExact(left, false) && left.signed && width >= 32));
    if (other !== null && left.reading === 'both') signed = !isExact(other, false);
    if (other === null && left.reading === 'both') signed = false;
    left = exactly(left, width, signed);
  }
  if (second.kind === Kind.constant) {
    const name = c.inputName(first);
    if (name?.constant !== undefined) {
      const text = name.constant(name.signed === true ? toSigned(second.value, width) : BigInt(second.value));
      return [left, literal(text, 32, true, 'both', Precedence.primary)];
    }
    const isCharacter = width === 8 && c.inputName(first)?.character !== false;
    const letter = isCharacter ? character(Number(toSigned(second.value, 8))) : null;
    if (letter !== null) return [left, literal(letter, 32, true, 'both', Precedence.primary)];
  }
  const right = c.operand(second, signed ? 'signed' : 'unsigned');
  if (!isOrder && second.kind !== Kind.constant) {
    left = withoutConversion(c, first, right.range) ?? left;
    const plain = withoutConversion(c, second, left.range);
    if (plain !== null) return [left, plain];
  }
  return signed ? signedPair(left, right) : [left, right];
}

/** What equals a number that both readings of it have alike is the same number in either: `c == 'a' + i`, not `(unsigned char)c`. */
function withoutConversion(c: CRenderer, term: Term, other: MaybeRange): CExpression | null {
  if (term.kind !== Kind.zext || term.a!.kind === Kind.extract || other === undefined) return null;
  const made = c.render(term.a!, 'any');
  if (made.float || made.reading !== 'signed') return null;
  return other[0] >= 0n && fitsType(other, term.a!.width, true) ? { ...made, reading: 'both' } : null;
}

/** C compares int with unsigned as unsigned: where one may be negative, widen the other. */
export function signedPair(left: CExpression, right: CExpression): [CExpression, CExpression] {
  const clash = (x: CExpression, y: CExpression): boolean =>
    !x.signed && y.signed && x.bits >= y.bits && y.reading === 'signed';
  if (clash(left, right)) return [cast(left, left.bits * 2, true, 'signed'), right];
  return clash(right, left) ? [left, cast(right, right.bits * 2, true, 'signed')] : [left, right];
}

/** `x < 11` reads better as `x <= 10`, and `x > -1` as `x >= 0`: the neighbour of a bound when it is the rounder number. */
function rounderBound(text: string, step: bigint): string | null {
  if (!/^-?\d+$/.test(text)) return null;
  const neighbour = String(BigInt(text) + step);
  return trailingZeros(neighbour) > trailingZeros(text) ? neighbour : null;
}

function trailingZeros(decimal: string): number {
  return decimal === '0' ? Number.POSITIVE_INFINITY : decimal.length - decimal.replace(/0+$/, '').length;
}
