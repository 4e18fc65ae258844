/** From compiled modules to the program that everything else works on: read, link, lower, number, check. Runs anywhere. */

import { verify } from '../analysis/verify.ts';
import { InternalError } from '../program/errors.ts';
import { numberProgram, type Program } from '../program/program.ts';
import { TypeTable } from '../program/types.ts';
import { definedNames } from './bitcode/defined-names.ts';
import { readBitcode } from './bitcode/read.ts';
import type { MarkedCheck } from './clang/marks.ts';
import { USER_MAIN } from './harness/make-harness.ts';
import { link } from './link.ts';
import { type LowerOptions, lower } from './lower/lower.ts';

/** One file as bitcode. */
export interface BitcodeModule {
  readonly name: string;
  readonly bitcode: Uint8Array;
  /** It comes from a library: a name that another module defines before it is not defined twice. */
  readonly offered?: boolean;
}

/** All that a program is made of; plain data, so that it can be stored, or sent to a worker or a browser. */
export interface CompiledProgram {
  readonly modules: readonly BitcodeModule[];
  /** The modelled C library for the same target. */
  readonly library: readonly BitcodeModule[];
  /** What it was compiled to find. */
  readonly marks: readonly MarkedCheck[];
}

/** What the machine calls by name, beyond what the program refers to: the end of main runs exit handlers. */
const CALLED_BY_THE_MACHINE = ['exit'];

export function assembleModules({ modules, library, marks }: CompiledProgram): Program {
  const types = new TypeTable();
  return assembleProgram(readModules(modules, types, false), library, types, { marks });
}

/** Each as a program of its own, not linked yet. With `harnessFirst`, only the main of the first counts. */
export function readModules(modules: readonly BitcodeModule[], types: TypeTable, harnessFirst: boolean): Program[] {
  const programs = modules.map((module) => readCompiled(module, types));
  giveWay(programs, (index) => modules[index].offered === true);
  if (harnessFirst) programs.slice(1).forEach(setMainAside);
  return programs;
}

export function readCompiled(module: BitcodeModule, types: TypeTable): Program {
  const program = readBitcode(module.bitcode, module.name, types);
  restoreMain(program);
  return program;
}

/** Links programs that share a type table with what they need of the library, and makes the result ready to run. */
export function assembleProgram(
  programs: readonly Program[],
  library: readonly BitcodeModule[],
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
