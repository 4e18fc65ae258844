/**
 * The referee's own reading of generated programs: a plain interpreter of the records of generator/ast.ts, which shares
 * no code with pathfold. 32-bit wrapping integers, one memory object per variable or heap block, faults as pathfold
 * reports them. It answers what a program does under given inputs: outputs, fault, path and executed statements.
 */
import {
  type Arguments,
  divisorMask,
  type Expression,
  type FunctionDefinition,
  fieldNames,
  type GeneratedProgram,
  type Input,
  type Place,
  type Pointer,
  recursionMask,
  type Statement,
  type Variable,
} from './generator/ast.ts';
import { applyBinary, divide, type MemoryObject, makeObject, put, truncate } from './values.ts';

export type InputValues = Readonly<Record<string, number | readonly number[]>>;

export type FaultKind =
  | 'division by zero'
  | 'out of bounds'
  | 'null'
  | 'use after free'
  | 'double free'
  | 'invalid free'
  | 'assert'
  | 'abort'
  | 'uninitialized'
  | 'leak';

/** What is looked for besides. Uninitialised values always are: their use has no meaning otherwise. */
export interface Checks {
  readonly leaks: boolean;
}

export interface Outcome {
  /** `rejected`: an assumption does not hold for these inputs. */
  readonly ending: 'return' | 'exit' | 'fault' | 'rejected' | 'endless';
  /** The value main returned or the exit status; 0 for the other endings. */
  readonly status: number;
  /** Nothing is to blame for a leak. */
  readonly fault?: { readonly kind: FaultKind; readonly statement: Statement | null };
  /** Whether a block is lost is not clear where the program exits from within functions that may still know it. */
  readonly unclear: boolean;
  /** Up to the loop that does not end; its own text, if it ends in it, stands there once. */
  readonly stdout: string;
  /** Values given to pathfold_output, in order. */
  readonly outputs: readonly { readonly name: string; readonly value: number }[];
  /** Final values of the globals; of a pointer what it leads to. */
  readonly globals: Readonly<Record<string, readonly (number | string)[]>>;
  /** One character per decision taken: equal strings mean the same path. */
  readonly path: string;
  readonly executed: ReadonlySet<Statement>;
}

export function interpret(program: GeneratedProgram, inputs: InputValues, checks: Checks = { leaks: false }): Outcome {
  return new Interpreter(program, inputs, checks).run();
}

/** Far above what the generator's bounded loops and recursion can need. */
const stepLimit = 1_000_000;

type Address = { readonly object: MemoryObject; readonly index: number } | null;

interface Frame {
  readonly definition: FunctionDefinition;
  readonly objects: Map<string, MemoryObject>;
  readonly pointers: Map<string, Address>;
  returned: number;
}

class Halt extends Error {}

type Completion = 'next' | 'break' | 'continue' | 'return';

class Interpreter {
  private readonly globals = new Map<string, MemoryObject>();
  private readonly functions: Map<string, FunctionDefinition>;
  private readonly program: GeneratedProgram;
  private readonly inputs: InputValues;
  private ending: Outcome['ending'] = 'return';
  private status = 0;
  private fault: Outcome['fault'];
  private stdout = '';
  private path = '';
  private steps = 0;
  private readonly outputs: { name: string; value: number }[] = [];
  private readonly executed = new Set<Statement>();
  private readonly handlers: FunctionDefinition[] = [];
  private readonly globalPointers = new Map<string, Address>();
  private readonly blocks: MemoryObject[] = [];
  private word = '';
  private unclear = false;
  private frame!: Frame;

  constructor(
    program: GeneratedProgram,
    inputs: InputValues,
    private readonly checks: Checks,
  ) {
    this.program = program;
    this.inputs = inputs;
    this.functions = new Map(program.functions.map((definition) => [definition.name, definition]));
  }

