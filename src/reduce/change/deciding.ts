/**
 * Which instructions decide the sequence of affected statements: a backward slice over the static dependence graph.
 *
 * It starts from affected branches, from what decides whether an affected statement runs, and from whatever may end the
 * program, or asks for an input, before an affected statement: a path that ends early has a shorter sequence, and inputs
 * are numbered as they come. Two runs that agree on all branches of the slice run the same sequence, whatever the other
 * branches do (Weiser's theorem on slices).
 */
import { BitSet } from '../../analysis/bit-set.ts';
import { type CallGraph, directCallee } from '../../analysis/call-graph.ts';
import { HaltAnalysis } from '../../analysis/halts.ts';
import { PlainPrints } from '../../analysis/plain-print.ts';
import { SafeAccesses } from '../../analysis/safe-access.ts';
import { type CallInstruction, type Instruction, isTerminator, successorsOf } from '../../program/instructions.ts';
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
  const safe = new SafeAccesses(program, callGraph);
  const mayEnd = (each: Instruction) =>
    (halts.mayFault(each) && !safe.isSafe(each)) || (each.op === 'call' && neverReturns(each, callGraph));
  for (const fn of functionsThatReturn(dependences)) {
    for (const block of fn.blocks) {
      if (!before.has(block)) continue;
      for (const each of block.instructions) if (mayEnd(each) || asksForInput(each)) starts.add(each.id);
    }
  }
  return sliceWithCalls(dependences, starts);
}

/**
 * The backward slice, with calls taken apart: what a called function does depends on whether the call runs, and on arguments
 * only where it uses them (they lead to its parameters); what a call returns depends on what the function returns.
 */
function sliceWithCalls({ graph, instructions, program }: Dependences, starts: Iterable<number>): BitSet {
  const slice = new BitSet(program.instructionCount);
  const seen = new BitSet(graph.size);
  const running = new BitSet(graph.size);
  const work: { readonly node: number; readonly runs: boolean }[] = [];
  const visit = (node: number, runs: boolean) => {
    if (!(runs ? running : seen).add(node)) return;
    if (!runs && node < graph.instructionCount) slice.add(node);
    work.push({ node, runs });
  };
  for (const id of starts) visit(id, false);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, runs } = next;
    const isInstruction = node < graph.instructionCount;
    const isBodied = isInstruction && callsBody(instructions[node]);
    graph.eachSource(node, (source, kind) => {
      const decides = kind === 'control' || kind === 'halt';
      if (runs && !decides) return;
      const isCall = source < graph.instructionCount && instructions[source].op === 'call';
      if (isBodied && kind === 'data' && instructions[source]?.op !== 'ret') return;
      visit(source, isCall && !isInstruction);
    });
  }
  return slice;
}

/** A call of one known function that has a body. */
function callsBody(instruction: Instruction): boolean {
  const callee = instruction.op === 'call' ? directCallee(instruction) : null;
  return callee !== null && !isDeclaration(callee);
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
  const prints = new PlainPrints(program);
  const found = new Set(program.functions.filter((fn) => fn.library !== true));
  for (const fn of found) {
    for (const call of callGraph.callsIn[fn.index]) {
      if (prints.has(call)) continue;
      for (const callee of callGraph.calleesAt(call)) if (!callee.noreturn) found.add(callee);
    }
  }
  return found;
}

function neverReturns(call: CallInstruction, callGraph: CallGraph): boolean {
  return call.noreturn || callGraph.calleesAt(call).some((callee) => callee.noreturn);
}

/** Primitives that make inputs have no body; those that only look at them are listed. */
function asksForInput(instruction: Instruction): boolean {
  if (instruction.op !== 'call') return false;
  const { callee } = instruction;
  if (callee.kind !== 'global' || callee.global.kind !== 'function') return true;
  const { name, blocks } = callee.global;
  return blocks.length === 0 && !/^llvm\.|^__pf_(output|is_symbolic|prefer|warning|write)/.test(name);
}
