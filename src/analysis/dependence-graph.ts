/**
 * The static dependence graph of a program: which instruction can influence which, in one step.
 *
 * Besides instructions there are nodes that keep the graph small: a block (what decides whether it runs -> its
 * instructions), a parameter (arguments -> uses), a function (its calls -> blocks that always run), and two per memory
 * cell (writers -> written -> readable wherever cells overlap -> readers). Calls are not told apart by context, writes
 * never erase earlier ones, so every answer is an over-approximation of what runs can show.
 *
 * Potential dependence needs no edges of its own here: a write that a branch could have caused depends on the branch by
 * control, and a phi depends on the branches that choose its value (kind `choice`).
 */
import { type Instruction, operandsOf } from '../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Register } from '../program/values.ts';
import { BitSet } from './bit-set.ts';
import { exitFunction } from './library.ts';
import type { PointsTo } from './points-to/points-to.ts';
import { ProgramFacts } from './program-facts.ts';
import type { Termination } from './termination.ts';

/** How one thing depends on another. */
export type DependenceKind =
  /** A register's value. */
  | 'data'
  /** A value in memory. */
  | 'memory'
  /** Whether it runs at all. */
  | 'control'
  /** Which value a phi takes. */
  | 'choice'
  /** Whether a call before it returns. */
  | 'halt';

export const DEPENDENCE_KINDS: readonly DependenceKind[] = ['data', 'memory', 'control', 'choice', 'halt'];

export class DependenceGraph {
  /** Nodes 0 .. instructionCount - 1 are instructions, by id. */
  readonly instructionCount: number;
  readonly size: number;
  private readonly forward: Adjacency;
  private readonly backward: Adjacency;

  constructor(program: Program, pointsTo: PointsTo, termination: Termination) {
    const edges = new EdgeList();
    const builder = new GraphBuilder(program, pointsTo, termination, edges);
    builder.build();
    this.instructionCount = program.instructionCount;
    this.size = builder.size;
    this.forward = new Adjacency(this.size, edges.from, edges.to, edges.kind);
    this.backward = new Adjacency(this.size, edges.to, edges.from, edges.kind);
  }

  /** Everything that can influence one of the instructions, themselves included: ids. */
  backwardSlice(ids: Iterable<number>, kinds: readonly DependenceKind[] = DEPENDENCE_KINDS): BitSet {
    return this.closure(this.backward, ids, kinds);
  }

  /** Everything that one of the instructions can influence, themselves included: ids. */
  forwardSlice(ids: Iterable<number>, kinds: readonly DependenceKind[] = DEPENDENCE_KINDS): BitSet {
    return this.closure(this.forward, ids, kinds);
  }

  /** Nodes that depend on a node in one step. */
  eachDependent(node: number, visit: (node: number, kind: DependenceKind) => void): void {
    this.forward.each(node, visit);
  }

  /** Nodes a node depends on in one step. */
  eachSource(node: number, visit: (node: number, kind: DependenceKind) => void): void {
    this.backward.each(node, visit);
  }

  /** The graph's edges as successor lists, for algorithms on whole graphs. */
  successors(): { start: Int32Array; targets: Int32Array } {
    return { start: this.forward.start, targets: this.forward.ends };
  }

  private closure(adjacency: Adjacency, ids: Iterable<number>, kinds: readonly DependenceKind[]): BitSet {
    const allowed = kinds.reduce((mask, kind) => mask | (1 << DEPENDENCE_KINDS.indexOf(kind)), 0);
    const seen = new BitSet(this.size);
    const slice = new BitSet(this.instructionCount);
    const work: number[] = [];
    const visit = (node: number) => {
      if (!seen.add(node)) return;
      if (node < this.instructionCount) slice.add(node);
      work.push(node);
    };
    for (const id of ids) visit(id);
    while (work.length > 0) {
      const node = work.pop()!;
      for (let place = adjacency.start[node]; place < adjacency.start[node + 1]; place++) {
        if ((allowed & (1 << adjacency.kinds[place])) !== 0) visit(adjacency.ends[place]);
      }
    }
    return slice;
  }
}

class EdgeList {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly kind: number[] = [];
  add(from: number, to: number, kind: DependenceKind): void {
    this.from.push(from);
    this.to.push(to);
    this.kind.push(DEPENDENCE_KINDS.indexOf(kind));
  }
}

/** Edges sorted by where they start. */
class Adjacency {
  readonly start: Int32Array;
  readonly ends: Int32Array;
  readonly kinds: Uint8Array;

  constructor(size: number, from: readonly number[], to: readonly number[], kind: readonly number[]) {
    this.start = new Int32Array(size + 1);
    for (const node of from) this.start[node + 1]++;
    for (let node = 0; node < size; node++) this.start[node + 1] += this.start[node];
    const fill = this.start.slice(0, size);
    this.ends = new Int32Array(from.length);
    this.kinds = new Uint8Array(from.length);
    for (let edge = 0; edge < from.length; edge++) {
      const place = fill[from[edge]]++;
      this.ends[place] = to[edge];
      this.kinds[place] = kind[edge];
    }
  }

  each(node: number, visit: (node: number, kind: DependenceKind) => void): void {
    for (let place = this.start[node]; place < this.start[node + 1]; place++) {
      visit(this.ends[place], DEPENDENCE_KINDS[this.kinds[place]]);
    }
  }
}

