/**
 * Whether it pays to go on by slices.
 *
 * Where some statement of nearly every path depends on all decisions of the path, as in a parser whose state is one
 * variable, every path has a slice of its own: the search by slices comes to run all paths, and builds a graph for each.
 * The first few paths tell. They are kept back; if nearly all of them have such a statement, they are forgotten, and a
 * search that forks takes over: it runs a path in a fraction of the time, leaves it in states from which every value has been
 * computed (revisit with the goal `values`), and so gives the same guarantee.
 */
import type { GuidedRun } from '../tasks/guided-runs.ts';

/**
 * The share of such paths from which on nothing is saved. (Tried before: slices with nine tenths of the branches. The few
 * branches they leave out halve the paths of a date calculation.)
 */
const NEARLY_ALL_PATHS = 0.75;

export class SliceTrial {
  private runs = 0;
  private wholePaths = 0;

  constructor(
    /** Paths after which it is decided; 0 to go on in any case. */
    private readonly length: number,
  ) {}

  observe({ sequences: { trace, all, ofNode } }: GuidedRun): void {
    if (this.isOver) return;
    this.runs++;
    const isBranch = trace.decisions.map(({ decision }) => decision!.why === 'branch');
    const branches = isBranch.filter(Boolean).length;
    let largest = 0;
    for (const sequence of new Set(ofNode)) {
      const { decisions } = all[sequence];
      if (decisions.length <= largest) continue;
      largest = Math.max(largest, decisions.filter((position) => isBranch[position]).length);
    }
    if (largest === branches) this.wholePaths++;
  }

  get isOver(): boolean {
    return this.runs >= this.length;
  }

  get savesNothing(): boolean {
    return this.length > 0 && this.isOver && this.wholePaths >= NEARLY_ALL_PATHS * this.runs;
  }
}
