/** With an installed clang, where there is one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CompileCache } from '../../../src/frontend/clang/cache.ts';
import { compileToBitcode } from '../../../src/frontend/clang/compile.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { findFunction } from '../../../src/program/program.ts';

const available = spawnSync('clang', ['--version']).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const hasHeaders = process.platform === 'linux' && existsSync('/usr/include/stdio.h');

test.skipIf(!hasHeaders)(
  "without one, the embedded clang compiles for this machine with this machine's headers",
  async () => {
    const source = '#include <linux/limits.h>\n#include <stdio.h>\nlong f(FILE *f) { return ftell(f) + PATH_MAX; }\n';
    writeFileSync(join(folder, 'a.c'), source);
    const options = { directory: folder, target: 'host', cacheDirectory: null, withRuntime: false };
    const program = await loadProgram(['a.c'], options);
    expect(program.layout.pointerBytes).toBe(8);
    expect(findFunction(program, 'f')!.debug?.file.path).toBe('a.c');
  },
);

test.skipIf(!hasHeaders)(
  'a header that only this machine has is found with --target host, and that is said',
  async () => {
    writeFileSync(join(folder, 'a.c'), '#include <linux/limits.h>\nint x;\n');
    const refused = compileToBitcode('a.c', { directory: folder });
    await expect(refused).rejects.toMatchObject({
      hint: 'this machine has linux/limits.h: --target host takes its headers',
    });
  },
);

describe.skipIf(!available)('an installed clang', () => {
  test("compiles for this machine with this machine's headers", async () => {
    writeFileSync(
      join(folder, 'a.c'),
      '#include <stdio.h>\n#include <pathfold.h>\nlong f(FILE *f) { return ftell(f); }\n',
    );
    const options = { directory: folder, target: 'host', clang: 'clang', cacheDirectory: null, withRuntime: false };
    const program = await loadProgram(['a.c'], options);
    expect(program.layout.pointerBytes).toBe(8);
    expect(findFunction(program, 'f')!.debug?.file.path).toBe('a.c');
  });

  test('is asked again only when what it would read has changed', async () => {
    writeFileSync(join(folder, 'a.c'), '#include "b.h"\nint x = VALUE;\n');
    writeFileSync(join(folder, 'b.h'), '#define VALUE 1\n');
    const cache = new CompileCache(join(folder, 'cache'));
    const compile = () => compileToBitcode('a.c', { directory: folder, clang: 'clang', cache });
    const first = await compile();
    expect((await compile()).bitcode).toEqual(first.bitcode);
    expect(readdirSync(join(folder, 'cache'))).toHaveLength(1);
    writeFileSync(join(folder, 'b.h'), '#define VALUE 2\n');
    expect((await compile()).bitcode).not.toEqual(first.bitcode);
  });

  test('speaks for itself when it refuses', async () => {
    writeFileSync(join(folder, 'a.c'), 'int f( {\n');
    const refusal = compileToBitcode('a.c', { directory: folder, clang: 'clang' });
    await expect(refusal).rejects.toThrow(/^a\.c does not compile\na\.c:1:8: error: /);
  });
});

test('a program that is not clang is refused', async () => {
  writeFileSync(join(folder, 'a.c'), 'int x;\n');
  const refusal = compileToBitcode('a.c', { directory: folder, clang: process.execPath });
  await expect(refusal).rejects.toThrow(/is not clang/);
});
