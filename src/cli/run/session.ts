/** What every exploring command does first: find the output folder, load the program, and write a harness if asked to. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { buildCallGraph } from '../../analysis/call-graph.ts';
import { reachableBlocks } from '../../explore/goals.ts';
import { isExecutable } from '../../frontend/clang/executable.ts';
import { definedFunction } from '../../frontend/defined-function.ts';
import { declaredLengths } from '../../frontend/harness/declared-lengths.ts';
import { makeHarness } from '../../frontend/harness/make-harness.ts';
import { inUsersWords, optionAt } from '../../frontend/harness/user-words.ts';
import { type LoadOptions, loadProgram, loadWithHarness } from '../../frontend/load.ts';
import { mainOf } from '../../machine/environment.ts';
import { UserError } from '../../program/errors.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { programHash } from '../../suite/journal/program-hash.ts';
import { type FolderChoice, HARNESS_FILE, OutputFolder } from '../../suite/output-folder.ts';
import type { BuildRecord } from '../../suite/test-case.ts';
import { worldRecord } from '../../suite/world.ts';
import { harnessOptions, rejectHarnessOptions } from '../options/harness-options.ts';
import { buildOptions, loadOptions } from '../options/load-options.ts';
import type { Invocation } from '../options/parse.ts';
import { environmentOptions } from '../options/symbolic-environment.ts';
import { environmentAssumptions, globalAssumptions, globalsAsInitialised } from './assumptions.ts';
import { outsideAssumptions } from './outside.ts';
import type { Watcher } from './watcher.ts';

/** Where a program looks, and finds what is the same in every run. */
export interface LookedAt {
  readonly globals: readonly string[];
  /** Assumptions about the world outside. */
  readonly outside: readonly string[];
}

export interface Session {
  readonly program: Program;
  readonly folder: OutputFolder;
  /** `main`, or the function named by the user. */
  readonly entry: string;
  /** What the harness takes for granted. */
  readonly assumptions: readonly string[];
  /** Those of them that the program's code is the reason of: another version of it may look elsewhere. */
  readonly lookedAt: LookedAt;
  readonly build: BuildRecord;
  readonly compileSeconds: number;
  /** Which option a line of the harness comes from; null for all other lines. */
  optionBehind(place: { readonly file: string | null; readonly line: number }): string | null;
  /** False for generated code, which does not count as the user's. */
  isUserCode(fn: ProgramFunction): boolean;
}

/** What a command may do on the way to a session. */
export interface SessionPlan {
  /** Changes the harness, or refuses it, before it is compiled. */
  readonly adjust?: (source: string, fn: ProgramFunction) => string;
  /** Globals that are inputs besides those that the user names. */
  readonly inputs?: (program: Program, fn: ProgramFunction) => readonly string[];
  /** Where results go, if not as options say. */
  readonly place?: Partial<FolderChoice>;
}

export async function openSession(invocation: Invocation, watcher: Watcher, plan: SessionPlan = {}): Promise<Session> {
  const { options, operands } = invocation;
  rejectMallocFailsInBitcode(invocation);
  if (options.function === null) rejectHarnessOptions(invocation);
  const began = performance.now();
  const settings = loadOptions(invocation, watcher);
  const loading = () => loadProgram(operands, options.function === null ? settings : withAllFunctions(settings));
  const program = (options.function === null ? watcher.loaded : undefined) ?? (await loading());
  const directory = process.cwd();
  const { resumes } = invocation;
  const folder =
    resumes === undefined
      ? OutputFolder.open({ directory, out: options.out, force: options.force, ...plan.place })
      : OutputFolder.goOn(directory, options.out!);
  try {
    return await sessionIn(folder, program, invocation, settings, began, plan);
  } catch (error) {
    if (resumes === undefined) folder.release();
    throw error;
  } finally {
    watcher.progress(null);
  }
}

/** clang leaves out static functions that are never called, but such a function is just what the user may name. */
export function withAllFunctions(settings: LoadOptions): LoadOptions {
  return { ...settings, clangFlags: [...(settings.clangFlags ?? []), '-femit-all-decls'] };
}

