/** Who knows which sides of a symbolic condition are possible: a solver, or an input that is followed. */
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { State } from './state.ts';

/** Which sides of a condition a state can take. `unknown`: neither is certain, because the solver gave up. */
export type Sides = 'true' | 'false' | 'both' | 'unknown';

export interface Policy {
  /**
   * Whether the one side that `sides` just answered must be added to the path condition: not when the path condition
   * implies it, but when it was picked by an input, or because the other side was given up.
   */
  readonly records: boolean;
  sides(state: State, condition: Term): Sides;
  /** `sides` and `value` answer that they do not know although they could, with more time: the state should ask again later. */
  readonly hurries?: boolean;
  /** Some value the term can have on this path; null when that could not be found out. */
  value(state: State, term: Term): Scalar | null;
}

/**
 * An answer as one letter: `t` and `f` for the only side that is possible, `T` and `F` where it must be recorded, `b` where
 * the path forks, `a` where both sides are possible and it does not.
 */
export type SidesLetter = 't' | 'f' | 'T' | 'F' | 'a' | 'b';

export function letterOf(sides: Exclude<Sides, 'unknown'>, records: boolean, forks: boolean): SidesLetter {
  if (sides === 'both') return forks ? 'b' : 'a';
  if (sides === 'true') return records ? 'T' : 't';
  return records ? 'F' : 'f';
}

export function sidesOfLetter(letter: SidesLetter): Sides {
  if (letter === 'a' || letter === 'b') return 'both';
  return letter === 't' || letter === 'T' ? 'true' : 'false';
}
