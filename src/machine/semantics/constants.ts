/** Constants of the program as values, and global initialisers as memory contents. */
import { floatOf } from '../../expr/float-meaning.ts';
import { fromBigInt, type Scalar, wrap } from '../../expr/scalar.ts';
import { InternalError } from '../../program/errors.ts';
import { elementCount, elementType, FLOAT_BITS, type Type } from '../../program/types.ts';
import type { Constant, ExpressionConstant } from '../../program/values.ts';
import type { Machine } from '../machine.ts';
import type { Memory } from '../memory/memory.ts';
import type { ObjectState } from '../memory/object-state.ts';
import { type MemoryObject, Pointer, UNDEFINED, type Value } from '../value.ts';
import { isPlainFloat } from './coerce.ts';
import { type LongFormat, unpackLongDouble } from './long-double.ts';
import { writeTyped } from './memory.ts';
import { signedOf } from './pointer.ts';

export class Constants {
  constructor(
    private readonly machine: Machine,
    private readonly objectOf: (symbol: NonNullable<MemoryObject['global']>) => MemoryObject,
    /** Where a global will be: constant expressions may do arithmetic on addresses. */
    private readonly baseOf: (object: MemoryObject) => number,
  ) {}

  value(constant: Constant): Value {
    switch (constant.kind) {
      case 'int':
        return fromBigInt(constant.value);
      case 'float':
        return isPlainFloat(constant.type.format)
          ? floatOf(fromBigInt(constant.bits), FLOAT_BITS[constant.type.format])
          : unpackLongDouble(fromBigInt(constant.bits), constant.type.format as LongFormat);
      case 'null':
        return 0;
      case 'undef':
      case 'poison':
        return this.machine.options.checkUninitialized ? this.undefinedOf(constant.type) : this.zeroOf(constant.type);
      case 'zero':
        return this.zeroOf(constant.type);
      case 'aggregate':
        return constant.elements.map((element) => this.value(element));
      case 'bytes':
        return this.fromData(constant.type, constant.bytes);
      case 'global': {
        if (constant.global.kind === 'alias') return this.value(constant.global.target);
        return new Pointer(this.objectOf(constant.global), 0);
      }
      case 'expression':
        return this.expression(constant);
      case 'blockaddress':
      case 'other':
        return 0;
    }
  }

  zeroOf(type: Type): Value {
    if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
      return Array.from({ length: elementCount(type) }, (_, i) => this.zeroOf(elementType(type, i)));
    }
    return 0;
  }

  private undefinedOf(type: Type): Value {
    if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
      return Array.from({ length: elementCount(type) }, (_, i) => this.undefinedOf(elementType(type, i)));
    }
    return UNDEFINED;
  }

  private fromData(type: Type, bytes: Uint8Array): Value {
    if (type.kind !== 'array' && type.kind !== 'vector') throw new InternalError('plain data that is no array');
    const { layout } = this.machine.program;
    const size = layout.storeSizeOf(type.element);
    return Array.from({ length: type.length }, (_, i) => {
      let bits = 0n;
      for (let k = size - 1; k >= 0; k--) bits = (bits << 8n) | BigInt(bytes[i * size + k]);
      const scalar = fromBigInt(bits);
      return type.element.kind === 'float' ? floatOf(scalar, size * 8) : scalar;
    });
  }

  private expression(constant: ExpressionConstant): Value {
    const { operator, operands } = constant;
    const { layout } = this.machine.program;
    const width = layout.bitsOf(constant.type);
    switch (operator) {
      case 'bitcast':
      case 'addrspacecast':
        return this.value(operands[0]);
      case 'ptrtoint':
      case 'inttoptr':
      case 'trunc': {
        const value = this.value(operands[0]);
        if (layout.bitsOf(operands[0].type) === width) return value;
        return wrap(BigInt(this.integer(value)), width);
      }
      case 'getelementptr':
        return this.elementPointer(constant);
      case 'add':
      case 'sub':
      case 'mul':
      case 'xor': {
        const left = this.value(operands[0]);
        const right = this.value(operands[1]);
        if (left instanceof Pointer && right instanceof Pointer && left.object === right.object && operator === 'sub') {
          return wrap(BigInt((left.offset as number) - (right.offset as number)), width);
        }
        if (left instanceof Pointer && !(right instanceof Pointer) && (operator === 'add' || operator === 'sub')) {
          const delta = signedOf(right as Scalar, width);
          return new Pointer(left.object, (left.offset as number) + (operator === 'add' ? delta : -delta));
        }
        const x = BigInt(this.integer(left));
        const y = BigInt(this.integer(right));
        return wrap(
          operator === 'add' ? x + y : operator === 'sub' ? x - y : operator === 'mul' ? x * y : x ^ y,
          width,
        );
      }
      case 'extractelement':
        return (this.value(operands[0]) as readonly Value[])[Number(this.value(operands[1]))];
      default:
        throw new InternalError(`constant ${operator} is not evaluated`);
    }
  }

  private integer(value: Value): Scalar {
    if (value instanceof Pointer) return this.baseOf(value.object) + (value.offset as number);
    return value as Scalar;
  }

  private elementPointer(constant: ExpressionConstant): Value {
    const { layout } = this.machine.program;
    const [base, ...indices] = constant.operands;
    let type: Type = constant.sourceType!;
    let offset = 0;
    indices.forEach((index, i) => {
      const number = Number(BigInt.asIntN(layout.bitsOf(index.type), BigInt(this.value(index) as Scalar)));
      if (i > 0 && type.kind === 'struct') {
        offset += layout.fieldOffset(type, number);
        type = type.fields![number];
        return;
      }
      if (i > 0) type = (type as { element: Type }).element;
      offset += number * layout.sizeOf(type);
    });
    const from = this.value(base);
    if (from instanceof Pointer) return new Pointer(from.object, (from.offset as number) + offset);
    return wrap(BigInt(from as Scalar) + BigInt(offset), layout.pointerBits);
  }

  /** Writes an initialiser; the object starts out zero. */
  initialize(memory: Memory, target: ObjectState, offset: number, constant: Constant): void {
    const { layout } = this.machine.program;
    switch (constant.kind) {
      case 'zero':
      case 'null':
      case 'undef':
      case 'poison':
        return;
      case 'bytes':
        target.bytes.set(constant.bytes, offset);
        return;
      case 'aggregate': {
        const type = constant.type;
        constant.elements.forEach((element, i) => {
          const at =
            type.kind === 'struct'
              ? layout.fieldOffset(type, i)
              : i * (type.kind === 'vector' ? layout.storeSizeOf(element.type) : layout.sizeOf(element.type));
          this.initialize(memory, target, offset + at, element);
        });
        return;
      }
      default:
        writeTyped(this.machine, { memory }, target, offset, this.value(constant), constant.type);
    }
  }
}
