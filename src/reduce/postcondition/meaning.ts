/**
 * What the values of a path mean in terms of earlier ones: weakest preconditions, one definition at a time.
 *
 * The machine itself says what an instruction means: its prepared step is run on registers that hold variables instead
 * of values. So every instruction the machine knows is covered, with one meaning for execution and summaries. What would
 * need an address as a number, a decision or a choice of the solver is not expressed.
 */

import { directCallee } from '../../analysis/call-graph.ts';
import { bitsOfFloat } from '../../expr/float-meaning.ts';
import { Term } from '../../expr/term.ts';
import type { FunctionCode } from '../../machine/code.ts';
import { type DecisionKind, type Machine, PathEnd, type Policy } from '../../machine/machine.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import { fromBits, isPlainFloat, toBits } from '../../machine/semantics/coerce.ts';
import type { State } from '../../machine/state.ts';
import { type MemoryObject, type ObjectKind, Pointer, type Value } from '../../machine/value.ts';
import { type CallInstruction, type Instruction, operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import { FLOAT_BITS, type Type } from '../../program/types.ts';
import type { Value as Operand } from '../../program/values.ts';
import type { Cells } from './cells.ts';
import { type Definitions, siteOf } from './definitions.ts';
import { GuardNode, type Meaning, MemoryNode, Node, RegisterNode, Unknown } from './nodes.ts';
import type { Activation, Path, Run, Write } from './path.ts';
import type { AccessEntry, PathRecorder } from './record.ts';

/** An operand: a node, or a constant. */
export type Reference = Node | { readonly constant: Value };

/** Largest object that is spelt out byte by byte for a read at a symbolic index. */
const MAX_SPELT_OUT = 64;

/** Objects that are at the same address on every path. */
const FIXED: ReadonlySet<ObjectKind> = new Set(['function', 'global', 'constant'] as const);
/** Largest object that is pinned as a whole for the same reason. */
const MAX_PINNED = 1024;

const EFFECTS =
  /^llvm\.(memcpy|memmove|memset|va_|stack|objectsize|load\.relative|threadlocal|trap|debugtrap|ubsantrap)/;
/** Instructions whose result follows from the values of their operands alone. */
const PLAIN = new Set(['binary', 'icmp', 'fcmp', 'fneg', 'cast', 'select', 'freeze', 'getelementptr']);
const PURE_PRIMITIVES = new Set(['__pf_math1', '__pf_math2']);

export class Meanings {
  private readonly scratch = new Map<FunctionCode, Value[]>();
  /** What instructions compute from variables, by the depth of the call. */
  private readonly values = new Map<Instruction, (Value | undefined)[]>();
  private readonly nowhere: State;
  /** Memory of the path when it ended: for constants and sizes. */
  memory!: Memory;
  private checks: Term[] = [];
  private answers: readonly boolean[] = [];
  private readonly policy: Policy;
  private readonly compute = (node: Node): Meaning => this.computeMeaning(node);

  constructor(
    private readonly machine: Machine,
    private readonly recorder: PathRecorder,
    private readonly definitions: Definitions,
    readonly cells: Cells,
    readonly path: Path,
  ) {
    const refuse = (): never => {
      throw new Unknown('address used as a number');
    };
    this.nowhere = {
      memory: { address: refuse, addressTerm: refuse, get: refuse, find: refuse, pointerFrom: refuse },
      assumed: null,
      frame: null,
    } as unknown as State;
    let asked: DecisionKind = 'check';
    this.policy = {
      records: false,
      sides: (_, condition) => {
        if (asked !== 'check') throw new Unknown('decision inside an instruction');
        const answer = this.answers[this.checks.length] ?? false;
        this.checks.push(condition);
        return answer ? 'true' : 'false';
      },
      value: () => {
        throw new Unknown('value chosen by the solver');
      },
    };
    this.client = {
      forked: refuse,
      ended: refuse,
      deciding: (_: State, __: Term, kind: DecisionKind) => {
        asked = kind;
      },
    };
  }
  private readonly client: Machine['client'];

  of(node: Node): Meaning {
    return node.meaning(this.compute);
  }

  /**
   * The nodes that determine a node which keeps its value: its operands, without building terms where the instruction
   * computes with plain numbers.
   */
  sourcesOf(node: Node): Pick<Meaning, 'operands' | 'pinned'> {
    if (node instanceof RegisterNode) {
      const { definition, run, time } = node;
      const { instruction } = definition;
      if (instruction !== null && PLAIN.has(instruction.op)) {
        const operands: Node[] = [];
        let addresses = false;
        for (const operand of operandsOf(instruction)) {
          if (operand.kind !== 'register') {
            addresses ||= operand.kind !== 'int';
            continue;
          }
          const source = this.operand(run.activation, operand, time) as Node;
          addresses ||= source.isPointer;
          operands.push(source);
        }
        if (!addresses || instruction.op === 'getelementptr') return { operands, pinned: [] };
      }
    }
    return this.of(node);
  }

  operand(activation: Activation, operand: Operand, time: number): Reference {
    if (operand.kind !== 'register') return { constant: this.machine.image.constants.value(operand) };
    return this.register(activation, operand.index, time);
  }

  register(activation: Activation, register: number, time: number): Node {
    const definition = this.definitions.of(activation.code).definitions[register];
    const run = definition === undefined ? null : activation.lastRun(definition.segment, definition.order, time);
    if (definition === undefined || run === null) throw new Unknown('register without a value');
    run.nodes ??= new Array(run.values.length);
    let node = run.nodes[definition.position];
    if (node === undefined) {
      node = new RegisterNode(run, definition, this.widthOf(definition.type));
      run.nodes[definition.position] = node;
    }
    return node;
  }

  private widthOf(type: Type): number {
    return type.kind === 'int' || type.kind === 'pointer' || type.kind === 'float'
      ? this.machine.program.layout.bitsOf(type)
      : 0;
  }

  valueOf(reference: Reference): Value {
    return reference instanceof Node ? reference.leaf(this.cells) : reference.constant;
  }

  actualOf(reference: Reference): Value | undefined {
    return reference instanceof Node ? reference.actual : reference.constant;
  }

  /** The bits of a value of a type. */
  termOf(value: Value, type: Type): Term {
    if (value instanceof Term) return value;
    if (value instanceof Pointer) throw new Unknown('address used as a number');
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new Unknown('aggregate or undefined value');
    if (type.kind !== 'float') return this.machine.terms.constant(this.widthOf(type), value);
    if (!isPlainFloat(type.format)) throw new Unknown('long double');
    return this.machine.terms.constant(FLOAT_BITS[type.format], bitsOfFloat(value as number, FLOAT_BITS[type.format]));
  }

  /** The bits of a node's value. */
  bitsOf(node: Node, value: Value): Term {
    return node instanceof RegisterNode ? this.termOf(value, node.type) : this.bits(value, (node as MemoryNode).size);
  }

  /** The constant a pinned node must equal: the offset of a pointer, the bits of anything else. */
  constantOf(node: Node, value: Value): Term {
    const { terms } = this.machine;
    if (value instanceof Pointer) {
      const bits = this.machine.program.layout.pointerBits;
      return terms.constant(bits, BigInt.asUintN(bits, BigInt(value.offset as number)));
    }
    if (node instanceof RegisterNode) return this.termOf(value, node.type);
    return terms.constant((node as MemoryNode).size * 8, value as number);
  }

  /** Size of an object on this path. */
  sizeOf(object: MemoryObject): number {
    const allocations = this.path.allocations.get(object);
    if (allocations !== undefined && allocations.length > 0) return allocations[allocations.length - 1].entry.size;
    const target = this.memory.get(object);
    if (target === undefined) throw new Unknown('object of unknown size');
    return target.size;
  }

  /** When the object was made that exists at `time`; -1 when that was before the path began. */
  allocationTime(object: MemoryObject, time: number): number {
    const allocations = this.path.allocations.get(object);
    if (allocations === undefined) return -1;
    for (let i = allocations.length - 1; i >= 0; i--) if (allocations[i].time < time) return allocations[i].time;
    return -1;
  }

  /** The access an instruction made; null when it made none. */
  accessOf(run: Run, instruction: Instruction, writes: boolean): AccessEntry | null {
    let found: AccessEntry | null = null;
    for (const entries of [run.steps, run.controls]) {
      for (const entry of entries) {
        if (entry.kind === 'access' && entry.writes === writes && entry.site.instruction === instruction) found = entry;
      }
    }
    return found;
  }

  /** What bytes hold before a moment. */
  content(object: MemoryObject, offset: number, size: number, time: number, actual: Value | undefined): Reference {
    if (object.kind === 'constant') {
      const target = this.memory.get(object);
      if (target === undefined) throw new Unknown('constant that is gone');
      return { constant: target.read(offset, size, this.memory) };
    }
    const writes = this.path.writes.get(object);
    let write: Write | null = null;
    for (let i = (writes?.length ?? 0) - 1; i >= 0 && write === null; i--) {
      const each = writes![i];
      if (each.time >= time) continue;
      const { entry } = each;
      if (entry.kind === 'allocation') write = each;
      else if (typeof entry.offset !== 'number') write = each;
      else if (entry.offset < offset + size && offset < entry.offset + entry.size) write = each;
    }
    let nodes: Map<number, Node>;
    if (write !== null) nodes = write.nodes ??= new Map();
    else {
      nodes = this.path.initial.get(object) ?? new Map();
      this.path.initial.set(object, nodes);
    }
    const key = offset * 0x10_0000 + size;
    let node = write === null ? undefined : nodes.get(key);
    if (node === undefined || (node.actual === undefined && actual !== undefined)) {
      node = new MemoryNode(object, offset, size, write, actual);
      nodes.set(key, node);
    }
    return node;
  }

  /**
   * Runs an instruction's step on variables. `concrete` nodes are given their values instead. Returns its result and the
   * conditions it checked; `answers` are what the checks found, false where there are none.
   */
  replay(
    run: Run,
    instruction: Instruction,
    concrete: boolean,
    answers: readonly boolean[] = [],
  ): { value: Value; checks: readonly Term[]; operands: Node[]; pinned: Node[] } {
    const { code } = run.activation;
    let registers = this.scratch.get(code);
    if (registers === undefined) {
      registers = code.template.slice();
      this.scratch.set(code, registers);
    }
    const site = siteOf(run.segment, instruction);
    if (site === undefined || site === run.segment.controlSite) throw new Unknown('not a step');
    const operands: Node[] = [];
    const pinned: Node[] = [];
    const time = run.timeOf(instruction);
    for (const operand of operandsOf(instruction)) {
      if (operand.kind !== 'register') continue;
      const node = this.operand(run.activation, operand, time) as Node;
      if (concrete && node.isConcrete) {
        pinned.push(node);
        registers[operand.index] = node.actual!;
      } else {
        operands.push(node);
        registers[operand.index] = node.leaf(this.cells);
      }
    }
    const { machine } = this;
    const { policy, client } = machine;
    machine.policy = this.policy;
    machine.client = this.client;
    this.recorder.paused = true;
    this.checks = [];
    this.answers = answers;
    try {
      run.segment.steps[site.index](registers, this.nowhere);
    } catch (thrown) {
      if (!(thrown instanceof PathEnd)) throw thrown;
      if (answers.length === 0) throw new Unknown('fault inside an instruction');
    } finally {
      machine.policy = policy;
      machine.client = client;
      this.recorder.paused = false;
    }
    const value = instruction.result === null ? 0 : registers[instruction.result.index];
    return { value, checks: this.checks, operands, pinned };
  }

  private computeMeaning(node: Node): Meaning {
    if (node instanceof RegisterNode) return this.ofRegister(node);
    if (node instanceof MemoryNode) return this.ofMemory(node);
    throw new Unknown('no meaning');
  }

  private same(reference: Reference): Meaning {
    const operands = reference instanceof Node ? [reference] : [];
    return { value: this.valueOf(reference), operands, pinned: [] };
  }

  private ofRegister(node: RegisterNode): Meaning {
    const { run, definition } = node;
    const { activation } = run;
    const { instruction } = definition;
    if (instruction === null) return this.ofParameter(node);
    if (instruction.op === 'call' && definition.segment !== run.segment) throw new Unknown('result of a call');
    switch (instruction.op) {
      case 'phi': {
        const from = run.previous?.segment.block;
        const entry = (instruction as PhiInstruction).incoming.find((each) => each.block === from);
        if (entry === undefined) throw new Unknown('phi without a predecessor');
        return this.same(this.operand(activation, entry.value, run.timeAt(0)));
      }
      case 'load':
        return this.ofLoad(node, instruction);
      case 'alloca':
        return { value: node.actual!, operands: [], pinned: [] };
      case 'cmpxchg':
      case 'atomicrmw':
        throw new Unknown('atomic operation');
      case 'call':
        return definition.order === 0 ? this.ofReturn(node) : this.ofCallStep(node, instruction);
      case 'select':
        if (node.isPointer) return this.ofPointerSelect(node, instruction);
        break;
      case 'icmp': {
        const known = this.ofAddressComparison(node, instruction);
        if (known !== null) return known;
        break;
      }
    }
    return this.ofStep(node, instruction);
  }

  /**
   * An instruction on variables gives the same term whenever it is executed at the same depth, unless pointers come in,
   * whose objects are part of the term.
   */
  private ofStep(node: RegisterNode, instruction: Instruction): Meaning {
    const { run } = node;
    const { activation } = run;
    if (node.isPointer || !PLAIN.has(instruction.op)) return this.replay(run, instruction, false);
    const operands: Node[] = [];
    for (const operand of operandsOf(instruction)) {
      if (operand.kind !== 'register') continue;
      const source = this.register(activation, operand.index, node.time);
      const { actual } = source;
      if (typeof actual === 'object' && !(actual instanceof Term)) return this.replay(run, instruction, false);
      operands.push(source);
    }
    let values = this.values.get(instruction);
    if (values === undefined) {
      values = [];
      this.values.set(instruction, values);
    }
    let value = values[activation.depth];
    if (value === undefined) {
      value = this.replay(run, instruction, false).value;
      values[activation.depth] = value;
    }
    return { value, operands, pinned: [] };
  }

  private ofParameter({ run, definition, actual }: RegisterNode): Meaning {
    const { caller, call } = run.activation;
    if (caller === null || call === null) throw new Unknown('argument of the program');
    const instruction = call.segment.controlSite.instruction as CallInstruction;
    if (instruction.byval[definition.register] != null) return { value: actual!, operands: [], pinned: [] };
    const argument = instruction.arguments[definition.register];
    if (argument === undefined) return { value: 0, operands: [], pinned: [] };
    return this.same(this.operand(caller, argument, call.timeOf(instruction)));
  }

  private ofReturn({ run }: RegisterNode): Meaning {
    const from = run.returnedFrom;
    if (from === null) throw new Unknown('external function');
    const { instruction } = from.segment.controlSite;
    if (instruction.op !== 'ret' || instruction.value === null) return { value: 0, operands: [], pinned: [] };
    return this.same(this.operand(from.activation, instruction.value, from.timeOf(instruction)));
  }

  private ofLoad(node: RegisterNode, instruction: Extract<Instruction, { op: 'load' }>): Meaning {
    const { run, type } = node;
    const access = this.accessOf(run, instruction, false);
    if (access === null || this.widthOf(type) === 0) throw new Unknown('aggregate or undefined value');
    if (type.kind === 'float' && !isPlainFloat(type.format)) throw new Unknown('long double');
    if (typeof access.offset !== 'number') return this.ofIndexedLoad(node, instruction, access);
    const whole =
      node.actual === undefined || typeof node.actual !== 'object' || node.actual instanceof Term || node.isPointer;
    const isPlain = whole && (type.kind !== 'int' || type.bits % 8 === 0);
    const hint = isPlain ? toBits(node.actual!, type, this.machine.program.layout) : undefined;
    const source = this.content(access.object, access.offset, access.size, node.time, hint);
    const raw = this.valueOf(source) as number | Term | Pointer;
    const place = this.operand(run.activation, instruction.pointer, node.time);
    return {
      value: fromBits(raw, type, this.machine, this.nowhere),
      operands: source instanceof Node ? [source] : [],
      pinned: place instanceof Node ? [place] : [],
    };
  }

  private ofIndexedLoad(
    node: RegisterNode,
    instruction: Extract<Instruction, { op: 'load' }>,
    access: AccessEntry,
  ): Meaning {
    const { terms } = this.machine;
    const pointer = this.operand(node.run.activation, instruction.pointer, node.time);
    const place = this.valueOf(pointer);
    if (!(place instanceof Pointer)) throw new Unknown('pointer from an integer');
    const operands: Node[] = pointer instanceof Node ? [pointer] : [];
    const { object } = access;
    const size = this.sizeOf(object);
    let array: Term;
    let pinned: Node[] = [];
    if (object.kind === 'constant') array = this.memory.get(object)!.asArray(this.memory);
    else if (size > MAX_SPELT_OUT) {
      pinned = this.wordsOf(object, size, node.time);
      array = this.memory.get(object)!.asArray(this.memory);
    } else {
      array = terms.table(new Uint8Array(size));
      for (let i = 0; i < size; i++) {
        const byte = this.content(object, i, 1, node.time, undefined);
        if (byte instanceof Node) operands.push(byte);
        const value = this.valueOf(byte);
        if (value instanceof Pointer) throw new Unknown('address used as a number');
        array = terms.store(
          array,
          terms.constant(32, i),
          value instanceof Term ? value : terms.constant(8, value as number),
        );
      }
    }
    const whole = place.offset instanceof Term ? place.offset : this.constantOf(node, place);
    const index = whole.width > 32 ? terms.extract(whole, 0, 32) : whole;
    let result = terms.read(array, index);
    for (let i = 1; i < access.size; i++) {
      result = terms.concat(terms.read(array, terms.add(index, terms.constant(32, i))), result);
    }
    const raw = result.kind === 0 ? result.value : result;
    return { value: fromBits(raw, node.type, this.machine, this.nowhere), operands, pinned };
  }

  /** A large object that is not written any more, word by word, to be pinned: a table that the program has filled in. */
  private wordsOf(object: MemoryObject, size: number, time: number): Node[] {
    const writes = this.path.writes.get(object);
    const target = this.memory.get(object);
    if (target === undefined || !target.alive || size > MAX_PINNED)
      throw new Unknown('symbolic index into a large object');
    if (writes !== undefined && writes.length > 0 && writes[writes.length - 1].time >= time) {
      throw new Unknown('symbolic index into a large object that changes');
    }
    const words: Node[] = [];
    const step = this.machine.program.layout.pointerBits / 8;
    for (let offset = 0; offset < size; offset += step) {
      const length = Math.min(step, size - offset);
      const value = target.read(offset, length, this.memory);
      // Other objects may be at other addresses on other paths.
      if (value instanceof Pointer && !FIXED.has(value.object.kind)) throw new Unknown('address used as a number');
      const word = this.content(object, offset, length, time, value);
      if (word instanceof Node) words.push(word);
    }
    return words;
  }

  private ofPointerSelect(node: RegisterNode, instruction: Extract<Instruction, { op: 'select' }>): Meaning {
    const { run, time } = node;
    const { activation } = run;
    const condition = this.operand(activation, instruction.condition, time);
    const bit = this.actualOf(condition);
    let taken: boolean;
    if (typeof bit === 'number') taken = bit === 1;
    else {
      const decision = run.entriesOf(instruction).find((entry) => entry.kind === 'decision');
      if (decision === undefined || decision.kind !== 'decision') {
        const { value, operands, pinned } = this.replay(run, instruction, false);
        return { value, operands, pinned };
      }
      taken = decision.value;
    }
    return this.same(this.operand(activation, taken ? instruction.ifTrue : instruction.ifFalse, time));
  }

  /** Whether two different objects, or an object and null, are at the same address does not depend on where they are. */
  private ofAddressComparison(node: RegisterNode, instruction: Extract<Instruction, { op: 'icmp' }>): Meaning | null {
    const left = this.operand(node.run.activation, instruction.left, node.time);
    const right = this.operand(node.run.activation, instruction.right, node.time);
    const [x, y] = [this.actualOf(left), this.actualOf(right)];
    if (!(x instanceof Pointer) && !(y instanceof Pointer)) return null;
    if (x instanceof Pointer && y instanceof Pointer && x.object === y.object) return null;
    if (instruction.predicate !== 'eq' && instruction.predicate !== 'ne') throw new Unknown('address used as a number');
    const pinned: Node[] = [];
    for (const side of [left, right]) {
      const actual = this.actualOf(side);
      if (side instanceof Node) {
        if (!side.isConcrete) throw new Unknown('address used as a number');
        pinned.push(side);
      }
      if (actual instanceof Pointer) {
        const inside =
          typeof actual.offset === 'number' && actual.offset >= 0 && actual.offset <= this.sizeOf(actual.object);
        if (!inside) throw new Unknown('address used as a number');
      } else if (actual !== 0) throw new Unknown('address used as a number');
    }
    return { value: node.actual!, operands: [], pinned };
  }

  private ofCallStep(node: RegisterNode, instruction: CallInstruction): Meaning {
    const name = directCallee(instruction)?.name ?? '';
    const { actual, run } = node;
    switch (name) {
      case '__pf_input':
      case '__pf_input_float':
      case '__pf_input_double':
        if (!(actual instanceof Term)) throw new Unknown('input');
        return { value: actual, operands: this.guards(actual), pinned: [] };
      case '__pf_alloc':
      case '__pf_alloc_zeroed':
      case '__pf_object_size':
      case '__pf_concretize':
        return { value: actual!, operands: [], pinned: [] };
    }
    const pure = name.startsWith('llvm.') ? !EFFECTS.test(name) : PURE_PRIMITIVES.has(name);
    if (!pure) throw new Unknown(`result of ${name}`);
    const { value, operands, pinned } = this.replay(run, instruction, false);
    return { value, operands, pinned };
  }

  /** An input that is still to be made is any value at all, provided no earlier input has its name. */
  guards(term: Term): Node[] {
    const names = new Set<string>();
    const work = [term];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      if (each.name !== '') names.add(each.name);
      for (const child of [each.a, each.b, each.c]) if (child !== null) work.push(child);
    }
    return [...names].map((name) => new GuardNode(this.cells.inputMade(name)));
  }

  private ofMemory(node: MemoryNode): Meaning {
    const { write, offset, size } = node;
    if (write === null) throw new Unknown('initial contents');
    const { entry, run, time } = write;
    if (entry.kind === 'allocation') {
      const { instruction } = entry.site;
      if (instruction.op === 'call' && (directCallee(instruction)?.name ?? '').startsWith('llvm.va_start')) {
        throw new Unknown('variable arguments');
      }
      return { value: 0, operands: [], pinned: [] };
    }
    if (typeof entry.offset !== 'number') throw new Unknown('store at a symbolic index');
    const start = Math.max(offset, entry.offset);
    const end = Math.min(offset + size, entry.offset + entry.size);
    if (start === offset && end === offset + size) {
      return this.written(run, entry, start - entry.offset, size, time, node.actual);
    }
    // Bytes from before, from the write, and from before again, lowest first.
    const operands: Node[] = [];
    const pieces: Term[] = [];
    const pinned: Node[] = [];
    const addBefore = (from: number, to: number): void => {
      if (to <= from) return;
      const before = this.content(node.object, from, to - from, time, undefined);
      if (before instanceof Node) operands.push(before);
      pieces.push(this.bits(this.valueOf(before), to - from));
    };
    addBefore(offset, start);
    const part = this.written(run, entry, start - entry.offset, end - start, time, undefined);
    operands.push(...part.operands);
    pinned.push(...part.pinned);
    pieces.push(this.bits(part.value, end - start));
    addBefore(end, offset + size);
    const value = pieces.reduce((low, high) => this.machine.terms.concat(high, low));
    return { value, operands, pinned };
  }

  private bits(value: Value, size: number): Term {
    if (value instanceof Term) return value;
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new Unknown('address used as a number');
    return this.machine.terms.constant(size * 8, value);
  }

  /** Bytes [at, at + size) of what a write wrote. */
  private written(
    run: Run,
    entry: AccessEntry,
    at: number,
    size: number,
    time: number,
    actual: Value | undefined,
  ): Meaning {
    const { terms } = this.machine;
    const { instruction } = entry.site;
    if (instruction.op === 'store') {
      const source = this.operand(run.activation, instruction.value, time);
      const value = this.valueOf(source);
      const operands = source instanceof Node ? [source] : [];
      if (at === 0 && size === entry.size && value instanceof Pointer) return { value, operands, pinned: [] };
      const bits = this.termOf(value, instruction.value.type);
      const whole = bits.width < entry.size * 8 ? terms.zext(bits, entry.size * 8) : bits;
      return { value: terms.extract(whole, at * 8, size * 8), operands, pinned: [] };
    }
    if (instruction.op !== 'call') throw new Unknown(`bytes written by ${instruction.op}`);
    const name = directCallee(instruction)?.name ?? '';
    const isCopy = name.startsWith('llvm.memcpy') || name.startsWith('llvm.memmove');
    if (isCopy || instruction === run.segment.controlSite.instruction) {
      const entries = run.entriesOf(instruction);
      const source = entries[entries.lastIndexOf(entry) - 1];
      if (
        source?.kind !== 'access' ||
        source.writes ||
        source.size !== entry.size ||
        typeof source.offset !== 'number'
      ) {
        throw new Unknown('copy from an unknown place');
      }
      return this.same(this.content(source.object, source.offset + at, size, time, actual));
    }
    if (name.startsWith('llvm.memset')) {
      const source = this.operand(run.activation, instruction.arguments[1], time);
      const byte = this.termOf(this.valueOf(source), instruction.arguments[1].type);
      let value = byte;
      for (let i = 1; i < size; i++) value = terms.concat(byte, value);
      return { value, operands: source instanceof Node ? [source] : [], pinned: [] };
    }
    if (name === '__pf_make_symbolic') return this.madeSymbolic(run, entry, at, size);
    throw new Unknown(`bytes written by ${name}`);
  }

  private madeSymbolic(run: Run, entry: AccessEntry, at: number, size: number): Meaning {
    const { terms } = this.machine;
    const index = run.steps.lastIndexOf(entry);
    const first = run.steps[index - 2];
    // A buffer inside a larger object is accessed twice: before its input is made, and to write the bytes.
    const again = first?.kind === 'access' && first.site === entry.site && run.steps[index - 1].kind === 'input';
    const input = run.steps[again ? index - 1 : index + 1];
    if (input?.kind !== 'input') throw new Unknown('input');
    const { term } = input;
    let value: Term;
    if (term.width > 0) value = terms.extract(term, at * 8, size * 8);
    else {
      value = terms.read(term, terms.constant(32, at));
      for (let i = 1; i < size; i++) value = terms.concat(terms.read(term, terms.constant(32, at + i)), value);
    }
    return { value, operands: this.guards(term), pinned: [] };
  }
}
