import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { JOURNAL_FILE } from '../../src/suite/journal/records.ts';
import { OutputFolder } from '../../src/suite/output-folder.ts';
import { writeTest } from '../../src/suite/write-test.ts';
import { EXAMPLE_BUILD, exampleTest, intInput } from '../suite/example-test.ts';

const SOURCE =
  '#include <pathfold.h>\n#include <stdio.h>\nint main(void) { puts("ok"); return pathfold_int("x") + LIMIT; }\n';

let directory: string;
let folder: OutputFolder;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  writeFileSync(join(directory, 'sum.c'), SOURCE);
  folder = OutputFolder.open({ directory, out: null, force: false });
  const build = { ...EXAMPLE_BUILD, options: { defines: ['LIMIT=3'] } };
  writeTest(folder, exampleTest({ number: 1, build, inputs: [intInput('x', -3)] }));
  writeTest(folder, exampleTest({ number: 2, build, inputs: [intInput('x', -4)] }));
});
afterAll(() => rmSync(directory, { recursive: true }));

async function pathfold(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const terminal = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
    progress: () => {},
    interactive: false,
    width: 80,
    watch: null,
  };
  const status = await main(words, terminal);
  return { status, out, err };
}

describe('pathfold replay', () => {
  it('says of each test whether the prediction holds; a difference is exit status 1', async () => {
    const { status, out } = await pathfold('replay', folder.path);
    expect(out.split('\n')).toEqual([
      `${join(folder.path, 'test000001.json')}: agrees: exit status 0`,
      `${join(folder.path, 'test000002.json')}: disagrees: expected exit status 0, observed -1`,
      '2 replayed, 1 agree, 1 disagree (WebAssembly)',
      '',
    ]);
    expect(status).toBe(1);
  });
  it('prints nothing but JSON with --json', async () => {
    const { status, out } = await pathfold('replay', '--json', join(folder.path, 'test000001.ktest'));
    expect(JSON.parse(out)).toMatchObject({
      results: [{ test: 'test000001', agreement: 'agrees', on: 'WebAssembly' }],
    });
    expect(status).toBe(0);
  });
  it('reads what 0.1 left: files of each test, and no journal', async () => {
    const old = fileURLToPath(new URL('../cases/folder-of-0.1/run', import.meta.url));
    expect(readdirSync(old)).not.toContain(JOURNAL_FILE);
    const { status, out } = await pathfold('replay', old);
    expect(out).toContain(`${join(old, 'test000004.json')}: agrees`);
    expect(out).toContain('4 replayed, 4 agree, 0 disagree (WebAssembly)');
    expect(status).toBe(0);
    const alone = await pathfold('replay', '--json', join(old, 'test000002.ktest'));
    expect(JSON.parse(alone.out)).toMatchObject({ results: [{ test: 'test000002', agreement: 'agrees' }] });
    expect((await pathfold('show', old, '4')).out).toContain('n = 42');
  });
  it('needs a test that exists', async () => {
    expect(await pathfold('replay')).toMatchObject({ status: 2, err: expect.stringContaining('no test given') });
    expect(await pathfold('replay', 'nowhere')).toMatchObject({
      status: 2,
      err: expect.stringContaining('no such file'),
    });
  });
  it('accuses nobody where compiled code needs what is missing here', async () => {
    const text = '#include <setjmp.h>\nint main(void) { jmp_buf start; return setjmp(start); }\n';
    writeFileSync(join(directory, 'jump.c'), text);
    const out = join(directory, 'jumps');
    const { out: said } = await pathfold('test', join(directory, 'jump.c'), '--out', out, '--replay', 'all', '--json');
    expect(JSON.parse(said)).toMatchObject({ replay: { replayed: 1, unobservable: 1, disagreed: [] } });
  });
});
