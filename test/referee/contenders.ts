/** Who is judged: every reduction, and every search order of the exhaustive search. */
import type { SearchName } from '../../src/explore/searchers/choose.ts';
import { REDUCTION_NAMES, type Reduction, reductionOf } from '../../src/reduce/registry.ts';
import { type RelevanceOptions, RelevanceReduction } from '../../src/reduce/relevance/strategy.ts';
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

/**
 * What is known of redundant states depends on the order, and on when looking for them begins. Small programs have fewer
 * paths than a batch, so there the order is asked after every path.
 */
function relevanceInAllOrders(seed: number): Contender[] {
  const relevance = (options: RelevanceOptions): Reduction => ({
    ...reductionOf('relevance'),
    strategy: (program) => new RelevanceReduction(program, options),
  });
  return [
    ...SEARCHES.map((search): Contender => {
      return { name: `relevance-${search}`, reduction: relevance({ batch: 1 }), exploring: { search, seed } };
    }),
    {
      name: 'relevance-late',
      reduction: relevance({ batch: 2, patience: 4, unlikeFirst: true }),
      exploring: { search: SEARCHES[seed % SEARCHES.length], seed },
    },
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
