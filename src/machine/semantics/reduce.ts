/** llvm.vector.reduce.*: folding a vector into one value, left to right. */
import type { IntOperator } from '../../program/operators.ts';
import type { Type, VectorType } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import type { Value } from '../value.ts';
import { comparison } from './compare.ts';
import { floatFunction } from './float.ts';
import { integerFunction } from './integer.ts';
import { selectValue } from './select.ts';

type Combine = (state: State, x: Value, y: Value) => Value;

export function reduceVector(
  machine: Machine,
  operation: string,
  vector: Type,
  site: Site,
): ((state: State, args: readonly Value[]) => Value) | null {
  if (operation === 'fadd' || operation === 'fmul') {
    // Called with (start, vector): the element type is that of the start value.
    const format = vector.kind === 'float' ? vector.format : 'double';
    const apply = floatFunction(machine, operation, format, site);
    return (state, [start, lanes]) => (lanes as readonly Value[]).reduce((sum, lane) => apply(state, sum, lane), start);
  }
  const { element } = vector as VectorType;
  const combine = integerCombine(machine, operation, element, site);
  if (combine === null) return null;
  return (state, [lanes]) => (lanes as readonly Value[]).reduce((sum, lane) => combine(state, sum, lane));
}

function integerCombine(machine: Machine, operation: string, element: Type, site: Site): Combine | null {
  const width = machine.program.layout.bitsOf(element);
  if (['add', 'mul', 'and', 'or', 'xor'].includes(operation)) {
    return integerFunction(machine, operation as IntOperator, width, null, site);
  }
  if (!['smin', 'smax', 'umin', 'umax'].includes(operation)) return null;
  const less = comparison(machine, operation.startsWith('u') ? 'ult' : 'slt', width, site);
  const smallest = operation.endsWith('min');
  return (state, x, y) => {
    const first = less(state, x, y);
    return selectValue(machine, state, first, smallest ? x : y, smallest ? y : x, element, site);
  };
}
