/**
 * What an instruction says apart from the registers it reads: equal keys mean the same operation on the same constants,
 * globals and types. Names of locals, source positions and block names are no part of it, so renaming, comments and
 * formatting change nothing.
 *
 * Types are spelled by structure, because a struct may keep its name and change its members. A global stands for its name and
 * for everything its initial value reaches: an instruction that uses a table has changed when the table has. String literals
 * and other nameless constants are only their contents.
 */
import { type Instruction, operandsOf } from '../../program/instructions.ts';
import { type GlobalVariable, resolveAlias } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Constant, Operand } from '../../program/values.ts';
import { directCallee } from '../call-graph.ts';

export class Keys {
  private readonly types = new Map<Type, string>();
  private readonly globals = new Map<GlobalVariable, string>();

  /** Operands in registers are left open: `$`. */
  of(instruction: Instruction): string {
    const operand = (value: Operand) => (value.kind === 'register' ? '$' : this.constant(value));
    const result = instruction.result === null ? '' : this.type(instruction.result.type);
    return `${instruction.op}:${result}:${this.detail(instruction)}(${meaningfulOperands(instruction).map(operand).join(',')})`;
  }

  private detail(instruction: Instruction): string {
    switch (instruction.op) {
      case 'binary':
        return `${instruction.operator}${instruction.nsw ? ' nsw' : ''}${instruction.nuw ? ' nuw' : ''}${instruction.exact ? ' exact' : ''}`;
      case 'cast':
      case 'atomicrmw':
        return instruction.operator;
      case 'icmp':
      case 'fcmp':
        return `${instruction.predicate} ${this.type(instruction.left.type)}`;
      case 'check':
        return `${instruction.fault} ${instruction.predicate}`;
      case 'alloca':
        return this.type(instruction.allocated);
      case 'store':
        return this.type(instruction.value.type);
      case 'getelementptr':
        return this.type(instruction.sourceType);
      case 'insertvalue':
      case 'extractvalue':
        return instruction.path.join('.');
      case 'shufflevector':
        return instruction.mask.join('.');
      case 'switch':
        return instruction.cases.map((entry) => entry.value.value).join('.');
      case 'refused':
        return instruction.what;
      case 'call':
        return this.type(instruction.functionType);
      // Operands and types of results say all.
      case 'fneg':
      case 'freeze':
      case 'select':
      case 'load':
      case 'phi':
      case 'insertelement':
      case 'extractelement':
      case 'va_arg':
      case 'cmpxchg':
      case 'fence':
      case 'ret':
      case 'br':
      case 'condbr':
      case 'unreachable':
        return '';
    }
  }

  type(type: Type): string {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    // Records lead back to themselves only through pointers, which say nothing about their target.
    const spelled = this.spell(type);
    this.types.set(type, spelled);
    return spelled;
  }

  private spell(type: Type): string {
    switch (type.kind) {
      case 'int':
        return `i${type.bits}`;
      case 'float':
        return type.format;
      case 'pointer':
        return type.addressSpace === 0 ? 'ptr' : `ptr${type.addressSpace}`;
      case 'array':
      case 'vector':
        return `${type.kind[0]}[${type.length}x${this.type(type.element)}]`;
      case 'struct':
        if (type.fields === null) return `opaque ${type.name}`;
        return `${type.packed ? 'packed' : ''}{${type.fields.map((field) => this.type(field)).join(',')}}`;
      case 'function':
        return `${this.type(type.result)}(${type.parameters.map((each) => this.type(each)).join(',')}${type.variadic ? '...' : ''})`;
      default:
        return type.kind;
    }
  }

  constant(constant: Constant): string {
    return this.spellConstant(constant, (global) => this.global(global));
  }

  /** Name and contents, and the contents of all variables that it leads to. */
  global(variable: GlobalVariable): string {
    const known = this.globals.get(variable);
    if (known !== undefined) return known;
    const reached = new Map<GlobalVariable, string>();
    const work = [variable];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (reached.has(next)) continue;
      reached.set(next, '');
      const contents =
        next.initializer === null
          ? 'declared'
          : this.spellConstant(next.initializer, (other) => {
              work.push(other);
              return nameOf(other);
            });
      reached.set(next, `${nameOf(next)}:${this.type(next.valueType)}=${contents}`);
    }
    const [own, ...others] = [...reached.values()];
    const key = `@${[own, ...others.sort()].join(';')}`;
    this.globals.set(variable, key);
    return key;
  }

  private spellConstant(constant: Constant, global: (variable: GlobalVariable) => string): string {
    const type = this.type(constant.type);
    switch (constant.kind) {
      case 'int':
        return `${type} ${constant.value}`;
      case 'float':
        return `${type} ${constant.bits}`;
      case 'aggregate':
        return `${type} {${constant.elements.map((each) => this.spellConstant(each, global)).join(',')}}`;
      case 'bytes':
        return `${type} "${characters(constant.bytes)}"`;
      case 'global': {
        const target = resolveAlias(constant.global);
        return target?.kind === 'variable'
          ? global(target)
          : `@${target === null ? constant.global.name : functionName(target)}`;
      }
      case 'expression': {
        const source = constant.sourceType === null ? '' : this.type(constant.sourceType);
        return `${constant.operator} ${source}(${constant.operands.map((each) => this.spellConstant(each, global)).join(',')})`;
      }
      case 'blockaddress':
        return `block ${constant.block.index} of ${constant.function.name}`;
      case 'other':
        return constant.text;
      default:
        return `${constant.kind} ${type}`;
    }
  }
}

/** What a function is called in the source, where that is known: the linker may have renamed a static one. */
export function functionName(fn: { readonly name: string; readonly debug: { readonly name: string } | null }): string {
  return fn.debug?.name ?? fn.name;
}

/** String literals have a place in the source, but only the compiler names them: `.str.3`. */
export function isNamed({ debug }: GlobalVariable): boolean {
  return debug !== null && !debug.name.startsWith('.');
}

function nameOf(variable: GlobalVariable): string {
  if (isNamed(variable)) return variable.debug!.name;
  return variable.constant ? 'constant' : variable.name;
}

/** What ends the program with a message, and which of its arguments say where that was. */
const SAYS_WHERE: Readonly<Record<string, readonly number[]>> = {
  __assert_fail: [1, 2],
  pathfold_assert_failed: [1, 2],
  klee_assert_failed: [1, 2],
  pathfold_fail_at: [1, 2],
};

/**
 * Operands that are part of what an instruction says. Values of a phi are matched block by block. An assertion that moved to
 * another line or file asserts the same: a fault is known by its kind.
 */
export function meaningfulOperands(instruction: Instruction): Operand[] {
  if (instruction.op === 'phi') return [];
  const all = operandsOf(instruction);
  const callee = instruction.op === 'call' ? directCallee(instruction)?.name : undefined;
  if (instruction.op !== 'call' || callee === undefined || !Object.hasOwn(SAYS_WHERE, callee)) return all;
  const where = new Set(SAYS_WHERE[callee].map((index) => instruction.arguments[index]));
  return all.filter((operand) => !where.has(operand));
}

function characters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
