/** The documents are true: commands run, options are those of the table, and every file they name exists. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isCommandName, loadCommand } from '../src/cli/commands.ts';
import { kleeOptionsMarkdown } from '../src/cli/klee/help.ts';
import { parseKlee } from '../src/cli/klee/parse.ts';
import { optionsMarkdown } from '../src/cli/options/help.ts';
import { readInvocation } from '../src/cli/options/programs.ts';
import { run } from './cli/run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, 'utf8');
const readme = read('README.md');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Lines of the README's code blocks that install and then run something: the two ways to begin. */
const setUps = Array.from(readme.matchAll(/^npm install && (.*)$/gm), (match) => match[1]);

describe('README.md', () => {
  test('has exactly two set-up commands: one runs an example, one the tests', () => {
    expect(setUps).toHaveLength(2);
    expect(setUps[0]).toMatch(/^npx \. /);
    expect(setUps[1]).toBe('npm test');
    // Continuous integration does nothing but run it.
    const commands = read('.ci/run')
      .split('\n')
      .filter((line) => line !== '' && !/^(#|set |cd |export )/.test(line));
    expect(commands).toEqual(['npm install && npm test']);
  });

  test('shows commands that work', async () => {
    const commands = Array.from(readme.matchAll(/`(npx \. [^`]*)`/g), (match) => match[1]);
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands) {
      const words = command.slice('npx . '.length).split(' | ')[0].split(' ');
      expect(await run(...words)).toMatchObject({ status: 0, err: '' });
    }
  });

  test('shows a harness that compiles', async () => {
    const harness = /^```c\n([\s\S]*?)^```$/m.exec(readme)?.[1];
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
    try {
      const file = join(folder, 'harness.c');
      writeFileSync(file, `#define main other\n#include "${ROOT}examples/unescape.c"\n#undef main\n${harness}`);
      expect(await run('ir', file, '--function', 'main')).toMatchObject({ status: 0, err: '' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('shows what its first command prints', async () => {
    const shown = /^```\n(examples\/[\s\S]*?)^```$/m.exec(readme)?.[1];
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
    try {
      const out = join(folder, 'pathfold-out');
      const { status, out: printed } = await run(...setUps[0].split(' ').slice(2), '--out', out);
      expect({ status, printed: printed.replaceAll(out, 'pathfold-out') }).toEqual({ status: 1, printed: shown });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('OPTIONS.md lists the options of the table', async () => {
  expect(read('OPTIONS.md'), 'run `npm run build && npm run docs`').toBe(await optionsMarkdown());
});

test("docs/KLEE.md lists KLEE's options as they are understood", () => {
  const listed = /<!-- options -->\n\n([\s\S]*)\n<!-- end -->/.exec(read('docs/KLEE.md'))?.[1];
  expect(listed, 'run `npm run build && npm run docs`').toBe(kleeOptionsMarkdown());
});

/** Files and folders that stand in fenced blocks, alone or as words of a command. */
function listed(text: string): string[] {
  const fenced = Array.from(text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm), (match) => match[1]).join('');
  return Array.from(
    fenced.matchAll(/(?<=^|\s)(?:src|test|runtime|bench|examples|scripts)\/[\w/-]*(?:\.\w+)?(?=\s|$)/gm),
    (match) => match[0],
  );
}

test('ARCHITECTURE.md lists every room', () => {
  const rooms = readdirSync(`${ROOT}src`).map((name) => `src/${name}/`);
  expect(
    listed(read('ARCHITECTURE.md'))
      .filter((path) => /^src\/./.test(path))
      .sort(),
  ).toEqual(rooms.sort());
});

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (name) => {
  const text = read(name);

  test('names files that exist', () => {
    const linked = Array.from(text.matchAll(/\]\(([^)#:]+)\)/g), (match) => match[1]);
    const mentioned = Array.from(
      text.matchAll(/`((?:src|test|runtime|bench|examples|scripts)\/[\w./-]*)`/g),
      (match) => match[1],
    ).filter((path) => !path.includes('NAME'));
    for (const path of [...linked, ...mentioned, ...listed(text)])
      expect(existsSync(`${ROOT}${path}`), path).toBe(true);
  });

  test('names scripts that exist', () => {
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts, script).toHaveProperty([script]);
  });
});

describe('commands in the pages beside the book', () => {
  const pages = [
    'README.md',
    ...readdirSync(`${ROOT}docs`).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const commands = pages.flatMap((page) => {
    const fenced = Array.from(read(page).matchAll(/^```\w*\n([\s\S]*?)^```$/gm), (match) => match[1]).join('');
    // What follows two spaces is said to the reader.
    return Array.from(fenced.matchAll(/^(?:\$ )?(?:pathfold|npx \.) (.*?)(?: {2,}.*)?$/gm), (match) => [
      page,
      match[1],
    ]);
  });

  test('are many', () => expect(commands.length).toBeGreaterThan(10));

  test.each(commands)('%s: %s is understood', async (_, line) => {
    const [name, ...words] = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), (match) => match[1] ?? match[2]);
    expect(isCommandName(name), name).toBe(true);
    if (!isCommandName(name)) return;
    // A program of a recorded build has to be there, and shims are installed before anything is read.
    if (words[0].startsWith('./') || words[0] === '--install-shims') return;
    if (name === 'klee') expect(parseKlee(words)).toBeDefined();
    else expect(readInvocation(name, await loadCommand(name), words)).toBeDefined();
  });
});
