/** Every command of the book does what its page shows. With PATHFOLD_UPDATE=1 pages get the output that is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { blocksOf, missingLine, perform, writeFiles } from './page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCS = join(ROOT, 'docs');
/** Of the system: what recorded builds run. */
const hasCompiler = ['cc', 'make'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const UPDATE = process.env.PATHFOLD_UPDATE === '1';
const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .map((name) => join(DOCS, name))
  .filter((name) => name.endsWith('.md'))
  .sort();

async function play(path: string): Promise<void> {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  process.chdir(folder);
  let text = readFileSync(path, 'utf8');
  try {
    for (const block of blocksOf(text)) {
      if (block.kind === 'file') writeFiles(block, folder);
      if (block.kind !== 'console') continue;
      const shown: string[] = [];
      for (const { line, output } of block.commands) {
        const result = await perform(line, folder);
        shown.push(
          `$ ${line}`,
          ...(UPDATE && output.length === 0 && result ? result.output.trimEnd().split('\n').filter(Boolean) : output),
        );
        if (result === null || UPDATE) continue;
        expect(missingLine(output, result.output), `${line}\n${result.output}`).toBeNull();
        const isRefused = output.some((each) => each.startsWith('pathfold: error:'));
        expect(isRefused ? [2] : [0, 1, 4], line).toContain(result.status);
      }
      if (UPDATE) text = text.replace(block.text, () => `${shown.join('\n')}\n`);
    }
    if (UPDATE) writeFileSync(path, text);
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each(pages.map((path) => [relative(DOCS, path), path]))('%s', (name, path) => {
  const text = readFileSync(path, 'utf8');

  test('links to what exists', () => {
    for (const [, target] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(join(dirname(path), target)), target).toBe(true);
    }
  });

  test('is in the table of contents', () => {
    if (name !== 'README.md') expect(readFileSync(join(DOCS, 'README.md'), 'utf8')).toContain(`](${name})`);
  });

  const commands = blocksOf(text).flatMap((block) => (block.kind === 'console' ? block.commands : []));
  const canPlay = hasCompiler || !commands.some(({ line }) => line.includes('make'));
  test.runIf(commands.length > 0 && canPlay)('shows commands that do what it says', () => play(path));
});

test('messages that troubleshooting explains are messages of ours', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n');
  const page = readFileSync(join(DOCS, 'book/troubleshooting.md'), 'utf8');
  const messages = Array.from(page.matchAll(/^### `(.*)`$/gm), (match) => match[1]);
  expect(messages.length).toBeGreaterThan(15);
  for (const message of messages) {
    for (const part of message.split('…').map((each) => each.trim())) {
      if (part !== '') expect(sources, message).toContain(part);
    }
  }
});
