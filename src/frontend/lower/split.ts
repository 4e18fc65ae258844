/**
 * Small structs and arrays become scalars when every access to them is at a constant offset.
 *
 * Each such local is cut into slots: the places its loads and stores touch, which must agree on their extent. Copies
 * (`memcpy` of a constant length) carry slots from one local to the other until nothing changes, and bytes that only a copy
 * touches are cut along the fields of the declared type. Then each slot is a local of its own, a copy is one load and
 * store per slot, and promotion does the rest. A local that does not fit (its address escapes, an index varies, accesses
 * overlap) stays in memory as a whole; copies between it and a split local are still done by slot.
 */
import { type FlowGraph, reversePostorder } from '../../analysis/cfg.ts';
import type { LocalVariable } from '../../program/debug.ts';
import { constantOffset } from '../../program/element-offset.ts';
import {
  type AllocaInstruction,
  type CallInstruction,
  type Instruction,
  type LoadInstruction,
  operandsOf,
  type StoreInstruction,
} from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { isAggregate, type Type } from '../../program/types.ts';
import type { Operand, Register } from '../../program/values.ts';
import { filledWith } from './constant-bytes.ts';
import { CopyWriter } from './copies.ts';
import { intrinsicName } from './intrinsics.ts';
import { partName } from './part-name.ts';
import { isScalar, sameBits } from './promote.ts';
import { newRegister, newStore } from './rewrite.ts';

/** Larger objects stay in memory: cutting a buffer into hundreds of scalars does not help. */
const MOST_BYTES = 1024;
const MOST_SLOTS = 64;

export interface Slot {
  readonly offset: number;
  readonly size: number;
  readonly type: Type;
}

export interface Part {
  readonly local: Local;
  readonly offset: number;
}

interface Access {
  readonly instruction: LoadInstruction | StoreInstruction;
  readonly offset: number;
  readonly type: Type;
}
export interface Copy {
  readonly call: CallInstruction;
  readonly length: number;
  /** Null for memory that is no candidate. */
  readonly to: Part | null;
  readonly from: Part | null;
}
interface Fill {
  readonly call: CallInstruction;
  readonly length: number;
  readonly offset: number;
  readonly byte: number;
}

export class Local {
  failed = false;
  copied = false;
  readonly accesses: Access[] = [];
  readonly fills: Fill[] = [];
  slots = new Map<number, Slot>();
  /** Per slot offset: the address of the scalar it became. */
  readonly registers = new Map<number, Register>();

  constructor(
    readonly alloca: AllocaInstruction,
    readonly size: number,
  ) {}

  /** False when it overlaps another slot in a way that scalars cannot express. */
  addSlot(slot: Slot, layout: DataLayout): 'added' | 'known' | 'conflict' {
    const known = this.slots.get(slot.offset);
    if (known !== undefined) {
      return known.size === slot.size && sameBits(known.type, slot.type, layout) ? 'known' : 'conflict';
    }
    if (slot.offset < 0 || slot.offset + slot.size > this.size || this.overlaps(slot.offset, slot.size))
      return 'conflict';
    if (this.slots.size === MOST_SLOTS) return 'conflict';
    this.slots.set(slot.offset, slot);
    return 'added';
  }

  overlaps(offset: number, size: number): boolean {
    for (const slot of this.slots.values()) {
      if (slot.offset < offset + size && offset < slot.offset + slot.size) return true;
    }
    return false;
  }

  slotsWithin(offset: number, length: number): Slot[] {
    const inside = [...this.slots.values()].filter(
      (slot) => slot.offset >= offset && slot.offset + slot.size <= offset + length,
    );
    return inside.sort((a, b) => a.offset - b.offset);
  }
}

export function splitAggregates(fn: ProgramFunction, program: Program, graph: FlowGraph): void {
  const splitter = new Splitter(fn, program);
  if (splitter.findCandidates()) splitter.run(graph);
}

class Splitter {
  private readonly layout: DataLayout;
  private readonly locals: Local[] = [];
  private readonly partOf = new Map<Register, Part>();
  private readonly copies: Copy[] = [];

  constructor(
    private readonly fn: ProgramFunction,
    private readonly program: Program,
  ) {
    this.layout = program.layout;
  }

  findCandidates(): boolean {
    let worthwhile = false;
    for (const instruction of this.fn.blocks[0].instructions) {
      if (instruction.op !== 'alloca' || instruction.count.kind !== 'int' || instruction.count.value !== 1n) continue;
      const size = this.layout.sizeOf(instruction.allocated);
      if (size === 0 || size > MOST_BYTES) continue;
      const local = new Local(instruction, size);
      this.locals.push(local);
      this.partOf.set(instruction.result, { local, offset: 0 });
      if (isAggregate(instruction.allocated)) worthwhile = true;
    }
    return worthwhile;
  }

