/**
 * The tree of paths, as far as slices need it: what each path executed between two points at which it can be compared
 * with others.
 *
 * A *point* is a symbolic decision of a control step (a branch, a switch, a call through a pointer). Its node keeps a
 * copy of the state as it was just before the decision, until all continuations have ended; the copy costs a frame now
 * and the objects that change later. A fork at any other place (a fault check, a pointer that may mean several objects)
 * makes a node without a point, so that the tree has the shape of the forks.
 *
 * Between nodes lie *strides*: segments that ran, with the memory they touched.
 */

import { Trail } from '../../explore/trail.ts';
import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { Shared, State } from '../../machine/state.ts';
import { TraceOf } from '../../machine/trace-of.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Needs } from './needs.ts';
import type { Point, Visit } from './points.ts';

export interface Touch {
  readonly site: Site;
  readonly kind: 'read' | 'write' | 'allocation' | DecisionKind;
  readonly object: MemoryObject | null;
  /** -1: somewhere in the object, `size` is then the size of the object. */
  readonly offset: number;
  readonly size: number;
}

/** A segment that ran, or the beginning of one in which the path ended. */
export interface Stride {
  readonly segment: Segment;
  readonly depth: number;
  /** The block control came from, for phis; -1 when it did not come by a branch. */
  readonly from: number;
  readonly touches: readonly Touch[];
  /** For a return: the segment of the call it returns to. */
  readonly caller: Segment | null;
  /** The last instruction that ran; the control step is the caller's business. */
  readonly lastId: number;
}

/** How a path ended: what its slice begins with. */
export interface TreeEnd {
  readonly strides: readonly Stride[];
  /** The last stride ended in its control step or before; nothing ran after it. */
  readonly depth: number;
  readonly instruction: Instruction | null;
  /** It ended because of the values of operands, not only because control came there. */
  readonly byValue: boolean;
  /** Nothing is known about what would follow. */
  readonly unknown: boolean;
  /** It was cut because it matched this visit. */
  readonly matched: Visit | null;
}

export class PathNode {
  /** Paths below that have not ended yet. */
  open = 1;
  /** Nodes and ends right below. */
  below: (PathNode | TreeEnd)[] = [];
  /** What is needed just before the decision, and the coverage it was computed under. */
  needs: Needs | null = null;
  version = -1;
  /** The same without potential dependence: too little to cut by. */
  likelyNeeds: Needs | null = null;
  /** What the paths below have cost, and would have cost had nothing been cut (balance.ts). */
  work = 0;
  /** Conditions that held here for all inputs. */
  held: Set<Term> | null = null;

  constructor(
    readonly parent: PathNode | null,
    /** What ran since the parent, its own stride not included. */
    readonly strides: readonly Stride[],
    /** At a point: the stride whose control step the decision belongs to. */
    readonly own: Stride | null,
    readonly point: Point | null,
    public snapshot: State | null,
  ) {}

  /** What ran first after the parent: where its decision led. */
  get first(): Stride | null {
    if (this.strides.length > 0) return this.strides[0];
    if (this.own !== null) return this.own;
    for (const each of this.below) {
      const first = each instanceof PathNode ? each.first : (each.strides[0] ?? null);
      if (first !== null) return first;
    }
    return null;
  }
}

export class PathTrace implements Shared {
  strides: Stride[] = [];
  pending: Touch[] = [];
  /** The segment executed last, and how far the path was then. */
  last: Segment | null = null;
  lastAt = -1;
  trail = Trail.empty();
  /** Whether the path resembled an explored one where it was compared last (likely-last.ts). */
  isLikelyRedundant = false;

  constructor(public node: PathNode) {}

  static root(): PathTrace {
    return new PathTrace(new PathNode(null, [], null, null, null));
  }

  fork(): PathTrace {
    if (this.strides.length > 0) {
      this.node = new PathNode(this.node, this.strides, null, null, null);
      this.strides = [];
    }
    this.node.open++;
    const copy = new PathTrace(this.node);
    copy.pending = this.pending.slice();
    copy.last = this.last;
    copy.lastAt = this.lastAt;
    copy.trail = this.trail.fork();
    copy.isLikelyRedundant = this.isLikelyRedundant;
    return copy;
  }

  executed(state: State, segment: Segment): void {
    // The side forked off in a control step runs that step again.
    if (this.lastAt === state.steps && this.last === segment) return;
    this.strides.push(this.stride(state, segment, segment.endId - 1));
    this.pending = [];
    this.passed(state, segment);
  }

  /** The same where nothing is recorded. */
  passed(state: State, segment: Segment): void {
    this.last = segment;
    this.lastAt = state.steps;
  }

  /** The path ended in the middle of a segment. */
  stopped(state: State, site: Site): void {
    this.strides.push(this.stride(state, site.segment, site.instruction.id));
  }

  private stride(state: State, segment: Segment, lastId: number): Stride {
    const isHead = segment.firstId === segment.block.instructions[0].id;
    const { caller } = state.frame;
    return {
      segment,
      depth: state.frame.depth,
      from: isHead && this.last !== null ? this.last.block.index : -1,
      touches: this.pending,
      caller: segment.controlSite.instruction.op === 'ret' && caller !== null ? caller.segment : null,
      lastId,
    };
  }

  touch(site: Site, kind: Touch['kind'], object: MemoryObject | null, offset: number | Term, size: number): void {
    this.pending.push({ site, kind, object, offset: typeof offset === 'number' ? offset : -1, size });
  }
}

const TRACES = new TraceOf(PathTrace);

export function pathTraceOf(state: State): PathTrace {
  return TRACES.get(state, () => PathTrace.root());
}
