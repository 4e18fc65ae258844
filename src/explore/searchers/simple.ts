import type { State } from '../../machine/state.ts';
import type { Random } from '../random.ts';
import type { Searcher } from './searcher.ts';

/** Depth first, true side first: a state runs to its end; then the newest fork is taken. Keeps the fewest states. */
export class DepthFirst implements Searcher {
  readonly choosesAtForks = false;
  private readonly stack: State[] = [];

  get size(): number {
    return this.stack.length;
  }
  fork(_: State | null, child: State): void {
    this.stack.push(child);
  }
  add(state: State): void {
    this.stack.push(state);
  }
  next(): State | undefined {
    return this.stack.pop();
  }
  ended(): void {}
}

/** Breadth first: states take turns, one decision each. */
export class BreadthFirst implements Searcher {
  readonly choosesAtForks = true;
  private queue: State[] = [];
  private head = 0;

  get size(): number {
    return this.queue.length - this.head;
  }
  fork(_: State | null, child: State): void {
    this.queue.push(child);
  }
  add(state: State): void {
    this.queue.push(state);
  }
  next(): State | undefined {
    if (this.head === this.queue.length) return undefined;
    const state = this.queue[this.head++];
    if (this.head > 1024 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
    return state;
  }
  ended(): void {}
}

/** Any open state, all equally likely. */
export class RandomState implements Searcher {
  readonly choosesAtForks = true;
  private readonly states: State[] = [];

  constructor(private readonly random: Random) {}

  get size(): number {
    return this.states.length;
  }
  fork(_: State | null, child: State): void {
    this.states.push(child);
  }
  add(state: State): void {
    this.states.push(state);
  }
  next(): State | undefined {
    const { states } = this;
    if (states.length === 0) return undefined;
    const at = this.random.below(states.length);
    const state = states[at];
    states[at] = states[states.length - 1];
    states.pop();
    return state;
  }
  ended(): void {}
}
