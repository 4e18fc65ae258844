/** Really compiled C as WebAssembly in V8: the default way to replay a test, and the oracle of the machine's own tests. */
import { join, relative } from 'node:path';
import { CompileCache } from '../../frontend/clang/cache.ts';
import { WITHOUT_MARKS } from '../../frontend/clang/marks.ts';
import { RUNTIME_DIRECTORY } from '../../frontend/clang/runtime.ts';
import { type CompiledModule, compileFiles, type SourceOptions } from '../../frontend/clang/sources.ts';
import { USER_MAIN } from '../../frontend/harness/make-harness.ts';
import { linkWasm } from '../../host/wasm/link.ts';
import { WasmRunner } from '../../host/wasm/runner.ts';
import type { WasiResult, WasiTrap } from '../../host/wasm/wasi.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { ExpectedFile } from '../test-case.ts';
import { readableBytes } from '../typed-value.ts';
import type { TestWorld } from '../world.ts';
import { readMarks } from './marks.ts';
import { type NamedBytes, nothingSeen, type Observation, type RealInput, type RealProgram } from './observation.ts';

const MAX_OUTPUT = 16 * 1024 * 1024;
const REPLAY_LIBRARY = ['pathfold_replay.c', 'pathfold_replay_wasm.c'];

/** Faults that always show as a trap. The rest may or may not: memory has no bounds between objects. */
const OBSERVABLE: ReadonlySet<EndingKind> = new Set<EndingKind>([
  'division-by-zero',
  'assert',
  'abort',
  'target-reached',
  'user',
]);

const ABORTING: readonly EndingKind[] = ['assert', 'abort', 'unreachable', 'target-reached', 'user', 'bad-call'];

/** Which faults a trap may be the sign of. */
const SIGNS: Readonly<Record<WasiTrap, readonly EndingKind[]>> = {
  unreachable: ABORTING,
  'division-by-zero': ['division-by-zero'],
  'division-overflow': ['overflow', 'division-by-zero'],
  memory: ['out-of-bounds', 'wild-pointer', 'null-pointer', 'use-after-free', 'use-after-return'],
  'bad-call': ['bad-call'],
  conversion: ['overflow'],
  stack: [],
  'output-limit': [],
  missing: [],
  other: [],
};

/** A generated main that stands before the program's own: see `src/frontend/harness`. */
export interface BuildHarness {
  /** Absolute path. */
  readonly file: string;
  /** Which of the files it includes; null for none. */
  readonly includes: string | null;
}

export interface RealBuild {
  readonly files: readonly string[];
  /** `directory` included: relative paths start there. */
  readonly options: SourceOptions;
  readonly harness: BuildHarness | null;
}

export async function buildWasm(build: RealBuild): Promise<RealProgram> {
  const modules = [...(await compileProgram(build)), ...(await compileReplayLibrary(build.options))];
  const { cacheDirectory, onProgress, thread } = build.options;
  const linked = await linkWasm(modules, CompileCache.open(cacheDirectory), onProgress, thread);
  const runner = await WasmRunner.compile(linked);
  return {
    name: 'WebAssembly',
    observable: OBSERVABLE,
    caution: null,
    run: async (input, maxSeconds) => {
      const { args, stdin } = input;
      if (input.threads === true)
        return nothingSeen('not run', 'WebAssembly has no threads here; compiled code has (--native)');
      const request = {
        args,
        stdin,
        files: input.world?.files ?? [],
        variables: (input.world?.variables ?? []).map(assignment),
        inputs: packInputs(input.inputs),
        maxOutput: MAX_OUTPUT,
      };
      return observe(await runner.run(request, maxSeconds), maxSeconds);
    },
    close: () => runner.close(),
  };
}

/** The modules of the program itself. Beside a harness, the user's main goes by another name. */
export async function compileProgram({ files, options: given, harness }: RealBuild): Promise<CompiledModule[]> {
  const options = { ...given, clangFlags: [...(given.clangFlags ?? []), WITHOUT_MARKS] };
  if (harness === null) return compileFiles(files, options);
  const others = files.filter((file) => file !== harness.includes);
  const file = relative(options.directory ?? process.cwd(), harness.file);
  return compileFiles([file, ...others], {
    ...options,
    ...(harness.includes === null ? {} : { standIn: { file, of: harness.includes } }),
    defines: [...(options.defines ?? []), `main=${USER_MAIN}`],
  });
}

