/**
 * Promotion of locals to SSA registers.
 *
 * The classic construction of Cytron et al.: phis at the iterated dominance frontier of a variable's stores, but only
 * where the variable is live (pruned), then one walk over the dominator tree that replaces loads by the value current
 * there. Linear in the code apart from the frontiers, which are small for compiled C. A load before any store
 * yields `undef`, so that later rooms can tell an uninitialised variable.
 */
import { updatesBitField } from '../../analysis/bit-fields.ts';
import { type FlowGraph, predecessorsIn, successorsIn } from '../../analysis/cfg.ts';
import { DominatorTree, dominanceFrontiers } from '../../analysis/dominance.ts';
import type { SourcePosition } from '../../program/debug.ts';
import {
  type AllocaInstruction,
  type Instruction,
  operandsOf,
  type PhiInstruction,
  type StoreInstruction,
} from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { Block, Program, ProgramFunction } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { isSameOperand, newBitcast, newPhi, newRegister, RegisterSubstitution } from './rewrite.ts';

export function promoteLocals(fn: ProgramFunction, program: Program, graph: FlowGraph): void {
  const promotion = new Promotion(fn, program);
  if (promotion.isNeeded) promotion.run(graph);
}

/** Whether a value of one type can stand for the same bytes read as the other (by a bitcast where they differ). */
export function sameBits(left: Type, right: Type, layout: DataLayout): boolean {
  if (left === right) return true;
  const plain = (type: Type) => type.kind === 'int' || type.kind === 'float';
  return plain(left) && plain(right) && layout.bitsOf(left) === layout.bitsOf(right);
}

export function isScalar(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer' || type.kind === 'vector';
}

class Promotion {
  private readonly locals: AllocaInstruction[] = [];
  /** Per register index: the local it is the address of, or -1. */
  private readonly localOf: Int32Array;
  private readonly substitution = new RegisterSubstitution();
  private readonly phis: { phi: PhiInstruction; local: number }[] = [];
  private readonly phisAt: Map<number, { phi: PhiInstruction; local: number }[]> = new Map();
  private readonly layout: DataLayout;

  constructor(
    private readonly fn: ProgramFunction,
    program: Program,
  ) {
    this.layout = program.layout;
    this.localOf = new Int32Array(fn.registerCount).fill(-1);
    this.findLocals();
  }

  get isNeeded(): boolean {
    return this.locals.length > 0;
  }

  run(graph: FlowGraph): void {
    const tree = new DominatorTree(graph);
    this.placePhis(tree);
    this.rename(tree);
    this.dropTrivialPhis();
    for (const [index, placed] of this.phisAt) {
      const kept = placed.filter(({ phi }) => !this.substitution.isReplaced(phi.result));
      this.fn.blocks[index].instructions.unshift(...kept.map(({ phi }) => phi));
    }
    this.substitution.apply(this.fn);
  }

