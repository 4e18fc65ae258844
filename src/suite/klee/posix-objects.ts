/**
 * The objects by which KLEE's tests describe the world of a program: what its POSIX model makes symbolic before main, in that
 * order, for the `--sym-*` options among the program's arguments.
 *
 *     n_args                    how many arguments `--sym-args` gives, where that is open
 *     arg00, arg01, ...         the bytes of each symbolic argument, and a zero
 *     A_data, A_data_stat, ...  the contents of each symbolic file, and what stat says of it
 *     stdin, stdin_stat
 *     read_fail, ...            with `--max-fail`: which call of each kind fails
 *     stdout, stdout_stat       with `--sym-stdout`
 *     model_version             1
 *
 * Readers go by order and size, so all of them must be there, also those that mean nothing to us. Older versions write a
 * hyphen for the underscore.
 */
import type { KtestObject } from '../ktest.ts';

/** What a test says of a program's world. */
export interface PosixInputs {
  /** Symbolic arguments without the zeros after them. */
  readonly arguments: readonly Uint8Array[];
  readonly files: readonly Uint8Array[];
  readonly stdin: Uint8Array | null;
  /** What the program asked for itself, in order. */
  readonly calls: readonly KtestObject[];
}

/** Of a test that was read: also how many arguments each `--sym-args` gave where that was open. */
export interface ReadPosixInputs extends PosixInputs {
  readonly counts: readonly number[];
}

/** One `--sym-*` option, or a plain word. */
export type PosixWord =
  | { readonly kind: 'text' }
  | { readonly kind: 'argument'; readonly size: number }
  | { readonly kind: 'arguments'; readonly min: number; readonly max: number; readonly size: number }
  | { readonly kind: 'files'; readonly count: number; readonly size: number }
  | { readonly kind: 'stdin'; readonly size: number }
  | { readonly kind: 'stdout' }
  | { readonly kind: 'fail' };

const STAT_BYTES = 144;
const STDOUT_BYTES = 1024;
const FAILING = ['read_fail', 'write_fail', 'close_fail', 'ftruncate_fail', 'getcwd_fail'];

/** What the arguments of a program ask of the model; empty where they ask for nothing symbolic. */
export function posixWords(words: readonly string[]): PosixWord[] {
  const read: PosixWord[] = [];
  for (let i = 0; i < words.length; i++) {
    const option = /^--?([a-z-]+)$/.exec(words[i])?.[1];
    const number = (ahead: number) => Number(words[i + ahead] ?? 0);
    switch (option) {
      case 'sym-arg':
        read.push({ kind: 'argument', size: number(1) });
        i += 1;
        break;
      case 'sym-args':
        read.push({ kind: 'arguments', min: number(1), max: number(2), size: number(3) });
        i += 3;
        break;
      case 'sym-files':
        read.push({ kind: 'files', count: number(1), size: number(2) });
        i += 2;
        break;
      case 'sym-stdin':
        read.push({ kind: 'stdin', size: number(1) });
        i += 1;
        break;
      case 'sym-stdout':
        read.push({ kind: 'stdout' });
        break;
      case 'max-fail':
        read.push({ kind: 'fail' });
        i += 1;
        break;
      case 'fd-fail':
        read.push({ kind: 'fail' });
        break;
      default:
        read.push({ kind: 'text' });
    }
  }
  return read.some(({ kind }) => kind !== 'text') ? read : [];
}

/** The arguments of a program with nothing open: each `--sym-args` gives just as many as `counts` says. */
export function withCounts(words: readonly string[], counts: readonly number[]): string[] {
  const result = [...words];
  let next = 0;
  for (let i = 0; i + 2 < result.length; i++) {
    if (!/^--?sym-args$/.test(result[i]) || Number(result[i + 1]) >= Number(result[i + 2])) continue;
    const count = String(counts[next++] ?? result[i + 1]);
    result.splice(i + 1, 2, count, count);
  }
  return result;
}

