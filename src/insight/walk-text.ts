/** A run line by line, as people follow it: where, and what was set to what. */
import type { Assignment, WalkStep } from '../explore/walk.ts';
import { Term } from '../expr/term.ts';
import { type MemoryObject, Pointer } from '../machine/value.ts';
import { type DebugType, stripType } from '../program/debug.ts';
import { floatText } from './output-text.ts';
import { elementOf } from './places.ts';
import { constantText, styleOf } from './value-text.ts';

export interface StepText {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly depth: number;
  /** `i = 3, *out = 2`, and which way a branch went: `false`. */
  readonly values: string;
}

export function walkStepText({ position, function: fn, depth, assigned, taken }: WalkStep): StepText {
  // A variable that is set again and again, as in a copied structure, is told once.
  const values = new Map<string, string>();
  for (const each of assigned) {
    const shown = assignmentText(each);
    // A parameter that leads to what is called like it says nothing.
    if (shown !== null && shown[0] !== shown[1]) values.set(...shown);
  }
  const texts = [...values].map(([name, value]) => `${name} = ${value}`);
  const more = texts.length - MOST_VALUES;
  if (more > 0) texts.splice(MOST_VALUES, more, `and ${more} more`);
  if (taken !== null) texts.push(String(taken));
  return {
    file: position.file.path,
    line: position.line,
    function: fn.debug?.name ?? fn.name,
    depth,
    values: texts.join(', '),
  };
}

const MOST_VALUES = 6;

/** Null for what has no name in the source. */
function assignmentText({ object, offset, size, value, target }: Assignment): [name: string, value: string] | null {
  const declared = declarationOf(object);
  if (declared === null) return null;
  const place = placeIn(declared.type, offset, size);
  if (place === null) return null;
  const text = valueText(value, place.type, size, target);
  return text === null ? null : [`${declared.name}${place.path}`, text];
}

function declarationOf({ site, global }: MemoryObject): { name: string; type: DebugType } | null {
  if (global?.kind === 'variable') return global.debug;
  return site?.op === 'alloca' ? site.variable : null;
}

/** The member of a type that begins at an offset and has a size: `.day`, `[3].name`. */
function placeIn(type: DebugType, offset: number, size: number): { path: string; type: DebugType } | null {
  const bare = stripType(type);
  if (bare.kind === 'struct' || bare.kind === 'union') {
    for (const field of bare.fields) {
      const from = field.offsetBits / 8;
      if (field.bitField || offset < from || offset + size > from + field.bits / 8) continue;
      const inner = placeIn(field.type, offset - from, size);
      if (inner !== null)
        return { path: `${field.name === '' ? '' : `.${field.name}`}${inner.path}`, type: inner.type };
    }
    return null;
  }
  if (bare.kind === 'array') {
    const element = elementOf(bare);
    const bytes = element === null ? 0 : sizeOf(element);
    if (element === null || bytes === 0) return null;
    const index = Math.floor(offset / bytes);
    const inner = placeIn(element, offset - index * bytes, size);
    return inner === null ? null : { path: `[${index}]${inner.path}`, type: inner.type };
  }
  return offset === 0 && sizeOf(bare) === size ? { path: '', type } : null;
}

function sizeOf(type: DebugType): number {
  const bare = stripType(type);
  return 'bits' in bare ? bare.bits / 8 : 0;
}

function valueText(value: Assignment['value'], type: DebugType, size: number, target: string | null): string | null {
  const bare = stripType(type);
  if (value instanceof Term) return null;
  if (value instanceof Pointer) return pointerText(value, bare.kind === 'pointer' ? bare.target : null, target);
  if (bare.kind === 'pointer') return BigInt(value) === 0n ? 'NULL' : null;
  if (bare.kind === 'base' && bare.encoding === 'float') return floatText(value, 8 * size);
  const style = styleOf(type);
  if (style === null) return null;
  const bits = BigInt(value);
  return constantText(style.signed ? BigInt.asIntN(8 * size, bits) : bits, style);
}

function pointerText({ object, offset }: Pointer, target: DebugType | null, given: string | null): string | null {
  if (object.global?.kind === 'function') return object.global.debug?.name ?? object.global.name;
  const declared = declarationOf(object);
  if (typeof offset !== 'number') return null;
  const name = declared?.name ?? given ?? (object.kind === 'heap' ? 'new object' : null);
  if (name === null || name.startsWith('.')) return null;
  const bytes = target === null ? 0 : sizeOf(target);
  const isWhole = bytes > 0 && offset % bytes === 0;
  if (declared !== null && stripType(declared.type).kind === 'array' && isWhole) return `&${name}[${offset / bytes}]`;
  if (offset === 0) return declared === null ? name : `&${name}`;
  return isWhole ? `${name} + ${offset / bytes}` : `${name} + ${offset} bytes`;
}
