/** What an exploration asks of those who choose paths. */
import type { Model, Term } from '../expr/term.ts';
import type { DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { State } from '../machine/state.ts';
import type { Exploration } from './exploration.ts';

/**
 * How paths are chosen. The exhaustive search is one strategy; each reduction is another (src/reduce). A strategy drives
 * the exploration's machine: forward with forks, or input by input with `follow`.
 */
export interface Strategy {
  /** Gets what paths do; null when the strategy does not look. */
  readonly recorder: Recorder | null;
  /** Explores everything it must; yields now and then so that the caller can pause. */
  explore(exploration: Exploration): Generator<void, void>;
  /** A state was forked off another: for strategies that search forward. */
  forked?(parent: State, child: State): void;
  /** A copy of a state was made, before either goes on (see `Client`). */
  splitting?(state: State, child: State, site: Site, repeats: boolean): void;
  /** A symbolic condition is about to be settled; may end the path with `machine.cut`. */
  deciding?(state: State, condition: Term, kind: DecisionKind, site: Site): void;
  /**
   * A path ended, before it is counted; says what to report. `evidence` is what the strategy gave to `machine.cut`, null where
   * the path was not cut. Without it every path is reported.
   */
  ended?(state: State, outcome: PathOutcome, evidence: unknown): PathReport;
  /**
   * What it has learned since it was asked last: plain data that holds by itself once the paths that ended so far are reported,
   * for strategies of the same kind that explore the same program elsewhere; and what those learned. Whatever is lost costs time.
   */
  takeKnowledge?(): readonly unknown[];
  learn?(knowledge: readonly unknown[]): void;
  /** What it counted, for people who tune it. */
  readonly counters?: Counters;
  /** Milliseconds for analyses before it began, and for deciding what to leave out, without the solver's. */
  readonly costs?: { readonly analyseMs: number; readonly reduceMs: number };
}

/** What a strategy makes of a path that ended. */
export interface PathReport {
  /** Whether it deserves to be reported; it is counted in any case. */
  readonly isReported: boolean;
  /** An input that takes it, where the strategy has found one already. */
  readonly input: Model | null;
}

export const REPORTED: PathReport = { isReported: true, input: null };
export const KEPT_BACK: PathReport = { isReported: false, input: null };

export type Counters = Readonly<Record<string, number | Readonly<Record<string, number>>>>;
