/** Scripts written for KLEE, with the stand-ins first in PATH. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFiles } from '../../src/frontend/clang/sources.ts';
import { run } from './run.ts';

const CAT = `
#include <unistd.h>
#include <fcntl.h>
int main(int argc, char **argv) {
  char text[4];
  long n;
  int file = 0;
  if (argc > 1) file = open(argv[1], O_RDONLY);
  if (file < 0) return 1;
  while ((n = read(file, text, sizeof text)) > 0)
    if (write(1, text, (unsigned long)n) != n) return 2;
  return 0;
}
`;

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pathfold-shims-')));
  writeFileSync(join(folder, 'cat.c'), CAT);
  const [module] = await compileFiles([join(folder, 'cat.c')], { target: 'x86_64-linux-gnu' });
  writeFileSync(join(folder, 'cat.bc'), module.bitcode);
  expect(await run('klee', '--install-shims', join(folder, 'bin'))).toMatchObject({ status: 0, err: '' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(text: string): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  return spawnSync('sh', ['-c', text], { cwd: folder, env, encoding: 'utf8' });
}

test('klee, ktest-tool and klee-stats work as old scripts call them', { timeout: 120_000 }, () => {
  const klee = script('klee --libc=uclibc --posix-runtime ./cat.bc --sym-args 0 1 2 --sym-stdin 4');
  expect(klee, klee.stderr).toMatchObject({ status: 0 });
  expect(klee.stderr).toContain(`KLEE: output directory is "${folder}/klee-out-0"`);
  const tests = Number(/^KLEE: done: generated tests = (\d+)$/m.exec(klee.stderr)?.[1]);
  expect(tests).toBeGreaterThan(3);
  expect(readdirSync(join(folder, 'klee-last')).filter((name) => name.endsWith('.ktest'))).toHaveLength(tests);
  const read = script('ktest-tool klee-last/*.ktest');
  expect(read.status, read.stderr).toBe(0);
  expect(read.stdout).toMatch(/^ktest file : 'klee-last\/test000001\.ktest'$/m);
  expect(read.stdout).toMatch(/^args {7}: \['\.\/cat\.bc', '--sym-args', '0', '1', '2', '--sym-stdin', '4'\]$/m);
  expect(read.stdout).toMatch(/^object 0: name: 'n_args'$/m);
  const stats = script('klee-stats klee-last');
  expect(stats.status, stats.stderr).toBe(0);
  expect(stats.stdout).toMatch(/^\|Path +\|Instrs\|/m);
  expect(stats.stdout).toMatch(/^\|klee-last\| *\d+\|/m);
});

const hasCompiler = spawnSync('cc', ['--version']).status === 0;

test.skipIf(!hasCompiler)('klee-replay runs a native program on a test made by gen-bout', () => {
  writeFileSync(join(folder, 'words'), 'four');
  expect(script('cc -o cat cat.c && gen-bout --bout-file=made.ktest --sym-stdin words')).toMatchObject({ status: 0 });
  const replay = script('klee-replay ./cat made.ktest');
  expect(replay).toMatchObject({ status: 0, stdout: 'four' });
  expect(replay.stderr).toContain('KLEE-REPLAY: NOTE: EXIT STATUS: NORMAL');
});

test('what cannot be is said in a sentence, with status 1', async () => {
  expect(await run('klee', '--tool', 'ktest-tool', join(folder, 'none.ktest'))).toMatchObject({ status: 1 });
  expect((await run('klee', '--tool', 'hammer')).err).toContain('choose one of ktest-tool');
  expect((await run('klee')).err).toContain('KLEE: ERROR: no program given');
  expect((await run('klee', '--max-time=soon', 'x.c')).err).toContain('a time is needed');
  expect((await run('klee', '--help')).out).toContain('--exit-on-error-type=TYPE');
  expect(readFileSync(join(folder, 'bin', 'klee'), 'utf8')).toMatch(/^#!\/bin\/sh\n/);
});
