import { KIND_NAMES, type Kind } from '../kinds.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules.ts';

export type RewriteLevel = 0 | 1 | 2;

/** Rules that make further terms nest; past this depth terms are made as they are, so no chain can exhaust the stack. */
const MAX_NESTING = 150;

/** Tries the rules of a level, in their order, on terms that are to be made, and counts which of them applied. */
export class Rewriting {
  /** By kind, and where in `RULES` each of them stands. */
  private readonly rulesOf: readonly (readonly Rule[])[];
  private readonly numbersOf: readonly (readonly number[])[];
  private readonly hits = new Float64Array(RULES.length);
  private nesting = 0;

  constructor(level: RewriteLevel) {
    this.numbersOf = KIND_NAMES.map((kind) =>
      RULES.flatMap((rule, number) => (rule.level <= level && rule.on.includes(kind) ? [number] : [])),
    );
    this.rulesOf = this.numbersOf.map((numbers) => numbers.map((number) => RULES[number]!));
  }

  /** What the first rule that applies makes of the term; null where none does. */
  apply(terms: Terms, kind: Kind, width: number, a: Term, b: Term | null, c: Term | null, low: number): Term | null {
    const rules = this.rulesOf[kind]!;
    if (rules.length === 0 || this.nesting >= MAX_NESTING) return null;
    this.nesting++;
    for (let i = 0; i < rules.length; i++) {
      const result = rules[i]!.apply(terms, a, b!, c!, width, low, kind);
      if (result !== null) {
        this.nesting--;
        this.hits[this.numbersOf[kind]![i]!]!++;
        return result;
      }
    }
    this.nesting--;
    return null;
  }

  /** How often each rule applied, by name. */
  ruleHits(): Map<string, number> {
    return new Map(RULES.map((rule, number) => [rule.name, this.hits[number]!]));
  }
}
