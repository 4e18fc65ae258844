/**
 * Compiled modules and linked programs on disk, by content: the key is a hash of everything that goes into a compilation, so an entry is
 * never out of date, only unused. Entries carry their own checksum; one that does not match is treated as absent. A cache
 * that cannot be written (read-only home, full disk) costs time, not correctness, so such errors are ignored.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Part of every key: change it when the meaning or the form of an entry changes. */
const FORMAT = 'pathfold-cache-1';
const CHECKSUM_BYTES = 32;

export interface CacheEntry {
  readonly diagnostics: string;
  readonly bitcode: Uint8Array;
}

export function defaultCacheDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  if (environment.PATHFOLD_CACHE) return environment.PATHFOLD_CACHE;
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, 'pathfold');
  if (process.platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'pathfold', 'cache');
  }
  return join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']), 'pathfold');
}

export class CompileCache {
  constructor(private readonly directory: string) {}

  /** Where the user says, or in the usual place; none where that is null. */
  static open(directory: string | null | undefined): CompileCache | null {
    return directory === null ? null : new CompileCache(directory ?? defaultCacheDirectory(process.env));
  }

  key(description: readonly (string | Uint8Array)[]): string {
    const hash = createHash('sha256');
    for (const part of [FORMAT, ...description]) hash.update(`${part.length}:`).update(part);
    return hash.digest('hex');
  }

  read(key: string): CacheEntry | null {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(this.pathOf(key));
    } catch {
      return null;
    }
    if (bytes.length < CHECKSUM_BYTES + 4) return null;
    const body = bytes.subarray(CHECKSUM_BYTES);
    if (!createHash('sha256').update(body).digest().equals(bytes.subarray(0, CHECKSUM_BYTES))) return null;
    const bitcodeAt = 4 + new DataView(body.buffer, body.byteOffset).getUint32(0);
    return {
      diagnostics: new TextDecoder().decode(body.subarray(4, bitcodeAt)),
      bitcode: new Uint8Array(body.buffer, body.byteOffset + bitcodeAt, body.length - bitcodeAt),
    };
  }

  write(key: string, entry: CacheEntry): void {
    const text = new TextEncoder().encode(entry.diagnostics);
    const body = new Uint8Array(4 + text.length + entry.bitcode.length);
    new DataView(body.buffer).setUint32(0, text.length);
    body.set(text, 4);
    body.set(entry.bitcode, 4 + text.length);
    const checksum = createHash('sha256').update(body).digest();
    const path = this.pathOf(key);
    const unfinished = `${path}.${randomUUID()}`;
    try {
      mkdirSync(this.directory, { recursive: true });
      writeFileSync(unfinished, Buffer.concat([checksum, body]));
      renameSync(unfinished, path);
    } catch {
      discard(unfinished);
    }
  }

  private pathOf(key: string): string {
    return join(this.directory, `${key}.bc`);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was never created.
  }
}
