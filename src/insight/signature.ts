/**
 * The semantic signature of a program: rows "condition -> outputs" that are disjoint and together cover all inputs.
 *
 * The search gives one row per relevant slice condition. For people, rows whose outputs are the same are merged where
 * the merged condition is simpler, and conjuncts that the others imply are dropped. Both steps keep each row's set of
 * inputs, so disjointness and coverage are untouched; still, both are proved again by the solver at the end.
 */

import { Kind } from '../expr/kinds.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { OutputSelection } from '../reduce/output/criterion.ts';
import type { OutputRow } from '../reduce/output/explore.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';

/** One output of a row: text of concrete parts and terms in order, or one value. */
export interface OutputValue {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  readonly kind: 'int' | 'float' | 'text' | 'ending';
  /** One entry for numbers; bytes for text. */
  readonly parts: readonly (Scalar | Term)[];
  /** For an ending: its description. */
  readonly label: string;
}

export interface SignatureRow {
  /** A disjunction of conjunctions; one conjunction unless rows were merged. */
  readonly cases: readonly (readonly Term[])[];
  readonly outputs: readonly OutputValue[];
  readonly outcome: PathOutcome;
  readonly input: Model;
}

export interface Signature {
  readonly rows: readonly SignatureRow[];
  /** Null when the solver gave up. */
  readonly disjoint: boolean | null;
  readonly covering: boolean | null;
}

export function makeSignature(
  rows: readonly OutputRow[],
  selection: OutputSelection,
  terms: Terms,
  solver: Solver,
): Signature {
  const plain = rows
    .filter((row) => row.outcome.ending.kind !== 'dropped')
    .map((row): SignatureRow => {
      const conditions = dropImplied(row.conditions, terms, solver);
      return {
        cases: [conditions],
        outputs: outputsOf(row.outcome, selection),
        outcome: row.outcome,
        input: row.input,
      };
    });
  const merged = mergeEqual(plain, terms, solver);
  // Inputs that the program's own assumptions drop are nobody's: the rows need not cover them.
  const dropped = rows.flatMap((row) => (row.outcome.ending.kind === 'dropped' ? [row.conditions] : row.dropped));
  const wanted = terms.not(terms.orAll(dropped.map((each) => terms.andAll(each))));
  return { rows: merged, ...check(merged, terms, solver, wanted) };
}

/** Leaves out conjuncts that the remaining ones imply, later ones first. */
export function dropImplied(conditions: readonly Term[], terms: Terms, solver: Solver): Term[] {
  let kept = [...conditions];
  for (let i = kept.length - 1; i >= 0; i--) {
    const others = kept.filter((_, k) => k !== i);
    if (solver.check(conjunction(others), terms.not(kept[i])).status === 'unsat') kept = others;
  }
  return kept;
}

/** Joins two rows with the same outputs where their conditions differ in one conjunct that is negated. */
export function mergeEqual<Row extends Pick<SignatureRow, 'cases' | 'outputs'>>(
  rows: readonly Row[],
  terms: Terms,
  solver: Solver,
): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    let current = row;
    for (let again = true; again; ) {
      again = false;
      for (let i = 0; i < result.length; i++) {
        if (!sameOutputs(result[i].outputs, current.outputs)) continue;
        const joined = joinCases(result[i].cases, current.cases, terms, solver);
        if (joined === null) continue;
        current = { ...result[i], cases: joined };
        result.splice(i, 1);
        again = true;
        break;
      }
    }
    result.push(current);
  }
  return result;
}

function joinCases(
  left: readonly (readonly Term[])[],
  right: readonly (readonly Term[])[],
  terms: Terms,
  solver: Solver,
): readonly (readonly Term[])[] | null {
  if (left.length !== 1 || right.length !== 1) return null;
  const [a, b] = [left[0], right[0]];
  const shared = a.filter((term) => b.includes(term));
  const onlyA = a.filter((term) => !b.includes(term));
  const onlyB = b.filter((term) => !a.includes(term));
  // shared && (onlyA || onlyB) is just shared when one of the two always holds there.
  const either = terms.or(terms.andAll(onlyA), terms.andAll(onlyB));
  if (solver.check(conjunction(shared), terms.not(either)).status !== 'unsat') return null;
  return [dropImplied(shared, terms, solver)];
}

function sameOutputs(a: readonly OutputValue[], b: readonly OutputValue[]): boolean {
  return (
    a.length === b.length &&
    a.every((output, i) => {
      const other = b[i];
      return (
        output.name === other.name &&
        output.label === other.label &&
        output.parts.length === other.parts.length &&
        output.parts.every((part, k) => part === other.parts[k])
      );
    })
  );
}

function conjunction(conditions: readonly Term[]): PathCondition {
  return conditions.reduce((all, each) => all.append(each), PathCondition.empty);
}

function rowTerm(row: SignatureRow, terms: Terms): Term {
  return terms.orAll(row.cases.map((each) => terms.andAll(each)));
}

/** `wanted` describes the inputs to cover. */
function check(
  rows: readonly SignatureRow[],
  terms: Terms,
  solver: Solver,
  wanted: Term,
): { disjoint: boolean | null; covering: boolean | null } {
  const all = rows.map((row) => rowTerm(row, terms));
  let disjoint: boolean | null = true;
  for (let i = 0; i < all.length && disjoint === true; i++) {
    // One query per row against all later ones.
    const later = terms.orAll(all.slice(i + 1));
    if (later.kind === Kind.constant && later.value === 0) continue;
    const { status } = solver.check(conjunction([all[i]]), later);
    if (status !== 'unsat') disjoint = status === 'sat' ? false : null;
  }
  const { status } = solver.check(conjunction([wanted]), terms.not(terms.orAll(all)));
  return { disjoint, covering: status === 'unsat' ? true : status === 'sat' ? false : null };
}

/** The chosen outputs of a path, in a fixed order. */
export function outputsOf(outcome: PathOutcome, selection: OutputSelection): OutputValue[] {
  const { ending, outputs, stdout, stderr } = outcome;
  const result: OutputValue[] = [];
  if (ending.kind !== 'exit') {
    const place = ending.position === null ? '' : ` at ${ending.position.file.path}:${ending.position.line}`;
    result.push({ name: 'fault', bits: 0, signed: false, kind: 'ending', parts: [], label: `${ending.kind}${place}` });
  }
  if (selection.marks) {
    for (const output of outputs) {
      result.push({
        name: output.name,
        bits: output.bits,
        signed: output.signed,
        kind: output.kind === 'bytes' ? 'text' : output.kind,
        parts: output.bytes ?? [output.value],
        label: '',
      });
    }
  }
  if (selection.exitStatus && ending.kind === 'exit') {
    result.push({ name: 'exit', bits: 32, signed: true, kind: 'int', parts: [ending.status], label: '' });
  }
  if (selection.stdout) result.push(text('stdout', stdout));
  if (selection.stderr) result.push(text('stderr', stderr));
  return result;
}

function text(name: string, parts: readonly (number | Term)[]): OutputValue {
  return { name, bits: 8 * parts.length, signed: false, kind: 'text', parts, label: '' };
}
