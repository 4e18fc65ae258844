import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CompileCache } from '../../../src/frontend/clang/cache.ts';
import { compileToBitcode } from '../../../src/frontend/clang/compile.ts';
import { NO_FLAGS } from '../../../src/frontend/clang/flags.ts';
import { moduleTarget } from '../../../src/frontend/clang/module-target.ts';
import type { UserError } from '../../../src/program/errors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, content: string | Uint8Array): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return name;
}

async function refusalOf(file: string): Promise<UserError> {
  const error = await compileToBitcode(file, { directory: folder }).then(
    () => null,
    (reason: unknown) => reason as UserError,
  );
  expect(error?.name).toBe('UserError');
  return error!;
}

function strings(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

describe('compiling C', () => {
  test('gives bitcode for the default target', async () => {
    put('a.c', '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n');
    const module = await compileToBitcode('a.c', { directory: folder });
    expect([...module.bitcode.subarray(0, 4)]).toEqual([0x42, 0x43, 0xc0, 0xde]);
    expect(moduleTarget(module.bitcode).triple).toBe('wasm32-unknown-wasip1');
    expect(module.diagnostics).toBe('');
  });

  test('gives the same bytes each time', async () => {
    put('a.c', 'static int twice(int x) { return x + x; }\nint f(int y) { return twice(y); }\n');
    const [first, second] = [0, 1].map(() => compileToBitcode('a.c', { directory: folder }));
    expect((await first).bitcode).toEqual((await second).bitcode);
  });

  test('compiles for another target when asked', async () => {
    put('a.c', 'long f(long x) { return x; }\n');
    const flags = { ...NO_FLAGS, target: 'x86_64-linux-gnu' };
    const module = await compileToBitcode('a.c', { directory: folder, flags });
    expect(moduleTarget(module.bitcode).triple).toBe('x86_64-unknown-linux-gnu');
  });

  test('looks further where a folder of the search path has a file of the same name as the folder of a header', async () => {
    put('first/library', 'an installed program');
    put('second/library/a.h', '#define A 1\n');
    put('a.c', '#include <library/a.h>\nint f(void) { return A; }\n');
    const flags = { ...NO_FLAGS, includeDirectories: ['first', 'second'] };
    expect((await compileToBitcode('a.c', { directory: folder, flags })).diagnostics).toBe('');
  });

  test('finds headers next to the source, above it, in -I folders and through macros', async () => {
    put('src/a.c', '#include "near.h"\n#include "../lib/up.h"\n#include <far.h>\n#include CONFIG\n#include SPLICED\n');
    put('src/near.h', '#define SPLICED <spliced.h>\nint near_variable;\n');
    put('lib/up.h', '#pragma once\n#include "sibling.h"\nint up_variable;\n');
    put('lib/sibling.h', '#include "up.h"\nint sibling_variable;\n');
    put('include/far.h', 'int far_variable;\n');
    put('include/config.h', 'int config_variable;\n');
    put('include/spliced.h', 'int spliced_variable;\n');
    const flags = { ...NO_FLAGS, includeDirectories: ['include'], defines: ['CONFIG="config.h"'] };
    const module = await compileToBitcode('src/a.c', { directory: folder, flags });
    for (const name of ['near', 'up', 'sibling', 'far', 'config', 'spliced']) {
      expect(strings(module.bitcode)).toContain(`${name}_variable`);
    }
  });

  test('passes definitions, the standard, forced includes and further flags on', async () => {
    put('a.c', 'int SET = forced; int UNSET;\n#ifndef __STDC_VERSION__\nchar c;\n#endif\n');
    put('first.h', 'enum { forced = 3 };\n');
    const module = await compileToBitcode('a.c', {
      directory: folder,
      flags: {
        ...NO_FLAGS,
        defines: ['SET=set_variable', 'UNSET=wrong'],
        undefines: ['UNSET'],
        standard: 'gnu90',
        includes: ['first.h'],
        extra: ['-D', 'c=extra_variable'],
      },
    });
    expect(strings(module.bitcode)).toMatch(/set_variable/);
    expect(strings(module.bitcode)).toMatch(/UNSET/);
    expect(strings(module.bitcode)).toMatch(/extra_variable/);
  });

  test('offers pathfold.h and klee/klee.h without any flag', async () => {
    put('a.c', '#include <pathfold.h>\n#include <klee/klee.h>\nint x;\n');
    await expect(compileToBitcode('a.c', { directory: folder })).resolves.toBeDefined();
  });

  test('reports warnings without failing', async () => {
    put('a.c', 'int f(int x) { if (x = 1) return 2; return 3; }\n');
    const module = await compileToBitcode('a.c', { directory: folder });
    expect(module.diagnostics).toMatch(/^a\.c:1:\d+: warning: /);
  });
});

describe('refusing', () => {
  test("a C error, in clang's own words with the path as given", async () => {
    put('src/bad.c', 'int main(void) {\n  return 0\n}\n');
    const error = await refusalOf('src/bad.c');
    expect(error.message).toMatch(/src\/bad\.c does not compile\nsrc\/bad\.c:2:11: error: expected ';'/);
  });

  test('a header that does not exist', async () => {
    put('a.c', '#include "nowhere.h"\n');
    expect((await refusalOf('a.c')).message).toMatch(/a\.c:1:10: fatal error: 'nowhere\.h' file not found/);
  });

  test('flags clang does not know', async () => {
    put('a.c', 'int x;\n');
    const flags = { ...NO_FLAGS, extra: ['-fno-such-flag'] };
    await expect(compileToBitcode('a.c', { directory: folder, flags })).rejects.toThrow(/unknown argument/);
  });

  test('flags that change what clang produces', async () => {
    put('a.c', 'int x;\n');
    const flags = { ...NO_FLAGS, extra: ['-S', '-fsyntax-only'] };
    await expect(compileToBitcode('a.c', { directory: folder, flags })).rejects.toThrow(/change what it produces/);
  });

  test('a missing file, a directory and an empty file', async () => {
    mkdirSync(join(folder, 'dir.c'));
    put('empty.c', '');
    expect((await refusalOf('nowhere.c')).message).toBe('nowhere.c: no such file');
    expect((await refusalOf('dir.c')).message).toBe('dir.c is a directory');
    expect((await refusalOf('empty.c')).message).toBe('empty.c is empty');
  });

  test('a file of another kind, saying which', async () => {
    put('a.out', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]));
    put('a.rs', 'fn main() {}\n');
    expect((await refusalOf('a.out')).message).toBe(
      'a.out is neither C nor LLVM IR: it looks like an ELF object or executable',
    );
    expect((await refusalOf('a.rs')).message).toBe('a.rs is neither C nor LLVM IR: it looks like Rust source');
  });

  test('IR text with a syntax error, with its line', async () => {
    put('a.ll', 'define i32 @f(i32 %x) {\n  %y = add i32 %x\n  ret i32 %y\n}\n');
    expect((await refusalOf('a.ll')).message).toMatch(/a\.ll is not valid LLVM IR\na\.ll:3:3: error: /);
  });

  test('bitcode that is cut off or damaged', async () => {
    put('a.c', 'int f(int x) { return x * 3; }\n');
    const { bitcode } = await compileToBitcode('a.c', { directory: folder });
    put('cut.bc', bitcode.subarray(0, 1000));
    const damaged = bitcode.slice();
    damaged.fill(0xff, 300, 600);
    put('damaged.bc', damaged);
    expect((await refusalOf('cut.bc')).message).toMatch(/cut\.bc is not readable as LLVM bitcode/);
    expect((await refusalOf('damaged.bc')).message).toMatch(/damaged\.bc is not readable as LLVM bitcode/);
  });

  test('an installed clang that does not exist', async () => {
    put('a.c', 'int x;\n');
    const options = { directory: folder, clang: join(folder, 'no-clang') };
    await expect(compileToBitcode('a.c', options)).rejects.toThrow(/cannot run .*no-clang: there is no such program/);
  });
});

