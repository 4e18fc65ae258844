/** How far a `getelementptr` moves: a constant plus any multiple of a stride (0 when every index is constant). */
import type { DataLayout } from '../../program/layout.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { greatestCommonDivisor } from './places.ts';

export function addressSteps(
  sourceType: Type,
  indices: readonly Operand[],
  layout: DataLayout,
): { constant: number; stride: number } {
  let constant = 0;
  let stride = 0;
  let current = sourceType;
  indices.forEach((index, position) => {
    if (position > 0 && current.kind === 'struct') {
      const field = index.kind === 'int' ? Number(index.value) : 0;
      constant += layout.fieldOffset(current, field);
      current = current.fields![field];
      return;
    }
    if (position > 0 && (current.kind === 'array' || current.kind === 'vector')) current = current.element;
    const size = layout.sizeOf(current);
    if (index.kind === 'int') constant += Number(BigInt.asIntN(index.type.bits, index.value)) * size;
    else stride = greatestCommonDivisor(stride, Math.max(size, 1));
  });
  return { constant, stride };
}
