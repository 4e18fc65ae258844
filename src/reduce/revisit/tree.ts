/** The tree of paths explored so far: where they forked, and which parts are explored to their end. */
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { Chain, Frame, State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { PathCondition } from '../../solver/solver.ts';
import type { OutcomeFork } from '../output/outcome-tree.ts';
import type { RecordedTrack } from './log.ts';
import type { StateNeeds } from './needs.ts';
import { type ShownSoFar, shownBy } from './outcome-keeper.ts';
import type { ExploredVisit } from './visit.ts';

/** What a state was when it came to a fork: enough to read any location of it. */
export interface Snapshot {
  readonly frame: Frame;
  readonly memory: Memory;
  readonly inputs: Chain<InputRecord> | null;
  readonly stdinUsed: number;
  readonly shown: ShownSoFar;
}

export function snapshotOf(state: State): Snapshot {
  return {
    frame: state.frame.copy({}),
    // The state was forked just now, so it owns nothing that the copy could see change.
    memory: state.memory.fork(state.owner, {}),
    inputs: state.inputs,
    stdinUsed: state.stdinUsed,
    shown: shownBy(state),
  };
}

/**
 * Where a path was cut, the visit that speaks for it (null where nothing that could follow matters), and the names that objects of
 * the visit have here, if others.
 */
export interface CutPlace {
  readonly site: Site;
  readonly depth: number;
  readonly match: ExploredVisit | null;
  readonly names: ReadonlyMap<number, number> | null;
  /** What must be known of the inputs for its values to be the visit's. */
  readonly reasons: readonly Term[];
}

export class TreeLeaf {
  constructor(
    readonly track: RecordedTrack,
    readonly ending: EndingKind,
    readonly known: PathCondition,
    /** The step that ended the path, where it is the last of the track: its number in the segment, else -1. */
    readonly endStep: number,
    /** Where the path was cut, and the visit that speaks for what would have come. */
    readonly cut: CutPlace | null,
    /** What others can see in memory afterwards, where that is an output. */
    readonly left: readonly MemoryObject[] = [],
  ) {}
}

export class TreeFork {
  /** Sides that are explored to their end. */
  sides: (TreeFork | TreeLeaf)[] = [];
  private open = 2;
  /** Something below is not known: a limit, or what is not modelled. */
  isLost = false;
  /** What everything below looks at, once asked for. */
  needs: StateNeeds | null = null;
  /** Whether it can become a visit. */
  readonly isPlace: boolean;
  /** What the search spent below it (effort.ts). */
  work = 0;
  /** Where it is kept what the paths below it come to (outcome-keeper.ts). */
  outcomes: OutcomeFork | null = null;

  constructor(
    /** From the fork above to this one. */
    readonly track: RecordedTrack,
    readonly site: Site,
    readonly depth: number,
    /** What was known, and what both sides then differ in. */
    readonly known: PathCondition,
    readonly condition: Term,
    public snapshot: Snapshot | null,
  ) {
    this.isPlace = snapshot !== null;
  }

  get parent(): TreeFork | null {
    return this.track.above;
  }

  get isComplete(): boolean {
    return this.open === 0 && !this.isLost;
  }

  /** One side is explored; whether both are. */
  close(side: TreeFork | TreeLeaf | null): boolean {
    if (side === null) this.lose();
    else if (!this.isLost) this.sides.push(side);
    return --this.open === 0;
  }

  lose(): void {
    this.isLost = true;
    this.sides = [];
    this.snapshot = null;
    this.needs = null;
  }
}
