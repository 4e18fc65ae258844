import type { Model, Term } from '../expr/term.ts';

/**
 * The outcome of a satisfiability check. A model covers all inputs of the constraints (an input it does not mention is
 * zero); a core is a subset of the constraints that cannot hold together, not necessarily a smallest one.
 */
export type CheckResult =
  | { readonly status: 'sat'; readonly model: Model }
  | { readonly status: 'unsat'; readonly core?: readonly Term[] }
  | { readonly status: 'unknown'; readonly reason: string };

/**
 * Decides conjunctions of one-bit terms, each call on its own. It may keep whatever it likes between calls, may give up
 * (`unknown`, with a reason fit for the user) and must not take much longer than `limitMs`. It answers synchronously.
 * With `wantCore`, an unsat answer should carry a core; without, it may.
 */
export interface DecisionProcedure {
  readonly name: string;
  solve(assertions: readonly Term[], limitMs: number, wantCore?: boolean): CheckResult;
  /** Frees what it holds; no calls after. */
  dispose(): void;
}
