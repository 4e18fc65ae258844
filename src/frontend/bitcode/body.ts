/**
 * The state while one function's body is read: its values by number, its blocks, and a cursor over the operands of
 * the current record.
 *
 * Operands count backwards from the next value's number. One that points forward names an instruction not yet read;
 * its register is made on the spot, with the type the record states, and becomes that instruction's result later.
 * So nothing is ever patched.
 */
import type { SourcePosition } from '../../program/debug.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Block, ProgramFunction } from '../../program/program.ts';
import type { IntType, PointerType, Type, TypeTable } from '../../program/types.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { AttributeList, Attributes } from './attributes.ts';
import type { Bitstream } from './bitstream.ts';
import type { ModuleConstants } from './constants.ts';
import type { DebugInfo } from './debuginfo.ts';
import type { Metadata } from './metadata.ts';
import { corrupt } from './problem.ts';
import type { ModuleTypes } from './typetable.ts';
import { Variables } from './variables.ts';

/** What all functions of a module share. */
export interface ModuleContext {
  readonly stream: Bitstream;
  readonly table: TypeTable;
  readonly types: ModuleTypes;
  readonly attributes: Attributes;
  readonly values: (Operand | undefined)[];
  readonly constants: ModuleConstants;
  /** Gives a function its blocks, empty. */
  declareBlocks(fn: ProgramFunction, count: number): void;
  readonly metadata: Metadata;
  readonly debug: DebugInfo;
}

/** The code of a record of a function, and what reads its instruction; null where there is none to be kept. */
export type RecordReader = readonly [code: number, read: (body: Body, block: Block) => Instruction | null];

export class Body {
  readonly stream: Bitstream;
  readonly table: TypeTable;
  /** The types that instructions ask for most; the table would look them up by name. */
  readonly bit: IntType;
  readonly pointer: PointerType;
  /** The block that instructions are appended to. */
  block: Block | null = null;
  blockCount = 0;
  /** The instruction read last; null when it was dropped. */
  last: Instruction | null = null;
  /** The position stated last. */
  position: SourcePosition | null = null;
  /** The metadata that describes the function itself. */
  debugNode: number | null = null;
  readonly variables = new Variables();
  private at = 0;
  private readonly values: (Operand | undefined)[];
  private readonly forward = new Map<number, Register>();

  constructor(
    readonly fn: ProgramFunction,
    readonly module: ModuleContext,
  ) {
    this.stream = module.stream;
    this.table = module.table;
    this.bit = this.table.int(1);
    this.pointer = this.table.pointer();
    this.values = module.values;
    for (const parameter of fn.parameters) this.values.push(parameter);
  }

  /** Sets the cursor to an operand of the current record. */
  begin(operand = 0): void {
    this.at = operand;
  }

  more(): boolean {
    return this.at < this.stream.length;
  }

  left(): number {
    return this.stream.length - this.at;
  }

  number(): number {
    return this.stream.operand(this.at++);
  }

  optional(): number {
    return this.stream.optional(this.at++);
  }

  type(): Type {
    return this.module.types.get(this.number());
  }

  attributes(): AttributeList {
    return this.module.attributes.list(this.number());
  }

  target(): Block {
    return this.blockAt(this.number());
  }

  blockAt(index: number): Block {
    if (index >= this.blockCount) corrupt(`a function has no block number ${index}`);
    return this.fn.blocks[index];
  }

  /** A value whose type is stated only where it points forward. */
  typed(): Operand {
    const id = this.id();
    if (id < this.values.length) return this.known(id);
    return this.ahead(id, this.type());
  }

  /** A value whose type the context gives. */
  value(type: Type): Operand {
    const id = this.id();
    if (type.kind === 'metadata') return this.metadataOperand(id, type);
    return this.ofType(id, type);
  }

  /** A value of a phi: forward is as common as backward there, so the distance is signed. */
  signedValue(type: Type): Operand {
    const zigzag = this.number();
    const distance = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag - 1) / 2;
    return this.ofType(this.values.length - distance, type);
  }

  /** The value with this number. */
  absolute(id: number): Operand {
    if (id >= this.values.length) corrupt('a value is used before its definition');
    return this.known(id);
  }

  /** A new value of the function: what the current instruction yields. */
  result(type: Type): Register {
    const id = this.values.length;
    let register = this.forward.get(id);
    if (register === undefined) register = makeRegister(type);
    else {
      this.forward.delete(id);
      if (register.type !== type) corrupt('a value is used with another type than it has');
    }
    this.values.push(register);
    return register;
  }

  /** To be called after the last instruction. */
  finish(): void {
    if (this.block !== null) corrupt('a function ends in the middle of a block');
    if (this.forward.size > 0) corrupt('a value is used that is never defined');
  }

  private id(): number {
    if (this.at >= this.stream.length) corrupt('a record is too short');
    return (this.values.length - this.stream.low[this.at++]) >>> 0;
  }

  /** What intrinsics are told besides values: in words, since only names matter to us. */
  private metadataOperand(id: number, type: Type): Operand {
    const entry = this.module.metadata.get(id);
    return { kind: 'other', type, text: typeof entry === 'string' ? entry : 'metadata' };
  }

  private known(id: number): Operand {
    const value = this.values[id];
    if (value === undefined) corrupt(`there is no value number ${id}`);
    return value;
  }

  private ofType(id: number, type: Type): Operand {
    if (id < 0) corrupt('an operand has an impossible number');
    if (id >= this.values.length) return this.ahead(id, type);
    const value = this.known(id);
    if (value.type !== type) corrupt('an operand has the wrong type');
    return value;
  }

  private ahead(id: number, type: Type): Register {
    let register = this.forward.get(id);
    if (register === undefined) {
      if (type.kind === 'void' || type.kind === 'function') corrupt(`an operand has type ${type.kind}`);
      register = makeRegister(type);
      this.forward.set(id, register);
    } else if (register.type !== type) corrupt('a value is used with two types');
    return register;
  }
}

export function makeRegister(type: Type): Register {
  return { kind: 'register', type, index: 0, name: null, variable: null, definition: null };
}
