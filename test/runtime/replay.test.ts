import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedClang, missingNativeTool, runtimeTree } from './model.ts';

const runtime = fileURLToPath(new URL('../../runtime/', import.meta.url));

const program = `
#include <klee/klee.h>
#include <pathfold.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  int n = pathfold_int("n"), d = pathfold_range("d", 1, 31);
  pathfold_string(text, sizeof text, "text");
  unsigned short s;
  klee_make_symbolic(&s, sizeof s, "s");
  int v = __VERIFIER_nondet_int();
  printf("%d %d %s %u %d\\n", n, d, text, s, v);
  pathfold_output("sum", n + d);
  pathfold_output("text", text);
  pathfold_assert(v != 9);
  return 3;
}
`;

const inputs = (d: number, v: number): [string, number[]][] => [
  ['n', [5, 0, 0, 0]],
  ['d', [d, 0, 0, 0]],
  ['text', [97, 98, 0]],
  ['s', [1, 1]],
  ['int', [v, 0, 0, 0]],
];

const table = (entries: [string, number[]][]) => `
#include "pathfold_replay.h"
const struct pf_replay_input __pf_replay_inputs[] = {
${entries.map(([name, bytes]) => `  {"${name}", ${bytes.length}, (const unsigned char[]){${bytes}}},`).join('\n')}
};
const unsigned __pf_replay_count = ${entries.length};
`;

function ktest(entries: [string, number[]][]): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const objects = entries.flatMap(([name, bytes]) => [
    number(name.length),
    Buffer.from(name),
    number(bytes.length),
    Buffer.from(bytes),
  ]);
  const argument = Buffer.from('program');
  const header = [Buffer.from('KTEST'), number(3), number(1), number(argument.length), argument, number(0), number(0)];
  return Buffer.concat([...header, number(entries.length), ...objects]);
}

interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

const folder = mkdtempSync(join(tmpdir(), 'pathfold-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runInV8(sources: Record<string, string>): Promise<Outcome> {
  const { replay } = runtimeTree() as { replay: Record<string, Uint8Array> };
  const files = { ...runtimeTree(), ...replay, ...sources };
  const args = ['-O1', '-Iinclude', '-I.', 'pathfold_replay.c', ...Object.keys(sources), '-o', 'program.wasm'];
  const linked = await embeddedClang(args, files);
  expect(linked.diagnostics).toBe('');
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => openSync(join(folder, name), 'w')) as [number, number];
  const wasi = new WASI({ version: 'preview1', stdout, stderr, returnOnExit: true });
  const module = await WebAssembly.compile(Uint8Array.from(linked.files['program.wasm'] as Uint8Array));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  let status: number | null = null;
  try {
    status = wasi.start(instance) as unknown as number;
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
  closeSync(stdout);
  closeSync(stderr);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { status, stdout: read('stdout'), stderr: read('stderr') };
}

describe('replaying a test in V8', () => {
  it('feeds the inputs of a linked table in call order', async () => {
    const outcome = await runInV8({ 'main.c': program, 'table.c': table(inputs(7, 8)) });
    expect(outcome.stdout).toBe('5 7 ab 257 8\n');
    expect(outcome.stderr).toBe('pathfold:output:sum:i32:12\npathfold:output:text:bytes:6162\n');
    expect(outcome.status).toBe(3);
  });

  it('says when an assumption does not hold', async () => {
    expect((await runInV8({ 'main.c': program, 'table.c': table(inputs(77, 8)) })).status).toBe(120);
  });

  it('aborts with a line about the fault, after all output', async () => {
    const outcome = await runInV8({ 'main.c': program, 'table.c': table(inputs(7, 9)) });
    expect(outcome.stdout).toBe('5 7 ab 257 9\n');
    expect(outcome.stderr).toContain('pathfold:fault:assert:main.c:16:v != 9\n');
    expect(outcome.status).toBeNull();
  });

  it('lets a definition of the program win, and runs on zeros without a test', async () => {
    const own = 'int __VERIFIER_nondet_int(void) { return 1; } int main(void) { return __VERIFIER_nondet_int(); }';
    expect((await runInV8({ 'main.c': own })).status).toBe(1);
    expect((await runInV8({ 'main.c': program })).stderr).toContain('pathfold:note:no test given');
  });
});

describe.skipIf(missingNativeTool() !== undefined)('replaying a test natively', () => {
  const binary = join(folder, 'program');

  beforeAll(() => {
    writeFileSync(join(folder, 'main.c'), program);
    const sources = [join(runtime, 'replay/pathfold_replay.c'), join(folder, 'main.c')];
    execFileSync('cc', [
      '-Wall',
      '-Wextra',
      '-Werror',
      '-std=c11',
      '-I',
      join(runtime, 'include'),
      ...sources,
      '-o',
      binary,
    ]);
  });

  const replay = (bytes: Uint8Array, variable: string) => {
    writeFileSync(join(folder, 'test.ktest'), bytes);
    return spawnSync(binary, { encoding: 'utf8', env: { [variable]: join(folder, 'test.ktest') } });
  };

  it.each(['KTEST_FILE', 'PATHFOLD_TEST'])('reads the .ktest file named by %s', (variable) => {
    const outcome = replay(ktest(inputs(7, 8)), variable);
    expect(outcome.stdout).toBe('5 7 ab 257 8\n');
    expect(outcome.status).toBe(3);
  });

  it('refuses an input of another size, and a file that is cut off', () => {
    expect(replay(ktest([['n', [1]]]), 'KTEST_FILE').status).toBe(121);
    expect(replay(ktest(inputs(7, 8)).subarray(0, 60), 'KTEST_FILE').status).toBe(122);
  });
});
