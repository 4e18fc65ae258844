/**
 * Which functions may fail to return: they end the program (exit, abort, a failed assertion), reach something that cannot
 * be executed, run for ever, or call a function that may do so. Fault checks of single instructions are not counted:
 * those are branches that only a run can see, and its trace records them.
 *
 * What follows a call that may not return depends on the branches that decide it: the irregular control dependence of
 * embedded halts.
 */
import type { CallInstruction, Instruction } from '../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { CallGraph } from './call-graph.ts';
import { flowGraphOf } from './cfg.ts';
import { ControlDependence } from './control-dependence.ts';
import { postDominators } from './dominance.ts';
import { libraryRole } from './library.ts';
import { isPlainPrint } from './plain-print.ts';

export interface Termination {
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

export function analyzeTermination(program: Program, graph: CallGraph): Termination {
  const stops = new Uint8Array(program.functions.length);
  const mayStop = (call: CallInstruction) =>
    !isPlainPrint(call) && graph.calleesAt(call).some((callee) => stops[callee.index] === 1);
  for (const fn of program.functions) if (stopsItself(fn)) stops[fn.index] = 1;
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
      flowGraphOf(fn),
      [...stopping].sort((a, b) => a - b),
    );
    controls[fn.index] = control;
    return control;
  };
  return {
    mayNotReturn: (fn) => stops[fn.index] === 1,
    mayStop,
    controlOf,
    decidesReturn: (fn) => deciders(fn, controlOf(fn), graph.callsIn[fn.index].filter(mayStop)),
  };
}

function stopsItself(fn: ProgramFunction): boolean {
  if (fn.noreturn) return true;
  if (isDeclaration(fn)) return libraryRole(fn) === 'halts';
  for (const block of fn.blocks) {
    const { op } = terminatorOf(block);
    if (op === 'unreachable' || op === 'refused') return true;
    if (block.instructions.some((instruction) => instruction.op === 'refused')) return true;
    if (block.instructions.some((instruction) => instruction.op === 'call' && instruction.noreturn)) return true;
  }
  return postDominators(flowGraphOf(fn)).assumedExits.length > 0;
}

function deciders(
  fn: ProgramFunction,
  control: ControlDependence,
  stoppingCalls: readonly CallInstruction[],
): Instruction[] {
  const ends = new Set<number>(control.post.assumedExits);
  for (const call of stoppingCalls) ends.add(call.block.index);
  for (const block of fn.blocks) {
    const { op } = terminatorOf(block);
    if (op === 'unreachable' || op === 'refused') ends.add(block.index);
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
