/**
 * The headers of this machine's C library, for the embedded clang.
 *
 * Its own headers are in /usr/include of its file tree, and stay in front: they know the compiler's types and limits and go
 * on to the C library's file of the same name. So the machine's are shown to it elsewhere, below /host.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../program/errors.ts';

const PLACES = /^(-I|-isystem|-iquote|-idirafter)?(\/usr\/(?:local\/)?include(?:\/|$))/;

/** A path, or a flag with a path joined to it, as the embedded clang sees it. */
export function nameOnHost(word: string): string {
  return word.replace(PLACES, '$1/host$2');
}

/** In the order of search, for a target triple. */
export function hostHeaders(target: string): string[] {
  const multiarch = target.replace('-unknown-', '-');
  const folders = ['/usr/local/include', `/usr/include/${multiarch}`, '/usr/include'].filter((folder) =>
    existsSync(folder),
  );
  if (folders.some((folder) => existsSync(join(folder, 'stdio.h')))) return folders;
  throw new UserError(
    "the headers of this machine's C library are not installed",
    'install them, for example with `apt-get install libc6-dev`',
  );
}
