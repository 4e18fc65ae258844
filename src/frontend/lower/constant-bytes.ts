/** Scalar constants read out of larger ones. */
import type { DataLayout } from '../../program/layout.ts';
import { elementCount, elementType, type Type } from '../../program/types.ts';
import type { Constant } from '../../program/values.ts';

/** The scalar of a type at a byte offset of a constant; null when it is not simply one element of it. */
export function constantAt(constant: Constant, offset: number, type: Type, layout: DataLayout): Constant | null {
  if (offset === 0 && constant.type === type) return constant;
  switch (constant.kind) {
    case 'zero':
      return filledWith(0, type, layout);
    case 'bytes': {
      const size = layout.storeSizeOf(type);
      if (offset < 0 || offset + size > constant.bytes.length || layout.bigEndian) return null;
      let value = 0n;
      for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(constant.bytes[offset + index]);
      return fromBits(value, type, layout);
    }
    case 'aggregate': {
      const whole = constant.type;
      if (whole.kind !== 'struct' && whole.kind !== 'array') return null;
      for (let index = 0; index < elementCount(whole); index++) {
        const part = elementType(whole, index);
        const start = whole.kind === 'struct' ? layout.fieldOffset(whole, index) : index * layout.sizeOf(part);
        if (offset < start || offset + layout.storeSizeOf(type) > start + layout.sizeOf(part)) continue;
        return constantAt(constant.elements[index], offset - start, type, layout);
      }
      return null;
    }
    default:
      return null;
  }
}

/** The scalar whose bytes all are `byte`; null where such a scalar has no plain constant. */
export function filledWith(byte: number, type: Type, layout: DataLayout): Constant | null {
  let value = 0n;
  for (let index = 0; index < layout.storeSizeOf(type); index++) value = (value << 8n) | BigInt(byte);
  if (type.kind === 'vector') return byte === 0 ? { kind: 'zero', type } : null;
  return fromBits(value, type, layout);
}

function fromBits(value: bigint, type: Type, layout: DataLayout): Constant | null {
  switch (type.kind) {
    case 'int':
      return { kind: 'int', type, value: BigInt.asUintN(type.bits, value) };
    case 'float':
      return { kind: 'float', type, bits: BigInt.asUintN(layout.bitsOf(type), value) };
    case 'pointer':
      return value === 0n ? { kind: 'null', type } : null;
    default:
      return null;
  }
}
