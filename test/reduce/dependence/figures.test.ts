/** The paper's own examples come out with the numbers of its tables. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DependenceGraph } from '../../../src/analysis/dependence-graph.ts';
import { analyzePointers } from '../../../src/analysis/points-to/points-to.ts';
import { analyzeTermination } from '../../../src/analysis/termination.ts';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import type { ExplorationOptions } from '../../../src/explore/options.ts';
import { evaluate } from '../../../src/expr/evaluate.ts';
import type { Program } from '../../../src/program/program.ts';
import { type DependenceOptions, DependenceReduction } from '../../../src/reduce/dependence/strategy.ts';
import { loadText } from '../../machine/explore.ts';

function source(name: string, file = 'main.c'): string {
  return readFileSync(fileURLToPath(new URL(`../../cases/papers/${name}/${file}`, import.meta.url)), 'utf8');
}

interface Reduced {
  readonly exploration: Exploration;
  readonly reduction: DependenceReduction;
  readonly paths: readonly FinishedPath[];
}

async function reduce(
  program: Program,
  options: DependenceOptions = {},
  exploring: Partial<ExplorationOptions> = {},
): Promise<Reduced> {
  const paths: FinishedPath[] = [];
  const reduction = new DependenceReduction(program, options);
  const exploration = await Exploration.create(program, exploring, (path) => paths.push(path), reduction);
  exploration.run();
  exploration.dispose();
  return { exploration, reduction, paths };
}

async function reduceFigure(name: string, options: DependenceOptions = {}, defines: string[] = []): Promise<Reduced> {
  return reduce(await loadText(source(name), 'main.c', { defines }), options);
}

/** Which way the named inputs went, as a word of T and F. */
function directions({ paths }: Reduced, tests: Readonly<Record<string, (value: number) => boolean>>): string[] {
  return paths
    .map(({ outcome }) =>
      Object.entries(tests)
        .map(([name, test]) => {
          const { inputs } = outcome;
          const input = inputs.find((each) => each.name === name)!;
          const found = paths.find((each) => each.outcome === outcome)!;
          return found.model === null ? '?' : test(Number(evaluate(input.term, found.model)) | 0) ? 'T' : 'F';
        })
        .join(''),
    )
    .sort();
}

const lines = { x: (x: number) => x > 1, y: (y: number) => y < 1, z: (z: number) => z < 2 };

function faultsOf({ paths }: Reduced): string[] {
  const kinds = paths.filter((path) => path.outcome.ending.kind !== 'exit').map((path) => path.outcome.ending);
  return kinds.map(({ kind, position }) => `${kind} at ${position?.line}`).sort();
}

describe('the figures of the dependence paper', () => {
  it('Fig. 1 takes three of four paths', async () => {
    const { exploration } = await reduceFigure('dependence-guided-fig1');
    expect(exploration.pathsEnded).toBe(3);
  });

  it('Fig. 2 takes the six paths of table 3 and finds both faults', async () => {
    const found = await reduceFigure('dependence-guided-fig2');
    expect(directions(found, lines)).toEqual(['FFT', 'FTF', 'FTT', 'TFT', 'TTF', 'TTT']);
    expect(faultsOf(found).map((fault) => fault.split(' ')[0])).toEqual(['division-by-zero', 'out-of-bounds']);
  });

  it('Fig. 2 loses a fault without interactive dependence', async () => {
    const found = await reduceFigure('dependence-guided-fig2', { interactive: false });
    expect(faultsOf(found)).toHaveLength(1);
  });

  for (const name of ['dependence-guided-fig4', 'dependence-guided-fig4-loop']) {
    it(`${name} takes one path more than it has branches`, async () => {
      for (const n of [3, 6, 12]) {
        const { exploration, reduction } = await reduceFigure(name, {}, [`N=${n}`]);
        expect(exploration.pathsEnded).toBe(n + 1);
        expect(reduction.statistics.infeasible).toBe(0);
      }
    });
  }

  it('Fig. 5 takes three paths and asks no infeasible question', async () => {
    const { exploration, reduction } = await reduceFigure('dependence-guided-fig5');
    expect(exploration.pathsEnded).toBe(3);
    expect(reduction.statistics.infeasible).toBe(0);
  });

  it('section 8: restricted to the changed line, the brake takes eight paths', async () => {
    const program = await loadText(source('dependence-guided-fig9', 'new.c'));
    const pointsTo = analyzePointers(program);
    const graph = new DependenceGraph(program, pointsTo, analyzeTermination(program, pointsTo.callGraph));
    const changed = program.functions
      .flatMap((fn) => fn.blocks.flatMap((block) => block.instructions))
      .filter(({ position }) => position?.functionName === 'update' && position.line === 7)
      .map(({ id }) => id);
    expect(changed.length).toBeGreaterThan(0);
    const wanted = new Set(graph.forwardSlice(changed).toArray());
    const { exploration } = await reduce(program, { wanted });
    expect(exploration.pathsEnded).toBe(8);
  });
});
