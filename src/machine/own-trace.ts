/** What a recorder keeps of a path, with its type: the recorder of a path is the only one to keep something there. */
import { InternalError } from '../program/errors.ts';
import type { Shared, State } from './state.ts';

/** A class, whatever its constructor's visibility. */
interface ClassOf<Kept> {
  readonly prototype: Kept;
  [Symbol.hasInstance](value: unknown): boolean;
}

export function ownTrace<Kept extends Shared>(state: State, type: ClassOf<Kept>, begin: () => Kept): Kept {
  state.trace ??= begin();
  if (!(state.trace instanceof type)) throw new InternalError('two recorders keep something of one path');
  return state.trace as Kept;
}
