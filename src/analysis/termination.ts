/**
 * Which functions may fail to return: they end the program (exit, abort, a failed assertion), reach something that cannot
 * be executed, run for ever, or call a function that may do so. Fault checks of single instructions are not counted:
 * those are branches that only a run can see, and its trace records them.
 *
 * What follows a call that may not return depends on the branches that decide it: the irregular control dependence of
 * embedded halts.
 */
import type { CallInstruction, Instruction } from '../program/instructions.ts';
import { type Block, isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { CallGraph } from './call-graph.ts';
import { type FlowGraph, flowGraph, flowGraphOf, successorsIn } from './cfg.ts';
import { ControlDependence } from './control-dependence.ts';
import { postDominators } from './dominance.ts';
import { libraryRole } from './library.ts';
import { PlainPrints } from './plain-print.ts';

export interface Termination {
  /** Calls that cannot end the program although their code looks as if they might. */
  readonly prints: PlainPrints;
  mayNotReturn(fn: ProgramFunction): boolean;
  /** Whether the call may end the program, or run for ever, inside. */
  mayStop(call: CallInstruction): boolean;
  /** Control dependence of a function's blocks, with calls that may stop counted as branches. */
  controlOf(fn: ProgramFunction): ControlDependence;
  /**
   * Instructions of the function itself that decide whether it returns: branches that control an end of the program, and
   * calls that may stop.
   */
  decidesReturn(fn: ProgramFunction): readonly Instruction[];
}

/** Blocks that are `impossible` are known never to run: no way leads there. */
export function analyzeTermination(
  program: Program,
  graph: CallGraph,
  impossible: (block: Block) => boolean = () => false,
  prints: PlainPrints = new PlainPrints(program),
): Termination {
  const stops = new Uint8Array(program.functions.length);
  const mayStop = (call: CallInstruction) =>
    !prints.has(call) && graph.calleesAt(call).some((callee) => stops[callee.index] === 1);
  for (const fn of program.functions) if (stopsItself(fn, impossible)) stops[fn.index] = 1;
  for (let changed = true; changed; ) {
    changed = false;
    for (const group of graph.groups) {
      for (const fn of group) {
        if (stops[fn.index] === 1 || !graph.callsIn[fn.index].some(mayStop)) continue;
        stops[fn.index] = 1;
        changed = true;
      }
    }
  }
  const controls: (ControlDependence | undefined)[] = [];
  const controlOf = (fn: ProgramFunction): ControlDependence => {
    const known = controls[fn.index];
    if (known !== undefined) return known;
    const stopping = new Set<number>();
    for (const call of graph.callsIn[fn.index]) if (mayStop(call)) stopping.add(call.block.index);
    const control = new ControlDependence(
      possibleFlow(fn, impossible),
      [...stopping].sort((a, b) => a - b),
    );
    controls[fn.index] = control;
    return control;
  };
  return {
    prints,
    mayNotReturn: (fn) => stops[fn.index] === 1,
    mayStop,
    controlOf,
    decidesReturn: (fn) => deciders(fn, controlOf(fn), graph.callsIn[fn.index].filter(mayStop), impossible),
  };
}

function possibleFlow(fn: ProgramFunction, impossible: (block: Block) => boolean): FlowGraph {
  const graph = flowGraphOf(fn);
  if (!fn.blocks.some(impossible)) return graph;
  const lists = fn.blocks.map((block) =>
    Array.from(successorsIn(graph, block.index)).filter((next) => !impossible(fn.blocks[next])),
  );
  return flowGraph(lists, graph.entry);
}

function stopsItself(fn: ProgramFunction, impossible: (block: Block) => boolean): boolean {
  if (fn.noreturn) return true;
  if (isDeclaration(fn)) return libraryRole(fn) === 'halts';
  for (const block of fn.blocks) {
    if (impossible(block)) continue;
    const { op } = terminatorOf(block);
    if (op === 'unreachable' || op === 'refused') return true;
    if (block.instructions.some((instruction) => instruction.op === 'refused')) return true;
    if (block.instructions.some((instruction) => instruction.op === 'call' && instruction.noreturn)) return true;
  }
  return postDominators(possibleFlow(fn, impossible)).assumedExits.length > 0;
}

function deciders(
  fn: ProgramFunction,
  control: ControlDependence,
  stoppingCalls: readonly CallInstruction[],
  impossible: (block: Block) => boolean,
): Instruction[] {
  const ends = new Set<number>(control.post.assumedExits);
  for (const call of stoppingCalls) ends.add(call.block.index);
  for (const block of fn.blocks) {
    const { op } = terminatorOf(block);
    if ((op === 'unreachable' || op === 'refused') && !impossible(block)) ends.add(block.index);
  }
  const found = new Set<Instruction>(stoppingCalls);
  const seen = new Set<number>();
  const work = [...ends];
  while (work.length > 0) {
    const block = work.pop()!;
    for (const index of control.parents[block]) {
      const edge = control.edges[index];
      found.add(terminatorOf(fn.blocks[edge.block]));
      if (seen.has(edge.block)) continue;
      seen.add(edge.block);
      work.push(edge.block);
    }
  }
  return [...found].sort((a, b) => a.id - b.id);
}