  run(graph: FlowGraph): void {
    for (const index of reversePostorder(graph)) {
      for (const instruction of this.fn.blocks[index].instructions) this.collect(instruction);
    }
    while (this.cutAll());
    const split = this.locals.filter((local) => !local.failed && !isPlain(local));
    if (split.length === 0) return;
    this.rewrite(new Set(split));
  }

  private part(value: Operand): Part | null {
    return value.kind === 'register' ? (this.partOf.get(value) ?? null) : null;
  }

  private refuse(value: Operand): void {
    const part = this.part(value);
    if (part !== null) part.local.failed = true;
  }

  private collect(instruction: Instruction): void {
    switch (instruction.op) {
      case 'getelementptr': {
        const part = this.part(instruction.base);
        if (part === null) return;
        const offset = constantOffset(instruction.sourceType, instruction.indices, this.layout);
        if (offset === null) part.local.failed = true;
        else this.partOf.set(instruction.result, { local: part.local, offset: part.offset + offset });
        return;
      }
      case 'load': {
        const part = this.part(instruction.pointer);
        if (part !== null) this.collectAccess(part, instruction, instruction.result.type);
        return;
      }
      case 'store': {
        this.refuse(instruction.value);
        const part = this.part(instruction.pointer);
        if (part !== null) this.collectAccess(part, instruction, instruction.value.type);
        return;
      }
      case 'call':
        if (this.collectMemoryCall(instruction)) return;
        break;
      default:
    }
    for (const operand of operandsOf(instruction)) this.refuse(operand);
  }

  private collectAccess(part: Part, instruction: LoadInstruction | StoreInstruction, type: Type): void {
    if (instruction.volatile || !isScalar(type)) part.local.failed = true;
    else part.local.accesses.push({ instruction, offset: part.offset, type });
  }

  /** Whether the call is a copy or fill that slots can express. */
  private collectMemoryCall(call: CallInstruction): boolean {
    const name = intrinsicName(call);
    if (name === null || !/^llvm\.mem(cpy|move|set)\b/.test(name)) return false;
    const [target, source, length, volatile] = call.arguments;
    if (length.kind !== 'int' || volatile?.kind !== 'int' || volatile.value !== 0n) return false;
    const to = this.part(target);
    if (name.startsWith('llvm.memset')) {
      if (to === null || source.kind !== 'int') return false;
      to.local.fills.push({ call, length: Number(length.value), offset: to.offset, byte: Number(source.value) });
      return true;
    }
    const from = this.part(source);
    if (to === null && from === null) return false;
    if (to !== null && from !== null && to.local === from.local) return false;
    for (const part of [to, from]) if (part !== null) part.local.copied = true;
    this.copies.push({ call, length: Number(length.value), to, from });
    return true;
  }

