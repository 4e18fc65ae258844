/** The records that `bin/pathfold` left of a build, and the build's files as they are now. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readCommandLine } from '../../build/command-line.ts';
import type { BuildTree } from '../../build/ingredients.ts';
import { type BuildStep, readStep } from '../../build/step.ts';
import { contentHash, type SourceFiles } from './source-files.ts';

export const RECORDS_FOLDER = '.pathfold';

/**
 * One build may have several folders of records, since each of its parts can be built alone. Those above any file or folder
 * that comes up are looked into.
 */
export class RecordedBuild implements BuildTree {
  private readonly searched = new Set<string>();
  /** Files of records by the hash that names them. */
  private readonly records = new Map<string, string[]>();

  constructor(
    private readonly files: SourceFiles,
    folder: string | undefined,
  ) {
    if (folder !== undefined && folder !== '') this.addRecords(resolve(folder));
  }

  /** Takes the records into account that are kept in `path` or in a folder above it. */
  lookAbove(path: string): void {
    for (let folder = path; !this.searched.has(folder); folder = dirname(folder)) {
      this.searched.add(folder);
      this.addRecords(join(folder, RECORDS_FOLDER));
    }
  }

  get isEmpty(): boolean {
    return this.records.size === 0;
  }

  stepOf(hash: string): BuildStep | null {
    return this.newest(this.records.get(hash) ?? []);
  }

  /** The latest step that made a file of this name, whatever its content: `strip` and its like change files in place. */
  stepNamed(path: string): BuildStep | null {
    return this.newest([...this.records.values()].flat().filter((record) => linkedFile(record) === path));
  }

  /** Where programs and shared libraries were put, each once. */
  linkedFiles(): string[] {
    return [...new Set([...this.records.values()].flat().flatMap((record) => linkedFile(record) ?? []))].sort();
  }

  read(path: string): Uint8Array | null {
    const file = this.files.read(path);
    return file === null ? null : file.bytes;
  }

  hash(bytes: Uint8Array): string {
    return contentHash(bytes);
  }

  resolve(directory: string, name: string): string {
    const path = resolve(directory, name);
    this.lookAbove(dirname(path));
    return path;
  }

  private newest(records: readonly string[]): BuildStep | null {
    const dated = records.map((record) => ({
      record,
      time: statSync(record, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    dated.sort((a, b) => b.time - a.time || (a.record < b.record ? -1 : 1));
    for (const { record } of dated) {
      const step = readRecord(record);
      if (step === null) continue;
      this.lookAbove(step.directory);
      return step;
    }
    return null;
  }

  private addRecords(folder: string): void {
    const place = join(folder, 'records');
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    for (const name of readdirSync(place)) {
      const hash = name.slice(0, name.indexOf('.'));
      const known = this.records.get(hash);
      if (known === undefined) this.records.set(hash, [join(place, name)]);
      else known.push(join(place, name));
    }
  }
}

/** What a step of linking made; null for other steps. */
function linkedFile(record: string): string | null {
  const step = readRecord(record);
  if (step === null) return null;
  const { links, output } = readCommandLine(step.words);
  return links ? resolve(step.directory, output ?? 'a.out') : null;
}

function readRecord(path: string): BuildStep | null {
  try {
    return readStep(readFileSync(path), statSync(path).mtimeMs);
  } catch {
    return null;
  }
}
