/**
 * A page of the book as a play. Blocks with a file's name after their language (```c date.c) are written to a folder; lines that
 * begin with `$ ` in a `console` block are run there, in the order of the page, and what stands below each must come out: line by
 * line, in this order, with `...` for whatever is left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../cli/run.ts';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
export const ELISION = '...';

export type Block =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'console'; readonly commands: readonly ShownCommand[]; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

export interface ShownCommand {
  readonly line: string;
  readonly output: readonly string[];
}

export interface CommandResult {
  readonly status: number;
  readonly output: string;
}

export function blocksOf(page: string): Block[] {
  return Array.from(page.matchAll(/^```([a-z]*)(?: (\S+))?\n([\s\S]*?)^```$/gm), ([, language, name, text]): Block => {
    if (name !== undefined) return { kind: 'file', name, text };
    return language === 'console' ? { kind: 'console', commands: commandsOf(text), text } : { kind: 'other', text };
  });
}

function commandsOf(text: string): ShownCommand[] {
  const commands: { line: string; output: string[] }[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) commands.push({ line: line.slice(2), output: [] });
    else commands.at(-1)?.output.push(line);
  }
  return commands;
}

/** The only ones that are not run: they fetch what the tests have in front of them. */
const NOT_RUN = new Set(['npm install --save-dev pathfold']);

/** Null for what is not run. The folder must be the current one. */
export async function perform(line: string, folder: string): Promise<CommandResult | null> {
  if (NOT_RUN.has(line)) return null;
  const words = line.match(/'[^']*'|"[^"]*"|\S+/g)!.map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
  const isPlain = words[0] === 'pathfold' && !/[|&;<>$`]/.test(line.replace(/'[^']*'/g, ''));
  if (isPlain && words[1] !== 'build' && words[1] !== 'cc') {
    const { status, out, err } = await run(...words.slice(1));
    return { status, output: `${err}${out}` };
  }
  const me = { GIT_AUTHOR_NAME: 'me', GIT_AUTHOR_EMAIL: 'me@example.org' };
  const { status, stdout } = spawnSync('bash', ['-c', `{ ${line}\n} 2>&1`], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...me,
      GIT_COMMITTER_NAME: 'me',
      GIT_COMMITTER_EMAIL: 'me@example.org',
      PATH: `${BIN}:${process.env.PATH}`,
    },
  });
  return { status: status ?? -1, output: stdout };
}

/**
 * The first line that did not come out where it should; null when all did. A line that ends with `...` is the beginning of one,
 * and empty lines do not count.
 */
export function missingLine(shown: readonly string[], output: string): string | null {
  const lines = linesOf(output);
  let at = 0;
  let maySkip = shown.length === 0;
  for (const line of linesOf(shown.join('\n'))) {
    if (line === ELISION) {
      maySkip = true;
      continue;
    }
    const start = line.endsWith(ELISION) ? line.slice(0, -ELISION.length).trimEnd() : null;
    const found = lines.findIndex((each, i) => i >= at && (start === null ? each === line : each.startsWith(start)));
    if (found === -1 || (!maySkip && found !== at)) return line;
    at = found + 1;
    maySkip = false;
  }
  return maySkip || at === lines.length ? null : `${lines[at]} (not shown)`;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

export function writeFiles(block: Extract<Block, { kind: 'file' }>, folder: string): void {
  const path = join(folder, block.name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, block.text);
}
