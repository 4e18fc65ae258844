/** A small builder of programs for tests that need no compiler. */
import type { SourcePosition } from '../../src/program/debug.ts';
import type { BinaryInstruction, Instruction } from '../../src/program/instructions.ts';
import { DataLayout } from '../../src/program/layout.ts';
import type { IntOperator, IntPredicate } from '../../src/program/operators.ts';
import { type Block, numberProgram, type Program, type ProgramFunction } from '../../src/program/program.ts';
import { type FunctionType, type Type, TypeTable } from '../../src/program/types.ts';
import type { Constant, Operand, Register } from '../../src/program/values.ts';

const FILE = { path: 'test.c', directory: '.' };

export function position(line: number): SourcePosition {
  return { file: FILE, line, column: 1, functionName: 'test', inlinedAt: null };
}

export class ProgramBuilder {
  readonly program: Program;
  readonly types = new TypeTable();
  readonly i32 = this.types.int(32);
  readonly i1 = this.types.int(1);
  readonly ptr = this.types.pointer();

  constructor() {
    this.program = {
      name: 'test',
      target: 'wasm32-unknown-wasi',
      layout: new DataLayout('e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20'),
      types: this.types,
      files: [FILE],
      variables: [],
      functions: [],
      aliases: [],
      schedule: { start: [], end: [] },
      constructors: [],
      instructionCount: 0,
    };
  }

  int(value: number, bits = 32): Constant {
    return { kind: 'int', type: this.types.int(bits), value: BigInt.asUintN(bits, BigInt(value)) };
  }

  undef(type: Type): Constant {
    return { kind: 'undef', type };
  }

  address(fn: ProgramFunction): Constant {
    return { kind: 'global', type: this.ptr, global: fn };
  }

  declare(name: string, type: FunctionType): ProgramFunction {
    const fn: ProgramFunction = {
      kind: 'function',
      name,
      type,
      linkage: 'external',
      parameters: type.parameters.map((parameter, index) => ({
        kind: 'register',
        type: parameter,
        index,
        name: null,
        variable: null,
        definition: null,
      })),
      parameterAttributes: type.parameters.map(() => ({ byval: null, sret: null })),
      blocks: [],
      noreturn: false,
      debug: null,
      index: this.program.functions.length,
      registerCount: 0,
      instructionCount: 0,
    };
    this.program.functions.push(fn);
    return fn;
  }

  define(name: string, type: FunctionType, blocks: number): FunctionBuilder {
    return new FunctionBuilder(this, this.declare(name, type), blocks);
  }

  /** A function with exactly these edges; branches test fresh parameters. The first block is the entry. */
  flow(name: string, edges: readonly (readonly number[])[]): FunctionBuilder {
    const type = this.types.function(
      this.types.void,
      edges.map(() => this.i32),
    );
    const fn = this.define(name, type, edges.length);
    edges.forEach((targets, block) => {
      fn.at(block);
      if (targets.length === 0) fn.ret(null);
      else if (targets.length === 1) fn.jump(targets[0]);
      else fn.choose(fn.fn.parameters[block], targets);
    });
    return fn;
  }

  finish(): Program {
    numberProgram(this.program);
    return this.program;
  }
}

export class FunctionBuilder {
  private block: Block;
  line = 1;

  constructor(
    readonly owner: ProgramBuilder,
    readonly fn: ProgramFunction,
    blocks: number,
  ) {
    for (let index = 0; index < blocks; index++) fn.blocks.push({ index, name: null, function: fn, instructions: [] });
    this.block = fn.blocks[0];
  }

  at(block: number): this {
    this.block = this.fn.blocks[block];
    return this;
  }

  add(rest: object, type: Type | null = null): Register {
    const result: Register | null =
      type === null ? null : { kind: 'register', type, index: -1, name: null, variable: null, definition: null };
    const instruction = { id: -1, index: -1, block: this.block, position: position(this.line), result, ...rest };
    if (result !== null) result.definition = instruction as unknown as Instruction;
    this.block.instructions.push(instruction as unknown as Instruction);
    return result as Register;
  }

  alloca(allocated: Type): Register {
    return this.add({ op: 'alloca', allocated, count: this.owner.int(1), align: 4, variable: null }, this.owner.ptr);
  }
  load(pointer: Operand, type: Type = this.owner.i32): Register {
    return this.add({ op: 'load', pointer, align: 4, volatile: false }, type);
  }
  store(value: Operand, pointer: Operand): void {
    this.add({ op: 'store', pointer, value, align: 4, volatile: false });
  }
  binary(operator: IntOperator, left: Operand, right: Operand): Register {
    const rest: Partial<BinaryInstruction> = {
      op: 'binary',
      operator,
      left,
      right,
      nsw: false,
      nuw: false,
      exact: false,
    };
    return this.add(rest, left.type);
  }
  compare(predicate: IntPredicate, left: Operand, right: Operand): Register {
    return this.add({ op: 'icmp', predicate, left, right }, this.owner.i1);
  }
  gep(sourceType: Type, base: Operand, ...indices: Operand[]): Register {
    return this.add({ op: 'getelementptr', sourceType, base, indices, inbounds: true }, this.owner.ptr);
  }
  phi(type: Type, ...incoming: [number, Operand][]): Register {
    return this.add(
      { op: 'phi', incoming: incoming.map(([block, value]) => ({ block: this.fn.blocks[block], value })) },
      type,
    );
  }
  call(callee: ProgramFunction | Operand, type: FunctionType, ...passed: Operand[]): Register {
    const target = callee.kind === 'function' ? this.owner.address(callee) : callee;
    return this.add(
      {
        op: 'call',
        functionType: type,
        callee: target,
        arguments: passed,
        byval: passed.map(() => null),
        noreturn: false,
      },
      type.result.kind === 'void' ? null : type.result,
    );
  }
  ret(value: Operand | null): void {
    this.add({ op: 'ret', value });
  }
  jump(target: number): void {
    this.add({ op: 'br', target: this.fn.blocks[target] });
  }
  branch(condition: Operand, ifTrue: number, ifFalse: number): void {
    this.add({ op: 'condbr', condition, ifTrue: this.fn.blocks[ifTrue], ifFalse: this.fn.blocks[ifFalse] });
  }
  /** A switch: value 0 goes to the first target, and so on; everything else to the last. */
  choose(value: Operand, targets: readonly number[]): void {
    this.add({
      op: 'switch',
      value,
      cases: targets
        .slice(0, -1)
        .map((target, index) => ({ value: this.owner.int(index), target: this.fn.blocks[target] })),
      otherwise: this.fn.blocks[targets[targets.length - 1]],
    });
  }
  unreachable(): void {
    this.add({ op: 'unreachable' });
  }
}
