/** Every header that a POSIX source may include compiles, and every function it declares is there when a path calls it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleNames } from '../../src/frontend/bitcode/defined-names.ts';
import { hostHas } from '../../src/frontend/clang/host-headers.ts';
import { RUNTIME_DIRECTORY, runtimeHeaders } from '../../src/frontend/clang/runtime.ts';
import { compileFiles, compileRuntime } from '../../src/frontend/clang/sources.ts';

const HEADERS = readFileSync(new URL('posix-names.txt', import.meta.url), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\n {2}/g, ' ')
  .trim()
  .split('\n')
  .map((line) => line.split(':'))
  .map(([header, functions]) => ({ header, functions: functions.split(/\s+/).filter((name) => name !== '') }));

/** What the machine does itself, and what C lets a header define as a macro only. */
const OF_THE_MACHINE = new Set(['longjmp', 'siglongjmp']);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Said of functions and headers that are old, not of ours. */
const QUIET = ['-Wno-deprecated-declarations', '-Wno-#warnings'];

/** Headers that refuse to go with others. */
const ALONE = new Set(['tgmath.h']);
const including = (headers: readonly string[]) => headers.map((name) => `#include <${name}>\n`).join('');

test.each([
  ['the default target', null],
  ['this machine', 'host'],
])('on %s headers declare what POSIX says, and all of it is modelled', { timeout: 300_000 }, async (_, target) => {
  const there = HEADERS.filter(({ header }) => !ALONE.has(header) && (target === null || hostHas(header)));
  const names = there.map(({ header }) => header);
  const take = ({ functions }: { functions: readonly string[] }) =>
    functions.map((name) => `  take((const void *)&${name});\n`).join('');
  const calls = `extern void take(const void *);\nvoid all(void) {\n${there.map(take).join('')}}\n`;
  writeFileSync(join(folder, 'all.c'), `#define _GNU_SOURCE 1\n${including(names)}${calls}`);
  writeFileSync(join(folder, 'backwards.c'), `${including([...names].reverse())}int y;\n`);
  const onWarnings = (text: string) => expect(text).toBe('');
  const options = { directory: folder, target, onWarnings, clangFlags: QUIET };
  const modules = await compileFiles(['all.c', 'backwards.c'], options);
  const needed = new Set(modules.flatMap(({ bitcode }) => [...moduleNames(bitcode).needed]));
  expect(needed.size).toBeGreaterThan(900);
  const library = await compileRuntime(triple(target), ['all.c'], options);
  const defined = new Set([...library, ...modules].flatMap(({ bitcode }) => [...moduleNames(bitcode).defined]));
  const isOurs = (name: string) => name !== 'take' && !name.startsWith('llvm.') && !OF_THE_MACHINE.has(name);
  const missing = [...needed].filter((name) => isOurs(name) && !defined.has(name));
  expect(missing.sort()).toEqual([]);
});

test('each of our own headers needs no other to be included before it', { timeout: 300_000 }, async () => {
  const ours = runtimeHeaders()
    .map(({ path }) => relative(join(RUNTIME_DIRECTORY, 'include'), path))
    // What headers share is not for programs.
    .filter((name) => !name.startsWith('__') && !name.startsWith('pathfold/'));
  expect(ours).toContain('sys/queue.h');
  const files = ours.map((header) => {
    const file = `${header.replace(/\W/g, '_')}.c`;
    writeFileSync(join(folder, file), `#include <${header}>\nint x_${header.replace(/\W/g, '_')};\n`);
    return file;
  });
  await expect(compileFiles(files, { directory: folder })).resolves.toHaveLength(ours.length);
});

test("a strict C program has its names to itself: what only POSIX declares is not in C's headers", async () => {
  const own =
    'int kill(void) { return 1; }\nint popen(void) { return 2; }\nstruct sigaction { int a; };\nint mkdtemp, tzset, sigaction;\n';
  const headers = ['signal', 'stdio', 'stdlib', 'string', 'time'].map((name) => `#include <${name}.h>\n`).join('');
  writeFileSync(join(folder, 'strict.c'), headers + own);
  const compiled = compileFiles(['strict.c'], { directory: folder, standard: 'c99' });
  await expect(compiled).resolves.toHaveLength(1);
});

function triple(target: string | null): string {
  return target === null ? 'wasm32-wasip1' : process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}
