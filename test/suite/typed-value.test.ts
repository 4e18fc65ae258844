import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBigInt } from '../../src/expr/scalar.ts';
import {
  bytesOfHex,
  bytesOfReadable,
  bytesOfScalar,
  escapeBytes,
  hexOfBytes,
  readableBytes,
  readableFloat,
  readableInt,
  scalarOfFloat,
  scalarOfInt,
} from '../../src/suite/typed-value.ts';

const widths = fc.constantFrom(1, 8, 16, 32, 64, 128);

describe('readable integers', () => {
  it('read back to the same bits, signed or not, also through JSON', () => {
    fc.assert(
      fc.property(widths, fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.boolean(), (bits, seed, signed) => {
        const value = fromBigInt(seed & ((1n << BigInt(bits)) - 1n));
        const readable = JSON.parse(JSON.stringify(readableInt(value, bits, signed)));
        expect(scalarOfInt(readable, bits)).toBe(value);
      }),
    );
  });
  it('are numbers while numbers are exact, strings beyond', () => {
    expect(readableInt(0xffffffff, 32, true)).toBe(-1);
    expect(readableInt(0xffffffff, 32, false)).toBe(4294967295);
    expect(readableInt(2n ** 63n, 64, true)).toBe('-9223372036854775808');
    expect(readableInt(2n ** 64n - 1n, 64, true)).toBe(-1);
  });
  it('complain about text that is no number', () => {
    expect(() => scalarOfInt('seven', 32)).toThrow(/not an integer/);
    expect(() => scalarOfInt(1.5, 32)).toThrow(/not an integer/);
  });
});

describe('readable floats', () => {
  it('read back to the same pattern, NaN payloads, infinities and minus zero included', () => {
    const patterns = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.constantFrom(
        0n,
        1n << 63n,
        0x7ff0000000000000n,
        0xfff0000000000000n,
        0x7ff8000000000000n,
        0x7ff8000000000001n,
      ),
    );
    fc.assert(
      fc.property(patterns, (pattern) => {
        const readable = JSON.parse(JSON.stringify(readableFloat(fromBigInt(pattern), 64)));
        expect(BigInt(scalarOfFloat(readable, 64))).toBe(pattern);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (pattern) => {
        const readable = JSON.parse(JSON.stringify(readableFloat(pattern, 32)));
        expect(scalarOfFloat(readable, 32)).toBe(pattern);
      }),
    );
  });
  it('have names where JSON has no number', () => {
    expect(readableFloat(0x7fc00000, 32)).toBe('nan');
    expect(readableFloat(0xff800000, 32)).toBe('-inf');
    expect(readableFloat(0x80000000, 32)).toBe('-0');
    expect(readableFloat(0x3fc00000, 32)).toBe(1.5);
  });
});

describe('bytes', () => {
  it('are text when they are valid UTF-8 and digits otherwise', () => {
    expect(readableBytes(new TextEncoder().encode('grüße\n'))).toBe('grüße\n');
    expect(readableBytes(Uint8Array.of(0xff, 65))).toEqual({ hex: 'ff41', text: '\\377A' });
  });
  it('read back exactly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(bytesOfReadable(JSON.parse(JSON.stringify(readableBytes(bytes))))).toEqual(bytes);
        expect(bytesOfHex(hexOfBytes(bytes))).toEqual(bytes);
      }),
    );
  });
  it('of numbers follow the byte order of the target', () => {
    expect(bytesOfScalar(0x01020304, 32, false)).toEqual(Uint8Array.of(4, 3, 2, 1));
    expect(bytesOfScalar(0x01020304, 32, true)).toEqual(Uint8Array.of(1, 2, 3, 4));
    expect(bytesOfScalar(1, 1, false)).toEqual(Uint8Array.of(1));
  });
  it('escape to C without swallowing digits or making trigraphs', () => {
    expect(escapeBytes(new TextEncoder().encode('a\u0001' + '2"\\??='))).toBe('a\\0012\\"\\\\?\\?=');
  });
});
