/** Files as they were in a revision of the git repository that they are in. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../program/errors.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const HEADER = /\.(h|inc|def|tbl)$/;

export interface RevisionFiles {
  /** In the order asked for. */
  readonly files: readonly string[];
  /** Where a folder of the working tree is found as it was; for include paths. */
  readonly folderOf: (directory: string) => string;
}

/** Writes the files, and every header of the revision in its place beside them, below `target`. */
export function filesOfRevision(revision: string, files: readonly string[], target: string): RevisionFiles {
  const { root, id } = commitOf(revision, files[0]);
  const inRepository = (path: string) => {
    const inside = relative(root, resolve(path)).split(sep).join('/');
    if (inside.startsWith('..')) throw new UserError(`${path} is not in the git repository of ${files[0]}`);
    return inside;
  };
  const write = (inside: string, content: Buffer): string => {
    const path = join(target, inside);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const written = files.map((file) => {
    const inside = inRepository(file);
    const content = git(root, ['show', `${id}:${inside}`]);
    if (content === null) throw new UserError(`--git ${revision}: ${inside} does not exist in this revision`);
    return relative(process.cwd(), write(inside, content));
  });
  const listed = git(root, ['ls-tree', '-r', '-z', '--name-only', id])?.toString().split('\0') ?? [];
  for (const inside of listed.filter((name) => HEADER.test(name))) {
    const content = git(root, ['show', `${id}:${inside}`]);
    if (content !== null) write(inside, content);
  }
  return { files: written, folderOf: (directory) => join(target, inRepository(directory)) };
}

/** Whether the revision, which must exist, has the file. */
export function isInRevision(revision: string, file: string): boolean {
  const { root, id } = commitOf(revision, file);
  const inside = relative(root, resolve(file)).split(sep).join('/');
  return git(root, ['cat-file', '-e', `${id}:${inside}`]) !== null;
}

function commitOf(revision: string, file: string): { readonly root: string; readonly id: string } {
  const top = git(dirname(resolve(file)), ['rev-parse', '--show-toplevel']);
  if (top === null) {
    throw new UserError(`${file} is not in a git repository`, 'give both versions as files: pathfold diff OLD NEW');
  }
  const root = top.toString().trim();
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (commit === null) {
    throw new UserError(`--git ${revision}: there is no such revision`, `\`git -C ${root} log --oneline\` lists them`);
  }
  return { root, id: commit.toString().trim() };
}

/** What git prints; null when it fails. */
function git(directory: string, words: readonly string[]): Buffer | null {
  const result = spawnSync('git', ['-C', directory, ...words], { maxBuffer: MOST_BYTES });
  if (result.error !== undefined) {
    throw new UserError('git cannot be run', 'install git, or give both versions as files');
  }
  return result.status === 0 ? result.stdout : null;
}
