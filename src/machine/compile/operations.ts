/**
 * Integer and float operations as JavaScript expressions, on the shapes `int` and `float` (see shapes.ts). They mean what the
 * closures in semantics/integer.ts, cast.ts and float.ts mean for plain numbers; `guard` is a condition under which they do,
 * where there is one: otherwise the closure has to do it.
 */
import type {
  CastOperator,
  FloatOperator,
  FloatPredicate,
  IntOperator,
  IntPredicate,
} from '../../program/operators.ts';

export interface Expression {
  readonly text: string;
  readonly guard?: string | undefined;
}

/** The result of 32-bit arithmetic in the form of an `int` of `width` bits. */
function inWidth(text: string, width: number): string {
  return width === 32 ? `(${text}) | 0` : `(${text}) & ${2 ** width - 1}`;
}

export function unsignedReading(text: string, width: number): string {
  return width === 32 ? `(${text} >>> 0)` : text;
}

export function signedReading(text: string, width: number): string {
  return width === 32 ? text : `(${text} << ${32 - width} >> ${32 - width})`;
}

export function integerOperation(operator: IntOperator, width: number, a: string, b: string): Expression {
  const shiftGuard =
    Number.isInteger(Number(b)) && Number(b) >= 0 && Number(b) < width
      ? undefined
      : `${unsignedReading(b, width)} < ${width}`;
  switch (operator) {
    case 'add':
      return { text: inWidth(`${a} + ${b}`, width) };
    case 'sub':
      return { text: inWidth(`${a} - ${b}`, width) };
    case 'mul':
      return { text: inWidth(`Math.imul(${a}, ${b})`, width) };
    case 'and':
      return { text: `${a} & ${b}` };
    case 'or':
      return { text: `${a} | ${b}` };
    case 'xor':
      return { text: `${a} ^ ${b}` };
    case 'shl':
      return { text: inWidth(`${a} << ${b}`, width), guard: shiftGuard };
    case 'lshr':
      return { text: inWidth(`${a} >>> ${b}`, width), guard: shiftGuard };
    case 'ashr':
      return { text: inWidth(`${signedReading(a, width)} >> ${b}`, width), guard: shiftGuard };
    case 'udiv':
      return {
        text: inWidth(`${unsignedReading(a, width)} / ${unsignedReading(b, width)}`, width),
        guard: `${b} !== 0`,
      };
    case 'urem':
      return {
        text: inWidth(`${unsignedReading(a, width)} % ${unsignedReading(b, width)}`, width),
        guard: `${b} !== 0`,
      };
    case 'sdiv':
      return {
        text: inWidth(`${signedReading(a, width)} / ${signedReading(b, width)}`, width),
        guard: divides(signedReading(b, width)),
      };
    case 'srem':
      return {
        text: inWidth(`${signedReading(a, width)} % ${signedReading(b, width)}`, width),
        guard: divides(signedReading(b, width)),
      };
  }
}

/** 0 and -1 are where faults may be. */
function divides(divisor: string): string {
  return `(${divisor} > 0 || ${divisor} < -1)`;
}

const RELATION: Record<IntPredicate, string> = {
  eq: '===',
  ne: '!==',
  ugt: '>',
  uge: '>=',
  ult: '<',
  ule: '<=',
  sgt: '>',
  sge: '>=',
  slt: '<',
  sle: '<=',
};

export function relationOf(predicate: IntPredicate): string {
  return RELATION[predicate];
}

export function integerComparison(predicate: IntPredicate, width: number, a: string, b: string): string {
  const relation = RELATION[predicate];
  if (predicate === 'eq' || predicate === 'ne') return `${a} ${relation} ${b}`;
  const read = predicate.startsWith('u') ? unsignedReading : signedReading;
  return `${read(a, width)} ${relation} ${read(b, width)}`;
}

const FLOAT_SIGN: Record<FloatOperator, string> = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/', frem: '%' };

export function floatOperation(operator: FloatOperator, isSingle: boolean, a: string, b: string): string {
  const text = `${a} ${FLOAT_SIGN[operator]} ${b}`;
  return isSingle ? `Math.fround(${text})` : text;
}

export function floatRelation(predicate: FloatPredicate, a: string, b: string): string {
  const unordered = `(${a} !== ${a} || ${b} !== ${b})`;
  switch (predicate) {
    case 'false':
      return 'false';
    case 'true':
      return 'true';
    case 'ord':
      return `!${unordered}`;
    case 'uno':
      return unordered;
    case 'oeq':
      return `${a} === ${b}`;
    case 'one':
      return `(${a} < ${b} || ${a} > ${b})`;
    case 'ogt':
      return `${a} > ${b}`;
    case 'oge':
      return `${a} >= ${b}`;
    case 'olt':
      return `${a} < ${b}`;
    case 'ole':
      return `${a} <= ${b}`;
    case 'ueq':
      return `!(${a} < ${b} || ${a} > ${b})`;
    case 'une':
      return `${a} !== ${b}`;
    case 'ugt':
      return `!(${a} <= ${b})`;
    case 'uge':
      return `!(${a} < ${b})`;
    case 'ult':
      return `!(${a} >= ${b})`;
    case 'ule':
      return `!(${a} > ${b})`;
  }
}

/** Casts between integers of at most 32 bits and floats; null for one that is left to the closures. `from`, `to`: widths. */
export function castExpression(operator: CastOperator, from: number, to: number, a: string): Expression | null {
  switch (operator) {
    case 'zext':
      return { text: a };
    case 'trunc':
      return { text: `${a} & ${2 ** to - 1}` };
    case 'sext':
      return { text: to === 32 ? signedReading(a, from) : `${signedReading(a, from)} & ${2 ** to - 1}` };
    case 'fpext':
      return { text: a };
    case 'fptrunc':
      return { text: `Math.fround(${a})` };
    case 'sitofp':
    case 'uitofp': {
      const number = (operator === 'sitofp' ? signedReading : unsignedReading)(a, from);
      return { text: to === 32 ? `Math.fround(${number})` : number };
    }
    case 'fptosi':
    case 'fptoui': {
      const isSigned = operator === 'fptosi';
      const limit = 2 ** (isSigned ? to - 1 : to);
      const least = isSigned ? -limit - 1 : -1;
      return { text: inWidth(`${a} | 0`, to), guard: `(${a} > ${least} && ${a} < ${limit})` };
    }
    default:
      return null;
  }
}
