/** Who runs the machine, and hears of forks and ends. */
import type { Term } from '../expr/term.ts';
import type { Site } from './code.ts';
import type { PathOutcome } from './outcome.ts';
import type { State } from './state.ts';

/** What became of a decision, for recorders and reductions. */
export type DecisionKind = 'branch' | 'check' | 'pointer' | 'concretize' | 'assume';

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
}
