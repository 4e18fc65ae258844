/**
 * Constant tables by name. A read at a symbolic index is a term over the bytes of a table; which of the program's constants has these bytes,
 * and which element and member lies at an index, follows from the declarations: `discounts[i].percent[o->kind]`.
 */
import { Kind } from '../expr/kinds.ts';
import type { CName } from '../expr/print-c.ts';
import type { Term } from '../expr/term.ts';
import { type DebugType, stripType } from '../program/debug.ts';
import type { DataLayout } from '../program/layout.ts';
import type { Program } from '../program/program.ts';
import type { Constant } from '../program/values.ts';
import { escaped } from './value-text.ts';

/** A constant of the program. */
interface KnownTable {
  readonly name: string;
  readonly type: DebugType | null;
  /** Null where it holds addresses. */
  bytes(): Uint8Array | null;
}

/** By size: a program may have megabytes of tables, and few are ever shown. */
export type Tables = ReadonlyMap<number, readonly KnownTable[]>;

export function tablesOf({ variables, layout }: Program): Tables {
  const tables = new Map<number, KnownTable[]>();
  for (const { debug, name, initializer, constant, valueType } of variables) {
    if (initializer === null || !constant) continue;
    const text = debug === null && name.startsWith('.str') ? literalText(initializer) : null;
    if (debug === null && text === null) continue;
    const size = layout.sizeOf(valueType);
    let filled: Uint8Array | null | undefined;
    const bytes = () => {
      if (filled === undefined) {
        const made = new Uint8Array(size);
        filled = fill(made, 0, initializer, layout) ? made : null;
      }
      return filled;
    };
    const known = { name: text ?? debug!.name, type: debug?.type ?? null, bytes };
    tables.set(size, [...(tables.get(size) ?? []), known]);
  }
  return tables;
}

const LONGEST_LITERAL = 24;

/** A string that has no name is shown itself: `"0123456789abcdef"[i]`. */
function literalText(constant: Constant): string | null {
  if (constant.kind !== 'bytes' || constant.bytes.at(-1) !== 0) return null;
  const text = constant.bytes.subarray(0, -1);
  const shown = [...text.subarray(0, LONGEST_LITERAL)].map((byte) => escaped(byte, '"\\')).join('');
  return `"${shown}${text.length > LONGEST_LITERAL ? '...' : ''}"`;
}

function haveSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** Whether the constant is plain data. */
function fill(bytes: Uint8Array, at: number, constant: Constant, layout: DataLayout): boolean {
  const { type } = constant;
  switch (constant.kind) {
    case 'bytes':
      bytes.set(constant.bytes, at);
      return true;
    case 'int':
    case 'float': {
      const value = constant.kind === 'int' ? constant.value : constant.bits;
      for (let i = 0; i < layout.storeSizeOf(type); i++) bytes[at + i] = Number((value >> BigInt(8 * i)) & 255n);
      return true;
    }
    case 'zero':
    case 'null':
      return true;
    case 'aggregate':
      return constant.elements.every((element, i) => {
        const offset = type.kind === 'struct' ? layout.fieldOffset(type, i) : i * layout.sizeOf(element.type);
        return fill(bytes, at + offset, element, layout);
      });
    default:
      return false;
  }
}

/** Null for a table that no constant of the program is. */
export function tableName(table: Term, tables: Tables): CName | null {
  const bytes = table.bytes!;
  const known = tables.get(bytes.length)?.find((each) => {
    const theirs = each.bytes();
    return theirs !== null && haveSameBytes(theirs, bytes);
  });
  if (known === undefined) return null;
  const { name, type } = known;
  return {
    name,
    signed: hasSign(type),
    element: (index, size, show) =>
      type === null
        ? size === 1
          ? `${name}[${show(index)}]`
          : null
        : elementText(name, type, linear(index), size, show),
  };
}

/** Whether the elements of an array are numbers that may be negative. */
function hasSign(type: DebugType | null): boolean {
  const bare = type === null ? null : stripType(type);
  if (bare?.kind === 'array') return hasSign(bare.element);
  return bare?.kind === 'base' && (bare.encoding === 'signed' || bare.encoding === 'signed char');
}

/** A byte index as a constant and multiples of terms. */
interface Linear {
  readonly constant: number;
  readonly multiples: readonly { readonly factor: number; readonly term: Term }[];
}

function linear(index: Term): Linear {
  const { kind, a, b } = index;
  if (kind === Kind.constant)
    return { constant: Number(BigInt.asIntN(index.width, BigInt(index.value))), multiples: [] };
  if (kind === Kind.add) {
    const [left, right] = [linear(a!), linear(b!)];
    return { constant: left.constant + right.constant, multiples: [...left.multiples, ...right.multiples] };
  }
  const scaled = (term: Term, factor: number, constant = 0): Linear => {
    const inner = linear(term);
    return {
      constant: inner.constant * factor + constant,
      multiples: inner.multiples.map((each) => ({ ...each, factor: each.factor * factor })),
    };
  };
  if (kind === Kind.mul && b!.kind === Kind.constant) return scaled(a!, Number(b!.value));
  if (kind === Kind.shl && b!.kind === Kind.constant) return scaled(a!, 2 ** Number(b!.value));
  if (kind === Kind.concat && b!.kind === Kind.constant) {
    const high = a!.kind === Kind.extract && a!.low === 0 ? a!.a! : a!;
    return scaled(high, 2 ** b!.width, Number(b!.value));
  }
  return { constant: 0, multiples: [{ factor: 1, term: index }] };
}

/** The element, member by member, that the index leads to; null where it leads into the middle of one. */
function elementText(
  name: string,
  type: DebugType,
  { constant, multiples }: Linear,
  size: number,
  show: (term: Term) => string,
): string | null {
  const bare = stripType(type);
  if (bare.kind === 'base' || bare.kind === 'enum' || bare.kind === 'pointer') {
    return constant === 0 && multiples.length === 0 && bare.bits === size * 8 ? name : null;
  }
  if (bare.kind === 'struct') {
    const field = bare.fields.find(
      (each) => !each.bitField && constant >= each.offsetBits / 8 && constant < (each.offsetBits + each.bits) / 8,
    );
    if (field === undefined) return null;
    const rest = { constant: constant - field.offsetBits / 8, multiples };
    return elementText(`${name}.${field.name}`, field.type, rest, size, show);
  }
  if (bare.kind !== 'array') return null;
  const [length, ...inner] = bare.lengths;
  const element: DebugType = inner.length === 0 ? bare.element : { ...bare, lengths: inner };
  const each = bare.bits / 8 / (length ?? 1);
  const [own, rest] = [
    multiples.filter(({ factor }) => factor % each === 0),
    multiples.filter(({ factor }) => factor % each !== 0),
  ];
  const whole = Math.floor(constant / each);
  const parts = own.map(({ factor, term }) => (factor === each ? show(term) : `${factor / each} * ${show(term)}`));
  const sum =
    parts.length === 0
      ? `${whole}`
      : `${parts.join(' + ')}${whole === 0 ? '' : whole < 0 ? ` - ${-whole}` : ` + ${whole}`}`;
  return elementText(`${name}[${sum}]`, element, { constant: constant - whole * each, multiples: rest }, size, show);
}
