/**
 * The structural checker: what every later room may take for granted about a program.
 *
 * Definitions dominate uses, phis list exactly their predecessors, blocks end in their only terminator, types fit per
 * opcode, dense numbers are dense, and nothing refers to another function's registers or blocks. One linear pass per
 * function after dominators; it runs in every test that reads a program.
 */
import {
  type Instruction,
  isTerminator,
  operandsOf,
  type PhiInstruction,
  successorsOf,
} from '../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import { typeName } from '../program/types.ts';
import type { Constant, Operand, Register } from '../program/values.ts';
import { flowGraphOf, predecessorsIn } from './cfg.ts';
import { DominatorTree } from './dominance.ts';
import { typeProblem } from './verify-types.ts';

const MOST_PROBLEMS = 100;

/** What is wrong, one sentence each; empty for a sound program. Stops after a hundred. */
export function verify(program: Program): string[] {
  const problems: string[] = [];
  let nextId = 0;
  const functions = new Set(program.functions);
  const variables = new Set(program.variables);
  const aliases = new Set(program.aliases);
  const knows = (constant: Constant): string | null => {
    switch (constant.kind) {
      case 'global': {
        const symbol = constant.global;
        const known =
          symbol.kind === 'function'
            ? functions.has(symbol)
            : symbol.kind === 'variable'
              ? variables.has(symbol)
              : aliases.has(symbol);
        return known ? null : `refers to ${symbol.name}, which is not in the program`;
      }
      case 'expression':
        return first(constant.operands, knows);
      case 'aggregate':
        return first(constant.elements, knows);
      default:
        return null;
    }
  };
  program.variables.forEach((variable, index) => {
    if (variable.index !== index)
      problems.push(`variable ${variable.name}: index ${variable.index}, expected ${index}`);
    const unknown = variable.initializer === null ? null : knows(variable.initializer);
    if (unknown !== null) problems.push(`variable ${variable.name}: initialiser ${unknown}`);
    if (variable.initializer !== null && variable.initializer.type !== variable.valueType) {
      problems.push(
        `variable ${variable.name}: initialiser is ${typeName(variable.initializer.type)}, expected ${typeName(variable.valueType)}`,
      );
    }
  });
  program.functions.forEach((fn, index) => {
    if (fn.index !== index) problems.push(`function ${fn.name}: index ${fn.index}, expected ${index}`);
    if (problems.length >= MOST_PROBLEMS) return;
    nextId = new FunctionChecker(fn, program, knows, problems).check(nextId);
  });
  for (const fn of program.constructors) {
    if (!functions.has(fn)) problems.push(`constructor ${fn.name} is not in the program`);
  }
  if (problems.length === 0 && program.instructionCount !== nextId) {
    problems.push(`program: instructionCount ${program.instructionCount}, expected ${nextId}`);
  }
  return problems.slice(0, MOST_PROBLEMS);
}

function first(constants: readonly Constant[], check: (constant: Constant) => string | null): string | null {
  for (const constant of constants) {
    const problem = check(constant);
    if (problem !== null) return problem;
  }
  return null;
}

class FunctionChecker {
  /** Per register index: the one register of this function with it. */
  private readonly registers: Register[] = [];

  constructor(
    private readonly fn: ProgramFunction,
    private readonly program: Program,
    private readonly knows: (constant: Constant) => string | null,
    private readonly problems: string[],
  ) {}

  /** Returns the id that the next function's first instruction must have. */
  check(firstId: number): number {
    const { fn } = this;
    this.checkParameters();
    const nextId = this.checkNumbers(firstId);
    if (isDeclaration(fn) || !this.checkShape()) return nextId;
    const tree = new DominatorTree(flowGraphOf(fn));
    if (predecessorsIn(tree.graph, 0).length > 0) this.report('the entry block has predecessors');
    for (const block of fn.blocks) {
      const reachable = tree.isReachable(block.index);
      for (const instruction of block.instructions) {
        if (instruction.op === 'phi') this.checkPhi(instruction, tree);
        else
          for (const operand of operandsOf(instruction)) {
            this.checkOperand(instruction, operand);
            if (operand.kind === 'register' && reachable && !this.isAvailable(operand, instruction, tree)) {
              this.report(`uses ${nameOf(operand)} where its definition need not have run`, instruction);
            }
          }
        const mismatch = typeProblem(instruction, this.program, fn);
        if (mismatch !== null) this.report(mismatch, instruction);
      }
    }
    return nextId;
  }

  private report(text: string, instruction: Instruction | null = null): void {
    if (this.problems.length > MOST_PROBLEMS) return;
    const place =
      instruction === null ? '' : `, ${instruction.op} ${instruction.index} in block ${instruction.block.index}`;
    const line = instruction?.position ? ` (line ${instruction.position.line})` : '';
    this.problems.push(`function ${this.fn.name}${place}${line}: ${text}`);
  }

