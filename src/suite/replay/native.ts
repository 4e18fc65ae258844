/** Really compiled C on this machine, with sanitizers where they are installed. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXED_DATE_ENVIRONMENT } from '../../frontend/clang/compilation-date.ts';
import { RUNTIME_DIRECTORY } from '../../frontend/clang/runtime.ts';
import { USER_MAIN } from '../../frontend/harness/make-harness.ts';
import type { EndingKind } from '../../machine/endings.ts';
import { UserError } from '../../program/errors.ts';
import { writeKtest } from '../ktest.ts';
import { execute } from './execute.ts';
import {
  EMPTY_WORLD,
  environmentOf,
  filesIn,
  furnish,
  namesPlaceOutside,
  powerlessUser,
  unpassable,
} from './folder.ts';
import { readMarks } from './marks.ts';
import { nothingSeen, type Observation, type RealInput, type RealProgram, whatReachesOut } from './observation.ts';
import { faultsInReport, faultsOfSignal, firstComplaint, separateComplaints } from './sanitizers.ts';
import type { RealBuild } from './wasm.ts';

const SANITIZE = ['-fsanitize=address,undefined', '-fno-omit-frame-pointer'];
/** A status the sanitizers end with, so that it is not mistaken for the program's own. */
const SANITIZER_STATUS = 99;

/** An access out of bounds that lands in another object, or beyond the guards, stays unseen even by sanitizers. */
export const SHOWN_BY_ANY: readonly EndingKind[] = ['division-by-zero', 'assert', 'abort', 'target-reached', 'user'];
const SHOWN_BY_SANITIZERS: readonly EndingKind[] = [
  ...SHOWN_BY_ANY,
  'null-pointer',
  'use-after-free',
  'double-free',
  'invalid-free',
  'unreachable',
  'shift',
  'overflow',
];

/** What linkers say where a file of a library is explored alone. */
const LACKING = /undefined (reference|symbol)/i;
/** Functions that no file defines end the program when they are called, as they end paths. */
const WITH_GAPS =
  process.platform === 'darwin'
    ? ['-Wl,-undefined,dynamic_lookup']
    : ['-no-pie', '-Wl,--unresolved-symbols=ignore-all'];
const MOST_SECONDS = 600;

export interface NativeOptions {
  /** The compiler; null for `cc`. */
  readonly compiler: string | null;
  /** Of the explored program, in bits. */
  readonly pointerBits: number;
  /** For the compiler. */
  readonly maxSeconds?: number;
  /** Run it whatever it may do, as the user who runs pathfold. */
  readonly unrestricted?: boolean;
}

