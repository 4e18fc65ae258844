/**
 * The headers of this machine's C library, for the embedded clang.
 *
 * Its own headers are in /usr/include of its file tree, and stay in front: they know the compiler's types and limits and go
 * on to the C library's file of the same name. So the machine's are shown to it elsewhere, below /host.
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { elfTarget } from '../../build/elf.ts';
import { UserError } from '../../program/errors.ts';

const PLACES = /^(-I|-isystem|-iquote|-idirafter)?(\/usr\/(?:local\/)?include(?:\/|$))/;

/** A path, or a flag with a path joined to it, as the embedded clang sees it. */
export function nameOnHost(word: string): string {
  return word.replace(PLACES, '$1/host$2');
}

/** The target of this machine, which is that of the program that runs here; null where programs are not ELF files. */
export function machineTarget(): string | null {
  const head = new Uint8Array(64);
  const file = openSync(process.execPath, 'r');
  readSync(file, head);
  closeSync(file);
  return elfTarget(head);
}

/** Whether `--target host` would find a header. */
export function hostHas(header: string): boolean {
  const target = machineTarget();
  return target !== null && foldersFor(target).some((folder) => existsSync(join(folder, header)));
}

function foldersFor(target: string): string[] {
  const multiarch = target.replace('-unknown-', '-');
  return ['/usr/local/include', `/usr/include/${multiarch}`, '/usr/include'].filter((folder) => existsSync(folder));
}

/** In the order of search, for a target triple. */
export function hostHeaders(target: string): string[] {
  const folders = foldersFor(target);
  if (folders.some((folder) => existsSync(join(folder, 'stdio.h')))) return folders;
  throw new UserError(
    "the headers of this machine's C library are not installed",
    'install them, for example with `apt-get install libc6-dev`',
  );
}