  private checkParameters(): void {
    const { fn } = this;
    if (fn.parameters.length !== fn.type.parameters.length) {
      this.report(`${fn.parameters.length} parameters, its type has ${fn.type.parameters.length}`);
    }
    fn.parameters.forEach((parameter, position) => {
      if (parameter.definition !== null) this.report(`parameter ${position} has a defining instruction`);
      if (parameter.type !== fn.type.parameters[position]) this.report(`parameter ${position} differs from its type`);
    });
  }

  private checkNumbers(firstId: number): number {
    const { fn, registers } = this;
    let index = 0;
    for (const parameter of fn.parameters) this.checkRegisterNumber(parameter, null);
    fn.blocks.forEach((block, number) => {
      if (block.index !== number) this.report(`block ${number} has index ${block.index}`);
      if (block.function !== fn) this.report(`block ${number} belongs to ${block.function.name}`);
      for (const instruction of block.instructions) {
        if (instruction.block !== block) this.report('sits in a block it does not name', instruction);
        if (instruction.index !== index) this.report(`index ${instruction.index}, expected ${index}`, instruction);
        if (instruction.id !== firstId + index) {
          this.report(`id ${instruction.id}, expected ${firstId + index}`, instruction);
        }
        index++;
        const { result } = instruction;
        if (result === null) continue;
        if (result.definition !== instruction) this.report('its result names another definition', instruction);
        this.checkRegisterNumber(result, instruction);
      }
    });
    if (fn.registerCount !== registers.length) {
      this.report(`registerCount ${fn.registerCount}, expected ${registers.length}`);
    }
    if (fn.instructionCount !== index) this.report(`instructionCount ${fn.instructionCount}, expected ${index}`);
    return firstId + index;
  }

  private checkRegisterNumber(register: Register, definition: Instruction | null): void {
    if (register.index !== this.registers.length) {
      this.report(
        `register ${nameOf(register)} has index ${register.index}, expected ${this.registers.length}`,
        definition,
      );
    }
    this.registers.push(register);
  }

  /** Whether blocks are well formed enough to build a flow graph from. */
  private checkShape(): boolean {
    const { fn } = this;
    let sound = true;
    const own = new Set(fn.blocks);
    const bad = (text: string, instruction: Instruction | null) => {
      sound = false;
      this.report(text, instruction);
    };
    fn.blocks.forEach((block, number) => {
      if (block.index !== number) sound = false;
      const last = block.instructions.length - 1;
      if (last < 0) {
        bad(`block ${number} is empty`, null);
        return;
      }
      let phis = true;
      block.instructions.forEach((instruction, position) => {
        const ends = isTerminator(instruction);
        if (ends && position < last) bad('a terminator is not the last of its block', instruction);
        if (!ends && position === last) bad('the last of its block is no terminator', instruction);
        if (instruction.op !== 'phi') phis = false;
        else if (!phis) bad('a phi follows another instruction', instruction);
      });
      if (isTerminator(block.instructions[last])) {
        for (const target of successorsOf(terminatorOf(block))) {
          if (!own.has(target)) bad('leads to a block that is not in the function', block.instructions[last]);
        }
      }
    });
    return sound;
  }

  private checkPhi(phi: PhiInstruction, tree: DominatorTree): void {
    const expected = predecessorsIn(tree.graph, phi.block.index);
    if (phi.incoming.length !== expected.length) {
      this.report(`${phi.incoming.length} incoming values for ${expected.length} predecessors`, phi);
    }
    const seen = new Set<number>();
    for (const { block, value } of phi.incoming) {
      if (this.fn.blocks[block.index] !== block || !expected.includes(block.index)) {
        this.report(`block ${block.index} is no predecessor`, phi);
      } else if (seen.has(block.index)) {
        this.report(`block ${block.index} is listed twice`, phi);
      }
      seen.add(block.index);
      this.checkOperand(phi, value);
      if (value.kind !== 'register' || value.definition === null) continue;
      if (tree.isReachable(block.index) && !tree.dominates(value.definition.block.index, block.index)) {
        this.report(`${nameOf(value)} need not have run at the end of block ${block.index}`, phi);
      }
    }
  }

  private checkOperand(instruction: Instruction, operand: Operand): void {
    if (operand.kind === 'register') {
      if (this.registers[operand.index] !== operand) {
        this.report(`uses ${nameOf(operand)}, which the function does not define`, instruction);
      }
      return;
    }
    const problem = this.knows(operand);
    if (problem !== null) this.report(problem, instruction);
  }

  private isAvailable(register: Register, user: Instruction, tree: DominatorTree): boolean {
    const { definition } = register;
    if (definition === null) return true;
    if (definition.block === user.block) return definition.index < user.index;
    return tree.dominates(definition.block.index, user.block.index);
  }
}

function nameOf(register: Register): string {
  return register.name === null ? `%${register.index}` : `%${register.name} (${register.index})`;
}
