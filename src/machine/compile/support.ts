/** What compiled code calls: the parts of loads and stores that are not written out, and values between registers and variables. */
import { bitsOfFloat, floatOf } from '../../expr/float-meaning.ts';
import type { Kind } from '../../expr/kinds.ts';
import { applyBinary } from '../../expr/meaning.ts';
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { ObjectState } from '../memory/object-state.ts';
import type { State } from '../state.ts';
import { MemoryObject, Pointer, type Value } from '../value.ts';

/** Stands for objects that may not be accessed: no offset is within its bounds. */
export const NO_OBJECT = new ObjectState(
  new MemoryObject(-1, 'environment', 'nowhere', null, null),
  {},
  -1,
  0,
  new Uint8Array(0),
  false,
);

/** What memory has for an object. */
export function look(state: State, object: MemoryObject | null): ObjectState {
  if (object === null || object.kind === 'function') return NO_OBJECT;
  const found = state.memory.get(object);
  return found?.alive === true ? found : NO_OBJECT;
}

function isWithin(target: ObjectState, at: number, size: number): boolean {
  return at >= 0 && at + size <= target.size;
}

/** The integer at a place that is concrete and in bounds; undefined where it is not. */
function loadInteger(target: ObjectState, at: number, size: number): Scalar | undefined {
  return isWithin(target, at, size) && target.isConcrete(at, size) ? target.readConcrete(at, size) : undefined;
}

function loadFloat(target: ObjectState, at: number, size: number): number | undefined {
  const bits = loadInteger(target, at, size);
  return bits === undefined ? undefined : floatOf(bits, size * 8);
}

/** A pointer, or an integer, as it is stored. */
function loadPointer(target: ObjectState, at: number, size: number): Scalar | Pointer | undefined {
  if (!isWithin(target, at, size)) return undefined;
  if (target.isConcrete(at, size)) return target.readConcrete(at, size);
  const cell = target.cellAt(at);
  return cell !== null && cell.size === size && cell.value instanceof Pointer ? cell.value : undefined;
}

/** Stores into an object that may be written to (see `HotCode.lookOwned`); false where it is out of bounds: the closures know why. */
function store(state: State, target: ObjectState, at: number, size: number, value: Scalar | Pointer): boolean {
  if (!isWithin(target, at, size)) return false;
  target.write(at, size, value, state.memory);
  return true;
}

function storeFloat(state: State, target: ObjectState, at: number, size: number, value: number): boolean {
  return store(state, target, at, size, bitsOfFloat(value, size * 8));
}

/** A value that is no symbolic term and no aggregate may be stored as it is. */
function storeValue(state: State, target: ObjectState, at: number, size: number, value: Value): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof Pointer)) return false;
  return store(state, target, at, size, value);
}

/** The value of a register that is kept as object and offset. */
function pack(object: MemoryObject | null, offset: number): Value {
  return object === null ? offset : new Pointer(object, offset);
}

function isAddress(value: Value): boolean {
  return typeof value === 'number' || (value instanceof Pointer && typeof value.offset === 'number');
}

function objectOf(value: Value): MemoryObject | null {
  return value instanceof Pointer ? value.object : null;
}

function offsetOf(value: Value): number {
  return value instanceof Pointer ? (value.offset as number) : (value as number);
}

/** Pointers into two live objects, or one and null, differ wherever the objects lie. */
function areApart(state: State, x: MemoryObject | null, at: number, y: MemoryObject | null, there: number): boolean {
  return (x === null ? at === 0 : isInside(state, x, at)) && (y === null ? there === 0 : isInside(state, y, there));
}

function isInside(state: State, object: MemoryObject, at: number): boolean {
  const found = state.memory.get(object);
  return found?.alive === true && at >= 0 && at <= found.size;
}

/** Arithmetic on integers of more than 32 bits; undefined where one is symbolic or a pointer. */
function wide(kind: Kind, width: number, x: Value, y: Value): Scalar | undefined {
  if (!isScalar(x) || !isScalar(y)) return undefined;
  return applyBinary(kind, width, x, y);
}

function difference(x: Value, y: Value): Scalar | undefined {
  if (!isScalar(x) || !isScalar(y)) return undefined;
  return fromBigInt(BigInt.asUintN(64, BigInt(x) - BigInt(y)));
}

/** -1, 0 or 1; undefined where one is symbolic or a pointer. */
function order(width: number, signed: boolean, x: Value, y: Value): number | undefined {
  if (!isScalar(x) || !isScalar(y)) return undefined;
  if (x === y) return 0;
  if (!signed) return x < y ? -1 : 1;
  return BigInt.asIntN(width, BigInt(x)) < BigInt.asIntN(width, BigInt(y)) ? -1 : 1;
}

/** The low 32 bits as a signed number. */
function low(value: Value): number | undefined {
  if (typeof value === 'number') return value | 0;
  return typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : undefined;
}

/** A signed number of up to 32 bits as an integer of `width` bits, more than 32. */
function extended(value: number, width: number): Scalar {
  return value >= 0 ? value : fromBigInt(BigInt.asUintN(width, BigInt(value)));
}

/** An index as wide as a pointer of 64 bits, as a signed number. */
function index(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : undefined;
}

function isScalar(value: Value): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint';
}

export const SUPPORT = {
  ...{ look, loadInteger, loadFloat, loadPointer, store, storeFloat, storeValue, pack, isAddress, objectOf, offsetOf },
  ...{ areApart, wide, difference, order, low, extended, index },
};
