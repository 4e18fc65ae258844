/**
 * Types in C syntax, for the generated main. `__typeof__(...)` around arrays and functions lets every type be written
 * in front of a name, without C's inside-out declarators; gcc and clang both have it.
 */
import { type DebugField, type DebugRecordType, type DebugType, stripType } from '../../program/debug.ts';
import { InternalError } from '../../program/errors.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { FloatFormat } from '../../program/types.ts';

export interface TypeSpelling {
  /** Null for a type that has no name to call it by. */
  of(type: DebugType): string | null;
  /** What must precede the first use. */
  declarations(): string;
}

abstract class Spelling implements TypeSpelling {
  of(type: DebugType): string | null {
    switch (type.kind) {
      case 'void':
        return 'void';
      case 'base':
        return type.name === 'bool' ? '_Bool' : type.name;
      case 'pointer':
        return surround('', this.of(type.target), ' *')?.replace('* *', '**') ?? null;
      case 'array':
        return surround('__typeof__(', this.of(type.element), `${type.lengths.map((n) => `[${n ?? ''}]`).join('')})`);
      case 'function': {
        const parameters = type.parameters.map((parameter) => this.of(parameter));
        if (parameters.includes(null)) return null;
        const list = [...parameters, ...(type.variadic ? ['...'] : [])].join(', ') || 'void';
        return surround('__typeof__(', this.of(type.result), `(${list}))`);
      }
      case 'qualified': {
        const target = this.of(type.target);
        if (type.qualifier === 'atomic') return surround('_Atomic(', target, ')');
        if (type.qualifier === 'restrict') return surround('', target, '__restrict');
        return stripType(type.target).kind === 'pointer'
          ? surround('', target, ` ${type.qualifier}`)
          : surround(`${type.qualifier} `, target, '');
      }
      case 'typedef':
        return this.typedefName(type.name, type.target);
      case 'enum':
        return this.enumName(type);
      case 'struct':
      case 'union':
        return this.recordName(type);
    }
  }
  abstract declarations(): string;
  protected abstract typedefName(name: string, target: DebugType): string | null;
  protected abstract enumName(type: DebugType & { kind: 'enum' }): string | null;
  protected abstract recordName(type: DebugRecordType): string | null;
}

/** A type without a name has no spelling, and neither has anything built from it. */
function surround(before: string, inner: string | null, after: string): string | null {
  return inner === null ? null : `${before}${inner}${after}`;
}

/** The source is included: its own names are visible. */
export class SourceSpelling extends Spelling {
  declarations(): string {
    return '';
  }
  protected typedefName(name: string): string {
    return name;
  }
  protected enumName(type: DebugType & { kind: 'enum' }): string | null {
    return type.name === null ? null : `enum ${type.name}`;
  }
  protected recordName(type: DebugRecordType): string | null {
    return type.name === null ? null : `${type.kind} ${type.name}`;
  }
}

/** Only bitcode is there: the records are declared again from what debug information says about their layout. */
export class DeclaredSpelling extends Spelling {
  private readonly names = new Map<DebugRecordType, string>();
  private readonly taken = new Set<string>();

  constructor(private readonly layout: DataLayout) {
    super();
  }

  protected typedefName(_name: string, target: DebugType): string | null {
    return this.of(target);
  }
  protected enumName(type: DebugType & { kind: 'enum' }): string | null {
    if (type.underlying !== null) return this.of(type.underlying);
    return type.bits === 64 ? 'long long' : type.bits === 32 ? 'int' : type.bits === 16 ? 'short' : 'signed char';
  }
  protected recordName(type: DebugRecordType): string {
    let name = this.names.get(type);
    if (name === undefined) {
      const stem = type.name ?? 'pf_unnamed';
      name = stem;
      for (let number = 2; this.taken.has(name); number++) name = `${stem}_${number}`;
      this.taken.add(name);
      this.names.set(type, name);
    }
    return `${type.kind} ${name}`;
  }

  declarations(): string {
    const definitions: string[] = [];
    const defined = new Set<DebugRecordType>();
    const define = (record: DebugRecordType): void => {
      if (defined.has(record)) return;
      defined.add(record);
      if (record.forward) return;
      for (const field of record.fields) defineHeld(field);
      definitions.push(this.definition(record));
    };
    const defineHeld = (field: DebugField): void => {
      const held = heldRecord(field.type);
      if (held === null) return;
      if (field.name === '') held.fields.forEach(defineHeld);
      else define(held);
    };
    // Writing one definition may mention further records: a map's iteration visits those too.
    for (const record of this.names.keys()) define(record);
    const tags = Array.from(this.names.keys(), (record) => `${this.recordName(record)};`);
    return [...tags, ...definitions].map((text) => `${text}\n`).join('');
  }

