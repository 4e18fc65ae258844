/** Byte offsets of `getelementptr`, when its indices are constant. */
import type { DataLayout } from './layout.ts';
import type { Type } from './types.ts';
import type { Operand } from './values.ts';

/** Null when an index is not a plain integer constant. */
export function constantOffset(sourceType: Type, indices: readonly Operand[], layout: DataLayout): number | null {
  return offsetFrom(0, sourceType, indices, layout);
}

/** Of the indices from `start` on; `type` is what the ones before lead to. */
export function offsetFrom(start: number, type: Type, indices: readonly Operand[], layout: DataLayout): number | null {
  let offset = 0;
  let current = type;
  for (let position = start; position < indices.length; position++) {
    const index = indices[position];
    if (index.kind !== 'int') return null;
    const number = Number(BigInt.asIntN(index.type.bits, index.value));
    if (position > 0 && current.kind === 'struct') offset += layout.fieldOffset(current, number);
    const next = steppedType(position, current, index);
    if (next === null) return null;
    if (position === 0 || current.kind !== 'struct') offset += number * layout.sizeOf(next);
    current = next;
  }
  return offset;
}

/** What the index at a position leads to; null when that is not plain. */
export function steppedType(position: number, type: Type, index: Operand): Type | null {
  if (position === 0) return type;
  if (type.kind === 'array' || type.kind === 'vector') return type.element;
  return type.kind === 'struct' && index.kind === 'int' ? type.fields![Number(index.value)] : null;
}

/** A pointer without the constant steps that lead to it from another, and their sum in bytes. */
export function withoutConstantSteps(pointer: Operand, layout: DataLayout): { base: Operand; offset: number } {
  let offset = 0;
  let base = pointer;
  for (;;) {
    const step = stepOf(base);
    const constant = step === null ? null : constantOffset(step.type, step.indices, layout);
    if (step === null || constant === null) return { base, offset };
    offset += constant;
    base = step.base;
  }
}

function stepOf(value: Operand): { base: Operand; type: Type; indices: readonly Operand[] } | null {
  if (value.kind === 'expression' && value.operator === 'getelementptr') {
    const [base, ...indices] = value.operands;
    return { base, type: value.sourceType!, indices };
  }
  if (value.kind !== 'register' || value.definition?.op !== 'getelementptr') return null;
  const { base, sourceType, indices } = value.definition;
  return { base, type: sourceType, indices };
}
