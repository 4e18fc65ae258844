/** Which functions of a target are not as they were in a revision. */
import { existsSync } from 'node:fs';
import { join, normalize, relative, resolve } from 'node:path';
import { linesOf, versionDifference } from '../../analysis/version-difference/difference.ts';
import type { FunctionMatch } from '../../analysis/version-difference/match.ts';
import { type LoadedProgram, type LoadSettings, loadSources } from '../../api/library.ts';
import { operandsOf } from '../../program/instructions.ts';
import type { GlobalVariable, ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import { filesOfRevision, isInRevision } from '../versions/git-revision.ts';

export interface ChangedFunction {
  readonly name: string;
  readonly file: string;
  /** Lines of the new version that changed; where it begins if it only lost some. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Not in the revision: there is nothing to compare it with. */
  readonly isNew: boolean;
}

export interface Changes {
  readonly functions: readonly ChangedFunction[];
  /** Whether anything at all differs. */
  readonly any: boolean;
}

/** clang leaves out static functions that are never called, which may be just those that changed. */
export function withStaticFunctions(settings: LoadSettings): LoadSettings {
  return { ...settings, clangFlags: [...(settings.clangFlags ?? []), '-femit-all-decls'] };
}

/** Null when the revision does not compile, with the reason in `complain`. */
export async function changesSince(
  revision: string,
  loaded: LoadedProgram,
  settings: LoadSettings,
  folder: string,
  complain: (reason: string) => void,
): Promise<Changes | null> {
  const before = loaded.files.filter((file) => isInRevision(revision, file));
  const own = new Set(loaded.files.map((file) => resolve(file)));
  const isOwn = ({ debug, library }: ProgramFunction) =>
    debug !== null && library !== true && own.has(resolve(debug.file.directory, debug.file.path));
  if (before.length === 0) {
    const functions = loaded.program.functions.filter(isOwn).map((fn) => changedFunction(fn, null));
    return { functions, any: true };
  }
  const target = join(folder, 'base');
  const { files, folderOf } = filesOfRevision(revision, before, target);
  const directories = [settings.includeDirectory ?? []].flat();
  const inside = directories.filter((directory) => !relative('', directory).startsWith('..'));
  let old: LoadedProgram;
  try {
    old = await loadSources(files, {
      ...settings,
      includeDirectory: [...inside.map(folderOf).filter(existsSync), ...directories],
    });
  } catch (error) {
    complain((error as Error).message);
    return null;
  }
  const difference = versionDifference(old.program, loaded.program);
  const globals = new Set(difference.changedGlobals);
  const changed = difference.functions.filter((match) => hasChanged(match) || uses(match.new, globals));
  const functions = [
    ...changed.filter((match) => isOwn(match.new)).map((match) => changedFunction(match.new, match)),
    ...difference.addedFunctions.filter(isOwn).map((fn) => changedFunction(fn, null)),
  ];
  const any = functions.length + changed.length + difference.removedFunctions.length + globals.size > 0;
  return { functions, any };
}

function hasChanged({ changed, added, removed, entries }: FunctionMatch): boolean {
  return changed.size + added.length + removed.length + entries.new.size > 0;
}

function uses(fn: ProgramFunction, globals: ReadonlySet<GlobalVariable>): boolean {
  const within = (value: Operand): boolean =>
    value.kind === 'expression'
      ? value.operands.some(within)
      : value.kind === 'global' && value.global.kind === 'variable' && globals.has(value.global);
  return (
    globals.size > 0 && fn.blocks.some((block) => block.instructions.some((each) => operandsOf(each).some(within)))
  );
}

function changedFunction(fn: ProgramFunction, match: FunctionMatch | null): ChangedFunction {
  const { name, file, line } = fn.debug!;
  const edited = match === null ? [] : [...match.changed, ...match.added, ...match.entries.new];
  const lines = (linesOf(edited).get(file.path) ?? []).filter((each) => each >= line);
  return {
    name,
    file: normalize(file.path),
    firstLine: lines[0] ?? line,
    lastLine: lines.at(-1) ?? line,
    isNew: match === null,
  };
}
