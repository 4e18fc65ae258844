/** Branches on literal constants become jumps; blocks that no path from the entry reaches disappear. */
import { type FlowGraph, flowGraphOf, predecessorsIn, reversePostorder } from '../../analysis/cfg.ts';
import type { Instruction, Terminator } from '../../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../../program/program.ts';

/**
 * Afterwards block numbers are dense and every phi has exactly one entry per predecessor block. Returns the flow graph,
 * which no later step of lowering changes.
 */
export function removeUnreachableBlocks(fn: ProgramFunction): FlowGraph {
  for (const block of fn.blocks) {
    const target = onlyTarget(terminatorOf(block));
    if (target !== null) replaceTerminator(block, target);
  }
  let graph = flowGraphOf(fn);
  const order = reversePostorder(graph);
  if (order.length < fn.blocks.length) {
    const reached = new Set(order);
    fn.blocks = fn.blocks.filter((block) => reached.has(block.index));
    fn.blocks.forEach((block, index) => {
      block.index = index;
    });
    graph = flowGraphOf(fn);
  }
  tidyPhis(fn, graph);
  return graph;
}

/** Where a conditional branch or switch must go because what it tests is written as a constant. */
function onlyTarget(terminator: Terminator): Block | null {
  if (terminator.op === 'condbr' && terminator.condition.kind === 'int') {
    return terminator.condition.value === 1n ? terminator.ifTrue : terminator.ifFalse;
  }
  if (terminator.op === 'switch' && terminator.value.kind === 'int') {
    const { value } = terminator.value;
    return terminator.cases.find((entry) => entry.value.value === value)?.target ?? terminator.otherwise;
  }
  return null;
}

function replaceTerminator(block: Block, target: Block): void {
  const last = block.instructions.length - 1;
  const { id, index, position } = block.instructions[last];
  const jump: Instruction = { op: 'br', target, id, index, block, position, result: null };
  block.instructions[last] = jump;
}

function tidyPhis(fn: ProgramFunction, graph: FlowGraph): void {
  for (const block of fn.blocks) {
    if (block.instructions[0].op !== 'phi') continue;
    const predecessors = Array.from(predecessorsIn(graph, block.index), (index) => fn.blocks[index]);
    for (const instruction of block.instructions) {
      if (instruction.op !== 'phi') break;
      const { incoming } = instruction;
      instruction.incoming = predecessors.flatMap((source) => incoming.find((entry) => entry.block === source) ?? []);
    }
  }
}
