/** Questions about C types that decide how their values are made and looked at. */
import { type DebugArrayType, type DebugType, stripType } from '../../program/debug.ts';

export function isFlexible(type: DebugArrayType): boolean {
  return type.lengths.length === 1 && (type.lengths[0] === null || type.lengths[0] === 0);
}

export function isFile(type: DebugType): boolean {
  if (type.kind === 'typedef') return type.name === 'FILE' || isFile(type.target);
  return type.kind === 'qualified' && isFile(type.target);
}

/** Whether pointers lead from a record back to one of its type: lists and trees, which may be empty. */
export function isRecursive(type: DebugType): boolean {
  if (type.kind !== 'struct') return false;
  const seen = new Set<DebugType>();
  const leadsBack = (inner: DebugType): boolean => {
    const bare = stripType(inner);
    if (bare.kind === 'pointer') {
      const target = stripType(bare.target);
      return target === type || leadsBack(target);
    }
    if (bare.kind === 'array') return leadsBack(bare.element);
    if ((bare.kind !== 'struct' && bare.kind !== 'union') || seen.has(bare)) return false;
    seen.add(bare);
    return bare.fields.some((field) => leadsBack(field.type));
  };
  return leadsBack(type);
}

/** Whether a pointer lies inside, not counting what pointers lead to. */
export function leadsAway(type: DebugType): boolean {
  const bare = stripType(type);
  if (bare.kind === 'pointer') return true;
  if (bare.kind === 'array') return leadsAway(bare.element);
  return (bare.kind === 'struct' || bare.kind === 'union') && bare.fields.some((field) => leadsAway(field.type));
}
