/**
 * A program as flat data, to be sent to another thread or machine once.
 *
 * A program is a graph with many cycles (blocks know their functions, registers their instructions), and chains in it are as
 * long as the program: anything recursive runs out of stack. So every object becomes a row of numbers: its shape, and one code
 * per field, which is a value of the pool (even) or another row (odd). Equal shapes and equal values are stored once. Making the
 * rows and making the program again each take about a second for a million objects.
 *
 * Reading trusts nothing: it makes plain records, lists, maps, bytes and the few classes named here, and nothing else.
 */
import { InternalError } from './errors.ts';
import { DataLayout } from './layout.ts';
import type { Program } from './program.ts';
import { TypeTable } from './types.ts';

type Plain = string | number | boolean | bigint | null | undefined;

export interface FlatProgram {
  /** What a row is: `record`, `list`, `map`, `bytes` or a class, and the names of its fields. */
  readonly shapes: readonly { readonly kind: string; readonly fields: readonly string[] }[];
  /** For each row its shape, how many codes it has, and these. */
  readonly rows: Int32Array;
  readonly pool: readonly Plain[];
  /** Of rows that are bytes, in their order. */
  readonly bytes: readonly Uint8Array[];
}

const CLASSES: ReadonlyMap<string, { readonly prototype: object }> = new Map<string, { readonly prototype: object }>([
  ['DataLayout', DataLayout],
  ['TypeTable', TypeTable],
]);

/** What would change objects that do not belong to the program. */
const FORBIDDEN_FIELDS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function flattenProgram(program: Program): FlatProgram {
  const shapes: { kind: string; fields: string[] }[] = [];
  const shapeNumbers = new Map<string, number>();
  const pool: Plain[] = [];
  const poolNumbers = new Map<Plain, number>();
  const bytes: Uint8Array[] = [];
  const found: object[] = [];
  const numbers = new Map<object, number>();
  const rows: number[] = [];
  const codeOf = (value: unknown): number => {
    if (typeof value === 'object' && value !== null) {
      let number = numbers.get(value);
      if (number === undefined) {
        number = found.length;
        found.push(value);
        numbers.set(value, number);
      }
      return 2 * number + 1;
    }
    if (typeof value === 'function' || typeof value === 'symbol') throw new InternalError('a program holds code');
    let number = poolNumbers.get(value as Plain);
    if (number === undefined) {
      number = pool.length;
      pool.push(value as Plain);
      poolNumbers.set(value as Plain, number);
    }
    return 2 * number;
  };
  const shapeOf = (kind: string, fields: string[]): number => {
    const key = `${kind} ${fields.join(' ')}`;
    let number = shapeNumbers.get(key);
    if (number === undefined) {
      number = shapes.length;
      shapes.push({ kind, fields });
      shapeNumbers.set(key, number);
    }
    return number;
  };
  const add = (shape: number, values: readonly unknown[]): void => {
    rows.push(shape, values.length);
    for (const value of values) rows.push(codeOf(value));
  };
  codeOf(program);
  // More are found on the way.
  for (let i = 0; i < found.length; i++) {
    const object = found[i];
    if (Array.isArray(object)) add(shapeOf('list', []), object);
    else if (object instanceof Map) add(shapeOf('map', []), [...object].flat());
    else if (object instanceof Uint8Array) {
      bytes.push(object);
      add(shapeOf('bytes', []), []);
    } else add(shapeOf(kindOf(object), Object.keys(object)), Object.values(object));
  }
  return { shapes, rows: Int32Array.from(rows), pool, bytes };
}

function kindOf(object: object): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return 'record';
  for (const [name, { prototype: known }] of CLASSES) if (prototype === known) return name;
  throw new InternalError(`a program holds a ${(prototype as object).constructor.name}`);
}

export function restoreProgram({ shapes, rows, pool, bytes }: FlatProgram): Program {
  const objects: object[] = [];
  let usedBytes = 0;
  for (const { fields } of shapes) {
    if (fields.some((field) => FORBIDDEN_FIELDS.has(field))) throw damaged();
  }
  for (let at = 0; at < rows.length; at += 2 + rows[at + 1]) {
    if (!(rows[at + 1] >= 0 && at + 2 + rows[at + 1] <= rows.length)) throw damaged();
    const { kind } = existing(shapes[rows[at]]);
    if (kind === 'list') objects.push([]);
    else if (kind === 'map') objects.push(new Map());
    else if (kind === 'bytes') objects.push(existing(bytes[usedBytes++]));
    else if (kind === 'record') objects.push({});
    else objects.push(Object.create(existing(CLASSES.get(kind)).prototype) as object);
  }
  const valueAt = (code: number): unknown => {
    if ((code & 1) === 1) return existing(objects[code >> 1]);
    if (code < 0 || code >> 1 >= pool.length) throw damaged();
    return pool[code >> 1];
  };
  let number = 0;
  for (let at = 0; at < rows.length; at += 2 + rows[at + 1]) {
    const object = objects[number++];
    const { fields } = shapes[rows[at]];
    const first = at + 2;
    const count = rows[at + 1];
    if (Array.isArray(object)) for (let i = 0; i < count; i++) object.push(valueAt(rows[first + i]));
    else if (object instanceof Map) {
      for (let i = 0; i < count; i += 2) object.set(valueAt(rows[first + i]), valueAt(rows[first + i + 1]));
    } else {
      if (fields.length !== count) throw damaged();
      for (let i = 0; i < count; i++) (object as Record<string, unknown>)[fields[i]] = valueAt(rows[first + i]);
    }
  }
  return existing(objects[0]) as Program;
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw damaged();
  return item;
}

function damaged(): InternalError {
  return new InternalError('a program that was sent is damaged');
}