  run(): Outcome {
    const { program } = this;
    this.untilHalt(() => {
      for (const { name, type } of program.globals) {
        if (type.kind !== 'pointer') this.globals.set(name, makeObject(type));
      }
      for (const { name, type } of program.globals) {
        if (type.kind === 'pointer') {
          this.globalPointers.set(name, { object: this.globals.get(type.target)!, index: 0 });
        }
      }
      this.frame = { definition: program.main, objects: new Map(), pointers: new Map(), returned: 0 };
      for (const input of program.inputs) this.readInput(input);
      for (const assumption of program.assumptions) {
        if (this.evaluate(assumption) === 0) this.reject();
      }
      this.status = this.runFrame(this.frame);
    });
    if (this.ending === 'return' || this.ending === 'exit') this.untilHalt(() => this.runAtExit());
    return {
      ending: this.ending,
      status: this.status,
      ...(this.fault ? { fault: this.fault } : {}),
      unclear: this.unclear,
      stdout: this.stdout,
      outputs: this.outputs,
      globals: Object.fromEntries([
        ...[...this.globals].map(([name, object]) => [name, object.cells.slice()] as const),
        ...[...this.globalPointers].map(([name, address]) => [name, this.described(address)] as const),
      ]),
      path: this.path,
      executed: this.executed,
    };
  }

  private untilHalt(work: () => void): void {
    try {
      work();
    } catch (problem) {
      if (!(problem instanceof Halt)) throw problem;
    }
  }

  /** The last handler registered runs first, destructors after all of them. */
  private runAtExit(): void {
    const exited = this.ending === 'exit';
    for (const handler of this.handlers.toReversed()) this.call(handler, [], null);
    for (const each of this.program.functions) if (each.role === 'destructor') this.call(each, [], null);
    this.lookForLeaks(exited);
  }

  private lookForLeaks(inFunctions: boolean): void {
    const kept = this.globalPointers.get('kept')?.object;
    if (!this.checks.leaks || !this.blocks.some((block) => block.alive && block !== kept)) return;
    if (inFunctions) this.unclear = true;
    else {
      this.ending = 'fault';
      this.fault = { kind: 'leak', statement: null };
    }
  }

  private described(address: Address): readonly (number | string)[] {
    if (address === null) return ['null'];
    const { object, index } = address;
    if (object.heap) return object.alive ? ['new', ...object.cells] : ['freed'];
    return [[...this.globals].find(([, each]) => each === object)?.[0] ?? 'local', index];
  }

  private readInput(input: Input): void {
    const given = this.inputs[input.name];
    if (given === undefined) throw new Error(`no value for the input ${input.name}`);
    const values = typeof given === 'number' ? [given] : given;
    if (input.kind === 'range' && (values[0]! < input.low || values[0]! > input.high)) this.reject();
    const type = input.kind === 'uchar' || input.kind === 'bytes' ? 'unsigned char' : 'int';
    const cells = values.map((value) => truncate(value, type));
    this.frame.objects.set(input.name, { types: cells.map(() => type), cells, heap: false, alive: true });
    // A byte input is kept in an int variable; only its initial value is narrow.
    if (input.kind === 'uchar') {
      this.frame.objects.set(input.name, { types: ['int'], cells, heap: false, alive: true });
    }
  }

  private reject(): never {
    this.ending = 'rejected';
    throw new Halt();
  }

  private fail(kind: FaultKind, statement: Statement): never {
    this.ending = 'fault';
    this.fault = { kind, statement };
    this.path += '!';
    throw new Halt();
  }

  private call(definition: FunctionDefinition, numbers: readonly number[], pointer: Address): number {
    const caller = this.frame;
    const frame: Frame = { definition, objects: new Map(), pointers: new Map(), returned: 0 };
    let next = 0;
    for (const parameter of definition.parameters) {
      if (parameter.type === 'pointer') frame.pointers.set(parameter.name, pointer);
      else {
        const cells = [numbers[next++]!];
        frame.objects.set(parameter.name, { types: ['int'], cells, heap: false, alive: true });
      }
    }
    this.frame = frame;
    const result = this.runFrame(frame);
    this.frame = caller;
    return result;
  }

