/** What the static analyses know that a trace asks about, with the answers it asks for again and again remembered. */
import { buildCallGraph } from '../analysis/call-graph.ts';
import { EffectAnalysis } from '../analysis/effects.ts';
import { HaltAnalysis } from '../analysis/halts.ts';
import { haltsApart as withoutHalts } from '../analysis/halts-apart.ts';
import { analyzePointers, type PointsTo } from '../analysis/points-to/points-to.ts';
import { potentialDependence } from '../analysis/potential-dependence.ts';
import { analyzeTermination, type Termination } from '../analysis/termination.ts';
import type { Instruction, PhiInstruction } from '../program/instructions.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../program/program.ts';

/** What ends the life of an object on the heap, in the library model or without it. */
export const FREEING: ReadonlySet<string> = new Set(['__pf_free', 'free']);

export class TraceFacts {
  readonly pointsTo: PointsTo;
  readonly termination: Termination;
  readonly effects: EffectAnalysis;
  readonly halts: HaltAnalysis;
  private readonly writes = new Map<number, boolean>();
  private readonly frees = new Map<number, boolean>();
  private readonly phiEdges = new Map<ProgramFunction, Map<PhiInstruction, ReadonlySet<number>>>();

  /**
   * With `haltsApart`, nothing depends on whether the program might have ended before: for those who keep account of early
   * ends themselves.
   */
  constructor(
    private readonly program: Program,
    readonly haltsApart = false,
  ) {
    this.pointsTo = analyzePointers(program);
    const { callGraph } = this.pointsTo;
    const termination = analyzeTermination(program, callGraph ?? buildCallGraph(program));
    this.halts = new HaltAnalysis(program, callGraph, termination);
    this.termination = haltsApart ? withoutHalts() : termination;
    this.effects = new EffectAnalysis(program, this.pointsTo, this.termination);
  }

  /** The block where all ways out of a branch meet again; the number of blocks when they never do. */
  meetingBlock(branch: Instruction): number {
    const { tree } = this.termination.controlOf(branch.block.function).post;
    return tree.parent[branch.block.index];
  }

  /** The branch's edge to a block, as control dependence numbers it. */
  edgeIndex(branch: Instruction, target: number): number {
    return this.termination.controlOf(branch.block.function).edgeIndex(branch.block.index, target);
  }

  /** Whether some other way out of the branch than `edge` may end the program. */
  otherSideMayHalt(branch: Instruction, edge: number): boolean {
    if (this.haltsApart) return false;
    const fn = branch.block.function;
    return this.otherEdges(branch, edge).some((other) => this.halts.mayHaltUnder(fn, other));
  }

  /** Whether some other way out of the branch than `edge` may write what `reader` reads. */
  otherSideMayWrite(branch: Instruction, edge: number, reader: Instruction): boolean {
    const key = (branch.id * 64 + Math.min(edge, 63)) * this.program.instructionCount + reader.id;
    let answer = edge < 63 ? this.writes.get(key) : undefined;
    if (answer === undefined) {
      const fn = branch.block.function;
      const reads = this.effects.readsOf(reader);
      answer = this.otherEdges(branch, edge).some((other) =>
        this.effects.mayOverlap(this.effects.writesUnder(fn, other), reads),
      );
      if (edge < 63) this.writes.set(key, answer);
    }
    return answer;
  }

  /** Whether some other way out of the branch than `edge` may call one of the functions, directly or not. */
  otherSideMayCall(branch: Instruction, edge: number, names: ReadonlySet<string>): boolean {
    const fn = branch.block.function;
    const control = this.termination.controlOf(fn);
    return this.otherEdges(branch, edge).some((other) =>
      control
        .region(other)
        .some((block) => fn.blocks[block].instructions.some((instruction) => this.mayCall(instruction, names))),
    );
  }

  /** Whether some other way out of the branch than `edge` may free an object. */
  otherSideMayFree(branch: Instruction, edge: number): boolean {
    const key = branch.id * 64 + Math.min(edge, 63) + 1;
    let answer = edge < 63 ? this.frees.get(key) : undefined;
    if (answer === undefined) {
      answer = this.otherSideMayCall(branch, edge, FREEING);
      this.frees.set(key, answer);
    }
    return answer;
  }

  private mayCall(instruction: Instruction, names: ReadonlySet<string>): boolean {
    if (instruction.op !== 'call') return false;
    const { callGraph } = this.pointsTo;
    const seen = new Set<ProgramFunction>();
    const work = [...callGraph.calleesAt(instruction)];
    for (let callee = work.pop(); callee !== undefined; callee = work.pop()) {
      if (names.has(callee.name)) return true;
      if (seen.has(callee)) continue;
      seen.add(callee);
      for (const call of callGraph.callsIn[callee.index]) work.push(...callGraph.calleesAt(call));
    }
    return false;
  }

  /** Whether some other way out of the branch than `edge` may write the variable. */
  otherSideMayWriteGlobal(branch: Instruction, edge: number, global: GlobalVariable): boolean {
    const fn = branch.block.function;
    const object = this.pointsTo.objectFor(global);
    if (object === null) return false;
    return this.otherEdges(branch, edge).some((other) => this.effects.objectsWrittenUnder(fn, other).has(object.index));
  }

  /** Whether a branch has a say in which value a phi takes. */
  decidesPhi(phi: PhiInstruction, branch: Instruction): boolean {
    const fn = phi.block.function;
    let known = this.phiEdges.get(fn);
    if (known === undefined) {
      const control = this.termination.controlOf(fn);
      known = new Map(
        [...potentialDependence(fn, control)].map(([each, edges]) => [
          each,
          new Set(edges.map((edge) => control.edges[edge].block)),
        ]),
      );
      this.phiEdges.set(fn, known);
    }
    return known.get(phi)?.has(branch.block.index) ?? false;
  }

  private otherEdges(branch: Instruction, edge: number): number[] {
    const control = this.termination.controlOf(branch.block.function);
    return control
      .edgesFrom(branch.block.index)
      .map((each) => each.index)
      .filter((index) => index !== edge);
  }
}