  private findLocals(): void {
    const { fn, localOf } = this;
    const candidates: (AllocaInstruction | null)[] = [];
    for (const instruction of fn.blocks[0].instructions) {
      if (instruction.op !== 'alloca' || !isScalar(instruction.allocated)) continue;
      if (instruction.count.kind !== 'int' || instruction.count.value !== 1n) continue;
      localOf[instruction.result.index] = candidates.length;
      candidates.push(instruction);
    }
    if (candidates.length === 0) return;
    const refuse = (value: Operand) => {
      const local = value.kind === 'register' ? localOf[value.index] : -1;
      if (local >= 0) candidates[local] = null;
    };
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.op === 'load') {
          if (!this.fits(instruction.pointer, instruction.result.type, instruction.volatile, candidates)) {
            refuse(instruction.pointer);
          }
        } else if (instruction.op === 'store') {
          refuse(instruction.value);
          if (!this.fits(instruction.pointer, instruction.value.type, instruction.volatile, candidates)) {
            refuse(instruction.pointer);
          }
        } else operandsOf(instruction).forEach(refuse);
      }
    }
    const accepted: number[] = [];
    for (const candidate of candidates) {
      accepted.push(candidate === null ? -1 : this.locals.length);
      if (candidate !== null) this.locals.push(candidate);
    }
    for (let index = 0; index < localOf.length; index++)
      if (localOf[index] >= 0) localOf[index] = accepted[localOf[index]];
  }

  private fits(pointer: Operand, type: Type, volatile: boolean, candidates: (AllocaInstruction | null)[]): boolean {
    if (pointer.kind !== 'register' || this.localOf[pointer.index] < 0) return true;
    const candidate = candidates[this.localOf[pointer.index]];
    return candidate !== null && !volatile && sameBits(type, candidate.allocated, this.layout);
  }

  private localBehind(pointer: Operand): number {
    return pointer.kind === 'register' && pointer.index < this.localOf.length ? this.localOf[pointer.index] : -1;
  }

  private placePhis(tree: DominatorTree): void {
    const { fn, locals } = this;
    const size = fn.blocks.length;
    const storedIn: number[][] = locals.map(() => []);
    const readFirstIn: number[][] = locals.map(() => []);
    const lastStore = new Int32Array(locals.length).fill(-1);
    const lastRead = new Int32Array(locals.length).fill(-1);
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.op === 'load') {
          const local = this.localBehind(instruction.pointer);
          if (local < 0 || lastStore[local] === block.index || lastRead[local] === block.index) continue;
          lastRead[local] = block.index;
          readFirstIn[local].push(block.index);
        } else if (instruction.op === 'store') {
          const local = this.localBehind(instruction.pointer);
          if (local < 0 || lastStore[local] === block.index) continue;
          lastStore[local] = block.index;
          storedIn[local].push(block.index);
        }
      }
    }
    const frontiers = dominanceFrontiers(tree);
    const liveFor = new Int32Array(size).fill(-1);
    const storesFor = new Int32Array(size).fill(-1);
    const phiFor = new Int32Array(size).fill(-1);
    for (let local = 0; local < locals.length; local++) {
      if (readFirstIn[local].length === 0 || storedIn[local].length === 0) continue;
      for (const block of storedIn[local]) storesFor[block] = local;
      this.markLive(tree, readFirstIn[local], local, liveFor, storesFor);
      const work = [...storedIn[local]];
      while (work.length > 0) {
        for (const join of frontiers[work.pop()!]) {
          if (phiFor[join] === local || liveFor[join] !== local) continue;
          phiFor[join] = local;
          this.addPhi(fn.blocks[join], local);
          if (storesFor[join] !== local) work.push(join);
        }
      }
    }
    for (const placed of this.phisAt.values()) placed.sort((a, b) => a.local - b.local);
  }

  /** Marks the blocks at whose start the local's value is still wanted. */
  private markLive(
    tree: DominatorTree,
    readFirst: readonly number[],
    local: number,
    liveFor: Int32Array,
    storesFor: Int32Array,
  ): void {
    const work = [...readFirst];
    for (const block of work) liveFor[block] = local;
    while (work.length > 0) {
      for (const predecessor of predecessorsIn(tree.graph, work.pop()!)) {
        if (liveFor[predecessor] === local || storesFor[predecessor] === local) continue;
        liveFor[predecessor] = local;
        work.push(predecessor);
      }
    }
  }

  private addPhi(block: Block, local: number): void {
    const { allocated, variable, result } = this.locals[local];
    const register = newRegister(this.fn, allocated, variable, variable?.name ?? result.name);
    const phi = newPhi(block, register);
    const entry = { phi, local };
    this.phis.push(entry);
    const placed = this.phisAt.get(block.index);
    if (placed === undefined) this.phisAt.set(block.index, [entry]);
    else placed.push(entry);
  }

  /** Walks the dominator tree with the value each local has, undoing a block's changes on the way back. */
  private rename(tree: DominatorTree): void {
    const current: Operand[] = this.locals.map(({ allocated }) => ({ kind: 'undef', type: allocated }));
    const undoLocal: number[] = [];
    const undoValue: Operand[] = [];
    const marks: number[] = [];
    const set = (local: number, value: Operand) => {
      undoLocal.push(local);
      undoValue.push(current[local]);
      current[local] = value;
    };
    const work: number[] = [0];
    while (work.length > 0) {
      const step = work.pop()!;
      if (step < 0) {
        const mark = marks.pop()!;
        while (undoLocal.length > mark) current[undoLocal.pop()!] = undoValue.pop()!;
        continue;
      }
      marks.push(undoLocal.length);
      work.push(-1);
      for (const { phi, local } of this.phisAt.get(step) ?? []) set(local, phi.result);
      this.renameBlock(this.fn.blocks[step], current, set);
      for (const successor of successorsIn(tree.graph, step)) {
        for (const { phi, local } of this.phisAt.get(successor) ?? []) {
          phi.incoming.push({ block: this.fn.blocks[step], value: current[local] });
        }
      }
      for (const child of tree.childrenOf(step)) work.push(child);
    }
    const position = (block: Block) => block.index;
    for (const { phi } of this.phis) phi.incoming.sort((a, b) => position(a.block) - position(b.block));
  }

  private renameBlock(block: Block, current: Operand[], set: (local: number, value: Operand) => void): void {
    const kept: Instruction[] = [];
    for (const instruction of block.instructions) {
      switch (instruction.op) {
        case 'alloca':
          if (this.localOf[instruction.result.index] < 0) kept.push(instruction);
          break;
        case 'load': {
          const local = this.localBehind(instruction.pointer);
          if (local < 0) {
            kept.push(instruction);
            break;
          }
          const { type } = instruction.result;
          const isUnsetUnit =
            current[local].kind === 'undef' && type.kind === 'int' && updatesBitField(instruction, block.instructions);
          const value: Operand = isUnsetUnit
            ? { kind: 'int', type, value: 0n }
            : this.converted(current[local], type, block, instruction.position, kept);
          this.substitution.replace(instruction.result, value);
          break;
        }
        case 'store': {
          const local = this.localBehind(instruction.pointer);
          if (local < 0) kept.push(instruction);
          else set(local, this.assigned(instruction, local, kept));
          break;
        }
        default:
          kept.push(instruction);
      }
    }
    block.instructions = kept;
  }

  private converted(
    value: Operand,
    type: Type,
    block: Block,
    position: SourcePosition | null,
    kept: Instruction[],
  ): Operand {
    if (value.type === type) return value;
    if (value.kind === 'undef') return { kind: 'undef', type };
    const result = newRegister(this.fn, type, null, null);
    kept.push(newBitcast(block, position, result, value));
    return result;
  }

  /** The value a store leaves in a local: named after it, and with a place of its own in the source. */
  private assigned(store: StoreInstruction, local: number, kept: Instruction[]): Operand {
    const { variable, allocated, result: slot } = this.locals[local];
    const stored = this.substitution.resolve(store.value);
    const value = this.converted(stored, allocated, store.block, store.position, kept);
    const name = variable?.name ?? slot.name;
    if (value.kind === 'register') {
      const parameterArrives = value.definition === null && value.variable === null && store.block.index === 0;
      const made = value.definition;
      const sameLine =
        made !== null &&
        made.op !== 'alloca' &&
        made.op !== 'phi' &&
        made.position?.line === store.position?.line &&
        made.position?.file === store.position?.file;
      if (parameterArrives || (variable === null && sameLine) || (sameLine && value.variable === null)) {
        if (variable !== null) {
          value.variable = variable;
          value.name = name;
        }
        return value;
      }
    }
    if (store.position === null || store.position.line === 0) return value;
    const copy = newRegister(this.fn, allocated, variable, name);
    kept.push(newBitcast(store.block, store.position, copy, value));
    return copy;
  }

  /** A phi that merges one value with itself is that value. */
  private dropTrivialPhis(): void {
    const { resolve } = this.substitution;
    for (let changed = true; changed; ) {
      changed = false;
      for (const { phi } of this.phis) {
        if (this.substitution.isReplaced(phi.result)) continue;
        let only: Operand | null = null;
        let trivial = true;
        for (const entry of phi.incoming) {
          const value = resolve(entry.value);
          if (value === phi.result) continue;
          if (only === null) only = value;
          else if (!isSameOperand(only, value)) {
            trivial = false;
            break;
          }
        }
        if (!trivial || only === null) continue;
        this.substitution.replace(phi.result, only);
        changed = true;
      }
    }
  }
}
