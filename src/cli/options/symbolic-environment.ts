/** The world of a program: `--sym-arg`, `--file` and their kin, as options of pathfold or, in KLEE's way, among the program's arguments. */
import { readFileSync } from 'node:fs';
import type { ArgumentSpec, EnvironmentOptions, FileSpec, VariableSpec } from '../../machine/environment.ts';
import { UserError } from '../../program/errors.ts';
import type { Invocation } from './parse.ts';

/** KLEE's options among the program's arguments, with the number of their values. */
const AMONG_ARGUMENTS: Readonly<Record<string, number>> = {
  'sym-arg': 1,
  'sym-args': 3,
  'sym-stdin': 1,
  'sym-files': 2,
  'sym-stdout': 0,
  'max-fail': 1,
  'fd-fail': 0,
};

/** Each is a term of its own from the start. */
const MOST_SYMBOLIC_BYTES = 100_000;

export function environmentOptions(invocation: Invocation, programName: string): EnvironmentOptions {
  const { options } = invocation;
  const world = new World();
  for (const { name, value } of invocation.given) world.take(name, value);
  const words = [...invocation.programArguments];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = /^--?([a-z-]+)$/.exec(word)?.[1];
    if (option === undefined || !Object.hasOwn(AMONG_ARGUMENTS, option)) {
      world.arguments.push({ kind: 'text', text: word });
      continue;
    }
    const numbers = Array.from({ length: AMONG_ARGUMENTS[option] }, () => takeNumber(words, word));
    world.take(option, option === 'sym-stdin' || option === 'max-fail' ? numbers[0] : numbers);
  }
  refuseTooMany(world);
  if (options.stdin !== null && world.stdinSize > 0) {
    throw new UserError('--stdin and --sym-stdin exclude each other', 'leave one of them out');
  }
  return {
    programName,
    arguments: world.arguments,
    stdin:
      options.stdin === null
        ? { kind: 'symbolic', size: world.stdinSize }
        : { kind: 'bytes', bytes: contentsOf('--stdin', options.stdin) },
    files: world.files,
    variables: world.variables,
    maxFailures: world.maxFailures,
    interleavings: options.interleavings,
  };
}

function refuseTooMany({ stdinSize, arguments: given, files, variables }: World): void {
  const sizes = [...given, ...files, ...variables].map((spec) => ('size' in spec ? spec.size : 0));
  const longest = Math.max(stdinSize, ...sizes);
  if (longest <= MOST_SYMBOLIC_BYTES) return;
  throw new UserError(
    `${longest} symbolic bytes are too many for one input`,
    `ask for at most ${MOST_SYMBOLIC_BYTES}: a few dozen are usually enough, and every one more can double the paths`,
  );
}

/** The first symbolic file is A, as KLEE has it. */
const FIRST_SYMBOLIC_FILE = 'A'.charCodeAt(0);
const SYMBOLIC_FILES = 26;

class World {
  readonly arguments: ArgumentSpec[] = [];
  readonly files: FileSpec[] = [];
  readonly variables: VariableSpec[] = [];
  stdinSize = 0;
  maxFailures = 0;
  private symbolicFiles = 0;

  take(option: string, value: unknown): void {
    switch (option) {
      case 'sym-arg':
        this.arguments.push({ kind: 'symbolic', size: (value as number[])[0] });
        break;
      case 'sym-args':
        this.arguments.push(several(value as number[]));
        break;
      case 'sym-stdin':
        this.stdinSize = value as number;
        break;
      case 'sym-files':
        this.addSymbolicFiles(value as number[]);
        break;
      case 'file': {
        const [name, path] = nameAndValue('--file', value as string, 'PATH');
        this.files.push({ kind: 'bytes', name, bytes: contentsOf('--file', path) });
        break;
      }
      case 'dir':
        this.files.push({ kind: 'directory', name: value as string });
        break;
      case 'env': {
        const [name, text] = nameAndValue('--env', value as string, 'VALUE');
        this.variables.push({ kind: 'text', name, text });
        break;
      }
      case 'sym-env': {
        const [name, size] = nameAndValue('--sym-env', value as string, 'N');
        if (!/^\d+$/.test(size))
          throw new UserError(`--sym-env ${value}: write --sym-env NAME=N, with N a number of bytes`);
        this.variables.push({ kind: 'symbolic', name, size: Number(size) });
        break;
      }
      case 'max-fail':
        this.maxFailures = value as number;
        break;
      case 'fd-fail':
        this.maxFailures = Math.max(this.maxFailures, 1);
        break;
    }
  }

  private addSymbolicFiles([count, size]: readonly number[]): void {
    for (let i = 0; i < count; i++, this.symbolicFiles++) {
      if (this.symbolicFiles === SYMBOLIC_FILES) {
        throw new UserError(`--sym-files: there are only ${SYMBOLIC_FILES} names for symbolic files, A to Z`);
      }
      const name = String.fromCharCode(FIRST_SYMBOLIC_FILE + this.symbolicFiles);
      this.files.push({ kind: 'symbolic', name, size });
    }
  }
}

function nameAndValue(option: string, word: string, what: string): [string, string] {
  const equals = word.indexOf('=');
  if (equals <= 0) throw new UserError(`${option} ${word}: write ${option} NAME=${what}`);
  return [word.slice(0, equals), word.slice(equals + 1)];
}

function contentsOf(option: string, path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function several([min, max, size]: readonly number[]): ArgumentSpec {
  if (min > max) throw new UserError(`--sym-args ${min} ${max}: the first number must not exceed the second`);
  return { kind: 'several', min, max, size };
}

function takeNumber(words: string[], option: string): number {
  const word = words.shift();
  if (word === undefined || !/^\d+$/.test(word))
    throw new UserError(`${option} needs a whole number${word === undefined ? '' : `, not ${word}`}`);
  return Number(word);
}
