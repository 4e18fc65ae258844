/**
 * C types from debug information. The graph is cyclic only through the fields of structs and unions, which are
 * therefore made empty and filled afterwards; any other type that contains itself is an error.
 */
import type {
  DebugArrayType,
  DebugBaseType,
  DebugEnumType,
  DebugField,
  DebugFunctionType,
  DebugQualifiedType,
  DebugRecordType,
  DebugType,
  DebugVoidType,
} from '../../program/debug.ts';
import { MetadataCode } from './codes.ts';
import { signed } from './constants.ts';
import type { Metadata, MetadataNode } from './metadata.ts';
import { corrupt } from './problem.ts';

const MAX_NESTING = 500;

/** DWARF's numbers. */
const Tag = {
  Array: 0x01,
  Class: 0x02,
  Enumeration: 0x04,
  Pointer: 0x0f,
  Structure: 0x13,
  Typedef: 0x16,
  Union: 0x17,
} as const;
const QUALIFIERS: ReadonlyMap<number, DebugQualifiedType['qualifier']> = new Map<
  number,
  DebugQualifiedType['qualifier']
>([
  [0x26, 'const'],
  [0x35, 'volatile'],
  [0x37, 'restrict'],
  [0x47, 'atomic'],
]);
const ENCODINGS: ReadonlyMap<number, DebugBaseType['encoding']> = new Map<number, DebugBaseType['encoding']>([
  [2, 'boolean'],
  [4, 'float'],
  [5, 'signed'],
  [6, 'signed char'],
  [7, 'unsigned'],
  [8, 'unsigned char'],
  [16, 'unsigned'],
]);

const FLAG_FORWARD = 1 << 2;
const FLAG_BIT_FIELD = 1 << 19;

/** Sizes are constants of their own in newer files; a flag, at another place per record, says so. */
const SIZE_IS_REFERENCE = 2;
const COMPOSITE_SIZE_IS_REFERENCE = 4;

/** The records that describe types; C has no others. */
const TYPES: ReadonlySet<number> = new Set([
  MetadataCode.BasicType,
  MetadataCode.DerivedType,
  MetadataCode.CompositeType,
  MetadataCode.SubroutineType,
  MetadataCode.SubrangeType,
]);
const UNKNOWN: DebugBaseType = { kind: 'base', name: 'unknown', encoding: 'other', bits: 0 };
const VOID: DebugVoidType = { kind: 'void' };
const OPEN = Symbol('open');

/** Where the parts of the records stand. Derived and composite types share a beginning. */
const At = { Flags: 0, Tag: 1, Name: 2, Base: 6, Size: 7, Offset: 9, Attributes: 10, Elements: 11 } as const;
const BasicAt = { Name: 2, Size: 3, Encoding: 5 } as const;
const EnumeratorAt = { Flags: 0, Bits: 1, Name: 2, Words: 3 } as const;
const SUBRANGE_COUNT = 1;
const SUBROUTINE_TYPES = 2;
const SUBRANGE_TYPE_BASE = 8;

export class DebugTypes {
  /** Structs and unions whose fields are still to be read. */
  private readonly unfilled: { record: DebugRecordType; node: MetadataNode }[] = [];
  private filling = false;

  constructor(private readonly metadata: Metadata) {}

  /** The type a node describes; no node means void. */
  type(node: MetadataNode | null): DebugType {
    const type = this.make(node, 0);
    if (!this.filling) this.fillRecords();
    return type;
  }

  functionType(node: MetadataNode | null): DebugFunctionType | null {
    if (node === null) return null;
    const type = this.type(node);
    return type.kind === 'function' ? type : null;
  }

  private make(node: MetadataNode | null, depth: number): DebugType {
    if (node === null) return VOID;
    if (!TYPES.has(node.code)) return UNKNOWN;
    if (node.meaning === OPEN) corrupt('a type contains itself');
    if (node.meaning !== null) return node.meaning as DebugType;
    if (depth > MAX_NESTING) corrupt('types of the source are nested too deep');
    node.meaning = OPEN;
    const type = this.build(node, depth + 1);
    node.meaning = type;
    return type;
  }

  private build(node: MetadataNode, depth: number): DebugType {
    switch (node.code) {
      case MetadataCode.BasicType:
        return this.basic(node);
      case MetadataCode.DerivedType:
        return this.derived(node, depth);
      case MetadataCode.CompositeType:
        return this.composite(node, depth);
      case MetadataCode.SubroutineType:
        return this.subroutine(node, depth);
      default:
        return this.make(this.metadata.child(node, SUBRANGE_TYPE_BASE), depth);
    }
  }

  private basic(node: MetadataNode): DebugBaseType {
    return {
      kind: 'base',
      name: this.metadata.text(node, BasicAt.Name) ?? 'unnamed',
      encoding: ENCODINGS.get(node.operands[BasicAt.Encoding]) ?? 'other',
      bits: this.size(node, BasicAt.Size, SIZE_IS_REFERENCE),
    };
  }

