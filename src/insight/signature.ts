/**
 * The semantic signature of a program: rows "condition -> outputs" that are disjoint and together cover all inputs.
 *
 * The search gives one row per relevant slice condition. For people, what the program assumes of its inputs anyway is said
 * once for all rows, and rows with the same outputs are one, whose condition is told by as few and as short cases as
 * possible (condition/minimise.ts); the solver proves that they stand for the same inputs, and of the rows that they are disjoint and
 * cover everything. Where they are, the outputs that still take the most words get a last row instead: for all inputs that no other
 * row speaks of.
 */

import { readableInput, smallestInput } from '../explore/small-input.ts';
import { Kind } from '../expr/kinds.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { InputRecord, PathOutcome } from '../machine/outcome.ts';
import type { OutputSelection } from '../reduce/output/criterion.ts';
import type { OutputRow } from '../reduce/output/explore.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';
import { charactersByUse } from './character-inputs.ts';
import { caseWeight, soleRangeOf } from './condition/case-text.ts';
import { withFewValues } from './condition/few-values.ts';
import { type Case, minimalCases } from './condition/minimise.ts';
import { withOneRange } from './condition/one-range.ts';
import { PinnedIndices } from './condition/pinned-indices.ts';
import { withCopiedInputs } from './copied-inputs.ts';
import { differing, type OutputValue, outputsOf, symbolicParts, tooFarShifts } from './outputs.ts';
import { NO_SCOPE, type Scope, typeOfPlace } from './places.ts';
import { styleInUse } from './reading.ts';
import { type SettledRow, settleOutputs } from './settled.ts';
import { styleOf } from './value-text.ts';

export interface SignatureRow {
  /** Which of several initial states it belongs to: `argc == 2`; empty where there is one. */
  readonly start: string;
  /** One of them holds. */
  readonly cases: readonly Case[];
  readonly outputs: readonly OutputValue[];
  /** Of one of the paths that the row stands for. */
  readonly outcome: PathOutcome;
  readonly input: Model;
  /** All the paths it stands for. */
  readonly outcomes: readonly PathOutcome[];
  /** Its cases say that those of no other row hold. */
  readonly otherwise: boolean;
}

export interface Signature {
  readonly rows: readonly SignatureRow[];
  /** Outputs that no row changes: none has them. */
  readonly unchanged: readonly string[];
  /** What all inputs satisfy because the program drops the others: no row repeats it. */
  readonly assumptions: readonly Term[];
  /** Null when the solver gave up. */
  readonly disjoint: boolean | null;
  readonly covering: boolean | null;
  readonly scope: Scope;
}

/** Beyond this many rows only outputs that are the same term count as equal. */
const MOST_ROWS_COMPARED = 64;
/** Beyond this many rows examples stay as they were found. */
const MOST_EXAMPLES_TIDIED = 64;

export function makeSignature(
  rows: readonly OutputRow[],
  selection: OutputSelection,
  terms: Terms,
  solver: Solver,
  scope: Scope = NO_SCOPE,
  isLate: () => boolean = never,
): Signature {
  const starts = [...new Set(rows.map(startOf))];
  const parts = starts.map((start) => {
    const own = rows.filter((row) => startOf(row) === start);
    return signatureFrom(own, starts.length > 1 ? start : '', selection, terms, solver, scope, isLate);
  });
  const changing = new Set(parts.flatMap((part) => part.rows.flatMap((row) => row.outputs.map(({ name }) => name))));
  return {
    rows: parts.flatMap((part) => part.rows),
    unchanged: [...new Set(parts.flatMap((part) => part.unchanged))].filter((name) => !changing.has(name)),
    assumptions: [...new Set(parts.flatMap((part) => part.assumptions))],
    disjoint: all(parts.map((part) => part.disjoint)),
    covering: all(parts.map((part) => part.covering)),
    scope,
  };
}

/** Of one initial state. */
function signatureFrom(
  own: readonly OutputRow[],
  start: string,
  selection: OutputSelection,
  terms: Terms,
  solver: Solver,
  scope: Scope,
  isLate: () => boolean,
): Tabulated {
  const found = own
    .filter((row) => row.outcome.ending.kind !== 'dropped')
    .map((row) => ({
      conditions: row.conditions,
      outputs: outputsOf(row, selection),
      outcome: row.outcome,
      input: row.input,
    }));
  return tabulate(found, start, droppedInputs(own), assumptionsOf(own, terms), terms, solver, scope, isLate);
}

const never = () => false;
const NO_CHARACTERS: ReadonlySet<Term> = new Set();

export type Tabulated = Omit<Signature, 'scope'>;

/**
 * Rows with equal outputs made one, and told by few cases; `given` holds for all inputs that are not `dropped`. When it is late they are
 * told as they are.
 */
