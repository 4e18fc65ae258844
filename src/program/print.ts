/** The program as text, in the spirit of LLVM's, with source lines at the right and the source's variable names. */
import type { SourcePosition } from './debug.ts';
import type { Instruction } from './instructions.ts';
import { type Block, type GlobalVariable, isDeclaration, type Program, type ProgramFunction } from './program.ts';
import { type StructType, structBody, type Type, typeName } from './types.ts';
import type { Constant, Operand, Register } from './values.ts';

export interface PrintOptions {
  /** Only these functions, without globals and type definitions; by default everything. */
  readonly functions?: readonly ProgramFunction[];
}

const COMMENT_COLUMN = 72;

export function printProgram(program: Program, options: PrintOptions = {}): string {
  if (options.functions !== undefined) return options.functions.map(printFunction).join('\n');
  const parts = [`; ${program.name}\ntarget ${program.target}\nlayout ${program.layout.text}\n`];
  const structs = namedStructs(program);
  if (structs.length > 0) parts.push(structs.map((type) => `%${type.name} = type ${structBody(type)}\n`).join(''));
  if (program.variables.length > 0) parts.push(program.variables.map(printVariable).join(''));
  if (program.aliases.length > 0) {
    parts.push(program.aliases.map((alias) => `@${alias.name} = alias ${printConstant(alias.target)}\n`).join(''));
  }
  if (program.constructors.length > 0) {
    parts.push(`constructors ${program.constructors.map((fn) => `@${fn.name}`).join(', ')}\n`);
  }
  parts.push(...program.functions.map(printFunction));
  return parts.join('\n');
}

export function printFunction(fn: ProgramFunction): string {
  const names = new RegisterNames(fn);
  const attributes = fn.parameterAttributes;
  const parameters = fn.parameters.map((parameter, position) => {
    const { byval = null, sret = null } = attributes[position] ?? {};
    const extra = byval !== null ? ` byval(${typeName(byval)})` : sret !== null ? ` sret(${typeName(sret)})` : '';
    return `${typeName(parameter.type)}${extra} ${names.of(parameter)}`;
  });
  if (fn.type.variadic) parameters.push('...');
  const linkage = fn.linkage === 'external' ? '' : `${fn.linkage} `;
  const head = `${linkage}${typeName(fn.type.result)} @${fn.name}(${parameters.join(', ')})${fn.noreturn ? ' noreturn' : ''}`;
  if (isDeclaration(fn)) return `declare ${head}\n`;
  const place = fn.debug === null ? '' : `${fn.debug.file.path}:${fn.debug.line}`;
  const lines = [withComment(`define ${head} {`, place)];
  for (const block of fn.blocks) {
    lines.push(`${labelOf(block)}:`);
    for (const instruction of block.instructions) {
      lines.push(withComment(`  ${printInstruction(instruction, names)}`, positionText(instruction.position)));
    }
  }
  lines.push('}\n');
  return lines.join('\n');
}

/** How registers of one function are called: by name where that is unique, else with their number. */
export class RegisterNames {
  private readonly taken = new Map<string, number>();

  constructor(fn: ProgramFunction) {
    const count = (register: Register) => {
      if (register.name !== null) this.taken.set(register.name, (this.taken.get(register.name) ?? 0) + 1);
    };
    fn.parameters.forEach(count);
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) if (instruction.result !== null) count(instruction.result);
    }
  }

  of(register: Register): string {
    const { name, index } = register;
    if (name === null) return `%${index}`;
    return this.taken.get(name) === 1 ? `%${name}` : `%${name}#${index}`;
  }
}

export function labelOf(block: Block): string {
  return block.name === null ? `b${block.index}` : `b${block.index}.${block.name}`;
}

export function printInstruction(instruction: Instruction, names: RegisterNames): string {
  const text = instructionText(instruction, names);
  return instruction.result === null ? text : `${names.of(instruction.result)} = ${text}`;
}

