/**
 * Whether looking for redundant states pays. A path costs the strides it runs and the queries it puts to the decision
 * procedure. A cut saves what the visit it matched has cost, cuts below included; recording, slicing and comparing
 * cost about twenty times as much as running the same strides without, and comparing puts queries of its own.
 *
 * What can be saved grows with what has been explored, so the search is lenient at first, and asks again each time the
 * cost has doubled (effort.ts). As measured: a formatter has
 * saved 2, 8, 13 and 27 strides for each that it ran after 20, 40, 80 and 150 thousand; an interpreter of scripts, and a parser
 * of options, about one all along, and there the search without is far quicker.
 */
import type { SolverStatistics } from '../../solver/statistics.ts';
import { Trials } from '../effort.ts';

/** In strides. */
const STRIDES_PER_QUERY = 300;
const COST_OF_A_STRIDE = 20;
const STRIDES_BEFORE_FIRST_TRIAL = 20_000;
/** What must have been saved, as a share of what was spent, at each trial; the last one counts from then on. */
const SHARE_TO_BE_SAVED: readonly number[] = [0.1, 0.3, 0.6, 1];

export class Balance {
  /** Strides that ran. */
  strides = 0;
  private saved = 0;
  private comparing = 0;
  /** Seconds of the solver for comparing. */
  solverSeconds = 0;
  /** Queries of the procedure that belong to paths which have ended, or to comparing. */
  private accounted = 0;
  private readonly trials = new Trials(STRIDES_BEFORE_FIRST_TRIAL * COST_OF_A_STRIDE, SHARE_TO_BE_SAVED);

  constructor(private readonly statistics: Pick<SolverStatistics, 'decided' | 'seconds'>) {}

  /** What was asked before does not count. */
  begin(): void {
    this.accounted = this.statistics.decided;
  }

  /** Runs a comparison, and remembers what it asked. */
  compare<T>(comparison: () => T): T {
    const { decided, seconds } = this.statistics;
    const result = comparison();
    const asked = this.statistics.decided - decided;
    this.solverSeconds += this.statistics.seconds - seconds;
    this.comparing += asked;
    this.accounted += asked;
    return result;
  }

  /** What the path that ends now has cost beyond its strides. */
  endPath(): number {
    const own = this.statistics.decided - this.accounted;
    this.accounted = this.statistics.decided;
    return own * STRIDES_PER_QUERY;
  }

  save(cost: number): void {
    this.saved += cost;
  }

  /** False when it is time to give up. */
  pays(): boolean {
    const spent = this.strides * COST_OF_A_STRIDE + this.comparing * STRIDES_PER_QUERY;
    return this.trials.passes({ spent, saved: this.saved });
  }
}
