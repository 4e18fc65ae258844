/** What the interpreter computes with: 32-bit wrapping arithmetic, and memory objects whose cells have C types. */
import { type FieldName, fieldNames, recordFields, type ScalarType, type Variable } from './generator/ast.ts';

export interface MemoryObject {
  readonly types: readonly ScalarType[];
  readonly cells: number[];
  readonly heap: boolean;
  alive: boolean;
}

export function makeObject(type: Variable['type']): MemoryObject {
  switch (type.kind) {
    case 'scalar':
      return { types: [type.type], cells: [type.initial], heap: false, alive: true };
    case 'array':
      return { types: type.initial.map(() => type.type), cells: type.initial.slice(), heap: false, alive: true };
    case 'record': {
      const types = fieldNames.map((name: FieldName) => recordFields[name].type);
      return { types, cells: type.initial.slice(), heap: false, alive: true };
    }
    case 'unset':
      return makeInts(new Array<number>(type.length ?? 1).fill(Number.NaN));
    case 'library':
      return makeInts([0]);
    default:
      throw new Error('pointers are not memory objects of the interpreter');
  }
}

function makeInts(cells: number[]): MemoryObject {
  return { types: cells.map(() => 'int'), cells, heap: false, alive: true };
}

export function put(object: MemoryObject, index: number, value: number): void {
  object.cells[index] = truncate(value, object.types[index]!);
}

export function truncate(value: number, type: ScalarType): number {
  if (type === 'unsigned char') return value & 255;
  return type === 'short' ? (value << 16) >> 16 : value | 0;
}

export function divide(operator: '/' | '%', dividend: number, divisor: number): number {
  return operator === '/' ? Math.trunc(dividend / divisor) | 0 : (dividend % divisor) | 0;
}

export function applyBinary(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case '<':
      return Number(a < b);
    case '<=':
      return Number(a <= b);
    case '>':
      return Number(a > b);
    case '>=':
      return Number(a >= b);
    case '<u':
      return Number(a >>> 0 < b >>> 0);
    case '<=u':
      return Number(a >>> 0 <= b >>> 0);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}
