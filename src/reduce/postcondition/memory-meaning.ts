/** What loads give and what bytes in memory hold, in terms of what was written before. */
import { directCallee } from '../../analysis/call-graph.ts';
import { Term } from '../../expr/term.ts';
import { visitOnce } from '../../expr/walk.ts';
import type { Machine } from '../../machine/machine.ts';
import { fromBits, isPlainFloat, toBits } from '../../machine/semantics/coerce.ts';
import { type MemoryObject, type ObjectKind, Pointer, type Value } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { AccessEntry } from '../../trace/log.ts';
import type { Cells } from './cells.ts';
import { GuardNode, type Meaning, type MemoryNode, Node, type RegisterNode, Unknown } from './nodes.ts';
import type { SegmentRun } from './path.ts';
import type { PathValues } from './path-values.ts';
import type { Replay } from './replay.ts';

type Load = Extract<Instruction, { op: 'load' }>;

/** Largest object that is spelt out byte by byte for a read at a symbolic index. */
const MOST_BYTES_SPELT_OUT = 64;

/** Objects that are at the same address on every path. */
const FIXED: ReadonlySet<ObjectKind> = new Set(['function', 'global', 'constant'] as const);
/** Largest object that is pinned as a whole for the same reason. */
const MOST_BYTES_PINNED = 1024;

export class MemoryMeanings {
  constructor(
    private readonly machine: Machine,
    private readonly values: PathValues,
    private readonly replay: Replay,
  ) {}

  ofLoad(node: RegisterNode, instruction: Load): Meaning {
    const { run, type } = node;
    const access = this.values.accessOf(run, instruction, false);
    if (access === null || this.values.widthOf(type) === 0) throw new Unknown('aggregate or undefined value');
    if (type.kind === 'float' && !isPlainFloat(type.format)) throw new Unknown('long double');
    if (typeof access.offset !== 'number') return this.ofIndexedLoad(node, instruction, access);
    const whole =
      node.actual === undefined || typeof node.actual !== 'object' || node.actual instanceof Term || node.isPointer;
    const isPlain = whole && (type.kind !== 'int' || type.bits % 8 === 0);
    const hint = isPlain ? toBits(node.actual!, type, this.machine.program.layout) : undefined;
    const source = this.values.content(access.object, access.offset, access.size, node.time, hint);
    const raw = this.values.valueOf(source) as number | Term | Pointer;
    const place = this.values.operand(run.activation, instruction.pointer, node.time);
    return {
      value: fromBits(raw, type, this.machine, this.replay.nowhere),
      operands: source instanceof Node ? [source] : [],
      pinned: place instanceof Node ? [place] : [],
    };
  }

  private ofIndexedLoad(node: RegisterNode, instruction: Load, access: AccessEntry): Meaning {
    const { terms } = this.machine;
    const pointer = this.values.operand(node.run.activation, instruction.pointer, node.time);
    const place = this.values.valueOf(pointer);
    if (!(place instanceof Pointer)) throw new Unknown('pointer from an integer');
    const operands: Node[] = pointer instanceof Node ? [pointer] : [];
    const { object } = access;
    const size = this.values.sizeOf(object);
    let array: Term;
    let pinned: Node[] = [];
    if (object.kind === 'constant') array = this.values.memory.get(object)!.asArray(this.values.memory);
    else if (size > MOST_BYTES_SPELT_OUT) {
      pinned = this.wordsOf(object, size, node.time);
      array = this.values.memory.get(object)!.asArray(this.values.memory);
    } else {
      array = terms.table(new Uint8Array(size));
      for (let i = 0; i < size; i++) {
        const byte = this.values.content(object, i, 1, node.time, undefined);
        if (byte instanceof Node) operands.push(byte);
        const value = this.values.valueOf(byte);
        if (value instanceof Pointer) throw new Unknown('address used as a number');
        array = terms.store(
          array,
          terms.constant(32, i),
          value instanceof Term ? value : terms.constant(8, value as number),
        );
      }
    }
    const whole = place.offset instanceof Term ? place.offset : this.values.constantOf(node, place);
    const index = whole.width > 32 ? terms.extract(whole, 0, 32) : whole;
    let result = terms.read(array, index);
    for (let i = 1; i < access.size; i++) {
      result = terms.concat(terms.read(array, terms.add(index, terms.constant(32, i))), result);
    }
    const raw = result.kind === 0 ? result.value : result;
    return { value: fromBits(raw, node.type, this.machine, this.replay.nowhere), operands, pinned };
  }

