/**
 * Interactive dependence between the branches of a program, in a form that scales.
 *
 * The paper relates statements that meet at a third, recursively; that is cubic. Here only branches are related, through
 * sets of branches kept as bits. First each node of the dependence graph gets the set of branches that can influence
 * it, by one sweep over the strongly connected components. Two branches meet wherever both sets contain them, and since
 * whatever they meet at passes both on, it is enough to look at the ends of the graph: components nothing else depends
 * on. A branch meets itself (another instance of it) where a component on the way is a cycle or a memory cell is read.
 *
 * Then the recursive part: a branch on which two others depend interactively relates these two. Pairs that no run can
 * execute one after the other are left out at every step. The relation contains the paper's, taken transitively; it
 * may contain more because kills are ignored.
 */
import type { Instruction } from '../program/instructions.ts';
import type { Program } from '../program/program.ts';
import { BitSet } from './bit-set.ts';
import { stronglyConnected } from './components.ts';
import type { DependenceGraph } from './dependence-graph.ts';
import type { Reachability } from './reachability.ts';

export class InteractiveDependence {
  /** Conditional branches and switches of the program, by id. */
  readonly branches: readonly Instruction[];
  private readonly number = new Map<Instruction, number>();
  /** Per branch: those that may run later and depend on it interactively. */
  private readonly later: BitSet[];
  private readonly influencing: BitSet[];
  private readonly componentOf: Int32Array;

  constructor(program: Program, graph: DependenceGraph, reachability: Reachability) {
    const branches: Instruction[] = [];
    for (const fn of program.functions) {
      for (const block of fn.blocks) {
        const last = block.instructions[block.instructions.length - 1];
        if (last.op === 'condbr' || last.op === 'switch') branches.push(last);
      }
    }
    this.branches = branches;
    const byId = new Map<number, number>();
    branches.forEach((branch, index) => {
      this.number.set(branch, index);
      byId.set(branch.id, index);
    });
    const { start, targets } = graph.successors();
    const all = Array.from({ length: graph.size }, (_, node) => node);
    const flow = { size: graph.size, successorStart: start, successors: targets };
    const { component, members } = stronglyConnected(flow, all);
    this.componentOf = component;
    this.influencing = members.map(() => new BitSet());
    const meetsItself = new BitSet(branches.length);
    const follows = followTable(branches, reachability);
    this.later = branches.map(() => new BitSet());
    for (let index = members.length - 1; index >= 0; index--) {
      const influence = this.influencing[index];
      for (const node of members[index]) {
        const branch = byId.get(node);
        if (branch !== undefined) influence.add(branch);
      }
      const cyclic = members[index].length > 1;
      if (cyclic) meetsItself.addAll(influence);
      let isEnd = true;
      for (const node of members[index]) {
        for (let place = start[node]; place < start[node + 1]; place++) {
          const next = component[targets[place]];
          if (next === index) continue;
          isEnd = false;
          this.influencing[next].addAll(influence);
          if (node >= program.instructionCount && targets[place] < program.instructionCount)
            meetsItself.addAll(influence);
        }
      }
      if (isEnd) this.relateAll(influence, follows, meetsItself);
    }
    this.close(follows, meetsItself);
  }

  /** Whether `second`, running after `first`, depends on it interactively. */
  interacts(first: Instruction, second: Instruction): boolean {
    return this.later[this.number.get(first)!].has(this.number.get(second)!);
  }

  /** Whether the branch can influence the instruction through control, data or potential dependence, transitively. */
  influences(branch: Instruction, instruction: Instruction): boolean {
    return this.influencing[this.componentOf[instruction.id]].has(this.number.get(branch)!);
  }

  private relateAll(group: BitSet, follows: readonly BitSet[], meetsItself: BitSet): boolean {
    let changed = false;
    for (const branch of group.toArray()) {
      const row = this.later[branch];
      group.each((other) => {
        if (row.has(other) || !follows[branch].has(other)) return;
        if (other === branch && !meetsItself.has(branch)) return;
        row.add(other);
        changed = true;
      });
    }
    return changed;
  }

  /** A branch that depends on two earlier ones relates these. */
  private close(follows: readonly BitSet[], meetsItself: BitSet): void {
    for (let changed = true; changed; ) {
      changed = false;
      const earlier = this.branches.map(() => new BitSet());
      this.later.forEach((row, branch) => {
        row.each((other) => {
          earlier[other].add(branch);
        });
      });
      for (const group of earlier) if (!group.isEmpty && this.relateAll(group, follows, meetsItself)) changed = true;
    }
  }
}

function followTable(branches: readonly Instruction[], reachability: Reachability): BitSet[] {
  return branches.map((first) => {
    const row = new BitSet(branches.length);
    branches.forEach((second, index) => {
      if (reachability.mayFollow(first, second)) row.add(index);
    });
    return row;
  });
}
