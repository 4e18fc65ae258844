/**
 * The semantic signature of a program: rows "condition -> outputs" that are disjoint and together cover all inputs.
 *
 * The search gives one row per relevant slice condition. For people, what the program assumes of its inputs anyway is said
 * once for all rows, conjuncts that the others imply are dropped, and rows with the same outputs are merged where one
 * conjunction says it all. These steps keep each row's set of inputs, so disjointness and coverage are untouched;
 * still, both are proved again by the solver. Where they are, the outputs that still take the most rows get a last one
 * instead: for all inputs that no other row speaks of.
 */

import { Kind } from '../expr/kinds.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { OutputSelection } from '../reduce/output/criterion.ts';
import type { OutputRow } from '../reduce/output/explore.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';
import { dropImplied, joinCases, plainer } from './conditions.ts';
import { differing, type OutputValue, outputsOf, symbolicParts } from './outputs.ts';

export interface SignatureRow {
  /** Which of several initial states it belongs to: `argc == 2`; empty where there is one. */
  readonly start: string;
  readonly conditions: readonly Term[];
  readonly outputs: readonly OutputValue[];
  readonly outcome: PathOutcome;
  readonly input: Model;
  /** Its conditions say that those of no other row hold. */
  readonly otherwise: boolean;
}

export interface Signature {
  readonly rows: readonly SignatureRow[];
  /** What all inputs satisfy because the program drops the others: no row repeats it. */
  readonly assumptions: readonly Term[];
  /** Null when the solver gave up. */
  readonly disjoint: boolean | null;
  readonly covering: boolean | null;
}

type Mergeable = Pick<SignatureRow, 'conditions' | 'outputs'>;

/** Beyond this many rows only outputs that are the same term count as equal. */
const MOST_ROWS_COMPARED = 64;

export function makeSignature(
  rows: readonly OutputRow[],
  selection: OutputSelection,
  terms: Terms,
  solver: Solver,
): Signature {
  const starts = [...new Set(rows.map(startOf))];
  const parts = starts.map((start) => {
    const own = rows.filter((row) => startOf(row) === start);
    const dropped = own.flatMap((row) => (row.outcome.ending.kind === 'dropped' ? [row.conditions] : row.dropped));
    const given = assumptionsOf(dropped, terms);
    const plain = own
      .filter((row) => row.outcome.ending.kind !== 'dropped')
      .map(
        (row): SignatureRow => ({
          start: starts.length > 1 ? start : '',
          conditions: dropImplied(
            row.conditions.map((term) => plainer(term, given, terms, solver)),
            terms,
            solver,
            given,
          ),
          outputs: outputsOf(row, selection),
          outcome: row.outcome,
          input: row.input,
          otherwise: false,
        }),
      );
    const merged = mergeRows(plain, terms, solver, given);
    // Inputs that the program's own assumptions drop are nobody's: the rows need not cover them.
    const wanted = terms.not(terms.orAll(dropped.map((each) => terms.andAll([...each]))));
    const proved = check(merged, terms, solver, wanted, given);
    const simple = proved.disjoint && proved.covering ? withOtherwise(merged, terms) : merged;
    return { rows: simple, assumptions: given, ...proved };
  });
  return {
    rows: parts.flatMap((part) => part.rows),
    assumptions: [...new Set(parts.flatMap((part) => part.assumptions))],
    disjoint: all(parts.map((part) => part.disjoint)),
    covering: all(parts.map((part) => part.covering)),
  };
}

/** With symbolic arguments there is one initial state per number of arguments; inputs of different ones are apart. */
function startOf({ outcome }: OutputRow): string {
  const lengths = outcome.arguments.slice(1).map((word) => word.length);
  return lengths.length === 0 ? 'argc == 1' : `argc == ${lengths.length + 1} (lengths ${lengths.join(', ')})`;
}

/** Those that nothing has to be true for. */
function assumptionsOf(dropped: readonly (readonly Term[])[], terms: Terms): Term[] {
  const alone = dropped.filter((each) => each.length === 1).map(([term]) => terms.not(term));
  return [...new Set(alone)].filter((term) => term.kind !== Kind.constant);
}

