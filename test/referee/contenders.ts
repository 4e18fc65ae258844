/** Who is judged: every reduction, and every search order of the exhaustive search. */
import type { SearchName } from '../../src/explore/searchers/choose.ts';
import { REDUCTION_NAMES, type Reduction, type ReductionName, reductionOf } from '../../src/reduce/registry.ts';
import { type RelevanceOptions, RelevanceReduction } from '../../src/reduce/relevance/strategy.ts';
import { readSwitches } from '../../src/reduce/switches.ts';
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

/** A reduction with some of its switches set. */
function withSwitches(name: ReductionName, texts: readonly string[]): Reduction {
  const reduction = reductionOf(name);
  const switched = readSwitches(texts, reduction.switches ?? {}, name);
  return { ...reduction, strategy: (program, options) => reduction.strategy(program, { ...options, switched }) };
}

/**
 * The reductions, or the one asked for, with switches set. The search order changes from program to program, depth first most often; the
 * reductions that have an order of their own ignore it.
 */
export function reductions(
  only: string | undefined,
  programNumber: number,
  switches: readonly string[] = [],
): Contender[] {
  if (only === 'relevance' && switches.length === 0) return relevanceInAllOrders(programNumber);
  const search = programNumber % 4 < 2 ? 'dfs' : SEARCHES[(programNumber >> 2) % SEARCHES.length];
  const named = REDUCTION_NAMES.filter((name) => name !== 'none' && (only === undefined || name === only));
  return named.map((name): Contender => {
    const reduction = withSwitches(name, switches);
    return { name, reduction, exploring: { search, seed: programNumber } };
  });
}
