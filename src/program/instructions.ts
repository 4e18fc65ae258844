/** The instructions. Each is a plain record; `op` tells which. */
import type { LocalVariable, SourcePosition } from './debug.ts';
import type { Block } from './program.ts';
import type { FunctionType, Type } from './types.ts';
import type { IntConstant, Operand, Register } from './values.ts';

export type IntOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'udiv'
  | 'sdiv'
  | 'urem'
  | 'srem'
  | 'shl'
  | 'lshr'
  | 'ashr'
  | 'and'
  | 'or'
  | 'xor';
export type FloatOperator = 'fadd' | 'fsub' | 'fmul' | 'fdiv' | 'frem';
export type CastOperator =
  | 'trunc'
  | 'zext'
  | 'sext'
  | 'fptrunc'
  | 'fpext'
  | 'fptoui'
  | 'fptosi'
  | 'uitofp'
  | 'sitofp'
  | 'ptrtoint'
  | 'inttoptr'
  | 'bitcast'
  | 'addrspacecast';
export type IntPredicate = 'eq' | 'ne' | 'ugt' | 'uge' | 'ult' | 'ule' | 'sgt' | 'sge' | 'slt' | 'sle';
export type FloatPredicate =
  | 'false'
  | 'oeq'
  | 'ogt'
  | 'oge'
  | 'olt'
  | 'ole'
  | 'one'
  | 'ord'
  | 'uno'
  | 'ueq'
  | 'ugt'
  | 'uge'
  | 'ult'
  | 'ule'
  | 'une'
  | 'true';
export type AtomicOperator =
  | 'xchg'
  | 'add'
  | 'sub'
  | 'and'
  | 'nand'
  | 'or'
  | 'xor'
  | 'max'
  | 'min'
  | 'umax'
  | 'umin'
  | 'fadd'
  | 'fsub'
  | 'fmax'
  | 'fmin';

interface InstructionBase {
  /** Dense over the whole program once it is numbered (`numberProgram`). */
  id: number;
  /** Dense within the function, in block order. */
  index: number;
  block: Block;
  readonly position: SourcePosition | null;
  /** Runs whether or not the program would have run it (see if-conversion): its line counts as neither covered nor missed. */
  speculated?: boolean;
  /** Null when the instruction yields no value. */
  result: Register | null;
}
/** Instructions that always yield a value. */
interface ValueInstruction extends InstructionBase {
  result: Register;
}

export interface BinaryInstruction extends ValueInstruction {
  readonly op: 'binary';
  readonly operator: IntOperator | FloatOperator;
  left: Operand;
  right: Operand;
  /** Signed / unsigned overflow is undefined behaviour; division or shift is exact; `or` of disjoint bits. */
  readonly nsw: boolean;
  readonly nuw: boolean;
  readonly exact: boolean;
}
export interface NegateInstruction extends ValueInstruction {
  readonly op: 'fneg';
  value: Operand;
}
export interface CastInstruction extends ValueInstruction {
  readonly op: 'cast';
  readonly operator: CastOperator;
  value: Operand;
}
export interface CompareInstruction extends ValueInstruction {
  readonly op: 'icmp';
  readonly predicate: IntPredicate;
  left: Operand;
  right: Operand;
}
export interface FloatCompareInstruction extends ValueInstruction {
  readonly op: 'fcmp';
  readonly predicate: FloatPredicate;
  left: Operand;
  right: Operand;
}
export interface SelectInstruction extends ValueInstruction {
  readonly op: 'select';
  condition: Operand;
  ifTrue: Operand;
  ifFalse: Operand;
}
export interface FreezeInstruction extends ValueInstruction {
  readonly op: 'freeze';
  value: Operand;
}
export interface AllocaInstruction extends ValueInstruction {
  readonly op: 'alloca';
  readonly allocated: Type;
  /** Number of elements; a constant 1 except for variable-length arrays. */
  count: Operand;
  readonly align: number;
  variable: LocalVariable | null;
}
export interface LoadInstruction extends ValueInstruction {
  readonly op: 'load';
  pointer: Operand;
  readonly align: number;
  readonly volatile: boolean;
}
export interface StoreInstruction extends InstructionBase {
  readonly op: 'store';
  pointer: Operand;
  value: Operand;
  readonly align: number;
  readonly volatile: boolean;
}
export interface ElementPointerInstruction extends ValueInstruction {
  readonly op: 'getelementptr';
  readonly sourceType: Type;
  base: Operand;
  indices: Operand[];
  readonly inbounds: boolean;
}
export interface PhiInstruction extends ValueInstruction {
  readonly op: 'phi';
  /** One entry per predecessor block. */
  incoming: { block: Block; value: Operand }[];
}
export interface CallInstruction extends InstructionBase {
  readonly op: 'call';
  readonly functionType: FunctionType;
  callee: Operand;
  arguments: Operand[];
  /** Per argument: the pointee type when the callee gets its own copy (`byval`), else null. */
  readonly byval: readonly (Type | null)[];
  readonly noreturn: boolean;
}
export interface InsertValueInstruction extends ValueInstruction {
  readonly op: 'insertvalue';
  aggregate: Operand;
  value: Operand;
  readonly path: readonly number[];
}
export interface ExtractValueInstruction extends ValueInstruction {
  readonly op: 'extractvalue';
  aggregate: Operand;
  readonly path: readonly number[];
}
export interface InsertElementInstruction extends ValueInstruction {
  readonly op: 'insertelement';
  vector: Operand;
  value: Operand;
  lane: Operand;
}
export interface ExtractElementInstruction extends ValueInstruction {
  readonly op: 'extractelement';
  vector: Operand;
  lane: Operand;
}
export interface ShuffleInstruction extends ValueInstruction {
  readonly op: 'shufflevector';
  left: Operand;
  right: Operand;
  /** Per lane of the result: a lane of left ++ right, or -1 for any value. */
  readonly mask: readonly number[];
}
export interface VaArgInstruction extends ValueInstruction {
  readonly op: 'va_arg';
  list: Operand;
}
/** Atomics are read with their sequential meaning. The result is `{ old value, i1 success }`. */
export interface CompareExchangeInstruction extends ValueInstruction {
  readonly op: 'cmpxchg';
  pointer: Operand;
  expected: Operand;
  replacement: Operand;
}
export interface AtomicInstruction extends ValueInstruction {
  readonly op: 'atomicrmw';
  readonly operator: AtomicOperator;
  pointer: Operand;
  value: Operand;
}
export interface FenceInstruction extends InstructionBase {
  readonly op: 'fence';
}
/** What a compiler's mark may find; each is a way for a path to end. */
export type MarkedFault =
  | 'out-of-bounds'
  | 'null-pointer'
  | 'overflow'
  | 'shift'
  | 'division-by-zero'
  | 'conversion'
  | 'array-length'
  | 'misaligned'
  | 'invalid-value'
  | 'unreachable'
  | 'undefined';
