/**
 * Which goals a path has reached that no reported path had reached before: what decides whether it is worth a test.
 *
 * Coverage that the machine keeps is that of all paths together, also of those that are dropped in the end; a test stands
 * for one path. So each path carries the set of its own goals, shared with its forks until one of them adds to it. A goal
 * that a reported path has reached is not collected any more, so the sets stay small.
 */
import { BitSet } from '../analysis/bit-set.ts';
import type { Segment, Site } from '../machine/code.ts';
import type { Shared, State } from '../machine/state.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Goals } from './goals.ts';

export class Trail implements Shared {
  /** The branch just executed: its direction is known when the next segment is. */
  branch: Instruction | null = null;
  /** How far the path was then: the side that is forked off half-way runs the branch again. */
  branchedAt = 0;

  private constructor(
    private goals: BitSet,
    private shared: boolean,
  ) {}

  static empty(): Trail {
    return new Trail(new BitSet(), false);
  }

  fork(): Trail {
    this.shared = true;
    const copy = new Trail(this.goals, true);
    copy.branch = this.branch;
    copy.branchedAt = this.branchedAt;
    return copy;
  }

  add(goal: number): void {
    if (this.goals.has(goal)) return;
    if (this.shared) {
      this.goals = this.goals.copy();
      this.shared = false;
    }
    this.goals.add(goal);
  }

  get reached(): BitSet {
    return this.goals;
  }
}

/** Where a strategy keeps the trail of a state. */
export type TrailOf = (state: State) => Trail;

export class TrailKeeper {
  /** Goals that a reported path reaches. */
  readonly reached = new BitSet();
  /** How many. */
  reachedCount = 0;
  /** Those that paths claimed since they were last asked for. */
  private claimed: number[] = [];

  constructor(
    readonly goals: Goals,
    private readonly trailOf: TrailOf,
  ) {}

  executed(state: State, segment: Segment): void {
    const trail = this.trailOf(state);
    this.enter(trail, state, segment);
    // Steps run from the first to the last: when the last is known, all are.
    if (!this.reached.has(segment.endId - 1)) this.collect(trail, segment, segment.endId);
    const { instruction } = segment.controlSite;
    if (this.goals.directionsOf(instruction) === undefined) return;
    trail.branch = instruction;
    trail.branchedAt = state.steps;
  }

  ended(state: State, site: Site | null): void {
    if (site === null) return;
    const trail = this.trailOf(state);
    const { segment } = site;
    // A path that ends in a control step has been through `executed`; the branch it ends in has taken no direction.
    if (trail.branch === site.instruction && trail.branchedAt === state.steps) return;
    this.enter(trail, state, segment);
    this.collect(trail, segment, site.instruction.id + 1);
  }

  /** Whether the path reached something that no reported path has. */
  adds(state: State): boolean {
    let isNew = false;
    this.trailOf(state).reached.each((goal) => {
      if (!this.reached.has(goal)) isNew = true;
    });
    return isNew;
  }

  /** The path counts as reported from now on. */
  claim(state: State): void {
    this.trailOf(state).reached.each((goal) => {
      if (!this.reached.add(goal)) return;
      this.reachedCount++;
      this.claimed.push(goal);
    });
  }

  /** What paths that were reported here have reached first, since this was asked last. */
  takeClaimed(): readonly number[] {
    const { claimed } = this;
    this.claimed = [];
    return claimed;
  }

  markReached(goals: Iterable<number>): void {
    for (const goal of goals) if (this.reached.add(goal)) this.reachedCount++;
  }

  private enter(trail: Trail, state: State, segment: Segment): void {
    const { branch } = trail;
    if (branch === null || trail.branchedAt === state.steps) return;
    trail.branch = null;
    const goal = this.goals.direction(branch, segment.block.index);
    if (goal >= 0 && !this.reached.has(goal)) trail.add(goal);
  }

  private collect(trail: Trail, segment: Segment, end: number): void {
    const counts = this.goals.isCounted(segment.controlSite.instruction);
    if (!counts) return;
    for (let id = segment.firstId; id < end; id++) if (!this.reached.has(id)) trail.add(id);
  }
}
