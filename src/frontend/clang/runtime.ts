/** Where the C sources and headers of the modelled library are, and what they are called in messages. */
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InputFile } from './source-files.ts';

/** This file sits three folders below the package's root, in `src` as in `dist`. */
export const RUNTIME_DIRECTORY = fileURLToPath(new URL('../../../runtime', import.meta.url));

/** The same on every machine, so that results and cache keys do not depend on where pathfold is installed. */
export const RUNTIME_NAME = '/pathfold/runtime';

/** Whether debug information points into the modelled library rather than into the user's code. */
export function isRuntimePath(path: string): boolean {
  return path.startsWith(`${RUNTIME_NAME}/`);
}

/** The path under which the compiler sees a file or folder. */
export function nameOfPath(path: string): string {
  const inside = isAbsolute(path) ? relative(RUNTIME_DIRECTORY, path) : '..';
  if (inside.startsWith('..') || isAbsolute(inside)) return path;
  return inside === '' ? RUNTIME_NAME : `${RUNTIME_NAME}/${inside.split(sep).join('/')}`;
}

/** `pathfold.h`, `klee/klee.h`: what user code may include from us. */
export function runtimeHeaders(): InputFile[] {
  return filesBelow(join(RUNTIME_DIRECTORY, 'include')).map((path) => ({ path, bytes: readFileSync(path) }));
}

export function runtimeSources(): string[] {
  return filesBelow(join(RUNTIME_DIRECTORY, 'src')).filter((path) => path.endsWith('.c'));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
