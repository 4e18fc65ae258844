import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../src/analysis/verify.ts';
import { definedNames } from '../../src/frontend/bitcode/defined-names.ts';
import { readBitcode } from '../../src/frontend/bitcode/read.ts';
import { compileToBitcode } from '../../src/frontend/clang/compile.ts';
import { NO_FLAGS } from '../../src/frontend/clang/flags.ts';
import { type LibraryModule, link } from '../../src/frontend/link.ts';
import { type GlobalSymbol, isDeclaration, numberProgram, type Program } from '../../src/program/program.ts';
import { TypeTable } from '../../src/program/types.ts';
import type { AggregateConstant, Constant } from '../../src/program/values.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Module {
  readonly c: string;
  readonly library?: boolean;
}

async function linked(modules: readonly Module[], roots: readonly string[] = []): Promise<Program> {
  const types = new TypeTable();
  const programs: Program[] = [];
  const library: LibraryModule[] = [];
  for (const [index, { c, library: isLibrary = false }] of modules.entries()) {
    const name = `${'abcdefgh'[index]}.c`;
    writeFileSync(join(folder, name), c);
    const flags = { ...NO_FLAGS, extra: ['-fcommon'] };
    const { bitcode } = await compileToBitcode(name, { directory: folder, flags });
    const read = () => readBitcode(bitcode, name, types);
    if (isLibrary) library.push({ defines: definedNames(bitcode), read });
    else programs.push(read());
  }
  const program = link(programs, library, roots);
  numberProgram(program);
  expect(verify(program)).toEqual([]);
  return program;
}

function symbol(program: Program, name: string): GlobalSymbol {
  const all: GlobalSymbol[] = [...program.variables, ...program.functions, ...program.aliases];
  const found = all.filter((candidate) => candidate.name === name);
  expect(found.map((candidate) => candidate.name)).toEqual([name]);
  return found[0];
}

/** The number a variable starts with. */
function initial(program: Program, name: string): bigint {
  const variable = symbol(program, name);
  const value = variable.kind === 'variable' ? variable.initializer : null;
  return value?.kind === 'int' ? value.value : -1n;
}

/** The constant a function returns. */
function returned(program: Program, name: string): Constant {
  const fn = symbol(program, name);
  if (fn.kind !== 'function') throw new Error(`${name} is no function`);
  const last = fn.blocks.at(-1)!.instructions.at(-1)!;
  if (last.op !== 'ret' || last.value === null || last.value.kind === 'register') throw new Error('not a constant');
  return last.value;
}

function returnedNumber(program: Program, name: string): bigint {
  const value = returned(program, name);
  return value.kind === 'int' ? value.value : -1n;
}

describe('definitions of one name', () => {
  test('a strong one beats a weak one, whatever the order', async () => {
    const weak = { c: '__attribute__((weak)) int f(void) { return 1; }\n' };
    const strong = { c: 'int f(void) { return 2; }\n' };
    expect(returnedNumber(await linked([weak, strong]), 'f')).toBe(2n);
    expect(returnedNumber(await linked([strong, weak]), 'f')).toBe(2n);
  });

  test('of two weak ones the first is taken', async () => {
    const weak = (n: number) => ({ c: `__attribute__((weak)) int f(void) { return ${n}; }\n` });
    expect(returnedNumber(await linked([weak(1), weak(2)]), 'f')).toBe(1n);
  });

  test('tentative definitions are one object, as large as the largest', async () => {
    const program = await linked([{ c: 'int table[2]; int n;\n' }, { c: 'int table[5]; int n = 7;\n' }]);
    const table = symbol(program, 'table');
    expect(table.kind === 'variable' && program.layout.sizeOf(table.valueType)).toBe(20);
    expect(initial(program, 'n')).toBe(7n);
  });

  test('two strong ones are refused, naming both places', async () => {
    const twice = linked([{ c: 'int f(void) { return 1; }\n' }, { c: 'int x;\nint f(void) { return 2; }\n' }]);
    await expect(twice).rejects.toThrow(/^f is defined twice: in a\.c\S* and in b\.c/);
  });

  test('an inline body serves only when there is no other', async () => {
    const inline = { c: 'inline int f(void) { return 1; }\nint g(void) { return f(); }\n' };
    expect(returnedNumber(await linked([inline]), 'f')).toBe(1n);
    expect(returnedNumber(await linked([inline, { c: 'int f(void) { return 2; }\n' }]), 'f')).toBe(2n);
    expect(returnedNumber(await linked([inline, { c: 'int f(void) { return 3; }\n', library: true }]), 'f')).toBe(3n);
  });
});

