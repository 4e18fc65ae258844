/**
 * Whether it pays to go on by slices.
 *
 * Where some statement of nearly every path, or its output, depends on all decisions of the path, as in a parser whose state is
 * one variable, every path has a slice of its own: the search by slices comes to run all paths, and builds a graph for each.
 * The first few paths tell. They are kept back; if nearly all of them have such a slice, they are forgotten, and a
 * search that forks takes over: it runs a path in a fraction of the time, leaves it in states from which everything has been
 * explored (revisit, with the goal `values` or `outputs`), and so gives the same guarantee.
 */
import type { Trace } from '../../trace/trace.ts';

/**
 * The share of such paths from which on nothing is saved. (Tried before: slices with nine tenths of the branches. The few
 * branches they leave out halve the paths of a date calculation.)
 */
const NEARLY_ALL_PATHS = 0.75;

export class SliceTrial {
  private wholePaths = 0;
  /** Paths seen so far. */
  runs = 0;

  constructor(
    /** Paths after which it is decided; 0 to go on in any case. */
    private readonly length: number,
  ) {}

  /** A path was run; `slices` are positions of the decisions that something of interest on it depends on. */
  observe({ decisions }: Trace, slices: Iterable<readonly number[]>): void {
    if (this.runs++ >= this.length) return;
    const isBranch = decisions.map(({ decision }) => decision!.why === 'branch');
    const branches = isBranch.filter(Boolean).length;
    let largest = 0;
    for (const slice of slices) {
      if (slice.length <= largest) continue;
      largest = Math.max(largest, slice.filter((position) => isBranch[position]).length);
    }
    if (largest === branches) this.wholePaths++;
  }

  get isOver(): boolean {
    return this.runs >= this.length;
  }

  get savesNothing(): boolean {
    return this.length > 0 && this.isOver && this.wholePaths >= NEARLY_ALL_PATHS * Math.min(this.runs, this.length);
  }
}
