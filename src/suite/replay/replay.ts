/** Runs tests on really compiled code and says whether the predictions hold. */
import { join, resolve } from 'node:path';
import { isExecutable } from '../../frontend/clang/executable.ts';
import type { SourceOptions } from '../../frontend/clang/sources.ts';
import { ToolThread } from '../../frontend/clang/tool-thread.ts';
import { UserError } from '../../program/errors.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { type BuildRecord, callInputs, inputBytes, stdinBytes, type TestCase } from '../test-case.ts';
import { bytesOfReadable } from '../typed-value.ts';
import { UndefinedBehaviour } from '../undefined-behaviour.ts';
import { worldOf } from '../world.ts';
import { type Agreement, compare } from './compare.ts';
import { openExecutable } from './executable.ts';
import { buildNative } from './native.ts';
import { nothingSeen, type Observation, type RealInput, type RealProgram } from './observation.ts';
import { buildWasm, type RealBuild } from './wasm.ts';

export interface ReplayOptions {
  /** With an installed compiler instead of WebAssembly; always so for programs explored for another target. */
  readonly native?: boolean;
  /** Run the user's executable whatever it may do. */
  readonly allowNative?: boolean;
  /** Which one. */
  readonly compiler?: string | null;
  /** Per test. */
  readonly maxSeconds?: number;
  /** Tests for which no time is left are not run, and have no result. */
  readonly deadline?: Deadline;
  /** How to compile, where that differs from what the tests say: caching and progress. */
  readonly compile?: Pick<SourceOptions, 'cacheDirectory' | 'onProgress'>;
  readonly onResult?: (result: ReplayResult) => void;
}

export interface ReplayResult {
  readonly test: TestCase;
  /** On what it ran. */
  readonly on: string;
  readonly agreement: Agreement;
  /** One sentence per difference, or why nothing can be said. */
  readonly reasons: readonly string[];
  readonly observed: Observation;
}

const DEFAULT_SECONDS = 10;
const SECONDS_OF_ENDLESS_TESTS = 1;

/** `folder` is where the tests' files are. Tests of one program share one build; results come in the order of tests. */
export async function replayTests(
  tests: readonly TestCase[],
  folder: string,
  options: ReplayOptions = {},
): Promise<ReplayResult[]> {
  const results = new Map<TestCase, ReplayResult>();
  const isLate = () => options.deadline?.isOver() === true;
  for (const group of groupByBuild(tests)) {
    if (isLate()) break;
    const program = await buildFor(group[0].build, folder, options).catch((error: unknown) => {
      // A compiler that was stopped because the time was over says nothing about the program.
      if (error instanceof UserError && isLate()) return null;
      throw error;
    });
    if (program === null) break;
    const undefinedBehaviour = new UndefinedBehaviour(group[0].build, folder, options.compile);
    try {
      for (const test of group) {
        if (isLate()) break;
        const left = (options.deadline?.remainingMs ?? Number.POSITIVE_INFINITY) / 1000;
        const seconds = Math.min(secondsFor(test, options.maxSeconds ?? DEFAULT_SECONDS), left);
        const result = await excuse(await replayOne(test, program, seconds), undefinedBehaviour);
        // Whether it would have ended in the time that it usually has is not known.
        if (isLate()) break;
        results.set(test, result);
        options.onResult?.(result);
      }
    } finally {
      await program.close();
    }
  }
  return tests.flatMap((test) => results.get(test) ?? []);
}

/** There is little to see in waiting long for the end of an endless loop, which a path that hit a limit may be as well. */
function secondsFor(test: TestCase, maxSeconds: number): number {
  const { ending } = test.expected;
  return ending === 'limit' || ending === 'endless' ? Math.min(maxSeconds, SECONDS_OF_ENDLESS_TESTS) : maxSeconds;
}

