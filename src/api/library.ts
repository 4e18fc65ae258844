/** The functions of the library: each does what the command of its kind does, and gives the result instead of printing it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOptions } from '../cli/options/load-options.ts';
import type { Invocation } from '../cli/options/parse.ts';
import { type CoverageSummary, coverageRun } from '../cli/run/coverage-run.ts';
import { type ExploredRun, storeResult } from '../cli/run/explored-run.ts';
import { type SignatureSummary, signatureRun } from '../cli/run/signature-run.ts';
import { testRun } from '../cli/run/test-run.ts';
import type { Watcher } from '../cli/run/watcher.ts';
import { type DiffSummary, diffRun } from '../cli/versions/diff-run.ts';
import type { CompiledProgram } from '../frontend/assemble.ts';
import { compileForAssembly, loadProgram } from '../frontend/load.ts';
import { UserError } from '../program/errors.ts';
import { isDeclaration, type Program } from '../program/program.ts';
import type { Summary } from '../suite/summary.ts';
import type { TestCase } from '../suite/test-case.ts';
import { invocationOf } from './invocation.ts';
import { type LibraryRun, startRun } from './run.ts';
import type {
  CompileSettings,
  CoverSettings,
  DiffSettings,
  ExploreSettings,
  ExploringSettings,
  SummarizeSettings,
} from './settings.ts';

/** Settings that matter when a program is compiled. */
export type LoadSettings = CompileSettings & Pick<ExploringSettings, 'check' | 'mallocFails'>;

/** A program that was compiled, linked and checked. It can be explored several times, also at the same time. */
export interface LoadedProgram {
  readonly files: readonly string[];
  readonly settings: LoadSettings;
  /** As the analyses see it. */
  readonly program: Program;
  readonly target: string;
  /** Those that the files define and that may be named as `function`. */
  readonly functions: readonly { readonly name: string; readonly file: string; readonly line: number }[];
}

/** One file, several that are linked, or what `loadProgram` gave. */
export type Source = string | readonly string[] | LoadedProgram;

export interface LibraryResult<Result extends Summary = Summary> {
  /** What `summary.json` holds and `--json` prints. */
  readonly summary: Result;
  readonly tests: readonly TestCase[];
  /** Where everything was written; null without `out`. */
  readonly folder: string | null;
}

export interface DiffResult {
  readonly summary: DiffSummary;
  readonly folder: string | null;
}

/**
 * Compiles C sources, LLVM IR or bitcode, or finds the sources of a recorded executable, and links them with the modelled C
 * library. Rejects with a `UserError` for everything the user can mend.
 */
export async function loadSources(
  files: string | readonly string[],
  settings: LoadSettings = {},
): Promise<LoadedProgram> {
  const { operands, options } = invocationFor(files, settings);
  const program = await loadProgram(operands, options);
  const functions = program.functions.flatMap((fn) =>
    isDeclaration(fn) || fn.library === true || fn.debug === null
      ? []
      : [{ name: fn.debug.name, file: fn.debug.file.path, line: fn.debug.line }],
  );
  return { files: operands, settings, program, target: program.target, functions };
}

/** The program as plain data for `assemble` of `pathfold/core`, which needs no compiler. */
export async function compileSources(
  files: string | readonly string[],
  settings: LoadSettings = {},
): Promise<CompiledProgram> {
  const { operands, options } = invocationFor(files, settings);
  return compileForAssembly(operands, options);
}

function invocationFor(files: string | readonly string[], settings: LoadSettings) {
  const invocation = invocationOf('test', listed(files), { ...settings });
  return { operands: invocation.operands, options: loadOptions(invocation, { err: () => {}, progress: () => {} }) };
}

/** As `pathfold test`: a test for every distinct behaviour, and every fault with an input that shows it. */
export function explorationOf(source: Source, settings: ExploreSettings = {}): LibraryRun<LibraryResult> {
  return runOf('test', source, settings, async (invocation, watcher) => {
    const run = await testRun(invocation, watcher);
    return [run, run.summary];
  });
}

