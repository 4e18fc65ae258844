import type { Machine } from '../../machine/machine.ts';
import { Random } from '../random.ts';
import { CoverageFirst } from './coverage.ts';
import { RandomPath } from './random-path.ts';
import type { Searcher } from './searcher.ts';
import { BreadthFirst, DepthFirst, RandomState } from './simple.ts';

/** The search orders by name: the option table and the documentation list the same names. */
export const SEARCHES = {
  dfs: () => new DepthFirst(),
  bfs: () => new BreadthFirst(),
  random: (_, random) => new RandomState(random),
  'random-path': (_, random) => new RandomPath(random),
  coverage: (machine, random) => new CoverageFirst(machine, random),
} as const satisfies Record<string, (machine: Machine, random: Random) => Searcher>;

export type SearchName = keyof typeof SEARCHES;

export function makeSearcher(name: SearchName, machine: Machine, seed: number): Searcher {
  return SEARCHES[name](machine, new Random(seed));
}
