/** From one file of C, LLVM IR text or bitcode, of any age, to bitcode of the embedded clang's version. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import type { CompileCache } from './cache.ts';
import { type CompilationDate, dateFlags, fixedDate } from './compilation-date.ts';
import { compileEmbedded, EMBEDDED_HEADERS, EMBEDDED_VERSION } from './embedded.ts';
import { fileKindOf } from './file-kind.ts';
import {
  AS_OLDER_COMPILERS,
  type CompileFlags,
  DEFAULT_TARGET,
  driverFlags,
  NO_FLAGS,
  searchPathOf,
  userFlags,
} from './flags.ts';
import { HeaderSet } from './headers.ts';
import { nameOnHost } from './host-headers.ts';
import { compileInstalled, installedVersion, preprocessInstalled } from './installed.ts';
import type { Job, JobResult, Language, ProgressListener } from './job.ts';
import { isBitcode, moduleTarget } from './module-target.ts';
import { refusal } from './refusal.ts';
import { isRuntimePath, nameOfPath, RUNTIME_NAME, runtimeHeaders } from './runtime.ts';
import { filesNamedIn, SeenFiles } from './seen-files.ts';
import { contentHash, type InputFile, SourceFiles } from './source-files.ts';
import type { ToolThread } from './tool-thread.ts';

export interface CompileOptions {
  readonly flags?: CompileFlags;
  /** An installed clang to use for C files; null for the embedded one. */
  readonly clang?: string | null;
  /** Relative paths start here. */
  readonly directory?: string;
  readonly cache?: CompileCache | null;
  readonly onProgress?: ProgressListener;
  /** Folders of this machine's own headers for the embedded clang to use; null for the headers that come with it. */
  readonly systemHeaders?: readonly string[] | null;
  /** Shared by compilations that belong together. */
  readonly files?: SourceFiles;
  /** What `__DATE__` and `__TIME__` are; asked only where they are used. */
  readonly dateOf?: () => CompilationDate;
  /** Where the embedded clang runs; null for this thread. */
  readonly thread?: ToolThread | null;
}

export interface CompiledModule {
  /** The file, as the caller named it. */
  readonly name: string;
  readonly bitcode: Uint8Array;
  /** Warnings, as clang prints them. */
  readonly diagnostics: string;
  /** It comes from a library: a name that another module defines before it is not defined twice. */
  readonly offered?: boolean;
}

interface Setting {
  readonly flags: CompileFlags;
  readonly clang: string | null;
  readonly directory: string;
  readonly cache: CompileCache | null;
  readonly onProgress: ProgressListener;
  readonly systemHeaders: readonly string[] | null;
  readonly files: SourceFiles;
  readonly dateOf: () => CompilationDate;
  readonly thread: ToolThread | null;
}

/** Throws a `UserError` that shows clang's own words when the file cannot be compiled. */
export async function compileToBitcode(file: string, options: CompileOptions = {}): Promise<CompiledModule> {
  const setting: Setting = {
    flags: options.flags ?? NO_FLAGS,
    clang: options.clang ?? null,
    directory: options.directory ?? process.cwd(),
    cache: options.cache ?? null,
    onProgress: options.onProgress ?? (() => {}),
    systemHeaders: options.systemHeaders ?? null,
    files: options.files ?? new SourceFiles(),
    dateOf: options.dateOf ?? fixedDate,
    thread: options.thread ?? null,
  };
  const source = readInput(file, setting.directory);
  const kind = fileKindOf(file, source.bytes);
  if (kind.language === null) {
    throw new UserError(`${file} is neither C nor LLVM IR: it looks like ${kind.looksLike}`, kind.hint);
  }
  setting.onProgress({ stage: 'compile', file });
  if (kind.language === 'ir') return compileIr(file, source.bytes, setting);
  return setting.clang === null
    ? compileC(file, source, kind.language, setting)
    : compileWithInstalled(setting.clang, file, kind.language, setting);
}

function readInput(file: string, directory: string): InputFile {
  const path = resolve(directory, file);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new UserError(`${file}: no such file`);
  if (status.isDirectory()) {
    throw new UserError(`${file} is a directory`, 'name the C files in it, for example with a shell pattern');
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (bytes.length === 0) throw new UserError(`${file} is empty`);
  return { path, bytes };
}

/** How often clang may name one more missing header before we believe it. */
const MAX_RETRIES = 100;

async function compileC(
  file: string,
  source: InputFile,
  language: Language,
  setting: Setting,
): Promise<CompiledModule> {
  const host = setting.systemHeaders?.flatMap((folder) => ['-idirafter', folder]) ?? null;
  const given = [...userFlags(setting.flags), ...(host ?? [])];
  const flags = driverFlags(language, setting.flags.target ?? DEFAULT_TARGET, [
    ...AS_OLDER_COMPILERS,
    ...(host === null ? [...EMBEDDED_HEADERS, ...given] : ['-nostdlibinc', ...given.map(nameOnHost)]),
    ...['-isystem', `${RUNTIME_NAME}/include`],
  ]);
  const headers = new HeaderSet(setting.directory, searchPathOf(given), source, setting.files);
  const ours = runtimeHeaders();
  const directory = nameOfPath(setting.directory);
  const seenAs = (path: string) => (host === null ? nameOfPath(path) : nameOnHost(nameOfPath(path)));
  for (let attempt = 0; ; attempt++) {
    const found = headers.list();
    const files = [...found, ...ours].map(({ path, bytes }) => ({ path: seenAs(path), bytes }));
    const dated = [...flags, ...dateFlags(found, setting.dateOf)];
    const job: Job = { input: nameOfPath(file), directory, language, flags: dated, files };
    const result = await cached(setting.cache, keyOf(job), () =>
      compileEmbedded(job, setting.onProgress, setting.thread),
    );
    if (result.bitcode !== null) return finished(file, result);
    const missing = /error: '([^'\n]+)' file not found/.exec(result.diagnostics)?.[1];
    if (missing === undefined || attempt >= MAX_RETRIES || !headers.findNamed(missing))
      throw refusal(file, setting.directory, result);
  }
}

