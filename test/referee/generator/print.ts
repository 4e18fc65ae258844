/** Generated programs as C text, one statement per line, with the line of every statement. */
import {
  type Arguments,
  divisorMask,
  type Expression,
  type FunctionDefinition,
  type GeneratedProgram,
  type Input,
  type Place,
  type Pointer,
  recordFields,
  recursionMask,
  type Statement,
  type Variable,
} from './ast.ts';
import { statementsOf } from './slots.ts';

export interface PrintedProgram {
  readonly text: string;
  /** Line of each statement (its first, when printed on several). */
  readonly lines: ReadonlyMap<Statement, number>;
}

/** `prefix` is put before every global name, so that several programs fit in one translation unit. */
export function printProgram(program: GeneratedProgram, prefix = ''): PrintedProgram {
  return new Printer(program, prefix).print();
}

export function printToC(program: GeneratedProgram): string {
  return printProgram(program).text;
}

const header = ['#include <assert.h>', '#include <pathfold.h>', '#include <stdio.h>', '#include <stdlib.h>', ''];

const wideHeader = ['#include <assert.h>', '#include <errno.h>', ...header.slice(1, -1), '#include <unistd.h>', ''];

const indentation = '  ';

type Loop = Statement & { kind: 'loop' };

class Printer {
  private readonly output: string[] = [];
  private readonly statementLines = new Map<Statement, number>();
  private readonly globalNames: Set<string>;
  private readonly recordPointers = new Set<string>();
  private readonly lengths = new Map<string, number>();
  private readonly recursive: Set<string>;
  private current!: FunctionDefinition;
  private depth = 0;
  private readonly program: GeneratedProgram;
  private readonly prefix: string;

  constructor(program: GeneratedProgram, prefix: string) {
    this.program = program;
    this.prefix = prefix;
    const globals = program.globals.filter(({ type }) => type.kind !== 'library');
    this.globalNames = new Set([...globals, ...program.functions, program.main].map((one) => one.name));
    this.recursive = new Set(program.functions.filter((one) => one.recursion).map((one) => one.name));
    this.learn(program.globals);
  }

  print(): PrintedProgram {
    if (this.prefix === '') this.output.push(...(isWide(this.program) ? wideHeader : header));
    if (this.usesRecords()) this.printRecordType();
    for (const variable of this.program.globals) {
      if (variable.type.kind !== 'library') this.line(this.declaration(variable));
    }
    if (this.program.globals.length > 0) this.line('');
    for (const definition of this.program.functions) {
      this.printFunction(definition);
      this.line('');
    }
    this.printFunction(this.program.main);
    return { text: `${this.output.join('\n')}\n`, lines: this.statementLines };
  }

  private usesRecords(): boolean {
    const definitions = [this.program.main, ...this.program.functions];
    const variables = [this.program.globals, ...definitions.map((definition) => definition.locals)].flat();
    return variables.some(({ type }) => type.kind === 'record');
  }

  private printRecordType(): void {
    const fields = Object.entries(recordFields).map(([name, field]) => `${field.type} ${name};`);
    this.line(`struct ${this.prefix}record { ${fields.join(' ')} };`);
    this.line('');
  }

  private learn(variables: readonly Variable[]): void {
    for (const { name, type } of variables) {
      if (type.kind === 'recordPointer') this.recordPointers.add(name);
      if (type.kind === 'array') this.lengths.set(name, type.initial.length);
      if (type.kind === 'unset' && type.length !== undefined) this.lengths.set(name, type.length);
    }
  }

  private printFunction(definition: FunctionDefinition): void {
    this.current = definition;
    this.learn(definition.locals);
    const parameters = definition.parameters.map(({ name, type }) => (type === 'int' ? `int ${name}` : `int *${name}`));
    this.line(`${resultText(definition)} ${this.global(definition.name)}(${parameters.join(', ') || 'void'}) {`);
    this.depth++;
    if (definition === this.program.main) {
      for (const input of this.program.inputs) this.printInput(input);
      // Assumptions speak about inputs only, so they may precede the locals.
      for (const assumption of this.program.assumptions) this.line(`pathfold_assume(${this.bare(assumption)});`);
    }
    const counters = [...new Set(countersOf(definition))].sort();
    for (const variable of definition.locals) this.line(this.declaration(variable));
    for (const counter of counters) this.line(`int ${counter} = 0;`);
    if (definition.recursion) {
      this.line(`if (${definition.parameters[0]!.name} <= 0) return ${this.bare(definition.recursion.base)};`);
    }
    this.printBody(definition.body, undefined);
    if (definition.role === undefined) this.line(`return ${this.bare(definition.result)};`);
    this.depth--;
    this.line('}');
  }

