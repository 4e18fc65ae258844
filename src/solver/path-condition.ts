import { Kind } from '../expr/kinds.ts';
import type { Term } from '../expr/term.ts';
import type { Group, Partitioner } from './independence.ts';
import { IntMap } from './int-map.ts';
import { Partition } from './partition.ts';

/** So many constraints are looked through one by one for a repetition; those before are found by their ids. */
const LOOKED_THROUGH = 64;

/** Longer lists are not kept: a path that goes on and on has a condition at every decision, and each would keep one of its own. */
const LONGEST_KEPT_LIST = 256;

/**
 * What has been decided along a path: a conjunction of one-bit terms. Persistent: `append` shares everything with the
 * shorter condition. Conjunctions are taken apart, constants that hold and repetitions are dropped.
 */
export class PathCondition {
  static readonly empty = new PathCondition(null, null, 0, false);

  static of(conditions: Iterable<Term>): PathCondition {
    let all = PathCondition.empty;
    for (const each of conditions) all = all.append(each);
    return all;
  }

  private list: readonly Term[] | null = null;
  private partition = Partition.empty;
  /** The ids of all constraints, at every so many. */
  private readonly ids: IntMap<true> | null;
  private partitioner: Partitioner | null = null;

  private constructor(
    private readonly parent: PathCondition | null,
    private readonly last: Term | null,
    readonly length: number,
    /** Contains a constraint that is false by itself. */
    readonly isFalse: boolean,
  ) {
    this.ids = length > 0 && length % LOOKED_THROUGH === 0 ? this.collectIds() : null;
  }

  private collectIds(): IntMap<true> {
    let ids = IntMap.empty<true>();
    const added: Term[] = [];
    for (let at: PathCondition | null = this; at !== null && at.last !== null; at = at.parent) {
      if (at !== this && at.ids !== null) {
        ids = at.ids;
        break;
      }
      added.push(at.last);
    }
    for (const term of added) ids = ids.with(term.id, true);
    return ids;
  }

  append(term: Term): PathCondition {
    if (term.kind === Kind.and) {
      let result: PathCondition = this;
      const pending = [term];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (next.kind === Kind.and) pending.push(next.b!, next.a!);
        else result = result.append(next);
      }
      return result;
    }
    if (term.kind === Kind.constant && term.value !== 0) return this;
    if (this.has(term)) return this;
    return new PathCondition(this, term, this.length + 1, this.isFalse || term.kind === Kind.constant);
  }

  has(term: Term): boolean {
    for (let at: PathCondition | null = this; at !== null; at = at.parent) {
      if (at.ids !== null) return at.ids.has(term.id);
      if (at.last === term) return true;
    }
    return false;
  }

  /** In the order they were appended. */
  conjuncts(): readonly Term[] {
    if (this.list !== null) return this.list;
    const list = this.since(0);
    if (this.length <= LONGEST_KEPT_LIST) this.list = list;
    return list;
  }

  /** Those after the first so many. */
  since(length: number): readonly Term[] {
    const list = new Array<Term>(Math.max(0, this.length - length));
    let at: PathCondition = this;
    for (let i = list.length - 1; i >= 0; i--) {
      list[i] = at.last!;
      at = at.parent!;
    }
    return list;
  }

  /** The constraints in groups that share no input (see `Partitioner`). */
  groups(partitioner: Partitioner): readonly Group[] {
    return this.partitioned(partitioner).groups();
  }

  /**
   * The same for looking up groups. Computed from the nearest shorter condition that knows its own, and kept, like those of all
   * conditions between, for that partitioner.
   */
  partitioned(partitioner: Partitioner): Partition {
    const behind: PathCondition[] = [];
    let at: PathCondition = this;
    while (at.partitioner !== partitioner && at.parent !== null) {
      behind.push(at);
      at = at.parent;
    }
    let partition = at.parent === null ? Partition.empty : at.partition;
    for (let next = behind.pop(); next !== undefined; next = behind.pop()) {
      partition = partitioner.extend(partition, next.last!);
      next.partition = partition;
      next.partitioner = partitioner;
    }
    return partition;
  }
}
