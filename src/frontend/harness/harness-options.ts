/** What users may say about the inputs of a function. */
import { UserError } from '../../program/errors.ts';

/** Keys are C expressions over the parameters, as in input names: `p`, `list->name`, `argv[0]` (or `*argv`). */
export interface HarnessOptions {
  /** As the user calls the function under test. */
  readonly function: string;
  /** How many elements a pointer leads to: a number, or another input that says it. */
  readonly arrays: ReadonlyMap<string, number | string>;
  /** The longest string a `char *` leads to. */
  readonly strings: ReadonlyMap<string, number>;
  readonly nullable: ReadonlySet<string>;
  /** How many records of one type a chain of pointers may visit. */
  readonly depth: number;
  /** The C source to include, spelled so that the compiler finds it; null when there is only bitcode. */
  readonly sourceFile: string | null;
  /** How many elements the declarations of parameters say they have: `int a[4]`. */
  readonly declared?: ReadonlyMap<string, number>;
  /** Lists and trees that are never empty. */
  readonly present?: ReadonlySet<string>;
  /** Inputs that are no inputs: the length of what a pointer leads to. */
  readonly lengths?: ReadonlyMap<string, string>;
  readonly ranges?: ReadonlyMap<string, Range>;
  /** C expressions that hold when the function is called. */
  readonly assumed?: readonly string[];
  /** Global variables, or parts of them, that are inputs too: `table[0..3].key`. */
  readonly globals?: readonly string[];
  /** What pointers to functions lead to: a function of the program, or null for a stub. */
  readonly callbacks?: ReadonlyMap<string, string | null>;
  /** Memory at fixed addresses. */
  readonly devices?: readonly Device[];
  /** Parameters that probably say how many elements others have, by the name of these. */
  readonly counts?: ReadonlyMap<string, string>;
  /** Those of them that are assumed to, and whether they may be negative: then there is nothing. */
  readonly implied?: ReadonlyMap<string, { readonly count: string; readonly signed: boolean }>;
  /** The function is one of several: what the options say of inputs that it lacks is for others, and what is not said is guessed. */
  readonly isOneOfSeveral?: boolean;
}

/** Both ends belong to it; a missing one is the type's own. Ends are C constants. */
export interface Range {
  readonly low: string | null;
  readonly high: string | null;
}

export interface Device {
  readonly address: number;
  readonly size: number;
}

/** `*p` and `p[0]` are the same place. */
export function normalized(options: HarnessOptions): HarnessOptions {
  const keyed = <Value>(map: ReadonlyMap<string, Value> = new Map()) =>
    new Map(Array.from(map, ([name, value]) => [placeKey(name), value]));
  return {
    ...options,
    arrays: new Map(
      Array.from(options.arrays, ([name, count]) => [
        placeKey(name),
        typeof count === 'string' ? placeKey(count) : count,
      ]),
    ),
    strings: keyed(options.strings),
    nullable: new Set(Array.from(options.nullable, placeKey)),
    present: new Set(Array.from(options.present ?? [], placeKey)),
    lengths: new Map(Array.from(options.lengths ?? [], ([name, buffer]) => [placeKey(name), placeKey(buffer)])),
    // The elements of an array may be meant by the array.
    ranges: new Map(Array.from(options.ranges ?? [], ([name, range]) => [placeKey(name.replace(/\[\]$/, '')), range])),
    callbacks: keyed(options.callbacks),
  };
}

function placeKey(name: string): string {
  return name.startsWith('*') ? `${placeKey(name.slice(1))}[0]` : name;
}

const BOUND = /^-?(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?|[a-z_]\w*)$|^'(?:\\.|[^'\\])'$/i;

/** `-400..400`, `0..MAX`, `'a'..'z'`, `1..`; null where it is none of these. */
export function readRange(text: string): Range | null {
  const [low, high, ...more] = text.split('..').map((word) => word.trim());
  if (high === undefined || more.length > 0 || (low === '' && high === '')) return null;
  if (![low, high].every((bound) => bound === '' || BOUND.test(bound))) return null;
  if (Number(low) > Number(high) && low !== '' && high !== '') {
    throw new UserError(`${text} is empty: its first number is larger than its second`);
  }
  return { low: low === '' ? null : low, high: high === '' ? null : high };
}