  private derived(node: MetadataNode, depth: number): DebugType {
    const tag = node.operands[At.Tag];
    const target = this.make(this.metadata.child(node, At.Base), depth);
    if (tag === Tag.Typedef) return { kind: 'typedef', name: this.metadata.text(node, At.Name) ?? 'unnamed', target };
    const qualifier = QUALIFIERS.get(tag);
    if (qualifier !== undefined) return { kind: 'qualified', qualifier, target };
    if (tag === Tag.Pointer) return { kind: 'pointer', target, bits: this.size(node, At.Size, SIZE_IS_REFERENCE) };
    return target;
  }

  private composite(node: MetadataNode, depth: number): DebugType {
    const name = this.metadata.text(node, At.Name);
    const bits = this.size(node, At.Size, COMPOSITE_SIZE_IS_REFERENCE);
    switch (node.operands[At.Tag]) {
      case Tag.Array:
        return this.array(node, bits, depth);
      case Tag.Enumeration:
        return this.enumeration(node, name, bits, depth);
      case Tag.Structure:
      case Tag.Class:
      case Tag.Union: {
        const kind = node.operands[At.Tag] === Tag.Union ? 'union' : 'struct';
        const forward = (node.operands[At.Attributes] & FLAG_FORWARD) !== 0;
        const record: DebugRecordType = { kind, name, fields: [], bits, forward };
        if (!forward) this.unfilled.push({ record, node });
        return record;
      }
      default:
        return { kind: 'base', name: name ?? 'unknown', encoding: 'other', bits };
    }
  }

  private array(node: MetadataNode, bits: number, depth: number): DebugArrayType {
    const lengths: (number | null)[] = [];
    for (const dimension of this.elements(node)) lengths.push(this.length(dimension));
    return { kind: 'array', element: this.make(this.metadata.child(node, At.Base), depth), lengths, bits };
  }

  /** Null for a length that is unknown or computed when the program runs. */
  private length(dimension: MetadataNode): number | null {
    if (dimension.code !== MetadataCode.Subrange) return null;
    const version = dimension.operands[At.Flags] >>> 1;
    if (version === 0) return dimension.operands[SUBRANGE_COUNT] ?? null;
    const count = this.metadata.constant(dimension, SUBRANGE_COUNT);
    return count === null || count < 0n ? null : Number(count);
  }

  private enumeration(node: MetadataNode, name: string | null, bits: number, depth: number): DebugEnumType {
    const base = this.metadata.child(node, At.Base);
    return {
      kind: 'enum',
      name,
      enumerators: this.elements(node).map((element) => this.enumerator(element)),
      bits,
      underlying: base === null ? null : this.make(base, depth),
    };
  }

  private enumerator(node: MetadataNode): { name: string; value: bigint } {
    if (node.wide === null) corrupt('an enumeration lists something that is no enumerator');
    const unsigned = (node.operands[EnumeratorAt.Flags] & 2) !== 0;
    const bits = node.operands[EnumeratorAt.Bits] ?? 0;
    if (bits > 128) corrupt('an enumerator is impossibly wide');
    let value = 0n;
    node.wide.slice(EnumeratorAt.Words).forEach((word, i) => {
      if (i < 2) value |= BigInt.asUintN(64, signed(word)) << BigInt(i * 64);
    });
    return {
      name: this.metadata.text(node, EnumeratorAt.Name) ?? 'unnamed',
      value: unsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value),
    };
  }

  /** The list is result first, then parameters; a void at its end means more arguments may follow. */
  private subroutine(node: MetadataNode, depth: number): DebugFunctionType {
    const list = this.metadata.child(node, SUBROUTINE_TYPES);
    const types: DebugType[] = [];
    let variadic = false;
    const count = list?.operands.length ?? 0;
    for (let i = 0; list !== null && i < count; i++) {
      const part = this.metadata.child(list, i);
      if (i > 0 && i === count - 1 && part === null) variadic = true;
      else types.push(this.make(part, depth));
    }
    const [result = VOID, ...parameters] = types;
    return { kind: 'function', result, parameters, variadic };
  }

  private fillRecords(): void {
    this.filling = true;
    for (let next = this.unfilled.pop(); next !== undefined; next = this.unfilled.pop()) {
      const fields: DebugField[] = [];
      for (const element of this.elements(next.node)) {
        if (element.code === MetadataCode.DerivedType) fields.push(this.field(element));
      }
      (next.record as { fields: readonly DebugField[] }).fields = fields;
    }
    this.filling = false;
  }

  private field(node: MetadataNode): DebugField {
    return {
      name: this.metadata.text(node, At.Name) ?? '',
      type: this.make(this.metadata.child(node, At.Base), 0),
      offsetBits: this.size(node, At.Offset, SIZE_IS_REFERENCE),
      bits: this.size(node, At.Size, SIZE_IS_REFERENCE),
      bitField: (node.operands[At.Attributes] & FLAG_BIT_FIELD) !== 0,
    };
  }

  private elements(node: MetadataNode): MetadataNode[] {
    const list = this.metadata.child(node, At.Elements);
    const elements: MetadataNode[] = [];
    for (let i = 0; list !== null && i < list.operands.length; i++) {
      const element = this.metadata.child(list, i);
      if (element !== null) elements.push(element);
    }
    return elements;
  }

  private size(node: MetadataNode, operand: number, referenceFlag: number): number {
    if ((node.operands[At.Flags] & referenceFlag) === 0) return node.operands[operand] ?? 0;
    return Number(this.metadata.constant(node, operand) ?? 0n);
  }
}
