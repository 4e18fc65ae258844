/** What could be lost by a careless weakest precondition, and generated programs with every optimisation off. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import { ForkingSearch } from '../../../src/explore/forking-search.ts';
import { EMPTY_ENVIRONMENT } from '../../../src/machine/environment.ts';
import { PostconditionReduction } from '../../../src/reduce/postcondition/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../../src/reduce/registry.ts';
import { loadText } from '../../machine/explore.ts';
import { campaign, findingText } from '../../referee/campaign.ts';
import { compileText } from '../../referee/compile.ts';
import { type Contender, judge } from '../../referee/judge.ts';
import { programOf, TRICKY_BODIES } from '../tricky-programs.ts';
import { ALL_OFF, exploreReduced } from './explore.ts';

const contender = (name: string, options = {}): Contender => ({
  name,
  reduction: { ...REDUCTIONS.postcondition, strategy: () => new PostconditionReduction(options) },
});
const CONTENDERS = [contender('default'), contender('all off', ALL_OFF)];

describe('nothing is lost by', () => {
  for (const [name, body] of Object.entries(TRICKY_BODIES)) {
    it(name, async () => {
      const { losses, paths, undecided } = await judge(
        await compileText(programOf(body)),
        CONTENDERS,
        DEFAULT_REDUCTION_OPTIONS,
      );
      expect(losses).toEqual([]);
      expect(undecided).toEqual([]);
      expect(paths).toBeGreaterThan(2);
    });
  }
});

describe('generated programs', () => {
  it('lose nothing with every optimisation off', async () => {
    const seed = 20261;
    const { findings } = await campaign({
      programs: 30,
      seed,
      findings: 1,
      contenders: () => [contender('all off', ALL_OFF), contender('first instances', { firstInstanceOnly: true })],
    });
    expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
  }, 300_000);
});

describe('optimisations and their counters', () => {
  const many = programOf(`
  int s = 0;
  for (int i = 0; i < 6; i++) { int x = pathfold_int("x"); if (x > s) s += x & 3; if (s == 7) return 1 / (x - 9); }
  return s;`);
  // The first side makes equal what the second does not, so that its summaries are not simply true.
  const correlated = programOf(
    `
  int t = pathfold_int("a"), u = pathfold_int("b");
  if (pathfold_int("p") > 0) t = u;
  if (t > 5) s++; else s--;
  if (u > 7) s += 2; else s -= 2;
  if (t > u) s += 4;
  if (u == t + 3) s += 8;
  if (t == 11) return 1;
  return s;`.replace('int t', 'int s = 0, t'),
  );
  it('the size bound keeps summaries small', async () => {
    const bounded = await exploreReduced(await loadText(correlated), { sizeBound: 2, adaptive: false });
    const free = await exploreReduced(await loadText(correlated), { sizeBound: 0, adaptive: false });
    expect(bounded.strategy.statistics.bounded).toBeGreaterThan(0);
    expect(free.strategy.statistics.bounded).toBe(0);
    const largest = ({ locations }: PostconditionReduction): number =>
      Math.max(...locations.all.flatMap(({ summary }) => summary.disjuncts.map(({ size }) => size)));
    expect(largest(bounded.strategy)).toBeLessThanOrEqual(2);
    expect(largest(free.strategy)).toBeGreaterThan(2);
    expect(free.exploration.pathsEnded).toBeLessThanOrEqual(bounded.exploration.pathsEnded);
  });
  it('reuse looks at each part of a path once', async () => {
    const reused = await exploreReduced(await loadText(many), { reuse: true, adaptive: false });
    const fresh = await exploreReduced(await loadText(many), { reuse: false, adaptive: false });
    expect(reused.strategy.backward.walked).toBeLessThan(fresh.strategy.backward.walked);
  });
  it('lazy summaries cut the same paths with less work', async () => {
    const lazy = await exploreReduced(await loadText(many), { lazy: true, adaptive: false });
    const eager = await exploreReduced(await loadText(many), { lazy: false, adaptive: false });
    expect(lazy.counts).toEqual(eager.counts);
    expect(lazy.strategy.statistics.edges).toBeLessThan(eager.strategy.statistics.edges);
  });
  it('an input of the path answers checks that the solver would have to', async () => {
    const tried = await exploreReduced(await loadText(correlated), { models: true, adaptive: false });
    const asked = await exploreReduced(await loadText(correlated), { models: false, adaptive: false });
    expect(tried.counts).toEqual(asked.counts);
    expect(tried.strategy.statistics.refuted).toBeGreaterThan(0);
    expect(asked.strategy.statistics.refuted).toBe(0);
    expect(tried.strategy.statistics.queries).toBeLessThan(asked.strategy.statistics.queries);
  });
  it('what does not pay is stopped', async () => {
    // Each round adds another power of two to what the next one looks at, so that no two paths are alike.
    const hopeless = programOf(`
  unsigned s = 1;
  for (int i = 0; i < 11; i++) { s *= 2; if (pathfold_int("x") > i) s += 1; }
  for (unsigned i = 0; i < 20; i++) if (s == 12345 + i) return 1;
  return s & 1;`);
    const adaptive = await exploreReduced(await loadText(hopeless));
    expect(adaptive.strategy.statistics.stopped).toBe(1);
    expect(adaptive.counts.completed).toBeGreaterThan(1500);
  });
});

describe('several initial states', () => {
  it('share summaries only where the states are alike', async () => {
    // The number of arguments differs between them, and with it what is behind argv.
    const program = await loadText(`#include <pathfold.h>
int main(int argc, char **argv) {
  int sum = 0;
  if (pathfold_int("a") > 0) sum += 1; else sum -= 1;
  if (pathfold_int("b") > 0) sum += argc; else sum -= 1;
  if (argc > 1 && argv[1][0] == 'x') return 10 / (sum - 2);
  return sum;
}`);
    const environment = {
      ...EMPTY_ENVIRONMENT,
      arguments: [{ kind: 'several', min: 0, max: 2, size: 1 } as const],
    };
    const run = async (strategy: PostconditionReduction | ForkingSearch) => {
      const faults = new Set<string>();
      const exploration = await Exploration.create(
        program,
        { environment },
        ({ outcome }) => faults.add(`${outcome.ending.kind} ${outcome.arguments.length}`),
        strategy,
      );
      exploration.run();
      exploration.dispose();
      return { faults: [...faults].filter((each) => !each.startsWith('pruned')).sort(), counts: exploration.counts };
    };
    const all = await run(new ForkingSearch());
    const reduced = await run(new PostconditionReduction());
    expect(reduced.faults).toEqual(all.faults);
    expect(reduced.counts.pruned).toBeGreaterThan(0);
  });
});

describe('other orders of search', () => {
  const program = programOf(`
  int s = 0;
  for (int i = 0; i < 5; i++) { if (pathfold_int("x") > i) s += 1; else s -= 1; }
  return 7 / (s - 3);`);
  it.each(['bfs', 'random', 'random-path', 'coverage'] as const)('%s finds the fault', async (search) => {
    const faults = new Set<string>();
    const exploration = await Exploration.create(
      await loadText(program),
      { search },
      ({ outcome }) => faults.add(outcome.ending.kind),
      new PostconditionReduction({ adaptive: false }),
    );
    exploration.run();
    exploration.dispose();
    expect(faults).toContain('division-by-zero');
    expect(exploration.pathsEnded).toBeLessThanOrEqual(32);
  });
});
