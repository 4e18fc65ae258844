/** What those who explore a program together tell each other. */
import type { CoveredCode } from '../../explore/covered-code.ts';
import type { PathCounts } from '../../explore/path-counts.ts';
import type { PathPrefix } from '../../explore/sharing/prefix.ts';
import type { SharedWork } from '../../explore/sharing/sharing.ts';
import type { Counters } from '../../explore/strategy.ts';
import type { SourcePosition } from '../../program/debug.ts';
import type { CompactTest } from '../../suite/journal/compact-test.ts';
import type { PathResult } from '../run/path-result.ts';

/** A path that ended elsewhere. */
export interface SentResult {
  readonly path: PathResult['path'];
  readonly test: CompactTest | null;
  readonly fault: PathResult['fault'];
  /** What it reached first, where coverage is the goal. */
  readonly goals?: readonly number[];
}

/** All that one explorer has done so far. */
export interface Totals {
  readonly instructions: number;
  readonly open: number;
  readonly solver: {
    readonly queries: number;
    readonly sat: number;
    readonly unsat: number;
    readonly cacheHits: number;
    readonly seconds: number;
  };
  readonly concretizations: readonly {
    readonly key: string;
    readonly what: string;
    readonly position: SourcePosition | null;
    readonly count: number;
  }[];
  readonly unmodelled: readonly {
    readonly what: string;
    readonly position: SourcePosition | null;
    readonly count: number;
  }[];
  readonly warnings: readonly string[];
  readonly refusedAt: readonly number[];
  readonly counters: Counters;
  readonly costs: { readonly analyseMs: number; readonly reduceMs: number };
}

/** Paths that add nothing but themselves, as lines for the journal: all but a few of most programs. */
export interface SentLines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many of them have one. */
  readonly tests: number;
  /** By what they are counted as. */
  readonly counts: Partial<PathCounts>;
}

/** What happened since the last report; `totals` since the beginning. */
export interface Report {
  /** Null where the explorer does not number tests. */
  readonly lines: SentLines | null;
  readonly results: readonly SentResult[];
  readonly covered: CoveredCode | null;
  readonly limits: readonly string[];
  readonly totals: Totals;
  /** What the strategy learned from paths that ended until now, all of which are in this report or an earlier one. */
  readonly knowledge?: readonly unknown[];
}

/** What others found, so that it need not be found again. */
export interface Hints {
  readonly faults: readonly string[];
  readonly goals: readonly number[];
}

export type ToWorker =
  | { readonly type: 'work'; readonly work: SharedWork }
  /** Give away so many open states. */
  | { readonly type: 'share'; readonly count: number }
  | { readonly type: 'hints'; readonly hints: Hints }
  /** What the strategies of others learned. */
  | { readonly type: 'knowledge'; readonly knowledge: readonly unknown[] }
  /** A limit was hit: end what is open. */
  | { readonly type: 'stop'; readonly limit: string }
  /** Nothing is left anywhere. */
  | { readonly type: 'over' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'report'; readonly report: Report }
  | { readonly type: 'shared'; readonly prefixes: readonly PathPrefix[] }
  /** One piece of work is explored to its end. */
  | { readonly type: 'done' }
  /** A limit was hit there. */
  | { readonly type: 'stopped'; readonly limit: string; readonly left: readonly SharedWork[] }
  | { readonly type: 'ended' };
