/** Strongly connected components (Tarjan), on a part of a graph. */
import type { FlowGraph } from './cfg.ts';

export interface Components {
  /** Per node its component; -1 for nodes outside the examined part. */
  readonly component: Int32Array;
  /** Members in ascending order; every component comes after those it has edges to. */
  readonly members: readonly (readonly number[])[];
}

/**
 * Looks only at `nodes` and at edges between them for which `follow` (all by default) holds. Linear; the walk keeps its
 * own stack because functions with tens of thousands of blocks exist.
 */
export function stronglyConnected(
  graph: Pick<FlowGraph, 'size' | 'successorStart' | 'successors'>,
  nodes: readonly number[],
  follow: ((from: number, to: number) => boolean) | null = null,
  scratch: ComponentScratch = new ComponentScratch(graph.size),
): Components {
  const { successorStart, successors } = graph;
  const { number, low, next, component } = scratch;
  for (const node of nodes) {
    number[node] = 0;
    next[node] = successorStart[node];
    component[node] = -1;
  }
  const members: number[][] = [];
  const open: number[] = [];
  const walk: number[] = [];
  let clock = 0;
  for (const root of nodes) {
    if (number[root] !== 0) continue;
    walk.push(root);
    open.push(root);
    number[root] = low[root] = ++clock;
    while (walk.length > 0) {
      const node = walk[walk.length - 1];
      if (next[node] < successorStart[node + 1]) {
        const target = successors[next[node]++];
        if (number[target] < 0 || (follow !== null && !follow(node, target))) continue;
        if (number[target] === 0) {
          number[target] = low[target] = ++clock;
          walk.push(target);
          open.push(target);
        } else if (component[target] < 0 && number[target] < low[node]) low[node] = number[target];
        continue;
      }
      walk.pop();
      if (walk.length > 0) {
        const above = walk[walk.length - 1];
        if (low[node] < low[above]) low[above] = low[node];
      }
      if (low[node] === number[node]) {
        const group: number[] = [];
        for (let member = -1; member !== node; ) {
          member = open.pop()!;
          component[member] = members.length;
          group.push(member);
        }
        members.push(group.sort((a, b) => a - b));
      }
    }
  }
  const result = component.slice();
  for (const node of nodes) {
    number[node] = -1;
    component[node] = -1;
  }
  return { component: result, members };
}

/** Arrays that repeated runs over parts of one graph share. */
export class ComponentScratch {
  /** -1 outside the examined part, 0 before the visit. */
  readonly number: Int32Array;
  readonly low: Int32Array;
  readonly next: Int32Array;
  readonly component: Int32Array;
  constructor(size: number) {
    this.number = new Int32Array(size).fill(-1);
    this.low = new Int32Array(size);
    this.next = new Int32Array(size);
    this.component = new Int32Array(size).fill(-1);
  }
}
