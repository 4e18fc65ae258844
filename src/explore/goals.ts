/**
 * What there is to cover, as dense numbers: every instruction of the user's code, and every direction of every branch.
 * A direction is a branch and a block it can lead to; cases of a switch that share a block are one direction.
 */
import { BitSet } from '../analysis/bit-set.ts';
import type { CallGraph } from '../analysis/call-graph.ts';
import { type Instruction, isTerminator, successorsOf } from '../program/instructions.ts';
import { type Block, isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';

export class Goals {
  /** Instructions have their ids; directions come after. */
  readonly size: number;
  /** Per instruction id of a branch: the number of its direction to each target block. */
  private readonly directions: (ReadonlyMap<number, number> | undefined)[] = [];
  private readonly branchOf: Instruction[] = [];
  /** Per instruction id: whether it counts. */
  private readonly counted: Uint8Array;

  constructor(
    readonly program: Program,
    readonly counts: (fn: ProgramFunction) => boolean = () => true,
  ) {
    let next = program.instructionCount;
    this.counted = new Uint8Array(program.instructionCount);
    for (const fn of program.functions) {
      if (isDeclaration(fn) || fn.library === true || !counts(fn)) continue;
      for (const block of fn.blocks) {
        for (const instruction of block.instructions) {
          if (!isFiller(instruction) && instruction.speculated !== true) this.counted[instruction.id] = 1;
        }
        const branch = terminatorOf(block);
        const targets = new Set(isTerminator(branch) ? successorsOf(branch) : []);
        if (targets.size < 2) continue;
        const numbers = new Map<number, number>();
        for (const target of targets) {
          numbers.set(target.index, next++);
          this.branchOf.push(branch);
        }
        this.directions[branch.id] = numbers;
      }
    }
    this.size = next;
  }

  isCounted(instruction: Instruction): boolean {
    return this.counted[instruction.id] === 1;
  }

  /** The number of a direction; -1 when the instruction is no branch that counts. */
  direction(branch: Instruction, targetBlock: number): number {
    return this.directions[branch.id]?.get(targetBlock) ?? -1;
  }

  directionsOf(branch: Instruction): ReadonlyMap<number, number> | undefined {
    return this.directions[branch.id];
  }

  branchOfDirection(goal: number): Instruction {
    return this.branchOf[goal - this.program.instructionCount];
  }

  /** Everything that counts in blocks that control may reach from the given functions, by branches and calls. */
  reachableFrom(roots: readonly ProgramFunction[], graph: CallGraph): BitSet {
    const result = new BitSet();
    for (const block of reachableBlocks(roots, graph)) {
      for (const instruction of block.instructions) if (this.isCounted(instruction)) result.add(instruction.id);
      for (const goal of this.directions[terminatorOf(block).id]?.values() ?? []) result.add(goal);
    }
    return result;
  }
}

export function reachableBlocks(roots: readonly ProgramFunction[], graph: CallGraph): Set<Block> {
  return forward(
    roots.flatMap((fn) => fn.blocks.slice(0, 1)),
    graph,
    null,
  );
}

/** Blocks that may run after the instruction, also after its function has returned. */
export function blocksAfter(instruction: Instruction, graph: CallGraph): Set<Block> {
  return forward([instruction.block], graph, graph.callers);
}

function forward(start: readonly Block[], graph: CallGraph, callers: CallGraph['callers'] | null): Set<Block> {
  const seen = new Set<Block>(start);
  const work = [...start];
  const visit = (block: Block | undefined) => {
    if (block === undefined || seen.has(block)) return;
    seen.add(block);
    work.push(block);
  };
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    for (const next of successorsOf(terminatorOf(block))) visit(next);
    for (const instruction of block.instructions) {
      if (instruction.op !== 'call') continue;
      for (const callee of graph.calleesAt(instruction)) {
        visit(callee.blocks[0]);
        // A function without a body may call back.
        if (isDeclaration(callee)) for (const called of graph.callees[callee.index]) visit(called.blocks[0]);
      }
    }
    if (callers === null || terminatorOf(block).op !== 'ret') continue;
    for (const call of callers[block.function.index]) visit(call.block);
  }
  return seen;
}

/** Compilers end a block with `unreachable` after a call that does not return: nothing that a run could reach. */
export function isFiller({ op, block }: Instruction): boolean {
  return op === 'unreachable' && block.instructions[block.instructions.length - 2]?.op === 'call';
}
