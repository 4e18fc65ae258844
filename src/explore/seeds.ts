/**
 * Seeds: inputs whose paths are explored before all others, as KLEE has it.
 *
 * The search is the ordinary one, but a state that some seed leads to runs before those that none leads to. At a fork each
 * seed of the state stays with the side whose condition it meets. So the paths of the seeds come first, what branches off
 * them is found on the way, and when no seed has an open state any more the user's search order goes on with the rest.
 * Each fork costs one evaluation of the child's condition for every seed of its parent.
 */
import { Evaluator } from '../expr/evaluate.ts';
import type { State } from '../machine/state.ts';
import { type GivenInputs, modelFor } from './given-inputs.ts';
import type { Searcher } from './searchers/searcher.ts';

export interface SeedOptions {
  readonly seeds: readonly GivenInputs[];
  /** Whether a seed can begin in this state: there is one for each number of arguments. */
  begins(seed: GivenInputs, state: State): boolean;
  readonly bigEndian: boolean;
  /** Asked now and then: time for seeds is over. */
  isOver(): boolean;
  /** Nothing is explored but the paths of seeds; `left` is told that other states stay open. */
  readonly onlySeeds: boolean;
  left(): void;
}

export class SeedsFirst implements Searcher {
  private readonly seedsOf = new Map<State, readonly GivenInputs[]>();
  private readonly seeded: State[] = [];
  private readonly evaluator = new Evaluator();
  /** The seeded state that was taken out last. */
  private running: State | null = null;
  /** States that the order of the user has heard of. */
  private readonly passedOn = new WeakSet<State>();

  constructor(
    private readonly inner: Searcher,
    private readonly options: SeedOptions,
  ) {}

  get choosesAtForks(): boolean {
    return this.running !== null || this.inner.choosesAtForks;
  }

  get size(): number {
    return this.seeded.length + this.inner.size;
  }

  fork(parent: State | null, child: State): void {
    const { seeds, begins } = this.options;
    if (parent === null) {
      this.place(
        null,
        child,
        seeds.filter((seed) => begins(seed, child)),
      );
      return;
    }
    const known = this.seedsOf.get(parent) ?? [];
    const moved = known.filter((seed) => this.leadsTo(seed, child));
    if (known.length > 0)
      this.seedsOf.set(
        parent,
        known.filter((seed) => !moved.includes(seed)),
      );
    this.place(parent, child, moved);
  }

  add(state: State): void {
    this.running = null;
    if (this.hasSeeds(state)) this.seeded.push(state);
    else if (this.passedOn.has(state)) this.inner.add(state);
    else this.passOn(null, state);
  }

  next(): State | undefined {
    if (this.options.isOver()) for (const state of this.seeded.splice(0)) this.giveUp(state);
    const state = this.seeded.pop();
    if (state !== undefined) {
      this.running = state;
      return state;
    }
    this.running = null;
    if (!this.options.onlySeeds) return this.inner.next();
    if (this.inner.size > 0) this.options.left();
    return undefined;
  }

  ended(state: State): void {
    this.running = null;
    this.seedsOf.delete(state);
    if (this.passedOn.has(state)) this.inner.ended(state);
  }

  hasSeeds(state: State): boolean {
    return (this.seedsOf.get(state)?.length ?? 0) > 0;
  }

  private place(parent: State | null, child: State, seeds: readonly GivenInputs[]): void {
    if (seeds.length === 0) {
      this.passOn(parent, child);
      return;
    }
    this.seedsOf.set(child, seeds);
    this.seeded.push(child);
  }

  private giveUp(state: State): void {
    this.seedsOf.delete(state);
    this.passOn(null, state);
  }

  private passOn(parent: State | null, child: State): void {
    this.passedOn.add(child);
    this.inner.fork(parent !== null && this.passedOn.has(parent) ? parent : null, child);
  }

  private leadsTo(seed: GivenInputs, state: State): boolean {
    this.evaluator.use(modelFor(state, seed, this.options.bigEndian));
    return state.condition.conjuncts().every((condition) => this.evaluator.holds(condition));
  }
}
