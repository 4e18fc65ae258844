/** What clang says about a file that does not compile, short, and what the user can do about it. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { hostHas } from './host-headers.ts';
import type { JobResult } from './job.ts';

/** Of the lines that clang writes; the first errors matter. */
const MOST_LINES = 40;
/** Folders that are looked into for a header. */
const MOST_FOLDERS = 2000;

export function refusal(file: string, directory: string, { crashed, diagnostics }: JobResult): UserError {
  const words = shortened(diagnostics.trim());
  if (crashed) return new UserError(`clang broke down while compiling ${file}\n${words}`);
  return new UserError(`${file} does not compile\n${words}`, hintFor(diagnostics, file, directory));
}

/** Headers that include each other for ever are named once, and warnings do not hide errors. */
export function shortened(diagnostics: string): string {
  const lines: string[] = [];
  let repeated = 0;
  for (const line of withoutWarnings(diagnostics).split('\n')) {
    if (line.startsWith('In file included from ') && lines.at(-1) === line) repeated++;
    else {
      if (repeated > 0) lines.push(`(and ${repeated} times more)`);
      repeated = 0;
      lines.push(line);
    }
  }
  const more = lines.length - MOST_LINES;
  return more <= 1 ? lines.join('\n') : [...lines.slice(0, MOST_LINES), `(${more} more lines)`].join('\n');
}

/** A diagnostic begins with its place, or with the files that lead to it. */
function withoutWarnings(diagnostics: string): string {
  const blocks: string[][] = [];
  let isChain = false;
  for (const line of diagnostics.split('\n')) {
    const begins =
      /^In file included from |^\S.*?:\d+:\d+: (?:fatal error|error|warning): |^(?:error|\d+ (?:error|warning))/;
    if (begins.test(line) && !isChain) blocks.push([]);
    isChain = line.startsWith('In file included from ');
    if (blocks.length === 0) blocks.push([]);
    blocks.at(-1)!.push(line);
  }
  const isWarning = (block: readonly string[]) =>
    /:\d+:\d+: warning: /.test(block.find((line) => !line.startsWith('In file included from ')) ?? '');
  return blocks
    .filter((block) => !isWarning(block))
    .flat()
    .join('\n');
}

function hintFor(diagnostics: string, file: string, directory: string): string | null {
  const missing = /error: '([^'\n]+)' file not found/.exec(diagnostics)?.[1];
  if (missing === undefined) return null;
  const found = folderWith(missing, resolve(directory, dirname(file)));
  if (found !== null) return `${missing} is found with -I ${relative(directory, found) || '.'}`;
  const template = folderWith(`${missing}.in`, resolve(directory, dirname(file)));
  if (template !== null || /(^|[/_-])config(ure)?\.h$|config\.h$/.test(missing))
    return `${missing} is made by the project's own build: run its ./configure or cmake first, or \`pathfold build -- make\` (docs/BUILDING.md)`;
  if (hostHas(missing)) return `this machine has ${missing}: --target host takes its headers`;
  return 'name the folder of the header with -I DIR';
}

/** Near a file: its own project, as far up as folders look like one, breadth first. */
function folderWith(name: string, start: string): string | null {
  let root = start;
  for (let up = 0; up < 4 && dirname(root) !== '/' && isPartOfProject(dirname(root)); up++) root = dirname(root);
  const queue = [root];
  for (let looked = 0; looked < MOST_FOLDERS && looked < queue.length; looked++) {
    const folder = queue[looked];
    if (existsSync(join(folder, name))) return folder;
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        queue.push(join(folder, entry.name));
    }
  }
  return null;
}

const PROJECT_FILES =
  /^(configure(\.ac|\.in)?|Makefile(\.am|\.in)?|makefile|GNUmakefile|CMakeLists\.txt|meson\.build|\.git|SConstruct|README.*|include|COPYING|LICENSE.*)$/;

function isPartOfProject(folder: string): boolean {
  return entriesOf(folder).some(({ name }) => PROJECT_FILES.test(name));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
