/**
 * The referee is judged itself: reductions broken on purpose, each in at least two ways, must be caught, and soon. All ways with
 * `PATHFOLD_LONG=1`, else the first of each.
 */
import { describe, expect, it } from 'vitest';
import { REDUCTION_NAMES, type ReductionName } from '../../src/reduce/catalogue.ts';
import { type Reduction, reductionOf } from '../../src/reduce/registry.ts';
import { campaign } from './campaign.ts';
import { COVERING, isAboutChange } from './contenders.ts';
import {
  type Breaking,
  everyStateAgrees,
  everyVisitAgrees,
  forgottenBranches,
  forgottenChecks,
  forgottenRequirements,
  noOtherWriters,
  noPhiChoice,
  onlyThisBlock,
} from './mutants/broken-parts.ts';
import { everyThirdPath } from './mutants/every-third-path.ts';
import { forgottenHalts } from './mutants/forgotten-halts.ts';
import { mergedIterations } from './mutants/merged-iterations.ts';
import { noInteraction } from './mutants/no-interaction.ts';
import { noPotentialDependence } from './mutants/no-potential-dependence.ts';
import { onlyMain } from './mutants/only-main.ts';
import {
  branchesOfTheChange,
  halfTheChange,
  noOutputs,
  noValues,
  outputsOfBranches,
  valuesOfBranches,
} from './mutants/part-of-the-change.ts';

interface Mutant {
  readonly name: string;
  readonly reduction: Reduction;
  readonly breaks?: Breaking;
  /** Whether it takes programs out of real parts to show it. */
  readonly real?: boolean;
}

/** Comparing states from the start, and after every path, because generated programs have few. */
const relevance: Reduction = {
  ...reductionOf('relevance'),
  strategy: (program, options) =>
    reductionOf('relevance').strategy(program, { ...options, switched: { patience: 0, batch: 1 } }),
};

const MUTANTS: Readonly<Record<ReductionName, readonly Mutant[]>> = {
  none: [
    { name: 'drops every third path', reduction: everyThirdPath },
    { name: 'merges the iterations of loops', reduction: mergedIterations },
  ],
  postcondition: [
    {
      name: 'forgets what instructions ask of a state',
      reduction: reductionOf('postcondition'),
      breaks: forgottenChecks,
    },
    { name: 'forgets where branches went', reduction: reductionOf('postcondition'), breaks: forgottenBranches },
  ],
  revisit: [
    { name: 'takes all states at a place for the same', reduction: reductionOf('revisit'), breaks: everyVisitAgrees },
    { name: 'forgets what inputs must satisfy', reduction: reductionOf('revisit'), breaks: forgottenRequirements },
    {
      name: 'looks no further than a block for what is uncovered',
      reduction: COVERING.reduction,
      breaks: onlyThisBlock,
    },
  ],
  dependence: [
    { name: 'ignores that decisions meet', reduction: noInteraction },
    { name: 'ignores which branch chose a value', reduction: reductionOf('dependence'), breaks: noPhiChoice },
  ],
  relevance: [
    { name: 'covers main only', reduction: onlyMain },
    { name: 'takes all states at a point for the same', reduction: relevance, breaks: everyStateAgrees },
    { name: 'ignores what the other side writes', reduction: relevance, breaks: noOtherWriters, real: true },
  ],
  output: [
    { name: 'ignores potential dependence', reduction: noPotentialDependence },
    { name: 'forgets halts', reduction: forgottenHalts },
  ],
  change: [
    { name: 'looks at half of a change', reduction: halfTheChange },
    { name: 'looks at the branches of a change only', reduction: branchesOfTheChange },
  ],
  'change,dependence': [
    { name: 'looks at no value of a change', reduction: noValues },
    { name: 'looks at the values of branches only', reduction: valuesOfBranches },
  ],
  'change,output': [
    { name: 'looks at no output of a change', reduction: noOutputs },
    { name: 'looks at what branches of a change decide only', reduction: outputsOfBranches },
  ],
};

describe.each(REDUCTION_NAMES)('of %s, the referee catches one that', (of) => {
  const mutants = process.env.PATHFOLD_LONG === undefined ? MUTANTS[of].slice(0, 1) : MUTANTS[of];
  it.each(mutants)('$name', { timeout: 180_000 }, async ({ name, reduction, breaks, real }) => {
    const mend = breaks?.();
    try {
      const { findings, judged } = await campaign({
        programs: 300,
        seed: 3,
        contenders: () => [{ name, reduction, exploring: { search: 'dfs' } }],
        versions: isAboutChange(reduction),
        real: real === true,
        shrinkSeconds: 2,
      });
      expect(findings, `${judged} programs did not show it`).toHaveLength(1);
      const [{ loss, shrunken, drawn }] = findings;
      expect(loss.what).not.toBe('');
      expect(shrunken.text.length).toBeLessThanOrEqual(drawn.text.length);
    } finally {
      mend?.();
    }
  });
});
