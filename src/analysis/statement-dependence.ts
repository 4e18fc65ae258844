/**
 * The dependence relations of the dependence guided paper (definitions 1 to 4), between the statements of one function.
 *
 * Nodes are the instructions that are statements (phis and jumps are not), and each direction of each branch. Phis
 * are looked through: the uses of a phi depend on what comes in. Interactive dependence is the paper's worklist (algorithm 3); a
 * pair of nodes reaches a third when there is a way from one to the next and the second is not another assignment to
 * the first one's variable. The relation is cubic in the number of nodes, which is fine for showing and checking a function;
 * reductions use the form over branches (interactive.ts).
 */
import { type Instruction, operandsOf } from '../program/instructions.ts';
import { type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Operand, Register } from '../program/values.ts';
import { flowGraphOf, successorsIn } from './cfg.ts';
import type { BranchEdge, ControlDependence } from './control-dependence.ts';
import { potentialDependence } from './potential-dependence.ts';
import { Closure } from './reachability.ts';

export interface StatementNode {
  readonly index: number;
  /** The statement, or the branch whose direction this is. */
  readonly instruction: Instruction;
  /** Null for a plain statement. */
  readonly edge: BranchEdge | null;
}

/** Index of the node depended on, then of the dependent. */
export type StatementPair = readonly [number, number];

export interface StatementDependence {
  readonly nodes: readonly StatementNode[];
  readonly control: readonly StatementPair[];
  readonly data: readonly StatementPair[];
  readonly potential: readonly StatementPair[];
  readonly interactive: readonly StatementPair[];
}

export function statementDependence(fn: ProgramFunction, control: ControlDependence): StatementDependence {
  return new Relations(fn, control).compute();
}

class Relations {
  private readonly nodes: StatementNode[] = [];
  private readonly ofInstruction = new Map<Instruction, number[]>();
  private readonly ofEdge: number[] = [];
  private readonly closure: Closure;
  private readonly graph: ReturnType<typeof flowGraphOf>;
  private readonly web = new Map<Register, Register>();

