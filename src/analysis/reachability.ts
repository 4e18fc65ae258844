/**
 * Whether one instruction may run after another, anywhere in a run.
 *
 * Blocks of all functions form one graph: each block has a start and an end; a call leads from the start of its block to
 * the callee's entry, and the callee's returns lead to the end of the block. Calls and returns are not matched, which
 * only adds ways. The closure is kept as bit sets over strongly connected components: for 12,000 blocks at most 20 MB.
 */
import type { Instruction } from '../program/instructions.ts';
import { type Program, terminatorOf } from '../program/program.ts';
import { BitSet } from './bit-set.ts';
import type { CallGraph } from './call-graph.ts';
import { type FlowGraph, flowGraph, flowGraphOf, successorsIn } from './cfg.ts';
import { stronglyConnected } from './components.ts';

export class Reachability {
  /** Per function index: number of its first block among all blocks. */
  private readonly firstBlock: number[] = [];
  private readonly closure: Closure;

  constructor(program: Program, graph: CallGraph) {
    let blocks = 0;
    for (const fn of program.functions) {
      this.firstBlock.push(blocks);
      blocks += fn.blocks.length;
    }
    const edges: number[][] = Array.from({ length: 2 * blocks }, () => []);
    for (const fn of program.functions) {
      const first = this.firstBlock[fn.index];
      const flow = flowGraphOf(fn);
      for (const block of fn.blocks) {
        const start = 2 * (first + block.index);
        edges[start].push(start + 1);
        for (const next of successorsIn(flow, block.index)) edges[start + 1].push(2 * (first + next));
        for (const instruction of block.instructions) {
          if (instruction.op !== 'call') continue;
          for (const callee of graph.calleesAt(instruction)) {
            if (callee.blocks.length === 0) continue;
            const entry = this.firstBlock[callee.index];
            edges[start].push(2 * entry);
            for (const last of callee.blocks) {
              if (terminatorOf(last).op === 'ret') edges[2 * (entry + last.index) + 1].push(start + 1);
            }
          }
        }
      }
    }
    this.closure = new Closure(flowGraph(edges));
  }

  /** Whether `later` may run after `earlier` (an instruction follows itself only through a loop or another call). */
  mayFollow(earlier: Instruction, later: Instruction): boolean {
    const from = this.numberOf(earlier);
    const to = this.numberOf(later);
    if (from !== to) return this.closure.reaches(2 * from, 2 * to + 1);
    return earlier.index < later.index || this.closure.reaches(2 * from + 1, 2 * from);
  }

  private numberOf({ block }: Instruction): number {
    return this.firstBlock[block.function.index] + block.index;
  }
}

/** The reflexive and transitive closure of a graph. */
export class Closure {
  private readonly component: Int32Array;
  private readonly reached: BitSet[] = [];

  constructor(graph: FlowGraph) {
    const nodes = Array.from({ length: graph.size }, (_, node) => node);
    const { component, members } = stronglyConnected(graph, nodes);
    this.component = component;
    members.forEach((group, index) => {
      const reached = new BitSet(members.length);
      reached.add(index);
      for (const node of group) {
        for (const next of successorsIn(graph, node)) {
          if (component[next] !== index && !reached.has(component[next])) reached.addAll(this.reached[component[next]]);
        }
      }
      this.reached.push(reached);
    });
  }

  reaches(from: number, to: number): boolean {
    return this.reached[this.component[from]].has(this.component[to]);
  }
}
