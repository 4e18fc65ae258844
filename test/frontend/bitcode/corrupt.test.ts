import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBitcode } from '../../../src/frontend/bitcode/read.ts';
import { UserError } from '../../../src/program/errors.ts';
import { BitWriter } from './bitwriter.ts';
import { compile, LINUX, PLAIN } from './compile.ts';

const SMALL = `
struct node { struct node *next; int v[3]; } root = { &root, {1, 2, 3} }; enum e { A, B = 7 }; extern int out(const char *, ...);
static int f(int x) { return x ? f(x - 1) + root.v[x % 3] : 0; }
int main(int n, char **a) { int s = 0; for (int i = 0; i < n; i++) switch (f(i)) { case 1: s++; break; default: s += B; } out("%d", s); return s; }
`;
const RICH = `${SMALL}
typedef float v4 __attribute__((vector_size(16))); v4 g(v4 a, int i) { a[i] = 1; return __builtin_shufflevector(a, a, 0, 5, 2, 7) * a; }
int h(int x) { static void *t[] = { &&p, &&q }; goto *t[x & 1]; p: return 1; q: __asm__("nop"); return 2; }
int k(_Atomic int *p, int *q) { int e = 0; __atomic_compare_exchange_n(q, &e, 1, 0, 5, 5); return (*p)++ + e; }
__int128 w = ((__int128)1 << 100) + 5; long double l = 2.5L; double d[] = { 1, 2 }; int *into = &root.v[1];
extern int z(int) __attribute__((alias("h"))); __attribute__((constructor)) static void c(void) { w++; }
`;

/** Reading must end, quickly, with a program or with an error that names the file. */
function readDamaged(bytes: Uint8Array): 'read' | string {
  try {
    readBitcode(bytes, 'damaged.bc');
    return 'read';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.message).toMatch(/^damaged\.bc: (corrupt|unsupported) bitcode: ./);
    return error.message;
  }
}

describe('damaged bitcode', () => {
  let small: Uint8Array;
  let rich: Uint8Array;
  let optimised: Uint8Array;
  beforeAll(async () => {
    small = await compile(SMALL);
    rich = await compile(RICH, PLAIN, LINUX);
    optimised = await compile(RICH, ['-O2', '-g'], LINUX);
  });

  it('is an error when cut off at any byte', () => {
    for (let length = 0; length < small.length; length++) {
      expect(readDamaged(small.subarray(0, length)), `cut at ${length}`).not.toBe('read');
    }
  });

  it('never fails otherwise when bytes change', () => {
    const change = fc.record({ at: fc.nat(1_000_000), value: fc.nat(255), bit: fc.boolean() });
    fc.assert(
      fc.property(
        fc.constantFrom('small', 'rich', 'optimised'),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (which, changes) => {
          const bytes = { small, rich, optimised }[which]!.slice();
          for (const { at, value, bit } of changes) {
            const place = at % bytes.length;
            bytes[place] = bit ? bytes[place] ^ (1 << (value & 7)) : value;
          }
          readDamaged(bytes);
        },
      ),
      { numRuns: 800 },
    );
  });

  it('never fails otherwise when parts are moved, repeated or erased', () => {
    const move = fc.record({ from: fc.nat(1_000_000), to: fc.nat(1_000_000), length: fc.integer({ min: 1, max: 64 }) });
    fc.assert(
      fc.property(move, fc.boolean(), ({ from, to, length }, erase) => {
        const bytes = rich.slice();
        if (erase) bytes.fill(0, to % bytes.length, (to % bytes.length) + length);
        else bytes.copyWithin(to % bytes.length, from % bytes.length, (from % bytes.length) + length);
        readDamaged(bytes);
      }),
      { numRuns: 300 },
    );
  });

  it('is an error when it is something else entirely', () => {
    expect(readDamaged(new Uint8Array(0))).toContain('shorter');
    expect(readDamaged(new TextEncoder().encode('int main(void) { return 0; }\n'))).toContain(
      'does not begin like bitcode',
    );
    expect(readDamaged(new Uint8Array(100))).toContain('does not begin like bitcode');
    expect(readDamaged(Uint8Array.of(0x42, 0x43, 0xc0, 0xde))).toContain('no module');
    expect(readDamaged(Uint8Array.of(0xde, 0xc0, 0x17, 0x0b, 0, 0, 0, 0))).toContain('ends in its header');
  });

  it('is an error when the wrapper promises more than there is', () => {
    const wrapped = new Uint8Array(20 + 8);
    const header = new DataView(wrapped.buffer);
    [0x0b17c0de, 0, 20, 5000, 0].forEach((word, i) => {
      header.setUint32(i * 4, word, true);
    });
    expect(readDamaged(wrapped)).toContain('shorter than its header says');
  });

  it('is an error when two files were glued together', () => {
    const glued = new Uint8Array(small.length * 2 - 4);
    glued.set(small);
    glued.set(small.subarray(4), small.length);
    expect(readDamaged(glued)).toContain('more than one module');
  });
});

describe('bitcode of other versions', () => {
  const MODULE = 8;
  const TYPES = 17;
  const STRINGS = 23;

  /** A file with a module that holds what `fill` writes. */
  function moduleWith(version: bigint, fill: (writer: BitWriter) => void): Uint8Array {
    const writer = new BitWriter().fixed(0xdec04342n, 32).enter(MODULE, 3).plainRecord(1, [version]);
    fill(writer);
    return writer
      .leave()
      .enter(STRINGS, 3)
      .define([{ kind: 'literal', value: 1n }, { kind: 'blob' }])
      .abbreviated(4, [{ kind: 'literal', value: 1n }, { kind: 'blob' }], [1n, []])
      .leave()
      .bytes();
  }
  const types = (...records: [number, ...bigint[]][]) =>
    moduleWith(2n, (writer) => {
      writer.enter(TYPES, 3);
      for (const [code, ...operands] of records) writer.plainRecord(code, operands);
      writer.leave();
    });

  it('is refused by name when it numbers values the old way', () => {
    expect(readDamaged(moduleWith(1n, () => {}))).toBe(
      'damaged.bc: unsupported bitcode: its format version is 1, not 2',
    );
  });

  it('is refused by name when it has typed pointers', () => {
    expect(readDamaged(types([7, 32n], [8, 0n, 0n]))).toContain('typed pointers');
  });

  it('is refused when types are nested absurdly, so that nobody overflows the stack', () => {
    const nested = Array.from({ length: 5000 }, (_, i): [number, ...bigint[]] => [11, 1n, BigInt(i)]);
    expect(readDamaged(types([7, 32n], ...nested))).toContain('nested too deep');
  });

  it('is refused when a type is made of types that come later', () => {
    expect(readDamaged(types([11, 4n, 0n]))).toContain('no type number 0');
  });

  it('skips blocks and records it does not know', () => {
    const unknown = moduleWith(2n, (writer) => writer.plainRecord(99, [1n]).enter(77, 3).plainRecord(1, []).leave());
    expect(readDamaged(unknown)).toContain('no data layout');
  });
});