/** All objects of a test in KLEE's order. */
export function posixObjects(words: readonly PosixWord[], inputs: PosixInputs): KtestObject[] {
  const objects: KtestObject[] = [];
  const add = (name: string, bytes: Uint8Array) => objects.push({ name, bytes });
  const files: KtestObject[] = [];
  let given = 0;
  let fileNumber = 0;
  const addArgument = (size: number) => {
    const bytes = new Uint8Array(size + 1);
    bytes.set((inputs.arguments[given] ?? new Uint8Array()).subarray(0, size));
    add(`arg${String(given++).padStart(2, '0')}`, bytes);
  };
  const counts = argumentCounts(
    words,
    inputs.arguments.map(({ length }) => length),
  );
  for (const word of words) {
    if (word.kind === 'argument') addArgument(word.size);
    else if (word.kind === 'arguments') {
      const count = counts.shift() ?? word.min;
      if (word.min < word.max) add('n_args', little(count));
      for (let i = 0; i < count; i++) addArgument(word.size);
    } else if (word.kind === 'files') {
      for (let i = 0; i < word.count; i++, fileNumber++) {
        const name = `${String.fromCharCode(65 + fileNumber)}_data`;
        files.push(...file(name, inputs.files[fileNumber] ?? new Uint8Array(), word.size));
      }
    }
  }
  objects.push(...files);
  for (const word of words) {
    if (word.kind === 'stdin' && word.size > 0)
      objects.push(...file('stdin', inputs.stdin ?? new Uint8Array(), word.size));
  }
  if (words.some(({ kind }) => kind === 'fail')) for (const name of FAILING) add(name, little(0));
  if (words.some(({ kind }) => kind === 'stdout')) objects.push(...file('stdout', new Uint8Array(), STDOUT_BYTES));
  if (words.length > 0) add('model_version', little(1));
  return [...objects, ...inputs.calls];
}

/**
 * What the objects of a test say. The model's come first and end with `model_version`, or, in files written by hand, with the
 * last one that is named like them; a program may use the same names afterwards.
 */
export function readPosixObjects(words: readonly PosixWord[], objects: readonly KtestObject[]): ReadPosixInputs {
  const version = objects.findIndex(({ name }) => name === 'model_version');
  let end = version + 1;
  if (version === -1 && words.length > 0) while (end < objects.length && isModels(objects[end].name)) end++;
  const args: Uint8Array[] = [];
  const files: Uint8Array[] = [];
  const counts: number[] = [];
  let stdin: Uint8Array | null = null;
  for (const { name, bytes } of objects.slice(0, end)) {
    if (/^arg\d\d$/.test(name)) args.push(bytes.subarray(0, Math.max(0, bytes.length - 1)));
    else if (/^[A-Z][-_]data$/.test(name)) files.push(bytes);
    else if (name === 'stdin') stdin = bytes;
    else if (name === 'n_args' && bytes.length >= 4) counts.push(bytes[0] | (bytes[1] << 8));
  }
  return { arguments: args, files, stdin, calls: objects.slice(end), counts };
}

function isModels(name: string): boolean {
  return /^(n_args|arg\d\d|([A-Z][-_]data|stdin|stdout)([-_]stat)?|\w+_fail)$/.test(name);
}

/**
 * How many arguments each `--sym-args` gave. Where several could have given the same ones, any division leads to the same
 * command line, so the first that fits is taken.
 */
function argumentCounts(words: readonly PosixWord[], sizes: readonly number[]): number[] {
  const symbolic = words.filter((word) => word.kind === 'argument' || word.kind === 'arguments');
  const divide = (at: number, used: number): number[] | null => {
    if (at === symbolic.length) return used === sizes.length ? [] : null;
    const word = symbolic[at];
    if (word.kind === 'argument') return sizes[used] === word.size ? divide(at + 1, used + 1) : null;
    for (let count = word.min; count <= word.max; count++) {
      if (sizes.slice(used, used + count).some((size) => size !== word.size)) return null;
      const rest = used + count <= sizes.length ? divide(at + 1, used + count) : null;
      if (rest !== null) return [count, ...rest];
    }
    return null;
  };
  return divide(0, 0) ?? [];
}

function little(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** A file of a fixed size, and what `struct stat64` of Linux on x86-64 says of it: a plain file that its owner may write. */
function file(name: string, contents: Uint8Array, size: number): KtestObject[] {
  const bytes = new Uint8Array(size);
  bytes.set(contents.subarray(0, size));
  const stat = new Uint8Array(STAT_BYTES);
  const view = new DataView(stat.buffer);
  const inode = 1n;
  view.setBigUint64(8, inode, true);
  view.setBigUint64(16, 1n, true);
  view.setUint32(24, 0o100644, true);
  view.setBigUint64(48, BigInt(size), true);
  view.setBigUint64(56, 4096n, true);
  view.setBigUint64(64, 8n, true);
  return [
    { name, bytes },
    { name: `${name}_stat`, bytes: stat },
  ];
}
