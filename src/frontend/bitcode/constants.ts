/**
 * Blocks of constants. A constant may refer to a later one, and ours are immutable, so a block is read in two steps:
 * plain constants (numbers, strings, tables) are made at once, while those with operands wait until the block has
 * ended and are then made operands first. A constant that contains itself is an error; so is absurd nesting, which
 * would overflow the stack of everyone who walks it.
 */
import type { Block, ProgramFunction } from '../../program/program.ts';
import {
  type ArrayType,
  elementCount,
  elementType,
  FLOAT_BITS,
  type FloatType,
  type IntType,
  type Type,
  type TypeTable,
  type VectorType,
} from '../../program/types.ts';
import type { Constant, ConstantOperator, Operand, OtherConstant } from '../../program/values.ts';
import { type Bitstream, Entry } from './bitstream.ts';
import { ConstantCode } from './codes.ts';
import { corrupt, unsupported } from './problem.ts';
import type { ModuleTypes } from './typetable.ts';

const MAX_NESTING = 1000;
/** A few bytes of file can ask for a vector of many equal lanes; all of them together stay below this. */
const MAX_SPLAT_LANES = 1 << 22;

/** By the format's numbers; those without a constant form are null. */
const BINARY: readonly (ConstantOperator | null)[] = ['add', 'sub', 'mul', ...Array<null>(9).fill(null), 'xor'];
const CAST: readonly (ConstantOperator | null)[] = [
  'trunc',
  ...Array<null>(8).fill(null),
  'ptrtoint',
  'inttoptr',
  'bitcast',
  'addrspacecast',
  'ptrtoint',
];

export interface InlineAssembly {
  readonly text: string;
  readonly constraints: string;
}

/** A constant whose operands may not have been read yet. */
interface Pending {
  readonly code: number;
  readonly type: Type;
  readonly operator: ConstantOperator | null;
  readonly operands: readonly number[];
  readonly sourceType: Type | null;
  state: 'waiting' | 'open';
}

export class ModuleConstants {
  /** The assembly text of each constant that stands for one. */
  readonly assembly = new Map<OtherConstant, InlineAssembly>();
  private readonly pending = new Map<number, Pending>();
  private type: Type;
  private splatLanes = 0;

  constructor(
    private readonly types: ModuleTypes,
    private readonly table: TypeTable,
    /** All values by number; blocks append to it. */
    private readonly values: (Operand | undefined)[],
    private readonly blockOf: (fn: ProgramFunction, index: number) => Block,
  ) {
    this.type = table.int(32);
  }

  /** Reads the announced block. */
  read(stream: Bitstream): void {
    stream.enter();
    this.type = this.table.int(32);
    for (;;) {
      const entry = stream.next();
      if (entry === Entry.End) break;
      if (entry === Entry.Block) stream.skip();
      else if (stream.code === ConstantCode.SetType) this.type = this.types.get(stream.operand(0));
      else this.record(stream);
    }
    for (const index of [...this.pending.keys()]) this.get(index, 0);
  }

  private record(stream: Bitstream): void {
    const constant = this.plain(stream);
    if (constant === null) this.pending.set(this.values.length, this.compound(stream));
    this.values.push(constant ?? undefined);
  }

  private plain(stream: Bitstream): Constant | null {
    const { type } = this;
    switch (stream.code) {
      case ConstantCode.Null:
        return zero(type);
      case ConstantCode.Undef:
        return { kind: 'undef', type };
      case ConstantCode.Poison:
        return { kind: 'poison', type };
      case ConstantCode.Integer:
        return this.splat((scalar) => this.integer(scalar, signed(stream.wide(0))));
      case ConstantCode.WideInteger: {
        let value = 0n;
        for (let i = 0; i < stream.length; i++) {
          value |= BigInt.asUintN(64, signed(stream.wide(i))) << BigInt(i * 64);
        }
        return this.splat((scalar) => this.integer(scalar, value));
      }
      case ConstantCode.Float:
        return this.splat((scalar) => {
          if (scalar.kind !== 'float') corrupt('a floating constant has another type');
          return { kind: 'float', type: scalar, bits: floatBits(scalar, stream) };
        });
      case ConstantCode.String:
      case ConstantCode.CString:
        return this.string(stream, stream.code === ConstantCode.CString);
      case ConstantCode.Data:
        return this.data(stream);
      case ConstantCode.InlineAssembly:
        return this.inlineAssembly(stream);
      case ConstantCode.Aggregate:
      case ConstantCode.Binary:
      case ConstantCode.Cast:
      case ConstantCode.ElementPointer:
      case ConstantCode.ElementPointerInRange:
      case ConstantCode.BlockAddress:
      case ConstantCode.ExtractElement:
      case ConstantCode.InsertElement:
      case ConstantCode.Shuffle:
      case ConstantCode.ShuffleResizing:
      case ConstantCode.DsoLocalEquivalent:
      case ConstantCode.NoCfi:
        return null;
      default:
        return { kind: 'other', type, text: `constant of kind ${stream.code}` };
    }
  }

