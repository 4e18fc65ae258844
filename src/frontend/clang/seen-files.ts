/**
 * Which files a compilation by an installed clang read, and how they looked. Asking the compiler costs a process per file, and the modelled
 * library has more than a hundred: where everything looks as it did then, what was compiled then is taken, without asking.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CacheEntry, CompileCache } from './cache.ts';

interface Look {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

interface Note {
  readonly key: string;
  readonly files: readonly Look[];
}

export class SeenFiles {
  private readonly key: string;

  /** `described` is all that decides what is read, but for what the files say. */
  constructor(
    private readonly cache: CompileCache,
    described: readonly string[],
  ) {
    this.key = cache.key(['seen files', ...described]);
  }

  /** What was compiled from files that still look the same; null where one does not, or nothing is known. */
  result(): CacheEntry | null {
    const entry = this.cache.read(this.key);
    if (entry === null) return null;
    const { key, files } = JSON.parse(entry.diagnostics) as Note;
    const same = files.every((file) => {
      const look = lookOf(file.path);
      return look !== null && look.size === file.size && look.changed === file.changed;
    });
    return same ? this.cache.read(key) : null;
  }

  note(key: string, paths: readonly string[], directory: string): void {
    const files = paths.map((path) => lookOf(resolve(directory, path)));
    if (files.includes(null)) return;
    this.cache.write(this.key, { diagnostics: JSON.stringify({ key, files }), bitcode: new Uint8Array() });
  }
}

function lookOf(path: string): Look | null {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? null : { path, size: status.size, changed: status.mtimeMs };
}

/** Preprocessed text says which file each part comes from; names in angle brackets are the compiler's own. */
export function filesNamedIn(preprocessed: Uint8Array): string[] {
  const text = new TextDecoder().decode(preprocessed);
  const names = [...text.matchAll(/^# \d+ "((?:[^"\\]|\\.)*)"/gm)].map(([, name]) => name.replace(/\\(.)/g, '$1'));
  return [...new Set(names)].filter((name) => !/^<.*>$/.test(name));
}
