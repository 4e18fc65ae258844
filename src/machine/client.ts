/** Who runs the machine, and hears of forks and ends. */
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { Site } from './code.ts';
import type { PathOutcome, StackEntry } from './outcome.ts';
import type { State } from './state.ts';

/** What became of a decision, for recorders and reductions. */
export type DecisionKind = 'branch' | 'check' | 'pointer' | 'concretize' | 'assume' | 'initialized';

export interface Client {
  /** `child` shares the past of `parent`; both go on. */
  forked(parent: State, child: State): void;
  /** `evidence` is what `cut` was given. */
  ended(state: State, outcome: PathOutcome, evidence: unknown): void;
  /**
   * `child` is a copy of `state` made at the site, before either goes on; `repeats`: the copy will do the step at the site
   * from its start. The moment to keep what the state was.
   */
  splitting?(state: State, child: State, site: Site, repeats: boolean): void;
  /** A symbolic condition is about to be settled: the moment to end a path that is known to be redundant. */
  deciding?(state: State, condition: Term, kind: DecisionKind, site: Site): void;
  /** Listens while paths run; none unless given. */
  readonly audience?: Audience | undefined;
}

/**
 * Hears what programs say while they are explored: each thing once for all paths that share what led there, in the order of
 * the search. What a single path wrote is in its outcome.
 */
export interface Audience {
  /** Bytes for standard output (1) or standard error (2). */
  wrote?(state: State, descriptor: number, bytes: readonly (number | Term)[]): void;
  /** A warning of the program, from the function that gave it; `once`: further ones of the same text are of no interest. */
  warned?(functionName: string, text: string, once: boolean): void;
  /** A value that the program wants to see: a number, or what it is symbolically; `range`: also which values it can have. */
  shown?(state: State, label: string, value: Scalar | Term, range: boolean): void;
  /** The functions that are active, innermost first. */
  traced?(stack: readonly StackEntry[]): void;
}