async function compileIr(file: string, bytes: Uint8Array, setting: Setting): Promise<CompiledModule> {
  const { triple, layout } = moduleTarget(bytes);
  const target = triple ?? setting.flags.target ?? DEFAULT_TARGET;
  const job: Job = {
    input: file,
    directory: setting.directory,
    language: 'ir',
    flags: driverFlags('ir', target, []),
    files: [
      {
        path: resolve(setting.directory, file),
        bytes: layout !== null || isBitcode(bytes) ? bytes : await withLayout(bytes, target, setting),
      },
    ],
  };
  const result = await cached(setting.cache, keyOf(job), () =>
    compileEmbedded(job, setting.onProgress, setting.thread),
  );
  if (result.bitcode === null) throw irRefusal(file, result);
  return finished(file, result);
}

/** Text written by hand often leaves the layout out; it is its target's then. Lines keep their numbers. */
async function withLayout(text: Uint8Array, target: string, setting: Setting): Promise<Uint8Array> {
  const job: Job = {
    input: 'empty.c',
    directory: '/',
    language: 'c',
    flags: driverFlags('c', target, []),
    files: [{ path: '/empty.c', bytes: new Uint8Array() }],
  };
  const { bitcode } = await cached(setting.cache, keyOf(job), () =>
    compileEmbedded(job, setting.onProgress, setting.thread),
  );
  const layout = bitcode === null ? null : moduleTarget(bitcode).layout;
  if (layout === null) return text;
  const prefix = new TextEncoder().encode(`target datalayout = "${layout}" `);
  const whole = new Uint8Array(prefix.length + text.length);
  whole.set(prefix);
  whole.set(text, prefix.length);
  return whole;
}

/** The installed clang reads the C; the embedded one then brings its bitcode to the version we read. */
async function compileWithInstalled(
  clang: string,
  file: string,
  language: Language,
  setting: Setting,
): Promise<CompiledModule> {
  const flags = driverFlags(language, setting.flags.target, [
    ...userFlags(setting.flags),
    ...['-isystem', `${RUNTIME_NAME}/include`],
  ]);
  const job: Job = { input: file, directory: setting.directory, language, flags, files: [] };
  const compile = async () => {
    const first = await compileInstalled(clang, job);
    if (first.bitcode === null) throw refusal(file, setting.directory, first);
    const upgraded = await compileIr(file, first.bitcode, { ...setting, cache: null });
    return { bitcode: upgraded.bitcode, crashed: false, diagnostics: first.diagnostics };
  };
  const version = await installedVersion(clang);
  if (setting.cache === null) return finished(file, await compile());
  const described = ['installed', version, clang, JSON.stringify(flags), setting.directory, file];
  // The user's headers may be found elsewhere tomorrow; those of our library are the system's.
  const seen = isRuntimePath(nameOfPath(resolve(setting.directory, file)))
    ? new SeenFiles(setting.cache, described)
    : null;
  const known = seen?.result();
  if (known != null) return finished(file, { ...known, crashed: false });
  const content = await preprocessInstalled(clang, job);
  if (content === null) return finished(file, await compile());
  const key = [...described, content];
  const result = await cached(setting.cache, key, compile);
  if (result.bitcode !== null) seen?.note(setting.cache.key(key), filesNamedIn(content), setting.directory);
  return finished(file, result);
}

function keyOf(job: Job): (string | Uint8Array)[] {
  const files = job.files.flatMap(({ path, bytes }) => [path, contentHash(bytes)]);
  return [EMBEDDED_VERSION, JSON.stringify(job.flags), job.directory, job.input, ...files];
}

async function cached(
  cache: CompileCache | null,
  description: readonly (string | Uint8Array)[],
  compile: () => Promise<JobResult>,
): Promise<JobResult> {
  if (cache === null) return compile();
  const key = cache.key(description);
  const known = cache.read(key);
  if (known !== null) return { ...known, crashed: false };
  const result = await compile();
  if (result.bitcode !== null) cache.write(key, { bitcode: result.bitcode, diagnostics: result.diagnostics });
  return result;
}

function finished(file: string, result: JobResult): CompiledModule {
  return { name: file, bitcode: result.bitcode!, diagnostics: result.diagnostics.trim() };
}

/** clang names the file only for errors in text; for bitcode it has just a reason. */
function irRefusal(file: string, result: JobResult): UserError {
  const words = result.diagnostics.replace(/^\d+ (errors?|warnings?) generated\.$/gm, '').trim();
  if (words.includes(`${file}:`)) return new UserError(`${file} is not valid LLVM IR\n${words}`);
  const reason = result.crashed ? 'clang broke down on it' : words.replace(/^error: /, '').split('\n')[0];
  return new UserError(
    `${file} is not readable as LLVM bitcode: ${reason}`,
    'it may be cut off, damaged, or written by a newer LLVM than 22',
  );
}
