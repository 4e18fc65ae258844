/**
 * Every (statement, symbolic value) pair covered (the unit of behaviour of dependence guided symbolic execution).
 *
 * The value of a statement is its result as a term over the inputs; of a store the address and the value; of a branch its
 * condition and the way taken. Terms are hash-consed, so equal computations are mostly one object. Where a value does not
 * occur in the reduced run as it is, the solver is asked whether one that does is equal for all inputs.
 */
import { printC } from '../../expr/print-c.ts';
import { Term } from '../../expr/term.ts';
import { PathCondition } from '../../solver/solver.ts';
import { placeOf } from './coverage.ts';
import type { Observer, ValueKey } from './observer.ts';
import { Losses, type Property, type PropertyResult } from './property.ts';

/** Values of the same statement that a missing one is compared with. */
const MOST_VALUES_COMPARED = 16;
/** Characters of a long term. */
const MOST_CHARACTERS_SHOWN = 120;

export const everyValue: Property = (...runs) => valuesAt(() => true, ...runs);

/** The same at the statements that a change affects. */
export const everyAffectedValue: Property = (baseline, reduced, observer, limit) => {
  const { affected } = observer.options;
  return valuesAt((id) => affected?.has(id) === true, baseline, reduced, observer, limit);
};

function valuesAt(
  isWanted: (id: number) => boolean,
  ...[baseline, reduced, observer, limit]: Parameters<Property>
): PropertyResult {
  const losses = new Losses(limit);
  for (const [id, shown] of baseline.values) {
    if (!isWanted(id)) continue;
    const known = reduced.values.get(id);
    for (const [value, path] of shown) {
      if (known?.has(value)) continue;
      if (known !== undefined && value instanceof Term && equalsOne(value, known.keys(), observer)) continue;
      losses.add(`value: ${placeOf(observer.instruction(id))} = ${describe(value)}`, baseline.paths[path].input);
      if (losses.full) return { missing: losses.missing, undecided: null };
    }
  }
  return { missing: losses.missing, undecided: null };
}

function equalsOne(value: Term, known: Iterable<ValueKey>, { terms, solver }: Observer): boolean {
  let left = MOST_VALUES_COMPARED;
  for (const other of known) {
    if (!(other instanceof Term) || other.width !== value.width) continue;
    if (left-- === 0) return false;
    if (solver.check(PathCondition.empty, terms.ne(value, other)).status === 'unsat') return true;
  }
  return false;
}

function describe(value: ValueKey): string {
  if (!(value instanceof Term)) return `${value}`;
  const text = printC(value);
  return text.length <= MOST_CHARACTERS_SHOWN ? text : `${text.slice(0, MOST_CHARACTERS_SHOWN)}...`;
}
