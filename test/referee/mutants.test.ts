/** The referee is judged itself: reductions broken on purpose must each be caught, and soon. */
import { describe, expect, it } from 'vitest';
import type { Reduction } from '../../src/reduce/registry.ts';
import { campaign } from './campaign.ts';
import { isAboutChange } from './contenders.ts';
import { aThirdOfTheInputs } from './mutants/a-third-of-the-inputs.ts';
import { aThirdOfTheValues } from './mutants/a-third-of-the-values.ts';
import { everyThirdPath } from './mutants/every-third-path.ts';
import { forgottenHalts } from './mutants/forgotten-halts.ts';
import { halfTheChange } from './mutants/half-the-change.ts';
import { mergedIterations } from './mutants/merged-iterations.ts';
import { noInteraction } from './mutants/no-interaction.ts';
import { noPotentialDependence } from './mutants/no-potential-dependence.ts';
import { onlyMain } from './mutants/only-main.ts';

const MUTANTS: readonly (readonly [string, Reduction])[] = [
  ['drops every third path', everyThirdPath],
  ['ignores potential dependence', noPotentialDependence],
  ['forgets halts', forgottenHalts],
  ['merges the iterations of loops', mergedIterations],
  ['ignores that decisions meet', noInteraction],
  ['covers main only', onlyMain],
  ['looks at half of a change', halfTheChange],
  ['asks for a third of the values that a change affects', aThirdOfTheValues],
  ['asks for a third of the inputs that a change affects', aThirdOfTheInputs],
];

describe('the referee catches a reduction that', () => {
  for (const [name, reduction] of MUTANTS) {
    it(name, { timeout: 180_000 }, async () => {
      const { findings, judged } = await campaign({
        programs: 300,
        seed: 3,
        contenders: () => [{ name, reduction }],
        versions: isAboutChange(reduction),
        shrinkSeconds: 4,
      });
      expect(findings, `${judged} programs did not show it`).toHaveLength(1);
      const [{ loss, shrunken, drawn }] = findings;
      expect(loss.what).not.toBe('');
      expect(shrunken.text.length).toBeLessThanOrEqual(drawn.text.length);
    });
  }
});
