/**
 * The clang that npm installs: LLVM compiled to WebAssembly, run in this process on a file tree held in memory.
 *
 * The tree it offers ignores `..` in paths, and its `/usr` is taken by the compiler's own headers. So no user file is
 * put where it really is: contents go into flat slots (`/slots/0`, `/slots/1`, ...) and clang gets an overlay that maps
 * real absolute paths to slots. The overlay resolves `..` itself, names show up in diagnostics and debug information as
 * they were spelled, and a header reached by two spellings stays one file (`#pragma once` works).
 *
 * A driver run only translates flags into the compiler's own (`-cc1`) arguments, so its answer is kept per set of flags.
 */
import { sep } from 'node:path';
import * as bundle from '@yowasp/clang';
import { type commands, Exit, type RunOptions, runLLVM, type Tree } from '@yowasp/clang';
import { InternalError, UserError } from '../../program/errors.ts';
import type { Job, JobResult, ProgressListener } from './job.ts';
import type { ToolThread } from './tool-thread.ts';

export const EMBEDDED_VERSION: string = (bundle as unknown as { version: string }).version;

/**
 * The embedded C library headers are WASI's. They refuse to be included where a host might lack signals, memory maps,
 * process clocks or long jumps; whether such a function is modelled is decided when a path reaches it, not by refusing
 * the whole file. For targets other than WASI they serve too, because types follow the compiler's own macros and the
 * library that has them is ours in any case.
 */
export const EMBEDDED_HEADERS = [
  ...['-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_MMAN', '-D_WASI_EMULATED_PROCESS_CLOCKS'],
  ...['-D_WASI_EMULATED_GETPID', '-D__wasm_exception_handling__', '-idirafter', '/usr/include/wasm32-wasip1'],
];

let loading: Promise<void> | null = null;

/** Loads the compiler (about 100 MB, two seconds) unless that has happened already. */
export function loadEmbeddedClang(onProgress: ProgressListener): Promise<void> {
  loading ??= load(onProgress);
  return loading;
}

async function load(onProgress: ProgressListener): Promise<void> {
  const prefetch = runLLVM as unknown as (args: null, files: Tree, options: object) => Promise<void>;
  const fetchProgress = (event: { doneLength: number; totalLength: number }) =>
    onProgress({ stage: 'load', done: event.doneLength, total: event.totalLength });
  try {
    await prefetch(null, {}, { fetchProgress });
  } catch (error) {
    loading = null;
    throw new UserError(
      `the embedded compiler could not be loaded (${(error as Error).message})`,
      'run `npm install` again, or use an installed clang with --clang PATH',
    );
  }
}

interface ToolResult {
  readonly ok: boolean;
  /** The tool stopped on an internal error of its own instead of finishing. */
  readonly crashed: boolean;
  readonly output: string;
  readonly files: Tree;
}

const TIME_IS_UP = 'the time was over before the compiler had finished';

/** Runs a tool, here or in a thread. */
async function runTool(
  args: readonly string[],
  files: Tree,
  thread: ToolThread | null,
  onProgress: ProgressListener,
): Promise<ToolResult> {
  if (thread === null) {
    await loadEmbeddedClang(onProgress);
    return capture((options) => runLLVM([...args], files, options));
  }
  const result = await thread.run(args, files);
  if (result === null) throw new UserError(TIME_IS_UP);
  const { ok, crashed, printed, files: made } = result;
  return { ok, crashed, output: new TextDecoder().decode(concatenate(printed)), files: made };
}

/** Collects what a tool prints, and tells refusing its input from breaking on it. */
async function capture(start: (options: RunOptions) => Promise<Tree> | Tree | undefined): Promise<ToolResult> {
  const chunks: Uint8Array[] = [];
  const collect = (bytes: Uint8Array | null) => {
    if (bytes !== null) chunks.push(bytes.slice());
  };
  let files: Tree = {};
  let ok = true;
  let crashed = false;
  try {
    files = (await start({ stdout: collect, stderr: collect, decodeASCII: false })) ?? {};
  } catch (error) {
    ok = false;
    crashed = !(error instanceof Exit);
  }
  return { ok, crashed, output: new TextDecoder().decode(concatenate(chunks)), files };
}

