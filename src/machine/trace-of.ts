/**
 * What a recorder keeps of a path, with its type. A state has one place for it, and only the recorder of the path knows what is
 * there: it declares its class once, as a `TraceOf` that class, and reads and writes the place through it. That what it finds
 * is its own is checked at every reading, which costs as much as comparing two pointers.
 */
import { InternalError } from '../program/errors.ts';
import type { Shared, State } from './state.ts';

/** A class, whatever its constructor's visibility. */
interface ClassOf<Kept> {
  readonly prototype: Kept;
  [Symbol.hasInstance](value: unknown): boolean;
}

export class TraceOf<Kept extends Shared> {
  constructor(private readonly type: ClassOf<Kept>) {}

  /** Null where nothing is kept of the path. */
  find(state: State): Kept | null {
    const { trace } = state;
    if (trace === null || this.isOwn(trace)) return trace;
    throw new InternalError('two recorders keep something of one path');
  }

  /** What is kept of the path, begun where nothing is. */
  get(state: State, begin: () => Kept): Kept {
    return this.find(state) ?? this.put(state, begin());
  }

  private isOwn(trace: Shared): trace is Kept {
    return trace instanceof this.type;
  }

  put(state: State, kept: Kept): Kept {
    state.trace = kept;
    return kept;
  }
}
