/** Operands: constants and registers. */
import type { LocalVariable } from './debug.ts';
import type { Instruction } from './instructions.ts';
import type { Block, GlobalSymbol, ProgramFunction } from './program.ts';
import type { FloatType, IntType, PointerType, Type } from './types.ts';

export type Operand = Constant | Register;

/**
 * A value of a running function: a parameter or the result of an instruction. `index` is dense within the function,
 * parameters first, so that analyses and the machine index arrays with it.
 */
export interface Register {
  readonly kind: 'register';
  readonly type: Type;
  index: number;
  /** The name to show: the source variable's if one is known, else the compiler's, else null. */
  name: string | null;
  /** The source variable whose value this is, when debug information says so. */
  variable: LocalVariable | null;
  /** Null for a parameter. */
  definition: Instruction | null;
}

export type Constant =
  | IntConstant
  | FloatConstant
  | NullConstant
  | UndefConstant
  | ZeroConstant
  | AggregateConstant
  | BytesConstant
  | GlobalConstant
  | ExpressionConstant
  | BlockAddressConstant
  | OtherConstant;

/** `value` is unsigned: 0 <= value < 2^bits. */
export interface IntConstant {
  readonly kind: 'int';
  readonly type: IntType;
  readonly value: bigint;
}
/** `bits` is the IEEE (or x87) bit pattern, unsigned. */
export interface FloatConstant {
  readonly kind: 'float';
  readonly type: FloatType;
  readonly bits: bigint;
}
export interface NullConstant {
  readonly kind: 'null';
  readonly type: PointerType;
}
export interface UndefConstant {
  readonly kind: 'undef' | 'poison';
  readonly type: Type;
}
/** All zero bits, of an array, struct or vector type. */
export interface ZeroConstant {
  readonly kind: 'zero';
  readonly type: Type;
}
/** Elements of an array, struct or vector. */
export interface AggregateConstant {
  readonly kind: 'aggregate';
  readonly type: Type;
  readonly elements: readonly Constant[];
}
/** An array or vector of plain data (strings, tables of numbers), as little-endian bytes. */
export interface BytesConstant {
  readonly kind: 'bytes';
  readonly type: Type;
  readonly bytes: Uint8Array;
}
/** The address of a global variable, function or alias. */
export interface GlobalConstant {
  readonly kind: 'global';
  readonly type: PointerType;
  global: GlobalSymbol;
}
export type ConstantOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'xor'
  | 'trunc'
  | 'ptrtoint'
  | 'inttoptr'
  | 'bitcast'
  | 'addrspacecast'
  | 'getelementptr'
  | 'extractelement'
  | 'insertelement'
  | 'shufflevector';
/** An expression over constants that only the linker or the machine can finish, such as `&table[3].next`. */
export interface ExpressionConstant {
  readonly kind: 'expression';
  readonly type: Type;
  readonly operator: ConstantOperator;
  readonly operands: readonly Constant[];
  /** For getelementptr: the type that indices walk. */
  readonly sourceType: Type | null;
}
export interface BlockAddressConstant {
  readonly kind: 'blockaddress';
  readonly type: PointerType;
  readonly function: ProgramFunction;
  readonly block: Block;
}
/** Metadata operands, tokens, inline assembly: `text` names it for messages. */
export interface OtherConstant {
  readonly kind: 'other';
  readonly type: Type;
  readonly text: string;
}