describe('reading LLVM IR', () => {
  test("keeps the module's own target, from text and from bitcode", async () => {
    put('a.ll', 'target triple = "x86_64-pc-linux-gnu"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n');
    const text = await compileToBitcode('a.ll', { directory: folder });
    expect(moduleTarget(text.bitcode).triple).toBe('x86_64-pc-linux-gnu');
    put('b.bc', text.bitcode);
    const again = await compileToBitcode('b.bc', { directory: folder });
    expect(moduleTarget(again.bitcode).triple).toBe('x86_64-pc-linux-gnu');
    expect(again.diagnostics).toBe('');
  });

  test('upgrades typed pointers', async () => {
    put('a.ll', 'define i32 @f(i32* %p) {\n  %x = load i32, i32* %p\n  ret i32 %x\n}\n');
    await expect(compileToBitcode('a.ll', { directory: folder })).resolves.toBeDefined();
  });
});

describe('the cache', () => {
  test('answers for unchanged input, and notices a changed header, flag or damaged entry', async () => {
    put('a.c', '#include "b.h"\nint x = VALUE;\n');
    put('b.h', '#define VALUE 1\n');
    const directory = join(folder, 'cache');
    const cache = new CompileCache(directory);
    const compile = (flags = NO_FLAGS) => compileToBitcode('a.c', { directory: folder, cache, flags });
    const first = await compile();
    expect(readdirSync(directory)).toHaveLength(1);
    expect((await compile()).bitcode).toEqual(first.bitcode);
    expect(readdirSync(directory)).toHaveLength(1);

    writeFileSync(join(directory, readdirSync(directory)[0]), 'garbage');
    expect((await compile()).bitcode).toEqual(first.bitcode);

    put('b.h', '#define VALUE 2\n');
    expect((await compile()).bitcode).not.toEqual(first.bitcode);
    await compile({ ...NO_FLAGS, defines: ['OTHER'] });
    expect(readdirSync(directory)).toHaveLength(3);
  });

  test('that cannot be written is no error', async () => {
    put('a.c', 'int x;\n');
    put('file', 'not a folder');
    const cache = new CompileCache(join(folder, 'file', 'cache'));
    await expect(compileToBitcode('a.c', { directory: folder, cache })).resolves.toBeDefined();
  });
});
