/**
 * The tree of paths: which forks are complete, and their preconditions.
 *
 * A fork is complete when every path below it has ended. Its precondition joins those of its two sides, each moved back
 * over one edge (backward.ts). It is computed when a second path comes to the fork's location, because before it is not asked for
 * for it; most locations are never visited twice. A fork that cannot be summarised, or only by too large a term, loses all
 * forks above it: nothing is computed for those.
 */
import type { Terms } from '../../expr/terms.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { PathEnding } from '../../machine/outcome.ts';
import type { Backward } from './backward.ts';
import type { Location } from './locations.ts';
import { Fork, Leaf, type PathRecord } from './record.ts';
import { either, type Precondition, type SummaryCounts } from './summary.ts';
import { COST_OF_A_DEFINITION, COST_OF_A_RUN_WALKED, COST_OF_AN_EDGE, type Ledger } from './worth.ts';

export interface TreeOptions {
  readonly sizeBound: number;
  readonly combine: boolean;
  readonly reuse: boolean;
  readonly lazy: boolean;
  readonly adaptive: boolean;
}

export interface TreeCounts extends SummaryCounts {
  forks: number;
  edges: number;
  skipped: number;
  forgotten: number;
}

/** Entries of paths that are kept for summaries that were not asked for yet. */
const MOST_ENTRIES_KEPT = 1_000_000;

export class PathTree {
  private completed = 0;
  /** Leaves in the order they were made, from the oldest that is kept, and how many entries they take up. */
  private leaves: Leaf[] = [];
  private oldest = 0;
  private kept = 0;
  /** Where the first path parted. */
  private root: Fork | null = null;

  constructor(
    private readonly terms: Terms,
    private readonly backward: Backward,
    private readonly ledger: Ledger,
    private readonly options: TreeOptions,
    private readonly counts: TreeCounts,
  ) {}

  /** A path is over; `isKnown` when what it did is all it can do. */
  ended(record: PathRecord, ending: PathEnding, memory: Memory, cutBy: Precondition | null, isKnown: boolean): void {
    let fork = record.lastFork;
    record.deciding = null;
    if (fork === null) return;
    this.root ??= topOf(fork);
    const leaf = new Leaf(fork, ++this.completed, record, ending, memory, cutBy);
    fork.sides[record.side] = leaf;
    fork.leaves++;
    if (isKnown) this.keep(leaf);
    else fork.lose();
    for (; fork?.endSide(); fork = fork.parent) {
      fork.completed = ++this.completed;
      fork.work = this.ledger.meter - fork.began;
      if (fork.parent !== null) fork.parent.leaves += fork.leaves;
      if (fork.isLost) {
        fork.sides.fill(null);
        continue;
      }
      if (fork.location !== null && fork.isFirstHere && !fork.location.isGivenUp) {
        fork.location.forks.push(fork);
        if (!this.options.lazy) this.summarize(fork.location);
      }
    }
  }

  private keep(leaf: Leaf): void {
    this.leaves.push(leaf);
    this.kept += leaf.record.ownLength;
    while (this.kept > MOST_ENTRIES_KEPT) {
      const oldest = this.leaves[this.oldest++];
      this.kept -= oldest.record.ownLength;
      const { fork } = oldest;
      if (!fork.sides.includes(oldest)) continue;
      this.lose(fork);
      this.counts.forgotten++;
    }
    if (this.oldest > 1000 && this.oldest * 2 > this.leaves.length) {
      this.leaves = this.leaves.slice(this.oldest);
      this.oldest = 0;
    }
  }

  forget(): void {
    this.leaves = [];
    this.oldest = 0;
  }

  /** Makes the preconditions of the forks at a location part of its summary. */
  summarize(location: Location): void {
    const { forks } = location;
    location.forks = [];
    for (const fork of forks) {
      if (fork.isLost) continue;
      if (fork.precondition === null && !this.isWorth(fork)) {
        this.counts.skipped++;
        location.forks.push(fork);
        continue;
      }
      const found = this.options.reuse ? [this.preconditionOf(fork)] : this.pathByPath(fork);
      for (const precondition of found) {
        if (precondition === null) continue;
        precondition.saves = fork.work;
        const options = { bound: this.options.sizeBound, combine: this.options.combine };
        location.summary.add(this.terms, precondition, options, this.counts);
      }
    }
  }

  private isWorth(fork: Fork): boolean {
    return !this.options.adaptive || this.ledger.allows(fork.leaves * COST_OF_AN_EDGE);
  }

