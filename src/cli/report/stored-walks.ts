/**
 * The tests of a run that is over, followed line by line. The journal says how the program was made and what went in; the program is loaded
 * once more, with its locals in memory, and each test is run on its values. Nothing is said where the program is not the one that was run.
 */
import { join, relative, resolve } from 'node:path';
import { LineTrails, PathWalk } from '../../explore/walk.ts';
import { WholeRuns } from '../../explore/whole-runs.ts';
import { Terms } from '../../expr/terms.ts';
import { type LoadOptions, loadProgram, loadWithHarness } from '../../frontend/load.ts';
import { scopeOf, typeOfPlace } from '../../insight/places.ts';
import { styleOf } from '../../insight/value-text.ts';
import { type StepText, walkStepText } from '../../insight/walk-text.ts';
import { UserError } from '../../program/errors.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { programHash } from '../../suite/journal/program-hash.ts';
import type { Journal } from '../../suite/journal/reader.ts';
import { HARNESS_FILE } from '../../suite/output-folder.ts';
import { modelOf, startOfTest } from '../../suite/test-model.ts';
import { isCommandName, loadCommand } from '../commands.ts';
import { explorationOptions } from '../options/explore-options.ts';
import { loadOptions } from '../options/load-options.ts';
import type { Invocation } from '../options/parse.ts';
import { programName, readInvocation } from '../options/programs.ts';
import type { Terminal } from '../terminal.ts';

export interface StoredWalks {
  /** `file:line`, as the run spells files. */
  readonly lines: readonly { readonly file: string; readonly line: number }[];
  /** Per test number: the lines it reaches, as indices. */
  readonly reached: ReadonlyMap<number, ReadonlySet<number>>;
  /** Per test number of a fault: the way to it. */
  readonly paths: ReadonlyMap<number, WalkedPath>;
}

export interface WalkedPath {
  readonly steps: readonly StepText[];
  /** Steps before them that are not told. */
  readonly left: number;
}

/** Commands whose tests are of one program. */
const WITH_ONE_PROGRAM: ReadonlySet<string> = new Set(['test', 'cover', 'summarize']);
/** Of all tests together: some seconds. Tests after that are not followed. */
const MOST_INSTRUCTIONS = 20_000_000;
const MOST_STEPS_TOLD = 300;

/** Or why there are none, in a few words. */
export function walkStored(folder: string, journal: StoredTests, terminal: Terminal): Promise<StoredWalks | string> {
  return withStored(folder, journal, terminal, async (_, invocation, load) =>
    follow(await load(true), invocation, journal),
  );
}

/** How the program declares a number at a place is written: `NO_MEMORY` for 2; null for one without a name. */
export type ConstantNames = (place: string, value: bigint) => string | null;

/** Or why there are none. */
export function storedNames(folder: string, journal: StoredTests, terminal: Terminal): Promise<ConstantNames | string> {
  return withStored(folder, journal, terminal, async (program) => {
    const scope = scopeOf(program, journal.run.entry);
    return (place, value) => {
      const type = typeOfPlace(place, scope);
      return type === null ? null : (styleOf(type)?.named?.(value) ?? null);
    };
  });
}

type StoredTests = Pick<Journal, 'run' | 'tests'>;

/** The program of a run that is over, where it is still the one that was run. */
async function withStored<Result>(
  folder: string,
  journal: StoredTests,
  terminal: Terminal,
  use: (
    program: Program,
    invocation: Invocation,
    load: (keepLocals: boolean) => Promise<Program>,
  ) => Promise<Result | string>,
): Promise<Result | string> {
  const [name, ...words] = journal.run.words;
  if (name === undefined || !isCommandName(name) || !WITH_ONE_PROGRAM.has(name)) return 'the run compared programs';
  const [before, absolute] = [process.cwd(), resolve(folder)];
  try {
    process.chdir(resolve(folder, journal.run.directory));
    const invocation = readInvocation(name, await loadCommand(name), words);
    const load = (keepLocals: boolean) =>
      loadRecorded(absolute, journal, { ...loadOptions(invocation, { ...terminal, err: () => {} }), keepLocals });
    const program = await load(false);
    if (programHash(program) !== journal.run.program) return 'the program has changed since the run';
    return await use(program, invocation, load);
  } catch (error) {
    if (!(error instanceof UserError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return `the program cannot be loaded any more: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    process.chdir(before);
    terminal.progress(null);
  }
}

function loadRecorded(
  folder: string,
  { run: { build } }: Pick<Journal, 'run'>,
  settings: LoadOptions,
): Promise<Program> {
  if (build.harness === null) return loadProgram(build.files, settings);
  const { file, includes } = build.harness;
  return loadWithHarness(relative('', join(folder, file)), includes, build.files, settings);
}

function follow(program: Program, invocation: Invocation, { tests }: Pick<Journal, 'tests'>): StoredWalks {
  const terms = new Terms();
  const options = explorationOptions(
    invocation,
    programName(invocation.operands[0]),
    () => false,
    () => {},
  );
  const counts = (fn: ProgramFunction) =>
    fn.library !== true && fn.debug !== null && !fn.debug.file.path.endsWith(HARNESS_FILE);
  const trails = new LineTrails(counts);
  const walk = new PathWalk(counts);
  const runsWith = (recorder: LineTrails | PathWalk) =>
    new WholeRuns(program, terms, options.environment, options.machine, recorder);
  const [quick, slow] = [runsWith(trails), runsWith(walk)];
  const reached = new Map<number, ReadonlySet<number>>();
  const paths = new Map<number, WalkedPath>();
  let instructions = 0;
  for (const test of tests) {
    if (instructions > MOST_INSTRUCTIONS) break;
    const outcome = quick.run(modelOf(test, terms), startOfTest(test), 0, test.inputs.length);
    instructions += outcome?.steps ?? MOST_INSTRUCTIONS / 100;
    reached.set(test.number, trails.take());
    if (test.expected.fault === null) continue;
    slow.run(modelOf(test, terms), startOfTest(test), 0, test.inputs.length);
    const { steps, left } = walk.take();
    const told = steps.slice(-MOST_STEPS_TOLD);
    paths.set(test.number, { steps: told.map(walkStepText), left: left + steps.length - told.length });
  }
  const lines = trails.lines.map(({ file, line }) => ({ file: file.path, line }));
  return { lines, reached, paths };
}
