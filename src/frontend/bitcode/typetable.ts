/** The module's numbered list of types. */
import type { FloatFormat, FunctionType, Type, TypeTable } from '../../program/types.ts';
import { type Bitstream, Entry } from './bitstream.ts';
import { TypeCode } from './codes.ts';
import { corrupt, unsupported } from './problem.ts';

const FLOATS: ReadonlyMap<number, FloatFormat> = new Map<number, FloatFormat>([
  [TypeCode.Half, 'half'],
  [TypeCode.BFloat, 'bfloat'],
  [TypeCode.Float, 'float'],
  [TypeCode.Double, 'double'],
  [TypeCode.X86Float80, 'x86_fp80'],
  [TypeCode.Float128, 'fp128'],
  [TypeCode.PowerPcFloat128, 'ppc_fp128'],
]);

const MAX_INT_BITS = 1 << 23;
const MAX_LANES = 1 << 16;
/** Types nest as deep as declarations do; a damaged file must not make later walks over them overflow the stack. */
const MAX_NESTING = 500;

export class ModuleTypes {
  private readonly list: Type[] = [];
  private readonly depths: number[] = [];
  private structName: string | null = null;

  constructor(private readonly table: TypeTable) {}

  get(id: number): Type {
    const type = this.list[id];
    if (type === undefined) corrupt(`there is no type number ${id}`);
    return type;
  }

  function(id: number): FunctionType {
    const type = this.get(id);
    if (type.kind !== 'function') corrupt('a function has a type that is not a function type');
    return type;
  }

  /** Reads the announced block. */
  read(stream: Bitstream): void {
    stream.enter();
    for (;;) {
      const entry = stream.next();
      if (entry === Entry.End) return;
      if (entry === Entry.Block) stream.skip();
      else this.record(stream);
    }
  }

  private record(stream: Bitstream): void {
    if (stream.code === TypeCode.Count) return;
    if (stream.code === TypeCode.StructName) {
      this.structName = stream.text(0);
      return;
    }
    const type = this.decode(stream);
    const depth = this.depth(type, stream);
    if (depth > MAX_NESTING) corrupt('types are nested too deep');
    this.list.push(type);
    this.depths.push(depth);
  }

  private decode(stream: Bitstream): Type {
    const { table } = this;
    const float = FLOATS.get(stream.code);
    if (float !== undefined) return table.float(float);
    switch (stream.code) {
      case TypeCode.Void:
        return table.void;
      case TypeCode.Label:
        return table.label;
      case TypeCode.Metadata:
        return table.metadata;
      case TypeCode.Token:
        return table.token;
      case TypeCode.X86Mmx:
        return table.other('x86_mmx');
      case TypeCode.X86Amx:
        return table.other('x86_amx');
      case TypeCode.Integer: {
        const bits = stream.operand(0);
        if (bits < 1 || bits > MAX_INT_BITS) corrupt('an integer type has an impossible width');
        return table.int(bits);
      }
      case TypeCode.Pointer:
        return table.pointer(stream.optional(0));
      case TypeCode.Array: {
        const length = stream.operand(0);
        if (!Number.isSafeInteger(length)) corrupt('an array type has an impossible length');
        return table.array(this.element(stream, 1), length);
      }
      case TypeCode.Vector: {
        const length = stream.operand(0);
        if (length < 1 || length > MAX_LANES) corrupt('a vector type has an impossible length');
        return table.vector(this.element(stream, 1), length, stream.optional(2) !== 0);
      }
      case TypeCode.AnonymousStruct:
        return table.struct(this.fields(stream), stream.operand(0) !== 0);
      case TypeCode.NamedStruct:
        return table.namedStruct(this.takeName(), this.fields(stream), stream.operand(0) !== 0);
      case TypeCode.Opaque:
        return table.namedStruct(this.takeName(), null);
      case TypeCode.Function: {
        const [result, ...parameters] = this.parts(stream);
        if (result === undefined) corrupt('a function type has no result');
        return table.function(result, parameters, stream.operand(0) !== 0);
      }
      case TypeCode.TargetType:
        return table.other(this.takeName());
      case TypeCode.TypedPointer:
        return unsupported('it has typed pointers, which LLVM 15 and older wrote');
      default:
        return unsupported(`it has a type of an unknown kind (${stream.code})`);
    }
  }

  private element(stream: Bitstream, at: number): Type {
    const type = this.get(stream.operand(at));
    if (type.kind === 'void' || type.kind === 'function' || type.kind === 'label' || type.kind === 'metadata') {
      corrupt(`a type is made of elements of type ${type.kind}`);
    }
    return type;
  }

  private fields(stream: Bitstream): Type[] {
    const fields: Type[] = [];
    for (let i = 1; i < stream.length; i++) fields.push(this.element(stream, i));
    return fields;
  }

  private parts(stream: Bitstream): Type[] {
    const parts: Type[] = [];
    for (let i = 1; i < stream.length; i++) parts.push(this.get(stream.operand(i)));
    return parts;
  }

  private depth(type: Type, stream: Bitstream): number {
    if (type.kind === 'array' || type.kind === 'vector') return this.depths[stream.operand(1)] + 1;
    if ((type.kind !== 'struct' || type.fields === null) && type.kind !== 'function') return 0;
    let depth = 0;
    for (let i = 1; i < stream.length; i++) depth = Math.max(depth, this.depths[stream.operand(i)]);
    return depth + 1;
  }

  private takeName(): string {
    const name = this.structName ?? '';
    this.structName = null;
    return name;
  }
}