function instructionText(instruction: Instruction, names: RegisterNames): string {
  const bare = (value: Operand) => (value.kind === 'register' ? names.of(value) : constantBody(value));
  const typed = (value: Operand) => `${typeName(value.type)} ${bare(value)}`;
  switch (instruction.op) {
    case 'binary': {
      const { operator, nsw, nuw, exact, left, right } = instruction;
      const flags = `${nuw ? ' nuw' : ''}${nsw ? ' nsw' : ''}${exact ? ' exact' : ''}`;
      return `${operator}${flags} ${typed(left)}, ${bare(right)}`;
    }
    case 'fneg':
    case 'freeze':
      return `${instruction.op} ${typed(instruction.value)}`;
    case 'cast':
      // What lowering leaves behind of a plain assignment.
      if (instruction.operator === 'bitcast' && instruction.value.type === instruction.result.type) {
        return `copy ${typed(instruction.value)}`;
      }
      return `${instruction.operator} ${typed(instruction.value)} to ${typeName(instruction.result.type)}`;
    case 'icmp':
    case 'fcmp':
      return `${instruction.op} ${instruction.predicate} ${typed(instruction.left)}, ${bare(instruction.right)}`;
    case 'check': {
      const { fault, predicate, left, right } = instruction;
      return `check ${fault} unless ${predicate} ${typed(left)}, ${bare(right)}`;
    }
    case 'select':
      return `select ${typed(instruction.condition)}, ${typed(instruction.ifTrue)}, ${typed(instruction.ifFalse)}`;
    case 'alloca': {
      const { allocated, count, align } = instruction;
      const elements = count.kind === 'int' && count.value === 1n ? '' : `, ${typed(count)}`;
      return `alloca ${typeName(allocated)}${elements}, align ${align}`;
    }
    case 'load':
      return `load ${instruction.volatile ? 'volatile ' : ''}${typeName(instruction.result.type)}, ${typed(instruction.pointer)}`;
    case 'store':
      return `store ${instruction.volatile ? 'volatile ' : ''}${typed(instruction.value)}, ${typed(instruction.pointer)}`;
    case 'getelementptr': {
      const { inbounds, sourceType, base, indices } = instruction;
      return `getelementptr ${inbounds ? 'inbounds ' : ''}${typeName(sourceType)}, ${[base, ...indices].map(typed).join(', ')}`;
    }
    case 'phi': {
      const entries = instruction.incoming.map(({ block, value }) => `[ ${bare(value)}, ${labelOf(block)} ]`);
      return `phi ${typeName(instruction.result.type)} ${entries.join(', ')}`;
    }
    case 'call': {
      const { functionType, callee, noreturn, byval } = instruction;
      const passed = instruction.arguments.map((argument, position) => {
        const copied = byval[position] ?? null;
        const extra = copied === null ? '' : ` byval(${typeName(copied)})`;
        return `${typeName(argument.type)}${extra} ${bare(argument)}`;
      });
      const type = functionType.variadic ? typeName(functionType) : typeName(functionType.result);
      return `call ${type} ${bare(callee)}(${passed.join(', ')})${noreturn ? ' noreturn' : ''}`;
    }
    case 'insertvalue':
      return `insertvalue ${typed(instruction.aggregate)}, ${typed(instruction.value)}, ${instruction.path.join(', ')}`;
    case 'extractvalue':
      return `extractvalue ${typed(instruction.aggregate)}, ${instruction.path.join(', ')}`;
    case 'insertelement':
      return `insertelement ${typed(instruction.vector)}, ${typed(instruction.value)}, ${typed(instruction.lane)}`;
    case 'extractelement':
      return `extractelement ${typed(instruction.vector)}, ${typed(instruction.lane)}`;
    case 'shufflevector': {
      const mask = instruction.mask.map((lane) => (lane < 0 ? 'any' : lane)).join(', ');
      return `shufflevector ${typed(instruction.left)}, ${typed(instruction.right)}, <${mask}>`;
    }
    case 'va_arg':
      return `va_arg ${typed(instruction.list)}, ${typeName(instruction.result.type)}`;
    case 'cmpxchg':
      return `cmpxchg ${[instruction.pointer, instruction.expected, instruction.replacement].map(typed).join(', ')}`;
    case 'atomicrmw':
      return `atomicrmw ${instruction.operator} ${typed(instruction.pointer)}, ${typed(instruction.value)}`;
    case 'ret':
      return instruction.value === null ? 'ret void' : `ret ${typed(instruction.value)}`;
    case 'br':
      return `br ${labelOf(instruction.target)}`;
    case 'condbr':
      return `br ${typed(instruction.condition)}, ${labelOf(instruction.ifTrue)}, ${labelOf(instruction.ifFalse)}`;
    case 'switch': {
      const cases = instruction.cases.map(({ value, target }) => `${bare(value)}: ${labelOf(target)}`);
      return `switch ${typed(instruction.value)}, [ ${cases.join(', ')} ], ${labelOf(instruction.otherwise)}`;
    }
    case 'refused': {
      const targets = instruction.successors.map(labelOf);
      return `refused "${instruction.what}" ${[...instruction.operands.map(typed), ...targets].join(', ')}`.trimEnd();
    }
    case 'fence':
    case 'unreachable':
      return instruction.op;
  }
}

