import type { Model, Term } from '../expr/term.ts';
import { intersects, type Support, union } from './support.ts';

/** Constraints connected by shared inputs. Immutable. */
export interface Group {
  readonly constraints: readonly Term[];
  readonly support: Support;
}

/**
 * Adds a constraint to a partition: the groups it touches become one. Cost is linear in the number of groups and in the
 * size of the groups touched; untouched groups are shared with the old partition.
 */
export function withConstraint(groups: readonly Group[], constraint: Term, support: Support): readonly Group[] {
  const result: Group[] = [];
  const constraints: Term[] = [];
  let merged = support;
  for (const group of groups) {
    if (intersects(group.support, support)) {
      for (const other of group.constraints) constraints.push(other);
      merged = union(merged, group.support);
    } else result.push(group);
  }
  constraints.push(constraint);
  result.push({ constraints, support: merged });
  return result;
}

/** The constraints of all groups that share an input with `support`. */
export function relevantConstraints(groups: readonly Group[], support: Support): readonly Term[] {
  let only: readonly Term[] | null = null;
  let several: Term[] | null = null;
  for (const group of groups) {
    if (!intersects(group.support, support)) continue;
    if (only === null) only = group.constraints;
    else (several ??= [...only]).push(...group.constraints);
  }
  return several ?? only ?? [];
}

/** Copies what `from` says about the inputs in `support` into `into`; `inputOf` finds an input by its id. */
export function mergeModel(into: Model, from: Model, support: Support, inputOf: (id: number) => Term): void {
  for (let i = 0; i < support.length; i += 3) {
    const input = inputOf(support[i]);
    const value = from.scalars.get(input);
    if (value !== undefined) into.scalars.set(input, value);
    const bytes = from.arrays.get(input);
    if (bytes === undefined) continue;
    let target = into.arrays.get(input);
    if (target === undefined) into.arrays.set(input, (target = new Uint8Array(input.low)));
    target.set(bytes.subarray(support[i + 1], support[i + 2]), support[i + 1]);
  }
}
