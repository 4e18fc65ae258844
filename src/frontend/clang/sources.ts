/** Which compiler compiles which files, with which flags: what the options of a command mean for the front end. */
import { resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { CompileCache } from './cache.ts';
import { type CapturedProgram, openCaptured } from './captured.ts';
import { fixedDate } from './compilation-date.ts';
import { type CompiledModule, type CompileOptions, compileToBitcode } from './compile.ts';
import { compileCaptured, LinkNames, newerNote, unitAt, unitFlags } from './compile-captured.ts';
import { CompileDatabase } from './compile-database.ts';
import { isExecutable } from './executable.ts';
import { NO_FLAGS } from './flags.ts';
import { hostHeaders, machineTarget } from './host-headers.ts';
import type { ProgressListener } from './job.ts';
import { type MarkedCheck, markFlags } from './marks.ts';
import { RUNTIME_DIRECTORY, runtimeSources } from './runtime.ts';
import { SourceFiles } from './source-files.ts';
import type { ToolThread } from './tool-thread.ts';

export type { CompiledModule } from './compile.ts';

export interface SourceOptions {
  /** A target triple, or `host` for the machine's own, with its headers. The default is wasm32-wasip1. */
  readonly target?: string | null;
  /** Path of an installed clang to use instead of the embedded one; implies the machine's own target. */
  readonly clang?: string | null;
  readonly includeDirectories?: readonly string[];
  /** `NAME` or `NAME=value`. */
  readonly defines?: readonly string[];
  readonly undefines?: readonly string[];
  /** As after `-std=`. */
  readonly standard?: string | null;
  /** Files included before the first line of each C file. */
  readonly includes?: readonly string[];
  /** Further flags for clang. */
  readonly clangFlags?: readonly string[];
  /** What clang is asked to mark in the user's C files; nothing unless given. */
  readonly marks?: readonly MarkedCheck[];
  /** Folder with a compile_commands.json that says how each file is compiled. */
  readonly compileDatabase?: string | null;
  /** Folder of a recorded build that executables come from. */
  readonly buildFolder?: string | null;
  /** Gets sentences about an executable, for example what is only there as a binary. */
  readonly onNote?: (text: string) => void;
  /** A generated file, and the one it includes, whose recorded flags it is compiled with. */
  readonly standIn?: { readonly file: string; readonly of: string };
  /** Where relative paths start; the process's own directory unless given. */
  readonly directory?: string;
  /** Null compiles everything anew; undefined means the user's cache folder. */
  readonly cacheDirectory?: string | null;
  readonly onProgress?: ProgressListener;
  /** Where the embedded clang runs; null for this thread. */
  readonly thread?: ToolThread | null;
  /** Gets clang's warnings about the user's files. */
  readonly onWarnings?: (text: string) => void;
}

export async function compileFiles(files: readonly string[], options: SourceOptions = {}): Promise<CompiledModule[]> {
  if (files.length === 0) throw new UserError('no file given', 'name C sources, .ll or .bc files');
  const { base, captured } = compileOptions(files, options);
  const database =
    options.compileDatabase == null ? null : CompileDatabase.read(options.compileDatabase, base.directory);
  const modules: CompiledModule[] = [];
  const names = new LinkNames();
  const seen = new Set<string>();
  const withExtra = (extra: readonly string[]) => {
    return { ...base, flags: { ...base.flags, extra: [...extra, ...markFlags(options.marks ?? [], extra)] } };
  };
  for (const file of files) {
    const path = resolve(base.directory, file);
    if (seen.has(path)) throw new UserError(`${file} is given twice`);
    seen.add(path);
    const program = captured.get(file);
    if (program !== undefined) {
      const replaced = options.standIn === undefined ? null : resolve(base.directory, options.standIn.of);
      modules.push(...(await compileCaptured(program, withExtra(base.flags.extra), names, replaced)));
      for (const note of [...program.notes, newerNote(program, base)]) if (note !== null) options.onNote?.(note);
      continue;
    }
    const listed = options.standIn?.file === file ? options.standIn.of : file;
    const place = resolve(base.directory, listed);
    const unit = unitAt(place, captured.values());
    const recorded =
      unit !== null ? unitFlags(unit) : database === null || !isC(listed) ? [] : database.flagsFor(place, listed);
    const module = await compileToBitcode(file, withExtra([...recorded, ...base.flags.extra]));
    if (module.diagnostics !== '') options.onWarnings?.(module.diagnostics);
    if (captured.size > 0) names.add(module.bitcode);
    modules.push(module);
  }
  return modules;
}

/**
 * The modelled C library for programs made of `files`, for the target their modules have, by the compiler that the user
 * chose. C that the embedded clang compiles has seen WASI's headers whatever its target; the library must match them.
 */
export async function compileRuntime(
  target: string,
  files: readonly string[],
  options: SourceOptions = {},
): Promise<CompiledModule[]> {
  const { clang, cache, directory, onProgress, systemHeaders } = ownOptions(options);
  const ofHost = systemHeaders !== null || files.some((file) => isExecutable(resolve(directory, file)));
  const wasiHeaders = clang === null && !ofHost && files.some(isC);
  const extra = ['-ffreestanding', '-fno-math-errno', ...(wasiHeaders ? ['-DPF_WASI=1'] : [])];
  const flags = { ...NO_FLAGS, target, standard: 'gnu17', extra };
  const modules: CompiledModule[] = [];
  for (const file of runtimeSources()) {
    modules.push(await compileToBitcode(file, { flags, clang, directory: RUNTIME_DIRECTORY, cache, onProgress }));
  }
  return modules;
}

/** What was recorded of the executables among `files`; all C is compiled for their machine and its headers then. */
function compileOptions(
  files: readonly string[],
  options: SourceOptions,
): { base: Required<CompileOptions>; captured: Map<string, CapturedProgram> } {
  const own = ownOptions(options);
  const executables = files.filter((file) => isExecutable(resolve(own.directory, file)));
  const captured = new Map(
    executables.map((file) => [file, openCaptured(file, own.directory, options.buildFolder ?? null)]),
  );
  const [program] = captured.values();
  if (program === undefined) return { base: own, captured };
  for (const option of ['target', 'clang'] as const) {
    if (options[option] == null) continue;
    throw new UserError(`--${option} does not go with ${program.name}: it is compiled as its build says`);
  }
  const flags = { ...own.flags, target: program.target };
  return { base: { ...own, flags, systemHeaders: hostHeaders(program.target) }, captured };
}

function ownOptions(options: SourceOptions): Required<CompileOptions> {
  const host = options.target === 'host';
  // Where programs are not ELF files, only an installed clang knows the machine.
  const machine = host && options.clang == null ? machineTarget() : null;
  return {
    flags: {
      target: host ? machine : (options.target ?? null),
      includeDirectories: options.includeDirectories ?? [],
      defines: options.defines ?? [],
      undefines: options.undefines ?? [],
      standard: options.standard ?? null,
      includes: options.includes ?? [],
      extra: options.clangFlags ?? [],
    },
    clang: options.clang ?? (host && machine === null ? 'clang' : null),
    directory: options.directory ?? process.cwd(),
    cache: CompileCache.open(options.cacheDirectory),
    onProgress: options.onProgress ?? (() => {}),
    systemHeaders: machine === null ? null : hostHeaders(machine),
    files: new SourceFiles(),
    dateOf: fixedDate,
    thread: options.thread ?? null,
  };
}

function isC(file: string): boolean {
  return !/\.(ll|bc)$/.test(file);
}