function printVariable(variable: GlobalVariable): string {
  const { name, linkage, constant, threadLocal, valueType, initializer, debug } = variable;
  const words = [linkage, ...(threadLocal ? ['thread_local'] : []), constant ? 'constant' : 'global'].join(' ');
  const value = initializer === null ? '' : ` ${constantBody(initializer)}`;
  const place = debug === null ? '' : `${debug.file.path}:${debug.line}`;
  return `${withComment(`@${name} = ${words} ${typeName(valueType)}${value}`, place)}\n`;
}

/** Type and value: `i32 4`, `ptr @table`. */
export function printConstant(constant: Constant): string {
  return `${typeName(constant.type)} ${constantBody(constant)}`;
}

function constantBody(constant: Constant): string {
  switch (constant.kind) {
    case 'int':
      return intText(constant.value, constant.type.bits);
    case 'float':
      return floatText(constant.type.format, constant.bits);
    case 'null':
    case 'undef':
    case 'poison':
      return constant.kind;
    case 'zero':
      return 'zeroinitializer';
    case 'aggregate':
      return `{ ${constant.elements.map(printConstant).join(', ')} }`;
    case 'bytes':
      return bytesText(constant.type, constant.bytes);
    case 'global':
      return `@${constant.global.name}`;
    case 'expression': {
      const source = constant.sourceType === null ? '' : `${typeName(constant.sourceType)}, `;
      return `${constant.operator} (${source}${constant.operands.map(printConstant).join(', ')})`;
    }
    case 'blockaddress':
      return `blockaddress(@${constant.function.name}, ${labelOf(constant.block)})`;
    case 'other':
      return constant.text;
  }
}

function intText(value: bigint, bits: number): string {
  if (bits === 1) return value === 1n ? 'true' : 'false';
  return String(BigInt.asIntN(bits, value));
}

function floatText(format: string, bits: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  let value = Number.NaN;
  if (format === 'double') {
    view.setBigUint64(0, bits);
    value = view.getFloat64(0);
  } else if (format === 'float') {
    view.setUint32(0, Number(bits));
    value = view.getFloat32(0);
  }
  if (Number.isFinite(value))
    return Object.is(value, -0) ? '-0.0' : Number.isInteger(value) ? value.toFixed(1) : `${value}`;
  return `0x${bits.toString(16)}`;
}

function bytesText(type: Type, bytes: Uint8Array): string {
  if (type.kind === 'array' && type.element.kind === 'int' && type.element.bits === 8) {
    let text = '';
    for (const byte of bytes) {
      const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
      text += plain ? String.fromCharCode(byte) : `\\${byte.toString(16).padStart(2, '0')}`;
    }
    return `c"${text}"`;
  }
  return `bytes ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function positionText(position: SourcePosition | null): string {
  if (position === null || position.line === 0) return '';
  const here = `${position.file.path}:${position.line}:${position.column}`;
  return position.inlinedAt === null ? here : `${here} at ${positionText(position.inlinedAt)}`;
}

function withComment(text: string, comment: string): string {
  return comment === '' ? text : `${text.padEnd(COMMENT_COLUMN)} ; ${comment}`;
}

/** Named structs in the order the program first mentions them. */
function namedStructs(program: Program): StructType[] {
  const seen = new Set<Type>();
  const named: StructType[] = [];
  const visit = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === 'struct') {
      if (type.name !== null) named.push(type);
      type.fields?.forEach(visit);
    } else if (type.kind === 'array' || type.kind === 'vector') visit(type.element);
  };
  for (const variable of program.variables) visit(variable.valueType);
  for (const fn of program.functions) {
    for (const attributes of fn.parameterAttributes) {
      if (attributes.byval !== null) visit(attributes.byval);
      if (attributes.sret !== null) visit(attributes.sret);
    }
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.op === 'alloca') visit(instruction.allocated);
        else if (instruction.op === 'getelementptr') visit(instruction.sourceType);
        if (instruction.result !== null) visit(instruction.result.type);
      }
    }
  }
  return named;
}