  private printInput(input: Input): void {
    switch (input.kind) {
      case 'int':
        this.line(`int ${input.name} = pathfold_int("${input.name}");`);
        break;
      case 'uchar':
        this.line(`int ${input.name} = pathfold_unsigned_char("${input.name}");`);
        break;
      case 'range':
        this.line(`int ${input.name} = pathfold_range("${input.name}", ${input.low}, ${input.high});`);
        break;
      case 'bytes':
        this.lengths.set(input.name, input.length);
        this.line(`unsigned char ${input.name}[${input.length}];`);
        this.line(`pathfold_bytes(${input.name}, ${input.length}, "${input.name}");`);
        break;
    }
  }

  private declaration({ name, type }: Variable): string {
    const printed = this.global(name);
    switch (type.kind) {
      case 'scalar':
        return `${type.type} ${printed} = ${type.initial};`;
      case 'array':
        return `${type.type} ${printed}[${type.initial.length}] = {${type.initial.join(', ')}};`;
      case 'record':
        return `struct ${this.prefix}record ${printed} = {${type.initial.join(', ')}};`;
      case 'pointer':
        return `int *${printed} = &${this.global(type.target)};`;
      case 'recordPointer':
        return `struct ${this.prefix}record *${printed} = &${this.global(type.target)};`;
      case 'unset':
        return `int ${printed}${type.length === undefined ? '' : `[${type.length}]`};`;
      case 'library':
        return `int ${printed};`;
    }
  }

  /** `loop` is the innermost loop, whose counter a `continue` must still advance. */
  private printBody(body: readonly Statement[], loop: Loop | undefined): void {
    for (const statement of body) {
      this.statementLines.set(statement, this.output.length + 1);
      this.printStatement(statement, loop);
    }
  }

  private printBlock(opening: string, body: readonly Statement[], loop: Loop | undefined): void {
    this.line(opening);
    this.depth++;
    this.printBody(body, loop);
    this.depth--;
  }

  private printStatement(statement: Statement, loop: Loop | undefined): void {
    switch (statement.kind) {
      case 'if':
        this.printBlock(`if (${this.bare(statement.condition)}) {`, statement.yes, loop);
        if (statement.no.length > 0) this.printBlock('} else {', statement.no, loop);
        this.line('}');
        break;
      case 'switch':
        this.printSwitch(statement, loop);
        break;
      case 'loop':
        this.printLoop(statement);
        break;
      case 'continue':
        if (loop && loop.style !== 'for') this.line(`${loop.counter}++;`);
        this.line('continue;');
        break;
      case 'dispatch':
        this.printDispatch(statement);
        break;
      default:
        this.line(`${this.simple(statement)};`);
    }
  }

