/**
 * Variables that stand for parts of a state at a location: a register of a frame (frames are counted from the outermost,
 * so the number means the same on every path that gets there), bytes of a named object, whether an object exists, whether
 * an input was made. A pointer is two variables, the number of its object and its offset, because addresses differ
 * between paths where nothing else does.
 */
import { bitsOfFloat } from '../../expr/float-meaning.ts';
import { Kind } from '../../expr/kinds.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import { offsetTerm } from '../../machine/semantics/integer.ts';
import type { Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';

export type CellPart = 'value' | 'object' | 'offset';

export interface RegisterCell {
  readonly kind: 'register';
  readonly depth: number;
  readonly register: number;
  readonly part: CellPart;
  readonly width: number;
  readonly isFloat: boolean;
}
export interface MemoryCell {
  readonly kind: 'memory';
  readonly object: MemoryObject;
  readonly offset: number;
  readonly size: number;
  readonly part: CellPart;
}
export interface StatusCell {
  readonly kind: 'status';
  readonly object: MemoryObject;
}
export interface InputCell {
  readonly kind: 'input';
  readonly name: string;
}
export type Cell = RegisterCell | MemoryCell | StatusCell | InputCell;

const NO_OBJECT = 0xffff_ffff;
const GONE = 0xffff_fffe;
const FREED = 0xffff_fffd;

export class Cells {
  private readonly cells = new Map<Term, Cell>();
  private readonly variables = new Map<string, Term>();
  private readonly variablesByTerm = new Map<Term, readonly Term[]>();
  private readonly pointerBits: number;

  constructor(private readonly machine: Machine) {
    this.pointerBits = machine.program.layout.pointerBits;
  }

  register(depth: number, register: number, part: CellPart, width: number, isFloat: boolean): Term {
    const bits = part === 'value' ? width : this.partWidth(part);
    const name = `@r${depth}.${register}.${part}:${bits}${isFloat ? 'f' : ''}`;
    return (
      this.variables.get(name) ??
      this.make(name, bits, { kind: 'register', depth, register, part, width: bits, isFloat })
    );
  }

  memory(object: MemoryObject, offset: number, size: number, part: CellPart): Term {
    const bits = part === 'value' ? size * 8 : this.partWidth(part);
    const name = `@m${object.id}.${offset}.${size}.${part}`;
    return this.variables.get(name) ?? this.make(name, bits, { kind: 'memory', object, offset, size, part });
  }

  /** The size of a living object; other numbers for one that does not exist or was freed. */
  status(object: MemoryObject): Term {
    const name = `@s${object.id}`;
    return this.variables.get(name) ?? this.make(name, 32, { kind: 'status', object });
  }

  /** 1 once an input of this name was made. */
  inputMade(input: string): Term {
    const name = `@i${input}`;
    return this.variables.get(name) ?? this.make(name, 1, { kind: 'input', name: input });
  }

  cellOf(variable: Term): Cell | undefined {
    return this.cells.get(variable);
  }

  private partWidth(part: CellPart): number {
    return part === 'object' ? 32 : this.pointerBits;
  }

  private make(name: string, width: number, cell: Cell): Term {
    const variable = this.machine.terms.variable(name, width);
    this.variables.set(name, variable);
    this.cells.set(variable, cell);
    return variable;
  }

  /** The cell variables in a term. */
  variablesOf(term: Term): readonly Term[] {
    const known = this.variablesByTerm.get(term);
    if (known !== undefined) return known;
    const found: Term[] = [];
    const seen = new Set<Term>();
    const work = [term];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      if (seen.has(each)) continue;
      seen.add(each);
      if (each.kind === Kind.variable && this.cells.has(each)) found.push(each);
      for (const child of [each.a, each.b, each.c]) if (child !== null) work.push(child);
    }
    this.variablesByTerm.set(term, found);
    return found;
  }

  freedStatus(): Term {
    return this.machine.terms.constant(32, FREED);
  }

  /** What the variable stands for in a state; null when nothing of that kind is there. */
  read(state: State, variable: Term): Term | null {
    const cell = this.cells.get(variable)!;
    const { terms } = this.machine;
    switch (cell.kind) {
      case 'register': {
        let frame: Frame | null = state.frame;
        while (frame !== null && frame.depth !== cell.depth) frame = frame.caller;
        return frame === null ? null : this.part(frame.registers[cell.register], cell.part, cell.width, cell.isFloat);
      }
      case 'memory': {
        const target = state.memory.get(cell.object);
        if (target === undefined || !target.alive || cell.offset + cell.size > target.size) return null;
        return this.part(target.read(cell.offset, cell.size, state.memory), cell.part, cell.size * 8, false);
      }
      case 'status': {
        const target = state.memory.get(cell.object);
        return terms.constant(32, target === undefined ? GONE : target.alive ? target.size : FREED);
      }
      case 'input': {
        for (let link = state.inputs; link !== null; link = link.rest) {
          if (link.item.name === cell.name) return terms.constant(1, 1);
        }
        return terms.constant(1, 0);
      }
    }
  }

  private part(value: Value | undefined, part: CellPart, width: number, isFloat: boolean): Term | null {
    const { terms } = this.machine;
    if (value instanceof Pointer) {
      if (part === 'value') return null;
      return part === 'object' ? terms.constant(32, value.object.id) : offsetTerm(this.machine, value);
    }
    if (part === 'object') return terms.constant(32, NO_OBJECT);
    if (part === 'offset') return null;
    if (value instanceof Term) return value.width === width ? value : null;
    if (typeof value === 'number') return terms.constant(width, isFloat ? bitsOfFloat(value, width) : value);
    return typeof value === 'bigint' ? terms.constant(width, value) : null;
  }
}
