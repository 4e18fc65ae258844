import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowGraph } from '../../src/analysis/cfg.ts';
import { ControlDependence } from '../../src/analysis/control-dependence.ts';
import { DominatorTree } from '../../src/analysis/dominance.ts';
import { anyGraph, reachableFrom } from './random-graphs.ts';

const EXIT = -1;

describe('control dependence', () => {
  it('equals its definition, computed naively', () => {
    fc.assert(
      fc.property(anyGraph, fc.array(fc.nat(11), { maxLength: 2 }), (edges, stops) => {
        const mayStop = [...new Set(stops.filter((block) => block < edges.length))];
        const control = new ControlDependence(flowGraph(edges), mayStop);
        const exit = edges.length;
        const closed = edges.map((targets, block) =>
          targets.length === 0 || mayStop.includes(block) || control.post.assumedExits.includes(block)
            ? [...targets, exit]
            : targets,
        );
        closed.push([]);
        const postDominates = (later: number, block: number) => !reachableFrom(closed, block, [later]).has(exit);
        for (const edge of control.edges) {
          const expected: number[] = [];
          for (let block = 0; block < edges.length; block++) {
            const mustFollow = postDominates(block, edge.target);
            const anyway = block !== edge.block && postDominates(block, edge.block);
            if (mustFollow && !anyway) expected.push(block);
          }
          expect([...control.dependents(edge.index)].sort((a, b) => a - b)).toEqual(expected);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('lists as the region of an edge its dependents and, transitively, theirs', () => {
    fc.assert(
      fc.property(anyGraph, (edges) => {
        const control = new ControlDependence(flowGraph(edges));
        for (const edge of control.edges) {
          const region = new Set(control.region(edge.index));
          const closure = new Set<number>();
          const work = [...control.dependents(edge.index)];
          while (work.length > 0) {
            const block = work.pop()!;
            if (closure.has(block)) continue;
            closure.add(block);
            for (const next of control.edgesFrom(block)) work.push(...control.dependents(next.index));
          }
          for (const block of closure) expect(region.has(block)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('knows which branches choose the way into a block: runs that agree on them enter it the same way', () => {
    const acyclic = fc
      .integer({ min: 3, max: 10 })
      .chain((size) =>
        fc.tuple(...Array.from({ length: size }, (_, block) => later(block, size))).map((lists) => lists as number[][]),
      );
    fc.assert(
      fc.property(
        acyclic,
        fc.array(fc.nat(5), { minLength: 10, maxLength: 10 }),
        fc.nat(9),
        fc.nat(5),
        (edges, picks, changed, pick) => {
          const graph = flowGraph(edges);
          const control = new ControlDependence(graph);
          const tree = new DominatorTree(graph);
          const others = picks.map((old, block) => (block === changed ? pick : old));
          const first = waysIn(edges, picks);
          const second = waysIn(edges, others);
          for (const [block, from] of first) {
            if (block === 0 || !second.has(block) || second.get(block) === from) continue;
            const deciders = control
              .choosers(block, tree.parent[block], (above, below) => tree.dominates(above, below))
              .map((edge) => control.edges[edge].block);
            expect(deciders).toContain(changed);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('makes what follows a possible stop depend on going on', () => {
    const control = new ControlDependence(flowGraph([[1], [2], []]), [1]);
    const [edge] = control.edgesFrom(1);
    expect(control.dependents(edge.index)).toEqual([2]);
    expect(control.isCertain(1)).toBe(true);
    expect(control.isCertain(2)).toBe(false);
  });

  it('lets blocks of an endless loop depend on the branch that enters it', () => {
    const control = new ControlDependence(flowGraph([[1, 3], [2], [1], []]));
    expect([...control.dependents(control.edgeIndex(0, 1))].sort()).toEqual([1, 2]);
  });
});

function later(block: number, size: number): fc.Arbitrary<number[]> {
  if (block === size - 1) return fc.constant([]);
  return fc.uniqueArray(fc.integer({ min: block + 1, max: size - 1 }), { minLength: 1, maxLength: 3 });
}

/** Per block on the run that picks these ways: where it was entered from. */
function waysIn(edges: readonly (readonly number[])[], picks: readonly number[]): Map<number, number> {
  const ways = new Map<number, number>();
  let from = EXIT;
  for (let block = 0; ; ) {
    ways.set(block, from);
    if (edges[block].length === 0) return ways;
    from = block;
    block = edges[block][picks[block] % edges[block].length];
  }
}
