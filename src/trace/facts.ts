/** What the static analyses know that a trace asks about, with the answers it asks for again and again remembered. */
import { BitSet } from '../analysis/bit-set.ts';
import { EffectAnalysis } from '../analysis/effects.ts';
import { HaltAnalysis, NO_OPTIONAL_CHECKS, type OptionalChecks } from '../analysis/halts.ts';
import { haltsApart as withoutHalts } from '../analysis/halts-apart.ts';
import { PlainPrints } from '../analysis/plain-print.ts';
import type { PointsTo } from '../analysis/points-to/points-to.ts';
import { potentialDependence } from '../analysis/potential-dependence.ts';
import { ProgramFacts } from '../analysis/program-facts.ts';
import { type Twin, twinOf } from '../analysis/same-address.ts';
import { analyzeTermination, type Termination } from '../analysis/termination.ts';
import type { FunctionCode } from '../machine/code.ts';
import {
  type Instruction,
  isTerminator,
  operandsOf,
  type PhiInstruction,
  successorsOf,
} from '../program/instructions.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../program/program.ts';
import { loopResults } from './loop-results.ts';

/** What ends the life of an object on the heap, in the library model or without it. */
export const FREEING: ReadonlySet<string> = new Set(['__pf_free', 'free']);

/** A store under a branch whose place follows from that of the last access by its twin. */
export interface PlacedStore {
  readonly store: Instruction;
  /** The way out of the branch that leads to it. */
  readonly edge: number;
  readonly twin: Twin;
  readonly size: number;
}

const UNKNOWN = 0;
const YES = 1;
const NO = 2;

interface BranchWrites {
  readonly placed: readonly PlacedStore[];
  /** What may be written at places that are not known. */
  readonly cells: BitSet;
}

export class TraceFacts {
  readonly pointsTo: PointsTo;
  readonly termination: Termination;
  readonly effects: EffectAnalysis;
  readonly halts: HaltAnalysis;
  private readonly sides: (number[] | undefined)[] = [];
  private readonly sideList: { readonly branch: Instruction; readonly edge: number }[] = [];
  /** Per reading instruction, per side. */
  private readonly writes: (Uint8Array | undefined)[] = [];
  private readonly registers: (readonly number[] | undefined)[] = [];
  private readonly choices: (boolean | undefined)[] = [];
  private readonly results = new Map<ProgramFunction, readonly (readonly number[])[]>();
  private readonly branchWrites = new Map<Instruction, BranchWrites>();
  private readonly shared: ProgramFacts;
  private readonly frees: (boolean | undefined)[] = [];
  private readonly heapWrites: (boolean | undefined)[] = [];
  private readonly calls = new Map<ReadonlySet<string>, (boolean | undefined)[]>();
  private readonly phiEdges = new Map<ProgramFunction, Map<PhiInstruction, ReadonlySet<number>>>();

  /**
   * With `haltsApart`, nothing depends on whether the program might have ended before: for those who keep account of early
   * ends themselves.
   */
  constructor(
    private readonly program: Program,
    readonly haltsApart = false,
    checks: OptionalChecks = NO_OPTIONAL_CHECKS,
  ) {
    this.shared = ProgramFacts.of(program);
    this.pointsTo = this.shared.pointsTo;
    const { callGraph } = this.pointsTo;
    // Even a plain print uses what it is given.
    const termination = checks.checkUninitialized
      ? analyzeTermination(program, callGraph, () => false, new PlainPrints(program, 'none'))
      : this.shared.termination;
    this.halts = new HaltAnalysis(program, callGraph, termination, checks);
    this.termination = haltsApart ? withoutHalts(termination.prints) : termination;
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
    return this.edgesOf(branch).some((other) => other !== edge && this.halts.mayHaltUnder(fn, other));
  }

  /**
   * A number for a branch and a direction, dense, for those who ask about both again and again. A store or call whose
   * pointer another input could change has one direction, 0: its other way is another object or function.
   */
  sideOf(branch: Instruction, edge: number): number {
    const edges = (this.sides[branch.id] ??= []);
    let side = edges[edge + 1];
    if (side === undefined) {
      side = this.sideList.length;
      edges[edge + 1] = side;
      this.sideList.push({ branch, edge });
    }
    return side;
  }

  /** `mayWrite` for the branch of a side, remembered. */
  sideMayWrite(side: number, reader: Instruction): boolean {
    let known = this.writes[reader.id];
    if (known === undefined || side >= known.length) {
      const longer = new Uint8Array(Math.max(64, 2 * this.sideList.length));
      if (known !== undefined) longer.set(known);
      this.writes[reader.id] = known = longer;
    }
    if (known[side] === UNKNOWN) {
      known[side] = this.mayWrite(this.sideList[side].branch, reader) ? YES : NO;
    }
    return known[side] === YES;
  }

  /** `mayFree` for the branch of a side, remembered. */
  sideMayFree(side: number): boolean {
    return (this.frees[side] ??= this.mayFree(this.sideList[side].branch));
  }

  /** Registers among the operands, each once. */
  registersOf(instruction: Instruction): readonly number[] {
    return (this.registers[instruction.id] ??= [
      ...new Set(operandsOf(instruction).flatMap((value) => (value.kind === 'register' ? [value.index] : []))),
    ]);
  }

