/**
 * The answer to a verification task. A violation that was found is an answer whatever else is open. `true` is said only
 * where every path was run to an end that C gives a meaning to, and nothing that the outside world decides was fixed by the
 * model: the program runs in one thread, reads nothing, and has no arguments.
 */
import type { EndingKind } from '../../machine/endings.ts';
import { mainOf } from '../../machine/environment.ts';
import type { Program } from '../../program/program.ts';
import type { StructType, Type } from '../../program/types.ts';
import { askedOutside, usesParameters } from '../run/outside.ts';
import type { CheckedProperty } from './property.ts';

const DEREFERENCE: readonly EndingKind[] = [
  'out-of-bounds',
  'null-pointer',
  'use-after-free',
  'use-after-return',
  'wild-pointer',
  'read-only',
];

const VIOLATIONS: Readonly<Record<CheckedProperty, readonly EndingKind[]>> = {
  'unreach-call': ['target-reached'],
  'valid-deref': DEREFERENCE,
  'valid-free': ['double-free', 'invalid-free'],
  'valid-memtrack': ['leak'],
  'valid-memcleanup': ['leak'],
  'no-overflow': ['overflow'],
  termination: ['endless'],
  'no-data-race': [],
};

/** The property that a path violates by its end; null when by none. */
export function violatedBy(kind: EndingKind, properties: readonly CheckedProperty[]): CheckedProperty | null {
  return properties.find((property) => VIOLATIONS[property].includes(kind)) ?? null;
}

/** Ends that a program comes to without a mistake. An endless path is one of them where the end is not asked for. */
const ENDS: ReadonlySet<EndingKind> = new Set(['exit', 'abort', 'assert', 'dropped', 'pruned', 'endless']);

/** Whether a path that ends so, without violating anything, leaves it open what the program may do. */
export function leavesOpen(kind: EndingKind): boolean {
  return !ENDS.has(kind);
}

/** Why `true` cannot be said of a program however much of it was explored; null when it can. */
export function whyNeverTrue(program: Program): string | null {
  const main = mainOf(program);
  if (main === undefined) return 'it has no main';
  if (main.parameters.length > 0 && usesParameters(main)) return 'it looks at its arguments';
  const [used] = askedOutside(main, ...program.constructors).values();
  return used === undefined ? null : `what ${used} does depends on the world outside`;
}

/**
 * ILP32 is compiled for WebAssembly, whose `long`, `int` and pointers are those of 32-bit Linux. What is eight bytes wide is
 * aligned to eight there and to four here, and `long double` differs: a program with such fields in structs has another
 * layout. Says which one; null when there is none.
 */
export function differentLayout(program: Program): string | null {
  const seen = new Set<Type>();
  const look = (type: Type): string | null => {
    if (seen.has(type)) return null;
    seen.add(type);
    if (type.kind === 'float' && type.format === 'fp128') return 'long double';
    if (type.kind === 'array' || type.kind === 'vector') return look(type.element);
    if (type.kind !== 'struct' || type.fields === null) return null;
    return (isLaidOutAlike(type) ? null : `struct ${type.name ?? ''}`.trim()) ?? firstOf(type.fields, look);
  };
  for (const variable of program.variables) {
    if (variable.debug === null) continue;
    const found = look(variable.valueType);
    if (found !== null) return found;
  }
  for (const fn of program.functions) {
    if (fn.library === true) continue;
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) {
        const types: Type[] = [];
        if (instruction.op === 'alloca') types.push(instruction.allocated);
        if (instruction.op === 'getelementptr') types.push(instruction.sourceType);
        if (instruction.op === 'load') types.push(instruction.result.type);
        const found = firstOf(types, look);
        if (found !== null) return found;
      }
    }
  }
  return null;

  function isLaidOutAlike(type: StructType): boolean {
    const there = layout32(type);
    const size = program.layout.sizeOf(type);
    return there.size === size && there.offsets.every((offset, i) => offset === program.layout.fieldOffset(type, i));
  }
  function layout32(type: StructType): { size: number; align: number; offsets: number[] } {
    let size = 0;
    let align = 1;
    const offsets: number[] = [];
    for (const field of type.fields ?? []) {
      const inner = sizeAndAlign32(field);
      const unit = type.packed ? 1 : inner.align;
      size = Math.ceil(size / unit) * unit;
      offsets.push(size);
      size += inner.size;
      align = Math.max(align, unit);
    }
    return { size: Math.ceil(size / align) * align, align, offsets };
  }
  function sizeAndAlign32(type: Type): { size: number; align: number } {
    if (type.kind === 'array') {
      const element = sizeAndAlign32(type.element);
      return { size: element.size * type.length, align: element.align };
    }
    if (type.kind === 'struct') return layout32(type);
    const size = program.layout.sizeOf(type);
    return { size, align: Math.min(4, program.layout.alignOf(type)) };
  }
}

function firstOf<T>(items: readonly T[], look: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
}
