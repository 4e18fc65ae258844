/** Any search order, but no state is given out when it is the turn of another search. What is open stays open. */
import type { State } from '../../machine/state.ts';
import type { Searcher } from './searcher.ts';

export class InTurns implements Searcher {
  constructor(
    private readonly inner: Searcher,
    private readonly isTurnOver: () => boolean,
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
    return this.isTurnOver() ? undefined : this.inner.next();
  }

  ended(state: State): void {
    this.inner.ended(state);
  }
}