function groupByBuild(tests: readonly TestCase[]): TestCase[][] {
  const groups = new Map<string, TestCase[]>();
  for (const test of tests) {
    const key = JSON.stringify(test.build);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return [...groups.values()];
}

async function buildFor(record: BuildRecord, folder: string, options: ReplayOptions): Promise<RealProgram> {
  const build: RealBuild = {
    files: record.files,
    options: { ...record.options, ...options.compile, directory: resolve(folder, record.directory) },
    harness:
      record.harness === null ? null : { file: join(folder, record.harness.file), includes: record.harness.includes },
  };
  const isWasm = record.target.startsWith('wasm32');
  if (isWasm && options.native !== true) return buildWasmUntil(build, options.deadline);
  const executable = record.files.find((file) => isExecutable(resolve(folder, record.directory, file)));
  if (executable !== undefined) {
    const allowed = options.allowNative === true;
    if (record.harness === null) {
      return openExecutable(resolve(folder, record.directory, executable), { reach: allowed, asOneself: allowed });
    }
    throw new UserError(
      `tests of single functions of ${executable} cannot be replayed here`,
      'explore the C file that has the function',
    );
  }
  const bitcode = record.files.find((file) => /\.(bc|ll)$/.test(file));
  if (bitcode !== undefined) {
    throw new UserError(
      `${bitcode} cannot be replayed here: only C sources, or bitcode for wasm32, can be built again`,
      "replay it from the C sources, or with the .ktest files and KLEE's replay library",
    );
  }
  const pointerBits = /^(wasm32|i\d86|arm(?!64)|mips(?!64)|riscv32)/.test(record.target) ? 32 : 64;
  const left = options.deadline?.remainingMs ?? Number.POSITIVE_INFINITY;
  return buildNative(build, {
    compiler: options.compiler ?? record.options.clang ?? null,
    pointerBits,
    unrestricted: options.allowNative === true,
    ...(Number.isFinite(left) ? { maxSeconds: left / 1000 } : {}),
  });
}

/** Compiling takes less than this, but for what is very large. */
const PLENTY_OF_TIME_MS = 20_000;

/** Where compiling may take more than the time that is left, it is done where it can be stopped. */
async function buildWasmUntil(build: RealBuild, deadline: Deadline | undefined): Promise<RealProgram> {
  if (deadline === undefined || deadline.remainingMs > PLENTY_OF_TIME_MS) return buildWasm(build);
  const thread = new ToolThread(() => deadline.remainingMs);
  try {
    return await buildWasm({ ...build, options: { ...build.options, thread } });
  } finally {
    await thread.close();
  }
}

const ANOTHER_ORDER = 'its threads may take turns in another order there';

async function replayOne(test: TestCase, program: RealProgram, maxSeconds: number): Promise<ReplayResult> {
  const input = inputOf(test);
  const observed =
    input.chosen === undefined
      ? await program.run(input, maxSeconds)
      : nothingSeen('not run', `the real program cannot be made to do this: ${input.chosen}`);
  const { agreement, reasons } = compare(test, observed, program);
  const cautions = [program.caution, test.threads === true ? ANOTHER_ORDER : null].filter((each) => each !== null);
  const explained = agreement === 'disagrees' ? [...reasons, ...cautions] : reasons;
  return { test, on: program.name, agreement, reasons: explained, observed };
}

/** A difference proves nothing where C does not say what happens. */
async function excuse(result: ReplayResult, undefinedBehaviour: UndefinedBehaviour): Promise<ReplayResult> {
  if (result.agreement !== 'disagrees') return result;
  const why = await undefinedBehaviour.in(result.test);
  return why === null ? result : { ...result, agreement: 'undefined behaviour', reasons: [why, ...result.reasons] };
}

/** The first thing that the world decided otherwise than usual: which thread goes on, or which call fails. */
function chosenOn({ inputs }: TestCase): Pick<RealInput, 'chosen'> {
  const chosen = inputs.find(({ origin, value }) => origin === 'choice' && BigInt(value) !== 0n);
  return chosen === undefined ? {} : { chosen: `${chosen.name} = ${chosen.value}` };
}

function inputOf(test: TestCase): RealInput {
  return {
    args: test.argv.map(bytesOfReadable),
    stdin: stdinBytes(test),
    inputs: callInputs(test).map((input) => ({ name: input.name, bytes: inputBytes(input, test.bigEndian) })),
    world: worldOf(test),
    absent: test.absent ?? [],
    threads: test.threads === true,
    ...chosenOn(test),
    leaks: test.expected.ending === 'leak',
  };
}
