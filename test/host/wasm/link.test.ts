import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CompileCache } from '../../../src/frontend/clang/cache.ts';
import { compileFiles } from '../../../src/frontend/clang/sources.ts';
import { linkWasm } from '../../../src/host/wasm/link.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-link-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a program is linked once, and again where one of its modules or their order is another', {
  timeout: 60_000,
}, async () => {
  const directory = join(folder, 'cache');
  writeFileSync(join(folder, 'one.c'), 'int one(void) { return 1; }\n');
  writeFileSync(join(folder, 'main.c'), 'int one(void);\nint main(void) { return one(); }\n');
  const modules = await compileFiles(['main.c', 'one.c'], { directory: folder });
  const cache = CompileCache.open(directory);
  const program = await linkWasm(modules, cache);
  expect(WebAssembly.validate(program as BufferSource)).toBe(true);
  expect(readdirSync(directory)).toHaveLength(1);
  expect(await linkWasm(modules, cache)).toEqual(new Uint8Array(program));
  expect(readdirSync(directory)).toHaveLength(1);
  await linkWasm(modules.toReversed(), cache);
  expect(readdirSync(directory)).toHaveLength(2);
});
