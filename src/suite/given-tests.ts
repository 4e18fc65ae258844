/**
 * Tests of any origin as something to run on any version of a program: which values the inputs get, and what else the program
 * finds. Besides generated tests (readTests) these are
 *
 * - `.ktest` files: objects by name, and the arguments with their `--sym-` options;
 * - JSON by hand: `{ "inputs": { "n": 3, "text": "abc" }, "arguments": ["-v"], "stdin": "...", "files": { "a.txt": "..." } }`;
 * - plain files: `NAME.args` with an argument per line, `NAME.stdin` with standard input, or both.
 *
 * What is given becomes symbolic in its size, so that it can be asked what another input would have done. An input gets
 * its value when the program asks for it: before that its type is not known.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Exploration } from '../explore/exploration.ts';
import { Model } from '../expr/term.ts';
import {
  type ArgumentSpec,
  type EnvironmentOptions,
  type FileSpec,
  findMain,
  startStates,
} from '../machine/environment.ts';
import type { InputRecord } from '../machine/outcome.ts';
import { UserError } from '../program/errors.ts';
import { type Ktest, readKtest } from './ktest.ts';
import { reasonOf } from './output-folder.ts';
import { readTests, type StoredTest } from './read-tests.ts';
import { inputBytes, type TestCase } from './test-case.ts';
import { bytesOfReadable, bytesOfScalar, scalarOfFloat, scalarOfInt } from './typed-value.ts';

export interface GivenTest {
  /** As messages call it. */
  readonly name: string;
  /** The function it was made for; null where that is not known. */
  readonly entry: string | null;
  /** As it was generated; null for tests from elsewhere. */
  readonly stored: StoredTest | null;
  /** Arguments of the program, where the test has them in the way of the command line. */
  readonly programArguments: readonly string[];
  /** How many of them are inputs, where the options leave that open. */
  readonly argumentCount: number | null;
  /** What the program finds when it is started, given what the options say. */
  environment(options: EnvironmentOptions): EnvironmentOptions;
  /** The bytes of an input in the target's order; null where the test says nothing of it. */
  bytesOf(input: InputRecord, bigEndian: boolean): Uint8Array | null;
}

/** All tests of a folder, or those of one file. */
export function readGivenTests(path: string): GivenTest[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return givenByFile(path);
  const names = readdirSync(path).sort();
  const stems = new Set(names.filter((name) => /^test\d{6,}\.json$/.test(name)).map((name) => name.slice(0, -5)));
  const hasRun = stems.size > 0 || names.includes('journal.pathfold');
  const generated = hasRun ? readTests(path).map(givenByTest) : [];
  for (const { name } of generated) stems.add(basename(name, '.json'));
  const others = names.filter((name) => {
    const stem = name.replace(/\.[^.]*$/, '');
    if (stems.has(stem) || name === 'summary.json') return false;
    if (name.endsWith('.stdin')) return !names.includes(`${stem}.args`);
    return /\.(ktest|args|json)$/.test(name);
  });
  const tests = [...generated, ...others.flatMap((name) => givenByFile(join(path, name)))];
  if (tests.length > 0) return tests;
  throw new UserError(
    `${path} holds no tests`,
    'name a folder that `pathfold test` wrote, or one with .ktest, .json, .args or .stdin files',
  );
}

function givenByFile(path: string): GivenTest[] {
  if (path.endsWith('.ktest') && !existsSync(`${path.slice(0, -6)}.json`)) {
    return [givenByKtest(path, readKtest(readBytes(path), path))];
  }
  if (/\.(args|stdin)$/.test(path)) return [givenByPlainFiles(path)];
  if (path.endsWith('.json')) {
    const byHand = handWritten(path);
    if (byHand !== null) return [givenByHand(path, byHand)];
  }
  return readTests(path).map(givenByTest);
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : reasonOf(error);
    throw new UserError(`${path}: ${reason}`, 'name a test: a testNNNNNN.json, a .ktest, or JSON with "inputs"');
  }
}

