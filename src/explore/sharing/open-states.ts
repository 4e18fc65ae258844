/** The open states of a search that others help with: any search order, and which of its states to give away. */
import type { State } from '../../machine/state.ts';
import type { Searcher } from '../searchers/searcher.ts';

export class OpenStates implements Searcher {
  readonly choosesAtForks: boolean;
  private readonly open = new Set<State>();
  /** Given away, and still in the searcher. */
  private readonly gone = new Set<State>();

  constructor(private readonly inner: Searcher) {
    this.choosesAtForks = inner.choosesAtForks;
  }

  /** What would not be explored here any more is not given away. */
  get size(): number {
    return this.inner.size === 0 ? 0 : this.open.size;
  }

  fork(parent: State | null, child: State): void {
    this.open.add(child);
    this.inner.fork(parent, child);
  }

  add(state: State): void {
    this.open.add(state);
    this.inner.add(state);
  }

  next(): State | undefined {
    for (let state = this.inner.next(); state !== undefined; state = this.inner.next()) {
      if (this.gone.delete(state)) {
        this.inner.ended(state);
        continue;
      }
      this.open.delete(state);
      return state;
    }
    return undefined;
  }

  ended(state: State): void {
    this.inner.ended(state);
  }

  /**
   * The states with the fewest choices before them: most is left below those, and the fewest forks above them stay open for
   * good. They are not explored here any more.
   */
  giveAway(count: number, isOfInterest: (state: State) => boolean): State[] {
    const given: State[] = [];
    while (given.length < count && this.inner.size > 0) {
      let shallowest: State | null = null;
      for (const state of this.open) {
        if ((shallowest === null || state.forks < shallowest.forks) && isOfInterest(state)) shallowest = state;
      }
      if (shallowest === null) break;
      this.open.delete(shallowest);
      this.gone.add(shallowest);
      given.push(shallowest);
    }
    return given;
  }
}
