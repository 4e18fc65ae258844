/** The examples of the redundant states paper: section 2 (figure 2) and the chown fragment of section 3.2. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { RelevanceReduction } from '../../../src/reduce/relevance/strategy.ts';

const CASES = fileURLToPath(new URL('../../cases/papers/', import.meta.url));

async function explored(name: string) {
  const directory = `${CASES}${name}`;
  const program = await loadProgram(['main.c'], { directory });
  const reduction = new RelevanceReduction(program, { patience: 0 });
  const exploration = await Exploration.create(program, {}, () => {}, reduction);
  exploration.run();
  exploration.dispose();
  const expected = JSON.parse(readFileSync(`${directory}/expected.json`, 'utf8'));
  return { reduction, exploration, expected };
}

describe('section 2', () => {
  it('runs two paths to their end, cuts one, and covers everything', async () => {
    const { reduction, exploration, expected } = await explored('redundant-states-section2');
    const { completed, pruned } = exploration.counts;
    expect({ completed, pruned }).toEqual({ completed: 2, pruned: 1 });
    expect(completed + pruned).toBe(expected.reduced.relevance.paths);
    reduction.coverage.reachable.each((goal) =>
      expect(reduction.coverage.reached.has(goal), `goal ${goal}`).toBe(true),
    );
  });
});

describe('the chown fragment of section 3.2', () => {
  it('is covered in a fraction of its paths', async () => {
    const { reduction, exploration, expected } = await explored('redundant-states-chown');
    const { completed, pruned, faulty } = exploration.counts;
    expect(faulty).toBe(0);
    expect(completed + pruned).toBeLessThan(expected.paths / 2);
    reduction.coverage.reached.each((goal) => expect(reduction.coverage.reachable.has(goal)).toBe(true));
  });
});
