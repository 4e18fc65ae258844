/**
 * The loop nest forest of a function, reducible or not.
 *
 * After Steensgaard ("Sequentializing program dependence graphs for irreducible programs"), in the frame Ramalingam gave
 * it: a loop is a strongly connected part of the graph; its headers are all blocks through which it is entered from
 * outside; without the edges back to the headers, the strongly connected parts of what remains are the loops inside.
 * For reducible code these are the natural loops (those with a common header joined); an irreducible loop simply has
 * several headers. Costs one linear pass per nesting level.
 *
 * What the forest guarantees: count, for each loop, how often one of its headers was reached from inside since the
 * loop was last entered. Then no two executions of a block within one activation of the function have the same counts
 * for all loops around it together with the same counts at the time those loops were entered; in short, (block,
 * iteration of each enclosing loop) names an execution. Why: between two header arrivals, control moves in a graph
 * without edges to headers, where a block outside every inner loop lies on no cycle, and an inner loop, once left, is
 * not reached again. And every edge into a loop from outside ends at a header: an edge from outside the enclosing loop
 * ends at a header of that one, which is in no inner loop.
 */

import type { ProgramFunction } from '../program/program.ts';
import { type FlowGraph, flowGraphOf, predecessorsIn, reversePostorder, successorsIn } from './cfg.ts';
import { ComponentScratch, stronglyConnected } from './components.ts';

export interface Loop {
  /** Position in `LoopForest.loops`; an outer loop comes before those inside it. */
  readonly index: number;
  /** Block indices, ascending. More than one means the loop is irreducible. */
  readonly headers: readonly number[];
  /** Block indices, ascending, those of inner loops included. */
  readonly blocks: readonly number[];
  /** Index of the loop around it, or -1. */
  readonly parent: number;
  /** 1 for an outermost loop. */
  readonly depth: number;
}

export interface LoopForest {
  readonly loops: readonly Loop[];
  /** Per block the index of the innermost loop around it, or -1. */
  readonly innermost: Int32Array;
  /** Per block: 1 where it is a header (always of its innermost loop). */
  readonly isHeader: Uint8Array;
}

export function findLoops(fn: ProgramFunction): LoopForest {
  return loopForest(flowGraphOf(fn));
}

export function loopForest(graph: FlowGraph): LoopForest {
  const loops: Loop[] = [];
  const innermost = new Int32Array(graph.size).fill(-1);
  const isHeader = new Uint8Array(graph.size);
  const reachable = reversePostorder(graph);
  const isReachable = new Uint8Array(graph.size);
  for (const node of reachable) isReachable[node] = 1;
  const scratch = new ComponentScratch(graph.size);
  const notToHeader = (_: number, to: number) => isHeader[to] === 0;
  const work: { nodes: readonly number[]; parent: number }[] = [{ nodes: Array.from(reachable), parent: -1 }];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    const parts = stronglyConnected(graph, part.nodes, notToHeader, scratch);
    // Emitted in reverse topological order; walking backwards numbers loops in the order control meets them.
    for (let number = parts.members.length - 1; number >= 0; number--) {
      const nodes = parts.members[number];
      const head = nodes[0];
      if (nodes.length === 1 && (isHeader[head] === 1 || !successorsIn(graph, head).includes(head))) continue;
      const headers = nodes.filter(
        (node) =>
          node === graph.entry ||
          predecessorsIn(graph, node).some((source) => isReachable[source] === 1 && parts.component[source] !== number),
      );
      const index = loops.length;
      const depth = part.parent < 0 ? 1 : loops[part.parent].depth + 1;
      loops.push({ index, headers, blocks: nodes, parent: part.parent, depth });
      for (const node of nodes) innermost[node] = index;
      for (const node of headers) isHeader[node] = 1;
      if (headers.length < nodes.length) {
        work.push({ nodes: nodes.filter((node) => isHeader[node] === 0), parent: index });
      }
    }
  }
  return { loops, innermost, isHeader };
}

/** Where the iteration count of `forest.innermost[to]` goes when control takes an edge. */
export type LoopStep = 'enter' | 'again' | 'stay';

/**
 * What an edge does to iteration counts: first the loops around `from` that do not contain `to` are left; then, when
 * `to` is a header, its loop is entered (count 0) or runs again (count + 1). Nothing else changes.
 */
export function loopStep(forest: LoopForest, from: number, to: number): LoopStep {
  if (forest.isHeader[to] === 0) return 'stay';
  const loop = forest.innermost[to];
  let around = forest.innermost[from];
  while (around > loop) around = forest.loops[around].parent;
  return around === loop ? 'again' : 'enter';
}