/** As `pathfold cover`: the fewest tests that reach everything reachable, and what cannot be reached. */
export function coverCode(source: Source, settings: CoverSettings = {}): LibraryRun<LibraryResult<CoverageSummary>> {
  return runOf('cover', source, settings, async (invocation, watcher) => {
    const { run, result } = await coverageRun(invocation, watcher);
    return [run, result];
  });
}

/** As `pathfold summarize`: under which condition which output comes out, as a table. */
export function summarizeFunction(
  source: Source,
  settings: SummarizeSettings = {},
): LibraryRun<LibraryResult<SignatureSummary>> {
  return runOf('summarize', source, settings, async (invocation, watcher) => {
    const { run, result } = await signatureRun(invocation, watcher);
    return [run, result];
  });
}

/**
 * As `pathfold diff`: which inputs behave differently in another version, or that none do. `before` and `after` are files or
 * folders; with `git`, name the files alone.
 */
export function diffVersions(before: string, after: string, settings?: DiffSettings): LibraryRun<DiffResult>;
export function diffVersions(
  files: string | readonly string[],
  settings: DiffSettings & { readonly git: string },
): LibraryRun<DiffResult>;
export function diffVersions(
  files: string | readonly string[],
  second: string | DiffSettings,
  third: DiffSettings = {},
): LibraryRun<DiffResult> {
  const isPair = typeof second === 'string';
  const operands = isPair ? [...listed(files), second] : listed(files);
  const settings = isPair ? third : second;
  return startRun(settings, undefined, (watcher) =>
    inFolder(settings, async (out) => {
      const { folder, summary } = await diffRun(invocationOf('diff', operands, { ...settings, out }), watcher);
      if (folder.problem !== null) throw folder.problem;
      return { summary, folder: settings.out === undefined ? null : folder.path };
    }),
  );
}

function runOf<Result extends Summary>(
  command: 'test' | 'cover' | 'summarize',
  source: Source,
  settings: ExploringSettings,
  work: (invocation: Invocation, watcher: Watcher) => Promise<[ExploredRun, Result]>,
): LibraryRun<LibraryResult<Result>> {
  const loaded = isLoaded(source) ? source : null;
  const all = { ...loaded?.settings, ...settings };
  const files = loaded?.files ?? listed(source as string | readonly string[]);
  return startRun(settings, loaded !== null && sameProgram(settings) ? loaded.program : undefined, (watcher) =>
    inFolder(settings, async (out) => {
      const [run, summary] = await work(invocationOf(command, files, { ...all, out }), watcher);
      storeResult(run, summary, false);
      const { folder } = run.session;
      if (folder.problem !== null) throw folder.problem;
      return { summary, tests: [...run.tests], folder: settings.out === undefined ? null : folder.path };
    }),
  );
}

/** What is not wanted is not kept: results then go to a folder that is removed at the end. */
async function inFolder<Result>(
  { out }: { readonly out?: string },
  work: (out: string) => Promise<Result>,
): Promise<Result> {
  if (out !== undefined) return work(out);
  const folder = await mkdtemp(join(tmpdir(), 'pathfold-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether none of the settings asks for another compilation. */
function sameProgram(settings: ExploringSettings): boolean {
  const other: readonly (keyof ExploringSettings)[] = [
    ...(['function', 'check', 'mallocFails', 'clangFlags', 'target', 'clang', 'include', 'includeDirectory'] as const),
    ...(['define', 'undefine', 'std', 'compileCommands', 'build'] as const),
  ];
  return other.every((name) => settings[name] === undefined);
}

function isLoaded(source: Source): source is LoadedProgram {
  return typeof source === 'object' && 'program' in source;
}

function listed(files: string | readonly string[]): readonly string[] {
  const list = typeof files === 'string' ? [files] : files;
  if (list.length === 0) throw new UserError('no file given', 'name C sources, .ll or .bc files');
  return list;
}
