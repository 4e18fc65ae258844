/**
 * Who else might have written what a read reads: branches that another input could turn, and stores and calls whose pointer
 * another input could change.
 */
import { directCallee } from '../analysis/call-graph.ts';
import { InternalError } from '../program/errors.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import { FREEING, type TraceFacts } from './facts.ts';
import type { AccessEntry, LogEntry } from './log.ts';
import type { MemoryWriters } from './writers.ts';

export interface Turnable {
  readonly node: number;
  readonly edge: number;
  /** Branch and direction as `TraceFacts` numbers them. */
  readonly side: number;
  /** What stores of known place on the other ways would write. */
  readonly placed: readonly Place[];
  /** Stores under the branch that another input could place elsewhere, as sides. */
  readonly movable: readonly number[];
}

type Place = Pick<AccessEntry, 'object' | 'offset' | 'size'>;

const NO_PLACES: Pick<Turnable, 'placed' | 'movable'> = { placed: [], movable: [] };
const NONE: readonly number[] = [];

export class PotentialWrites {
  /** In the order of execution; stores and calls have direction 0. */
  readonly turnable: Turnable[];

  constructor(
    private readonly facts: TraceFacts,
    turnable: readonly Turnable[] = [],
    /** How many of them were looked at, and how many were found: over all reads so far. */
    public lookedAt = 0,
    public found = 0,
  ) {
    this.turnable = turnable.slice();
  }

  fork(): PotentialWrites {
    return new PotentialWrites(this.facts, this.turnable, this.lookedAt, this.found);
  }

  /** A branch that another input could turn went along `edge`; `accesses` are those of its frame. */
  turned(
    node: number,
    branch: Instruction,
    edge: number,
    accesses: ReadonlyMap<Instruction, AccessEntry>,
    mayVary: (value: Operand) => boolean,
  ): void {
    const side = this.facts.sideOf(branch, edge);
    this.turnable.push({ node, edge, side, ...this.placesUnder(branch, edge, accesses, mayVary) });
  }

  /** Another input could make a store or call write elsewhere. */
  movable(node: number, instruction: Instruction): void {
    this.turnable.push({ node, edge: 0, side: this.facts.sideOf(instruction, 0), ...NO_PLACES });
  }

  /**
   * Stores under a branch whose place is known: on the ways not taken what they would write, and on all ways those whose
   * place depends on the input. The latter are as good as unknown: that the place does not meet what is read later would be
   * true for this input only.
   */
  private placesUnder(
    branch: Instruction,
    edge: number,
    accesses: ReadonlyMap<Instruction, AccessEntry>,
    mayVary: (value: Operand) => boolean,
  ): Pick<Turnable, 'placed' | 'movable'> {
    const stores = this.facts.placedStores(branch);
    if (stores.length === 0) return NO_PLACES;
    const placed: Place[] = [];
    const movable: number[] = [];
    for (const { store, edge: way, twin, size } of stores) {
      const access = accesses.get(twin.access);
      if (access === undefined) throw new InternalError('an access that dominates a branch was not made before it');
      if (typeof access.offset !== 'number' || mayVary(twin.access.pointer)) movable.push(this.facts.sideOf(store, 0));
      else if (way !== edge) placed.push({ object: access.object, offset: access.offset + twin.distance, size });
    }
    return { placed, movable };
  }

  /**
   * Branches since the bytes were last written that may write them; for an object on the heap also branches that may free
   * it, because then there would be a fault instead.
   */
  of(
    instruction: Instruction,
    reads: readonly AccessEntry[],
    events: readonly LogEntry[],
    writers: MemoryWriters,
  ): readonly number[] {
    let since = Number.POSITIVE_INFINITY;
    for (const read of reads) since = Math.min(since, writers.oldestWriter(read));
    let madeAt = Number.POSITIVE_INFINITY;
    for (const event of events) {
      if (event.kind === 'access' && event.object.kind === 'heap') {
        madeAt = Math.min(madeAt, writers.madeAt(event.object.id));
      }
    }
    if (isFreeing(instruction)) madeAt = -1;
    const { turnable, facts } = this;
    let result: number[] | null = null;
    let i = turnable.length - 1;
    for (; i >= 0; i--) {
      const { node, side, placed, movable } = turnable[i];
      if (node <= since && node <= madeAt) break;
      if (
        (node > since &&
          (facts.sideMayWrite(side, instruction) ||
            (movable.length > 0 && movable.some((store) => facts.sideMayWrite(store, instruction))) ||
            (placed.length > 0 && reads.length > 0 && meet(placed, reads)))) ||
        (node > madeAt && facts.sideMayFree(side))
      ) {
        if (result === null) result = [node];
        else result.push(node);
      }
    }
    this.lookedAt += turnable.length - i;
    this.found += result?.length ?? 0;
    return result ?? NONE;
  }
}

function meet(places: readonly Place[], reads: readonly AccessEntry[]): boolean {
  return places.some((place) => reads.some((read) => place.object === read.object && overlap(place, read)));
}

function overlap(one: Place, other: Place): boolean {
  if (typeof one.offset !== 'number' || typeof other.offset !== 'number') return true;
  return one.offset < other.offset + other.size && other.offset < one.offset + one.size;
}

function isFreeing(instruction: Instruction): boolean {
  return instruction.op === 'call' && FREEING.has(directCallee(instruction)?.name ?? '');
}