export async function buildNative(build: RealBuild, options: NativeOptions): Promise<RealProgram> {
  const compiler = options.compiler ?? 'cc';
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-replay-'));
  chmodSync(folder, 0o755);
  try {
    const machine = await probe(compiler, folder, options.pointerBits);
    const program = join(folder, 'program');
    const directory = build.options.directory ?? process.cwd();
    const words = [...machine.flags, ...compileWords(build), '-o', program, '-lm'];
    const make = (more: readonly string[]) =>
      execute(compiler, [...more, ...words], {
        directory,
        environment: FIXED_DATE_ENVIRONMENT,
        maxSeconds: Math.max(1, options.maxSeconds ?? MOST_SECONDS),
      });
    const first = await make([]);
    const lacks = first.status !== 0 && first.problem === null && LACKING.test(first.stderr.toString());
    const run = lacks ? await make(WITH_GAPS) : first;
    if (run.problem !== null) throw new UserError(`${compiler} takes too long: ${run.problem}`);
    if (run.status !== 0)
      throw new UserError(`${compiler} does not compile the program\n${first.stderr.toString().trim()}`);
    const kinds = machine.sanitized ? SHOWN_BY_SANITIZERS : SHOWN_BY_ANY;
    return {
      name: machine.sanitized ? `${compiler} with sanitizers` : compiler,
      observable: new Set(kinds),
      caution: machine.caution,
      run: (input, maxSeconds) => runNative(program, folder, input, maxSeconds, options.unrestricted === true),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function compileWords({ files, options, harness }: RealBuild): string[] {
  const others = files.filter((file) => file !== harness?.includes);
  return [
    ...['-g', '-O0', '-w', '-ffp-contract=off'],
    ...(options.includeDirectories ?? []).map((folder) => `-I${folder}`),
    ...['-isystem', join(RUNTIME_DIRECTORY, 'include')],
    ...(options.defines ?? []).map((define) => `-D${define}`),
    ...(options.undefines ?? []).map((name) => `-U${name}`),
    ...(options.standard == null ? [] : [`-std=${options.standard}`]),
    ...(options.includes ?? []).flatMap((file) => ['-include', file]),
    ...(options.clangFlags ?? []),
    ...(harness === null ? [] : [`-Dmain=${USER_MAIN}`, harness.file]),
    ...others,
    join(RUNTIME_DIRECTORY, 'replay', 'pathfold_replay.c'),
  ];
}

interface Machine {
  readonly flags: readonly string[];
  readonly sanitized: boolean;
  readonly caution: string | null;
}

/** The best this compiler can do: the explored word size before sanitizers, since sizes change what a test means. */
async function probe(compiler: string, folder: string, pointerBits: number): Promise<Machine> {
  const source = join(folder, 'probe.c');
  writeFileSync(source, '#include <stdlib.h>\nint main(void) { return sizeof(void *); }\n');
  const program = join(folder, 'probe');
  const works = async (flags: readonly string[]) => {
    const built = await execute(compiler, [...flags, source, '-o', program], { directory: folder, maxSeconds: 60 });
    if (built.status !== 0) return false;
    const ran = await execute(program, [], { directory: folder, maxSeconds: 10 });
    return ran.status === pointerBits / 8 || (!flags.includes('-m32') && ran.status !== null && ran.status > 0);
  };
  const caution = (flags: readonly string[]) =>
    pointerBits === 32 && !flags.includes('-m32')
      ? 'this build has 64-bit pointers and longs, the explored program 32-bit ones'
      : null;
  const sizes = pointerBits === 32 ? [['-m32'], []] : [[]];
  for (const size of sizes) {
    for (const sanitize of [SANITIZE, []]) {
      const flags = [...size, ...sanitize];
      if (await works(flags)) return { flags, sanitized: sanitize.length > 0, caution: caution(flags) };
    }
  }
  throw new UserError(`${compiler} cannot build programs here`, 'install a C compiler, or replay without --native');
}

async function runNative(
  program: string,
  folder: string,
  input: RealInput,
  maxSeconds: number,
  unrestricted: boolean,
): Promise<Observation> {
  const world = input.world ?? EMPTY_WORLD;
  const reason = unrestricted ? null : (whatReachesOut(input) ?? namesPlaceOutside(input));
  if (reason !== null) return nothingSeen('not run', `${reason}; --allow-native runs it all the same`);
  const problem = unpassable([...input.args, ...world.variables.map(({ value }) => value)]);
  if (problem !== null) return nothingSeen('not run', problem);
  const user = unrestricted ? undefined : powerlessUser();
  const [place, heard] = ['place', 'heard'].map((name) => join(folder, name));
  for (const each of [place, heard]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each);
  }
  if (user !== undefined) chownSync(heard, user, user);
  furnish(place, world.files, user);
  const [ktest, report, marks] = ['inputs.ktest', 'report', 'marks'].map((name) => join(heard, name));
  writeFileSync(ktest, writeKtest({ arguments: ['program'], objects: input.inputs }));
  const args = input.args.map((bytes) => Buffer.from(bytes).toString());
  const common = `log_path=${report}:exitcode=${SANITIZER_STATUS}`;
  const environment = {
    ...environmentOf(world),
    KTEST_FILE: ktest,
    PATHFOLD_REPLAY_REPORT: marks,
    ASAN_OPTIONS: `${common}:detect_leaks=${input.leaks ? 1 : 0}:detect_stack_use_after_return=1:allocator_may_return_null=1`,
    UBSAN_OPTIONS: common,
  };
  const run = await execute(program, args.slice(1), {
    directory: place,
    maxSeconds,
    environment,
    inherits: false,
    stdin: input.stdin,
    name: args[0],
    ...(user === undefined ? {} : { user }),
  });
  const { stderr, report: mixed } = separateComplaints(run.stderr);
  const reports = readdirSync(heard).filter((file) => file.startsWith('report'));
  const words = [mixed, ...reports.map((file) => readFileSync(join(heard, file), 'utf8'))].join('');
  const said = existsSync(marks) ? readFileSync(marks) : new Uint8Array();
  const { outputs, faults: marked, notes, unusable } = readMarks(said);
  const faults = faultsInReport(words);
  const signs = marked.size > 0 ? marked : faultsOfSignal(run.signal ?? '');
  for (const kind of signs) faults.add(kind);
  const seen = { statusMask: 0xff, faults, stdout: run.stdout, stderr, outputs };
  if (run.problem !== null) return { ...seen, end: 'stopped', status: null, message: run.problem };
  if (unusable !== null) return { ...seen, end: 'stopped', status: null, message: unusable };
  const broken = run.signal !== null || (run.status === SANITIZER_STATUS && words !== '');
  const complaint = words === '' ? `it was ended by ${run.signal}` : `the sanitizer said: ${firstComplaint(words)}`;
  if (broken) return { ...seen, end: 'fault', status: null, message: complaint };
  const ended = [`it ended with status ${run.status}`, ...notes].join('; ');
  return { ...seen, files: filesIn(place), end: 'exit', status: run.status, message: words === '' ? ended : complaint };
}
