/** Completions, asked of a real bash; and the manual page. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/commands.ts';
import { manPage } from '../../src/cli/options/man-page.ts';
import { OPTIONS } from '../../src/cli/options/table.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { status, out } = await run('completion', shell);
    expect(status).toBe(0);
    writeFileSync(join(folder, shell), out);
  }
  writeFileSync(join(folder, 'program with blanks.c'), '');
  mkdirSync(join(folder, 'pathfold-out'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers for the last word. It cuts words at `=` before anybody is asked. */
function offered(...words: string[]): string[] {
  const script = `
    source ./bash
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _pathfold
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', script, 'bash', 'pathfold', ...words], { cwd: folder, encoding: 'utf8' });
  return out.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  test('commands', () => {
    expect(offered('')).toEqual(expect.arrayContaining([...COMMAND_NAMES, 'help']));
    expect(offered('su')).toEqual(['summarize']);
    expect(offered('help', 'su')).toEqual(['summarize']);
  });

  test('the options of a command, and no others', () => {
    expect(offered('test', '--max-')).toEqual(
      expect.arrayContaining(['--max-time', '--max-paths', '--max-depth', '--max-memory']),
    );
    expect(offered('show', '--max-')).toEqual([]);
    expect(offered('summarize', '--markd')).toEqual(['--markdown']);
    expect(offered('test', 'a.c', '-')).toContain('-I');
  });

  test('values that are known', () => {
    expect(offered('test', '--search', 'r')).toEqual(['random', 'random-path']);
    expect(offered('test', '--search', '=', 'b')).toEqual(['bfs']);
    expect(offered('test', '--search', '=')).toEqual([...OPTIONS.search.choices]);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('files and folders where they belong', () => {
    expect(offered('test', 'prog')).toEqual(['program with blanks.c']);
    expect(offered('show', 'pa')).toEqual(['pathfold-out']);
    expect(offered('show', 'prog')).toEqual([]);
    expect(offered('test', '--out', 'pa')).toEqual(['pathfold-out']);
    expect(offered('test', '--function', 'pa')).toEqual([]);
    expect(offered('cc', '-o', 'prog')).toEqual(['program with blanks.c']);
  });
});

test.runIf(has('zsh'))('zsh can read its completions', () => {
  expect(spawnSync('zsh', ['-n', 'zsh'], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test.runIf(has('fish'))('fish can read its completions', () => {
  expect(spawnSync('fish', ['-n', 'fish'], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('all shells are told every option', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = readFileSync(join(folder, shell), 'utf8');
    for (const name of Object.keys(OPTIONS))
      expect(script, shell).toContain(shell === 'fish' ? `-l ${name} ` : `--${name}`);
  }
});

test('a shell that is not known is refused', async () => {
  expect(await run('completion', 'tcsh')).toMatchObject({ status: 2, err: expect.stringContaining('bash, zsh, fish') });
});

test('the manual page has every command and option', async () => {
  const page = readFileSync(`${ROOT}man/pathfold.1`, 'utf8');
  expect(page, 'run `npm run build && npm run docs`').toBe(await manPage());
  for (const name of Object.keys(OPTIONS)) expect(page).toContain(`\\-\\-${name.replaceAll('-', '\\-')}`);
});

test.runIf(has('groff'))('groff has nothing to say about the manual page', () => {
  const { status, stderr } = spawnSync('groff', ['-man', '-ww', '-z', '-Tutf8', `${ROOT}man/pathfold.1`], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
