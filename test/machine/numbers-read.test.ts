/** A parser that reads numbers with strtod, on arbitrary bytes: floats are compared as the integers they are made of. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadProgram } from '../../src/frontend/load.ts';
import { exploreProgram } from './explore.ts';

it('is explored to its end without a question that is hard', { timeout: 120_000 }, async () => {
  const directory = fileURLToPath(new URL('../../bench/floats', import.meta.url));
  const program = await loadProgram(['number-parser.c'], { directory, defines: ['N=3'] });
  const { exploration, paths } = await exploreProgram(program);
  expect(exploration.verdict).toBe('complete');
  expect(exploration.solver.statistics.unknown).toBe(0);
  const statuses = new Set(paths.map(({ outcome }) => outcome.ending.kind));
  expect([...statuses]).toEqual(['exit']);
  expect(paths.length).toBeGreaterThan(80);
});
