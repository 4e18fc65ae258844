import { type CExpression, cast, floating, literal, Precedence, truth, wrapIn } from './c-expression.ts';
import type { CRenderer } from './c-render.ts';
import { floatOf } from './float-meaning.ts';
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

const SYMBOLS = new Map<Kind, [symbol: string, precedence: number]>([
  [Kind.fadd, ['+', Precedence.sum]],
  [Kind.fsub, ['-', Precedence.sum]],
  [Kind.fmul, ['*', Precedence.product]],
  [Kind.fdiv, ['/', Precedence.product]],
]);
const ROUNDING = ['rint', 'round', 'ceil', 'floor', 'trunc'];

/** Whether the term's natural form in C is a float or double. */
export function isFloatValued(term: Term): boolean {
  return (term.kind >= Kind.fadd && term.kind <= Kind.fround) || (term.kind >= Kind.fconvert && term.kind <= Kind.utof);
}

const call = (name: string, width: number, ...parts: CExpression[]): CExpression =>
  floating(`${name}${width === 32 ? 'f' : ''}(${parts.map((part) => part.text).join(', ')})`, width);

/** Float operations, comparisons and conversions; other terms read as floats: constants, and bits reinterpreted. */
export function renderFloat(c: CRenderer, term: Term, negated = false): CExpression {
  const { kind, width } = term;
  const infix = SYMBOLS.get(kind);
  if (infix !== undefined) {
    const [symbol, precedence] = infix;
    const text = `${wrapIn(c.float(term.a!), precedence)} ${symbol} ${wrapIn(c.float(term.b!), precedence + 1)}`;
    return { ...floating(text, width), precedence };
  }
  switch (kind) {
    case Kind.constant:
      return floating(numberText(floatOf(term.value, width), width), width);
    case Kind.frem:
      return call('fmod', width, c.float(term.a!), c.float(term.b!));
    case Kind.fsqrt:
      return call('sqrt', width, c.float(term.a!));
    case Kind.fround:
      return call(ROUNDING[term.low]!, width, c.float(term.a!));
    case Kind.fconvert:
      return convert(width === 32 ? 'float' : 'double', c.float(term.a!), width);
    case Kind.stof:
    case Kind.utof:
      return convert(
        width === 32 ? 'float' : 'double',
        c.render(term.a!, kind === Kind.stof ? 'signed' : 'unsigned'),
        width,
      );
    case Kind.ftos:
    case Kind.ftou:
      return cast(c.float(term.a!), width, kind === Kind.ftos, kind === Kind.ftos ? 'signed' : 'unsigned');
    case Kind.feq:
    case Kind.flt:
    case Kind.fle:
      return comparison(c, term, negated);
    case Kind.xor:
      if (isSignBit(term.b!))
        return { ...floating(`-${wrapIn(c.float(term.a!), Precedence.unary)}`, width), precedence: Precedence.unary };
      break;
    case Kind.zext:
      if (
        term.a!.kind === Kind.extract &&
        term.a!.low === 0 &&
        term.a!.width === width - 1 &&
        term.a!.a!.width === width
      )
        return call('fabs', width, c.float(term.a!.a!));
      break;
    case Kind.ite: {
      const condition = wrapIn(c.render(term.a!, 'unsigned'), Precedence.or);
      const text = `${condition} ? ${wrapIn(c.float(term.b!), Precedence.or)} : ${wrapIn(c.float(term.c!), Precedence.choice)}`;
      return { ...floating(text, width), precedence: Precedence.choice };
    }
  }
  return floating(`${width === 32 ? 'as_float' : 'as_double'}(${c.render(term, 'unsigned').text})`, width);
}

function comparison(c: CRenderer, term: Term, negated: boolean): CExpression {
  const { kind } = term;
  if (kind === Kind.feq && term.a === term.b)
    return negated
      ? literal(`isnan(${c.float(term.a!).text})`, 32, true, 'both', Precedence.primary)
      : truth(`!isnan(${c.float(term.a!).text})`, Precedence.unary);
  const flip = kind !== Kind.feq && term.a!.kind === Kind.constant;
  const [first, second] = flip ? [term.b!, term.a!] : [term.a!, term.b!];
  const symbol = kind === Kind.feq ? (negated ? '!=' : '==') : `${flip ? '>' : '<'}${kind === Kind.fle ? '=' : ''}`;
  const precedence = kind === Kind.feq ? Precedence.equality : Precedence.order;
  return truth(
    `${wrapIn(c.float(first), precedence + 1)} ${symbol} ${wrapIn(c.float(second), precedence + 1)}`,
    precedence,
  );
}

function convert(type: string, made: CExpression, width: number): CExpression {
  return { ...floating(`(${type})${wrapIn(made, Precedence.unary)}`, width), precedence: Precedence.unary };
}

const isSignBit = (term: Term): boolean =>
  term.kind === Kind.constant && BigInt(term.value) === 1n << BigInt(term.width - 1);

function numberText(value: number, width: number): string {
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value > 0 ? 'INFINITY' : '-INFINITY';
  const text = Object.is(value, -0) ? '-0' : shortest(value, width);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${width === 32 ? 'f' : ''}`;
}

/** The fewest digits that give the same float back. */
function shortest(value: number, width: number): string {
  if (width === 64) return String(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}
