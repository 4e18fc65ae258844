/** What a path holds, moment by moment: registers, contents of memory, sizes, accesses; as nodes, values and bits. */
import { bitsOfFloat } from '../../expr/float-meaning.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import { isPlainFloat } from '../../machine/semantics/coerce.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import { FLOAT_BITS, type Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import type { AccessEntry } from '../../trace/log.ts';
import type { Cells } from './cells.ts';
import type { Definitions } from './definitions.ts';
import { type Meaning, MemoryNode, Node, RegisterNode, Unknown } from './nodes.ts';
import type { Activation, Path, SegmentRun, Write } from './path.ts';

/** An operand: a node, or a constant. */
export type Reference = Node | { readonly constant: Value };

export class PathValues {
  /** Memory of the path when it ended: for constants and sizes. */
  memory!: Memory;

  constructor(
    private readonly machine: Machine,
    private readonly definitions: Definitions,
    readonly cells: Cells,
    readonly path: Path,
  ) {}

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

  widthOf(type: Type): number {
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

  /** Something that is what another is. */
  same(reference: Reference): Meaning {
    const operands = reference instanceof Node ? [reference] : [];
    return { value: this.valueOf(reference), operands, pinned: [] };
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
  accessOf(run: SegmentRun, instruction: Instruction, writes: boolean): AccessEntry | null {
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

  bits(value: Value, size: number): Term {
    if (value instanceof Term) return value;
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new Unknown('address used as a number');
    return this.machine.terms.constant(size * 8, value);
  }
}
