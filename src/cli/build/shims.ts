/**
 * Stand-ins for compilers and linkers: a folder of links to the recorder, one for each such tool that PATH leads to. A build
 * that starts with this folder first in its PATH records itself, whatever it calls its compiler.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The script that records; this file sits three folders below the package's root, in `src` as in `dist`. */
export const RECORDER = fileURLToPath(new URL('../../../bin/pathfold', import.meta.url));

/** With or without a target in front and a version after: x86_64-linux-gnu-gcc-12. */
const TOOL = /^([\w.]+-)*(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|c89|c99|tcc|ld|ld\.bfd|ld\.gold|ld\.lld)(-\d+(\.\d+)*)?$/;

/** `store` is the folder for records. Throws what the file system throws. */
export function makeShims(store: string, path: string): string {
  const shims = join(store, 'shims');
  mkdirSync(join(store, 'records'), { recursive: true });
  writeFileSync(join(store, '.gitignore'), '*\n');
  rmSync(shims, { recursive: true, force: true });
  mkdirSync(shims);
  for (const tool of new Set(path.split(delimiter).flatMap(toolsIn))) symlinkSync(RECORDER, join(shims, tool));
  return shims;
}

function toolsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => TOOL.test(name));
  } catch {
    return [];
  }
}