function givenByTest(stored: StoredTest): GivenTest {
  const { test, name } = stored;
  const byName = new Map(test.inputs.map((input) => [input.name, input]));
  return {
    name,
    stored,
    entry: test.entry,
    programArguments: test.build.arguments,
    argumentCount: null,
    environment: (options) => environmentOfTest(test, options),
    bytesOf({ name: input, bits, kind }) {
      const known = byName.get(input);
      if (known === undefined || known.bits !== bits || (known.kind === 'bytes') !== (kind === 'bytes')) return null;
      return inputBytes(known, test.bigEndian);
    },
  };
}

/** As the test found it: what was symbolic then is symbolic again, in the same size. */
function environmentOfTest(test: TestCase, options: EnvironmentOptions): EnvironmentOptions {
  const { world = {} } = test.build;
  const sizeOf = (origin: string, index: number) => {
    const input = test.inputs.find((each) => each.origin === origin && each.index === index);
    return input === undefined ? null : input.bits / 8;
  };
  const stdin = test.inputs.find(({ origin }) => origin === 'stdin');
  const words = test.argv.slice(1).map((word, i): ArgumentSpec => {
    const size = sizeOf('argument', i + 1);
    return size === null ? { kind: 'bytes', bytes: bytesOfReadable(word) } : { kind: 'symbolic', size };
  });
  return {
    ...options,
    arguments: words,
    stdin:
      stdin === undefined
        ? { kind: 'bytes', bytes: bytesOfReadable(world.stdin ?? '') }
        : { kind: 'symbolic', size: stdin.bits / 8 },
    files: (world.files ?? []).map((file): FileSpec => {
      const { name } = file;
      if ('directory' in file) return { kind: 'directory', name };
      if ('size' in file) return { kind: 'symbolic', name, size: file.size };
      return { kind: 'bytes', name, bytes: bytesOfReadable(file.contents) };
    }),
    variables: (world.variables ?? []).map((variable) =>
      'size' in variable
        ? { kind: 'symbolic', name: variable.name, size: variable.size }
        : { kind: 'text', name: variable.name, text: variable.value },
    ),
  };
}

function givenByKtest(name: string, { arguments: words, objects }: Ktest): GivenTest {
  const byName = new Map<string, Uint8Array>();
  for (const object of objects) {
    let free = object.name;
    for (let count = 2; byName.has(free); count++) free = `${object.name}#${count}`;
    byName.set(free, object.bytes);
  }
  return {
    name,
    stored: null,
    entry: null,
    programArguments: words.slice(1),
    argumentCount: objects.filter((object) => /^arg\d+$/.test(object.name)).length,
    environment: (options) => options,
    bytesOf: ({ name: input }) => byName.get(input) ?? byName.get(`${input}_data`) ?? null,
  };
}

interface HandWritten {
  readonly function?: string;
  readonly inputs?: Readonly<Record<string, number | string | readonly number[]>>;
  readonly arguments?: readonly string[];
  readonly stdin?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const KEYS: ReadonlySet<string> = new Set(['function', 'inputs', 'arguments', 'stdin', 'files']);

/** Null where the JSON is a generated test, or none at all: then readers of those say so. */
function handWritten(path: string): HandWritten | null {
  if (!existsSync(path)) return null;
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data) || 'format' in data) return null;
  const keys = Object.keys(data);
  const unknown = keys.find((key) => !KEYS.has(key));
  if (keys.length === 0 || unknown !== undefined) {
    throw new UserError(
      `${path} is not a test: ${unknown === undefined ? 'it says nothing' : `"${unknown}" is unknown`}`,
      `a test by hand has ${[...KEYS].map((key) => `"${key}"`).join(', ')}, each if needed`,
    );
  }
  return data as HandWritten;
}

