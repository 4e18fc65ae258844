/** Programs that say what they see of the C library: natively and on the machine it must be the same. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readTests } from '../../src/suite/read-tests.ts';
import { run } from '../cli/run.ts';

const sources = fileURLToPath(new URL('programs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasCompiler = spawnSync('cc', ['--version']).status === 0;
if (!hasCompiler) console.warn('programs are not compared with their native runs: there is no cc');

let runs = 0;
function natively(name: string, args: readonly string[]) {
  const program = join(folder, 'program');
  execFileSync('cc', ['-w', '-o', program, join(sources, name)]);
  const cwd = join(folder, `native${runs++}`);
  mkdirSync(cwd);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr: stderr.replaceAll(program, 'program') };
}

async function onTheMachine(name: string, args: readonly string[]) {
  const out = join(folder, `out${runs++}`);
  const file = join(sources, name);
  const words = ['--check', 'leak', '--replay', 'none', '--out', out];
  const { err } = await run('test', file, ...words, '--', '-w', '--args', ...args);
  const [found] = readTests(out);
  if (found === undefined) throw new Error(err);
  const { status, stdout, stderr, ending } = found.test.expected;
  expect(ending).toBe('exit');
  return { status, stdout, stderr: String(stderr).replaceAll(file, 'program').replaceAll(name, 'program') };
}

describe.skipIf(!hasCompiler)('a program runs as it does natively', () => {
  it.each([
    ['walk.c', []],
    ['files.c', []],
    ['posix.c', []],
    ['options.c', ['x', 'y']],
    ['options.c', ['x', '-vv', '--output=g', 'y', '--level', '--level=3', '-s', '-x', '3']],
    ['options.c', ['--out=f', '-zq', '-H', 'x', '--', '-y']],
    ['options.c', ['--version']],
  ] as const)('%s %j', async (name, args) => {
    expect(await onTheMachine(name, args)).toEqual(natively(name, args));
  });

  // The name of the program is another there, and with it where lines are broken.
  it.each(['--help', '--usage', '-?'])('options.c %s', async (word) => {
    const [one, other] = [await onTheMachine('options.c', [word]), natively('options.c', [word])];
    const named = (text: unknown) =>
      String(text)
        .replace(/^Usage: \S+/, 'Usage: program')
        .replace(/\s+/g, ' ');
    expect(named(one.stdout)).toBe(named(other.stdout));
    expect(one.status).toBe(other.status);
  });
});

describe('what a program does with files is what compiled code does', () => {
  const given = join(folder, 'given');
  writeFileSync(given, 'as it was\n');

  it.each(['wasm32-wasip1', ...(hasCompiler ? ['host'] : [])])('for %s, and the files it leaves', async (target) => {
    const out = join(folder, `out${runs++}`);
    const world = ['--file', `given=${given}`, '--file', `sub/other=${given}`, '--env', 'WORD=w=1'];
    const words = ['--target', target, '--out', out, ...world];
    const result = await run('test', join(sources, 'files.c'), ...words, '--', '-w');
    expect(result.out).toContain('replayed: 1 of 1 tests agree');
    const [{ test }] = readTests(out);
    expect(test.expected.status).toBe(3);
    expect(test.expected.stdout).toContain('w=1');
    const left = test.expected.files?.map(({ name, kind, contents }) => [name, kind, contents]);
    expect(left).toEqual(
      expect.arrayContaining([
        ['given', 'file', 'abc'],
        ['h', 'file', 'ONE 1\ntwo\nthreeend'],
        ['l', 'link', 'd/z'],
        ['out', 'file', 'to out'],
        ['sub', 'folder', undefined],
        ['sub/deep', 'file', 'deep'],
      ]),
    );
  });
});
