/** Any search order that gives out no more states once enough has been spent. What is open then stays open. */
import type { State } from '../../machine/state.ts';
import type { Searcher } from './searcher.ts';

export class Rationed implements Searcher {
  constructor(
    private readonly inner: Searcher,
    private readonly isSpent: () => boolean,
  ) {}

  get choosesAtForks(): boolean {
    return this.inner.choosesAtForks;
  }

  get size(): number {
    return this.inner.size;
  }

  fork(parent: State | null, child: State): void {
    this.inner.fork(parent, child);
  }

  add(state: State): void {
    this.inner.add(state);
  }

  next(): State | undefined {
    return this.isSpent() ? undefined : this.inner.next();
  }

  ended(state: State): void {
    this.inner.ended(state);
  }
}
