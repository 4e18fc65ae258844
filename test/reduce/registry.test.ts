/** What the catalogue says about each reduction is what its strategy is and does. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../src/explore/exploration.ts';
import { CATALOGUE, REDUCTION_NAMES, type ReductionName, type Switch } from '../../src/reduce/catalogue.ts';
import { affectedStatements } from '../../src/reduce/change/affected.ts';
import { DEFAULT_REDUCTION_OPTIONS, type ReductionOptions, reductionOf } from '../../src/reduce/registry.ts';
import { readSwitches, switchText } from '../../src/reduce/switches.ts';
import { compileText } from '../referee/compile.ts';

const PROGRAM = `#include <pathfold.h>
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) if (pathfold_int("x") > 0) total++;
  return total > 1;
}`;

async function explored(name: ReductionName, options: Partial<ReductionOptions> = {}): Promise<Exploration> {
  const program = await compileText(PROGRAM);
  const change = affectedStatements(await compileText(PROGRAM.replace('> 1', '> 2')), program);
  const strategy = reductionOf(name).strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, change, ...options });
  const exploration = await Exploration.create(program, {}, () => {}, strategy);
  exploration.run();
  exploration.dispose();
  return exploration;
}

describe.each(REDUCTION_NAMES)('%s', (name) => {
  const { counts, switches } = CATALOGUE[name];

  it('counts what the catalogue says it counts', async () => {
    const { strategy } = await explored(name);
    expect(Object.keys(strategy.counters ?? {}).sort()).toEqual(Object.keys(counts).sort());
  });

  it('does without switches what it does with all of them as they are described', async () => {
    const written = Object.entries<Switch>(switches).map(([each, spec]) => switchText(each, spec));
    const [usual, spelt] = [
      await explored(name),
      await explored(name, { switched: readSwitches(written, switches, name) }),
    ];
    expect(spelt.counts).toEqual(usual.counts);
    expect(spelt.strategy.counters).toEqual(usual.strategy.counters);
  });
});
