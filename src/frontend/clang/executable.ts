/** Programs for this machine, and libtool's stand-ins for them, told from files to compile. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { elfKind } from '../../build/elf.ts';

const HEAD_BYTES = 4096;
/** libtool puts a script where the program will be, and the program into a folder beside it, until it is installed. */
const LIBTOOL_SCRIPT = /^# \S+ - temporary wrapper script for (\S+)$/m;

export function isExecutable(path: string): boolean {
  const head = headOf(path);
  if (head === null) return false;
  const kind = elfKind(head);
  return kind === 'executable' || kind === 'shared' || libtoolProgram(head) !== null;
}

/** The file to look at when the user says `path`. */
export function programBehind(path: string): string {
  const hidden = libtoolProgram(headOf(path));
  if (hidden === null) return path;
  const relinked = join(dirname(path), dirname(hidden), `lt-${basename(hidden)}`);
  return existsSync(relinked) ? relinked : resolve(dirname(path), hidden);
}

function libtoolProgram(head: Buffer | null): string | null {
  if (head === null || head.toString('latin1', 0, 2) !== '#!') return null;
  return LIBTOOL_SCRIPT.exec(head.toString('latin1'))?.[1] ?? null;
}

function headOf(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      return buffer.subarray(0, readSync(file, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
