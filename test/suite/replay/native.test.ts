import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNative } from '../../../src/suite/replay/native.ts';
import type { Observation, RealProgram } from '../../../src/suite/replay/observation.ts';
import { faultsInReport } from '../../../src/suite/replay/sanitizers.ts';

const PROGRAM = fileURLToPath(new URL('program.c', import.meta.url));
const bytes = (value: string) => new TextEncoder().encode(value);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

const INPUTS = [
  { name: 'x', bytes: Uint8Array.of(251, 255, 255, 255) },
  { name: 's', bytes: Uint8Array.of(97, 98, 0) },
  { name: 'l', bytes: Uint8Array.of(249, ...Array(7).fill(255)) },
  { name: 'b', bytes: Uint8Array.of(1) },
  { name: 'f', bytes: Uint8Array.of(0, 0, 192, 63) },
];

describe('a program compiled for this machine', () => {
  let program: RealProgram;
  beforeAll(async () => {
    program = await buildNative({ files: [PROGRAM], options: {}, harness: null }, { compiler: null, pointerBits: 64 });
  });
  afterAll(() => program?.close());
  const run = (stdin: string, seconds = 20): Promise<Observation> =>
    program.run(
      { args: [bytes('program'), bytes('grüße')], stdin: bytes(stdin), inputs: INPUTS, leaks: false },
      seconds,
    );

  it('gets inputs, arguments and standard input, and shows output, status and marked values', async () => {
    const seen = await run('');
    expect(seen.end).toBe('exit');
    expect(text(seen.stdout)).toBe('-5 ab -7 1 1.5 grüße\n');
    expect(seen.status).toBe(251);
    expect(seen.outputs).toMatchObject([
      { name: 'sum', value: -12n },
      { name: 'text', value: bytes('ab') },
    ]);
    expect(seen.faults.size).toBe(0);
  });
  it.each([
    ['a', 'assert'],
    ['A', 'abort'],
    ['d', 'division-by-zero'],
    ['n', 'null-pointer'],
    ['o', 'out-of-bounds'],
  ] as const)('that fails (%s) shows %s', async (stdin, kind) => {
    const seen = await run(stdin);
    expect(seen.end, seen.message).toBe('fault');
    expect(seen.faults).toContain(kind);
  });
  it('does not run on a test made for other sizes of its types', async () => {
    const inputs = [{ name: 'x', bytes: Uint8Array.of(1, 2) }];
    const seen = await program.run({ args: [bytes('p')], stdin: bytes(''), inputs, leaks: false }, 20);
    expect(seen).toMatchObject({ end: 'stopped', message: expect.stringContaining('asks for x with 4') });
  });
  it('is not run on a test that counts on a call to fail which may do something here', async () => {
    const input = { args: [bytes('p')], stdin: bytes(''), inputs: INPUTS, leaks: false, absent: ['socket', 'kill'] };
    expect(await program.run(input, 20)).toMatchObject({
      end: 'not run',
      message: 'its path calls socket(), kill(), which is not modelled; --allow-native runs it all the same',
    });
  });
  it('that never ends is stopped', async () => {
    expect(await run('l', 0.3)).toMatchObject({ end: 'stopped', message: 'it was stopped after 0.3 s' });
  });
});

describe('a compiler that is not there', () => {
  it('is one clear message', async () => {
    const build = { files: [PROGRAM], options: {}, harness: null };
    await expect(buildNative(build, { compiler: 'no-such-cc', pointerBits: 64 })).rejects.toThrow(/no-such-cc/);
  });
});

describe("a sanitizer's report", () => {
  it('names the fault', () => {
    expect([...faultsInReport('==1==ERROR: AddressSanitizer: attempting double-free on 0x602')]).toContain(
      'double-free',
    );
    expect([...faultsInReport('a.c:3:5: runtime error: shift exponent 40 is too large')]).toEqual(['shift']);
    expect([...faultsInReport('a.c:3:5: runtime error: left shift of negative value -1')]).toEqual([]);
    expect([...faultsInReport('')]).toEqual([]);
  });
});