describe('names nobody defines', () => {
  test('a function of the library is not meant by a declaration with another number of parameters', async () => {
    const send = { c: 'int send(int a, void *b, long c, int d) { return d; }', library: true };
    const other = await linked([{ c: 'void send(int, int); int main(void) { send(1, 2); return 0; }' }, send]);
    expect(symbol(other, 'send')).toMatchObject({ blocks: [] });
    const same = await linked([
      { c: 'int send(int, void *, long, int); int main(void) { return send(1, 0, 2, 3); }' },
      send,
    ]);
    expect(symbol(same, 'send')).not.toMatchObject({ blocks: [] });
  });

  test('stay one declaration', async () => {
    const program = await linked([
      { c: 'int missing(int);\nint f(void) { return missing(1); }\n' },
      { c: 'int missing(int);\nint g(void) { return missing(2); }\n' },
    ]);
    const missing = symbol(program, 'missing');
    expect(missing.kind === 'function' && isDeclaration(missing)).toBe(true);
  });

  test('are optional only while every reference is weak', async () => {
    const weak = { c: '__attribute__((weak)) int missing(int);\nint f(void) { return missing ? missing(1) : 0; }\n' };
    const firm = { c: 'int missing(int);\nint g(void) { return missing(2); }\n' };
    expect(symbol(await linked([weak]), 'missing').linkage).toBe('extern_weak');
    expect(symbol(await linked([weak, firm]), 'missing').linkage).toBe('external');
  });
});

describe('references', () => {
  test('in initialisers and through aliases reach the chosen definition', async () => {
    const program = await linked([
      { c: 'extern int shared;\nint *pointers[2] = {0, &shared};\nint *f(void) { return &shared; }\n' },
      { c: 'int shared = 3;\nextern int other __attribute__((alias("shared")));\n' },
    ]);
    const shared = symbol(program, 'shared');
    const pointers = symbol(program, 'pointers');
    const value = pointers.kind === 'variable' ? pointers.initializer : null;
    const second = (value as AggregateConstant).elements[1];
    expect(second.kind === 'global' && second.global).toBe(shared);
    const result = returned(program, 'f');
    expect(result.kind === 'global' && result.global).toBe(shared);
    const other = symbol(program, 'other');
    expect(other.kind === 'alias' && other.target.kind === 'global' && other.target.global).toBe(shared);
  });

  test('to static names stay within their file', async () => {
    const source = (n: number) => `static int hidden = ${n};\nint *get${n}(void) { hidden++; return &hidden; }\n`;
    const program = await linked([{ c: source(1) }, { c: source(2) }, { c: 'int hidden = 3;\n' }]);
    expect(initial(program, 'hidden')).toBe(3n);
    expect(initial(program, 'hidden.1')).toBe(1n);
    expect(initial(program, 'hidden.2')).toBe(2n);
    const second = returned(program, 'get2');
    expect(second.kind === 'global' && second.global.name).toBe('hidden.2');
  });
});

describe('a library', () => {
  const library = {
    library: true,
    c: [
      'static int state = 1;',
      'int helper(void) { return state; }',
      'int used(void) { return helper(); }',
      'int unused(void) { return helper(); }',
      'int wanted_by_machine(void) { return 0; }',
      '',
    ].join('\n'),
  };

  test('gives what is needed, with all it needs, and nothing else', async () => {
    const program = await linked([{ c: 'int used(void);\nint f(void) { return used(); }\n' }, library]);
    expect(program.functions.map((fn) => fn.name)).toEqual(['f', 'helper', 'used']);
    expect(program.variables.map((variable) => variable.name)).toEqual(['state']);
  });

  test('gives way to any definition of the user, for its own uses too', async () => {
    const user = { c: 'int used(void);\nint f(void) { return used(); }\nint helper(void) { return 5; }\n' };
    const program = await linked([user, library]);
    expect(returnedNumber(program, 'helper')).toBe(5n);
    expect(program.variables).toEqual([]);
  });

  test('gives what the machine will ask for', async () => {
    const program = await linked([{ c: 'int f(void) { return 0; }\n' }, library], ['wanted_by_machine', 'no_such']);
    expect(program.functions.map((fn) => fn.name)).toEqual(['f', 'wanted_by_machine']);
  });

  test('runs its constructors only when it is used', async () => {
    const withConstructor = {
      library: true,
      c: 'int ready;\n__attribute__((constructor)) static void set(void) { ready = 1; }\n',
    };
    const user = { c: 'extern int ready;\nint f(void) { return ready; }\n' };
    expect((await linked([user, withConstructor])).constructors.map((fn) => fn.name)).toEqual(['set']);
    expect((await linked([{ c: 'int g(void) { return 0; }\n' }, withConstructor])).constructors).toEqual([]);
  });
});

test('constructors of all files run in the order of the files', async () => {
  const source = (name: string) => ({
    c: `int ${name};\n__attribute__((constructor)) static void set(void) { ${name} = 1; }\n`,
  });
  const program = await linked([source('one'), source('two')]);
  expect(program.constructors.map((fn) => fn.name)).toEqual(['set', 'set.1']);
});
