/** From files to the program that everything else works on: compile, read, link, lower, number, check. */

import type { Program } from '../program/program.ts';
import { TypeTable } from '../program/types.ts';
import { assembleProgram, type CompiledProgram, readCompiled, readModules } from './assemble.ts';
import { DEFAULT_MARKED_CHECKS } from './clang/marks.ts';
import { compileFiles, compileRuntime, type SourceOptions } from './clang/sources.ts';
import { USER_MAIN } from './harness/make-harness.ts';
import type { LowerOptions } from './lower/lower.ts';

export { assembleProgram, readCompiled } from './assemble.ts';

export interface LoadOptions extends SourceOptions {
  /** Whether names that the files leave undefined may come from the modelled C library; true unless said otherwise. */
  readonly withRuntime?: boolean;
  /** The first file is a harness: its main counts, and another one is set aside, also one in bitcode. */
  readonly harnessFirst?: boolean;
  /** See `LowerOptions`. */
  readonly keepLocals?: boolean;
  readonly mergeUnder?: LowerOptions['mergeUnder'];
}

/**
 * `files` are C sources, `.ll` or `.bc`; they are linked in this order. Rejects with a `UserError` for anything the user
 * can mend. The program is numbered, and its structure has been checked.
 */
export async function loadProgram(files: readonly string[], options: LoadOptions = {}): Promise<Program> {
  const types = new TypeTable();
  const marks = options.marks ?? DEFAULT_MARKED_CHECKS;
  const modules = await compileFiles(files, { ...options, marks });
  const programs = readModules(modules, types, options.harnessFirst === true);
  const library = options.withRuntime === false ? [] : await compileRuntime(programs[0].target, files, options);
  const { keepLocals, mergeUnder } = options;
  return assembleProgram(programs, library, types, { marks, keepLocals, mergeUnder });
}

/** The part of this that needs compilers and files: `assembleModules` does the rest anywhere, also in a browser. */
export async function compileForAssembly(
  files: readonly string[],
  options: LoadOptions = {},
): Promise<CompiledProgram> {
  const marks = options.marks ?? DEFAULT_MARKED_CHECKS;
  const modules = await compileFiles(files, { ...options, marks });
  const { target } = readCompiled(modules[0], new TypeTable());
  const library = options.withRuntime === false ? [] : await compileRuntime(target, files, options);
  return { modules, library, marks };
}

/** The files with a generated main that includes one of them, `source`, or none. */
export async function loadWithHarness(
  harness: string,
  source: string | null,
  files: readonly string[],
  settings: LoadOptions,
): Promise<Program> {
  // Only one main can be linked: the harness's. It undoes this definition for its own.
  const renamed = { ...settings, harnessFirst: true, defines: [...(settings.defines ?? []), `main=${USER_MAIN}`] };
  const included = source === null ? {} : { standIn: { file: harness, of: source } };
  const program = await loadProgram([harness, ...files.filter((file) => file !== source)], { ...renamed, ...included });
  for (const fn of program.functions) {
    // Whoever reads of it knows it by the name it has in the source.
    if (fn.debug?.name === USER_MAIN) fn.debug = { ...fn.debug, name: 'main' };
  }
  return program;
}
