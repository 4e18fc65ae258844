/** Instructions that reach memory: allocation, loads, stores, addresses, atomics, variable arguments. */
import type { Instruction } from '../../program/instructions.ts';
import type { AtomicOperator } from '../../program/operators.ts';
import type { Block } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { typeOfLane } from './arithmetic.ts';
import type { Body, RecordReader } from './body.ts';
import { FunctionRecordCode } from './codes.ts';
import { corrupt } from './problem.ts';

const ATOMICS: readonly (AtomicOperator | undefined)[] = [
  'xchg',
  'add',
  'sub',
  'and',
  'nand',
  'or',
  'xor',
  'max',
  'min',
  'umax',
  'umin',
  'fadd',
  'fsub',
  'fmax',
  'fmin',
];

const GEP_INBOUNDS = 1;
const MAX_ALIGN_EXPONENT = 32;

/** Alignments are written as their exponent plus one; 0 stands for none stated. */
export function decodeAlign(code: number): number {
  if (code === 0) return 1;
  if (code > MAX_ALIGN_EXPONENT + 1) corrupt('an alignment is impossibly large');
  return 2 ** (code - 1);
}

function readAlloca(body: Body, block: Block): Instruction {
  const allocated = memoryType(body.type());
  body.type();
  const count = body.absolute(body.number());
  const packed = body.number();
  const addressSpace = body.optional();
  if (count.type.kind !== 'int') corrupt('a local variable has an impossible size');
  return {
    op: 'alloca',
    id: 0,
    index: 0,
    block,
    position: null,
    result: body.result(addressSpace === 0 ? body.pointer : body.table.pointer(addressSpace)),
    allocated,
    count,
    // Five bits, the in-alloca, explicit-type and swift flags, then three more bits of the exponent.
    align: decodeAlign((packed & 31) | (((packed >>> 8) & 7) << 5)),
    variable: null,
  };
}

function readLoad(body: Body, block: Block): Instruction {
  const pointer = pointerOperand(body.typed());
  const type = memoryType(body.type());
  const align = decodeAlign(body.number());
  const volatile = body.number() !== 0;
  return { op: 'load', id: 0, index: 0, block, position: null, result: body.result(type), pointer, align, volatile };
}

function readStore(body: Body, block: Block): Instruction {
  const pointer = pointerOperand(body.typed());
  const value = body.typed();
  memoryType(value.type);
  const align = decodeAlign(body.number());
  const volatile = body.number() !== 0;
  return { op: 'store', id: 0, index: 0, block, position: null, result: null, pointer, value, align, volatile };
}

function readElementPointer(body: Body, block: Block): Instruction {
  const inbounds = (body.number() & GEP_INBOUNDS) !== 0;
  const sourceType = memoryType(body.type());
  const base = body.typed();
  if (typeOfLane(base.type).kind !== 'pointer') corrupt('an address is computed from something that is no pointer');
  const indices: Operand[] = [];
  let type = base.type;
  let walked: Type = sourceType;
  while (body.more()) {
    const index = body.typed();
    if (typeOfLane(index.type).kind !== 'int') corrupt('an address has an index that is no integer');
    if (index.type.kind === 'vector' && type.kind !== 'vector') {
      type = body.table.vector(type, index.type.length, index.type.scalable);
    }
    if (indices.length > 0) walked = inside(walked, index);
    indices.push(index);
  }
  return {
    op: 'getelementptr',
    id: 0,
    index: 0,
    block,
    position: null,
    result: body.result(type),
    sourceType,
    base,
    indices,
    inbounds,
  };
}

/** The type that an index leads to. */
function inside(type: Type, index: Operand): Type {
  if (type.kind === 'array' || type.kind === 'vector') return type.element;
  if (type.kind !== 'struct') corrupt('an address goes into a type without parts');
  const field =
    index.kind === 'int' ? type.fields?.[Number(index.value)] : index.kind === 'zero' ? type.fields?.[0] : undefined;
  if (field === undefined) {
    // Vectors of equal indices select a field too; only the constant scalar form says which at a glance.
    if (index.type.kind === 'vector' && type.fields !== null && type.fields.length > 0) return type.fields[0];
    corrupt('an address goes to a field that does not exist');
  }
  return field;
}

function readCompareExchange(body: Body, block: Block): Instruction {
  const pointer = pointerOperand(body.typed());
  const expected = body.typed();
  const replacement = body.value(expected.type);
  const result = body.result(body.table.struct([expected.type, body.bit]));
  return { op: 'cmpxchg', id: 0, index: 0, block, position: null, result, pointer, expected, replacement };
}

function readAtomic(body: Body, block: Block): Instruction {
  const pointer = pointerOperand(body.typed());
  const value = body.typed();
  const operator = ATOMICS[body.number()];
  const result = body.result(value.type);
  if (operator === undefined) {
    return {
      op: 'refused',
      id: 0,
      index: 0,
      block,
      position: null,
      result,
      what: 'an atomic operation that C does not have',
      operands: [pointer, value],
      successors: [],
      terminator: false,
    };
  }
  return { op: 'atomicrmw', id: 0, index: 0, block, position: null, result, operator, pointer, value };
}

function readVaArg(body: Body, block: Block): Instruction {
  const list = body.value(body.type());
  const result = body.result(memoryType(body.type()));
  return { op: 'va_arg', id: 0, index: 0, block, position: null, result, list };
}

function pointerOperand(value: Operand): Operand {
  if (value.type.kind !== 'pointer') corrupt('memory is reached through something that is no pointer');
  return value;
}

function memoryType(type: Type): Type {
  if (type.kind === 'void' || type.kind === 'function' || type.kind === 'label' || type.kind === 'metadata') {
    corrupt(`memory holds a ${type.kind}`);
  }
  return type;
}

export const MEMORY_READERS: readonly RecordReader[] = [
  [FunctionRecordCode.Load, readLoad],
  [FunctionRecordCode.LoadAtomic, readLoad],
  [FunctionRecordCode.Store, readStore],
  [FunctionRecordCode.StoreAtomic, readStore],
  [FunctionRecordCode.ElementPointer, readElementPointer],
  [FunctionRecordCode.Alloca, readAlloca],
  [FunctionRecordCode.CompareExchange, readCompareExchange],
  [FunctionRecordCode.AtomicReadWrite, readAtomic],
  [FunctionRecordCode.VaArg, readVaArg],
];