  private simple(statement: Exclude<Statement, { kind: 'if' | 'switch' | 'loop' | 'continue' | 'dispatch' }>): string {
    switch (statement.kind) {
      case 'assign':
        return `${this.place(statement.place)} = ${this.bare(statement.value)}`;
      case 'break':
        return 'break';
      case 'return':
        return this.current.role === undefined ? `return ${this.bare(statement.value)}` : 'return';
      case 'exit': {
        const exit = this.current.role === undefined ? 'exit' : '_exit';
        return `${exit}(${this.expression(statement.status)} & 127)`;
      }
      case 'call': {
        const call = `${this.global(statement.callee)}(${this.arguments(statement.callee, statement.arguments)})`;
        return `${this.global(statement.target)} = ${call}`;
      }
      case 'recurse': {
        const { name, parameters } = this.current;
        const call = `${this.global(name)}(${parameters[0]!.name} - 1, ${this.bare(statement.argument)})`;
        return `${this.global(statement.target)} = ${call}`;
      }
      case 'point':
        return `${statement.pointer} = ${this.pointer(statement.to)}`;
      case 'keep':
        return `${this.global('kept')} = ${this.pointer(statement.to)}`;
      case 'register':
        return `atexit(${this.global(statement.handler)})`;
      case 'spin': {
        const body = statement.letter === '' ? '{ }' : `putchar('${statement.letter}')`;
        return `while (${this.bare(statement.condition)}) ${body}`;
      }
      case 'set':
        return `${this.place(statement.place)} = ${this.bare(statement.value)}`;
      case 'use':
        return `${this.global(statement.target)} = ${this.place(statement.place)} ^ ${this.expression(statement.value)}`;
      case 'setWord':
        return statement.word === '' ? 'unsetenv("WORD")' : `setenv("WORD", "${statement.word}", 1)`;
      case 'readWord':
        return `${this.global(statement.target)} = getenv("WORD") ? getenv("WORD")[0] : 0`;
      case 'pointRecord':
        return `${statement.pointer} = &${this.global(statement.to)}`;
      case 'copyRecord':
        return `${this.record(statement.to)} = ${this.record(statement.from)}`;
      case 'free':
        return `free(${this.global(statement.pointer)})`;
      case 'print': {
        const { what } = statement;
        if (what.kind === 'text') return `printf("${what.text}\\n")`;
        if (what.kind === 'letter') return `putchar('a' + (${this.expression(what.value)} & 7))`;
        return `printf("%d\\n", ${this.bare(what.value)})`;
      }
      case 'output':
        return `pathfold_output("${statement.name}", ${this.bare(statement.value)})`;
      case 'riskyDivide': {
        const divisor = `(${this.expression(statement.divisor)} & ${divisorMask})`;
        const quotient = `${this.expression(statement.dividend)} ${statement.operator} ${divisor}`;
        return `${this.global(statement.target)} = ${quotient}`;
      }
      case 'riskyLoad':
        return `${this.global(statement.target)} = ${this.global(statement.array)}[${this.riskyIndex(statement)}]`;
      case 'riskyStore': {
        const element = `${this.global(statement.array)}[${this.riskyIndex(statement)}]`;
        return `${element} = ${this.bare(statement.value)}`;
      }
      case 'load':
        return `${this.global(statement.target)} = ${this.through(statement.pointer, statement.offset)}`;
      case 'store':
        return `${this.through(statement.pointer, statement.offset)} = ${this.bare(statement.value)}`;
      case 'assert':
        return `assert(${this.bare(statement.condition)})`;
      case 'abort':
        return 'abort()';
    }
  }

  private printSwitch(statement: Statement & { kind: 'switch' }, loop: Loop | undefined): void {
    this.line(`switch (${this.bare(statement.selector)}) {`);
    for (const one of statement.cases) {
      this.printBlock(`case ${one.value}:`, one.body, loop);
      if (!one.fallsThrough) this.line(`${indentation}break;`);
    }
    this.printBlock('default:', statement.otherwise, loop);
    this.line(`${indentation}break;`);
    this.line('}');
  }

  private printLoop(statement: Loop): void {
    const { counter, bound, style } = statement;
    const limit = bound.kind === 'constant' ? `${bound.count}` : `(${this.expression(bound.value)} & ${bound.mask})`;
    if (style === 'for') {
      this.printBlock(`for (${counter} = 0; ${counter} < ${limit}; ${counter}++) {`, statement.body, statement);
      this.line('}');
      return;
    }
    this.line(`${counter} = 0;`);
    this.printBlock(style === 'while' ? `while (${counter} < ${limit}) {` : 'do {', statement.body, statement);
    this.line(`${indentation}${counter}++;`);
    this.line(style === 'while' ? '}' : `} while (${counter} < ${limit});`);
  }

  private printDispatch(statement: Statement & { kind: 'dispatch' }): void {
    const [first, second] = statement.callees.map((name) => this.global(name));
    const target = this.global(statement.target);
    const actual = statement.arguments.numbers.map((argument) => this.bare(argument)).join(', ');
    const selector = this.expression(statement.selector);
    this.line('{');
    this.depth++;
    if (statement.style === 'table') {
      this.line(`int (*table[2])(int, int) = {${first}, ${second}};`);
      this.line(`${target} = table[${selector} & 1](${actual});`);
    } else {
      this.line(`int (*callee)(int, int) = ${first};`);
      this.line(`if (${this.bare(statement.selector)}) callee = ${second};`);
      this.line(`${target} = callee(${actual});`);
    }
    this.depth--;
    this.line('}');
  }

  private arguments(callee: string, args: Arguments): string {
    const numbers = args.numbers.map((argument, position) =>
      position === 0 && this.recursive.has(callee)
        ? `${this.expression(argument)} & ${recursionMask}`
        : this.bare(argument),
    );
    return [...numbers, ...(args.pointer ? [this.pointer(args.pointer)] : [])].join(', ');
  }

  private place(place: Place): string {
    if (place.kind === 'variable') return this.global(place.name);
    if (place.kind === 'element') return this.element(place.array, place.index);
    return this.field(place.record, place.field);
  }

  private element(array: string, index: Expression): string {
    return `${this.global(array)}[${this.maskedIndex(array, index)}]`;
  }

