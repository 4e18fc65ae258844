import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoadOptions, loadProgram } from '../../src/frontend/load.ts';
import { printProgram } from '../../src/program/print.ts';
import { findFunction, isDeclaration, type Program } from '../../src/program/program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Loads files given by name and content, in that order. The library is compiled once and kept. */
function load(files: Record<string, string>, options: LoadOptions = {}): Promise<Program> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const sources = Object.keys(files).filter((name) => !name.endsWith('.h'));
  const cache = options.withRuntime ? {} : { cacheDirectory: null };
  return loadProgram(sources, { directory: folder, withRuntime: false, ...cache, ...options });
}

function names(program: Program): string[] {
  return program.functions.filter((fn) => !isDeclaration(fn)).map((fn) => fn.name);
}

describe('several files', () => {
  test('see each other', async () => {
    const program = await load({
      'a.c': 'int twice(int);\nextern int limit;\nint main(void) { return twice(limit); }\n',
      'b.c': 'int limit = 4;\nint twice(int x) { return 2 * x; }\n',
    });
    expect(names(program)).toEqual(['main', 'twice']);
    expect(program.functions).toHaveLength(2);
    expect(program.variables.map((variable) => variable.name)).toEqual(['limit']);
    expect(program.variables[0].initializer).not.toBeNull();
  });

  test('keep their static names apart', async () => {
    const source = (n: number) => `static int step(int x) { return x + ${n}; }\nint f${n}(int x) { return step(x); }\n`;
    const program = await load({ 'a.c': source(1), 'b.c': source(2) });
    expect(names(program)).toEqual(['f1', 'step', 'f2', 'step.1']);
    const text = printProgram(program, { functions: [findFunction(program, 'f2')!] });
    expect(text).toContain('@step.1(');
  });

  test('may not define a name twice', async () => {
    const twice = load({ 'a.c': 'int f(void) { return 1; }\n', 'b.c': '\nint f(void) { return 2; }\n' });
    await expect(twice).rejects.toThrow(/^f is defined twice: in .*a\.c.* and in .*b\.c/);
  });

  test('may not be compiled for different targets', async () => {
    const mixed = load({ 'a.c': 'int x;\n', 'b.ll': 'target triple = "x86_64-pc-linux-gnu"\n@y = global i32 0\n' });
    await expect(mixed).rejects.toThrow(/a\.c and b\.ll are compiled for different targets/);
  });

  test('may not be the same file', async () => {
    writeFileSync(join(folder, 'a.c'), 'int x;\n');
    const options = { directory: folder, cacheDirectory: null };
    await expect(loadProgram(['a.c', './a.c'], options)).rejects.toThrow('./a.c is given twice');
    await expect(loadProgram([], options)).rejects.toThrow('no file given');
  });
});

describe('main', () => {
  test.each([
    ['without parameters', 'int main(void) { return 0; }\n'],
    ['with parameters', 'int main(int argc, char **argv) { return argc; }\n'],
  ])('keeps its name %s', async (_, source) => {
    const program = await load({ 'a.c': source });
    expect(names(program)).toEqual(['main']);
    expect(program.aliases).toEqual([]);
  });
});

describe('the modelled library', () => {
  test('provides only what is used', async () => {
    const source = '#include <string.h>\nunsigned long f(const char *s) { return strlen(s); }\n';
    const program = await load({ 'a.c': source }, { withRuntime: true });
    expect(names(program)).toContain('strlen');
    expect(names(program)).not.toContain('strstr');
  });

  test('gives way to the user', async () => {
    const source =
      '#include <stddef.h>\nsize_t strlen(const char *s) { return s[0] != 0; }\nsize_t f(char *s) { return strlen(s); }\n';
    const program = await load({ 'a.c': source }, { withRuntime: true });
    expect(names(program).filter((name) => name.startsWith('strlen'))).toEqual(['strlen']);
    expect(findFunction(program, 'strlen')!.blocks.length).toBe(1);
  });

  test('is there for the target of a module that brings its own', async () => {
    const source = [
      'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"',
      'target triple = "x86_64-pc-linux-gnu"',
      'declare i64 @strlen(ptr)',
      'define i64 @f(ptr %s) {\n  %n = call i64 @strlen(ptr %s)\n  ret i64 %n\n}\n',
    ].join('\n');
    const program = await load({ 'a.ll': source }, { withRuntime: true });
    expect(program.target).toBe('x86_64-pc-linux-gnu');
    expect(isDeclaration(findFunction(program, 'strlen')!)).toBe(false);
  });
});

test('the library matches the headers that C for another target was compiled with', async () => {
  const source = '#include <errno.h>\nint f(void) { return errno; }\n';
  const program = await load({ 'a.c': source }, { withRuntime: true, target: 'x86_64-linux-gnu' });
  expect(program.variables.find((variable) => variable.name === 'errno')?.initializer).not.toBeNull();
});

test('locals of a module with typed pointers are promoted like any other', async () => {
  const source = [
    'target triple = "x86_64-pc-linux-gnu"',
    'declare void @llvm.lifetime.start.p0i8(i64, i8*)',
    'define i32 @f(i32 %x) {',
    '  %local = alloca i32',
    '  %bytes = bitcast i32* %local to i8*',
    '  call void @llvm.lifetime.start.p0i8(i64 4, i8* %bytes)',
    '  store i32 %x, i32* %local',
    '  %y = load i32, i32* %local',
    '  ret i32 %y',
    '}\n',
  ].join('\n');
  const program = await load({ 'a.ll': source });
  expect(printProgram(program)).not.toContain('alloca');
});

test('the same files give the same program, letter for letter', async () => {
  const files = {
    'a.c': '#include <stdio.h>\nint g(int);\nint main(int c, char **v) { printf("%d", g(c)); return 0; }\n',
    'b.c': 'struct p { int x, y; };\nint g(int n) { struct p p = {n, 1}; while (p.x > 3) p.x -= p.y; return p.x; }\n',
  };
  const first = await load(files);
  const second = await load(files);
  expect(printProgram(second)).toBe(printProgram(first));
});
