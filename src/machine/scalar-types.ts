/** Finds the scalar a declared C type has at an offset, so that inputs are shown as the programmer declared them. */
import { type DebugType, stripType } from '../program/debug.ts';

export interface ScalarShape {
  readonly kind: 'int' | 'float';
  /** 0 unsigned, 1 signed, 2 character, 3 truth value. */
  readonly signedness: number;
}

export function scalarTypeAt(type: DebugType, offset: number, size: number): ScalarShape | null {
  const plain = stripType(type);
  switch (plain.kind) {
    case 'base':
      if (offset !== 0 || plain.bits !== size * 8) return null;
      if (plain.encoding === 'float') return size === 4 || size === 8 ? { kind: 'float', signedness: 1 } : null;
      return { kind: 'int', signedness: SIGNEDNESS[plain.encoding] };
    case 'enum':
      return offset === 0 && plain.bits === size * 8 ? { kind: 'int', signedness: 1 } : null;
    case 'struct':
      for (const field of plain.fields) {
        if (field.bitField) continue;
        const start = field.offsetBits / 8;
        if (offset >= start && offset + size <= start + field.bits / 8)
          return scalarTypeAt(field.type, offset - start, size);
      }
      return null;
    case 'array': {
      const element = stripType(plain.element);
      const bits = 'bits' in element ? element.bits : 0;
      return bits > 0 ? scalarTypeAt(plain.element, offset % (bits / 8), size) : null;
    }
    default:
      return null;
  }
}

const SIGNEDNESS = {
  signed: 1,
  unsigned: 0,
  'signed char': 2,
  'unsigned char': 2,
  boolean: 3,
  float: 1,
  other: 0,
} as const;