/** The outputs with the most rows get one row for all that no other row speaks of. Faults keep theirs. */
function withOtherwise(rows: readonly SignatureRow[], terms: Terms): readonly SignatureRow[] {
  const counts = new Map<SignatureRow['outputs'], number>();
  for (const { outputs, outcome } of rows) {
    if (outcome.ending.kind === 'exit') counts.set(outputs, (counts.get(outputs) ?? 0) + 1);
  }
  let most: SignatureRow['outputs'] | null = null;
  for (const [outputs, count] of counts) if (count > (most === null ? 1 : counts.get(most)!)) most = outputs;
  if (most === null) return rows;
  const others = rows.filter(({ outputs }) => outputs !== most);
  const first = rows.find(({ outputs }) => outputs === most)!;
  const conditions = others.map((row) => terms.not(terms.andAll([...row.conditions])));
  return [...others, { ...first, conditions, otherwise: true }];
}

function all(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/**
 * First whole groups of rows with equal outputs, then, in groups that are not one conjunction, pairs. All rows of a group
 * show its simplest outputs.
 */
export function mergeRows<Row extends Mergeable>(
  rows: readonly Row[],
  terms: Terms,
  solver: Solver,
  given: readonly Term[] = [],
): Row[] {
  const literals = literalsOf(rows, terms);
  const join = (group: readonly Row[]): Row | null => {
    const cases = group.map(({ conditions }) => conditions);
    const conditions = joinCases(cases, literals, terms, solver, given);
    return conditions === null ? null : { ...group[0], conditions };
  };
  return groupByOutputs(rows, terms, solver, given).flatMap((group) => {
    const whole = group.length > 1 ? join(group) : null;
    if (whole !== null) return [whole];
    const result: Row[] = [];
    for (const row of group) {
      let current = { ...row, outputs: group[0].outputs };
      for (let i = 0; i < result.length; i++) {
        const joined = join([result[i], current]);
        if (joined === null) continue;
        current = joined;
        result.splice(i, 1);
        i = -1;
      }
      result.push(current);
    }
    return result;
  });
}

/** What the conditions are made of, each literal or its negation once. */
function literalsOf(rows: readonly Mergeable[], terms: Terms): Term[] {
  const literals = new Set<Term>();
  for (const { conditions } of rows) {
    for (const term of conditions) if (!literals.has(terms.not(term))) literals.add(term);
  }
  return [...literals];
}

/** A row joins a group when the group's outputs, read on the row's inputs, are the row's: by looks, or by proof. */
function groupByOutputs<Row extends Mergeable>(
  rows: readonly Row[],
  terms: Terms,
  solver: Solver,
  given: readonly Term[],
): Row[][] {
  const groups: Row[][] = [];
  const proves = rows.length <= MOST_ROWS_COMPARED;
  // Outputs with fewer symbolic values first: a constant is shown rather than a term that equals it here.
  const order = rows.map((row, i) => ({ row, i, size: symbolicParts(row.outputs) }));
  order.sort((a, b) => a.size - b.size || a.i - b.i);
  for (const { row } of order) {
    const found = groups.find(([first]) => {
      const differs = differing(first.outputs, row.outputs, terms);
      if (differs === null) return false;
      if (differs.kind === Kind.constant) return differs.value === 0;
      return proves && solver.check(PathCondition.of([...given, ...row.conditions]), differs).status === 'unsat';
    });
    if (found === undefined) groups.push([row]);
    else found.push(row);
  }
  const place = new Map(rows.map((row, i) => [row, i]));
  return groups.sort((a, b) => earliest(a, place) - earliest(b, place));
}

function earliest<Row>(group: readonly Row[], place: ReadonlyMap<Row, number>): number {
  return Math.min(...group.map((row) => place.get(row)!));
}

/** `wanted` describes the inputs to cover. */
function check(
  rows: readonly SignatureRow[],
  terms: Terms,
  solver: Solver,
  wanted: Term,
  given: readonly Term[],
): { disjoint: boolean | null; covering: boolean | null } {
  const all = rows.map((row) => terms.andAll([...row.conditions]));
  let disjoint: boolean | null = true;
  for (let i = 0; i < all.length && disjoint === true; i++) {
    // One query per row against all later ones.
    const later = terms.orAll(all.slice(i + 1));
    if (later.kind === Kind.constant && later.value === 0) continue;
    const { status } = solver.check(PathCondition.of([...given, all[i]]), later);
    if (status !== 'unsat') disjoint = status === 'sat' ? false : null;
  }
  const { status } = solver.check(PathCondition.of([wanted]), terms.not(terms.orAll(all)));
  return { disjoint, covering: status === 'unsat' ? true : status === 'sat' ? false : null };
}