class GraphBuilder {
  size: number;
  private readonly firstCell: number;
  private readonly firstFunction: number;
  private readonly firstBlock: number[] = [];
  private readonly firstParameter: number[] = [];

  constructor(
    private readonly program: Program,
    private readonly pointsTo: PointsTo,
    private readonly termination: Termination,
    private readonly edges: EdgeList,
  ) {
    this.firstCell = program.instructionCount;
    this.firstFunction = this.firstCell + 2 * pointsTo.cells.length;
    this.size = this.firstFunction + program.functions.length;
    for (const fn of program.functions) {
      this.firstBlock.push(this.size);
      this.size += fn.blocks.length;
      this.firstParameter.push(this.size);
      this.size += fn.parameters.length;
    }
  }

  build(): void {
    this.linkCells();
    this.linkExit();
    for (const fn of this.program.functions) {
      if (isDeclaration(fn)) continue;
      this.linkCallers(fn);
      this.linkBlocks(fn);
      this.linkInstructions(fn);
    }
  }

  private linkCells(): void {
    const { cells } = this.pointsTo;
    for (const { index } of cells) {
      this.pointsTo.overlapping(index).each((other) => {
        this.edges.add(this.firstCell + 2 * index, this.firstCell + 2 * other + 1, 'memory');
      });
    }
  }

  /** What main returns is what exit is then called with. */
  private linkExit(): void {
    const main = this.program.functions.find((fn) => fn.name === 'main' && !isDeclaration(fn));
    const exit = exitFunction(this.program);
    if (main === undefined || exit === null || exit.parameters.length !== 1) return;
    for (const block of main.blocks) {
      const last = terminatorOf(block);
      if (last.op === 'ret') this.edges.add(last.id, this.firstParameter[exit.index], 'data');
    }
  }

  private sourceOf(register: Register, fn: ProgramFunction): number {
    return register.definition?.id ?? this.firstParameter[fn.index] + register.index;
  }

  private linkCallers(fn: ProgramFunction): void {
    const { edges } = this;
    for (const call of this.pointsTo.callGraph.callers[fn.index]) {
      edges.add(call.id, this.firstFunction + fn.index, 'control');
      call.arguments.forEach((argument, index) => {
        if (index >= fn.parameters.length) return;
        const parameter = this.firstParameter[fn.index] + index;
        edges.add(call.id, parameter, 'data');
        if (argument.kind === 'register') edges.add(this.sourceOf(argument, call.block.function), parameter, 'data');
      });
    }
  }

  private linkBlocks(fn: ProgramFunction): void {
    const { edges } = this;
    const control = this.termination.controlOf(fn);
    const stopping = new Set(control.mayStop);
    for (const block of fn.blocks) {
      const node = this.firstBlock[fn.index] + block.index;
      if (control.isCertain(block.index)) edges.add(this.firstFunction + fn.index, node, 'control');
      for (const index of control.parents[block.index]) {
        const decider = fn.blocks[control.edges[index].block];
        edges.add(terminatorOf(decider).id, node, 'control');
        if (!stopping.has(decider.index)) continue;
        for (const call of this.stoppingCallsIn(decider.instructions)) edges.add(call.id, node, 'halt');
      }
    }
  }

  private stoppingCallsIn(instructions: readonly Instruction[]): Instruction[] {
    return instructions.filter((instruction) => instruction.op === 'call' && this.termination.mayStop(instruction));
  }

  private linkInstructions(fn: ProgramFunction): void {
    const { edges, pointsTo } = this;
    const control = this.termination.controlOf(fn);
    const tree = ProgramFacts.of(this.program).dominatorsOf(fn);
    const dominates = (above: number, below: number) => tree.dominates(above, below);
    for (const block of fn.blocks) {
      let stopper: Instruction | null = null;
      let choosers: readonly number[] | null = null;
      for (const instruction of block.instructions) {
        const { id } = instruction;
        edges.add(this.firstBlock[fn.index] + block.index, id, 'control');
        if (stopper !== null) edges.add(stopper.id, id, 'halt');
        for (const operand of operandsOf(instruction)) {
          if (operand.kind === 'register') edges.add(this.sourceOf(operand, fn), id, 'data');
        }
        pointsTo.cellsRead(instruction).each((cell) => {
          edges.add(this.firstCell + 2 * cell + 1, id, 'memory');
        });
        pointsTo.cellsWritten(instruction).each((cell) => {
          edges.add(id, this.firstCell + 2 * cell, 'memory');
        });
        if (instruction.op === 'phi') {
          choosers ??= control.choosers(block.index, tree.parent[block.index], dominates);
          for (const edge of choosers) edges.add(terminatorOf(fn.blocks[control.edges[edge].block]).id, id, 'choice');
        } else if (instruction.op === 'call') {
          this.linkCallees(instruction);
          if (this.termination.mayStop(instruction)) stopper = instruction;
        }
      }
    }
  }

  private linkCallees(call: Extract<Instruction, { op: 'call' }>): void {
    for (const callee of this.pointsTo.callGraph.calleesAt(call)) {
      for (const block of callee.blocks) {
        const last = terminatorOf(block);
        if (last.op === 'ret' && last.value !== null) this.edges.add(last.id, call.id, 'data');
      }
      if (!this.termination.mayNotReturn(callee) || isDeclaration(callee)) continue;
      for (const decider of this.termination.decidesReturn(callee)) this.edges.add(decider.id, call.id, 'halt');
    }
  }
}
