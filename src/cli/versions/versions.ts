/** The two versions that `pathfold diff` compares, compiled and given the same harness. */

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CompileDatabase } from '../../frontend/clang/compile-database.ts';
import { NoSuchFunction } from '../../frontend/defined-function.ts';
import { scopeOf } from '../../insight/places.ts';
import type { VersionScopes } from '../../insight/version-diff/changes.ts';
import { UserError } from '../../program/errors.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { OutputFolder } from '../../suite/output-folder.ts';
import type { Invocation } from '../options/parse.ts';
import { programName } from '../options/programs.ts';
import { openSession, type Session } from '../run/session.ts';
import type { Watcher } from '../run/watcher.ts';
import { filesOfRevision } from './git-revision.ts';

export interface Version {
  /** As people call it: its file, or the revision. */
  readonly name: string;
  /** The same for one of its files. */
  readonly fileName: (file: string) => string;
  readonly invocation: Invocation;
  readonly session: Session;
}

export type VersionSources = Omit<Version, 'session'>;

const USAGE = 'write pathfold diff OLD NEW, or pathfold diff --git REV FILE';

/** A run that fails before it began leaves no empty folder behind. `given` is a harness to use instead of a new one. */
export async function openInFolder(
  invocation: Invocation,
  folder: OutputFolder,
  watcher: Watcher,
  given: string | null = null,
): Promise<{ readonly old: Version; readonly new: Version }> {
  try {
    return await openVersions(invocation, folder, watcher, given);
  } catch (error) {
    if (invocation.options.out === null) rmSync(folder.path, { recursive: true, force: true });
    throw error;
  }
}

/** Opens both versions before anything is explored, so that every mistake is reported at once. */
async function openVersions(
  invocation: Invocation,
  folder: OutputFolder,
  watcher: Watcher,
  given: string | null,
): Promise<{ readonly old: Version; readonly new: Version }> {
  const [before, after] = versionSources(invocation, folder);
  let harness: { readonly source: string; readonly fn: ProgramFunction } | null = null;
  const missing: string[] = [];
  const open = async (
    sources: VersionSources,
    adjust: (source: string, fn: ProgramFunction) => string,
  ): Promise<Version | null> => {
    try {
      return { ...sources, session: await openSession(sources.invocation, watcher, { adjust }) };
    } catch (error) {
      if (!(error instanceof NoSuchFunction)) throw error;
      missing.push(sources.name);
      if (missing.length === 2) throw error;
      return null;
    }
  };
  const changed = await open(after, (source, fn) => {
    harness = { source, fn };
    return withOwnInclude(given ?? source, source);
  });
  const old = await open(before, (source, fn) => {
    const same = harness === null ? source : sameHarness(source, fn, harness);
    return withOwnInclude(given ?? same, source);
  });
  if (changed === null || old === null) {
    throw new UserError(
      `${invocation.options.function} exists in only one version: it is not in ${missing[0]}`,
      'name a function that both versions have, or compare the programs from main',
    );
  }
  return { old, new: changed };
}

export function versionSources(invocation: Invocation, folder: OutputFolder): [VersionSources, VersionSources] {
  const { operands, options } = invocation;
  const sources = (
    side: string,
    name: string,
    files: readonly string[],
    more: Partial<Invocation['options']> = {},
    fileName = (file: string) => file,
  ) => ({
    name,
    fileName,
    invocation: {
      ...invocation,
      operands: files,
      options: { ...options, ...more, out: relative(process.cwd(), join(folder.path, side)), force: true },
    },
  });
  if (options.git !== null) {
    if (operands.length === 0) throw new UserError('--git needs the files to compare', USAGE);
    const { files, folderOf } = filesOfRevision(options.git, operands, join(folder.path, 'before'));
    const directories = options['include-directory'];
    const inside = `${relative(process.cwd(), join(folder.path, 'before'))}/`;
    const more = { 'include-directory': [...directories.filter(isInside).map(folderOf), ...directories] };
    return [
      sources('old', `${operands[0]} of ${options.git}`, files, more, (file) =>
        file.startsWith(inside) ? `${file.slice(inside.length)} of ${options.git}` : file,
      ),
      sources('new', operands[0], operands),
    ];
  }
  if (operands.length !== 2) throw new UserError(`two versions are compared, not ${operands.length}`, USAGE);
  const folders = operands.map((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  if (folders[0] !== folders[1]) throw new UserError('one version is a file and the other a folder', USAGE);
  const one = (side: string, path: string) =>
    !folders[0]
      ? sources(side, path, [path])
      : existsSync(join(path, 'compile_commands.json'))
        ? sources(side, path, CompileDatabase.read(path, process.cwd()).files(process.cwd()), {
            'compile-commands': path,
          })
        : sources(side, path, sourcesBelow(path));
  return [one('old', operands[0]), one('new', operands[1])];
}

/** Without a compile database: every C file, in the order of their names. */
function sourcesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c') && !file.split(sep).some((part) => part.startsWith('.')))
    .sort()
    .map((file) => join(folder, file));
  if (found.length > 0) return found;
  throw new UserError(
    `${folder} has neither C sources nor a compile_commands.json`,
    'let the build write it, for example with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or `bear -- make`',
  );
}

function isInside(directory: string): boolean {
  return !relative(process.cwd(), directory).startsWith('..');
}

/**
 * Both versions must be called in the same way. A parameter that only got another name is no difference: the old version
 * then runs under the new names.
 */
function sameHarness(source: string, fn: ProgramFunction, wanted: { source: string; fn: ProgramFunction }): string {
  const names = new Map(parameterNames(fn).map((name, i) => [name, parameterNames(wanted.fn)[i] ?? name]));
  const renamed = withoutComment(source).replace(/\b[A-Za-z_]\w*\b/g, (word) => names.get(word) ?? word);
  const plain = (text: string) => text.replace(INCLUDE, '');
  if (plain(renamed) !== plain(withoutComment(wanted.source))) {
    throw new UserError(
      `the signature of ${fn.debug?.name ?? fn.name} changed, so the versions cannot be called with the same inputs`,
      'compare a function whose parameters and result are the same in both, or the programs from main',
    );
  }
  return wanted.source;
}

const INCLUDE = /^#include (".*"|<\/.*>)$/m;

/** A harness includes the source of its version. */
function withOwnInclude(harness: string, own: string): string {
  return harness.replace(INCLUDE, () => INCLUDE.exec(own)?.[0] ?? '');
}

/** What is assumed is said in a comment, in words that may name other things. */
function withoutComment(source: string): string {
  return source.replace(/^\/\*[\s\S]*?\*\/\n/, '');
}

function parameterNames(fn: ProgramFunction): string[] {
  return (fn.debug?.variables ?? [])
    .filter((variable) => variable.parameter > 0)
    .sort((a, b) => a.parameter - b.parameter)
    .map((variable) => variable.name);
}

/** argv[0] must not tell the versions apart. */
export function sharedProgramName(version: Pick<Version, 'invocation'>): string {
  return programName(version.invocation.operands[0]);
}

/** What names mean in each of them. */
export function scopesOf(versions: { readonly old: Version; readonly new: Version }): VersionScopes {
  const scope = ({ session, invocation }: Version) => scopeOf(session.program, invocation.options.function);
  return { old: scope(versions.old), new: scope(versions.new) };
}
