/** The paths run so far, to be asked which of them satisfy a set of conditions. */
import { BitSet } from '../../analysis/bit-set.ts';
import type { Literal } from './literals.ts';

/** Why a path ended before its program was done: whenever these hold, it ends there, if not before. */
export type Halt = readonly Literal[];

/** Counting a set anew for every comparison would take longer than running most paths. */
interface Having {
  readonly paths: BitSet;
  count: number;
}

export class ExploredPaths {
  /** Per path: null when it ran to the very end. */
  private readonly halts: (Halt | null)[] = [];
  private readonly having = new Map<Literal, Having>();
  private readonly whole = new BitSet();

  add(literals: Iterable<Literal>, halt: Halt | null): void {
    const path = this.halts.length;
    this.halts.push(halt);
    if (halt === null) this.whole.add(path);
    for (const literal of literals) {
      let having = this.having.get(literal);
      if (having === undefined) {
        having = { paths: new BitSet(), count: 0 };
        this.having.set(literal, having);
      }
      if (having.paths.add(path)) having.count++;
    }
  }

  /** The halts of the paths that have all the literals; null when one of them ran to the very end. */
  haltsOf(literals: readonly Literal[]): Halt[] | null {
    let common: number[] | null = null;
    const all: Having[] = [];
    for (const literal of literals) {
      const having = this.having.get(literal);
      if (having === undefined) return [];
      all.push(having);
    }
    all.sort((a, b) => a.count - b.count);
    for (const { paths } of all) {
      common = common === null ? paths.toArray() : common.filter((path) => paths.has(path));
      if (common.length === 0) return [];
    }
    common ??= this.halts.map((_, path) => path);
    if (common.some((path) => this.whole.has(path))) return null;
    return common.map((path) => this.halts[path]!);
  }
}
