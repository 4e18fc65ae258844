/**
 * Dominators and post-dominators.
 *
 * Dominators follow Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm": iterate "the immediate dominator
 * is the nearest common ancestor of the predecessors" in reverse postorder until nothing changes. Two sweeps do for
 * reducible graphs; compiled C rarely needs a third, and each is linear. Queries take constant time through the numbers
 * of a walk over the finished tree.
 *
 * Post-dominators are dominators of the reversed graph from a virtual exit after every block that ends the function.
 * A region that can only run for ever has no way to that exit, and without one, every branch in front of or inside it
 * would look irrelevant. So the last block of each turn of such a region (the source of an edge back to a header of a
 * strongly connected component without way out) gets an assumed edge to the exit, as if the loop were unrolled once:
 * what follows a header within a turn still post-dominates it, so a block in the region depends on the branches that
 * chose to enter the region and on those that chose its way through a turn. Where the back edge itself leaves from a
 * branch, blocks of the next turn also count as depending on it, which is more than needed and never less.
 */
import { type FlowGraph, flowGraph, predecessorsIn, reversePostorder, successorsIn } from './cfg.ts';
import { stronglyConnected } from './components.ts';

export class DominatorTree {
  /** Per node its immediate dominator; -1 for the root and for unreachable nodes. */
  readonly parent: Int32Array;
  /** Reachable nodes in reverse postorder. */
  readonly order: Int32Array;
  private readonly childStart: Int32Array;
  private readonly children: Int32Array;
  private readonly enter: Int32Array;
  private readonly leave: Int32Array;

  constructor(readonly graph: FlowGraph) {
    const { size, entry } = graph;
    this.order = reversePostorder(graph);
    this.parent = immediateDominators(graph, this.order);
    this.childStart = new Int32Array(size + 1);
    this.children = new Int32Array(size);
    for (const node of this.order) if (this.parent[node] >= 0) this.childStart[this.parent[node] + 1]++;
    for (let node = 0; node < size; node++) this.childStart[node + 1] += this.childStart[node];
    const fill = this.childStart.slice(0, size);
    for (const node of this.order) if (this.parent[node] >= 0) this.children[fill[this.parent[node]]++] = node;
    this.enter = new Int32Array(size).fill(-1);
    this.leave = new Int32Array(size).fill(-1);
    if (size > 0) this.numberTree(entry);
  }

  isReachable(node: number): boolean {
    return this.enter[node] >= 0;
  }

  /** Every path from the root to `below` passes `above` (a node dominates itself; unreachable nodes dominate nothing). */
  dominates(above: number, below: number): boolean {
    return this.enter[above] >= 0 && this.enter[above] <= this.enter[below] && this.leave[below] <= this.leave[above];
  }

  strictlyDominates(above: number, below: number): boolean {
    return above !== below && this.dominates(above, below);
  }

  /** Nodes whose immediate dominator is `node`. */
  childrenOf(node: number): Int32Array {
    return this.children.subarray(this.childStart[node], this.childStart[node + 1]);
  }

  private numberTree(root: number): void {
    const stack = [root];
    const next = this.childStart.slice(0, this.graph.size);
    let clock = 0;
    this.enter[root] = clock++;
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (next[node] < this.childStart[node + 1]) {
        const child = this.children[next[node]++];
        this.enter[child] = clock++;
        stack.push(child);
      } else {
        this.leave[node] = clock;
        stack.pop();
      }
    }
  }
}

