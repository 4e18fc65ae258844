/** The paths run so far, to be asked which of them satisfy a set of conditions. */
import { BitSet } from '../../analysis/bit-set.ts';
import type { Literal } from './literals.ts';

/** Why a path ended before its program was done: whenever these hold, it ends there, if not before. */
export type Halt = readonly Literal[];

export class ExploredPaths {
  /** Per path: null when it ran to the very end. */
  private readonly halts: (Halt | null)[] = [];
  private readonly having = new Map<Literal, BitSet>();
  private readonly whole = new BitSet();

  add(literals: Iterable<Literal>, halt: Halt | null): void {
    const path = this.halts.length;
    this.halts.push(halt);
    if (halt === null) this.whole.add(path);
    for (const literal of literals) {
      const paths = this.having.get(literal);
      if (paths === undefined) this.having.set(literal, new BitSet()).get(literal)!.add(path);
      else paths.add(path);
    }
  }

  /** The halts of the paths that have all the literals; null when one of them ran to the very end. */
  haltsOf(literals: readonly Literal[]): Halt[] | null {
    let common: number[] | null = null;
    const sets: BitSet[] = [];
    for (const literal of literals) {
      const set = this.having.get(literal);
      if (set === undefined) return [];
      sets.push(set);
    }
    sets.sort((a, b) => a.size - b.size);
    for (const set of sets) {
      common = common === null ? set.toArray() : common.filter((path) => set.has(path));
      if (common.length === 0) return [];
    }
    common ??= this.halts.map((_, path) => path);
    if (common.some((path) => this.whole.has(path))) return null;
    return common.map((path) => this.halts[path]!);
  }
}
