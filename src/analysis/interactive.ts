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
 * may contain more because kills are ignored. The recursion costs the cube of the number of branches (over 32), so
 * beyond a limit branches that meet, directly or through others, simply form one group.
 */
import type { Instruction } from '../program/instructions.ts';
import type { Program } from '../program/program.ts';
import { BitSet } from './bit-set.ts';
import { stronglyConnected } from './components.ts';
import type { DependenceGraph } from './dependence-graph.ts';
import type { Reachability } from './reachability.ts';

/** Up to this many branches the relation is kept pair by pair (zlib's 1,394 branches would take four seconds). */
const MOST_RELATED = 1000;

export class InteractiveDependence {
  /** Conditional branches and switches of the program, by id. */
  readonly branches: readonly Instruction[];
  private readonly number = new Map<Instruction, number>();
  /** Per branch: those that may run later and depend on it interactively; null when only groups are known. */
  private later: readonly BitSet[] | null = null;
  private groupOf: readonly number[] = [];
  private readonly mayFollow: (first: number, second: number) => boolean;
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
    const ends: BitSet[] = [];
    for (let index = members.length - 1; index >= 0; index--) {
      const influence = this.influencing[index];
      for (const node of members[index]) {
        const branch = byId.get(node);
        if (branch !== undefined) influence.add(branch);
      }
      if (members[index].length > 1) meetsItself.addAll(influence);
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
      if (isEnd && !ends.some((known) => known.equals(influence))) ends.push(influence);
    }
    this.mayFollow = (first, second) =>
      (first !== second || meetsItself.has(first)) && reachability.mayFollow(branches[first], branches[second]);
    if (branches.length > MOST_RELATED) this.group(ends);
    else this.relate(ends);
  }

  /** Whether `second`, running after `first`, depends on it interactively. */
  interacts(first: Instruction, second: Instruction): boolean {
    const earlier = this.number.get(first)!;
    const later = this.number.get(second)!;
    if (this.later !== null) return this.later[earlier].has(later);
    return this.groupOf[earlier] === this.groupOf[later] && this.mayFollow(earlier, later);
  }

  /** Whether the branch can influence the instruction through control, data or potential dependence, transitively. */
  influences(branch: Instruction, instruction: Instruction): boolean {
    return this.influencing[this.componentOf[instruction.id]].has(this.number.get(branch)!);
  }

  private relate(ends: readonly BitSet[]): void {
    const { branches } = this;
    const follows = branches.map((_, first) => {
      const row = new BitSet(branches.length);
      for (let second = 0; second < branches.length; second++) if (this.mayFollow(first, second)) row.add(second);
      return row;
    });
    const later = branches.map(() => new BitSet(branches.length));
    const earlier = branches.map(() => new BitSet(branches.length));
    const work = new Set<number>();
    const relateAll = (group: BitSet) => {
      for (const branch of group.toArray()) {
        const before = later[branch].copy();
        if (!later[branch].addCommon(group, follows[branch])) continue;
        later[branch].each((other) => {
          if (before.has(other)) return;
          earlier[other].add(branch);
          work.add(other);
        });
      }
    };
    ends.forEach(relateAll);
    for (const branch of work) {
      work.delete(branch);
      relateAll(earlier[branch].copy());
    }
    this.later = later;
  }

  private group(ends: readonly BitSet[]): void {
    const parent = this.branches.map((_, index) => index);
    const find = (index: number): number => {
      let root = index;
      while (parent[root] !== root) root = parent[root] = parent[parent[root]];
      return root;
    };
    for (const end of ends) {
      const [first, ...rest] = end.toArray();
      for (const other of rest) parent[find(other)] = find(first);
    }
    this.groupOf = parent.map((_, index) => find(index));
  }
}