function immediateDominators(graph: FlowGraph, order: Int32Array): Int32Array {
  const { size, entry, predecessorStart, predecessors } = graph;
  const parent = new Int32Array(size).fill(-1);
  if (size === 0) return parent;
  const place = new Int32Array(size).fill(-1);
  order.forEach((node, position) => {
    place[node] = position;
  });
  parent[entry] = entry;
  for (let changed = true; changed; ) {
    changed = false;
    for (let position = 1; position < order.length; position++) {
      const node = order[position];
      let best = -1;
      for (let edge = predecessorStart[node]; edge < predecessorStart[node + 1]; edge++) {
        let other = predecessors[edge];
        if (parent[other] < 0) continue;
        if (best < 0) {
          best = other;
          continue;
        }
        while (other !== best) {
          while (place[other] > place[best]) other = parent[other];
          while (place[best] > place[other]) best = parent[best];
        }
      }
      if (parent[node] !== best) {
        parent[node] = best;
        changed = true;
      }
    }
  }
  parent[entry] = -1;
  return parent;
}

/** Per node the nodes where its dominance ends: it dominates one of their predecessors, but not strictly them. */
export function dominanceFrontiers(tree: DominatorTree): number[][] {
  const { graph, parent } = tree;
  const frontiers: number[][] = Array.from({ length: graph.size }, () => []);
  for (const join of tree.order) {
    const predecessors = predecessorsIn(graph, join);
    if (predecessors.length < 2 && join !== graph.entry) continue;
    for (const predecessor of predecessors) {
      if (!tree.isReachable(predecessor)) continue;
      for (let runner = predecessor; runner !== parent[join] && runner >= 0; runner = parent[runner]) {
        const frontier = frontiers[runner];
        if (frontier[frontier.length - 1] !== join) frontier.push(join);
      }
    }
  }
  return frontiers;
}

export interface PostDominators {
  /** Over the reversed graph; its root is `exit`. Every block of the function is reachable in it. */
  readonly tree: DominatorTree;
  /** The virtual exit: one more than the last block index. */
  readonly exit: number;
  /** Blocks given an edge to the exit that the program does not have: ends of turns of endless regions. */
  readonly assumedExits: readonly number[];
}

/**
 * `mayStop` lists blocks that may end execution although they have successors (a call inside may not return); they get
 * an edge to the exit too.
 */
export function postDominators(graph: FlowGraph, mayStop: readonly number[] = []): PostDominators {
  const exit = graph.size;
  const toExit = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node++) {
    if (graph.successorStart[node] === graph.successorStart[node + 1]) toExit[node] = 1;
  }
  for (const node of mayStop) toExit[node] = 1;
  const assumedExits = endlessTurnEnds(graph, toExit);
  for (const node of assumedExits) toExit[node] = 1;
  const reverse: number[][] = Array.from({ length: exit + 1 }, (_, node) =>
    node === exit ? [] : Array.from(predecessorsIn(graph, node)),
  );
  toExit.forEach((leads, node) => {
    if (leads === 1) reverse[exit].push(node);
  });
  return { tree: new DominatorTree(flowGraph(reverse, exit)), exit, assumedExits };
}

function endlessTurnEnds(graph: FlowGraph, toExit: Uint8Array): number[] {
  const reaches = new Uint8Array(graph.size);
  const work: number[] = [];
  const reach = (node: number) => {
    if (reaches[node] === 1) return;
    reaches[node] = 1;
    work.push(node);
  };
  toExit.forEach((leads, node) => {
    if (leads === 1) reach(node);
  });
  while (work.length > 0) predecessorsIn(graph, work.pop()!).forEach(reach);
  const stuck: number[] = [];
  for (let node = 0; node < graph.size; node++) if (reaches[node] === 0) stuck.push(node);
  if (stuck.length === 0) return [];
  const { component, members } = stronglyConnected(graph, stuck);
  const ends: number[] = [];
  for (const nodes of members) {
    const inside = component[nodes[0]];
    const leaves = nodes.some((node) => successorsIn(graph, node).some((target) => component[target] !== inside));
    if (leaves) continue;
    let headers = nodes.filter(
      (node) => node === graph.entry || predecessorsIn(graph, node).some((source) => component[source] !== inside),
    );
    if (headers.length === 0) headers = [Math.min(...nodes)];
    for (const node of nodes) if (successorsIn(graph, node).some((target) => headers.includes(target))) ends.push(node);
  }
  return ends.sort((a, b) => a - b);
}
