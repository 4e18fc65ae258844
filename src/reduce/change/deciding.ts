/**
 * Which instructions decide the sequence of affected statements: a backward slice over the static dependence graph.
 *
 * It starts from affected branches, from what decides whether an affected statement runs, and from whatever may end the
 * program, or asks for an input, before an affected statement: a path that ends early has a shorter sequence, and inputs
 * are numbered as they come. Two runs that agree on all branches of the slice run the same sequence, whatever the other
 * branches do (Weiser's theorem on slices).
 */
import type { BitSet } from '../../analysis/bit-set.ts';
import { HaltAnalysis } from '../../analysis/halts.ts';
import { isPlainPrint } from '../../analysis/plain-print.ts';
import { type Instruction, isTerminator, successorsOf } from '../../program/instructions.ts';
import { type Block, isDeclaration, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { Dependences } from './dependences.ts';

/** Ids of the instructions that decide; branches outside are free. */
export function decidingInstructions(dependences: Dependences, affected: ReadonlySet<number>): BitSet {
  const { program, graph, callGraph, termination, instructions } = dependences;
  const starts = new Set<number>();
  for (const id of affected) {
    if (isTerminator(instructions[id])) starts.add(id);
    addDeciders(graph, id, starts);
  }
  const halts = new HaltAnalysis(program, callGraph, termination);
  const before = blocksBefore(dependences, affected);
  const mayEnd = (each: Instruction) => halts.mayFault(each) || (each.op === 'call' && termination.mayStop(each));
  for (const fn of functionsThatReturn(dependences)) {
    for (const block of fn.blocks) {
      if (!before.has(block)) continue;
      for (const each of block.instructions) if (mayEnd(each) || asksForInput(each)) starts.add(each.id);
    }
  }
  return graph.backwardSlice(starts);
}

/** What decides whether the instruction runs. Nodes that are not instructions (blocks, functions) are looked through. */
function addDeciders(graph: Dependences['graph'], id: number, into: Set<number>): void {
  const seen = new Set<number>();
  const work = [id];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    graph.eachSource(node, (source, kind) => {
      if ((kind !== 'control' && kind !== 'halt') || seen.has(source)) return;
      seen.add(source);
      if (source < graph.instructionCount) into.add(source);
      else work.push(source);
    });
  }
}

/** Blocks that may run, at least in part, before an affected statement does. Calls and returns are not matched. */
function blocksBefore({ program, callGraph }: Dependences, affected: ReadonlySet<number>): Set<Block> {
  const before = new Map<Block, Block[]>();
  const connect = (from: Block, to: Block) => {
    const list = before.get(to);
    if (list === undefined) before.set(to, [from]);
    else list.push(from);
  };
  const found = new Set<Block>();
  const work: Block[] = [];
  for (const fn of program.functions) {
    for (const block of fn.blocks) {
      for (const next of successorsOf(terminatorOf(block))) connect(block, next);
      for (const each of block.instructions) {
        if (affected.has(each.id)) work.push(block);
        if (each.op !== 'call') continue;
        for (const callee of callGraph.calleesAt(each)) {
          if (isDeclaration(callee)) continue;
          connect(block, callee.blocks[0]);
          for (const last of callee.blocks) if (terminatorOf(last).op === 'ret') connect(last, block);
        }
      }
    }
  }
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    if (found.has(block)) continue;
    found.add(block);
    work.push(...(before.get(block) ?? []));
  }
  return found;
}

/**
 * Functions whose insides may matter: not those that only print what cannot fault, and not those that never return, since
 * their call ends the program.
 */
function functionsThatReturn({ program, callGraph }: Dependences): Set<ProgramFunction> {
  const found = new Set(program.functions.filter((fn) => fn.library !== true));
  for (const fn of found) {
    for (const call of callGraph.callsIn[fn.index]) {
      if (isPlainPrint(call)) continue;
      for (const callee of callGraph.calleesAt(call)) if (!callee.noreturn) found.add(callee);
    }
  }
  return found;
}

/** Primitives that make inputs have no body; those that only look at them are listed. */
function asksForInput(instruction: Instruction): boolean {
  if (instruction.op !== 'call') return false;
  const { callee } = instruction;
  if (callee.kind !== 'global' || callee.global.kind !== 'function') return true;
  const { name, blocks } = callee.global;
  return blocks.length === 0 && !/^llvm\.|^__pf_(output|is_symbolic|prefer|warning|write)/.test(name);
}
