/** Instructions that compute: arithmetic, casts, comparisons, choice. */
import type { Instruction } from '../../program/instructions.ts';
import type {
  CastOperator,
  FloatOperator,
  FloatPredicate,
  IntOperator,
  IntPredicate,
} from '../../program/operators.ts';
import type { Block } from '../../program/program.ts';
import type { Type, TypeTable } from '../../program/types.ts';
import type { Body, RecordReader } from './body.ts';
import { FunctionRecordCode } from './codes.ts';
import { corrupt } from './problem.ts';

const INT_OPERATORS: readonly IntOperator[] = [
  'add',
  'sub',
  'mul',
  'udiv',
  'sdiv',
  'urem',
  'srem',
  'shl',
  'lshr',
  'ashr',
  'and',
  'or',
  'xor',
];
const FLOAT_OPERATORS: readonly (FloatOperator | undefined)[] = [
  'fadd',
  'fsub',
  'fmul',
  undefined,
  'fdiv',
  undefined,
  'frem',
];
const WRAPPING: ReadonlySet<string> = new Set<IntOperator>(['add', 'sub', 'mul', 'shl']);
const EXACT: ReadonlySet<string> = new Set<IntOperator>(['udiv', 'sdiv', 'lshr', 'ashr', 'or']);

const CASTS: readonly CastOperator[] = [
  'trunc',
  'zext',
  'sext',
  'fptoui',
  'fptosi',
  'uitofp',
  'sitofp',
  'fptrunc',
  'fpext',
  'ptrtoint',
  'inttoptr',
  'bitcast',
  'addrspacecast',
  // ptrtoaddr: differs from ptrtoint only where pointers carry more than an address.
  'ptrtoint',
];

const FLOAT_PREDICATES: readonly FloatPredicate[] = [
  'false',
  'oeq',
  'ogt',
  'oge',
  'olt',
  'ole',
  'one',
  'ord',
  'uno',
  'ueq',
  'ugt',
  'uge',
  'ult',
  'ule',
  'une',
  'true',
];
const FIRST_INT_PREDICATE = 32;
const INT_PREDICATES: readonly IntPredicate[] = ['eq', 'ne', 'ugt', 'uge', 'ult', 'ule', 'sgt', 'sge', 'slt', 'sle'];

const FNEG = 0;

/** The type of one lane, or the type itself. */
export function typeOfLane(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}

/** The type with each lane (or the type itself) replaced. */
export function withLanes(table: TypeTable, type: Type, lane: Type): Type {
  return type.kind === 'vector' ? table.vector(lane, type.length, type.scalable) : lane;
}

function readBinary(body: Body, block: Block): Instruction {
  const left = body.typed();
  const right = body.value(left.type);
  const code = body.number();
  const flags = body.optional();
  const { kind } = typeOfLane(left.type);
  const operator = kind === 'int' ? INT_OPERATORS[code] : kind === 'float' ? FLOAT_OPERATORS[code] : undefined;
  if (operator === undefined) corrupt('an arithmetic instruction has an unknown operation');
  const wraps = WRAPPING.has(operator);
  return {
    op: 'binary',
    id: 0,
    index: 0,
    block,
    position: null,
    result: body.result(left.type),
    operator,
    left,
    right,
    nsw: wraps && (flags & 2) !== 0,
    nuw: wraps && (flags & 1) !== 0,
    exact: (flags & 1) !== 0 && EXACT.has(operator),
  };
}

function readUnary(body: Body, block: Block): Instruction {
  const value = body.typed();
  if (body.number() !== FNEG || typeOfLane(value.type).kind !== 'float') corrupt('an unknown unary operation');
  return { op: 'fneg', id: 0, index: 0, block, position: null, result: body.result(value.type), value };
}

function readCast(body: Body, block: Block): Instruction {
  const value = body.typed();
  const type = body.type();
  const operator = CASTS[body.number()];
  if (operator === undefined) corrupt('a cast is of an unknown kind');
  if (!castable(typeOfLane(type)) || !castable(typeOfLane(value.type))) corrupt('a cast has impossible types');
  return { op: 'cast', id: 0, index: 0, block, position: null, result: body.result(type), operator, value };
}

function castable(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer' || type.kind === 'other';
}

function readCompare(body: Body, block: Block): Instruction {
  const left = body.typed();
  const right = body.value(left.type);
  const code = body.number();
  const { kind } = typeOfLane(left.type);
  const type = withLanes(body.table, left.type, body.bit);
  if (kind === 'float') {
    const predicate = FLOAT_PREDICATES[code];
    if (predicate === undefined) corrupt('a comparison has an unknown predicate');
    return { op: 'fcmp', id: 0, index: 0, block, position: null, result: body.result(type), predicate, left, right };
  }
  const predicate = INT_PREDICATES[code - FIRST_INT_PREDICATE];
  if (predicate === undefined || (kind !== 'int' && kind !== 'pointer')) {
    corrupt('a comparison has an unknown predicate');
  }
  return { op: 'icmp', id: 0, index: 0, block, position: null, result: body.result(type), predicate, left, right };
}

function readSelect(body: Body, block: Block): Instruction {
  const ifTrue = body.typed();
  const ifFalse = body.value(ifTrue.type);
  const condition = body.typed();
  if (typeOfLane(condition.type) !== body.bit) corrupt('a choice has a condition that is not a bit');
  return {
    op: 'select',
    id: 0,
    index: 0,
    block,
    position: null,
    result: body.result(ifTrue.type),
    condition,
    ifTrue,
    ifFalse,
  };
}

function readFreeze(body: Body, block: Block): Instruction {
  const value = body.typed();
  return { op: 'freeze', id: 0, index: 0, block, position: null, result: body.result(value.type), value };
}

export const ARITHMETIC_READERS: readonly RecordReader[] = [
  [FunctionRecordCode.Binary, readBinary],
  [FunctionRecordCode.Cast, readCast],
  [FunctionRecordCode.Compare, readCompare],
  [FunctionRecordCode.Compare2, readCompare],
  [FunctionRecordCode.Select, readSelect],
  [FunctionRecordCode.Unary, readUnary],
  [FunctionRecordCode.Freeze, readFreeze],
];