  /** A constant that is in bounds needs no mask; readability matters most in shrunken programs. */
  private maskedIndex(array: string, index: Expression): string {
    const mask = this.lengths.get(array)! - 1;
    if (index.kind === 'constant') return `${index.value & mask}`;
    return `${this.expression(index)} & ${mask}`;
  }

  private riskyIndex(statement: Statement & { kind: 'riskyLoad' | 'riskyStore' }): string {
    const mask = 2 * this.lengths.get(statement.array)! - 1;
    const masked = `${this.expression(statement.index.value)} & ${mask}`;
    return statement.index.slack === 0 ? masked : `(${masked}) - ${statement.index.slack}`;
  }

  private through(pointer: string, offset: Expression | undefined): string {
    const printed = this.global(pointer);
    return offset ? `${printed}[${this.expression(offset)} & 1]` : `*${printed}`;
  }

  private field(record: string, field: string): string {
    return `${this.global(record)}${this.recordPointers.has(record) ? '->' : '.'}${field}`;
  }

  private record(name: string): string {
    return this.recordPointers.has(name) ? `*${name}` : this.global(name);
  }

  private pointer(pointer: Pointer): string {
    switch (pointer.kind) {
      case 'addressOf':
        return `&${this.global(pointer.name)}`;
      case 'addressOfElement':
        return `&${this.element(pointer.array, pointer.index)}`;
      case 'pointer':
        return this.global(pointer.name);
      case 'null':
        return 'NULL';
      case 'heap':
        return `calloc(${pointer.length}, sizeof(int))`;
    }
  }

  /** An expression that stands alone and needs no parentheses around it. */
  private bare(expression: Expression): string {
    const text = this.expression(expression);
    const negative = expression.kind === 'constant' && expression.value < 0;
    const compound = ['binary', 'divide', 'choice'].includes(expression.kind);
    return (negative || compound) && text.startsWith('(') ? text.slice(1, -1) : text;
  }

  /** Compound operands are parenthesised, so precedence never matters to a reader. */
  private expression(expression: Expression): string {
    switch (expression.kind) {
      case 'constant':
        if (expression.value === -2147483648) return '(-2147483647 - 1)';
        return expression.value < 0 ? `(${expression.value})` : `${expression.value}`;
      case 'variable':
        return this.global(expression.name);
      case 'element':
        return this.element(expression.array, expression.index);
      case 'field':
        return this.field(expression.record, expression.field);
      case 'unary':
        return expression.operand.kind === 'unary'
          ? `${expression.operator}(${this.expression(expression.operand)})`
          : `${expression.operator}${this.expression(expression.operand)}`;
      case 'shift':
        // Left shifts go through unsigned: shifting a negative int left is undefined in C.
        return expression.operator === '<<'
          ? `(int)((unsigned)${this.expression(expression.left)} << ${expression.amount})`
          : `(${this.expression(expression.left)} >> ${expression.amount})`;
      case 'divide':
        return `(${this.expression(expression.left)} ${expression.operator} ${expression.divisor})`;
      case 'choice':
        return `(${this.expression(expression.condition)} ? ${this.expression(expression.yes)} : ${this.expression(expression.no)})`;
      case 'binary': {
        const left = this.expression(expression.left);
        const right = this.expression(expression.right);
        if (expression.operator === '<u') return `((unsigned)${left} < (unsigned)${right})`;
        if (expression.operator === '<=u') return `((unsigned)${left} <= (unsigned)${right})`;
        return `(${left} ${expression.operator} ${right})`;
      }
    }
  }

  private global(name: string): string {
    return this.globalNames.has(name) ? this.prefix + name : name;
  }

  private line(text: string): void {
    this.output.push(text === '' ? '' : indentation.repeat(this.depth) + text);
  }
}

function* countersOf(definition: FunctionDefinition): Generator<string> {
  for (const statement of statementsOf(definition.body)) {
    if (statement.kind === 'loop') yield statement.counter;
  }
}

/** Whether it needs more headers. */
function isWide({ globals, functions, main }: GeneratedProgram): boolean {
  const wide: readonly Statement['kind'][] = ['register', 'spin', 'setWord', 'readWord', 'keep', 'set', 'use'];
  return (
    globals.some(({ type }) => type.kind === 'library') ||
    functions.some(({ role }) => role !== undefined) ||
    [main, ...functions].some(({ body }) => [...statementsOf(body)].some(({ kind }) => wide.includes(kind)))
  );
}

function resultText({ role }: FunctionDefinition): string {
  if (role === undefined) return 'int';
  return role === 'destructor' ? '__attribute__((destructor)) static void' : 'static void';
}
