/** C programs compiled by the installed gcc and run on given inputs: the independent witness for tests. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A list gives the values of successive reads of the name, or of the bytes of a buffer; a text gives its characters. */
export type NativeInputs = Readonly<Record<string, number | string | readonly number[]>>;

export interface NativeOutcome {
  /** Exit status (8 bits), -1 after a signal. */
  readonly status: number;
  readonly signal: number;
  readonly stdout: string;
  /** Standard error, with the driver's lines: @done, @rejected, @output name value, @text name value. */
  readonly report: string;
  /** Equal for equal sequences of basic blocks; only when compiled with `tracePaths`. */
  readonly path: string;
}

export interface NativeOptions {
  readonly defines?: readonly string[];
  /** Makes `path` meaningful. Memory errors are then not detected: their checks would count as blocks of the path. */
  readonly tracePaths?: boolean;
  /** Further compiler options, for example warnings. */
  readonly flags?: readonly string[];
}

const include = fileURLToPath(new URL('../../runtime/include', import.meta.url));
const driver = fileURLToPath(new URL('driver.c', import.meta.url));
const memoryChecks = ['-fsanitize=address,integer-divide-by-zero,bounds,null', '-fno-sanitize-recover=all'];
const pathTrace = ['-fsanitize=bounds', '-fno-sanitize-recover=all'];

export function nativeCompilerExists(): boolean {
  return spawnSync('gcc', ['--version']).status === 0;
}

const shim = [
  'int program_main(void);',
  'static void nothing(void) {}',
  'int (*const entries[])(void) = {program_main};',
  'void (*const dumps[])(void) = {nothing};',
].join('\n');

/** Compiles one program whose main is in `sources` and runs it on each of the inputs. */
export function runProgram(
  sources: readonly string[],
  inputs: readonly NativeInputs[],
  options: NativeOptions = {},
): NativeOutcome[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'shim.c'), shim);
    const checks = options.tracePaths ? pathTrace : memoryChecks;
    const flags = [...checks, ...(options.flags ?? []), '-Dmain=program_main'];
    flags.push(...(options.defines ?? []).map((define) => `-D${define}`));
    if (options.tracePaths) flags.push('-fsanitize-coverage=trace-pc');
    const objects = sources.map((source, number) => compile(source, join(folder, `program${number}.o`), flags));
    objects.push(compile(join(folder, 'shim.c'), join(folder, 'shim.o'), []));
    const runs = inputs.map((one) => ({ program: 0, inputs: one }));
    return execute(link(folder, objects, checks), runs);
  });
}

/** Runs several programs that live in one translation unit, which defines `entries` and `dumps` itself. */
export function runPrograms(
  text: string,
  runs: readonly { readonly program: number; readonly inputs: NativeInputs }[],
): NativeOutcome[] {
  return inFolder((folder) => {
    const source = join(folder, 'programs.c');
    writeFileSync(source, text);
    const object = compile(source, join(folder, 'programs.o'), ['-w', ...memoryChecks]);
    return execute(link(folder, [object], memoryChecks), runs);
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-native-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(source: string, object: string, flags: readonly string[]): string {
  const basic = ['-std=gnu11', '-g0', '-O0', '-fwrapv', '-fno-builtin', '-I', include, '-c', source, '-o', object];
  execFileSync('gcc', [...flags, ...basic], { stdio: ['ignore', 'ignore', 'pipe'] });
  return object;
}

let compiledDriver: string | undefined;

function link(folder: string, objects: readonly string[], checks: readonly string[]): string {
  if (!compiledDriver) {
    const own = mkdtempSync(join(tmpdir(), 'pathfold-driver-'));
    process.once('exit', () => rmSync(own, { recursive: true }));
    compiledDriver = compile(driver, join(own, 'driver.o'), []);
  }
  const executable = join(folder, 'program');
  execFileSync('gcc', [...checks, ...objects, compiledDriver, '-lm', '-o', executable]);
  return executable;
}

function execute(
  executable: string,
  runs: readonly { readonly program: number; readonly inputs: NativeInputs }[],
): NativeOutcome[] {
  const lines = runs.map(({ program, inputs }) => `${program} ${inputText(inputs)}\n`);
  const { stdout, stderr } = spawnSync(executable, {
    input: lines.join(''),
    encoding: 'latin1',
    maxBuffer: 1 << 28,
    env: { ASAN_OPTIONS: 'detect_leaks=0:symbolize=0:detect_stack_use_after_return=0:allocator_may_return_null=1' },
  });
  const texts = stdout.split('\n@end\n');
  const reports = stderr.split(/\n@end (-?\d+) (\d+) ([0-9a-f]+)\n/);
  if (texts.length !== runs.length + 1)
    throw new Error(`${texts.length - 1} of ${runs.length} native runs were reported`);
  return runs.map((_, number) => ({
    stdout: texts[number]!,
    report: reports[4 * number]!,
    status: Number(reports[4 * number + 1]),
    signal: Number(reports[4 * number + 2]),
    path: reports[4 * number + 3]!,
  }));
}

function inputText(inputs: NativeInputs): string {
  return Object.entries(inputs)
    .map(([name, value]) => `${name}=${valuesOf(value).join(',')}`)
    .join(' ');
}

function valuesOf(value: number | string | readonly number[]): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'string' ? [...value].map((character) => character.charCodeAt(0)) : value;
}

/** Whether a run ended by itself, without a fault. */
export function endedWell(outcome: NativeOutcome): boolean {
  return /^@(done|rejected)$/m.test(outcome.report);
}

export function outputsOf(outcome: NativeOutcome): { name: string; value: number }[] {
  const lines = outcome.report.matchAll(/^@output (\w+) (-?\d+)$/gm);
  return [...lines].map(([, name, value]) => ({ name: name!, value: Number(value) }));
}