  /** Whether control may go on in different ways. */
  hasChoice(instruction: Instruction): boolean {
    return (this.choices[instruction.id] ??= isTerminator(instruction) && new Set(successorsOf(instruction)).size > 1);
  }

  /**
   * Whether some way out of the branch may write what `reader` reads, except by a store of known place. The way that was
   * taken counts as well: that it happened to write elsewhere says nothing about other inputs that take it, and if the
   * reader depended on the branch on one side only, no search would combine the other side with what the reader decides. This and
   * the next ones also answer for a store or call whose pointer another input could change: the other way is another
   * object or function.
   */
  mayWrite(branch: Instruction, reader: Instruction): boolean {
    const written = isTerminator(branch) ? this.writesUnder(branch).cells : this.effects.writesOf(branch);
    return this.effects.mayOverlap(written, this.effects.readsOf(reader));
  }

  /** Stores under the branch whose place follows from that of an access before the branch (see same-address.ts). */
  placedStores(branch: Instruction): readonly PlacedStore[] {
    return isTerminator(branch) ? this.writesUnder(branch).placed : [];
  }

  private writesUnder(branch: Instruction): BranchWrites {
    let known = this.branchWrites.get(branch);
    if (known === undefined) {
      known = this.findWritesUnder(branch);
      this.branchWrites.set(branch, known);
    }
    return known;
  }

  private findWritesUnder(branch: Instruction): BranchWrites {
    const fn = branch.block.function;
    const control = this.termination.controlOf(fn);
    const placed: PlacedStore[] = [];
    const cells = new BitSet();
    for (const { index: edge } of control.edgesFrom(branch.block.index)) {
      const region = control.region(edge);
      const blocks = new Set(region);
      for (const block of region) {
        for (const instruction of fn.blocks[block].instructions) {
          const written = this.effects.writesOf(instruction);
          if (written.isEmpty) continue;
          const twin = twinOf(instruction, branch, blocks, this.shared.dominatorsOf(fn), this.program.layout);
          if (twin === null) cells.addAll(written);
          else if (instruction.op === 'store') {
            const size = this.program.layout.storeSizeOf(instruction.value.type);
            placed.push({ store: instruction, edge, twin, size });
          }
        }
      }
    }
    return { placed, cells };
  }

  /**
   * Whether some other way out of the branch than `edge` may call one of the functions, directly or not. Remembered for
   * the set of names, which must stay the same.
   */
  otherSideMayCall(branch: Instruction, edge: number, names: ReadonlySet<string>): boolean {
    let known = this.calls.get(names);
    if (known === undefined) {
      known = [];
      this.calls.set(names, known);
    }
    return (known[this.sideOf(branch, edge)] ??= this.findCall(branch, edge, names));
  }

  private findCall(branch: Instruction, edge: number, names: ReadonlySet<string>): boolean {
    if (!isTerminator(branch)) return this.mayCall(branch, names);
    return this.edgesOf(branch).some((other) => other !== edge && this.mayCallUnder(branch, other, names));
  }

  private mayCallUnder(branch: Instruction, edge: number, names: ReadonlySet<string>): boolean {
    const { function: fn } = branch.block;
    const region = this.termination.controlOf(fn).region(edge);
    return region.some((block) => fn.blocks[block].instructions.some((each) => this.mayCall(each, names)));
  }

  /** Whether some way out of the branch may free an object. */
  mayFree(branch: Instruction): boolean {
    if (!isTerminator(branch)) return this.mayCall(branch, FREEING);
    return this.edgesOf(branch).some((edge) => this.mayCallUnder(branch, edge, FREEING));
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

  /** Whether some way out of the branch may write the variable. */
  mayWriteGlobal(branch: Instruction, global: GlobalVariable): boolean {
    const fn = branch.block.function;
    const object = this.pointsTo.objectFor(global);
    if (object === null) return false;
    if (!isTerminator(branch)) return this.effects.objectsOf(this.effects.writesOf(branch)).has(object.index);
    return this.edgesOf(branch).some((edge) => this.effects.objectsWrittenUnder(fn, edge).has(object.index));
  }

  /** Whether some way out of the branch may write an object that is no variable. */
  mayWriteHeap(branch: Instruction): boolean {
    return (this.heapWrites[branch.id] ??= this.findHeapWrite(branch));
  }

  private findHeapWrite(branch: Instruction): boolean {
    const written = isTerminator(branch)
      ? this.edgesOf(branch).map((edge) => this.effects.objectsWrittenUnder(branch.block.function, edge))
      : [this.effects.objectsOf(this.effects.writesOf(branch))];
    const { objects } = this.pointsTo;
    return written.some((each) => each.toArray().some((index) => objects[index].kind !== 'global'));
  }

  /** Per loop the registers it defines and code after it uses. */
  loopResults({ function: fn, loops }: FunctionCode): readonly (readonly number[])[] {
    let known = this.results.get(fn);
    if (known === undefined) {
      known = loopResults(fn, loops);
      this.results.set(fn, known);
    }
    return known;
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

  private edgesOf(branch: Instruction): number[] {
    const control = this.termination.controlOf(branch.block.function);
    return control.edgesFrom(branch.block.index).map((each) => each.index);
  }
}
