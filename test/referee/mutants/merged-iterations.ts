/** Takes a branch of a loop for explored as soon as a path that has ended went through it, in whichever iteration. */
import { ForkingSearch } from '../../../src/explore/forking-search.ts';
import type { Term } from '../../../src/expr/term.ts';
import type { DecisionKind } from '../../../src/machine/client.ts';
import type { Site } from '../../../src/machine/code.ts';
import { PathEnd } from '../../../src/machine/path-end.ts';
import { iterationsAt } from '../../../src/machine/semantics/allocate.ts';
import type { State } from '../../../src/machine/state.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

class MergedIterations extends ForkingSearch {
  private readonly explored = new Set<number>();

  deciding(state: State, _: Term, kind: DecisionKind, site: Site): void {
    const iterations = iterationsAt(state.frame, site);
    if (kind !== 'branch' || iterations.length === 0) return;
    const { instruction } = site;
    if (this.explored.has(instruction.id) && iterations.some((count) => count > 0)) {
      const ending = { kind: 'pruned', message: 'seen in another iteration', name: '', status: 0, stack: [] } as const;
      throw new PathEnd({ ...ending, instruction, site, position: instruction.position });
    }
    this.explored.add(instruction.id);
  }
}

export const mergedIterations: Reduction = {
  ...reductionOf('none'),
  property: 'suffixes',
  implies: ['faults'],
  strategy: () => new MergedIterations(),
};
