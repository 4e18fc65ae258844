import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  file = join(folder, 'a.c');
  writeFileSync(
    file,
    [
      'static int clamp(int x) {',
      '  if (x > 9) return 9;',
      '  return x;',
      '}',
      'int main(int argc, char **argv) { switch (argc) { case 1: return 4; default: return clamp(argc); } }',
      '',
    ].join('\n'),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('pathfold ir', () => {
  test('prints the program, the same each time', async () => {
    const first = await run('ir', file, '--no-cache');
    expect(first.status).toBe(0);
    expect(first.err).toBe('');
    expect(first.out).toMatch(/^define i32 @main\(i32 %argc, ptr %argv\)/m);
    expect(first.out).toMatch(/^define internal i32 @clamp\(i32 %x\)/m);
    expect(await run('ir', file, '--no-cache')).toEqual(first);
    expect(await run('ir', file)).toEqual(first);
  });

  test('prints one function', async () => {
    const { out } = await run('ir', file, '--function', 'clamp');
    expect(out).toMatch(/^define internal i32 @clamp/);
    expect(out).not.toContain('@main(');
  });

  test('draws control flow with source lines', async () => {
    const { out } = await run('ir', file, '--dot');
    expect(out).toMatch(/^digraph program \{\n/);
    expect(out).toContain('label="clamp";');
    expect(out).toMatch(/-> f\d+_\d+ \[label="true"\];/);
    expect(out).toMatch(/-> f\d+_\d+ \[label="1"\];/);
    expect(out).toMatch(/-> f\d+_\d+ \[label="default"\];/);
    expect(out).toContain(`a.c:2  if (x > 9) return 9;\\l`);
  });

  test('suggests functions with near names', async () => {
    const { status, out, err } = await run('ir', file, '--function', 'clam');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toBe('pathfold: error: there is no function called clam\npathfold: hint: did you mean clamp?\n');
  });

  test('shows what clang says about wrong C, without a stack trace', async () => {
    const bad = join(folder, 'bad.c');
    writeFileSync(bad, 'int f( { }\n');
    const { status, err } = await run('ir', bad);
    expect(status).toBe(2);
    expect(err).toMatch(/^pathfold: error: .*bad\.c does not compile\n.*bad\.c:1:8: error: /);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test('names what is wrong with a folder for -p', async () => {
    const { status, err } = await run('ir', file, '-p', join(folder, 'nowhere'));
    expect(status).toBe(2);
    expect(err).toMatch(/^pathfold: error: -p .*nowhere: no such folder\n$/);
  });
});
