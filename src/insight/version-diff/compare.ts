/**
 * What two versions of a program do differently (Qi et al., section 5.3).
 *
 * Each version was explored by symbolic output, over the same inputs: an input's name is the same variable in both. Its
 * rows are disjoint and cover all inputs; within a row the outputs are terms over the inputs. So the versions differ
 * exactly where, for some pair of rows, both conditions hold and the outputs are not equal, and that is one question to
 * the solver per pair. Pairs whose outputs are the same terms need no question: after a small edit that is nearly all
 * of them, because terms are shared between the versions.
 *
 * Whether two paths fault in the same way is decided by the kind of the fault, not by its place: lines move when code is
 * edited. Text before a fault does not count either: buffers lose it, and an assertion names file and line. Of a pointer it
 * counts where it leads: into an object that both versions know under one name, or into a new one with equal contents. Inputs
 * that an assumption of either version drops are not compared.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { type OutputValue, outputsOf } from '../outputs.ts';

export interface VersionRow {
  readonly row: OutputRow;
  readonly outputs: readonly OutputValue[];
}

/** A pair of rows that some input takes with different outputs. */
export interface DifferingPair {
  readonly old: VersionRow;
  readonly new: VersionRow;
  /** Both conditions, and that the outputs differ: exactly the inputs of this pair that behave differently. */
  readonly condition: PathCondition;
  /** One of them. */
  readonly example: Model;
}

export interface PairStatistics {
  pairs: number;
  /** Pairs whose outputs are the same terms. */
  same: number;
  queries: number;
  undecided: number;
}

/** Rows that end in a limit or in something not modelled say nothing about outputs; the run's verdict counts them. */
export function comparableRows(rows: readonly OutputRow[], selection: OutputSelection): VersionRow[] {
  return rows
    .filter(({ outcome }) => !INCOMPARABLE.has(outcome.ending.kind))
    .map((row) => {
      const { kind } = row.outcome.ending;
      const chosen = kind === 'exit' || kind === 'endless' ? selection : { ...selection, stdout: false, stderr: false };
      return { row, outputs: outputsOf(row, chosen) };
    });
}

const INCOMPARABLE: ReadonlySet<string> = new Set(['dropped', 'limit', 'unmodelled', 'pruned']);

/** `within` are the inputs that both versions were explored for. */
export function* differingPairs(
  old: readonly VersionRow[],
  changed: readonly VersionRow[],
  within: Term,
  terms: Terms,
  solver: Solver,
  statistics: PairStatistics,
  isLate: () => boolean = () => false,
): Generator<DifferingPair, void> {
  const before = old.map((each) => ({
    each,
    condition: PathCondition.of(each.row.conditions),
    start: startKey(each.row.outcome),
  }));
  for (const after of changed) {
    const start = startKey(after.row.outcome);
    const negated = new Set(after.row.conditions.map((term) => terms.not(term)));
    for (const { each, condition, start: other } of before) {
      if (start !== other) continue;
      if (isLate()) return;
      statistics.pairs++;
      const differ = outputsDiffer(each.outputs, after.outputs, terms);
      if (differ.kind === Kind.constant && differ.value === 0) {
        statistics.same++;
        continue;
      }
      if (each.row.conditions.some((term) => negated.has(term))) continue;
      statistics.queries++;
      const both = after.row.conditions
        .reduce((all, term) => all.append(term), condition)
        .append(differ)
        .append(within);
      const result = solver.check(both);
      if (result.status === 'unknown') statistics.undecided++;
      if (result.status === 'sat') yield { old: each, new: after, condition: both, example: result.model };
    }
  }
}

/** Runs with another number or another room of arguments start apart and have no input in common. */
export function startKey({ arguments: words }: Pick<PathOutcome, 'arguments'>): string {
  return words
    .slice(1)
    .map((word) => word.map((byte) => (byte instanceof Term ? '*' : byte)).join(','))
    .join(';');
}

/** A term that is true for the inputs on which the outputs are not equal. */
export function outputsDiffer(old: readonly OutputValue[], changed: readonly OutputValue[], terms: Terms): Term {
  if (old.length !== changed.length) return terms.bool(true);
  let differ = terms.bool(false);
  for (let i = 0; i < old.length; i++) differ = terms.or(differ, valuesDiffer(old[i], changed[i], terms));
  return differ;
}

export function valuesDiffer(a: OutputValue, b: OutputValue, terms: Terms): Term {
  if (a.name !== b.name || a.kind !== b.kind || a.bits !== b.bits) return terms.bool(true);
  if (a.kind === 'ending') return terms.bool(faultKind(a.label) !== faultKind(b.label));
  if (a.isObject && b.isObject && a.parts.length !== b.parts.length) return objectsDiffer(a, b, terms);
  if (a.label !== b.label || a.parts.length !== b.parts.length) return terms.bool(true);
  if (a.kind === 'list') return outputsDiffer(a.members, b.members, terms);
  const width = a.kind === 'text' ? 8 : a.bits;
  let differ = outputsDiffer(a.members, b.members, terms);
  for (let i = 0; i < a.parts.length; i++) {
    differ = terms.or(differ, terms.ne(asTerm(a.parts[i], width, terms), asTerm(b.parts[i], width, terms)));
  }
  return differ;
}

/**
 * A program cannot ask how large an object is. One that has zeros after what the other has is the same to a caller who stops at a
 * zero, which the shorter one must then have at its end.
 */
function objectsDiffer(a: OutputValue, b: OutputValue, terms: Terms): Term {
  const [short, long] = a.parts.length < b.parts.length ? [a.parts, b.parts] : [b.parts, a.parts];
  const zero = terms.constant(8, 0);
  const differ = long.map((part, i) =>
    terms.ne(asTerm(part, 8, terms), i < short.length ? asTerm(short[i], 8, terms) : zero),
  );
  if (short.length > 0) differ.push(terms.ne(asTerm(short[short.length - 1], 8, terms), zero));
  return terms.orAll(differ);
}

function asTerm(value: Scalar | Term, width: number, terms: Terms): Term {
  return value instanceof Term ? value : terms.constant(width, value);
}

function faultKind(label: string): string {
  return label.split(' at ')[0];
}
