import type { Term } from '../expr/term.ts';

/** More terms than this are not looked at for one answer. */
const MOST_VISITED = 1000;

interface Edge {
  readonly to: Term;
  readonly isStrict: boolean;
}

/**
 * Which terms are below which others, as a graph with an edge from the smaller to the larger: what holds between two terms follows
 * from a chain of edges. Programs that sort, search or look for a maximum ask little else, and the solver would find each
 * such chain anew by searching bits. One graph is about one order, signed or unsigned.
 */
export class OrderGraph {
  private readonly above = new Map<Term, Edge[]>();

  /** `areDifferent`: whether two terms are known to be; one is then strictly below the other. */
  constructor(private readonly areDifferent: (a: Term, b: Term) => boolean) {}

  /** That a < b, or a <= b where it is not strict. */
  learn(a: Term, b: Term, isStrict: boolean): void {
    const edges = this.above.get(a);
    if (edges === undefined) this.above.set(a, [{ to: b, isStrict }]);
    else edges.push({ to: b, isStrict });
  }

  /** Whether a < b, or a <= b where `orEqual`; null where no chain says so. */
  decide(a: Term, b: Term, orEqual: boolean): boolean | null {
    if (this.leads(a, b, !orEqual)) return true;
    return this.leads(b, a, orEqual) ? false : null;
  }

  /** Whether a chain leads from one term to the other, over a strict edge if asked for. */
  private leads(from: Term, to: Term, strictly: boolean): boolean {
    if (!this.above.has(from)) return false;
    // A term is met at most twice: first by a chain without a strict edge, then by one with.
    const loosely = new Set<Term>();
    const surely = new Set<Term>();
    const open: Edge[] = [{ to: from, isStrict: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { to: at, isStrict } = next;
      if (at === to && (isStrict || !strictly) && at !== from) return true;
      if (surely.has(at) || (!isStrict && loosely.has(at))) continue;
      (isStrict ? surely : loosely).add(at);
      if (loosely.size + surely.size > MOST_VISITED) return false;
      for (const { to: above, isStrict: edgeIsStrict } of this.above.get(at) ?? []) {
        open.push({ to: above, isStrict: isStrict || edgeIsStrict || this.areDifferent(at, above) });
      }
    }
    return false;
  }
}
