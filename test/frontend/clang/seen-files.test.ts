import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CompileCache } from '../../../src/frontend/clang/cache.ts';
import { filesNamedIn, SeenFiles } from '../../../src/frontend/clang/seen-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('what was compiled is taken while every file that was read looks the same, and not after', () => {
  const cache = new CompileCache(join(folder, 'cache'));
  for (const name of ['a.c', 'a.h']) writeFileSync(join(folder, name), '#define N 1\n');
  const seen = () => new SeenFiles(cache, ['clang 14', 'a.c']);
  expect(seen().result()).toBeNull();
  const key = cache.key(['whatever was made of it']);
  cache.write(key, { diagnostics: 'a warning', bitcode: Uint8Array.of(1, 2, 3) });
  seen().note(key, ['a.c', 'a.h'], folder);
  expect(seen().result()).toEqual({ diagnostics: 'a warning', bitcode: Uint8Array.of(1, 2, 3) });
  expect(new SeenFiles(cache, ['clang 15', 'a.c']).result()).toBeNull();
  utimesSync(join(folder, 'a.h'), 1, 1);
  expect(seen().result()).toBeNull();
  seen().note(key, ['a.c', 'a.h'], folder);
  expect(seen().result()).not.toBeNull();
  rmSync(join(folder, 'a.h'));
  expect(seen().result()).toBeNull();
});

test('preprocessed text names the files it comes from', () => {
  const text = '# 1 "a.c"\n# 1 "<built-in>" 1\n# 1 "dir/a \\"b\\".h" 1 3\nint x;\n# 2 "a.c" 2\n';
  expect(filesNamedIn(new TextEncoder().encode(text))).toEqual(['a.c', 'dir/a "b".h']);
});