function givenByHand(name: string, given: HandWritten): GivenTest {
  const { inputs = {}, arguments: words, stdin, files } = given;
  const names = Object.keys(files ?? {});
  const text = (value: string) => new TextEncoder().encode(value);
  return {
    name,
    stored: null,
    entry: given.function ?? null,
    programArguments: [],
    argumentCount: null,
    environment: (options) => ({
      ...options,
      ...(words === undefined
        ? {}
        : { arguments: words.map((word) => ({ kind: 'symbolic', size: text(word).length }) as const) }),
      ...(stdin === undefined ? {} : { stdin: { kind: 'symbolic', size: text(stdin).length } as const }),
      ...(files === undefined
        ? {}
        : {
            files: names.map((file) => ({ kind: 'symbolic', name: file, size: text(files[file]).length }) as const),
          }),
    }),
    bytesOf(input, bigEndian) {
      if (input.origin === 'argument') return words === undefined ? null : text(words[input.index - 1] ?? '');
      if (input.origin === 'stdin') return stdin === undefined ? null : text(stdin);
      if (input.origin === 'file') return files === undefined ? null : text(files[names[input.index]] ?? '');
      const value = inputs[input.name];
      return value === undefined ? null : bytesOfWritten(value, input, bigEndian, name);
    },
  };
}

function bytesOfWritten(
  value: number | string | readonly number[],
  { name, kind, bits }: InputRecord,
  bigEndian: boolean,
  file: string,
): Uint8Array {
  if (kind === 'bytes') {
    if (typeof value === 'string') return new TextEncoder().encode(value);
    if (Array.isArray(value)) return Uint8Array.from(value);
    throw new UserError(`${file}: "${name}" is ${bits / 8} bytes`, 'write a text, or a list of bytes');
  }
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw new UserError(`${file}: "${name}" is a number`, 'write it as one');
  }
  // A character is a number of eight bits.
  const isCharacter = typeof value === 'string' && bits === 8 && value.length === 1 && !/\d/.test(value);
  const number = isCharacter ? value.charCodeAt(0) : value;
  return bytesOfScalar(kind === 'float' ? scalarOfFloat(number, bits) : scalarOfInt(number, bits), bits, bigEndian);
}

function givenByPlainFiles(path: string): GivenTest {
  const stem = join(dirname(path), basename(path).replace(/\.(args|stdin)$/, ''));
  const [words, stdin] = [`${stem}.args`, `${stem}.stdin`].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8') : undefined,
  );
  if (words === undefined && stdin === undefined) readBytes(path);
  return givenByHand(path, {
    ...(words === undefined
      ? {}
      : { arguments: words.split('\n').filter((line, i, all) => i < all.length - 1 || line !== '') }),
    ...(stdin === undefined ? {} : { stdin }),
  });
}

/** Runs that may be needed before all inputs are known: another value may lead to other inputs. */
const MOST_RUNS = 60;

/** Values of a test's inputs as far as the programs ask for them, with what else the programs find. */
export interface TestValues {
  readonly model: Model;
  readonly environment: EnvironmentOptions;
  /** Which of the states that the environment allows it starts in. */
  readonly initial: number;
}

export function valuesOfGiven(test: GivenTest, explorations: readonly Exploration[]): TestValues {
  const model = new Model();
  const [{ options, machine }] = explorations;
  const environment = test.environment(options.environment);
  const counts = startStates(machine, findMain(machine), environment).map((state) => state.arguments.length - 1);
  const initial = test.argumentCount === null ? 0 : Math.max(0, counts.indexOf(test.argumentCount));
  const known = new Set<InputRecord['term']>();
  for (let run = 0, grows = true; grows && run < MOST_RUNS; run++) {
    grows = false;
    for (const exploration of explorations) {
      const { bigEndian } = exploration.program.layout;
      for (const input of exploration.follow(model, initial, environment).outcome.inputs) {
        if (known.has(input.term)) continue;
        known.add(input.term);
        grows = true;
        const bytes = test.bytesOf(input, bigEndian);
        if (bytes !== null) setInput(model, input, bytes, bigEndian);
      }
    }
  }
  return { model, environment, initial };
}

function setInput(model: Model, { term, kind }: InputRecord, bytes: Uint8Array, bigEndian: boolean): void {
  if (kind === 'bytes') {
    model.arrays.set(term, bytes);
    return;
  }
  let value = 0n;
  const ordered = bigEndian ? [...bytes].reverse() : [...bytes];
  for (const byte of ordered.reverse()) value = (value << 8n) | BigInt(byte);
  model.scalars.set(term, value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value);
}
