/**
 * Control dependence as if no call and no block ever ended the program.
 *
 * What comes after `if (bad) abort();` runs whenever the program has not ended before, so whether it runs depends on the
 * branch; but what it computes does not. A reduction that keeps account of early ends itself (src/reduce/dependence) wants
 * only the second kind of dependence: then two such checks in a row are independent of each other and of all that follows.
 *
 * So ways into blocks from which the function cannot return are left out of the flow graph: the other ways out of the
 * branch meet where they would without it. A function that never returns keeps its whole graph.
 */
import { type ProgramFunction, terminatorOf } from '../program/program.ts';
import { type FlowGraph, flowGraph, flowGraphOf, predecessorsIn, successorsIn } from './cfg.ts';
import { ControlDependence } from './control-dependence.ts';
import type { PlainPrints } from './plain-print.ts';
import type { Termination } from './termination.ts';

export function haltsApart(prints: PlainPrints): Termination {
  const controls: (ControlDependence | undefined)[] = [];
  return {
    prints,
    mayNotReturn: () => false,
    mayStop: () => false,
    controlOf: (fn) => (controls[fn.index] ??= new ControlDependence(withoutHalts(fn))),
    decidesReturn: () => [],
  };
}

function withoutHalts(fn: ProgramFunction): FlowGraph {
  const graph = flowGraphOf(fn);
  const returns = new Uint8Array(graph.size);
  const work: number[] = [];
  const reach = (block: number) => {
    if (returns[block] === 1 || stops(fn, block)) return;
    returns[block] = 1;
    work.push(block);
  };
  for (const block of fn.blocks) if (terminatorOf(block).op === 'ret') reach(block.index);
  while (work.length > 0) predecessorsIn(graph, work.pop()!).forEach(reach);
  if (graph.size === 0 || returns[graph.entry] === 0) return graph;
  const lists = fn.blocks.map((_, block) =>
    Array.from(successorsIn(graph, block)).filter((next) => returns[block] === 0 || returns[next] === 1),
  );
  return flowGraph(lists, graph.entry);
}

/** A call in the block never returns, although the block goes on. */
function stops(fn: ProgramFunction, block: number): boolean {
  return fn.blocks[block].instructions.some((each) => each.op === 'call' && each.noreturn);
}