  private runFrame(frame: Frame): number {
    const { definition } = frame;
    for (const variable of definition.locals) this.declare(variable);
    if (definition.recursion && this.decide(this.read(definition.parameters[0]!.name) <= 0)) {
      return this.evaluate(definition.recursion.base);
    }
    if (this.runBody(definition.body) === 'return') return frame.returned;
    return this.evaluate(definition.result);
  }

  private declare({ name, type }: Variable): void {
    if (type.kind === 'pointer' || type.kind === 'recordPointer') {
      this.frame.pointers.set(name, { object: this.object(type.target), index: 0 });
    } else this.frame.objects.set(name, makeObject(type));
  }

  private runBody(body: readonly Statement[]): Completion {
    for (const statement of body) {
      const completion = this.runStatement(statement);
      if (completion !== 'next') return completion;
    }
    return 'next';
  }

  private runStatement(statement: Statement): Completion {
    if (++this.steps > stepLimit) throw new Error('a generated program did not end');
    this.executed.add(statement);
    switch (statement.kind) {
      case 'if':
        return this.runBody(this.decide(this.evaluate(statement.condition) !== 0) ? statement.yes : statement.no);
      case 'switch':
        return this.runSwitch(statement);
      case 'loop':
        return this.runLoop(statement);
      case 'break':
      case 'continue':
        return statement.kind;
      case 'return':
        this.frame.returned = this.evaluate(statement.value);
        return 'return';
      default:
        this.runSimple(statement);
        return 'next';
    }
  }

  private runSwitch(statement: Statement & { kind: 'switch' }): Completion {
    const selector = this.evaluate(statement.selector);
    const chosen = statement.cases.findIndex((one) => one.value === selector);
    this.path += chosen < 0 ? 'd' : String(chosen);
    let position = chosen < 0 ? statement.cases.length : chosen;
    for (; position < statement.cases.length; position++) {
      const one = statement.cases[position]!;
      const completion = this.runBody(one.body);
      if (completion === 'break') return 'next';
      if (completion !== 'next') return completion;
      if (!one.fallsThrough) return 'next';
    }
    const completion = this.runBody(statement.otherwise);
    return completion === 'break' ? 'next' : completion;
  }

  private runLoop(statement: Statement & { kind: 'loop' }): Completion {
    const { bound, counter } = statement;
    const cells = [0];
    this.frame.objects.set(counter, { types: ['int'], cells, heap: false, alive: true });
    const goesOn = () =>
      this.decide(cells[0]! < (bound.kind === 'constant' ? bound.count : this.evaluate(bound.value) & bound.mask));
    let skipsTest = statement.style === 'do';
    while (skipsTest || goesOn()) {
      skipsTest = false;
      const completion = this.runBody(statement.body);
      if (completion === 'break') break;
      if (completion === 'return') return 'return';
      cells[0]!++;
    }
    return 'next';
  }

  private assign(place: Place, value: number): void {
    if (place.kind === 'variable') this.write(place.name, value);
    else if (place.kind === 'element') {
      const object = this.object(place.array);
      put(object, this.evaluate(place.index) & (object.cells.length - 1), value);
    } else put(this.object(place.record), fieldNames.indexOf(place.field), value);
  }