  constructor(
    private readonly fn: ProgramFunction,
    private readonly controls: ControlDependence,
  ) {
    this.graph = flowGraphOf(fn);
    this.closure = new Closure(this.graph);
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.op === 'phi') this.joinWeb(instruction);
        else if (instruction.op !== 'br') this.addNodes(instruction);
      }
    }
  }

  compute(): StatementDependence {
    const control = this.controlPairs();
    const data = this.dataPairs();
    const potential = this.potentialPairs(control);
    const interactive = this.interactivePairs([...control, ...data, ...potential]);
    return { nodes: this.nodes, control, data, potential, interactive };
  }

  private addNodes(instruction: Instruction): void {
    const { block } = instruction;
    const branches = instruction === terminatorOf(block) ? this.controls.edgesFrom(block.index) : [];
    const first = this.nodes.length;
    if (branches.length > 1) {
      for (const edge of branches) {
        this.ofEdge[edge.index] = this.nodes.length;
        this.nodes.push({ index: this.nodes.length, instruction, edge });
      }
    } else this.nodes.push({ index: first, instruction, edge: null });
    this.ofInstruction.set(
      instruction,
      this.nodes.slice(first).map((node) => node.index),
    );
  }

  /** Registers joined by phis are values of one variable. */
  private joinWeb(phi: Extract<Instruction, { op: 'phi' }>): void {
    for (const { value } of phi.incoming) {
      if (value.kind !== 'register') continue;
      const left = this.webOf(phi.result);
      const right = this.webOf(value);
      if (left !== right) this.web.set(right, left);
    }
  }

  private webOf(register: Register): Register {
    let root = register;
    for (let next = this.web.get(root); next !== undefined; next = this.web.get(root)) root = next;
    return root;
  }

  private controlPairs(): StatementPair[] {
    const pairs: StatementPair[] = [];
    for (const edge of this.controls.edges) {
      const from = this.ofEdge[edge.index];
      if (from === undefined) continue;
      for (const block of this.controls.dependents(edge.index)) {
        for (const to of this.nodesIn(block)) pairs.push([from, to]);
      }
    }
    return pairs;
  }

  private nodesIn(block: number): number[] {
    return this.fn.blocks[block].instructions.flatMap((instruction) => this.ofInstruction.get(instruction) ?? []);
  }

  /** Statements whose value can be the given one, phis looked through. */
  private sources(value: Operand, visit: (definition: Instruction) => void, seen = new Set<Register>()): void {
    if (value.kind !== 'register' || value.definition === null || seen.has(value)) return;
    seen.add(value);
    visit(value.definition);
    if (value.definition.op === 'phi') {
      for (const entry of value.definition.incoming) this.sources(entry.value, visit, seen);
    }
  }

  private dataPairs(): StatementPair[] {
    const pairs: StatementPair[] = [];
    for (const node of this.nodes) {
      const from = new Set<number>();
      for (const operand of operandsOf(node.instruction)) {
        this.sources(operand, (definition) => {
          for (const source of this.ofInstruction.get(definition) ?? []) from.add(source);
        });
      }
      for (const source of from) pairs.push([source, node.index]);
    }
    return pairs;
  }

  private potentialPairs(control: readonly StatementPair[]): StatementPair[] {
    const byPhi = potentialDependence(this.fn, this.controls);
    const controlled = new Set(control.map(([from, to]) => `${this.branchOf(from)}:${to}`));
    const pairs: StatementPair[] = [];
    for (const node of this.nodes) {
      const from = new Set<number>();
      for (const operand of operandsOf(node.instruction)) {
        this.sources(operand, (definition) => {
          if (definition.op !== 'phi') return;
          for (const edge of byPhi.get(definition) ?? []) {
            const source = this.ofEdge[edge];
            if (source !== undefined && !controlled.has(`${this.branchOf(source)}:${node.index}`)) from.add(source);
          }
        });
      }
      for (const source of from) pairs.push([source, node.index]);
    }
    return pairs;
  }

  private branchOf(node: number): number {
    return this.nodes[node].edge?.block ?? -1;
  }

  private interactivePairs(traditional: readonly StatementPair[]): StatementPair[] {
    const dependsOn: Set<number>[] = this.nodes.map(() => new Set());
    const found = new Set<number>();
    const work: number[] = [];
    const size = this.nodes.length;
    const relate = (first: number, second: number, meeting: number) => {
      if (first === second || found.has(first * size + second)) return;
      if (!this.reaches(first, second) || !this.reaches(second, meeting) || this.sameVariable(first, second)) return;
      found.add(first * size + second);
      if (dependsOn[second].has(first)) return;
      dependsOn[second].add(first);
      work.push(first, second);
    };
    const meet = (from: number, at: number) => {
      for (const other of [...dependsOn[at]]) {
        relate(from, other, at);
        relate(other, from, at);
      }
    };
    for (const [from, to] of traditional) dependsOn[to].add(from);
    for (const [from, to] of traditional) meet(from, to);
    while (work.length > 0) {
      const at = work.pop()!;
      meet(work.pop()!, at);
    }
    return [...found].sort((a, b) => a - b).map((key) => [Math.floor(key / size), key % size] as const);
  }

  /** The second assignment overwrites what the first one left. */
  private sameVariable(first: number, second: number): boolean {
    const [left, right] = [this.nodes[first], this.nodes[second]];
    if (left.edge !== null || right.edge !== null) return false;
    const { result: one } = left.instruction;
    const { result: two } = right.instruction;
    return one !== null && two !== null && one !== two && this.webOf(one) === this.webOf(two);
  }

  private reaches(from: number, to: number): boolean {
    const source = this.nodes[from];
    const target = this.nodes[to];
    const goal = target.instruction.block.index;
    if (source.edge !== null) return this.closure.reaches(source.edge.target, goal);
    const { block, index } = source.instruction;
    if (block.index === goal && index < target.instruction.index) return true;
    return successorsIn(this.graph, block.index).some((next) => this.closure.reaches(next, goal));
  }
}
