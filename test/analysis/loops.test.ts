import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowGraph } from '../../src/analysis/cfg.ts';
import { type LoopForest, loopForest, loopStep } from '../../src/analysis/loops.ts';
import { anyGraph, reachableFrom } from './random-graphs.ts';

describe('the loop nest forest', () => {
  it('nests two natural loops', () => {
    const { loops, innermost } = loopForest(flowGraph([[1], [2, 5], [3], [2, 4], [1], []]));
    expect(loops.map(({ headers, blocks, parent, depth }) => ({ headers, blocks, parent, depth }))).toEqual([
      { headers: [1], blocks: [1, 2, 3, 4], parent: -1, depth: 1 },
      { headers: [2], blocks: [2, 3], parent: 0, depth: 2 },
    ]);
    expect([...innermost]).toEqual([-1, 0, 1, 1, 0, -1]);
  });

  it('gives an irreducible loop all its entries as headers', () => {
    const { loops } = loopForest(flowGraph([[1, 2], [2, 3], [1], []]));
    expect(loops).toHaveLength(1);
    expect(loops[0].headers).toEqual([1, 2]);
  });

  it('has a header on every cycle, entered from outside through headers only', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const forest = loopForest(flowGraph(edges));
        const reachable = reachableFrom(edges, 0);
        const headers = edges.flatMap((_, node) => (forest.isHeader[node] === 1 ? [node] : []));
        for (const node of reachable) {
          if (headers.includes(node)) continue;
          const returns = edges[node].some((next) => reachableFrom(edges, next, headers).has(node));
          expect(returns).toBe(false);
        }
        for (const loop of forest.loops) {
          for (const source of reachable) {
            if (loop.blocks.includes(source)) continue;
            for (const target of edges[source]) {
              if (loop.blocks.includes(target)) expect(loop.headers).toContain(target);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('lets (block, iteration of every enclosing loop) name an execution: random walks never repeat a name', () => {
    fc.assert(
      fc.property(anyGraph, fc.array(fc.nat(), { maxLength: 200 }), (edges, choices) => {
        const forest = loopForest(flowGraph(edges));
        const seen = new Set<string>();
        let node = 0;
        let counts: { loop: number; iteration: number }[] = step(forest, [], -1, 0);
        for (const choice of choices) {
          const name = `${node}:${counts.map(({ loop, iteration }) => `${loop}=${iteration}`).join(',')}`;
          expect(seen.has(name)).toBe(false);
          seen.add(name);
          if (edges[node].length === 0) break;
          const next = edges[node][choice % edges[node].length];
          counts = step(forest, counts, node, next);
          node = next;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('counts what loopStep says', () => {
    const forest = loopForest(flowGraph([[1], [2, 5], [3], [2, 4], [1], []]));
    expect(loopStep(forest, 0, 1)).toBe('enter');
    expect(loopStep(forest, 4, 1)).toBe('again');
    expect(loopStep(forest, 1, 2)).toBe('enter');
    expect(loopStep(forest, 3, 2)).toBe('again');
    expect(loopStep(forest, 2, 3)).toBe('stay');
  });
});

type Counts = { loop: number; iteration: number }[];

/** The rule the machine follows. */
function step(forest: LoopForest, counts: Counts, from: number, to: number): Counts {
  const kept = counts.filter(({ loop }) => forest.loops[loop].blocks.includes(to));
  if (forest.isHeader[to] === 0) return kept;
  const loop = forest.innermost[to];
  if (from < 0 || loopStep(forest, from, to) === 'enter') return [...kept, { loop, iteration: 0 }];
  return kept.map((count) => (count.loop === loop ? { loop, iteration: count.iteration + 1 } : count));
}
