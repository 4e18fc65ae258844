/** The instructions. Each is a plain record; `op` tells which. */
import type { LocalVariable, SourcePosition } from './debug.ts';
import type {
  AtomicOperator,
  CastOperator,
  FloatOperator,
  FloatPredicate,
  IntOperator,
  IntPredicate,
} from './operators.ts';
import type { Block } from './program.ts';
import type { FunctionType, Type } from './types.ts';
import type { IntConstant, Operand, Register } from './values.ts';

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

type InstructionWith<Op extends Opcode> = Extract<Instruction, { readonly op: Op }>;

/** Where an instruction has its operands, in order: one in a field, or a list of them. Those of a phi lie in its entries. */
const OPERAND_FIELDS = {
  binary: ['left', 'right'],
  icmp: ['left', 'right'],
  fcmp: ['left', 'right'],
  check: ['left', 'right'],
  shufflevector: ['left', 'right'],
  fneg: ['value'],
  cast: ['value'],
  freeze: ['value'],
  select: ['condition', 'ifTrue', 'ifFalse'],
  alloca: ['count'],
  load: ['pointer'],
  store: ['pointer', 'value'],
  atomicrmw: ['pointer', 'value'],
  getelementptr: ['base', 'indices'],
  phi: [],
  call: ['callee', 'arguments'],
  insertvalue: ['aggregate', 'value'],
  extractvalue: ['aggregate'],
  insertelement: ['vector', 'value', 'lane'],
  extractelement: ['vector', 'lane'],
  va_arg: ['list'],
  cmpxchg: ['pointer', 'expected', 'replacement'],
  ret: ['value'],
  condbr: ['condition'],
  switch: ['value'],
  refused: ['operands'],
  br: [],
  fence: [],
  unreachable: [],
} as const satisfies { readonly [Op in Opcode]: readonly OperandField<InstructionWith<Op>>[] };

/** Fields that hold an operand, several, or none where there may be none. */
type OperandField<Each extends Instruction> = {
  [Field in keyof Each]-?: Each[Field] extends Operand | Operand[] | null ? Field : never;
}[keyof Each];

function fieldsOf(instruction: Instruction): Record<string, Operand | Operand[] | null> {
  return instruction as unknown as Record<string, Operand | Operand[] | null>;
}

/** The operands an instruction reads, in order (blocks are not operands; phi values are). */
export function operandsOf(instruction: Instruction): Operand[] {
  if (instruction.op === 'phi') return instruction.incoming.map((entry) => entry.value);
  const found: Operand[] = [];
  const fields = fieldsOf(instruction);
  for (const field of OPERAND_FIELDS[instruction.op]) {
    const held = fields[field];
    if (Array.isArray(held)) found.push(...held);
    else if (held !== null) found.push(held);
  }
  return found;
}

/** Replaces every operand by what `change` returns for it. */
export function mapOperands(instruction: Instruction, change: (value: Operand) => Operand): void {
  if (instruction.op === 'phi') for (const entry of instruction.incoming) entry.value = change(entry.value);
  const fields = fieldsOf(instruction);
  for (const field of OPERAND_FIELDS[instruction.op]) {
    const held = fields[field];
    if (Array.isArray(held)) fields[field] = held.map(change);
    else if (held !== null) fields[field] = change(held);
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
