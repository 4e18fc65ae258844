/**
 * Values that are not written the same and yet are the same. A parser that skips a blank copies the second byte of its input to where
 * it would have copied the first, and afterwards looks only for the end of the text: neither byte is zero, and that is all that matters.
 * So where a state holds another value than a visit did, it is asked whether both come to one number for all inputs that the state
 * stands for: the values themselves, or what is derived from them (derivations.ts). To such a state it makes no difference whether it holds
 * its own value or the visit's, and with the visit's it agrees.
 *
 * It is asked only of values that follow from one byte of input: what is known of a byte is a set, what follows from it a table, and
 * looking up the one in the other is all the work. Conditions on these bytes that the answer rests on are handed up as requirements: above,
 * where less is known, the values may differ.
 */
import { Evaluator } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Value } from '../../machine/value.ts';
import type { PathCondition, Solver } from '../../solver/solver.ts';
import { type ByteSet, forEachByte, isOneCell } from './byte-sets.ts';
import type { Derivation } from './derivations.ts';
import type { Knowledge, KnownByte } from './requirements.ts';

/** For each value of a byte what a term comes to. */
type ByteTable = Float64Array;

/** What a derivation or a term has no number for. */
const NO_NUMBER = Number.NaN;

export class KnownValues {
  /** What the last answers rest on. */
  readonly reasons = new Set<Term>();
  private condition!: PathCondition;
  private readonly tables = new Map<Term, Map<Derivation | null, ByteTable | null>>();
  private readonly evaluator = new Evaluator();

  constructor(
    private readonly terms: Terms,
    private readonly solver: Solver,
    private readonly knowledge: Knowledge,
  ) {}

  /** Answers are about inputs that satisfy this from now on. */
  under(condition: PathCondition): this {
    this.condition = condition;
    return this;
  }

  /** Whether both come to the same number; with a derivation, whether what is derived from them does. */
  areSame(one: Value, two: Value, derivation: Derivation | null): boolean {
    if (!(one instanceof Term) && !(two instanceof Term)) return false;
    if (derivation === null && !canBeCompared(one, two)) return false;
    const first = this.numberOf(one, derivation);
    if (first === null || first !== this.numberOf(two, derivation)) return false;
    this.explain(one);
    this.explain(two);
    return true;
  }

  private numberOf(value: Value, derivation: Derivation | null): number | null {
    if (typeof value === 'number') return derivation === null ? value : derivation.numberFor(value);
    if (!(value instanceof Term)) return null;
    const table = this.tableOf(value, derivation);
    const known = table === null ? null : this.knownByteOf(value);
    return known === null ? null : onlyNumber(table!, known.possible);
  }

  /** Keeps what is known of the byte that a value follows from. */
  explain(value: Value): void {
    if (value instanceof Term) for (const each of this.knownByteOf(value)!.constraints) this.reasons.add(each);
  }

  private knownByteOf(term: Term): KnownByte | null {
    const support = this.knowledge.supportOf(term);
    const [group] = this.solver.groupsAbout(this.condition, support);
    if (group === undefined) return null;
    return this.knowledge.knownByte(group, support);
  }

  /** Null where the term does not follow from one byte, or is no number. */
  private tableOf(term: Term, derivation: Derivation | null): ByteTable | null {
    let ofTerm = this.tables.get(term);
    if (ofTerm === undefined) {
      ofTerm = new Map();
      this.tables.set(term, ofTerm);
    }
    let table = ofTerm.get(derivation);
    if (table === undefined) {
      table = derivation === null ? this.makeTable(term) : this.derivedTable(term, derivation);
      ofTerm.set(derivation, table);
    }
    return table;
  }

  private derivedTable(term: Term, derivation: Derivation): ByteTable | null {
    const values = this.tableOf(term, null);
    return values?.map((value) => derivation.numberFor(value) ?? NO_NUMBER) ?? null;
  }

  private makeTable(term: Term): ByteTable | null {
    const support = this.knowledge.supportOf(term);
    if (term.width === 0 || term.width > 32 || !isOneCell(support)) return null;
    const input = this.terms.byId(support[0]);
    if (input.kind !== Kind.bytes && !(input.kind === Kind.variable && input.width === 8)) return null;
    const table = new Float64Array(256);
    forEachByte(input, support[1], (value, model) => {
      table[value] = Number(this.evaluator.use(model).value(term));
    });
    return table;
  }
}

/** A number and a term that may be a float are not written alike: the one is its value, the other its bits. Floats have 16 bits or more. */
function canBeCompared(one: Value, two: Value): boolean {
  return one instanceof Term ? two instanceof Term || one.width < 16 : two instanceof Term && two.width < 16;
}

/** The number for all of the bytes, if it is the same. */
function onlyNumber(table: ByteTable, possible: ByteSet): number | null {
  let only = NO_NUMBER;
  for (let word = 0; word < possible.length; word++) {
    for (let rest = possible[word]; rest !== 0; rest &= rest - 1) {
      const number = table[word * 32 + 31 - Math.clz32(rest & -rest)];
      if (Number.isNaN(number)) return null;
      if (Number.isNaN(only)) only = number;
      else if (only !== number) return null;
    }
  }
  return Number.isNaN(only) ? null : only;
}