async function compileReplayLibrary(options: SourceOptions): Promise<CompiledModule[]> {
  const { cacheDirectory, onProgress, thread } = options;
  return compileFiles(
    REPLAY_LIBRARY.map((name) => join(RUNTIME_DIRECTORY, 'replay', name)),
    {
      directory: RUNTIME_DIRECTORY,
      standard: 'gnu17',
      ...(cacheDirectory === undefined ? {} : { cacheDirectory }),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(thread === undefined ? {} : { thread }),
    },
  );
}

function assignment({ name, value }: TestWorld['variables'][number]): Uint8Array {
  return Buffer.concat([Buffer.from(`${name}=`), value]);
}

/** The block that `runtime/replay/pathfold_replay_wasm.c` takes apart. */
function packInputs(inputs: readonly NamedBytes[]): Uint8Array {
  const encoder = new TextEncoder();
  const named = inputs.map(({ name, bytes }) => ({ name: encoder.encode(name), bytes }));
  const block = new Uint8Array(named.reduce((sum, { name, bytes }) => sum + 9 + name.length + bytes.length, 4));
  const view = new DataView(block.buffer);
  view.setUint32(0, named.length, true);
  let at = 4;
  for (const { name, bytes } of named) {
    view.setUint32(at, name.length, true);
    view.setUint32(at + 4, bytes.length, true);
    block.set(name, at + 8);
    block.set(bytes, at + 9 + name.length);
    at += 9 + name.length + bytes.length;
  }
  return block;
}

function observe(result: WasiResult | null, maxSeconds: number): Observation {
  const nothing = new Uint8Array();
  if (result === null) {
    const message = `it was stopped after ${maxSeconds} s`;
    return { ...NOTHING_SEEN, end: 'stopped', message, stdout: nothing, stderr: nothing };
  }
  const { status, stdout, stderr, trap, said } = result;
  const files = result.left.map(
    ({ name, kind, bytes }): ExpectedFile => ({
      name: readableBytes(name),
      kind,
      ...(kind === 'folder' ? {} : { contents: readableBytes(bytes) }),
    }),
  );
  const { outputs, faults, notes, unusable } = readMarks(said);
  const seen = { ...NOTHING_SEEN, status, stdout, stderr, outputs };
  if (unusable !== null) return { ...seen, end: 'stopped', message: unusable };
  if (trap === null) {
    return { ...seen, files, end: 'exit', message: [`it ended with status ${status}`, ...notes].join('; ') };
  }
  if (trap.kind === 'missing') return { ...seen, end: 'not run', message: trap.message };
  if (trap.kind === 'output-limit') return { ...seen, end: 'stopped', message: trap.message };
  const signs = faults.size > 0 ? faults : new Set(SIGNS[trap.kind]);
  return { ...seen, end: 'fault', faults: signs, message: `it trapped: ${trap.message}` };
}

const NOTHING_SEEN = { status: null, statusMask: -1, faults: new Set<EndingKind>(), outputs: null };

export interface RealOptions extends SourceOptions {
  readonly harness?: BuildHarness | null;
  readonly args?: readonly (string | Uint8Array)[];
  readonly stdin?: string | Uint8Array;
  readonly inputs?: readonly NamedBytes[];
  readonly maxSeconds?: number;
}

/** Compiles the files to WebAssembly, runs the program once and says what it did. */
export async function runReal(files: readonly string[], options: RealOptions = {}): Promise<Observation> {
  const { harness = null, args = [], stdin = '', inputs = [], maxSeconds = 10, ...compile } = options;
  const program = await buildWasm({ files, options: compile, harness });
  try {
    const input: RealInput = {
      args: [files[0], ...args].map(toBytes),
      stdin: toBytes(stdin),
      inputs,
      leaks: false,
    };
    return await program.run(input, maxSeconds);
  } finally {
    await program.close();
  }
}

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value;
}
