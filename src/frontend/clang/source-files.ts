/**
 * Files as they were when first read: the many units of a program include the same headers, which are read, searched and
 * hashed once.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export class SourceFiles {
  private readonly known = new Map<string, InputFile | null>();
  private readonly times = new Map<string, number>();
  private readonly derived = new WeakMap<InputFile, ReadonlySet<string>>();

  /** Null when there is no such file that can be read. */
  read(path: string): InputFile | null {
    let file = this.known.get(path);
    if (file === undefined) {
      file = this.readNow(path);
      this.known.set(path, file);
    }
    return file;
  }

  /** Which of the files read were last changed after a time, in milliseconds. */
  readSince(time: number): string[] {
    return [...this.times].filter(([, changed]) => changed > time).map(([path]) => path);
  }

  /** What `find` makes of the file's text, made once. */
  names(file: InputFile, find: (text: string) => ReadonlySet<string>): ReadonlySet<string> {
    let names = this.derived.get(file);
    if (names === undefined) {
      names = find(new TextDecoder('latin1').decode(file.bytes));
      this.derived.set(file, names);
    }
    return names;
  }

  /** Node also throws where a part of the path is a file instead of a folder, which is no less "not there". */
  private readNow(path: string): InputFile | null {
    try {
      const status = statSync(path, { throwIfNoEntry: false });
      if (status?.isFile() !== true) return null;
      this.times.set(path, status.mtimeMs);
      return { path, bytes: readFileSync(path) };
    } catch {
      return null;
    }
  }
}

const hashes = new WeakMap<Uint8Array, string>();

/** SHA-256 in hexadecimal, computed once for one array: contents that are read are never written to. */
export function contentHash(bytes: Uint8Array): string {
  let hash = hashes.get(bytes);
  if (hash === undefined) {
    hash = createHash('sha256').update(bytes).digest('hex');
    hashes.set(bytes, hash);
  }
  return hash;
}
