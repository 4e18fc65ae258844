/** From files to the program that everything else works on: compile, read, link, lower, number, check. */

import { verify } from '../analysis/verify.ts';
import { InternalError } from '../program/errors.ts';
import { numberProgram, type Program } from '../program/program.ts';
import { TypeTable } from '../program/types.ts';
import { definedNames } from './bitcode/defined-names.ts';
import { readBitcode } from './bitcode/read.ts';
import { DEFAULT_MARKED_CHECKS } from './clang/marks.ts';
import { type CompiledModule, compileFiles, compileRuntime, type SourceOptions } from './clang/sources.ts';
import { USER_MAIN } from './harness/make-harness.ts';
import { link } from './link.ts';
import { type LowerOptions, lower } from './lower/lower.ts';

export interface LoadOptions extends SourceOptions {
  /** Whether names that the files leave undefined may come from the modelled C library; true unless said otherwise. */
  readonly withRuntime?: boolean;
  /** The first file is a harness: its main counts, and another one is set aside, also one in bitcode. */
  readonly harnessFirst?: boolean;
  /** See `LowerOptions`. */
  readonly keepLocals?: boolean;
}

/** What the machine calls by name, beyond what the program refers to: the end of main runs exit handlers. */
const CALLED_BY_THE_MACHINE = ['exit'];

/**
 * `files` are C sources, `.ll` or `.bc`; they are linked in this order. Rejects with a `UserError` for anything the user
 * can mend. The program is numbered, and its structure has been checked.
 */
export async function loadProgram(files: readonly string[], options: LoadOptions = {}): Promise<Program> {
  const types = new TypeTable();
  const marks = options.marks ?? DEFAULT_MARKED_CHECKS;
  const modules = await compileFiles(files, { ...options, marks });
  const programs = modules.map((module) => readCompiled(module, types));
  giveWay(programs, (index) => modules[index].offered === true);
  if (options.harnessFirst === true) programs.slice(1).forEach(setMainAside);
  const library = options.withRuntime === false ? [] : await compileRuntime(programs[0].target, files, options);
  const lowering = { allMarks: marks.includes('undefined'), keepLocals: options.keepLocals === true };
  return assembleProgram(programs, library, types, lowering);
}

/** The files with a generated main that includes one of them, `source`, or none. */
export function loadWithHarness(
  harness: string,
  source: string | null,
  files: readonly string[],
  settings: LoadOptions,
): Promise<Program> {
  // Only one main can be linked: the harness's. It undoes this definition for its own.
  const renamed = { ...settings, harnessFirst: true, defines: [...(settings.defines ?? []), `main=${USER_MAIN}`] };
  const included = source === null ? {} : { standIn: { file: harness, of: source } };
  return loadProgram([harness, ...files.filter((file) => file !== source)], { ...renamed, ...included });
}

/** One compiled file as a program of its own, not linked yet. */
export function readCompiled(module: CompiledModule, types: TypeTable): Program {
  const program = readBitcode(module.bitcode, module.name, types);
  restoreMain(program);
  return program;
}

/** Links programs that share a type table with what they need of the library, and makes the result ready to run. */
export function assembleProgram(
  programs: readonly Program[],
  library: readonly CompiledModule[],
  types: TypeTable,
  options: LowerOptions = {},
): Program {
  const program = link(
    programs,
    library.map((module) => ({ defines: definedNames(module.bitcode), read: () => readCompiled(module, types) })),
    CALLED_BY_THE_MACHINE,
  );
  lower(program, options);
  numberProgram(program);
  const violations = verify(program);
  if (violations.length > 0) throw new InternalError(`the program read is not well formed: ${violations[0]}`);
  return program;
}

/** For WebAssembly clang hides the kind of `main` in its name: `__main_argc_argv`, or `main` with an alias `__main_void`. */
function restoreMain(program: Program): void {
  if (!program.target.startsWith('wasm')) return;
  program.aliases = program.aliases.filter((alias) => alias.name !== '__main_void');
  for (const fn of program.functions) if (fn.name === '__main_argc_argv') fn.name = 'main';
}

function setMainAside(program: Program): void {
  for (const fn of program.functions) if (fn.name === 'main') fn.name = USER_MAIN;
}

/** Of a name that several libraries define, as those of one build may, the first definition is taken, as linkers do. */
function giveWay(programs: readonly Program[], offered: (index: number) => boolean): void {
  const defined = new Set<string>();
  programs.forEach((program, index) => {
    for (const symbol of [...program.functions.filter((fn) => fn.blocks.length > 0), ...program.variables]) {
      if (symbol.linkage !== 'external' || (symbol.kind === 'variable' && symbol.initializer === null)) continue;
      if (offered(index) && defined.has(symbol.name)) symbol.linkage = 'weak';
      else defined.add(symbol.name);
    }
  });
}
