/** What influences how a C file is read, and the flags for clang's driver that say so. */
import type { Language } from './job.ts';

export interface CompileFlags {
  /** A target triple; null keeps the default (wasm32-wasip1, or the machine's own for an installed clang). */
  readonly target: string | null;
  readonly includeDirectories: readonly string[];
  /** `NAME` or `NAME=value`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  /** As after `-std=`. */
  readonly standard: string | null;
  /** Files included before the first line. */
  readonly includes: readonly string[];
  /** Passed to clang as they are. */
  readonly extra: readonly string[];
}

export const NO_FLAGS: CompileFlags = {
  target: null,
  includeDirectories: [],
  defines: [],
  undefines: [],
  standard: null,
  includes: [],
  extra: [],
};

export const DEFAULT_TARGET = 'wasm32-wasip1';

/**
 * Flags every C file gets. `-O1` with the passes disabled makes clang emit what optimisers need (no `optnone`, lifetime
 * markers) and leaves every source branch a branch. Contracted float operations would differ from what the source
 * says; aliasing metadata would only be skipped. Macros that a file defines anew are its own affair: its usual headers may not have them.
 */
const READ_C = [
  ...['-O1', '-Xclang', '-disable-llvm-passes', '-g', '-gno-key-instructions', '-fstandalone-debug'],
  ...['-ffp-contract=off', '-fno-strict-aliasing', '-fno-color-diagnostics', '-Wno-macro-redefined'],
];

/** What clang alone refuses by default is let through with a warning, as by the compilers that older C was written for. */
export const AS_OLDER_COMPILERS = [
  ...['implicit-function-declaration', 'implicit-int', 'int-conversion', 'incompatible-function-pointer-types'],
  ...['incompatible-pointer-types', 'return-mismatch'],
].map((warning) => `-Wno-error=${warning}`);
const READ_IR = ['-O0', '-Xclang', '-disable-llvm-passes', '-fno-color-diagnostics'];

/** `target` null means that the compiler's default is wanted. */
export function driverFlags(language: Language, target: string | null, userFlags: readonly string[]): string[] {
  const common = ['-c', '-emit-llvm', ...(target === null ? [] : [`--target=${target}`]), '-x', language];
  return language === 'ir' ? [...READ_IR, ...common] : [...READ_C, ...common, ...userFlags];
}

export function userFlags(flags: CompileFlags): string[] {
  return [
    ...flags.includeDirectories.map((directory) => `-I${directory}`),
    ...flags.defines.map((define) => `-D${define}`),
    ...flags.undefines.map((name) => `-U${name}`),
    ...(flags.standard === null ? [] : [`-std=${flags.standard}`]),
    ...flags.includes.flatMap((file) => ['-include', file]),
    ...flags.extra,
  ];
}

/** Where clang will look for headers, read back from its flags (those after `--` count too). */
export interface SearchPath {
  readonly directories: readonly string[];
  readonly includes: readonly string[];
}

const DIRECTORY_FLAGS = ['-I', '-iquote', '-isystem', '-idirafter', '--include-directory='];
const INCLUDE_FLAGS = ['-include', '-imacros', '--include='];

export function searchPathOf(flags: readonly string[]): SearchPath {
  const directories: string[] = [];
  const includes: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    for (const [names, into] of [
      [INCLUDE_FLAGS, includes],
      [DIRECTORY_FLAGS, directories],
    ] as const) {
      const name = names.find((candidate) => flags[i].startsWith(candidate));
      if (name === undefined) continue;
      const joined = flags[i].slice(name.length);
      if (joined !== '') into.push(joined);
      else if (i + 1 < flags.length) into.push(flags[++i]);
      break;
    }
  }
  return { directories, includes };
}
