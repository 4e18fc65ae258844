/**
 * The fewest sets that together have every wanted member: unate covering.
 *
 * A member is a row: the sets that have it, of which one must be chosen. Rows that include another row follow from it, and a set whose
 * rows another set has as well is never needed; a row with a single set chooses it. What these rules leave over is searched: branch
 * on the row with the fewest sets, and leave a branch when the sets chosen so far plus rows that share no set, each of which needs a set
 * of its own, are no fewer than the best answer known. The rules and the bound are those of O. Coudert, "On Solving Covering Problems"
 * (DAC 1996). The search is exponential in the worst case, so its steps are limited; beyond the limit the best answer found stands, which
 * begins as the greedy one, and `atLeast` says how far from the fewest it may be.
 */
import { BitSet } from '../analysis/bit-set.ts';

export interface FewestSets {
  /** Indices, ascending. */
  readonly chosen: readonly number[];
  /** No choice is smaller: equal to the number chosen where that is proved to be the fewest. */
  readonly atLeast: number;
}

const MOST_STEPS = 5_000;

/** `forced` sets are chosen in any case. Among equally good sets the earlier ones are taken. Members that no set has are left out. */
export function fewestSets(sets: readonly BitSet[], wanted: BitSet, forced: readonly number[] = []): FewestSets {
  const chosen = new Set(forced);
  const rows = independentOfEachOther(rowsOf(sets, wanted, chosen));
  const search = new Search(sets.length);
  const rest = search.solve(rows);
  const all = [...chosen, ...rest.chosen].sort((a, b) => a - b);
  return { chosen: all, atLeast: chosen.size + rest.atLeast };
}

/** The sets that have each wanted member which no chosen set has. */
function rowsOf(sets: readonly BitSet[], wanted: BitSet, chosen: ReadonlySet<number>): BitSet[] {
  const done = new BitSet();
  for (const index of chosen) done.addAll(sets[index]);
  const rows = new Map<string, BitSet>();
  wanted.each((member) => {
    if (done.has(member)) return;
    const having = sets.flatMap((set, index) => (set.has(member) ? [index] : []));
    const key = having.join();
    if (having.length > 0 && !rows.has(key)) rows.set(key, BitSet.of(having));
  });
  return [...rows.values()];
}

/** Without rows that include another one. */
function independentOfEachOther(rows: readonly BitSet[]): BitSet[] {
  const sorted = [...rows].sort((a, b) => a.size - b.size);
  const kept: BitSet[] = [];
  for (const row of sorted) if (!kept.some((smaller) => row.includes(smaller))) kept.push(row);
  return kept;
}

class Search {
  private best: readonly number[] = [];
  private steps = 0;

  constructor(private readonly setCount: number) {}

  solve(rows: readonly BitSet[]): FewestSets {
    this.best = this.greedy(rows);
    const { chosen, rows: left } = this.simplified(rows);
    const bound = chosen.length + disjointRows(left);
    this.branch(left, chosen);
    return {
      chosen: this.best,
      atLeast: this.steps < MOST_STEPS ? this.best.length : Math.min(bound, this.best.length),
    };
  }

  private branch(rows: readonly BitSet[], chosen: readonly number[]): void {
    if (rows.length === 0) {
      if (chosen.length < this.best.length) this.best = chosen;
      return;
    }
    if (this.steps++ >= MOST_STEPS || chosen.length + disjointRows(rows) >= this.best.length) return;
    const shortest = rows.reduce((least, row) => (row.size < least.size ? row : least));
    const byGain = shortest.toArray().sort((a, b) => count(rows, b) - count(rows, a) || a - b);
    for (const set of byGain) {
      const next = this.simplified(rows.filter((row) => !row.has(set)));
      this.branch(next.rows, [...chosen, set, ...next.chosen]);
    }
  }

  /** Sets that must be chosen, and the rows they leave, until nothing changes. */
  private simplified(rows: readonly BitSet[]): { chosen: number[]; rows: BitSet[] } {
    const chosen: number[] = [];
    let left = independentOfEachOther(rows);
    for (;;) {
      const single = left.find((row) => row.size === 1);
      if (single !== undefined) {
        const [set] = single.toArray();
        chosen.push(set);
        left = left.filter((row) => !row.has(set));
        continue;
      }
      const useful = this.usefulSets(left);
      const shorter = independentOfEachOther(left.map((row) => common(row, useful)));
      const isSmaller = shorter.length < left.length || shorter.some((row) => row.size === 1);
      left = shorter;
      if (!isSmaller) return { chosen, rows: left };
    }
  }

  /** Without sets whose rows another one has as well. */
  private usefulSets(rows: readonly BitSet[]): BitSet {
    const members = new Map<number, BitSet>();
    rows.forEach((row, i) => {
      row.each((set) => {
        const known = members.get(set) ?? new BitSet();
        known.add(i);
        members.set(set, known);
      });
    });
    const sorted = [...members].map(([set, has]) => ({ set, has, size: has.size }));
    sorted.sort((a, b) => b.size - a.size || a.set - b.set);
    const kept: typeof sorted = [];
    for (const each of sorted) if (!kept.some(({ has }) => has.includes(each.has))) kept.push(each);
    return BitSet.of(kept.map(({ set }) => set));
  }

  /** The set with the most open rows, again and again. */
  private greedy(rows: readonly BitSet[]): number[] {
    const chosen: number[] = [];
    let left = [...rows];
    while (left.length > 0) {
      const gains = new Uint32Array(this.setCount);
      for (const row of left) row.each((set) => gains[set]++);
      const set = gains.reduce((best, gain, i) => (gain > gains[best] ? i : best), 0);
      chosen.push(set);
      left = left.filter((row) => !row.has(set));
    }
    return chosen;
  }
}

function count(rows: readonly BitSet[], set: number): number {
  return rows.reduce((sum, row) => sum + (row.has(set) ? 1 : 0), 0);
}

function common(row: BitSet, useful: BitSet): BitSet {
  const result = new BitSet();
  result.addCommon(row, useful);
  return result;
}

/** How many rows share no set with each other, the shortest first. */
function disjointRows(rows: readonly BitSet[]): number {
  const taken = new BitSet();
  let found = 0;
  for (const row of [...rows].sort((a, b) => a.size - b.size)) {
    if (row.meets(taken)) continue;
    taken.addAll(row);
    found++;
  }
  return found;
}
