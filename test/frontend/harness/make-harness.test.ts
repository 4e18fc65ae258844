import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileFiles } from '../../../src/frontend/clang/sources.ts';
import { definedFunction } from '../../../src/frontend/defined-function.ts';
import type { HarnessOptions } from '../../../src/frontend/harness/harness-options.ts';
import { makeHarness } from '../../../src/frontend/harness/make-harness.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { UserError } from '../../../src/program/errors.ts';
import type { Program } from '../../../src/program/program.ts';

const CORPUS = fileURLToPath(new URL('corpus.c', import.meta.url));
const INCLUDE = fileURLToPath(new URL('../../../runtime/include', import.meta.url));

interface Choice {
  arrays?: Record<string, number>;
  strings?: Record<string, number>;
  nullable?: string[];
  present?: string[];
  declared?: Record<string, number>;
  depth?: number;
}

let program: Program;
let folder: string;
beforeAll(async () => {
  program = await loadProgram([CORPUS], { withRuntime: false });
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function harness(name: string, choice: Choice = {}, sourceFile: string | null = CORPUS) {
  const options: HarnessOptions = {
    function: name,
    arrays: new Map(Object.entries(choice.arrays ?? {})),
    strings: new Map(Object.entries(choice.strings ?? {})),
    nullable: new Set(choice.nullable ?? []),
    present: new Set(choice.present ?? []),
    declared: new Map(Object.entries(choice.declared ?? {})),
    depth: choice.depth ?? 2,
    sourceFile,
  };
  return makeHarness(program, definedFunction(program, name), options);
}

/** Input names in the order of the text. */
function inputNames(source: string): string[] {
  return Array.from(
    source.matchAll(/pathfold_(?!output|assume|name|given|look)\w+\((?:\(\w+ \*\)[^"]*)?"([^"]+)"/g),
    (match) => match[1],
  );
}

const CASES: [name: string, choice?: Choice][] = [
  ['add'],
  ['narrow'],
  ['wide'],
  ['truth'],
  ['floating'],
  ['extended'],
  ['huge'],
  ['nothing'],
  ['paint'],
  ['mirror'],
  ['manhattan', { nullable: ['p'] }],
  ['move_by', {}],
  ['bits'],
  ['nested', { strings: { 'o.tag': 3 } }],
  ['length', { depth: 3 }],
  ['depth', { strings: { 'root->label': 2 } }],
  ['push', { nullable: ['*head'] }],
  ['first'],
  ['skip', {}],
  ['sum', { arrays: { values: 40 } }],
  ['sum_grid', { arrays: { grid: 2 } }],
  ['words', { arrays: { list: 3 }, strings: { 'list[1]': 1 } }],
  ['checksum', { arrays: { data: 5 } }],
  ['raw', { arrays: { data: 3 } }],
  ['unpack', { arrays: { 'p->body': 3 } }],
  ['area'],
  ['hides'],
  ['many'],
  ['unnamed'],
  ['call_back', { nullable: ['fn'] }],
  ['use_table', { nullable: ['t->compare'] }],
  ['use_parts'],
  ['abs'],
];

describe('harnesses', () => {
  it.each(CASES)('for %s compile with every warning of the native compiler as an error', (name, choice) => {
    const file = join(folder, `${name}.c`);
    writeFileSync(file, harness(name, choice).source);
    const flags = ['-Wall', '-Wextra', '-Werror', '-Wno-unused-function', '-fsyntax-only', '-I', INCLUDE];
    execFileSync('cc', [...flags, file], { stdio: 'pipe' });
  });

  it('compile with the embedded clang, with the source and from bitcode alone', async () => {
    const fromSource = ['nested', 'depth', 'paint'];
    const fromBitcode = ['nested', 'bits', 'depth', 'push', 'words', 'unpack', 'area', 'huge', 'sum_grid'];
    const files: string[] = [];
    const write = (name: string, source: string | null): void => {
      const file = join(folder, `${source === null ? 'bitcode' : 'source'}_${name}.c`);
      writeFileSync(file, harness(name, CASES.find(([known]) => known === name)?.[1], source).source);
      files.push(file);
    };
    for (const name of fromSource) write(name, CORPUS);
    for (const name of fromBitcode) write(name, null);
    const warnings: string[] = [];
    const modules = await compileFiles(files, { cacheDirectory: null, onWarnings: (text) => warnings.push(text) });
    expect(modules).toHaveLength(files.length);
    expect(warnings).toEqual([]);
  });

  it('declare records with the layout they have in the bitcode', async () => {
    const { source } = harness('nested', {}, null);
    const layout = (expression: string) => `_Static_assert(${expression}, "layout");\n`;
    const checks = ['sizeof(struct outer) == 72', '__builtin_offsetof(struct outer, matrix) == 40'].map(layout);
    const file = join(folder, 'layout.c');
    writeFileSync(file, source + checks.join(''));
    await expect(compileFiles([file], { cacheDirectory: null })).resolves.toHaveLength(1);
    const record = definedFunction(program, 'nested').debug?.type?.parameters[0];
    expect(record).toMatchObject({ bits: 72 * 8 });
  });

  it('name inputs by the C expressions that denote them', () => {
    expect(inputNames(harness('mirror').source)).toEqual(['p.x', 'p.y']);
    expect(inputNames(harness('manhattan').source)).toEqual(['p->x', 'p->y']);
    const list = ['list->value', 'list->next == NULL', 'list->next->value'];
    expect(inputNames(harness('length').source)).toEqual(['list == NULL', ...list]);
    expect(inputNames(harness('length', { present: ['list'] }).source)).toEqual(list);
    const values = Array.from({ length: 8 }, (_, i) => `values[${i}]`);
    expect(inputNames(harness('sum').source)).toEqual(['count', ...values]);
    expect(inputNames(harness('sum', { declared: { values: 2 } }).source)).toEqual(['values[0]', 'values[1]', 'count']);
    expect(inputNames(harness('sum', { arrays: { values: 2 } }).source)).toEqual(['values[0]', 'values[1]', 'count']);
    expect(inputNames(harness('sum_grid').source).slice(0, 3)).toEqual(['(*grid)[0]', '(*grid)[1]', '(*grid)[2]']);
    expect(inputNames(harness('unnamed').source)).toEqual(['a', 'used']);
  });

  it('say what they take for granted', () => {
    expect(harness('sum').assumptions).toEqual([
      'values: points to count int, at most 8 (--range count=0..N), nothing where it is negative, as the names say (--array values=N); never null (--nullable values)',
    ]);
    expect(harness('first', { strings: { text: 3 }, nullable: ['text'] }).assumptions).toEqual([
      'text: a string of at most 3 characters (--string text=N), or null',
    ]);
    expect(harness('paint').assumptions).toEqual([
      'c: one of RED, GREEN, BLUE',
      's: one of LOW, HIGH',
      't: one of ON, OFF, BOTH',
    ]);
    expect(harness('length', { depth: 3 }).assumptions[1]).toMatch(
      /^list->next: null or a struct node of its own, at most 3 deep/,
    );
    expect(harness('add').assumptions).toEqual([]);
  });

  it('assume enumerators without splitting the path', () => {
    const { source } = harness('paint');
    expect(source).toContain('pathfold_range("c", 0, 2)');
    expect(source).toContain('== -5) | (');
  });

  it('mark what the function returns', () => {
    expect(harness('mirror').source).toContain('pathfold_output_int("return.y", pf_result.y);');
    expect(harness('nothing').source).not.toContain('pathfold_output');
    expect(harness('skip').source).toContain('pathfold_look("return", (const void *)pf_result)');
    expect(harness('skip').source).toContain('pathfold_output_object("return", pf_result, pf_size1)');
  });

  it('mark what the function leaves behind its pointers', () => {
    expect(harness('move_by').source).toContain('pathfold_output_int("p->x", pf_at1->x);');
    expect(harness('sum', { arrays: { values: 2 } }).source).toContain('pathfold_output_int("values[1]", pf_at1[1]);');
    expect(harness('first').source).toContain('pathfold_output_bytes("text", pf_given1, 9);');
    expect(harness('push').source).toContain('pathfold_look("*head", (const void *)pf_at');
    const deep = harness('length').assumptions.filter((line) => line.includes('that the function makes'));
    expect(deep).toEqual([expect.stringMatching(/a few pointers deep, no further/)]);
  });

  it('are the same text every time', () => {
    for (const [name, choice] of CASES) expect(harness(name, choice)).toEqual(harness(name, choice));
  });
});

describe('parameters that cannot be made symbolic', () => {
  it.each([
    ['call_back', 'fn', /does not invent functions/],
    ['read_file', 'file', /does not invent open files/],
    ['opaque', 'h', /declared but not defined/],
    ['raw', 'data', /--array data=N/],
  ])('%s: %s is named, with the reason and the way out', (name, parameter, reason) => {
    let error: unknown;
    try {
      harness(name);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(`${name}: ${parameter} (`);
    expect((error as UserError).message).toMatch(reason);
    expect((error as UserError).hint).toContain('pathfold.h');
  });

  it('inside of a structure they are made up, which is said', () => {
    const { source, assumptions } = harness('use_table');
    expect(source).toContain('t->compare = pf_stub1_t__compare;');
    expect(assumptions).toContainEqual(expect.stringMatching(/^t->compare: a function that returns anything/));
    const { assumptions: kept } = harness('use_parts');
    expect(kept).toContainEqual(expect.stringMatching(/^p->data: points to 16 bytes \(--array 'p->data'=N\)/));
    expect(kept).toContain('p->log: always null (pathfold does not invent open files)');
    expect(kept).toContain('p->handle: always null (struct hidden is declared but not defined here)');
  });

  it('a static function of which only bitcode is given cannot be called', () => {
    expect(() => harness('narrow', {}, null)).toThrow(/static/);
  });
});

describe('a function that compilers know better', () => {
  it('is called all the same', () => {
    expect(harness('abs').source).toContain('pf_result = pf_function(n);');
  });
});

describe('mistakes in options', () => {
  it('a function that does not exist gets near names', () => {
    const find = (name: string) => () => definedFunction(program, name);
    expect(find('lenght')).toThrow(/no function called lenght/);
    expect(find('lenght')).toThrow(expect.objectContaining({ hint: 'did you mean length?' }));
    expect(find('zzz')).toThrow(expect.objectContaining({ hint: expect.stringContaining('spelling') }));
  });
  it('a size for a parameter that does not exist is refused', () => {
    expect(() => harness('sum', { arrays: { value: 3 } })).toThrow(/--array value: sum has no such input/);
    expect(() => harness('sum', { nullable: ['q'] })).toThrow(
      expect.objectContaining({ hint: 'its parameters: values, count' }),
    );
  });
  it('inputs of absurd size are refused instead of exhausting memory', () => {
    expect(() => harness('depth', { depth: 16 })).toThrow(/too large to build/);
  });
});
