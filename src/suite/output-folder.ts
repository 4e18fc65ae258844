/**
 * Where a run leaves its files. Results of another run are never touched: without `--out` the next free
 * `pathfold-out-N` is taken, and an explicit folder must be new or empty unless `--force` says otherwise.
 *
 * A disk that fills up must not cost the user the run: the first failure is kept, later writes do nothing, and the
 * command prints its summary before it reports the problem.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../program/errors.ts';
import { JOURNAL_FILE } from './journal/records.ts';
import { JournalWriter } from './journal/writer.ts';

export const DEFAULT_FOLDER = 'pathfold-out';
export const LAST_LINK = 'pathfold-last';
export const HARNESS_FILE = 'pathfold-harness.c';

/** What runs write; `--force` removes nothing else. */
const OWN_FILES =
  /^(journal\.pathfold|test\d{6}\..*|query\d{6}\.smt2|summary\.json|pathfold-harness\.c|report.*\.html|coverage\..*)$/;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
};

export interface FolderChoice {
  /** The folder relative paths start in. */
  readonly directory: string;
  /** `--out`; null to choose a free name. */
  readonly out: string | null;
  readonly force: boolean;
  /** Another habit of naming. */
  readonly names?: FolderNames;
}

/** How runs without `--out` call their folders, and the link to the newest. */
export interface FolderNames {
  /** Of the run with this number, from 0. */
  folder(number: number): string;
  readonly link: string;
}

const OWN_NAMES: FolderNames = {
  folder: (number) => (number === 0 ? DEFAULT_FOLDER : `${DEFAULT_FOLDER}-${number + 1}`),
  link: LAST_LINK,
};

export class OutputFolder {
  private failure: UserError | null = null;

  private constructor(
    /** Absolute. */
    readonly path: string,
    /** As messages call it. */
    readonly name: string,
    readonly journal: JournalWriter,
  ) {}

  /** Throws a `UserError` when no folder can be had; do this before the long work, not after. */
  static open(choice: FolderChoice): OutputFolder {
    if (choice.out !== null)
      return OutputFolder.openNamed(resolve(choice.directory, choice.out), choice.out, choice.force);
    const { folder, link } = choice.names ?? OWN_NAMES;
    for (let number = 0; ; number++) {
      const name = folder(number);
      const path = join(choice.directory, name);
      if (!isFree(path)) continue;
      makeFolder(path, name);
      const journal = claim(path);
      if (journal === null) continue;
      pointLastAt(join(choice.directory, link), name);
      return new OutputFolder(path, name, journal);
    }
  }

  private static openNamed(path: string, name: string, force: boolean): OutputFolder {
    const status = statusOf(path, name);
    if (status !== undefined && !status.isDirectory()) {
      throw new UserError(`${name} exists and is not a folder`, 'choose another place with --out DIR');
    }
    if (status !== undefined && !isFree(path)) {
      if (!force) throw notEmpty(name);
      removeResults(path, name);
    }
    makeFolder(path, name);
    const journal = claim(path);
    if (journal === null) throw notEmpty(name);
    return new OutputFolder(path, name, journal);
  }

  /** The folder of a run that is taken up again. */
  static goOn(directory: string, name: string): OutputFolder {
    const path = resolve(directory, name);
    return new OutputFolder(path, name, JournalWriter.goOn(join(path, JOURNAL_FILE)));
  }

  /** The first problem met while writing; report it after the summary. */
  get problem(): UserError | null {
    if (this.failure === null && this.journal.problem !== null) this.failure = this.cannotWrite(JOURNAL_FILE);
    return this.failure;
  }

  private cannotWrite(name: string, error: unknown = this.journal.problem): UserError {
    return new UserError(
      `cannot write ${join(this.name, name)}: ${reasonOf(error)}`,
      'files written before it are complete; make room and go on with `pathfold resume DIR`, or run again with another --out DIR',
    );
  }

  /** False when the file could not be written; then `problem` says why, and no half of it stays behind. */
  write(name: string, content: string | Uint8Array): boolean {
    if (this.problem !== null) return false;
    const path = join(this.path, name);
    try {
      writeFileSync(path, content);
      return true;
    } catch (error) {
      this.failure = this.cannotWrite(name, error);
      try {
        unlinkSync(path);
      } catch {
        // Nothing was created.
      }
      return false;
    }
  }

  /** A run that fails before it has begun leaves the folder to the next one. */
  release(): void {
    rmSync(join(this.path, JOURNAL_FILE), { force: true });
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  /** From this folder to `directory`, as tests record it. */
  pathTo(directory: string): string {
    return relative(this.path, directory).split(sep).join('/') || '.';
  }
}

function notEmpty(name: string): UserError {
  return new UserError(
    `${name} is not empty, and results are never overwritten silently`,
    'choose another folder with --out DIR, or replace the results in this one with --force',
  );
}

/** Null when another run that started at the same time was faster. */
function claim(path: string): JournalWriter | null {
  try {
    return JournalWriter.create(join(path, JOURNAL_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

function statusOf(path: string, name: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UserError(`cannot write to ${name}: ${reasonOf(error)}`, 'choose another folder with --out DIR');
  }
}

function isFree(path: string): boolean {
  if (!existsSync(path)) return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function makeFolder(path: string, name: string): void {
  try {
    makeFolders(path);
    // A folder that can be made or read can still refuse files: learn it now rather than after an hour.
    const probe = join(path, '.pathfold-probe');
    writeFileSync(probe, 'x');
    unlinkSync(probe);
  } catch (error) {
    throw new UserError(`cannot write to ${name}: ${reasonOf(error)}`, 'choose another folder with --out DIR');
  }
}

/** Not Node's own recursive way: on file systems that answer `no such file` (such as /proc) it never returns. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  mkdirSync(path);
}

function removeResults(path: string, name: string): void {
  try {
    for (const file of readdirSync(path)) if (OWN_FILES.test(file)) rmSync(join(path, file));
  } catch (error) {
    throw new UserError(`cannot replace the results in ${name}: ${reasonOf(error)}`, 'choose another --out DIR');
  }
}

/** A convenience only: a link where links exist, nothing where something else has the name. */
function pointLastAt(link: string, name: string): void {
  try {
    const old = lstatSync(link, { throwIfNoEntry: false });
    if (old !== undefined && !old.isSymbolicLink()) return;
    if (old !== undefined) unlinkSync(link);
    symlinkSync(name, link, 'dir');
  } catch {
    // Some file systems have no links.
  }
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}
