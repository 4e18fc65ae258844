/**
 * Finds the files a compilation may open.
 *
 * The embedded clang sees only files that are handed to it, so they must be known beforehand. The text of each file is
 * scanned for names that an `#include` could mean (also in `__has_include`, in `#embed` and as the value of a macro)
 * without evaluating conditions, and each existing candidate is taken: next to the including file and in every folder
 * of the search path. That is a superset of what clang opens; clang then chooses by its own rules. Names that only exist
 * after macro expansion are missed here and found by `findNamed` when clang complains.
 */
import { dirname, isAbsolute, resolve } from 'node:path';
import type { SearchPath } from './flags.ts';
import type { InputFile, SourceFiles } from './source-files.ts';

export class HeaderSet {
  private readonly files = new Map<string, InputFile>();
  private readonly folders: readonly string[];

  constructor(
    private readonly directory: string,
    search: SearchPath,
    source: InputFile,
    private readonly disk: SourceFiles,
  ) {
    this.folders = search.directories.map((folder) => resolve(directory, folder));
    this.files.set(source.path, source);
    for (const name of search.includes) this.findNamed(name);
    this.scan(source);
  }

  /** Sorted by path, so that equal inputs look equal to the cache. */
  list(): InputFile[] {
    return [...this.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Takes every file that `name` could mean; tells whether one is new. */
  findNamed(name: string): boolean {
    const before = this.files.size;
    const includers = new Set([...this.files.keys()].map((path) => dirname(path)));
    this.take(name, [this.directory, ...includers]);
    return this.files.size > before;
  }

  private take(name: string, nextTo: readonly string[]): void {
    if (isAbsolute(name)) this.add(name);
    else for (const folder of [...nextTo, ...this.folders]) this.add(resolve(folder, name));
  }

  private add(path: string): void {
    if (this.files.has(path)) return;
    const file = this.disk.read(path);
    if (file === null) return;
    this.files.set(path, file);
    this.scan(file);
  }

  private scan(file: InputFile): void {
    const folder = dirname(file.path);
    for (const name of this.disk.names(file, mentionedHeaders)) this.take(name, [folder]);
  }
}

/** A macro that is a path from the root is hardly a header: <paths.h> has /etc/shadow, and /proc/kmsg, which waits for a reader. */
const DIRECTIVE =
  /^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:(?:include|include_next|import|embed)[ \t]*["<]|define[ \t]+\w+[ \t]*["<](?!\/))([^">\n]+)[">]/;
const HAS_INCLUDE = /__has_(?:include|include_next|embed)[ \t]*\([ \t]*["<]([^">\n]+)[">]/g;

export function mentionedHeaders(text: string): Set<string> {
  const names = new Set<string>();
  const joined = text.replace(/\\\r?\n/g, '');
  for (const line of joined.split('\n')) {
    if (!line.includes('"') && !line.includes('<')) continue;
    const directive = DIRECTIVE.exec(line.replace(/\/\*.*?\*\//g, ' '));
    if (directive !== null) names.add(directive[1]);
    for (const match of line.matchAll(HAS_INCLUDE)) names.add(match[1]);
  }
  return names;
}
