/** Bitcode damaged at any byte, or cut off anywhere, is either still readable or refused with a message for the user. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileToBitcode } from '../../../src/frontend/clang/compile.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { UserError } from '../../../src/program/errors.ts';

const SOURCE = [
  '#include <stdio.h>',
  'struct point { int x; double y; };',
  'static struct point points[3] = {{1, 2.0}};',
  'int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += points[i % 3].x; return s; }',
  'int main(int argc, char **argv) { switch (argc) { case 1: puts(argv[0]); break; } return sum(argc); }',
].join('\n');

let folder: string;
let bitcode: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  writeFileSync(join(folder, 'a.c'), SOURCE);
  bitcode = (await compileToBitcode('a.c', { directory: folder })).bitcode;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function outcome(damaged: Uint8Array): Promise<unknown> {
  writeFileSync(join(folder, 'damaged.bc'), damaged);
  const options = { directory: folder, cacheDirectory: null, withRuntime: false };
  return loadProgram(['damaged.bc'], options).then(
    () => 'read',
    (error: unknown) => (error instanceof UserError ? 'refused' : error),
  );
}

test('changed bytes', async () => {
  const change = fc.record({ at: fc.nat(100_000), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const damaged = bitcode.slice();
      for (const { at, byte } of changes) damaged[4 + (at % (damaged.length - 4))] = byte;
      expect(await outcome(damaged)).toBeOneOf(['read', 'refused']);
    }),
    { numRuns: 25 },
  );
});

test('a missing end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000), async (length) => {
      expect(await outcome(bitcode.slice(0, length % bitcode.length))).toBe('refused');
    }),
    { numRuns: 10 },
  );
});