  private runSimple(statement: Statement): void {
    switch (statement.kind) {
      case 'assign': {
        this.assign(statement.place, this.evaluate(statement.value));
        return;
      }
      case 'exit':
        this.ending = 'exit';
        this.status = this.evaluate(statement.status) & 127;
        if (this.frame.definition.role !== undefined) this.lookForLeaks(true);
        throw new Halt();
      case 'call': {
        const callee = this.functions.get(statement.callee)!;
        this.write(statement.target, this.callWith(callee, statement.arguments));
        return;
      }
      case 'dispatch': {
        const selector = this.evaluate(statement.selector);
        const second = this.decide(statement.style === 'table' ? (selector & 1) === 1 : selector !== 0);
        const callee = this.functions.get(statement.callees[second ? 1 : 0])!;
        this.write(statement.target, this.callWith(callee, statement.arguments));
        return;
      }
      case 'recurse': {
        const { definition } = this.frame;
        const depth = this.read(definition.parameters[0]!.name) - 1;
        this.write(statement.target, this.call(definition, [depth, this.evaluate(statement.argument)], null));
        return;
      }
      case 'register':
        this.handlers.push(this.functions.get(statement.handler)!);
        return;
      case 'spin':
        if (!this.decide(this.evaluate(statement.condition) !== 0)) return;
        this.ending = 'endless';
        if (statement.letter !== '') this.stdout = `${this.stdout.replace(/l+$/, '')}${statement.letter}`;
        throw new Halt();
      case 'keep':
        this.globalPointers.set('kept', this.address(statement.to));
        return;
      case 'set':
        this.assign(statement.place, this.evaluate(statement.value));
        return;
      case 'use': {
        const value = this.evaluate(statement.value);
        const unset = this.evaluate(statement.place);
        if (Number.isNaN(unset)) this.fail('uninitialized', statement);
        this.write(statement.target, unset ^ value);
        return;
      }
      case 'setWord':
        this.word = statement.word;
        return;
      case 'readWord':
        this.write(statement.target, this.word === '' ? 0 : this.word.charCodeAt(0));
        return;
      case 'point':
        this.frame.pointers.set(statement.pointer, this.address(statement.to));
        return;
      case 'pointRecord':
        this.frame.pointers.set(statement.pointer, { object: this.object(statement.to), index: 0 });
        return;
      case 'copyRecord': {
        const from = this.object(statement.from).cells.slice();
        from.forEach((value, index) => void put(this.object(statement.to), index, value));
        return;
      }
      case 'free':
        this.runFree(statement);
        return;
      case 'print': {
        const { what } = statement;
        if (what.kind === 'text') this.stdout += `${what.text}\n`;
        else if (what.kind === 'letter') this.stdout += String.fromCharCode(97 + (this.evaluate(what.value) & 7));
        else this.stdout += `${this.evaluate(what.value)}\n`;
        return;
      }
      case 'output':
        this.outputs.push({ name: statement.name, value: this.evaluate(statement.value) });
        return;
      case 'riskyDivide': {
        const dividend = this.evaluate(statement.dividend);
        const divisor = this.evaluate(statement.divisor) & divisorMask;
        if (divisor === 0) this.fail('division by zero', statement);
        this.write(statement.target, divide(statement.operator, dividend, divisor));
        return;
      }
      case 'riskyLoad':
      case 'riskyStore': {
        const object = this.object(statement.array);
        const masked = this.evaluate(statement.index.value) & (2 * object.cells.length - 1);
        const value = statement.kind === 'riskyStore' ? this.evaluate(statement.value) : 0;
        const index = this.checked(object, masked - statement.index.slack, statement);
        if (statement.kind === 'riskyStore') put(object, index, value);
        else this.write(statement.target, object.cells[index]!);
        return;
      }
      case 'load':
      case 'store': {
        const offset = statement.offset ? this.evaluate(statement.offset) & 1 : 0;
        const value = statement.kind === 'store' ? this.evaluate(statement.value) : 0;
        const address = this.pointer(statement.pointer);
        if (address === null) this.fail('null', statement);
        if (!address.object.alive) this.fail('use after free', statement);
        const index = this.checked(address.object, address.index + offset, statement);
        if (statement.kind === 'store') put(address.object, index, value);
        else this.write(statement.target, address.object.cells[index]!);
        return;
      }
      case 'assert':
        if (this.evaluate(statement.condition) === 0) this.fail('assert', statement);
        return;
      case 'abort':
        this.fail('abort', statement);
        return;
      default:
        throw new Error(`${statement.kind} is not a simple statement`);
    }
  }

