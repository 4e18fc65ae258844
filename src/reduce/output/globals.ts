/** What a global variable holds when the program ends, in the shape that its declaration gives it. */
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { ObjectState } from '../../machine/memory/object-state.ts';
import type { State } from '../../machine/state.ts';
import { Pointer } from '../../machine/value.ts';
import { type DebugType, stripType } from '../../program/debug.ts';
import type { GlobalVariable } from '../../program/program.ts';

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
/** `target` names the object; null for a null pointer. */
export interface FinalPointer {
  readonly kind: 'pointer';
  readonly target: string | null;
  readonly offset: number | Term;
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

/** Empty unless the program exits: a fault ends it before anybody could read its variables. */
export function finalGlobals(globals: readonly GlobalVariable[], state: State, machine: Machine): FinalGlobal[] {
  return globals.flatMap((global) => {
    const object = state.memory.get(machine.image.objectOf(global));
    if (object === undefined) return [];
    const name = global.debug?.name ?? global.name;
    return [{ name, value: new Reader(object, state, machine).read(global.debug?.type ?? null, 0, object.size) }];
  });
}

class Reader {
  constructor(
    private readonly object: ObjectState,
    private readonly state: State,
    private readonly machine: Machine,
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
        return this.pointer(at, size);
      case 'array': {
        const [length, ...inner] = type.lengths;
        const element: DebugType = inner.length === 0 ? type.element : { ...type, lengths: inner };
        const count = length ?? 0;
        if (count === 0 || (inner.length === 0 && isByte(element))) return this.text(at, size);
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
        return this.text(at, size);
    }
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

  private pointer(at: number, size: number): FinalValue {
    const cell = this.object.cellAt(at);
    if (cell !== null && cell.value instanceof Pointer) {
      const { object, offset } = cell.value;
      return { kind: 'pointer', target: object.global?.name ?? object.label, offset };
    }
    const value = this.bits(at, size);
    if (value === 0) return { kind: 'pointer', target: null, offset: 0 };
    return { kind: 'int', bits: 8 * size, signed: false, value };
  }
}

function isByte(type: DebugType): boolean {
  const bare = stripType(type);
  return bare.kind === 'base' && bare.bits === 8 && bare.encoding !== 'boolean';
}
