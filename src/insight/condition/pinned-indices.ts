/**
 * Inputs that choose among the elements of an array and have one value in a row. A loop from the end of `buffer[length]` decides by
 * `buffer[length - 1]`, `buffer[length - 2]`; in a row of which the whole condition means `length == 2` these are `buffer[1]` and
 * `buffer[0]`, and what was stored there is known byte by byte. The condition may say so in many ways, for which reason the solver is asked:
 * once for each such input, with the value of the row's example.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import { substitute } from '../../expr/substitute.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import type { OutputValue } from '../outputs.ts';

interface Row {
  readonly conditions: readonly Term[];
  readonly outputs: readonly OutputValue[];
  readonly input: Model;
}

/** Rows whose conditions begin with `length == 2` where they imply it. */
export function withPinnedIndices<R extends Row>(
  rows: readonly R[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): R[] {
  return rows.map((row) => {
    const path = PathCondition.of([...given, ...row.conditions]);
    const pinned = new Map<Term, Term>();
    for (const input of indexingInputs(row)) {
      const value = terms.constant(input.width, evaluate(input, row.input));
      if (solver.check(path, terms.ne(input, value)).status === 'unsat') pinned.set(input, value);
    }
    if (pinned.size === 0) return row;
    const said = [...pinned].map(([input, value]) => terms.eq(input, value));
    const others = row.conditions.map((condition) => substitute(terms, condition, pinned));
    return { ...row, conditions: [...said, ...others.filter(({ kind }) => kind !== Kind.constant)] };
  });
}

/** The inputs in indices that are not constant. */
function indexingInputs({ conditions, outputs }: Row): Set<Term> {
  const indices: Term[] = [];
  visitOnce([...conditions, ...outputs.flatMap(termsOf)], ({ kind, b }) => {
    if ((kind === Kind.read || kind === Kind.store) && b!.kind !== Kind.constant) indices.push(b!);
  });
  const inputs = new Set<Term>();
  visitOnce(indices, (part) => {
    if (part.kind === Kind.variable) inputs.add(part);
  });
  return inputs;
}

function termsOf({ parts, members }: OutputValue): Term[] {
  return [...parts.filter((part) => part instanceof Term), ...members.flatMap(termsOf)];
}
