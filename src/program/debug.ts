/** What debug information says about source: files, positions, variables, C types. */

export interface SourceFile {
  /** As the user wrote it where that is known, otherwise as the compiler recorded it. */
  readonly path: string;
  readonly directory: string;
}

/** A place in the source. `line` is 1-based, 0 when the compiler recorded none; so is `column`. */
export interface SourcePosition {
  readonly file: SourceFile;
  readonly line: number;
  readonly column: number;
  /** Name of the source function the code was written in (differs from the enclosing function after inlining). */
  readonly functionName: string;
  readonly inlinedAt: SourcePosition | null;
}

export type DebugType =
  | DebugBaseType
  | DebugPointerType
  | DebugArrayType
  | DebugRecordType
  | DebugEnumType
  | DebugTypedefType
  | DebugQualifiedType
  | DebugFunctionType
  | DebugVoidType;

export interface DebugVoidType {
  readonly kind: 'void';
}
export interface DebugBaseType {
  readonly kind: 'base';
  readonly name: string;
  readonly encoding: 'signed' | 'unsigned' | 'float' | 'boolean' | 'signed char' | 'unsigned char' | 'other';
  readonly bits: number;
}
export interface DebugPointerType {
  readonly kind: 'pointer';
  readonly target: DebugType;
  readonly bits: number;
}
export interface DebugArrayType {
  readonly kind: 'array';
  readonly element: DebugType;
  /** Outermost first; null for a dimension of unknown length (`int a[]`). */
  readonly lengths: readonly (number | null)[];
  readonly bits: number;
}
export interface DebugField {
  readonly name: string;
  readonly type: DebugType;
  readonly offsetBits: number;
  readonly bits: number;
  readonly bitField: boolean;
}
/** Fields may refer back to the record itself through pointers: `fields` is filled after creation. */
export interface DebugRecordType {
  readonly kind: 'struct' | 'union';
  readonly name: string | null;
  readonly fields: readonly DebugField[];
  readonly bits: number;
  /** Declared but not defined in this module. */
  readonly forward: boolean;
}
export interface DebugEnumType {
  readonly kind: 'enum';
  readonly name: string | null;
  readonly enumerators: readonly { readonly name: string; readonly value: bigint }[];
  readonly bits: number;
  readonly underlying: DebugType | null;
}
export interface DebugTypedefType {
  readonly kind: 'typedef';
  readonly name: string;
  readonly target: DebugType;
}
export interface DebugQualifiedType {
  readonly kind: 'qualified';
  readonly qualifier: 'const' | 'volatile' | 'restrict' | 'atomic';
  readonly target: DebugType;
}
export interface DebugFunctionType {
  readonly kind: 'function';
  readonly result: DebugType;
  readonly parameters: readonly DebugType[];
  readonly variadic: boolean;
}

export interface LocalVariable {
  readonly name: string;
  readonly type: DebugType;
  readonly line: number;
  /** 1-based position among the parameters; 0 for a plain local. */
  readonly parameter: number;
}

export interface FunctionDebug {
  /** The name in the source (a static function keeps it even when the linker renames its symbol). */
  readonly name: string;
  readonly file: SourceFile;
  readonly line: number;
  readonly type: DebugFunctionType | null;
  /** Parameters and locals in declaration order. */
  readonly variables: LocalVariable[];
}

export interface GlobalDebug {
  readonly name: string;
  readonly type: DebugType;
  readonly file: SourceFile;
  readonly line: number;
}

/** Typedefs and qualifiers removed. */
export function stripType(type: DebugType): Exclude<DebugType, DebugTypedefType | DebugQualifiedType> {
  let current = type;
  while (current.kind === 'typedef' || current.kind === 'qualified') current = current.target;
  return current;
}

/** The type in C syntax, without a declarator: `const char *`, `struct node`, `int[4]`. */
export function debugTypeName(type: DebugType): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'base':
    case 'typedef':
      return type.name;
    case 'pointer': {
      if (type.target.kind === 'function') {
        const { result, parameters, variadic } = type.target;
        const list = [...parameters.map(debugTypeName), ...(variadic ? ['...'] : [])];
        return `${debugTypeName(result)} (*)(${list.join(', ') || 'void'})`;
      }
      const target = debugTypeName(type.target);
      return target.endsWith('*') ? `${target}*` : `${target} *`;
    }
    case 'array':
      return `${debugTypeName(type.element)}${type.lengths.map((n) => `[${n ?? ''}]`).join('')}`;
    case 'struct':
    case 'union':
    case 'enum':
      return `${type.kind} ${type.name ?? '{...}'}`;
    case 'qualified':
      return type.target.kind === 'pointer'
        ? `${debugTypeName(type.target)}${type.qualifier}`
        : `${type.qualifier} ${debugTypeName(type.target)}`;
    case 'function':
      return `${debugTypeName(type.result)} (${type.parameters.map(debugTypeName).join(', ') || 'void'})`;
  }
}
