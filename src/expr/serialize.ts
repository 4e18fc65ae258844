import { InternalError } from '../program/errors.ts';
import { KIND_NAMES, KINDS, Kind } from './kinds.ts';
import type { Term } from './term.ts';
import type { Terms } from './terms.ts';
import { visitOnce } from './walk.ts';

/**
 * Terms as JSON: each distinct term is one row, operands before their users, so sharing survives and a row refers to
 * earlier rows by number. Reading goes through the maker: what a newer version rewrites better, it rewrites on the way.
 *
 * Rows: ["constant", width, hexadecimal], ["variable", width, name], ["bytes", size, name], ["table", hexadecimal];
 * other kinds are [kind, width, low, operands...].
 */
export type SerializedRow = readonly (string | number)[];
export interface SerializedTerms {
  readonly rows: readonly SerializedRow[];
  /** The rows of the terms given. */
  readonly roots: readonly number[];
}

export function serializeTerms(roots: readonly Term[]): SerializedTerms {
  const rows: SerializedRow[] = [];
  const numbers = new Map<Term, number>();
  visitOnce(roots, (term) => {
    numbers.set(term, rows.length);
    rows.push(rowOf(term, numbers));
  });
  return { rows, roots: roots.map((root) => numbers.get(root)!) };
}

export function deserializeTerms(terms: Terms, data: SerializedTerms): Term[] {
  const made: Term[] = [];
  const row = (number: unknown): Term => {
    const term = made[number as number];
    if (term === undefined) throw new InternalError(`stored terms refer to row ${number}, which does not precede it`);
    return term;
  };
  for (const cells of data.rows) made.push(termOf(terms, cells, row));
  return data.roots.map(row);
}

function rowOf(term: Term, numbers: Map<Term, number>): SerializedRow {
  const kind = KIND_NAMES[term.kind]!;
  switch (term.kind) {
    case Kind.constant:
      return [kind, term.width, term.value.toString(16)];
    case Kind.variable:
      return [kind, term.width, term.name];
    case Kind.bytes:
      return [kind, term.low, term.name];
    case Kind.table:
      return [kind, Array.from(term.bytes!, (byte) => byte.toString(16).padStart(2, '0')).join('')];
    default: {
      const row: (string | number)[] = [kind, term.width, term.low];
      for (const operand of [term.a, term.b, term.c]) if (operand !== null) row.push(numbers.get(operand)!);
      return row;
    }
  }
}

function termOf(terms: Terms, cells: SerializedRow, row: (number: unknown) => Term): Term {
  const name = cells[0] as keyof typeof Kind;
  const kind = Kind[name];
  switch (kind) {
    case undefined:
      throw new InternalError(`stored terms have an unknown kind "${name}"`);
    case Kind.constant:
      return terms.constant(cells[1] as number, BigInt(`0x${cells[2]}`));
    case Kind.variable:
      return terms.variable(cells[2] as string, cells[1] as number);
    case Kind.bytes:
      return terms.bytes(cells[2] as string, cells[1] as number);
    case Kind.table:
      return terms.table(Uint8Array.from((cells[1] as string).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
    default: {
      const { arity } = KINDS[name];
      const width = cells[1] as number;
      const low = cells[2] as number;
      if (cells.length !== 3 + arity) throw new InternalError(`a stored ${name} has ${cells.length - 3} operands`);
      const b = arity > 1 ? row(cells[4]) : null;
      const c = arity > 2 ? row(cells[5]) : null;
      return terms.build(kind, width, row(cells[3]), b, c, low);
    }
  }
}
