/** Byte offsets of `getelementptr`, when its indices are constant. */
import type { DataLayout } from './layout.ts';
import type { Type } from './types.ts';
import type { Value } from './values.ts';

/** Null when an index is not a plain integer constant. */
export function constantOffset(sourceType: Type, indices: readonly Value[], layout: DataLayout): number | null {
  let offset = 0;
  let current = sourceType;
  for (let position = 0; position < indices.length; position++) {
    const index = indices[position];
    if (index.kind !== 'int') return null;
    if (position > 0 && current.kind === 'struct') {
      const field = Number(index.value);
      offset += layout.fieldOffset(current, field);
      current = current.fields![field];
      continue;
    }
    if (position > 0) {
      if (current.kind !== 'array' && current.kind !== 'vector') return null;
      current = current.element;
    }
    offset += Number(BigInt.asIntN(index.type.bits, index.value)) * layout.sizeOf(current);
  }
  return offset;
}
