/**
 * Which instructions decide the sequence of affected statements: a backward slice over the static dependence graph.
 *
 * It starts from what decides whether an affected statement runs, and from whatever may end the program, or asks for an
 * input, before an affected statement: a path that ends early has a shorter sequence, and inputs are numbered as they come. Two runs that agree on all branches of the slice run the same sequence, whatever the other
 * branches do (Weiser's theorem on slices).
 *
 * From a given place, only what can still run counts: the theorem holds for the rest of the program as it does for the whole
 * (free-branches.ts asks so). A branch in the last turn of a loop decides nothing about later turns.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import { type CallGraph, directCallee } from '../../analysis/call-graph.ts';
import { HaltAnalysis } from '../../analysis/halts.ts';
import { SafeAccesses } from '../../analysis/safe-access.ts';
import { type CallInstruction, type Instruction, successorsOf } from '../../program/instructions.ts';
import { type Block, isDeclaration, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { Dependences } from './dependences.ts';

/** What the slice starts from, and the slice: over the whole program, or over what can still run from some place. */
export class Deciding {
  /** Ids of the instructions that decide somewhere; branches outside are free everywhere. */
  readonly anywhere: BitSet;
  /** Steps of all slices so far. */
  steps = 0;
  private readonly affected: readonly Affected[];
  /** Instructions that may end the program, or ask for an input, before an affected statement. */
  private readonly before: readonly number[];

  constructor(
    private readonly dependences: Dependences,
    affected: ReadonlySet<number>,
  ) {
    const { graph } = dependences;
    this.affected = [...affected].map((id) => ({
      id,
      deciders: decidersOf(graph, id),
    }));
    this.before = endsAndInputsBefore(dependences, affected);
    this.anywhere = this.slice(() => true);
  }

  /** Whether the branch decides, given what can still run after it, and the calls that have not returned. */
  decidesFrom(branch: number, canRun: BitSet, running: ReadonlySet<number>): boolean {
    return this.slice((id) => id === branch || canRun.has(id) || running.has(id), branch).has(branch);
  }

  /**
   * The backward slice, with calls taken apart: what a called function does depends on whether the call runs, and on arguments
   * only where it uses them (they lead to its parameters); what a call returns depends on what the function returns. What is
   * not `open` has happened, or will not happen, and decides nothing any more. Stops at `wanted`.
   */
  private slice(open: (id: number) => boolean, wanted = this.dependences.graph.size): BitSet {
    const { graph, instructions } = this.dependences;
    const { instructionCount } = graph;
    const slice = new BitSet(instructionCount);
    const seen = new BitSet(graph.size);
    const running = new BitSet(graph.size);
    const work: { readonly node: number; readonly runs: boolean }[] = [];
    const visit = (node: number, runs: boolean) => {
      const isInstruction = node < instructionCount;
      if ((isInstruction && !open(node)) || !(runs ? running : seen).add(node)) return;
      if (!runs && isInstruction) slice.add(node);
      work.push({ node, runs });
    };
    // Of a call it matters whether it runs and returns, not what.
    const start = (id: number) => visit(id, callsBody(instructions[id]));
    for (const { id, deciders } of this.affected) {
      if (!open(id)) continue;
      for (const decider of deciders) start(decider);
    }
    for (const id of this.before) visit(id, false);
    for (let next = work.pop(); next !== undefined && !slice.has(wanted); next = work.pop()) {
      const { node, runs } = next;
      this.steps++;
      const isInstruction = node < instructionCount;
      const isBodied = isInstruction && callsBody(instructions[node]);
      graph.eachSource(node, (source, kind) => {
        const decides = kind === 'control' || kind === 'halt';
        if (runs && !decides) return;
        const isCall = source < instructionCount && instructions[source].op === 'call';
        if (isBodied && kind === 'data' && instructions[source]?.op !== 'ret') return;
        visit(source, isCall && !isInstruction);
      });
    }
    return slice;
  }
}

interface Affected {
  readonly id: number;
  /** What decides whether it runs. */
  readonly deciders: readonly number[];
}

function endsAndInputsBefore(dependences: Dependences, affected: ReadonlySet<number>): number[] {
  const { program, callGraph, termination } = dependences;
  const halts = new HaltAnalysis(program, callGraph, termination);
  const before = blocksBefore(dependences, affected);
  const safe = new SafeAccesses(program, callGraph);
  const mayEnd = (each: Instruction) =>
    (halts.mayFault(each) && !safe.isSafe(each)) || (each.op === 'call' && neverReturns(each, callGraph));
  const found: number[] = [];
  for (const fn of functionsThatReturn(dependences)) {
    for (const block of fn.blocks) {
      if (!before.has(block)) continue;
      for (const each of block.instructions) if (mayEnd(each) || asksForInput(each)) found.push(each.id);
    }
  }
  return found;
}

/** A call of one known function that has a body. */
function callsBody(instruction: Instruction): boolean {
  const callee = instruction.op === 'call' ? directCallee(instruction) : null;
  return callee !== null && !isDeclaration(callee);
}

/** What decides whether the instruction runs. Nodes that are not instructions (blocks, functions) are looked through. */
function decidersOf(graph: Dependences['graph'], id: number): number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  const work = [id];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    graph.eachSource(node, (source, kind) => {
      if ((kind !== 'control' && kind !== 'halt') || seen.has(source)) return;
      seen.add(source);
      if (source < graph.instructionCount) found.push(source);
      else work.push(source);
    });
  }
  return found;
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
function functionsThatReturn({ program, callGraph, termination: { prints } }: Dependences): Set<ProgramFunction> {
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