  /** Cuts every local that has not failed; true when one failed meanwhile, so that the others must be cut anew. */
  private cutAll(): boolean {
    const alive = this.locals.filter((local) => !local.failed);
    for (const local of alive) {
      local.slots = new Map();
      for (const { offset, type } of local.accesses)
        this.add(local, { offset, size: this.layout.storeSizeOf(type), type });
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const copy of this.copies) if (this.carrySlots(copy)) changed = true;
    }
    for (const local of alive) if (!local.failed && !this.fillsFit(local)) local.failed = true;
    return alive.some((local) => local.failed);
  }

  private add(local: Local, slot: Slot): boolean {
    if (local.failed) return false;
    const outcome = local.addSlot(slot, this.layout);
    if (outcome === 'conflict') local.failed = true;
    return outcome === 'added';
  }

  private carrySlots(copy: Copy): boolean {
    let changed = false;
    const ends = [copy.to, copy.from].filter((part): part is Part => part !== null && !part.local.failed);
    for (const { local, offset } of ends) {
      if (!this.rangeFits(local, offset, copy.length)) local.failed = true;
      else if (this.cutAlongType(local, offset, copy.length)) changed = true;
    }
    const { to, from } = copy;
    if (to === null || from === null || to.local.failed || from.local.failed) return changed;
    for (const [source, target] of [
      [from, to],
      [to, from],
    ]) {
      for (const slot of source.local.slotsWithin(source.offset, copy.length)) {
        const moved = { ...slot, offset: slot.offset - source.offset + target.offset };
        if (this.add(target.local, moved)) changed = true;
      }
    }
    return changed;
  }

  /** No slot may stick out of a copied range, and the range must lie inside the local. */
  private rangeFits(local: Local, offset: number, length: number): boolean {
    if (offset < 0 || offset + length > local.size) return false;
    for (const slot of local.slots.values()) {
      const outside = slot.offset + slot.size <= offset || slot.offset >= offset + length;
      const inside = slot.offset >= offset && slot.offset + slot.size <= offset + length;
      if (!outside && !inside) return false;
    }
    return true;
  }

  /** Gives bytes of the range that no slot covers a slot per field of the declared type. */
  private cutAlongType(local: Local, offset: number, length: number): boolean {
    let changed = false;
    const visit = (type: Type, at: number): void => {
      const size = this.layout.sizeOf(type);
      if (at + size <= offset || at >= offset + length || local.failed) return;
      if (type.kind === 'struct') {
        type.fields?.forEach((field, index) => {
          visit(field, at + this.layout.fieldOffset(type, index));
        });
      } else if (type.kind === 'array') {
        const step = this.layout.sizeOf(type.element);
        for (let index = 0; index < type.length; index++) visit(type.element, at + index * step);
      } else {
        const stored = this.layout.storeSizeOf(type);
        if (!local.overlaps(at, stored) && this.add(local, { offset: at, size: stored, type })) changed = true;
      }
    };
    visit(local.alloca.allocated, 0);
    if (!this.rangeFits(local, offset, length)) local.failed = true;
    return changed;
  }

  private fillsFit(local: Local): boolean {
    return local.fills.every(({ offset, length, byte }) => {
      if (!this.rangeFits(local, offset, length)) return false;
      return local.slotsWithin(offset, length).every((slot) => filledWith(byte, slot.type, this.layout) !== null);
    });
  }

  private rewrite(split: Set<Local>): void {
    const remove = new Set<Instruction>();
    const scalars = new Map<Instruction, Instruction[]>();
    for (const local of split) {
      scalars.set(local.alloca, this.scalarsOf(local));
      for (const { instruction, offset } of local.accesses) instruction.pointer = local.registers.get(offset)!;
      for (const fill of local.fills) scalars.set(fill.call, this.fillStores(local, fill));
    }
    const writer = new CopyWriter(this.fn, this.program);
    for (const copy of this.copies) {
      const to = copy.to !== null && split.has(copy.to.local) ? copy.to : null;
      const from = copy.from !== null && split.has(copy.from.local) ? copy.from : null;
      if (to !== null || from !== null) scalars.set(copy.call, writer.write({ ...copy, to, from }));
    }
    for (const [register, { local }] of this.partOf) {
      if (split.has(local) && register.definition!.op === 'getelementptr') remove.add(register.definition!);
    }
    for (const block of this.fn.blocks) {
      const touched = block.instructions.some((instruction) => remove.has(instruction) || scalars.has(instruction));
      if (!touched) continue;
      block.instructions = block.instructions.flatMap((instruction) =>
        remove.has(instruction) ? [] : (scalars.get(instruction) ?? instruction),
      );
    }
  }

  private scalarsOf(local: Local): Instruction[] {
    const { alloca } = local;
    const { variable } = alloca;
    return [...local.slots.values()]
      .sort((a, b) => a.offset - b.offset)
      .map((slot) => {
        const part = variable === null ? null : partName(variable.type, slot.offset, slot.size);
        const name = variable === null ? null : `${variable.name}${part?.path ?? `@${slot.offset}`}`;
        const named: LocalVariable | null =
          variable === null ? null : { ...variable, name: name!, type: part?.type ?? variable.type };
        const result = newRegister(this.fn, alloca.result.type, null, name ?? alloca.result.name);
        local.registers.set(slot.offset, result);
        const align = this.layout.alignOf(slot.type);
        const scalar: AllocaInstruction = { ...alloca, result, allocated: slot.type, align, variable: named };
        result.definition = scalar;
        return scalar;
      });
  }

  private fillStores(local: Local, fill: Fill): Instruction[] {
    const { block, position } = fill.call;
    return local
      .slotsWithin(fill.offset, fill.length)
      .map((slot) =>
        newStore(block, position, local.registers.get(slot.offset)!, filledWith(fill.byte, slot.type, this.layout)!),
      );
  }
}

/** Nothing to gain: one scalar, accessed as what it was declared to be. */
function isPlain(local: Local): boolean {
  if (!isScalar(local.alloca.allocated) || local.copied || local.fills.length > 0) return false;
  return local.slots.size === 0 || (local.slots.size === 1 && local.slots.get(0)?.size === local.size);
}