  /** A large object that is not written any more, word by word, to be pinned: a table that the program has filled in. */
  private wordsOf(object: MemoryObject, size: number, time: number): Node[] {
    const writes = this.values.path.writes.get(object);
    const target = this.values.memory.get(object);
    if (target === undefined || !target.alive || size > MOST_BYTES_PINNED)
      throw new Unknown('symbolic index into a large object');
    if (writes !== undefined && writes.length > 0 && writes[writes.length - 1].time >= time) {
      throw new Unknown('symbolic index into a large object that changes');
    }
    const words: Node[] = [];
    const step = this.machine.program.layout.pointerBits / 8;
    for (let offset = 0; offset < size; offset += step) {
      const length = Math.min(step, size - offset);
      const value = target.read(offset, length, this.values.memory);
      // Other objects may be at other addresses on other paths.
      if (value instanceof Pointer && !FIXED.has(value.object.kind)) throw new Unknown('address used as a number');
      const word = this.values.content(object, offset, length, time, value);
      if (word instanceof Node) words.push(word);
    }
    return words;
  }

  ofMemory(node: MemoryNode): Meaning {
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
      const before = this.values.content(node.object, from, to - from, time, undefined);
      if (before instanceof Node) operands.push(before);
      pieces.push(this.values.bits(this.values.valueOf(before), to - from));
    };
    addBefore(offset, start);
    const part = this.written(run, entry, start - entry.offset, end - start, time, undefined);
    operands.push(...part.operands);
    pinned.push(...part.pinned);
    pieces.push(this.values.bits(part.value, end - start));
    addBefore(end, offset + size);
    const value = pieces.reduce((low, high) => this.machine.terms.concat(high, low));
    return { value, operands, pinned };
  }

  /** Bytes [at, at + size) of what a write wrote. */
  private written(
    run: SegmentRun,
    entry: AccessEntry,
    at: number,
    size: number,
    time: number,
    actual: Value | undefined,
  ): Meaning {
    const { terms } = this.machine;
    const { instruction } = entry.site;
    if (instruction.op === 'store') {
      const source = this.values.operand(run.activation, instruction.value, time);
      const value = this.values.valueOf(source);
      const operands = source instanceof Node ? [source] : [];
      if (at === 0 && size === entry.size && value instanceof Pointer) return { value, operands, pinned: [] };
      const bits = this.values.termOf(value, instruction.value.type);
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
      return this.values.same(this.values.content(source.object, source.offset + at, size, time, actual));
    }
    if (name.startsWith('llvm.memset')) {
      const source = this.values.operand(run.activation, instruction.arguments[1], time);
      const byte = this.values.termOf(this.values.valueOf(source), instruction.arguments[1].type);
      let value = byte;
      for (let i = 1; i < size; i++) value = terms.concat(byte, value);
      return { value, operands: source instanceof Node ? [source] : [], pinned: [] };
    }
    if (name === '__pf_make_symbolic') return this.madeSymbolic(run, entry, at, size);
    throw new Unknown(`bytes written by ${name}`);
  }

  private madeSymbolic(run: SegmentRun, entry: AccessEntry, at: number, size: number): Meaning {
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
    return { value, operands: guardsOf(term, this.values.cells), pinned: [] };
  }
}

/** An input that is still to be made is any value at all, provided no earlier input has its name. */
export function guardsOf(term: Term, cells: Cells): Node[] {
  const names = new Set<string>();
  visitOnce([term], ({ name }) => {
    if (name !== '') names.add(name);
  });
  return [...names].map((name) => new GuardNode(cells.inputMade(name)));
}
