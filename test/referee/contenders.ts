/** Who is judged: every reduction, and every search order of the exhaustive search. */
import type { SearchName } from '../../src/explore/searchers/choose.ts';
import { REDUCTION_NAMES, type Reduction, reductionOf } from '../../src/reduce/registry.ts';
import { RelevanceReduction } from '../../src/reduce/relevance/strategy.ts';
import type { Contender } from './judge.ts';

const SEARCHES: readonly SearchName[] = ['dfs', 'bfs', 'random', 'random-path', 'coverage'];

/** The exhaustive search in other orders: they must agree with depth first in everything. */
export function searchOrders(): Contender[] {
  return SEARCHES.filter((search) => search !== 'dfs').map((search) => ({
    name: search,
    reduction: reductionOf('none'),
    exploring: { search },
  }));
}

/** Reductions that say something about the difference between two versions. */
export function isAboutChange(reduction: Reduction): boolean {
  return reduction.affected !== undefined;
}

/** What is known of redundant states depends on the order, and on when looking for them begins. */
function relevanceInAllOrders(seed: number): Contender[] {
  const reduction: Reduction = reductionOf('relevance');
  const late: Reduction = { ...reduction, strategy: (program) => new RelevanceReduction(program, { patience: 4 }) };
  return [
    ...SEARCHES.map((search): Contender => ({ name: `relevance-${search}`, reduction, exploring: { search, seed } })),
    { name: 'relevance-late', reduction: late, exploring: { search: SEARCHES[seed % SEARCHES.length], seed } },
  ];
}

/**
 * The reductions, or the one asked for. The search order changes from program to program, depth first most often; the
 * reductions that have an order of their own ignore it.
 */
export function reductions(only: string | undefined, programNumber: number): Contender[] {
  if (only === 'relevance') return relevanceInAllOrders(programNumber);
  const search = programNumber % 4 < 2 ? 'dfs' : SEARCHES[(programNumber >> 2) % SEARCHES.length];
  const named = REDUCTION_NAMES.filter((name) => name !== 'none' && (only === undefined || name === only));
  return named.map((name): Contender => {
    const reduction: Reduction = reductionOf(name);
    return { name, reduction, exploring: { search, seed: programNumber } };
  });
}
