/**
 * Which open state to run next. A searcher holds the open states; the driver takes one out with `next`, runs it, and
 * gives it back with `add` if it is still open.
 */
import type { State } from '../../machine/state.ts';

export interface Searcher {
  /** Whether to choose again after every fork; otherwise a state runs until it ends. */
  readonly choosesAtForks: boolean;
  readonly size: number;
  /** A state that has just been forked off `parent`, or an initial state (null). */
  fork(parent: State | null, child: State): void;
  /** A state that was taken out and is still open. */
  add(state: State): void;
  next(): State | undefined;
  /** The state taken out last has ended. */
  ended(state: State): void;
}
