/** How the source calls a part of a variable. */
import { type DebugType, stripType } from '../../program/debug.ts';

export interface PartName {
  /** What follows the variable's name: `.next`, `[2].x`. */
  readonly path: string;
  readonly type: DebugType;
}

/** The innermost part at exactly these bytes; null when the type has no such part. */
export function partName(type: DebugType, offset: number, size: number): PartName | null {
  const plain = stripType(type);
  switch (plain.kind) {
    case 'struct': {
      for (const field of plain.fields) {
        const start = field.offsetBits / 8;
        if (field.bitField || offset < start || offset + size > start + field.bits / 8) continue;
        const inner = partName(field.type, offset - start, size);
        return inner === null ? null : { path: `.${field.name}${inner.path}`, type: inner.type };
      }
      return null;
    }
    case 'union': {
      for (const field of plain.fields) {
        const inner = field.bitField ? null : partName(field.type, offset, size);
        if (inner !== null) return { path: `.${field.name}${inner.path}`, type: inner.type };
      }
      return null;
    }
    case 'array': {
      const [length, ...rest] = plain.lengths;
      if (length === null || length === 0) return null;
      const step = plain.bits / 8 / length;
      const index = Math.floor(offset / step);
      if (index >= length) return null;
      const element: DebugType =
        rest.length === 0 ? plain.element : { ...plain, lengths: rest, bits: plain.bits / length };
      const inner = partName(element, offset - index * step, size);
      return inner === null ? null : { path: `[${index}]${inner.path}`, type: inner.type };
    }
    case 'base':
    case 'pointer':
    case 'enum':
      return offset === 0 && plain.bits / 8 === size ? { path: '', type } : null;
    default:
      return null;
  }
}
