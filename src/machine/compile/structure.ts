/**
 * Control flow as nested statements: JavaScript has no goto.
 *
 * After Ramsey ("Beyond Relooper: recursive translation of unstructured control flow to structured control flow", ICFP 2022):
 * walk the dominator tree; a loop header becomes an endless labelled loop, a block where ways meet becomes the code after a
 * labelled block that the ways break out of, and any other block stands where it is jumped to. What follows a loop is placed
 * after it, not inside, so that V8 sees small loops. Works for every reducible graph without repeating code; irreducible
 * ones are refused, that is left to the closures.
 */
import { type FlowGraph, flowGraph, predecessorsIn } from '../../analysis/cfg.ts';
import { DominatorTree } from '../../analysis/dominance.ts';
import type { LoopForest } from '../../analysis/loops.ts';
import { successorsOf } from '../../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../../program/program.ts';

/** A part of a function that is entered at one block: all of it, or one loop. */
export interface Region {
  readonly entry: Block;
  readonly blocks: ReadonlySet<Block>;
}

/** Null where the graph is not reducible. */
export function regionAt(fn: ProgramFunction, loops: LoopForest, entry: Block): Region | null {
  const isLoop = entry.index !== 0;
  const indices = isLoop ? loops.loops[loops.innermost[entry.index]].blocks : fn.blocks.map((_, i) => i);
  const blocks = new Set(indices.map((index) => fn.blocks[index]));
  const isReducible = loops.loops.every(
    ({ headers, blocks: [first] }) => headers.length === 1 || !blocks.has(fn.blocks[first]),
  );
  return isReducible ? { entry, blocks } : null;
}

/** Writes the statements of blocks; where a block goes on is left to `goto`. */
export interface BlockWriter {
  /** The whole block, its terminator too; `goto` gives the statement that goes to a block of the region. */
  block(block: Block, goto: (target: Block) => string): string;
}

export function writeRegion(fn: ProgramFunction, loops: LoopForest, region: Region, writer: BlockWriter): string {
  return new Structure(fn, loops, region, writer).write(region.entry.index);
}

class Structure {
  private readonly tree: DominatorTree;
  private readonly order: Int32Array;
  /** Blocks placed after a loop, per header; and where ways meet, per dominator. Those to be placed last come first. */
  private readonly behind = new Map<number, number[]>();
  private readonly meeting = new Map<number, number[]>();
  private readonly isPlaced = new Set<number>();

  constructor(
    private readonly fn: ProgramFunction,
    private readonly loops: LoopForest,
    private readonly region: Region,
    private readonly writer: BlockWriter,
  ) {
    const lists = fn.blocks.map((block) =>
      region.blocks.has(block)
        ? successorsOf(terminatorOf(block))
            .filter((target) => region.blocks.has(target))
            .map((target) => target.index)
        : [],
    );
    const graph = flowGraph(lists, region.entry.index);
    this.tree = new DominatorTree(graph);
    this.order = new Int32Array(fn.blocks.length);
    this.tree.order.forEach((node, position) => {
      this.order[node] = position;
    });
    for (const node of this.tree.order) {
      if (node === region.entry.index) continue;
      const above = this.tree.parent[node];
      const header = this.outermostLeft(above, node);
      if (header >= 0) this.place(this.behind, header, node);
      else if (this.forwardEdges(graph, lists, node) > 1) this.place(this.meeting, above, node);
    }
    for (const list of [...this.behind.values(), ...this.meeting.values()]) {
      list.sort((a, b) => this.order[b] - this.order[a]);
    }
  }

  /** Edges other than those back to a header; cases of a switch with the same target count each. */
  private forwardEdges(graph: FlowGraph, lists: readonly (readonly number[])[], node: number): number {
    let count = 0;
    for (const from of predecessorsIn(graph, node)) {
      if (!this.tree.isReachable(from) || this.isBack(from, node)) continue;
      count += lists[from].filter((target) => target === node).length;
    }
    return count;
  }

  private place(lists: Map<number, number[]>, at: number, node: number): void {
    lists.set(at, [...(lists.get(at) ?? []), node]);
    this.isPlaced.add(node);
  }

  /** The header of the outermost loop of the region that contains `inside` but not `outside`; -1 if none. */
  private outermostLeft(inside: number, outside: number): number {
    let header = -1;
    for (let loop = this.loops.innermost[inside]; loop !== -1; loop = this.loops.loops[loop].parent) {
      const [head] = this.loops.loops[loop].headers;
      if (this.isIn(loop, outside) || !this.region.blocks.has(this.fn.blocks[head])) break;
      header = head;
    }
    return header;
  }

  private isBack(from: number, to: number): boolean {
    return this.loops.isHeader[to] === 1 && this.isIn(this.loops.innermost[to], from);
  }

  private isIn(loop: number, node: number): boolean {
    let around = this.loops.innermost[node];
    while (around > loop) around = this.loops.loops[around].parent;
    return around === loop;
  }

  write(node: number): string {
    const isHeader = this.loops.isHeader[node] === 1;
    const body = this.followed(this.meeting.get(node) ?? [], () => this.block(node));
    if (!isHeader) return body;
    const loop = `L${node}: for (;;) {\n${body}}\n`;
    return this.followed(this.behind.get(node) ?? [], () => loop);
  }

  /** What is first, in labelled blocks that each end in front of one of the others. */
  private followed(others: readonly number[], first: () => string): string {
    if (others.length === 0) return first();
    const [last, ...rest] = others;
    return `B${last}: {\n${this.followed(rest, first)}}\n${this.write(last)}`;
  }

  private block(node: number): string {
    return this.writer.block(this.fn.blocks[node], (target) => {
      if (this.isBack(node, target.index)) return `continue L${target.index};\n`;
      if (this.isPlaced.has(target.index)) return `break B${target.index};\n`;
      return this.write(target.index);
    });
  }
}