  /** What lies below first, in the order in which it was completed: then neighbouring paths are followed in turn. */
  private preconditionOf(root: Fork): Precondition | null {
    if (root.precondition !== null) return root.precondition;
    const below: (Fork | Leaf)[] = [];
    const work: (Fork | Leaf | null)[] = [root];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      if (each === null) continue;
      below.push(each);
      if (each instanceof Fork && each.precondition === null) work.push(...each.sides);
    }
    below.sort((a, b) => a.completed - b.completed);
    for (const each of below) {
      if (root.isLost) return null;
      if (each instanceof Fork && each.precondition === null && !each.isLost) this.finish(each);
      if (each === root) break;
      const above = each instanceof Leaf ? each.fork : each.parent!;
      if (!above.isLost) this.contribute(above, each);
    }
    return root.precondition;
  }

  private contribute(fork: Fork, side: Fork | Leaf): void {
    const found = this.overEdge(fork, side);
    fork.sides[fork.sides.indexOf(side)] = null;
    const { combine } = this.options;
    if (found === null || this.isTooLarge(found)) {
      this.lose(fork);
      return;
    }
    fork.witness = side instanceof Leaf ? side : side.witness;
    fork.joined = fork.joined === null ? found : either(this.terms, fork.joined, found, combine, this.counts);
    if (this.isTooLarge(fork.joined)) this.lose(fork);
  }

  private finish(fork: Fork): void {
    this.counts.forks++;
    fork.precondition = fork.joined;
    fork.joined = null;
  }

  private isTooLarge(precondition: Precondition): boolean {
    const { sizeBound } = this.options;
    if (sizeBound === 0 || precondition.size <= sizeBound) return false;
    this.counts.bounded++;
    return true;
  }

  private lose(fork: Fork): void {
    fork.lose();
    fork.sides.fill(null);
  }

  private overEdge(fork: Fork, side: Fork | Leaf): Precondition | null {
    const { backward } = this;
    const { walked, propagated } = backward;
    this.counts.edges++;
    const found =
      side instanceof Leaf
        ? backward.fromEnd(fork, side)
        : side.precondition === null || side.witness === null
          ? null
          : backward.fromFork(fork, side, side.precondition, side.witness);
    this.ledger.spend(
      COST_OF_AN_EDGE +
        (backward.walked - walked) * COST_OF_A_RUN_WALKED +
        (backward.propagated - propagated) * COST_OF_A_DEFINITION,
    );
    return found;
  }

  /**
   * The postcondition of a location as the paper prints it: from all paths that have ended, complete or not. For people;
   * the search itself goes by complete forks.
   */
  postconditionOf(location: Location): readonly Precondition[] {
    const forks = [...location.forks];
    const open: (Fork | Leaf | null)[] = [this.root];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (!(each instanceof Fork) || each.completed > 0) continue;
      if (each.location === location && each.isFirstHere) forks.push(each);
      open.push(...each.sides);
    }
    const found = forks.map((fork) => this.soFar(fork)?.precondition ?? null);
    return [...location.summary.disjuncts, ...found.filter((each) => each !== null)];
  }

  private soFar(fork: Fork): { precondition: Precondition; witness: Leaf } | null {
    let precondition = fork.precondition ?? fork.joined;
    let { witness } = fork;
    for (const side of fork.sides) {
      if (side === null) continue;
      const below = side instanceof Leaf ? null : this.soFar(side);
      if (side instanceof Fork && below === null) continue;
      const found =
        side instanceof Leaf
          ? this.backward.fromEnd(fork, side)
          : this.backward.fromFork(fork, side, below!.precondition, below!.witness);
      if (found === null) continue;
      witness = side instanceof Leaf ? side : below!.witness;
      precondition =
        precondition === null ? found : either(this.terms, precondition, found, this.options.combine, this.counts);
    }
    return precondition === null || witness === null ? null : { precondition, witness };
  }

  /** Without reuse: each path below by itself, as the paper's algorithm 3 has it. */
  private pathByPath(fork: Fork): (Precondition | null)[] {
    const found: (Precondition | null)[] = [];
    const work: (Fork | Leaf | null)[] = [fork];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      if (each instanceof Fork) work.push(...each.sides);
      else if (each !== null) found.push(this.overEdge(fork, each));
    }
    return found;
  }
}

function topOf(fork: Fork): Fork {
  let top = fork;
  while (top.parent !== null) top = top.parent;
  return top;
}