async function sessionIn(
  folder: OutputFolder,
  loaded: Program,
  invocation: Invocation,
  settings: LoadOptions,
  began: number,
  { adjust = (source) => source, inputs = () => [] }: SessionPlan,
): Promise<Session> {
  const { options, operands, resumes } = invocation;
  const directory = process.cwd();
  let program = loaded;
  let harness: BuildRecord['harness'] = null;
  let optionBehind: Session['optionBehind'] = () => null;
  let assumptions: readonly string[] = environmentAssumptions(invocation);
  let globals: readonly string[] = [];
  if (options.function !== null) {
    const fn = definedFunction(program, options.function);
    const source = operands.find((file) => isC(file) && definedIn(fn, file)) ?? sourceBehind(fn, operands);
    const path = join(folder.path, HARNESS_FILE);
    const declared = source === null ? new Map() : declaredLengths(fn.debug!, readFileSync(source, 'utf8'));
    const input = [...new Set([...options.input, ...inputs(program, fn)])];
    const made = makeHarness(
      program,
      fn,
      harnessOptions(
        { ...invocation, options: { ...options, input } },
        source === null ? null : fromFolder(folder, source),
        declared,
      ),
    );
    assumptions = [...assumptions, ...made.assumptions];
    globals = globalsAsInitialised(program, fn, input);
    const written = adjust(made.source, fn);
    if (!folder.write(HARNESS_FILE, written)) throw folder.problem ?? new UserError('cannot write the harness');
    try {
      // What clang warns of was said when the files were read without the harness.
      const silent = { ...settings, onWarnings: () => {} };
      program = await loadWithHarness(relative(directory, path), source, operands, silent);
    } catch (error) {
      throw inUsersWords(error, written, HARNESS_FILE);
    }
    optionBehind = ({ file, line }) => (file?.endsWith(HARNESS_FILE) ? optionAt(written, line) : null);
    harness = { file: HARNESS_FILE, includes: source };
  }
  const entry = options.function === null ? mainOf(program) : definedFunction(program, options.function);
  const outside = entry === undefined ? [] : outsideAssumptions(invocation, program, entry);
  const reached = options.function === null ? null : functionsFrom(definedFunction(program, options.function), program);
  if (resumes !== undefined && resumes.run.program !== programHash(program)) {
    throw new UserError(
      'the program has changed since the run began',
      'run it again: what was found may not hold any more',
    );
  }
  const world = worldRecord(environmentOptions(invocation, ''));
  return {
    program,
    folder,
    entry: options.function ?? 'main',
    assumptions: [...assumptions, ...assumptionsBehind({ globals, outside })],
    lookedAt: { globals, outside },
    build: {
      directory: folder.pathTo(directory),
      files: operands,
      target: program.target,
      options: buildOptions(invocation),
      harness,
      arguments: invocation.programArguments,
      ...(world === null ? {} : { world }),
    },
    compileSeconds: (performance.now() - began) / 1000,
    optionBehind,
    isUserCode: reached === null ? () => true : (fn) => reached.has(fn) && !isGenerated(fn),
  };
}

/** Of one version or of several together. */
export function assumptionsBehind(...looked: readonly LookedAt[]): string[] {
  const all = (what: keyof LookedAt) => [...new Set(looked.flatMap((each) => each[what]))];
  return [...globalAssumptions(all('globals')), ...all('outside')];
}

/** The function and all that its calls may lead to: what there is to cover when it is explored. */
function functionsFrom(fn: ProgramFunction, program: Program): ReadonlySet<ProgramFunction> {
  return new Set([...reachableBlocks([fn], buildCallGraph(program))].map((block) => block.function));
}

function isGenerated({ debug }: ProgramFunction): boolean {
  return (debug?.file.path ?? '').endsWith(HARNESS_FILE);
}

function rejectMallocFailsInBitcode({ options, operands }: Invocation): void {
  const bitcode = operands.find((file) => !isC(file));
  if (!options['malloc-fails'] || bitcode === undefined) return;
  throw new UserError(`--malloc-fails needs C sources: in ${bitcode} it can change nothing`);
}

function isC(file: string): boolean {
  return !/\.(bc|ll)$/.test(file);
}

function definedIn(fn: ProgramFunction, file: string): boolean {
  const place = fn.debug?.file;
  return place !== undefined && resolve(place.directory, place.path) === resolve(file);
}

/** The source of a function that an executable contains. */
function sourceBehind(fn: ProgramFunction, operands: readonly string[]): string | null {
  const place = fn.debug?.file;
  if (place === undefined || !operands.some(isExecutable)) return null;
  const path = resolve(place.directory, place.path);
  return existsSync(path) ? relative('', path) : null;
}

/** As the harness includes it: a name with a quotation mark stands between angle brackets, where nothing is relative to the harness. */
function fromFolder(folder: OutputFolder, source: string): string {
  if (source.includes('"')) return resolve(source).split(sep).join('/');
  return relative(folder.path, resolve(source)).split(sep).join('/');
}
