/** Functions that are not exactly rounded: computed by the host on concrete values; symbolic arguments become choices. */

import { floatOf } from '../../expr/float-meaning.ts';
import { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { FloatType } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { UNDEFINED, type Value } from '../value.ts';
import { concretize } from './concretize.ts';

const UNARY: Record<string, (x: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  cbrt: Math.cbrt,
};
const BINARY: Record<string, (x: number, y: number) => number> = {
  pow: (x, y) => x ** y,
  atan2: Math.atan2,
  hypot: Math.hypot,
};
/** In the order of enum pf_math1 and pf_math2 of runtime/src/machine.h. */
export const MATH1_NAMES = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'exp',
  'exp2',
  'expm1',
  'log',
  'log2',
  'log10',
  'log1p',
  'cbrt',
];
export const MATH2_NAMES = ['pow', 'atan2', 'hypot'];

export function concreteFloat(machine: Machine, state: State, value: Value, site: Site, what: string): number {
  if (typeof value === 'number') return value;
  if (value instanceof Term) return floatOf(concretize(machine, state, value, site, what), value.width);
  if (value === UNDEFINED) return machine.fault(state, 'uninitialized', site, 'an uninitialised value is used');
  throw new InternalError('a float register holds neither number nor term');
}

export function hostMath1(machine: Machine, state: State, name: string, x: Value, type: FloatType, site: Site): number {
  const result = UNARY[name](concreteFloat(machine, state, x, site, `argument of ${name}`));
  return type.format === 'float' ? Math.fround(result) : result;
}

export function hostMath2(
  machine: Machine,
  state: State,
  name: string,
  x: Value,
  y: Value,
  type: FloatType,
  site: Site,
): number {
  const result = BINARY[name](
    concreteFloat(machine, state, x, site, `argument of ${name}`),
    concreteFloat(machine, state, y, site, `argument of ${name}`),
  );
  return type.format === 'float' ? Math.fround(result) : result;
}
