/**
 * Whether what a test does is defined by C at all.
 *
 * Where compiled code does something else than was predicted, one of us is wrong, or the program is: C leaves open what
 * happens when an uninitialised value is used, and both are right. To find out, the program is compiled once more with all
 * that clang can mark, and runs on the test's input, on the machine, with every check on. The first thing that C does
 * not define is the explanation, at its place. Neither does C say where objects lie, what time it is or which number a
 * process has: a run with all objects elsewhere, and one at another time, show whether what comes out depends on that. A run
 * costs what the machine takes for it, and only happens when something has to be explained.
 */
import { basename, join, resolve } from 'node:path';
import { GuidedPolicy } from '../explore/policy.ts';
import type { Model } from '../expr/term.ts';
import { Terms } from '../expr/terms.ts';
import type { SourceOptions } from '../frontend/clang/sources.ts';
import { loadProgram, loadWithHarness } from '../frontend/load.ts';
import { ENDINGS, type EndingKind } from '../machine/endings.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions, findMain, startStates } from '../machine/environment.ts';
import { Machine } from '../machine/machine.ts';
import { DEFAULT_MACHINE_OPTIONS } from '../machine/options.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Program } from '../program/program.ts';
import { type BuildRecord, makeTest, stdinBytes, type TestCase } from './test-case.ts';
import { modelOf } from './test-model.ts';
import { bytesOfReadable } from './typed-value.ts';
import { worldOf } from './world.ts';

/** Faults of programs whose behaviour C defines: they say themselves that something is wrong, or only lose memory. */
const DEFINED: ReadonlySet<EndingKind> = new Set<EndingKind>(['assert', 'abort', 'leak', 'target-reached', 'user']);

const MOST_INSTRUCTIONS = 50_000_000;
const INSTRUCTIONS_BETWEEN_LOOKS = 100_000;
/** Keeps every alignment up to 16 bytes, and no larger one. */
const ADDRESS_SHIFT = 0x1_2350;
/** Some 400 days, hours, minutes and seconds, so that every part of a date is another. */
const ANOTHER_RUN = 34_563_661;

export class UndefinedBehaviour {
  private program: Promise<Program> | null = null;

  constructor(
    private readonly build: BuildRecord,
    /** Where the tests' files are. */
    private readonly folder: string,
    private readonly compile: Pick<SourceOptions, 'cacheDirectory' | 'onProgress'> = {},
  ) {}

  /** What is undefined first when the test runs, in a sentence with its place; null when nothing is found. */
  async in(test: TestCase): Promise<string | null> {
    this.program ??= this.load();
    const program = await this.program;
    const run = runOf(program, test, 0);
    if (run === null) return null;
    const { ending } = run.outcome;
    if (!ENDINGS[ending.kind].fault || DEFINED.has(ending.kind)) {
      const differs = (other: TestRun | null) => other !== null && expectedOf(run, test) !== expectedOf(other, test);
      if (differs(runOf(program, test, ADDRESS_SHIFT))) {
        return 'what comes out depends on where objects lie in memory, which C does not say';
      }
      if (!differs(runOf(program, test, 0, ANOTHER_RUN))) return null;
      return 'what comes out depends on the time, on the number of the process or on chance, which are fixed for tests and not there';
    }
    const { position } = ending;
    if (ending.kind === 'uninitialized' && this.build.harness !== null && isIn(position, this.build.harness.file)) {
      return 'the behaviour is undefined: the function leaves an output uninitialised, so it may have any value';
    }
    const place = position === null ? '' : ` at ${position.file.path}:${position.line}`;
    return `the behaviour is undefined${place}: ${ENDINGS[ending.kind].label} (${ending.message})`;
  }

  private load(): Promise<Program> {
    const { files, options, harness, directory } = this.build;
    const settings = {
      ...options,
      ...this.compile,
      directory: resolve(this.folder, directory),
      marks: ['undefined'],
    } as const;
    if (harness === null) return loadProgram(files, settings);
    const file = join(this.folder, harness.file);
    return loadWithHarness(file, harness.includes, files, settings);
  }
}

function isIn(position: SourcePosition | null, file: string): boolean {
  return position !== null && basename(position.file.path) === basename(file);
}

interface TestRun {
  readonly outcome: PathOutcome;
  readonly input: Model;
}

/** What a test of this run would expect. */
function expectedOf({ outcome, input }: TestRun, { number, entry, bigEndian, build }: TestCase): string {
  return JSON.stringify(makeTest(outcome, input, { number, entry, bigEndian, build }).expected);
}

/** The test's run on the machine, with everything checked; null when it does not end. */
function runOf(program: Program, test: TestCase, addressShift: number, anotherRun = 0): TestRun | null {
  const terms = new Terms();
  let ended: PathOutcome | null = null;
  const client = {
    forked: () => {},
    ended: (_: unknown, outcome: PathOutcome) => {
      ended = outcome;
    },
  };
  const input = modelOf(test, terms);
  const machine = new Machine(program, terms, new GuidedPolicy(input), client, {
    ...DEFAULT_MACHINE_OPTIONS,
    checkOverflow: true,
    checkUninitialized: true,
    checkUnsetOutputs: true,
    checkUndefined: true,
    addressShift,
  });
  machine.inputs.given = input;
  const [programName, ...args] = test.argv.map(bytesOfReadable);
  const world = worldOf(test);
  const environment: EnvironmentOptions = {
    ...EMPTY_ENVIRONMENT,
    anotherRun,
    programName: new TextDecoder().decode(programName),
    arguments: args.map((bytes) => ({ kind: 'bytes', bytes })),
    stdin: { kind: 'bytes', bytes: stdinBytes(test) },
    files: world.files.map(({ name, bytes }) =>
      bytes === null ? { kind: 'directory', name } : { kind: 'bytes', name, bytes },
    ),
    variables: world.variables.map(({ name, value }) => ({
      kind: 'text',
      name,
      text: new TextDecoder().decode(value),
    })),
  };
  const [state] = startStates(machine, findMain(machine), environment);
  while (machine.run(state, INSTRUCTIONS_BETWEEN_LOOKS, false) !== 'ended')
    if (state.steps > MOST_INSTRUCTIONS) return null;
  return ended === null ? null : { outcome: ended, input };
}
