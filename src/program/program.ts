/** A program: globals and functions, as read from one module or linked from several. */
import type { FunctionDebug, GlobalDebug, SourceFile } from './debug.ts';
import type { Instruction, Terminator } from './instructions.ts';
import type { DataLayout } from './layout.ts';
import type { FunctionType, Type, TypeTable } from './types.ts';
import type { Constant, Register } from './values.ts';

/**
 * How a symbol behaves when modules meet: `internal` names stay apart, `external` names must be unique, `weak` and
 * `linkonce` definitions give way to a strong one, `common` is C's tentative definition, `appending` arrays are joined.
 * `available` is a definition that may be looked at but not emitted (C99 inline).
 */
export type Linkage =
  | 'external'
  | 'internal'
  | 'weak'
  | 'linkonce'
  | 'common'
  | 'appending'
  | 'available'
  | 'extern_weak';

export interface GlobalVariable {
  readonly kind: 'variable';
  name: string;
  readonly valueType: Type;
  /** Null for a declaration. */
  initializer: Constant | null;
  readonly constant: boolean;
  linkage: Linkage;
  readonly align: number;
  readonly threadLocal: boolean;
  debug: GlobalDebug | null;
  /** Dense over the program's variables. */
  index: number;
}

export interface Alias {
  readonly kind: 'alias';
  name: string;
  target: Constant;
  linkage: Linkage;
}

export interface Block {
  /** Dense within the function; the entry is 0. */
  index: number;
  name: string | null;
  readonly function: ProgramFunction;
  /** Phis first, terminator last. */
  instructions: Instruction[];
}

/** What a parameter's attributes say that changes execution. */
export interface ParameterAttributes {
  /** The callee gets its own copy of an object of this type. */
  readonly byval: Type | null;
  /** The pointed-to object receives the returned struct. */
  readonly sret: Type | null;
}

export interface ProgramFunction {
  readonly kind: 'function';
  name: string;
  readonly type: FunctionType;
  linkage: Linkage;
  parameters: Register[];
  readonly parameterAttributes: readonly ParameterAttributes[];
  /** Empty for a declaration. */
  blocks: Block[];
  readonly noreturn: boolean;
  debug: FunctionDebug | null;
  /** Part of the modelled C library rather than of the user's code; set by the linker. */
  library?: boolean;
  /** Dense over the program's functions. */
  index: number;
  /** Parameters and results: how many registers a frame needs. Valid once numbered. */
  registerCount: number;
  instructionCount: number;
}

/** A function of our own making, without parameters and blocks so far. */
export function bareFunction(name: string, type: FunctionType, linkage: Linkage): ProgramFunction {
  return {
    kind: 'function',
    name,
    type,
    linkage,
    parameters: [],
    parameterAttributes: [],
    blocks: [],
    noreturn: false,
    debug: null,
    library: true,
    index: 0,
    registerCount: 0,
    instructionCount: 0,
  };
}

/** A function to run before main, lowest priority first, or after it, lowest priority last. */
export interface Scheduled {
  readonly function: ProgramFunction;
  readonly priority: number;
}

export interface Schedule {
  readonly start: readonly Scheduled[];
  readonly end: readonly Scheduled[];
}

export type GlobalSymbol = GlobalVariable | ProgramFunction | Alias;

export interface Program {
  /** Where it came from, for messages. */
  readonly name: string;
  readonly target: string;
  readonly layout: DataLayout;
  readonly types: TypeTable;
  files: SourceFile[];
  variables: GlobalVariable[];
  functions: ProgramFunction[];
  aliases: Alias[];
  /** What the module itself asks to be run before and after main; linking makes `constructors` of it. */
  readonly schedule: Schedule;
  /** Functions to run before main, in order; some of them register what runs at exit. */
  constructors: ProgramFunction[];
  /** Total number of instructions; ids are 0 .. instructionCount - 1. Valid once numbered. */
  instructionCount: number;
}

export function terminatorOf(block: Block): Terminator {
  return block.instructions[block.instructions.length - 1] as Terminator;
}

export function isDeclaration(fn: ProgramFunction): boolean {
  return fn.blocks.length === 0;
}

export function findFunction(program: Program, name: string): ProgramFunction | undefined {
  return program.functions.find((fn) => fn.name === name);
}

/** The variable or function that a chain of aliases means; null when an alias points into the middle of something. */
export function resolveAlias(symbol: GlobalSymbol): GlobalVariable | ProgramFunction | null {
  let current = symbol;
  for (let hops = 0; current.kind === 'alias'; hops++) {
    if (current.target.kind !== 'global' || hops > 100) return null;
    current = current.target.global;
  }
  return current;
}

/**
 * Gives functions, variables, blocks, registers and instructions their dense numbers. Run it after anything that adds,
 * removes or reorders them; the numbers follow program order, so equal programs get equal numbers.
 */
export function numberProgram(program: Program): void {
  let id = 0;
  program.variables.forEach((variable, index) => {
    variable.index = index;
  });
  program.functions.forEach((fn, index) => {
    fn.index = index;
    id = numberFunction(fn, id);
  });
  program.instructionCount = id;
}

function numberFunction(fn: ProgramFunction, firstId: number): number {
  let register = 0;
  let index = 0;
  for (const parameter of fn.parameters) parameter.index = register++;
  fn.blocks.forEach((block, number) => {
    block.index = number;
    for (const instruction of block.instructions) {
      instruction.block = block;
      instruction.id = firstId + index;
      instruction.index = index++;
      if (instruction.result !== null) instruction.result.index = register++;
    }
  });
  fn.registerCount = register;
  fn.instructionCount = index;
  return firstId + index;
}