  private runFree(statement: Statement & { kind: 'free' }): void {
    const address = this.pointer(statement.pointer);
    if (address === null) return;
    if (!address.object.heap) this.fail('invalid free', statement);
    if (!address.object.alive) this.fail('double free', statement);
    address.object.alive = false;
  }

  private checked(object: MemoryObject, index: number, statement: Statement): number {
    if (index < 0 || index >= object.cells.length) this.fail('out of bounds', statement);
    return index;
  }

  private callWith(callee: FunctionDefinition, args: Arguments): number {
    const numbers = args.numbers.map((argument) => this.evaluate(argument));
    if (callee.recursion) numbers[0]! &= recursionMask;
    return this.call(callee, numbers, args.pointer ? this.address(args.pointer) : null);
  }

  private address(pointer: Pointer): Address {
    switch (pointer.kind) {
      case 'addressOf':
        return { object: this.object(pointer.name), index: 0 };
      case 'addressOfElement': {
        const object = this.object(pointer.array);
        return { object, index: this.evaluate(pointer.index) & (object.cells.length - 1) };
      }
      case 'pointer':
        return this.pointer(pointer.name);
      case 'null':
        return null;
      case 'heap': {
        const cells = new Array<number>(pointer.length).fill(0);
        const object: MemoryObject = { types: cells.map(() => 'int'), cells, heap: true, alive: true };
        this.blocks.push(object);
        return { object, index: 0 };
      }
    }
  }

  private evaluate(expression: Expression): number {
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'variable':
        return this.read(expression.name);
      case 'unary': {
        const operand = this.evaluate(expression.operand);
        if (expression.operator === '-') return -operand | 0;
        return expression.operator === '~' ? ~operand : Number(operand === 0);
      }
      case 'shift': {
        const left = this.evaluate(expression.left);
        return expression.operator === '<<' ? left << expression.amount : left >> expression.amount;
      }
      case 'divide':
        return divide(expression.operator, this.evaluate(expression.left), expression.divisor);
      case 'element': {
        const object = this.object(expression.array);
        return object.cells[this.evaluate(expression.index) & (object.cells.length - 1)]!;
      }
      case 'field':
        return this.object(expression.record).cells[fieldNames.indexOf(expression.field)]!;
      case 'choice':
        return this.evaluate(this.decide(this.evaluate(expression.condition) !== 0) ? expression.yes : expression.no);
      case 'binary':
        return this.evaluateBinary(expression);
    }
  }

  private evaluateBinary({ operator, left, right }: Expression & { kind: 'binary' }): number {
    const a = this.evaluate(left);
    if (operator === '&&') return this.decide(a !== 0) ? Number(this.evaluate(right) !== 0) : 0;
    if (operator === '||') return this.decide(a !== 0) ? 1 : Number(this.evaluate(right) !== 0);
    return applyBinary(operator, a, this.evaluate(right));
  }

  private decide(taken: boolean): boolean {
    this.path += taken ? '1' : '0';
    return taken;
  }

  private object(name: string): MemoryObject {
    const found = this.frame.objects.get(name) ?? this.globals.get(name) ?? this.frame.pointers.get(name)?.object;
    if (!found) throw new Error(`${name} is not declared in ${this.frame.definition.name}`);
    return found;
  }

  private pointer(name: string): Address {
    const own = this.frame.pointers.get(name);
    const address = own === undefined ? this.globalPointers.get(name) : own;
    if (address === undefined) throw new Error(`the pointer ${name} is not declared in ${this.frame.definition.name}`);
    return address;
  }

  private read(name: string): number {
    return this.object(name).cells[0]!;
  }

  private write(name: string, value: number): void {
    put(this.object(name), 0, value);
  }
}