export function tabulate(
  found: readonly SettledRow[],
  start: string,
  dropped: readonly (readonly Term[])[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
  scope: Scope,
  isLate: () => boolean = never,
): Tabulated {
  // Inputs that the program's own assumptions drop belong to no row: the rows need not cover them.
  const wanted = terms.not(terms.orAll(dropped.map((each) => terms.andAll([...each]))));
  const covering = covers(found, wanted, terms, solver);
  const indices = new PinnedIndices(given, terms, solver);
  const pinned = isLate() ? found : indices.in(withOneRange(found, given, terms, solver));
  const few = isLate() ? found : withFewValues(pinned, given, terms);
  const { rows: settled, unchanged } = settleOutputs(few, scope, given, terms, solver);
  const rows = withCopiedInputs(settled, scope, given, terms);
  const groups = groupByOutputs(rows, terms, solver, given, isLate);
  const within = dropped.every((each) => each.length === 1) ? given : [...given, wanted];
  const cases = minimalCases(
    groups.map((group) => ({ rows: group.map(({ conditions }) => conditions) })),
    within,
    covering === true,
    terms,
    solver,
    dropped.filter((each) => each.length > 1).map((each) => terms.not(each.at(-1)!)),
    isLate,
  );
  const characters = charactersByUse(cases.flat());
  const isCharacter = (input: InputRecord) =>
    styleInUse(input, scope, input.bits === 8 ? characters : NO_CHARACTERS).character;
  const merged = groups.map((group, i): SignatureRow => {
    const [simplest] = [...group].sort((x, y) => x.outcome.inputs.length - y.outcome.inputs.length);
    const alike = group.filter(({ outcome }) => outcome.inputs.length === simplest.outcome.inputs.length);
    const either = terms.orAll(alike.map(({ conditions }) => terms.andAll([...conditions])));
    const path = PathCondition.of([...within, either]);
    const tidy = groups.length <= MOST_EXAMPLES_TIDIED && !isLate();
    return {
      start,
      cases: cases[i],
      outputs: group[0].outputs,
      outcome: simplest.outcome,
      input:
        (tidy ? smallestInput(path, simplest.outcome.inputs, terms, solver, isCharacter) : null) ??
        readableInput(simplest.input, simplest.outcome.inputs, terms.andAll([...within, ...simplest.conditions])),
      outcomes: [...new Set(group.map(({ outcome }) => outcome))],
      otherwise: false,
    };
  });
  const disjoint = areDisjoint(merged, within, terms, solver);
  const ordered = withValuesInOrder(withShortTextFirst(merged));
  const simple = disjoint && covering ? withOtherwise(ordered, isTruthValue(scope)) : ordered;
  return { rows: simple, unchanged, assumptions: given, disjoint, covering };
}

/** With symbolic arguments there is one initial state per number of arguments; inputs of different ones are apart. */
function startOf({ outcome }: OutputRow): string {
  const lengths = outcome.arguments.slice(1).map((word) => word.length);
  return lengths.length === 0 ? 'argc == 1' : `argc == ${lengths.length + 1} (lengths ${lengths.join(', ')})`;
}

/** The inputs that an assumption of the program drops. */
export function droppedInputs(rows: readonly OutputRow[]): (readonly Term[])[] {
  return rows.flatMap((row) => (row.outcome.ending.kind === 'dropped' ? [row.conditions] : row.dropped));
}

/** What is assumed of all inputs, whatever else is true of them. */
export function assumptionsOf(rows: readonly OutputRow[], terms: Terms): Term[] {
  const dropped = droppedInputs(rows);
  const alone = dropped.filter((each) => each.length === 1).map(([term]) => terms.not(term));
  return [...new Set(alone)].filter((term) => term.kind !== Kind.constant);
}

/**
 * The outputs that take the most words get one row for all that no other row speaks of: of equal ones, those that say no
 * (false, 0, NULL). Faults keep theirs, and what one plain condition says is said.
 */
function withOtherwise(rows: readonly SignatureRow[], isTruth: boolean): readonly SignatureRow[] {
  if (rows.length < 2) return rows;
  const weight = ({ cases, outputs, outcome }: SignatureRow) => {
    if (outcome.ending.kind !== 'exit') return 0;
    const words = cases.reduce((sum, each) => sum + caseWeight(each), (cases.length - 1) / 2);
    return words <= 1 ? 0 : 2 * words + (outputs[0]?.parts[0] === 0 ? 1 : 0);
  };
  const no = rows.length === 2 && isTruth ? rows.find((row) => saysNo(row) && weight(row) > 0) : undefined;
  if (no !== undefined) return [...rows.filter((row) => row !== no), { ...no, otherwise: true }];
  const most = rows.reduce((best, row) => (weight(row) > weight(best) ? row : best));
  if (weight(most) === 0 || (most.cases.length === 1 && !isComplement(most, rows))) return rows;
  return [...rows.filter((row) => row !== most), { ...most, otherwise: true }];
}

/** From this many rows on, `x == 2`, `x == 0`, `x == 1` is a list to look things up in. */
const FEWEST_LISTED = 3;

/** Rows for values or ranges of one quantity in the order of the values, where they stood in any. */
function withValuesInOrder(rows: readonly SignatureRow[]): readonly SignatureRow[] {
  const listed = rows.flatMap((row, place) => {
    const value = row.cases.length === 1 ? soleRangeOf(row.cases[0]) : null;
    return value === null ? [] : [{ row, place, ...value }];
  });
  const [first] = listed;
  if (listed.length < FEWEST_LISTED || listed.some(({ of }) => of !== first.of)) return rows;
  const order = [...listed].sort((x, y) => (x.value < y.value ? -1 : 1));
  const result = [...rows];
  listed.forEach(({ place }, i) => {
    result[place] = order[i].row;
  });
  return result;
}

/** Fewer rows are read at once: they keep the order of the program. */
const FEWEST_SORTED = 8;

/** Of a function of strings, what it does with short ones comes first: longer ones mostly repeat it. */
function withShortTextFirst(rows: readonly SignatureRow[]): readonly SignatureRow[] {
  const lengthOf = ({ outcome, input }: SignatureRow) => {
    let length = 0;
    for (const { kind, term, name } of outcome.inputs) {
      if (kind !== 'bytes' && /\[\d+\]$/.test(name)) length++;
      const bytes = kind === 'bytes' ? input.arrays.get(term) : undefined;
      const end = bytes?.indexOf(0) ?? 0;
      length += end < 0 ? bytes!.length : end;
    }
    return length;
  };
  if (rows.length < FEWEST_SORTED) return rows;
  return rows
    .map((row, place) => ({ row, place, length: lengthOf(row) }))
    .sort((x, y) => x.length - y.length || x.place - y.place)
    .map(({ row }) => row);
}

/** Whether a function answers a question. */
function isTruthValue(scope: Scope): boolean {
  const result = typeOfPlace('return', scope);
  return result !== null && styleOf(result)?.truth === true;
}

function saysNo({ outputs }: SignatureRow): boolean {
  return outputs.some(({ name, parts }) => name === 'return' && parts[0] === 0);
}

/** Whether a single case only says that none of the others is true. */
function isComplement({ cases: [only] }: SignatureRow, rows: readonly SignatureRow[]): boolean {
  return caseWeight(only) > rows.length;
}

function all(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** A row joins a group when the group's outputs, read on the row's inputs, are the row's: by looks, or by proof. */
export function groupByOutputs<Row extends Pick<SettledRow, 'conditions' | 'outputs'>>(
  rows: readonly Row[],
  terms: Terms,
  solver: Solver,
  given: readonly Term[],
  isLate: () => boolean = never,
): Row[][] {
  const groups: Row[][] = [];
  const proves = rows.length <= MOST_ROWS_COMPARED;
  // Outputs with fewer symbolic values first: a constant is shown rather than a term that equals it here.
  const order = rows.map((row, i) => ({ row, i, size: symbolicParts(row.outputs) }));
  order.sort((a, b) => a.size - b.size || a.i - b.i);
  for (const { row } of order) {
    const found = groups.find(([first]) => {
      if (!proves && isLate()) return false;
      const differs = differing(first.outputs, row.outputs, terms);
      if (differs === null) return false;
      // C gives no meaning to a shift by too much, which our terms do: what is shown must be computed as it is read.
      const undefinedInC = terms.orAll(tooFarShifts(first.outputs, terms));
      if (undefinedInC.kind !== Kind.constant || undefinedInC.value !== 0) {
        const either = terms.or(differs, undefinedInC);
        return proves && solver.check(PathCondition.of([...given, ...row.conditions]), either).status === 'unsat';
      }
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
function covers(
  rows: readonly { readonly conditions: readonly Term[] }[],
  wanted: Term,
  terms: Terms,
  solver: Solver,
): boolean | null {
  const either = terms.orAll(rows.map((row) => terms.andAll([...row.conditions])));
  const { status } = solver.check(PathCondition.of([wanted]), terms.not(either));
  return status === 'unsat' ? true : status === 'sat' ? false : null;
}

export function conditionOf({ cases }: Pick<SignatureRow, 'cases'>, terms: Terms): Term {
  return terms.orAll(cases.map(({ conditions }) => terms.andAll([...conditions])));
}

function areDisjoint(
  rows: readonly SignatureRow[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): boolean | null {
  const all = rows.map((row) => conditionOf(row, terms));
  for (let i = 0; i < all.length; i++) {
    // One query per row against all later ones.
    const later = terms.orAll(all.slice(i + 1));
    if (later.kind === Kind.constant && later.value === 0) continue;
    const { status } = solver.check(PathCondition.of([...given, all[i]]), later);
    if (status !== 'unsat') return status === 'sat' ? false : null;
  }
  return true;
}
