import type { Evaluator } from '../../expr/evaluate.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { CheckResult } from '../procedure.ts';
import type { SolverStatistics } from '../statistics.ts';
import type { ConjunctionLayer } from './conjunction.ts';

const MOST_MODELS = 8;

/**
 * Tries the models of recent answers by evaluation, the one that helped last first. Neighbouring paths ask about nearly
 * the same conjunctions, and evaluating one is a hundred times cheaper than solving it.
 */
export class RecentModelsLayer implements ConjunctionLayer {
  private readonly recent: Model[] = [];

  constructor(
    private readonly next: ConjunctionLayer,
    private readonly evaluator: Evaluator,
    private readonly statistics: SolverStatistics,
  ) {}

  check(constraints: readonly Term[]): CheckResult {
    const fitting = this.peek(constraints);
    if (fitting !== null) {
      this.statistics.layerHits.models++;
      this.statistics.cacheHits++;
      return fitting;
    }
    const result = this.next.check(constraints);
    if (result.status === 'sat') {
      this.recent.unshift(result.model);
      if (this.recent.length > MOST_MODELS) this.recent.pop();
    }
    return result;
  }

  peek(constraints: readonly Term[]): CheckResult | null {
    for (let i = 0; i < this.recent.length; i++) {
      const model = this.recent[i];
      if (!this.satisfies(model, constraints)) continue;
      if (i > 0) {
        this.recent.splice(i, 1);
        this.recent.unshift(model);
      }
      return { status: 'sat', model };
    }
    return null;
  }

  /** Youngest constraint first: it is the likeliest to fail. */
  private satisfies(model: Model, constraints: readonly Term[]): boolean {
    this.evaluator.use(model);
    for (let i = constraints.length - 1; i >= 0; i--) if (!this.evaluator.holds(constraints[i])) return false;
    return true;
  }
}
