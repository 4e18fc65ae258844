/**
 * Control dependence per branch direction, within one function.
 *
 * Ferrante, Ottenstein and Warren: a block depends on the edge a -> b when it post-dominates b (the edge must lead to
 * it) but does not strictly post-dominate a (another way out of a may avoid it). The dependents of an edge are the
 * ancestors of b in the post-dominator tree below a's immediate post-dominator, so listing them costs as much as there are.
 *
 * A block that may stop the program (a call in it may not return) is a branch too, with stopping as its other way: what comes
 * after depends on the edge out of it. Endless loops are covered by the ends that `postDominators` assumes.
 */
import { type FlowGraph, successorsIn } from './cfg.ts';
import { type PostDominators, postDominators } from './dominance.ts';

/** One way on from a block that has another one. */
export interface BranchEdge {
  /** Dense within the function. */
  readonly index: number;
  readonly block: number;
  readonly target: number;
}

export class ControlDependence {
  readonly post: PostDominators;
  readonly edges: readonly BranchEdge[];
  /** Per block: indices of the edges it depends on, ascending. */
  readonly parents: readonly (readonly number[])[];
  private readonly firstEdge: Int32Array;
  private readonly dependentsOf: number[][] = [];
  private readonly regions: (readonly number[] | undefined)[] = [];

  /** `mayStop` lists blocks in which the program may end although they have successors. */
  constructor(
    readonly graph: FlowGraph,
    readonly mayStop: readonly number[] = [],
  ) {
    this.post = postDominators(graph, mayStop);
    const edges: BranchEdge[] = [];
    const parents: number[][] = Array.from({ length: graph.size }, () => []);
    this.firstEdge = new Int32Array(graph.size + 1);
    const stops = new Uint8Array(graph.size);
    for (const block of mayStop) stops[block] = 1;
    for (let block = 0; block < graph.size; block++) {
      this.firstEdge[block] = edges.length;
      const targets = successorsIn(graph, block);
      if (targets.length < 2 && stops[block] === 0) continue;
      for (const target of targets) {
        const index = edges.length;
        edges.push({ index, block, target });
        const dependents = this.climb(block, target);
        this.dependentsOf.push(dependents);
        for (const dependent of dependents) parents[dependent].push(index);
      }
    }
    this.firstEdge[graph.size] = edges.length;
    this.edges = edges;
    this.parents = parents;
  }

  private climb(block: number, target: number): number[] {
    const { tree, exit } = this.post;
    const stop = tree.parent[block];
    const dependents: number[] = [];
    for (let node = target; node !== stop && node !== exit && node >= 0; node = tree.parent[node])
      dependents.push(node);
    return dependents;
  }

  /** Blocks that depend on the edge directly. */
  dependents(edge: number): readonly number[] {
    return this.dependentsOf[edge];
  }

  edgesFrom(block: number): readonly BranchEdge[] {
    return this.edges.slice(this.firstEdge[block], this.firstEdge[block + 1]);
  }

  /** The edge's index, or -1 when there is no other way on from the block. */
  edgeIndex(block: number, target: number): number {
    for (let index = this.firstEdge[block]; index < this.firstEdge[block + 1]; index++) {
      if (this.edges[index].target === target) return index;
    }
    return -1;
  }

  /** Whether the block runs whenever the function is called and does not stop before. */
  isCertain(block: number): boolean {
    return this.post.tree.dominates(block, this.graph.entry);
  }

  /**
   * Blocks whose execution the edge can bring about, dependents of dependents included: everything between the edge
   * and the place where all ways out of its block meet again.
   */
  region(edge: number): readonly number[] {
    const known = this.regions[edge];
    if (known !== undefined) return known;
    const { block, target } = this.edges[edge];
    const meet = this.post.tree.parent[block];
    const seen = new Set<number>();
    const work: number[] = [];
    const visit = (node: number) => {
      if (node === meet || seen.has(node)) return;
      seen.add(node);
      work.push(node);
    };
    visit(target);
    while (work.length > 0) for (const next of successorsIn(this.graph, work.pop()!)) visit(next);
    const region = [...seen].sort((a, b) => a - b);
    this.regions[edge] = region;
    return region;
  }

  /**
   * Edges that decide through which predecessor a block is entered: those its incoming edges depend on, directly or not,
   * up to the block's immediate dominator. A phi depends on all of them, whatever value it takes.
   */
  choosers(block: number, immediateDominator: number, dominates: (above: number, below: number) => boolean): number[] {
    const chosen = new Set<number>();
    const work: number[] = [];
    const visit = (edge: number) => {
      if (chosen.has(edge) || !dominates(immediateDominator, this.edges[edge].block)) return;
      chosen.add(edge);
      work.push(edge);
    };
    const { predecessors, predecessorStart } = this.graph;
    for (let place = predecessorStart[block]; place < predecessorStart[block + 1]; place++) {
      const source = predecessors[place];
      const own = this.edgeIndex(source, block);
      if (own >= 0) visit(own);
      if (source !== immediateDominator) this.parents[source].forEach(visit);
    }
    while (work.length > 0) {
      const from = this.edges[work.pop()!].block;
      if (from !== immediateDominator) this.parents[from].forEach(visit);
    }
    return [...chosen].sort((a, b) => a - b);
  }
}