  private definition(record: DebugRecordType): string {
    return `${this.recordName(record)} ${this.body(record)};`;
  }

  private body(record: DebugRecordType): string {
    const packed = record.kind === 'struct' && !this.isNatural(record);
    const lines: string[] = [];
    let end = 0;
    let fillers = 0;
    const fill = (until: number): void => {
      if (packed && until > end) lines.push(`  unsigned char pf_gap${fillers++}[${(until - end) / 8}];`);
    };
    for (const field of record.fields) {
      if (!field.bitField) fill(field.offsetBits);
      lines.push(`  ${this.fieldText(field)};`);
      end = Math.max(end, field.offsetBits + field.bits);
    }
    fill(record.bits);
    return ['{', ...lines, `}${packed ? ' __attribute__((packed))' : ''}`].join('\n');
  }

  private fieldText(field: DebugField): string {
    const bare = stripType(field.type);
    // Members of an unnamed member are reached directly, which C allows only for a record defined on the spot.
    if (field.name === '' && (bare.kind === 'struct' || bare.kind === 'union')) {
      return `${bare.kind} ${this.body(bare).replaceAll('\n', '\n  ')}`;
    }
    const type = this.of(field.type);
    if (type === null) throw new InternalError(`member ${field.name} has a type that cannot be written in C`);
    return `${type} ${field.name}${field.bitField ? ` : ${field.bits}` : ''}`;
  }

  /** Whether an ordinary declaration puts every member where debug information says it is. */
  private isNatural(record: DebugRecordType): boolean {
    let end = 0;
    let align = 8;
    for (const field of record.fields) {
      const fieldAlign = this.alignBits(field.type);
      align = Math.max(align, fieldAlign);
      if (!field.bitField && field.offsetBits !== roundUp(end, fieldAlign)) return false;
      end = field.offsetBits + field.bits;
    }
    return record.bits === roundUp(end, align);
  }

  private alignBits(type: DebugType): number {
    const bare = stripType(type);
    switch (bare.kind) {
      case 'pointer':
        return this.layout.alignOf({ kind: 'pointer', addressSpace: 0 }) * 8;
      case 'array':
        return this.alignBits(bare.element);
      case 'struct':
      case 'union':
        return bare.fields.reduce((align, field) => Math.max(align, this.alignBits(field.type)), 8);
      case 'base': {
        const float = bare.encoding === 'float' ? FLOAT_FORMATS[bare.bits] : undefined;
        const value =
          float === undefined ? ({ kind: 'int', bits: bare.bits } as const) : { kind: 'float', format: float };
        return this.layout.alignOf(value as Parameters<DataLayout['alignOf']>[0]) * 8;
      }
      case 'enum':
        return this.layout.alignOf({ kind: 'int', bits: bare.bits }) * 8;
      default:
        return 8;
    }
  }
}

const FLOAT_FORMATS: Readonly<Record<number, FloatFormat>> = { 32: 'float', 64: 'double', 128: 'fp128' };

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** The record that must be complete before a member of this type can be declared. */
function heldRecord(type: DebugType): DebugRecordType | null {
  const bare = stripType(type);
  if (bare.kind === 'struct' || bare.kind === 'union') return bare;
  return bare.kind === 'array' ? heldRecord(bare.element) : null;
}

/** The type of a modifiable object: without qualifiers at the top, also when a typedef hides them. */
export function unqualified(type: DebugType): DebugType {
  if (type.kind === 'qualified') return type.qualifier === 'atomic' ? type : unqualified(type.target);
  if (type.kind !== 'typedef') return type;
  return hidesQualifier(type.target) ? unqualified(type.target) : type;
}

function hidesQualifier(type: DebugType): boolean {
  if (type.kind === 'qualified') return type.qualifier !== 'atomic';
  return type.kind === 'typedef' && hidesQualifier(type.target);
}

export function isConstant(type: DebugType): boolean {
  if (type.kind === 'qualified') return type.qualifier === 'const' || isConstant(type.target);
  if (type.kind === 'typedef') return isConstant(type.target);
  return type.kind === 'array' && isConstant(type.element);
}
