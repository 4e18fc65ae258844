import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedBytes, Observation, RealProgram } from '../../../src/suite/replay/observation.ts';
import { buildWasm, runReal } from '../../../src/suite/replay/wasm.ts';

const PROGRAM = fileURLToPath(new URL('program.c', import.meta.url));
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

const INPUTS: NamedBytes[] = [
  { name: 'x', bytes: Uint8Array.of(251, 255, 255, 255) },
  { name: 's', bytes: Uint8Array.of(97, 98, 0) },
  { name: 'l', bytes: Uint8Array.of(7, 0, 0, 0) },
  { name: 'b', bytes: Uint8Array.of(1) },
  { name: 'f', bytes: Uint8Array.of(0, 0, 192, 63) },
];

describe('a program compiled to WebAssembly', () => {
  let program: RealProgram;
  beforeAll(async () => {
    program = await buildWasm({ files: [PROGRAM], options: {}, harness: null });
  });
  afterAll(() => program.close());
  const run = (stdin: string, args: string[] = [], inputs = INPUTS, seconds = 10): Promise<Observation> =>
    program.run({ args: ['program', ...args].map(bytes), stdin: bytes(stdin), inputs, leaks: false }, seconds);

  it('gets inputs, arguments and standard input, and shows output, status and marked values', async () => {
    const seen = await run('', ['one two']);
    expect(seen.end).toBe('exit');
    expect(text(seen.stdout)).toBe('-5 ab 7 1 1.5 one two\n');
    expect(seen.status).toBe(-5);
    expect(seen.outputs).toEqual([
      { name: 'sum', kind: 'int', value: 2n },
      { name: 'text', kind: 'bytes', value: bytes('ab') },
    ]);
  });
  it('starts from fresh memory each time and takes missing inputs for zero', async () => {
    const seen = await run('', [], []);
    expect(text(seen.stdout)).toBe('0  0 0 0 -\n');
    expect(seen.status).toBe(0);
  });
  it('shows what it wrote to standard error and the status it exits with', async () => {
    const seen = await run('e');
    expect([text(seen.stderr), seen.status]).toEqual(['failing\n', -2]);
  });
  it.each([
    ['a', 'assert', /unreachable/],
    ['A', 'abort', /unreachable/],
    ['d', 'division-by-zero', /divide by zero/],
  ] as const)('that fails (%s) shows %s', async (stdin, kind, message) => {
    const seen = await run(stdin);
    expect(seen.end).toBe('fault');
    expect(seen.faults).toContain(kind);
    expect(seen.message).toMatch(message);
    expect(text(seen.stdout)).toBe('-5 ab 7 1 1.5 -\n');
  });
  it('that reads address 0 goes on: WebAssembly cannot show that', async () => {
    expect(await run('n')).toMatchObject({ end: 'exit' });
  });
  it('that never ends is stopped, and the next run works', async () => {
    const started = Date.now();
    expect(await run('l', [], INPUTS, 0.3)).toMatchObject({ end: 'stopped', message: 'it was stopped after 0.3 s' });
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await run('')).toMatchObject({ status: -5 });
  });
  it('may recurse as deeply as native programs do', async () => {
    expect(await run('r')).toMatchObject({ end: 'exit', status: 0 });
  });
  it('says when an assumption of the program does not hold', async () => {
    const seen = await run('u');
    expect(seen.message).toContain('assumption');
    expect(seen.status).toBe(120);
  });
});

describe('runReal', () => {
  it('compiles and runs in one call', async () => {
    const seen = await runReal([PROGRAM], { args: ['x'], stdin: '', inputs: INPUTS });
    expect(text(seen.stdout)).toBe('-5 ab 7 1 1.5 x\n');
  });
});
