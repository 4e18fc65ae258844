/** The embedded compiler in a thread of its own: it makes the same of a file, and can be stopped. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileToBitcode } from '../../../src/frontend/clang/compile.ts';
import { ToolThread } from '../../../src/frontend/clang/tool-thread.ts';

const directory = mkdtempSync(join(tmpdir(), 'pathfold-thread-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('compiles to the same bitcode', { timeout: 120_000 }, async () => {
  writeFileSync(join(directory, 'small.c'), '#include <stdio.h>\nint main(void) { return puts("small"); }\n');
  const thread = new ToolThread(() => Number.POSITIVE_INFINITY);
  try {
    const elsewhere = await compileToBitcode('small.c', { directory, thread });
    const here = await compileToBitcode('small.c', { directory });
    expect(Buffer.compare(elsewhere.bitcode, here.bitcode)).toBe(0);
  } finally {
    await thread.close();
  }
});

it('is stopped when the time is over', { timeout: 120_000 }, async () => {
  // Ten to the ninth additions: the compiler would run for hours, or until its memory is full.
  const levels = Array.from({ length: 9 }, (_, i) => `#define T${i + 1} ${`T${i} `.repeat(10)}`);
  writeFileSync(join(directory, 'huge.c'), `#define T0 + 1\n${levels.join('\n')}\nint huge(int x) { return x T9; }\n`);
  const began = performance.now();
  const thread = new ToolThread(() => 3_000 - (performance.now() - began));
  await expect(compileToBitcode('huge.c', { directory, thread })).rejects.toThrow('the time was over');
  // The event loop of this thread was free meanwhile, so only a busy machine adds to the three seconds.
  expect(performance.now() - began).toBeLessThan(10_000);
  await expect(compileToBitcode('small.c', { directory, thread })).rejects.toThrow('the time was over');
});