/**
 * Runs one of the embedded tools (`clang`, `wasm-ld`, `nm`, ...) on a tree of files and returns the tree it leaves.
 * C files from a user go through `compileToBitcode` instead, which finds their headers.
 */
export async function runEmbeddedTool(
  tool: keyof typeof commands,
  args: string[],
  files: Tree,
  onProgress: ProgressListener,
  thread: ToolThread | null = null,
): Promise<ToolResult> {
  return runTool([tool, ...args], files, thread, onProgress);
}

const translated = new Map<string, Promise<string[]>>();

/** The `-cc1` arguments clang's driver makes of `flags`, for an input called `input` and an output called `/out.bc`. */
function translateFlags(
  flags: readonly string[],
  thread: ToolThread | null,
  onProgress: ProgressListener,
): Promise<string[]> {
  const key = JSON.stringify(flags);
  let answer = translated.get(key);
  if (answer === undefined) {
    answer = askDriver(flags, thread, onProgress);
    translated.set(key, answer);
    answer.catch(() => translated.delete(key));
  }
  return answer;
}

async function askDriver(
  flags: readonly string[],
  thread: ToolThread | null,
  onProgress: ProgressListener,
): Promise<string[]> {
  const command = ['clang', '-###', ...flags, 'input', '-o', '/out.bc'];
  const run = await runTool(command, { input: '' }, thread, onProgress);
  const lines = run.output.split('\n');
  const complaint = lines.filter((line) => /^clang: (fatal )?error: /.test(line)).join('\n');
  if (!run.ok || complaint !== '') {
    throw new UserError(`clang does not accept its flags\n${complaint || run.output.trim()}`);
  }
  const compilations = lines.filter((line) => line.includes('"-cc1"')).map(unquote);
  if (compilations.length !== 1 || !compilations[0].includes('-emit-llvm-bc')) {
    throw new UserError(
      'the flags passed to clang change what it produces',
      'pass only flags that influence how C is read, such as -D, -I, -std= and -f...',
    );
  }
  return compilations[0].slice(compilations[0].indexOf('-cc1'));
}

/** Splits a line of `clang -###`: words in double quotes, with `\`, `"` and `$` escaped by a backslash. */
export function unquote(line: string): string[] {
  return Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => match[1].replace(/\\(.)/g, '$1'));
}

export async function compileEmbedded(
  job: Job,
  onProgress: ProgressListener,
  thread: ToolThread | null = null,
): Promise<JobResult> {
  const args = withoutInput(await translateFlags(job.flags, thread, onProgress));
  const slots: Tree = {};
  const roots = job.files.map((file, index) => {
    slots[index] = file.bytes;
    return { type: 'file', name: virtualPath(file.path), 'external-contents': `/slots/${index}` };
  });
  const overlay = JSON.stringify({ version: 0, 'case-sensitive': 'true', 'use-external-names': 'false', roots });
  const directory = virtualPath(job.directory);
  const command = [
    'clang',
    ...args,
    ...['-main-file-name', job.input.slice(job.input.lastIndexOf('/') + 1)],
    ...['-working-directory', directory, `-fdebug-compilation-dir=${directory}`, '-ivfsoverlay', '/overlay.yaml'],
    ...['-o', '/out.bc', '-x', job.language, job.input],
  ];
  const run = await runTool(command, { slots, 'overlay.yaml': overlay }, thread, onProgress);
  const bitcode = run.files['out.bc'];
  if (run.ok && !(bitcode instanceof Uint8Array)) throw new InternalError('clang succeeded without writing its output');
  return {
    bitcode: run.ok ? (bitcode as Uint8Array) : null,
    crashed: run.crashed,
    diagnostics: run.output,
  };
}

/** Drops what depends on the one input, and use-list orders, which are not read. */
function withoutInput(args: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '-main-file-name' || arg === '-o' || arg === '-x') i++;
    else if (arg === 'input' || arg === '-emit-llvm-uselists' || arg.startsWith('-fdebug-compilation-dir=')) continue;
    else kept.push(arg);
  }
  return kept;
}

/** An absolute path as the overlay spells it; a drive letter becomes the first folder. */
function virtualPath(path: string): string {
  const slashed = path.split(sep).join('/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
