/**
 * What the world outside decides, by the names through which a program asks it. The model takes one of several outcomes there: it is said
 * what is assumed, and `verify` never says `true`.
 */
import { operandsOf } from '../../program/instructions.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import type { Invocation } from '../options/parse.ts';
import { environmentOptions } from '../options/symbolic-environment.ts';
import { globalsUsedBy } from './assumptions.ts';

const ASKING = {
  input: `stdin getchar getchar_unlocked getwchar getwchar_unlocked gets scanf vscanf wscanf vwscanf read readv pread`,
  files: `fopen fopen64 freopen fdopen open open64 openat creat opendir fts_open ftw nftw glob scandir
    stat lstat fstat stat64 lstat64 access faccessat readlink realpath`,
  environment: 'getenv secure_getenv environ __environ',
  clock: 'time clock gettimeofday clock_gettime timespec_get times ftime',
  'random numbers': `rand random rand_r drand48 lrand48 mrand48 erand48 nrand48
    arc4random arc4random_buf arc4random_uniform getrandom getentropy`,
  'numbers of processes and users': 'getpid getppid gettid getuid geteuid getgid getegid gethostname uname',
  threads: 'pthread_create thrd_create',
  signals: 'signal sigaction alarm setitimer',
  processes: 'fork vfork system popen posix_spawn posix_spawnp',
} as const;
type Asked = keyof typeof ASKING;

const ASKED_BY = new Map(
  Object.entries(ASKING).flatMap(([asked, names]) => names.split(/\s+/).map((name) => [name, asked as Asked] as const)),
);

/** On this machine's target scanf has other names. */
function askedBy(name: string): Asked | undefined {
  return ASKED_BY.get(name.replace(/^__isoc\d+_/, ''));
}

/** What code that is called from there asks the world outside, with the first name by which it does. */
export function askedOutside(...entries: readonly ProgramFunction[]): Map<Asked, string> {
  const asked = new Map<Asked, string>();
  for (const { name } of globalsUsedBy(...entries)) {
    const what = askedBy(name);
    if (what !== undefined && !asked.has(what)) asked.set(what, name);
  }
  return asked;
}

/** Whatever an invocation leaves out is absent, or the same in every run. */
export function outsideAssumptions(invocation: Invocation, program: Program, entry: ProgramFunction): string[] {
  const { arguments: specs, stdin, files, variables, interleavings } = environmentOptions(invocation, '');
  const asked = askedOutside(entry, ...program.constructors);
  const lines: string[] = [];
  const isCalledByUser = invocation.options.function !== null;
  if (!isCalledByUser && specs.length === 0 && usesParameters(entry)) lines.push('no arguments (--sym-args MIN MAX N)');
  if (asked.has('input') && stdin.kind === 'symbolic' && stdin.size === 0) {
    lines.push('standard input is empty (--sym-stdin N)');
  }
  if (asked.has('files') && files.length === 0) lines.push('there are no files (--file NAME=PATH, --sym-files K N)');
  if (asked.has('environment') && variables.length === 0) {
    lines.push('the environment is empty (--env NAME=VALUE, --sym-env NAME=N)');
  }
  if (asked.has('threads') && interleavings === 0) {
    lines.push('threads go on until they wait or end (--interleavings N)');
  }
  if (asked.has('signals')) lines.push('no signal comes from outside');
  const fixed = (['clock', 'random numbers', 'numbers of processes and users'] as const).filter((each) =>
    asked.has(each),
  );
  if (fixed.length > 0) lines.push(`${fixed.join(', ')}: the same in every run`);
  return lines;
}

/** Of main: whether it looks at its arguments. */
export function usesParameters({ parameters, blocks }: ProgramFunction): boolean {
  const own = new Set(parameters.map(({ index }) => index));
  return blocks.some(({ instructions }) =>
    instructions.some((instruction) =>
      operandsOf(instruction).some((operand) => operand.kind === 'register' && own.has(operand.index)),
    ),
  );
}
