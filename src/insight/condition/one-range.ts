/**
 * Conditions on one input that together mean one range of its values: `0 <= a < 65536 && ((signed char)(a >> 8)) == 0` is `0 <= a < 256`.
 * The solver finds the ends, and proves that nothing between them is left out. Questions are counted: a table with many such rows keeps
 * the conditions of the later ones as they are.
 */
import { freeInputs } from '../../expr/inputs.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Solver } from '../../solver/solver.ts';
import type { Interval } from './intervals.ts';
import { conjunctsOf, LiteralReader, onlyRange } from './literals.ts';

/** Inputs of rows that the solver is asked about. */
const MOST_ASKED = 48;

export function withOneRange<Row extends { readonly conditions: readonly Term[] }>(
  rows: readonly Row[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): Row[] {
  const plain = new LiteralReader(terms, given);
  const known = new Map<Term, Term>();
  let asked = 0;
  return rows.map((row) => {
    const conjuncts = row.conditions.flatMap(conjunctsOf);
    let conditions: readonly Term[] = conjuncts;
    for (const [input, about] of byInput(conjuncts)) {
      const isPlain = about.every((term) => isAbout(input, term, plain));
      if (about.length < 2 || isPlain) continue;
      const together = terms.andAll([...about]);
      const before = known.get(together);
      const range = before ?? (asked++ < MOST_ASKED ? rangeTerm(together, input, terms, solver) : together);
      known.set(together, range);
      if (range === together) continue;
      const first = conditions.indexOf(about[0]);
      conditions = conditions.flatMap((term, i) => (i === first ? [range] : about.includes(term) ? [] : [term]));
    }
    return conditions === conjuncts ? row : { ...row, conditions };
  });
}

/** Conditions that speak of one number only, by that number. */
function byInput(conjuncts: readonly Term[]): Map<Term, Term[]> {
  const result = new Map<Term, Term[]>();
  for (const term of conjuncts) {
    const [input, ...others] = freeInputs(term);
    if (input === undefined || others.length > 0 || input.kind !== Kind.variable || term.hasFloat) continue;
    if (input.width > 8 && input.width <= 64) result.set(input, [...(result.get(input) ?? []), term]);
  }
  return result;
}

function isAbout(input: Term, term: Term, plain: LiteralReader): boolean {
  const literal = plain.read(term);
  return literal.kind === 'values' && literal.of === input;
}

function rangeTerm(condition: Term, input: Term, terms: Terms, solver: Solver): Term {
  for (const order of ['signed', 'unsigned'] as const) {
    const range = onlyRange(condition, input, order, terms, solver);
    if (range !== null) return terms.orAll(range.map((each) => rangeCondition(input, each, terms)));
  }
  return condition;
}

/** Whether the bits of a term lie in an interval. */
export function rangeCondition(of: Term, [from, to]: Interval, terms: Terms): Term {
  const constant = (value: bigint) => terms.constant(of.width, value);
  if (from === to) return terms.eq(of, constant(from));
  return terms.and(terms.ule(constant(from), of), terms.ule(of, constant(to)));
}
