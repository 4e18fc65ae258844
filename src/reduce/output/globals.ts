/** What a global variable holds when the program ends, in the shape that its declaration gives it. */
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { ObjectState } from '../../machine/memory/object-state.ts';
import { nameOf, variablePointer } from '../../machine/semantics/observe.ts';
import type { State } from '../../machine/state.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import { type DebugType, stripType } from '../../program/debug.ts';
import type { GlobalVariable } from '../../program/program.ts';
import { globalName } from './library-state.ts';

export type FinalValue = FinalNumber | FinalText | FinalPointer | FinalList;
export interface FinalNumber {
  readonly kind: 'int' | 'float';
  readonly bits: number;
  readonly signed: boolean;
  readonly value: Scalar | Term;
}
/** Characters, or bytes without a better shape. */
export interface FinalText {
  readonly kind: 'text';
  readonly bytes: readonly (number | Term)[];
}
/** `target` names the object; null for a null pointer. An object without a name is shown by what it holds, where it is met first. */
export interface FinalPointer {
  readonly kind: 'pointer';
  readonly target: string | null;
  readonly offset: number | Term;
  readonly contents: FinalValue | null;
}
/** An array, or a struct: then the members have names. */
export interface FinalList {
  readonly kind: 'list';
  readonly members: readonly { readonly name: string | null; readonly value: FinalValue }[];
}

export interface FinalGlobal {
  readonly name: string;
  readonly value: FinalValue;
}

export interface FinalGlobals {
  readonly values: readonly FinalGlobal[];
  /** What pointers in them lead to, as far as it was looked at. */
  readonly behind: readonly MemoryObject[];
}

export function finalGlobals(globals: readonly GlobalVariable[], state: State, machine: Machine): FinalGlobals {
  const behind = new Map<MemoryObject, string>();
  const values = globals.flatMap((global) => {
    const object = state.memory.get(machine.image.objectOf(global));
    if (object === undefined) return [];
    const name = globalName(global);
    const reader = new Reader(object, name, state, machine, behind);
    return [{ name, value: reader.read(global.debug?.type ?? null, 0, object.size) }];
  });
  return { values, behind: [...behind.keys()] };
}

class Reader {
  constructor(
    private readonly object: ObjectState,
    private readonly name: string,
    private readonly state: State,
    private readonly machine: Machine,
    /** Objects without a name, and which variable led to them first and as the how manieth. */
    private readonly behind: Map<MemoryObject, string>,
  ) {}

  read(declared: DebugType | null, at: number, size: number): FinalValue {
    const type = declared === null ? null : stripType(declared);
    switch (type?.kind) {
      case 'base':
        if (type.encoding === 'float' && (size === 4 || size === 8)) return this.number('float', at, size, true);
        if (size <= 8) return this.number('int', at, size, type.encoding.startsWith('signed'));
        return this.text(at, size);
      case 'enum':
        return this.number('int', at, size, true);
      case 'pointer':
        return this.pointer(at, size, type.target);
      case 'array': {
        const [length, ...inner] = type.lengths;
        const element: DebugType = inner.length === 0 ? type.element : { ...type, lengths: inner };
        const count = length ?? 0;
        if (count === 0 || (inner.length === 0 && isByte(element))) return this.raw(null, at, size);
        const each = size / count;
        const members = Array.from({ length: count }, (_, i) => ({
          name: null,
          value: this.read(element, at + i * each, each),
        }));
        return { kind: 'list', members };
      }
      case 'struct': {
        const members = type.fields.map((field) => ({
          name: field.name,
          value: field.bitField
            ? this.bitField(field.type, at, field.offsetBits, field.bits)
            : this.read(field.type, at + field.offsetBits / 8, field.bits / 8),
        }));
        return { kind: 'list', members };
      }
      default:
        return this.raw(type ?? null, at, size);
    }
  }

  /** Bytes without a shape, and between them the pointers that were stored there. */
  private raw(type: DebugType | null, at: number, size: number): FinalValue {
    const { pointerBytes } = this.machine.program.layout;
    const members: FinalList['members'][number][] = [];
    let from = at;
    for (let place = at; place + pointerBytes <= at + size; place++) {
      const pointer = this.object.cellAt(place)?.value;
      if (!(pointer instanceof Pointer)) continue;
      if (place > from) members.push({ name: null, value: this.text(from, place - from) });
      members.push({ name: null, value: this.target(pointer, targetAt(type, place - at)) });
      from = place + pointerBytes;
      place = from - 1;
    }
    if (from === at) return this.text(at, size);
    if (from < at + size) members.push({ name: null, value: this.text(from, at + size - from) });
    return members.length === 1 ? members[0].value : { kind: 'list', members };
  }

