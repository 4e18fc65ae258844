/** Who is judged: every reduction, and every search order of the exhaustive search. */
import { SEARCHES, type SearchName } from '../../src/explore/searchers/choose.ts';
import { REDUCTION_NAMES, type ReductionName } from '../../src/reduce/catalogue.ts';
import { coveringReduction, type Reduction, reductionOf } from '../../src/reduce/registry.ts';
import { readSwitches, type Switched } from '../../src/reduce/switches.ts';
import type { Contender } from './judge.ts';

const ORDERS = Object.keys(SEARCHES) as SearchName[];

/** The exhaustive search in other orders, and by several who share: they must agree with depth first in everything. */
export function searchOrders(programNumber: number): Contender[] {
  const reduction = reductionOf('none');
  const orders = ORDERS.filter((search) => search !== 'dfs').map(
    (search): Contender => ({ name: search, reduction, exploring: { search } }),
  );
  const seed = programNumber + 1;
  return [...orders, { name: 'none-shared', reduction, exploring: { seed }, workers: 2 }];
}

/** Reductions that search forward, so that several can share the paths. */
const SHARING: ReadonlySet<string> = new Set([
  'postcondition',
  'revisit',
  'relevance',
  'relevance-eager',
  'revisit-covering',
]);

/** The same, but for some programs shared by two or three. */
function sometimesShared(contender: Contender, programNumber: number): Contender {
  if (programNumber % 3 !== 2 || !SHARING.has(contender.name)) return contender;
  const reduction = contender.name === 'revisit' ? TALKATIVE : contender.reduction;
  return { ...contender, reduction, name: `${contender.name}-shared`, workers: 2 + (programNumber % 2) };
}

/** Reductions that say something about the difference between two versions. */
export function isAboutChange(reduction: Reduction): boolean {
  return reduction.affected !== undefined;
}

/** A reduction with some of its switches set. */
function switched(name: ReductionName, values: Switched): Reduction {
  return withSwitches(reductionOf(name), values);
}

function withSwitches(reduction: Reduction, values: Switched): Reduction {
  const strategy: Reduction['strategy'] = (program, options) =>
    reduction.strategy(program, { ...options, switched: { ...options.switched, ...values } });
  return { ...reduction, strategy };
}

/**
 * What is known of redundant states depends on the order, and on when looking for them begins. Small programs have fewer
 * paths than a batch, so there the order is asked after every path.
 */
function relevanceInAllOrders(seed: number): Contender[] {
  return [
    ...ORDERS.map((search): Contender => {
      const reduction = switched('relevance', { batch: 1, patience: 0 });
      return { name: `relevance-${search}`, reduction, exploring: { search, seed } };
    }),
    {
      name: 'relevance-shared',
      reduction: switched('relevance', { batch: 1, patience: seed % 2 === 0 ? 0 : 4 }),
      exploring: { search: ORDERS[seed % ORDERS.length], seed },
      workers: 2,
    },
    {
      name: 'relevance-late',
      reduction: switched('relevance', { batch: 2, patience: 4, unlikeFirst: true }),
      exploring: { search: ORDERS[seed % ORDERS.length], seed },
    },
  ];
}

/** Generated programs are so small that no explored place would be worth telling others of. */
export const TALKATIVE = switched('revisit', { shareFrom: 0, adaptive: false });

/** Generated programs have fewer paths than `cover` waits for before it compares states: what follows is judged here. */
const EAGER: Contender = { name: 'relevance-eager', reduction: switched('relevance', { patience: 0 }) };

/** They also have fewer paths than it takes to go over from slices to forking. */
const FORKING: Contender = { name: 'output-forking', reduction: switched('output', { slices: false }) };

/** What `cover` runs, without waiting for paths in vain. */
export const COVERING: Contender = {
  name: 'revisit-covering',
  reduction: withSwitches(coveringReduction('revisit')!, { patience: 0 }),
};

/**
 * The reductions as commands run them, or the one asked for, with switches set. The search order changes from program to
 * program, depth first most often; the reductions that have an order of their own ignore it.
 */
export function reductions(
  only: string | undefined,
  programNumber: number,
  switches: readonly string[] = [],
): Contender[] {
  if (only === 'relevance' && switches.length === 0) return relevanceInAllOrders(programNumber);
  const search = programNumber % 4 < 2 ? 'dfs' : ORDERS[(programNumber >> 2) % ORDERS.length];
  const exploring = { search, seed: programNumber };
  const named = REDUCTION_NAMES.filter((name) => name !== 'none' && (only === undefined || name === only));
  const shipped = named.map((name): Contender => {
    const reduction = switched(name, readSwitches(switches, reductionOf(name).switches, name));
    return { name, reduction, exploring };
  });
  if (only === 'revisit' && switches.length === 0)
    shipped.push({ name: 'revisit-together', reduction: TALKATIVE, exploring, workers: 2 + (programNumber % 2) });
  const further = [EAGER, FORKING, COVERING].filter(
    ({ name }) => only === undefined || (switches.length === 0 && name.startsWith(only)),
  );
  const all = [...shipped, ...further.map((contender) => ({ ...contender, exploring }))];
  return all.map((contender) => sometimesShared(contender, programNumber));
}
