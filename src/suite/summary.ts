/** The machine-readable result of a run: what `summary.json` holds and `--json` prints. DESIGN: one shape for all commands. */
import type { Coverage } from '../explore/coverage.ts';
import type { DecisionCosts } from '../explore/profile.ts';
import type { Counters } from '../explore/strategy.ts';
import type { EndingKind } from '../machine/endings.ts';
import type { PathEnding } from '../machine/outcome.ts';
import type { StackLine } from './test-case.ts';

export interface SummaryFault {
  readonly kind: EndingKind;
  readonly function: string | null;
  readonly file: string | null;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The test that shows it: the stem of its files; null when none could be made. */
  readonly test: string | null;
  /** The input that shows it, as far as it fits a line: `days = 3, d->day = 17`. */
  readonly input?: string;
  /** Innermost first; without generated code. */
  readonly stack?: readonly StackLine[];
}

export function summaryFault(
  { kind, position, message, stack }: PathEnding,
  test: string | null,
  input: string,
): SummaryFault {
  return {
    kind,
    function: position?.functionName ?? stack[0]?.functionName ?? null,
    file: position?.file.path ?? null,
    line: position?.line ?? 0,
    column: position?.column ?? 0,
    message,
    test,
    input,
    stack: stack.map(({ functionName, position: at }) => ({
      function: functionName,
      file: at?.file.path ?? null,
      line: at?.line ?? 0,
      column: at?.column ?? 0,
    })),
  };
}

/** What a decision cost: see src/explore/profile.ts. */
export interface SummaryDecision {
  readonly function: string;
  readonly file: string | null;
  readonly line: number;
  readonly kind: string;
  readonly asked: number;
  readonly forks: number;
  readonly cut: number;
  readonly seconds: number;
}

/** The fewest tests that reach what was reached. */
export interface SuiteChoice {
  /** Tests that the search for coverage wrote. */
  readonly found: number;
  /** Paths that they were chosen from, those included. */
  readonly candidates: number;
  /** Of these paths no fewer reach all of it: equal to the number of tests where that is proved. */
  readonly atLeast: number;
  /** Whether every path of the program is among them. */
  readonly everyPath: boolean;
}

export interface Summary {
  readonly tool: 'pathfold';
  readonly version: string;
  readonly command: string;
  readonly target: string;
  readonly entry: string;
  readonly reduction: string;
  /** What the reduction counted: how often it checked, cut, gave up and why. */
  readonly counters: Counters;
  readonly search: string;
  readonly seed: number;
  /** `complete`: everything was explored. `bounded`: a limit cut something off. `stopped`: the user or the clock did. */
  readonly verdict: 'complete' | 'bounded' | 'stopped';
  /** Names of the limits that were hit. */
  readonly limits: readonly string[];
  readonly guarantee: string;
  readonly assumptions: readonly string[];
  readonly paths: {
    readonly completed: number;
    /** Found never to end. */
    readonly endless: number;
    readonly faulty: number;
    readonly pruned: number;
    readonly infeasible: number;
    /** Ended by a limit or by something not modelled. */
    readonly unfinished: number;
  };
  readonly tests: number;
  /** `cover`: how the tests were chosen. */
  readonly fewest?: SuiteChoice;
  readonly faults: readonly SummaryFault[];
  readonly coverage: Coverage;
  readonly concretizations: readonly {
    readonly what: string;
    readonly file: string | null;
    readonly line: number;
    readonly count: number;
  }[];
  readonly unmodelled: readonly string[];
  readonly warnings: readonly string[];
  readonly replay: {
    readonly replayed: number;
    readonly agreed: number;
    /** Faults that compiled code commits without showing it, such as a read just past an array. */
    readonly unobservable: number;
    /** Tests of paths whose end is not known, so that there is nothing to compare. */
    readonly unfinished: number;
    /** One line per test on which compiled code differs because C does not say what happens. */
    readonly undefinedBehaviour: readonly string[];
    readonly disagreed: readonly string[];
  } | null;
  readonly instructions: number;
  readonly solver: {
    readonly name: string;
    readonly queries: number;
    readonly sat: number;
    readonly unsat: number;
    readonly cacheHits: number;
    readonly seconds: number;
  };
  readonly seconds: {
    readonly total: number;
    readonly compile: number;
    readonly analyse: number;
    readonly execute: number;
    readonly solve: number;
    readonly reduce: number;
  };
  readonly peakMemoryMb: number;
  /** The decisions at which most paths begin or most time goes, the most expensive first. */
  readonly decisions: readonly SummaryDecision[];
  /** How many explored, where others helped: threads, or processes at the other end of a queue. */
  readonly workers?: number;
}

/** Further ones do not matter. */
const MOST_DECISIONS = 60;

export function summaryDecisions(costs: readonly DecisionCosts[]): SummaryDecision[] {
  const shares = costs.map(({ position, function: name, kind, asked, forks, cut, ms }) => ({
    function: position?.functionName ?? name,
    file: position?.file.path ?? null,
    line: position?.line ?? 0,
    kind,
    asked,
    forks,
    cut,
    seconds: roundSeconds(ms / 1000),
  }));
  const bySeconds = [...shares].sort((a, b) => b.seconds - a.seconds).slice(0, MOST_DECISIONS / 2);
  return shares.filter((each, i) => i < MOST_DECISIONS / 2 || bySeconds.includes(each));
}

/** Seconds with a useful number of digits, so that summaries are readable and small. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