/** A mark of the compiler's: the program halts with `fault` unless the comparison holds. */
export interface CheckInstruction extends InstructionBase {
  readonly op: 'check';
  readonly fault: MarkedFault;
  readonly predicate: IntPredicate;
  left: Operand;
  right: Operand;
}

export interface ReturnInstruction extends InstructionBase {
  readonly op: 'ret';
  value: Operand | null;
}
export interface JumpInstruction extends InstructionBase {
  readonly op: 'br';
  target: Block;
}
export interface BranchInstruction extends InstructionBase {
  readonly op: 'condbr';
  condition: Operand;
  ifTrue: Block;
  ifFalse: Block;
}
export interface SwitchInstruction extends InstructionBase {
  readonly op: 'switch';
  value: Operand;
  readonly cases: { readonly value: IntConstant; target: Block }[];
  otherwise: Block;
}
export interface UnreachableInstruction extends InstructionBase {
  readonly op: 'unreachable';
}
/**
 * Something we read but do not execute (`indirectbr`, `callbr`, inline assembly, exception handling). Reaching it ends
 * the path with `what` as the named reason. As a terminator it lists its possible successors; elsewhere there are none.
 */
export interface RefusedInstruction extends InstructionBase {
  readonly op: 'refused';
  readonly what: string;
  operands: Operand[];
  successors: Block[];
  readonly terminator: boolean;
}

export type Terminator =
  | ReturnInstruction
  | JumpInstruction
  | BranchInstruction
  | SwitchInstruction
  | UnreachableInstruction
  | RefusedInstruction;

export type Instruction =
  | BinaryInstruction
  | NegateInstruction
  | CastInstruction
  | CompareInstruction
  | FloatCompareInstruction
  | SelectInstruction
  | FreezeInstruction
  | AllocaInstruction
  | LoadInstruction
  | StoreInstruction
  | ElementPointerInstruction
  | PhiInstruction
  | CallInstruction
  | InsertValueInstruction
  | ExtractValueInstruction
  | InsertElementInstruction
  | ExtractElementInstruction
  | ShuffleInstruction
  | VaArgInstruction
  | CompareExchangeInstruction
  | AtomicInstruction
  | FenceInstruction
  | CheckInstruction
  | Terminator;

export type Opcode = Instruction['op'];