  private number(kind: 'int' | 'float', at: number, size: number, signed: boolean): FinalNumber {
    const value = this.bits(at, size);
    return { kind, bits: 8 * size, signed, value };
  }

  private bits(at: number, size: number): Scalar | Term {
    const { terms } = this.machine;
    const bytes = this.bytes(at, size);
    if (!this.machine.program.layout.bigEndian) bytes.reverse();
    if (bytes.every((byte) => typeof byte === 'number')) {
      return fromBigInt(bytes.reduce<bigint>((all, byte) => (all << 8n) | BigInt(byte as number), 0n));
    }
    const parts = bytes.map((byte) => (byte instanceof Term ? byte : terms.constant(8, byte)));
    return parts.reduce((all, byte) => terms.concat(all, byte));
  }

  private bitField(declared: DebugType, at: number, offsetBits: number, bits: number): FinalValue {
    const type = stripType(declared);
    const first = Math.floor(offsetBits / 8);
    const size = Math.ceil((offsetBits + bits) / 8) - first;
    if (this.machine.program.layout.bigEndian) return this.text(at + first, size);
    const whole = this.bits(at + first, size);
    const low = offsetBits - first * 8;
    const value =
      whole instanceof Term
        ? this.machine.terms.extract(whole, low, bits)
        : fromBigInt(BigInt.asUintN(bits, BigInt(whole) >> BigInt(low)));
    const signed = type.kind === 'base' && type.encoding.startsWith('signed');
    return { kind: 'int', bits, signed, value };
  }

  private bytes(at: number, size: number): (number | Term)[] {
    return Array.from({ length: size }, (_, i) => this.object.readByte(at + i, this.state.memory));
  }

  private text(at: number, size: number): FinalText {
    return { kind: 'text', bytes: this.bytes(at, size) };
  }

  private pointer(at: number, size: number, declared: DebugType): FinalValue {
    const cell = this.object.cellAt(at);
    if (cell !== null && cell.value instanceof Pointer) return this.target(cell.value, declared);
    const value = this.bits(at, size);
    if (value === 0) return { kind: 'pointer', target: null, offset: 0, contents: null };
    return { kind: 'int', bits: 8 * size, signed: false, value };
  }

  private target({ object, offset }: Pointer, declared: DebugType): FinalPointer {
    const pointer = { kind: 'pointer', offset, contents: null } as const;
    const known = variablePointer(object) ?? nameOf(this.state, object) ?? this.behind.get(object);
    const target = this.state.memory.get(object);
    if (object.kind === 'function') return { ...pointer, target: object.label };
    if (target === undefined || !target.alive) return { ...pointer, target: `${known ?? object.kind} that is gone` };
    if (known !== undefined) return { ...pointer, target: known };
    this.behind.set(object, `object ${this.behind.size + 1} of ${this.name}`);
    const inner = new Reader(target, this.name, this.state, this.machine, this.behind);
    return { ...pointer, target: 'new', contents: inner.whole(declared) };
  }

  /** All of an object that a pointer of the declared type leads into. */
  private whole(declared: DebugType): FinalValue {
    const { size } = this.object;
    const bare = stripType(declared);
    const each = bare.kind === 'void' || bare.kind === 'function' ? 0 : sizeOf(bare);
    if (each === 0 || isByte(bare) || size < each) return this.raw(null, 0, size);
    if (size === each) return this.read(declared, 0, size);
    const count = Math.floor(size / each);
    const members = Array.from({ length: count }, (_, i) => ({
      name: null,
      value: this.read(declared, i * each, each),
    }));
    if (size > count * each) members.push({ name: null, value: this.raw(null, count * each, size - count * each) });
    return { kind: 'list', members };
  }
}

/** What a pointer that many bytes into a union is declared to lead to, by the first member that has one there. */
function targetAt(declared: DebugType | null, offset: number): DebugType {
  const type = declared === null ? null : stripType(declared);
  if (type?.kind === 'pointer' && offset === 0) return type.target;
  if (type?.kind !== 'union' && type?.kind !== 'struct') return UNKNOWN_TARGET;
  for (const field of type.fields) {
    const inner = targetAt(field.type, offset - field.offsetBits / 8);
    if (inner !== UNKNOWN_TARGET) return inner;
  }
  return UNKNOWN_TARGET;
}

const UNKNOWN_TARGET: DebugType = { kind: 'void' };

function sizeOf(type: Exclude<ReturnType<typeof stripType>, { kind: 'void' | 'function' }>): number {
  return type.bits / 8;
}

function isByte(type: DebugType): boolean {
  const bare = stripType(type);
  return bare.kind === 'base' && bare.bits === 8 && bare.encoding !== 'boolean';
}
