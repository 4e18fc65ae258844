/** What travels through Redis: JSON, with big integers and bytes as strings, compressed and known by its hash. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { InternalError } from '../../../program/errors.ts';

/** No program that can be explored comes near it. */
const MOST_BYTES = 512 * 2 ** 20;

export interface Packed {
  readonly hash: string;
  readonly bytes: Buffer;
}

export function pack(value: unknown): Packed {
  const bytes = deflateSync(JSON.stringify(value, replacer), { level: 6 });
  return { hash: hashOf(bytes), bytes };
}

/** Refuses bytes that are not those of the hash. */
export function unpack(bytes: Buffer, hash: string): unknown {
  if (hashOf(bytes) !== hash) throw new InternalError('what the queue holds is not what was asked for');
  return JSON.parse(inflateSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8'), reviver);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $big: value.toString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Int32Array) {
    return { $numbers: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  }
  return value === undefined ? { $absent: true } : value;
}

function reviver(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { $big, $bytes, $numbers, $absent } = value as Record<string, unknown>;
  if (typeof $big === 'string') return BigInt($big);
  if (typeof $bytes === 'string') return new Uint8Array(Buffer.from($bytes, 'base64'));
  if (typeof $numbers === 'string') {
    const bytes = Buffer.from($numbers, 'base64');
    const numbers = new Int32Array(bytes.length / 4);
    for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readInt32LE(4 * i);
    return numbers;
  }
  return $absent === true ? undefined : value;
}
