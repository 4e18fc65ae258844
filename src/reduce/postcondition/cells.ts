/**
 * Variables that stand for parts of a state at a location: a register of a frame (frames are counted from the outermost,
 * so the number means the same on every path that gets there), bytes of a named object, whether an object exists, whether
 * an input was made. A pointer is two variables, the number of its object and its offset, because addresses differ
 * between paths where nothing else does.
 */
import { bitsOfFloat } from '../../expr/float-meaning.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';

export type CellPart = 'value' | 'object' | 'offset';
const PART_NUMBER = { value: 0, object: 1, offset: 2 } as const satisfies Record<CellPart, number>;

export type CellKind = 'register' | 'memory' | 'status' | 'input';

/** One shape for all kinds: they are read at every check. */
export class NamedCell {
  constructor(
    readonly kind: CellKind,
    readonly part: CellPart,
    readonly width: number,
    readonly isFloat: boolean,
    /** Of a register. */
    readonly depth: number,
    readonly register: number,
    /** Of bytes, or whose existence it is. */
    readonly object: MemoryObject | null,
    readonly offset: number,
    readonly size: number,
    /** Of an input. */
    readonly input: string,
  ) {}
}

const NO_OBJECT = 0xffff_ffff;
const GONE = 0xffff_fffe;
const FREED = 0xffff_fffd;

export class Cells {
  /** By the id of the variable's term. */
  private readonly cells: (NamedCell | undefined)[] = [];
  private readonly registers = new Map<number, Term>();
  private readonly bytes: (Map<number, Term> | undefined)[] = [];
  private readonly statuses: (Term | undefined)[] = [];
  private readonly inputs = new Map<string, Term>();
  private readonly pointerBits: number;
  private stamps = new Int32Array(4096);
  private generation = 0;

  constructor(private readonly machine: Machine) {
    this.pointerBits = machine.program.layout.pointerBits;
  }

  register(depth: number, register: number, part: CellPart, width: number, isFloat: boolean): Term {
    const bits = part === 'value' ? width : this.partWidth(part);
    const place = depth * 0x1_0000 + register;
    const key = ((place * 4 + PART_NUMBER[part]) * 2 + (isFloat ? 1 : 0)) * 1024 + bits;
    let variable = this.registers.get(key);
    if (variable === undefined) {
      const name = `@r${depth}.${register}.${part}:${bits}${isFloat ? 'f' : ''}`;
      variable = this.make(name, new NamedCell('register', part, bits, isFloat, depth, register, null, 0, 0, ''));
      this.registers.set(key, variable);
    }
    return variable;
  }

  memory(object: MemoryObject, offset: number, size: number, part: CellPart): Term {
    let known = this.bytes[object.id];
    if (known === undefined) {
      known = new Map();
      this.bytes[object.id] = known;
    }
    const key = (offset * 0x10_0000 + size) * 4 + PART_NUMBER[part];
    let variable = known.get(key);
    if (variable === undefined) {
      const bits = part === 'value' ? size * 8 : this.partWidth(part);
      const name = `@m${object.id}.${offset}.${size}.${part}`;
      variable = this.make(name, new NamedCell('memory', part, bits, false, 0, 0, object, offset, size, ''));
      known.set(key, variable);
    }
    return variable;
  }

  /** The size of a living object; other numbers for one that does not exist or was freed. */
  status(object: MemoryObject): Term {
    let variable = this.statuses[object.id];
    if (variable === undefined) {
      variable = this.make(`@s${object.id}`, new NamedCell('status', 'value', 32, false, 0, 0, object, 0, 0, ''));
      this.statuses[object.id] = variable;
    }
    return variable;
  }

  /** 1 once an input of this name was made. */
  inputMade(input: string): Term {
    let variable = this.inputs.get(input);
    if (variable === undefined) {
      variable = this.make(`@i${input}`, new NamedCell('input', 'value', 1, false, 0, 0, null, 0, 0, input));
      this.inputs.set(input, variable);
    }
    return variable;
  }

  cellOf(variable: Term): NamedCell | undefined {
    return this.cells[variable.id];
  }

  private partWidth(part: CellPart): number {
    return part === 'object' ? 32 : this.pointerBits;
  }

  private make(name: string, cell: NamedCell): Term {
    const variable = this.machine.terms.variable(name, cell.width);
    this.cells[variable.id] = cell;
    return variable;
  }

  /** The cell variables in some terms, each once. */
  variablesOf(terms: readonly Term[]): Term[] {
    const generation = ++this.generation;
    const found: Term[] = [];
    const work = [...terms];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      const { id, a, b, c } = each;
      if (id >= this.stamps.length) this.grow(id);
      if (this.stamps[id] === generation) continue;
      this.stamps[id] = generation;
      if (each.kind === Kind.variable && this.cells[id] !== undefined) found.push(each);
      if (a !== null) work.push(a);
      if (b !== null) work.push(b);
      if (c !== null) work.push(c);
    }
    return found;
  }

  private grow(id: number): void {
    const stamps = new Int32Array(Math.max(id + 1, this.stamps.length * 2));
    stamps.set(this.stamps);
    this.stamps = stamps;
  }

  /** What a cell holds in a state, as the machine keeps it; undefined when nothing of that kind is there. */
  raw(state: State, cell: NamedCell): Value | undefined {
    switch (cell.kind) {
      case 'register': {
        let frame: Frame | null = state.frame;
        while (frame !== null && frame.depth !== cell.depth) frame = frame.caller;
        return frame === null ? undefined : frame.registers[cell.register];
      }
      case 'memory': {
        const target = state.memory.get(cell.object!);
        if (target === undefined || !target.alive || cell.offset + cell.size > target.size) return undefined;
        return target.read(cell.offset, cell.size, state.memory);
      }
      case 'status': {
        const target = state.memory.get(cell.object!);
        return target === undefined ? GONE : target.alive ? target.size : FREED;
      }
      case 'input': {
        for (let link = state.inputs; link !== null; link = link.rest) if (link.item.name === cell.input) return 1;
        return 0;
      }
    }
  }

  /** A raw value as the bits the cell's variable stands for; null when it has none. */
  bitsOf(cell: NamedCell, value: Value | undefined): Scalar | Term | null {
    const { part, width } = cell;
    if (value instanceof Pointer) {
      if (part === 'value') return null;
      if (part === 'object') return value.object.id;
      const { offset } = value;
      if (typeof offset !== 'number') return offset;
      return offset >= 0 ? offset : this.machine.terms.constant(width, BigInt.asUintN(width, BigInt(offset))).value;
    }
    if (part !== 'value') return part === 'object' ? NO_OBJECT : null;
    if (value instanceof Term) return value.width === width ? value : null;
    if (typeof value === 'number') return cell.isFloat ? bitsOfFloat(value, width) : value;
    return typeof value === 'bigint' ? value : null;
  }
}
