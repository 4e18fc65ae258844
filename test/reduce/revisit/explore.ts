/** Explores programs while looking for states that were explored, for tests. */
import { Exploration } from '../../../src/explore/exploration.ts';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import { REDUCTIONS } from '../../../src/reduce/registry.ts';
import { type RevisitOptions, RevisitReduction } from '../../../src/reduce/revisit/strategy.ts';
import { loadText } from '../../machine/explore.ts';
import type { Contender } from '../../referee/judge.ts';
import { programOf } from '../tricky-programs.ts';

/** Of a whole program, or of a body of `main`. */
export async function revisit(text: string, options: Partial<RevisitOptions> = {}) {
  const strategy = new RevisitReduction({ goal: 'decisions', adaptive: false, ...options });
  const paths: FinishedPath[] = [];
  const exploration = await Exploration.create(
    await loadText(text.startsWith('#') ? text : programOf(text)),
    {},
    (path) => {
      paths.push(path);
    },
    strategy,
  );
  exploration.run();
  exploration.dispose();
  return { paths, counts: exploration.counts, counters: strategy.counters };
}

/** The reduction as it is judged: comparing states whether or not that pays. */
export const contender = (name: string): Contender => ({
  name,
  reduction: {
    ...REDUCTIONS.revisit,
    strategy: () => new RevisitReduction({ goal: 'decisions', adaptive: false }),
  },
});
