import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowGraph } from '../../src/analysis/cfg.ts';
import { DominatorTree, dominanceFrontiers, postDominators } from '../../src/analysis/dominance.ts';
import { anyGraph, reachableFrom } from './random-graphs.ts';

describe('dominators', () => {
  it('are exactly the nodes without which a node is out of reach', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const tree = new DominatorTree(flowGraph(edges));
        const reachable = reachableFrom(edges, 0);
        for (let above = 0; above < edges.length; above++) {
          const without = reachableFrom(edges, 0, [above]);
          for (let below = 0; below < edges.length; below++) {
            if (!reachable.has(below)) continue;
            expect(tree.dominates(above, below)).toBe(reachable.has(above) && !without.has(below));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have frontiers as defined', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const graph = flowGraph(edges);
        const tree = new DominatorTree(graph);
        const frontiers = dominanceFrontiers(tree);
        for (let node = 0; node < edges.length; node++) {
          if (!tree.isReachable(node)) continue;
          const expected = new Set<number>();
          edges.forEach((targets, source) => {
            if (!tree.isReachable(source) || !tree.dominates(node, source)) return;
            for (const target of targets) if (!tree.strictlyDominates(node, target)) expected.add(target);
          });
          expect([...new Set(frontiers[node])].sort()).toEqual([...expected].sort());
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('post-dominators', () => {
  it('are exactly the nodes that every way to the end passes, where there is a way', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const { tree, exit, assumedExits } = postDominators(flowGraph(edges));
        const closed = edges.map((targets, node) =>
          targets.length === 0 || assumedExits.includes(node) ? [...targets, exit] : targets,
        );
        closed.push([]);
        for (let node = 0; node < edges.length; node++) {
          expect(reachableFrom(closed, node).has(exit)).toBe(true);
          for (let other = 0; other < edges.length; other++) {
            expect(tree.dominates(other, node)).toBe(!reachableFrom(closed, node, [other]).has(exit));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('assume an end only inside regions that never end', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const { assumedExits } = postDominators(flowGraph(edges));
        for (const node of assumedExits) {
          for (const reached of reachableFrom(edges, node)) expect(edges[reached].length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('keep the branch in front of an endless loop apart from what follows in the loop', () => {
    // 0 chooses between the endless loop 1 -> 2 -> 1 and the return at 3.
    const { tree } = postDominators(flowGraph([[1, 3], [2], [1], []]));
    expect(tree.dominates(2, 1)).toBe(true);
    expect(tree.dominates(1, 0)).toBe(false);
  });
});
