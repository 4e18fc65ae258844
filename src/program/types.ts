/**
 * The types of the intermediate representation: LLVM's, with opaque pointers.
 *
 * Types are immutable and interned by the maker that created them (`TypeTable`), so within one program two types are
 * the same exactly when they are the same object. Named structs are an exception LLVM makes too: each is its own type.
 */

export type FloatFormat = 'half' | 'bfloat' | 'float' | 'double' | 'x86_fp80' | 'fp128' | 'ppc_fp128';

export interface VoidType {
  readonly kind: 'void';
}
export interface IntType {
  readonly kind: 'int';
  readonly bits: number;
}
export interface FloatType {
  readonly kind: 'float';
  readonly format: FloatFormat;
}
export interface PointerType {
  readonly kind: 'pointer';
  readonly addressSpace: number;
}
export interface ArrayType {
  readonly kind: 'array';
  readonly element: Type;
  readonly length: number;
}
export interface VectorType {
  readonly kind: 'vector';
  readonly element: Type;
  readonly length: number;
  readonly scalable: boolean;
}
export interface StructType {
  readonly kind: 'struct';
  readonly name: string | null;
  /** Null while only declared (opaque). */
  readonly fields: readonly Type[] | null;
  readonly packed: boolean;
}
export interface FunctionType {
  readonly kind: 'function';
  readonly result: Type;
  readonly parameters: readonly Type[];
  readonly variadic: boolean;
}
/** Types that never hold a run-time value: labels, metadata operands, tokens, target extension types. */
export interface OtherType {
  readonly kind: 'label' | 'metadata' | 'token' | 'other';
  readonly name: string;
}

export type Type =
  | VoidType
  | IntType
  | FloatType
  | PointerType
  | ArrayType
  | VectorType
  | StructType
  | FunctionType
  | OtherType;

export const FLOAT_BITS: Readonly<Record<FloatFormat, number>> = {
  half: 16,
  bfloat: 16,
  float: 32,
  double: 64,
  x86_fp80: 80,
  fp128: 128,
  ppc_fp128: 128,
};

/** Makes types; asking twice for the same structural type gives the same object. */
export class TypeTable {
  readonly void: VoidType = { kind: 'void' };
  readonly label: OtherType = { kind: 'label', name: 'label' };
  readonly metadata: OtherType = { kind: 'metadata', name: 'metadata' };
  readonly token: OtherType = { kind: 'token', name: 'token' };
  private readonly interned = new Map<string, Type>();
  private readonly numbers = new Map<Type, number>();

  int(bits: number): IntType {
    return this.intern(`i${bits}`, () => ({ kind: 'int', bits }));
  }
  float(format: FloatFormat): FloatType {
    return this.intern(`f${format}`, () => ({ kind: 'float', format }));
  }
  pointer(addressSpace = 0): PointerType {
    return this.intern(`p${addressSpace}`, () => ({ kind: 'pointer', addressSpace }));
  }
  array(element: Type, length: number): ArrayType {
    return this.intern(`a${length}:${this.number(element)}`, () => ({ kind: 'array', element, length }));
  }
  vector(element: Type, length: number, scalable = false): VectorType {
    return this.intern(`v${scalable ? 's' : ''}${length}:${this.number(element)}`, () => ({
      kind: 'vector',
      element,
      length,
      scalable,
    }));
  }
  /** A literal (unnamed) struct. */
  struct(fields: readonly Type[], packed = false): StructType {
    return this.intern(`s${packed ? 'p' : ''}:${fields.map((f) => this.number(f)).join(',')}`, () => ({
      kind: 'struct',
      name: null,
      fields,
      packed,
    }));
  }
  /** A named struct: a new type at each call. */
  namedStruct(name: string, fields: readonly Type[] | null, packed = false): StructType {
    return { kind: 'struct', name, fields, packed };
  }
  function(result: Type, parameters: readonly Type[], variadic = false): FunctionType {
    const key = `(${variadic ? '...' : ''}${parameters.map((p) => this.number(p)).join(',')})${this.number(result)}`;
    return this.intern(key, () => ({ kind: 'function', result, parameters, variadic }));
  }
  other(name: string): OtherType {
    return this.intern(`o${name}`, () => ({ kind: 'other', name }));
  }

  private intern<T extends Type>(key: string, make: () => T): T {
    let type = this.interned.get(key);
    if (type === undefined) {
      type = make();
      this.interned.set(key, type);
    }
    return type as T;
  }
  private number(type: Type): number {
    let number = this.numbers.get(type);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(type, number);
    }
    return number;
  }
}

/** The type as LLVM would write it. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'int':
      return `i${type.bits}`;
    case 'float':
      return type.format;
    case 'pointer':
      return type.addressSpace === 0 ? 'ptr' : `ptr addrspace(${type.addressSpace})`;
    case 'array':
      return `[${type.length} x ${typeName(type.element)}]`;
    case 'vector':
      return `<${type.scalable ? 'vscale x ' : ''}${type.length} x ${typeName(type.element)}>`;
    case 'struct':
      return type.name !== null ? `%${type.name}` : structBody(type);
    case 'function':
      return `${typeName(type.result)} (${[...type.parameters.map(typeName), ...(type.variadic ? ['...'] : [])].join(', ')})`;
    default:
      return type.name;
  }
}

export function structBody(type: StructType): string {
  if (type.fields === null) return 'opaque';
  const body = type.fields.length === 0 ? '{}' : `{ ${type.fields.map(typeName).join(', ')} }`;
  return type.packed ? `<${body}>` : body;
}

export function isAggregate(type: Type): type is ArrayType | StructType {
  return type.kind === 'array' || type.kind === 'struct';
}

/** How many elements an array, vector or struct value has. */
export function elementCount(type: ArrayType | VectorType | StructType): number {
  return type.kind === 'struct' ? (type.fields?.length ?? 0) : type.length;
}

export function elementType(type: ArrayType | VectorType | StructType, index: number): Type {
  return type.kind === 'struct' ? type.fields![index] : type.element;
}