/** The operands an instruction reads, in order (blocks are not operands; phi values are). */
export function operandsOf(instruction: Instruction): Operand[] {
  switch (instruction.op) {
    case 'binary':
    case 'icmp':
    case 'fcmp':
    case 'check':
    case 'shufflevector':
      return [instruction.left, instruction.right];
    case 'fneg':
    case 'cast':
    case 'freeze':
      return [instruction.value];
    case 'select':
      return [instruction.condition, instruction.ifTrue, instruction.ifFalse];
    case 'alloca':
      return [instruction.count];
    case 'load':
      return [instruction.pointer];
    case 'store':
    case 'atomicrmw':
      return [instruction.pointer, instruction.value];
    case 'getelementptr':
      return [instruction.base, ...instruction.indices];
    case 'phi':
      return instruction.incoming.map((entry) => entry.value);
    case 'call':
      return [instruction.callee, ...instruction.arguments];
    case 'insertvalue':
      return [instruction.aggregate, instruction.value];
    case 'extractvalue':
      return [instruction.aggregate];
    case 'insertelement':
      return [instruction.vector, instruction.value, instruction.lane];
    case 'extractelement':
      return [instruction.vector, instruction.lane];
    case 'va_arg':
      return [instruction.list];
    case 'cmpxchg':
      return [instruction.pointer, instruction.expected, instruction.replacement];
    case 'ret':
      return instruction.value === null ? [] : [instruction.value];
    case 'condbr':
      return [instruction.condition];
    case 'switch':
      return [instruction.value];
    case 'refused':
      return instruction.operands;
    case 'br':
    case 'fence':
    case 'unreachable':
      return [];
  }
}

/** Replaces every operand by what `change` returns for it. */
export function mapOperands(instruction: Instruction, change: (value: Operand) => Operand): void {
  switch (instruction.op) {
    case 'binary':
    case 'icmp':
    case 'fcmp':
    case 'check':
    case 'shufflevector':
      instruction.left = change(instruction.left);
      instruction.right = change(instruction.right);
      break;
    case 'fneg':
    case 'cast':
    case 'freeze':
      instruction.value = change(instruction.value);
      break;
    case 'select':
      instruction.condition = change(instruction.condition);
      instruction.ifTrue = change(instruction.ifTrue);
      instruction.ifFalse = change(instruction.ifFalse);
      break;
    case 'alloca':
      instruction.count = change(instruction.count);
      break;
    case 'load':
      instruction.pointer = change(instruction.pointer);
      break;
    case 'store':
    case 'atomicrmw':
      instruction.pointer = change(instruction.pointer);
      instruction.value = change(instruction.value);
      break;
    case 'getelementptr':
      instruction.base = change(instruction.base);
      instruction.indices = instruction.indices.map(change);
      break;
    case 'phi':
      for (const entry of instruction.incoming) entry.value = change(entry.value);
      break;
    case 'call':
      instruction.callee = change(instruction.callee);
      instruction.arguments = instruction.arguments.map(change);
      break;
    case 'insertvalue':
      instruction.aggregate = change(instruction.aggregate);
      instruction.value = change(instruction.value);
      break;
    case 'extractvalue':
      instruction.aggregate = change(instruction.aggregate);
      break;
    case 'insertelement':
      instruction.vector = change(instruction.vector);
      instruction.value = change(instruction.value);
      instruction.lane = change(instruction.lane);
      break;
    case 'extractelement':
      instruction.vector = change(instruction.vector);
      instruction.lane = change(instruction.lane);
      break;
    case 'va_arg':
      instruction.list = change(instruction.list);
      break;
    case 'cmpxchg':
      instruction.pointer = change(instruction.pointer);
      instruction.expected = change(instruction.expected);
      instruction.replacement = change(instruction.replacement);
      break;
    case 'ret':
      if (instruction.value !== null) instruction.value = change(instruction.value);
      break;
    case 'condbr':
      instruction.condition = change(instruction.condition);
      break;
    case 'switch':
      instruction.value = change(instruction.value);
      break;
    case 'refused':
      instruction.operands = instruction.operands.map(change);
      break;
    case 'br':
    case 'fence':
    case 'unreachable':
      break;
  }
}

export function isTerminator(instruction: Instruction): instruction is Terminator {
  switch (instruction.op) {
    case 'ret':
    case 'br':
    case 'condbr':
    case 'switch':
    case 'unreachable':
      return true;
    case 'refused':
      return instruction.terminator;
    default:
      return false;
  }
}

/** Successor blocks in order: true before false, cases before the default. A block may occur more than once. */
export function successorsOf(terminator: Terminator): Block[] {
  switch (terminator.op) {
    case 'br':
      return [terminator.target];
    case 'condbr':
      return [terminator.ifTrue, terminator.ifFalse];
    case 'switch':
      return [...terminator.cases.map((entry) => entry.target), terminator.otherwise];
    case 'refused':
      return terminator.successors;
    case 'ret':
    case 'unreachable':
      return [];
  }
}
