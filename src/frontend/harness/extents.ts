/**
 * How many elements pointers lead to: a number, what a declaration says, or the value of another input. The other way round,
 * an input may be the length of what a pointer leads to.
 */
import type { DebugType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { isByte, isCharacter } from './base-types.ts';
import type { HarnessOptions } from './harness-options.ts';
import type { Place } from './place.ts';

/** How many elements there are at most where an input says how many there are. */
const MOST_COUNTED = 8;
const DEFAULT_STRING_LENGTH = 8;
/** What a `void *` leads to where a guess is better than leaving the function out. */
const GUESSED_BYTES = 16;

/** What lies inside of something else. A parameter is what a function is about; of a structure it often uses a part. */
export function isInside({ name }: Pick<Place, 'name'>): boolean {
  return !/^\w*$/.test(name);
}

interface Count {
  readonly name: string;
  readonly from: number | null;
  readonly to: number;
}

export class Extents {
  private readonly known = new Map<string, { readonly expression: string; readonly isString: boolean }>();

  constructor(private readonly options: HarnessOptions) {}

  /** The place that must be filled before this one; null for none. */
  awaited({ name }: Place, type: DebugType): string | null {
    const buffer = this.options.lengths?.get(name);
    if (buffer !== undefined) return buffer;
    const count = this.lengthGiven(name);
    return type.kind === 'pointer' && typeof count === 'string' ? count : null;
  }

  /** How many elements the user, or the declaration, says a pointer leads to at most. */
  elementsOf(place: Pick<Place, 'name'>, target: DebugType): number | undefined {
    const asked = this.lengthGiven(place.name) ?? this.options.declared?.get(place.name);
    if (typeof asked === 'string') return this.countOf(place)!.to;
    return asked ?? (target.kind === 'void' && this.isGuessed(place) ? GUESSED_BYTES : undefined);
  }

  /** Characters without a number are a string, and bytes of any type where the user says so. */
  isString(place: Pick<Place, 'name'>, target: DebugType): boolean {
    if (isByte(target) && this.options.strings.has(place.name)) return true;
    return isCharacter(target) && this.elementsOf(place, target) === undefined;
  }

  /** How many characters the string that a pointer leads to has at most. */
  stringLength({ name }: Pick<Place, 'name'>): number {
    return this.options.strings.get(name) ?? DEFAULT_STRING_LENGTH;
  }

  private lengthGiven(name: string): number | string | undefined {
    return this.options.arrays.get(name) ?? this.options.implied?.get(name)?.count;
  }

  /** Whether something is made up, and said, rather than asked for. */
  isGuessed(place: Pick<Place, 'name'>): boolean {
    return this.options.isOneOfSeveral === true || isInside(place);
  }

  /** Elements of a flexible array after a record. */
  behind({ name }: Pick<Place, 'name'>): number {
    const asked = this.options.arrays.get(name) ?? 0;
    if (typeof asked === 'number') return asked;
    throw new UserError(`--array ${name}=${asked}: the length of an array at the end of a struct must be a number`);
  }

  /** The input that says how many elements there are; null where none does. `from` is null where it may be negative. */
  countOf({ name }: Pick<Place, 'name'>): Count | null {
    const count = this.lengthGiven(name);
    if (typeof count !== 'string') return null;
    const range = this.options.ranges?.get(count);
    const to = Number(range?.high ?? MOST_COUNTED);
    if (!Number.isInteger(to) || to < 0) {
      throw new UserError(`--array ${name}=${count}: --range ${count} must end with a number that is not negative`);
    }
    const mayBeNegative = !this.options.arrays.has(name) && this.options.implied?.get(name)?.signed === true;
    const from = mayBeNegative ? null : Math.max(0, Math.trunc(Number(range?.low ?? 0)) || 0);
    return { name: count, from, to };
  }

  noteString({ name, lvalue }: Place, isPointer: boolean): void {
    const length = `__builtin_strlen((const char *)${lvalue})`;
    this.known.set(name, { expression: isPointer ? `${lvalue} == 0 ? 0 : ${length}` : length, isString: true });
  }

  noteArray({ name, lvalue }: Place, count: string, isPointer: boolean): void {
    this.known.set(name, { expression: isPointer ? `${lvalue} == 0 ? 0 : ${count}` : count, isString: false });
  }

  lengthOf(name: string): { readonly expression: string; readonly isString: boolean } | null {
    return this.known.get(name) ?? null;
  }
}
