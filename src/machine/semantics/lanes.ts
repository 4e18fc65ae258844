/** Vectors are executed element by element, with the same functions as scalars. */
import type { Type } from '../../program/types.ts';
import type { State } from '../state.ts';
import type { Value } from '../value.ts';

/** The type an operation works on: a vector's element type, or the type itself. */
export function laneType(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}

export function overLanes1(type: Type, apply: (state: State, x: Value) => Value): (state: State, x: Value) => Value {
  if (type.kind !== 'vector') return apply;
  return (state, x) => (x as readonly Value[]).map((lane) => apply(state, lane));
}

export function overLanes2(
  type: Type,
  apply: (state: State, x: Value, y: Value) => Value,
): (state: State, x: Value, y: Value) => Value {
  if (type.kind !== 'vector') return apply;
  return (state, x, y) => (x as readonly Value[]).map((lane, i) => apply(state, lane, (y as readonly Value[])[i]));
}

type Apply = (state: State, args: readonly Value[]) => Value;

/** For operations with any number of operands, all of them vectors of the same length. */
export function overLanes(type: Type, apply: Apply): Apply {
  if (type.kind !== 'vector') return apply;
  const { length } = type;
  return (state, args) =>
    Array.from({ length }, (_, i) =>
      apply(
        state,
        args.map((arg) => (arg as readonly Value[])[i]),
      ),
    );
}

/** Operations that return a value and whether it overflowed: on vectors, a vector of each. */
export function overflowing(type: Type, apply: Apply): Apply {
  if (type.kind !== 'vector') return apply;
  const lanes = overLanes(type, apply);
  return (state, args) => {
    const results = lanes(state, args) as readonly Value[];
    if (!results.every((result) => Array.isArray(result))) return results;
    return [0, 1].map((part) => results.map((result) => (result as readonly Value[])[part]));
  };
}

export function withElement(aggregate: Value, path: readonly number[], value: Value): Value {
  if (path.length === 0) return value;
  const copy = [...(aggregate as readonly Value[])];
  copy[path[0]] = withElement(copy[path[0]], path.slice(1), value);
  return copy;
}

export function elementAt(aggregate: Value, path: readonly number[]): Value {
  let value = aggregate;
  for (const index of path) value = (value as readonly Value[])[index];
  return value;
}