  /** A scalar, or a vector that repeats it in every lane. */
  private splat(make: (scalar: Type) => Constant): Constant {
    const { type } = this;
    if (type.kind !== 'vector') return make(type);
    const lane = make(type.element);
    this.splatLanes += type.length;
    if (type.scalable || this.splatLanes > MAX_SPLAT_LANES) unsupported('it repeats numbers in very long vectors');
    return { kind: 'aggregate', type, elements: Array<Constant>(type.length).fill(lane) };
  }

  private integer(type: Type, value: bigint): Constant {
    if (type.kind !== 'int') corrupt('an integer constant has another type');
    return { kind: 'int', type: type as IntType, value: BigInt.asUintN(type.bits, value) };
  }

  private string(stream: Bitstream, terminated: boolean): Constant {
    const { type } = this;
    const count = stream.length + (terminated ? 1 : 0);
    if (type.kind !== 'array' || type.element !== this.table.int(8) || type.length !== count) {
      corrupt('a string constant has another type');
    }
    const bytes = new Uint8Array(count);
    for (let i = 0; i < stream.length; i++) bytes[i] = stream.low[i];
    return { kind: 'bytes', type, bytes };
  }

  private data(stream: Bitstream): Constant {
    const type = this.type;
    if ((type.kind !== 'array' && type.kind !== 'vector') || type.length !== stream.length) {
      corrupt('a table of numbers has another type');
    }
    const size = dataBytes(type);
    const bytes = new Uint8Array(size * stream.length);
    for (let i = 0; i < stream.length; i++) {
      for (let byte = 0; byte < size; byte++) {
        bytes[i * size + byte] = byte < 4 ? stream.low[i] >>> (byte * 8) : stream.high[i] >>> ((byte - 4) * 8);
      }
    }
    return { kind: 'bytes', type, bytes };
  }

  private inlineAssembly(stream: Bitstream): Constant {
    const textLength = stream.operand(2);
    const text = stream.text(3, 3 + textLength);
    const constraintStart = 4 + textLength;
    const constraints = stream.text(constraintStart, constraintStart + stream.operand(3 + textLength));
    const constant: OtherConstant = { kind: 'other', type: this.type, text: `inline assembly "${text.trim()}"` };
    this.assembly.set(constant, { text, constraints });
    return constant;
  }

  private compound(stream: Bitstream): Pending {
    const { code } = stream;
    const operands: number[] = [];
    let operator: ConstantOperator | null = null;
    let sourceType: Type | null = null;
    let at = 0;
    switch (code) {
      case ConstantCode.Binary:
        operator = BINARY[stream.operand(0)] ?? null;
        operands.push(stream.operand(1), stream.operand(2));
        break;
      case ConstantCode.Cast:
        operator = CAST[stream.operand(0)] ?? null;
        operands.push(stream.operand(2));
        break;
      case ConstantCode.ElementPointer:
      case ConstantCode.ElementPointerInRange:
        operator = 'getelementptr';
        sourceType = this.types.get(stream.operand(0));
        at = code === ConstantCode.ElementPointerInRange ? skipRange(stream, 2) : 2;
        for (; at < stream.length; at += 2) operands.push(stream.operand(at + 1));
        if (operands.length === 0) corrupt('an address constant has no base');
        break;
      case ConstantCode.ExtractElement:
        operator = 'extractelement';
        operands.push(stream.operand(1), stream.operand(stream.length > 3 ? 3 : 2));
        break;
      case ConstantCode.InsertElement:
        operator = 'insertelement';
        operands.push(stream.operand(0), stream.operand(1), stream.operand(stream.length > 3 ? 3 : 2));
        break;
      case ConstantCode.Shuffle:
      case ConstantCode.ShuffleResizing:
        operator = 'shufflevector';
        at = code === ConstantCode.ShuffleResizing ? 1 : 0;
        operands.push(stream.operand(at), stream.operand(at + 1), stream.operand(at + 2));
        break;
      case ConstantCode.BlockAddress:
        operands.push(stream.operand(1), stream.operand(2));
        break;
      case ConstantCode.DsoLocalEquivalent:
      case ConstantCode.NoCfi:
        operands.push(stream.operand(1));
        break;
      default:
        for (let i = 0; i < stream.length; i++) operands.push(stream.operand(i));
    }
    return { code, type: this.type, operator, operands, sourceType, state: 'waiting' };
  }

