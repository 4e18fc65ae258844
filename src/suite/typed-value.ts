/**
 * Values as people write them, without losing a bit: what a test file shows is also what replay feeds, so the readable
 * form must read back exactly.
 *
 * - Integers are JSON numbers while they are safe integers, decimal strings beyond.
 * - Floats are JSON numbers where JSON has them; `"nan"`, `"inf"`, `"-inf"`, `"-0"` where it has not; `"0x..."` (the
 *   IEEE pattern) for other NaNs and for formats JavaScript has no number for.
 * - Bytes are hexadecimal digits in memory order.
 */
import { fromBigInt, maskOf, type Scalar, toSigned } from '../expr/scalar.ts';
import { UserError } from '../program/errors.ts';

export type ValueKind = 'int' | 'float' | 'bytes';
export type ReadableValue = number | string;

const NAN_PATTERN: Readonly<Record<number, bigint>> = { 32: 0x7fc00000n, 64: 0x7ff8000000000000n };

export function readableInt(value: Scalar, bits: number, signed: boolean): ReadableValue {
  const exact = signed ? toSigned(value, bits) : BigInt(value);
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact.toString();
}

export function readableFloat(pattern: Scalar, bits: number): ReadableValue {
  const number = floatFromPattern(pattern, bits);
  if (number === null) return hexPattern(pattern, bits);
  if (Number.isNaN(number)) return BigInt(pattern) === NAN_PATTERN[bits] ? 'nan' : hexPattern(pattern, bits);
  if (number === Number.POSITIVE_INFINITY) return 'inf';
  if (number === Number.NEGATIVE_INFINITY) return '-inf';
  return Object.is(number, -0) ? '-0' : number;
}

/** The bits of a readable integer, wrapped to `bits`. */
export function scalarOfInt(value: ReadableValue, bits: number): Scalar {
  let exact: bigint;
  try {
    exact = BigInt(value);
  } catch {
    throw new UserError(`${JSON.stringify(value)} is not an integer`, 'write a whole number, or a string with one');
  }
  return fromBigInt(exact & maskOf(bits));
}

/** The IEEE pattern of a readable float. */
export function scalarOfFloat(value: ReadableValue, bits: number): Scalar {
  if (typeof value === 'number') return patternFromFloat(value, bits);
  if (value.startsWith('0x')) return scalarOfInt(value, bits);
  switch (value) {
    case 'nan':
      return fromBigInt(NAN_PATTERN[bits] ?? 0n);
    case 'inf':
      return patternFromFloat(Number.POSITIVE_INFINITY, bits);
    case '-inf':
      return patternFromFloat(Number.NEGATIVE_INFINITY, bits);
    case '-0':
      return patternFromFloat(-0, bits);
    default:
      throw new UserError(`"${value}" is not a float`, 'write a number, nan, inf, -inf, -0 or 0x and the IEEE pattern');
  }
}

/** The number a 32- or 64-bit pattern stands for; null for other formats. */
function floatFromPattern(pattern: Scalar, bits: number): number | null {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) {
    view.setUint32(0, Number(pattern));
    return view.getFloat32(0);
  }
  if (bits === 64) {
    view.setBigUint64(0, BigInt(pattern));
    return view.getFloat64(0);
  }
  return null;
}

function patternFromFloat(value: number, bits: number): Scalar {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) {
    view.setFloat32(0, value);
    return view.getUint32(0);
  }
  view.setFloat64(0, value);
  return fromBigInt(view.getBigUint64(0));
}

function hexPattern(pattern: Scalar, bits: number): string {
  return `0x${BigInt(pattern)
    .toString(16)
    .padStart(Math.ceil(bits / 4), '0')}`;
}

/** `bits / 8` bytes (at least one) in memory order. */
export function bytesOfScalar(value: Scalar, bits: number, bigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(Math.max(1, Math.ceil(bits / 8)));
  let rest = BigInt(value);
  for (let i = 0; i < bytes.length; i++) {
    bytes[bigEndian ? bytes.length - 1 - i : i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hexOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]];
  return text;
}

export function bytesOfHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-fA-F]/.test(text)) {
    throw new UserError(`"${text}" is not a sequence of bytes`, 'write two hexadecimal digits per byte');
  }
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** Bytes that are text, as text; otherwise digits, with what is printable of them beside. */
export type ReadableBytes = string | { readonly hex: string; readonly text: string };

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();
/** Longer ones are left to the decoder. */
const FEW_BYTES = 256;

export function readableBytes(bytes: Uint8Array): ReadableBytes {
  const ascii = bytes.length <= FEW_BYTES ? asciiText(bytes) : null;
  if (ascii !== null) return ascii;
  const text = DECODER.decode(bytes);
  const back = ENCODER.encode(text);
  const same = back.length === bytes.length && back.every((byte, i) => byte === bytes[i]);
  return same ? text : { hex: hexOfBytes(bytes), text: escapeBytes(bytes) };
}

/** Null where a byte is no character of its own. */
function asciiText(bytes: Uint8Array): string | null {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] >= 128) return null;
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}

export function bytesOfReadable(value: ReadableBytes): Uint8Array {
  return typeof value === 'string' ? ENCODER.encode(value) : bytesOfHex(value.hex);
}

const ESCAPES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 92: '\\\\' };

/**
 * The inside of a C string literal with exactly these bytes. Other bytes are three-digit octal escapes: unlike `\x` they
 * end by themselves. `?` is escaped after another one, because `??=` and its like mean something else to C.
 */
export function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  bytes.forEach((byte, i) => {
    if (byte in ESCAPES) text += ESCAPES[byte];
    else if (byte === 63 && bytes[i - 1] === 63) text += '\\?';
    else if (byte >= 32 && byte < 127) text += String.fromCharCode(byte);
    else text += `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return text;
}

/** The text in a buffer, which may be shorter than its room. */
export function upToZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
