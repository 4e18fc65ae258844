/** Instructions on parts of structs, arrays and vectors. */
import type { Instruction } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import { elementCount, elementType, type Type, type VectorType } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import type { Body, RecordReader } from './body.ts';
import { FunctionRecordCode } from './codes.ts';
import { corrupt } from './problem.ts';

function readExtractValue(body: Body, block: Block): Instruction {
  const aggregate = body.typed();
  const path = readPath(body);
  const result = body.result(partAt(aggregate.type, path));
  return { op: 'extractvalue', id: 0, index: 0, block, position: null, result, aggregate, path };
}

function readInsertValue(body: Body, block: Block): Instruction {
  const aggregate = body.typed();
  const value = body.typed();
  const path = readPath(body);
  if (partAt(aggregate.type, path) !== value.type) corrupt('a part of a value has the wrong type');
  const result = body.result(aggregate.type);
  return { op: 'insertvalue', id: 0, index: 0, block, position: null, result, aggregate, value, path };
}

function readPath(body: Body): number[] {
  const path: number[] = [];
  while (body.more()) path.push(body.number());
  return path;
}

function partAt(type: Type, path: readonly number[]): Type {
  let current = type;
  for (const step of path) {
    if ((current.kind !== 'struct' && current.kind !== 'array') || step >= elementCount(current)) {
      corrupt('a value has no such part');
    }
    current = elementType(current, step);
  }
  return current;
}

function readExtractElement(body: Body, block: Block): Instruction {
  const vector = body.typed();
  const lane = body.typed();
  const result = body.result(vectorType(vector).element);
  return { op: 'extractelement', id: 0, index: 0, block, position: null, result, vector, lane };
}

function readInsertElement(body: Body, block: Block): Instruction {
  const vector = body.typed();
  const value = body.value(vectorType(vector).element);
  const lane = body.typed();
  const result = body.result(vector.type);
  return { op: 'insertelement', id: 0, index: 0, block, position: null, result, vector, value, lane };
}

function readShuffle(body: Body, block: Block): Instruction {
  const left = body.typed();
  const right = body.value(left.type);
  const mask = shuffleMask(body.typed());
  const { element, scalable, length } = vectorType(left);
  if (mask.some((lane) => lane >= length * 2)) corrupt('a shuffle takes lanes that do not exist');
  const result = body.result(body.table.vector(element, mask.length, scalable));
  return { op: 'shufflevector', id: 0, index: 0, block, position: null, result, left, right, mask };
}

function vectorType(value: Operand): VectorType {
  if (value.type.kind !== 'vector') corrupt('a lane is taken from something that is no vector');
  return value.type;
}

/** Per lane of the result the lane it takes, -1 for any. */
function shuffleMask(mask: Operand): number[] {
  const { type } = mask;
  if (type.kind !== 'vector' || type.element.kind !== 'int' || type.element.bits !== 32) {
    corrupt('a shuffle has no list of lanes');
  }
  switch (mask.kind) {
    case 'zero':
      return Array<number>(type.length).fill(0);
    case 'undef':
    case 'poison':
      return Array<number>(type.length).fill(-1);
    case 'bytes': {
      const view = new DataView(mask.bytes.buffer, mask.bytes.byteOffset, mask.bytes.byteLength);
      return Array.from({ length: type.length }, (_, lane) => view.getInt32(lane * 4, true));
    }
    case 'aggregate':
      return mask.elements.map((lane) => (lane.kind === 'int' ? Number(BigInt.asIntN(32, lane.value)) : -1));
    default:
      return corrupt('a shuffle has no list of lanes');
  }
}

export const COMPOSITE_READERS: readonly RecordReader[] = [
  [FunctionRecordCode.ExtractValue, readExtractValue],
  [FunctionRecordCode.InsertValue, readInsertValue],
  [FunctionRecordCode.ExtractElement, readExtractElement],
  [FunctionRecordCode.InsertElement, readInsertElement],
  [FunctionRecordCode.Shuffle, readShuffle],
];