  /** The constant with this number, made now if it still waits. */
  private get(index: number, depth: number): Constant {
    const known = this.values[index];
    if (known !== undefined) {
      if (known.kind === 'register') corrupt('a constant refers to a variable value');
      return known;
    }
    const pending = this.pending.get(index);
    if (pending === undefined) corrupt(`there is no value number ${index}`);
    if (pending.state === 'open') corrupt('a constant contains itself');
    if (depth > MAX_NESTING) corrupt('constants are nested too deep');
    pending.state = 'open';
    const made = this.make(pending, depth);
    this.pending.delete(index);
    this.values[index] = made;
    return made;
  }

  private make(pending: Pending, depth: number): Constant {
    const { code, type, operator, sourceType } = pending;
    if (code === ConstantCode.BlockAddress) return this.blockAddress(pending, depth);
    const operands = pending.operands.map((operand) => this.get(operand, depth + 1));
    if (code === ConstantCode.Aggregate) return aggregate(type, operands);
    if (code === ConstantCode.DsoLocalEquivalent || code === ConstantCode.NoCfi) return operands[0];
    if (operator === null) return { kind: 'other', type, text: 'constant expression' };
    return { kind: 'expression', type, operator, operands, sourceType };
  }

  private blockAddress(pending: Pending, depth: number): Constant {
    const fn = this.get(pending.operands[0], depth + 1);
    if (fn.kind !== 'global' || fn.global.kind !== 'function' || pending.type.kind !== 'pointer') {
      corrupt('a label address belongs to no function');
    }
    const { global } = fn;
    return {
      kind: 'blockaddress',
      type: pending.type,
      function: global,
      block: this.blockOf(global, pending.operands[1]),
    };
  }
}

export function zero(type: Type): Constant {
  switch (type.kind) {
    case 'int':
      return { kind: 'int', type, value: 0n };
    case 'float':
      return { kind: 'float', type, bits: 0n };
    case 'pointer':
      return { kind: 'null', type };
    case 'array':
    case 'struct':
    case 'vector':
      return { kind: 'zero', type };
    case 'void':
    case 'function':
      return corrupt(`a constant has type ${type.kind}`);
    default:
      return { kind: 'other', type, text: 'none' };
  }
}

function aggregate(type: Type, elements: readonly Constant[]): Constant {
  if (type.kind !== 'array' && type.kind !== 'struct' && type.kind !== 'vector') {
    corrupt('a constant with elements has a type without');
  }
  if (elements.length !== elementCount(type)) corrupt('a constant has the wrong number of elements');
  elements.forEach((element, i) => {
    if (element.type !== elementType(type, i)) corrupt('an element of a constant has the wrong type');
  });
  return { kind: 'aggregate', type, elements };
}

/** Numbers that may be negative keep their sign in the lowest bit; a lone sign bit stands for -2^63. */
export function signed(value: bigint): bigint {
  if ((value & 1n) === 0n) return value >> 1n;
  return value === 1n ? -(1n << 63n) : -(value >> 1n);
}

function floatBits(type: FloatType, stream: Bitstream): bigint {
  switch (type.format) {
    case 'x86_fp80':
      return (stream.wide(0) << 16n) | (stream.wide(1) & 0xffffn);
    case 'fp128':
    case 'ppc_fp128':
      return stream.wide(0) | (stream.wide(1) << 64n);
    default:
      return BigInt.asUintN(FLOAT_BITS[type.format], stream.wide(0));
  }
}

function dataBytes(type: ArrayType | VectorType): number {
  const { element } = type;
  const bits = element.kind === 'int' ? element.bits : element.kind === 'float' ? FLOAT_BITS[element.format] : 0;
  if (bits !== 8 && bits !== 16 && bits !== 32 && bits !== 64) corrupt('a table of numbers has odd elements');
  return bits / 8;
}

/** Where the operands start after the range that `inrange` adds to an address. */
function skipRange(stream: Bitstream, start: number): number {
  const bits = stream.operand(start);
  if (bits <= 64) return start + 3;
  return start + 2 + stream.low[start + 1] + stream.high[start + 1];
}
