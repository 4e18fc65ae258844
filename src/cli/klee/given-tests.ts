/** `.ktest` files as inputs: those to replay, and seeds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenInputs } from '../../explore/given-inputs.ts';
import type { GivenRun } from '../../explore/on-given-inputs.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import { UserError } from '../../program/errors.ts';
import { posixWords, type ReadPosixInputs, readPosixObjects, withCounts } from '../../suite/klee/posix-objects.ts';
import { type KtestObject, kleeName, readKtest } from '../../suite/ktest.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import type { Invocation } from '../options/parse.ts';
import { programName } from '../options/programs.ts';
import { environmentOptions } from '../options/symbolic-environment.ts';

export interface GivenKTest {
  readonly path: string;
  readonly bytes: number;
  /** Without the program. */
  readonly arguments: readonly string[];
  readonly inputs: ReadPosixInputs;
}

export function readGivenKTests(files: readonly string[], folders: readonly string[]): GivenKTest[] {
  const inFolders = folders.flatMap((folder) => {
    try {
      const names = readdirSync(folder).filter((name) => /\.(ktest|bout)$/.test(name));
      return names.sort().map((name) => join(folder, name));
    } catch (error) {
      throw new UserError(`${folder} cannot be read (${reasonOf(error)})`);
    }
  });
  return [...files, ...inFolders].map(readGivenTest);
}

function readGivenTest(path: string): GivenKTest {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError(`${path} cannot be read (${reasonOf(error)})`, 'name a .ktest file');
  }
  const { arguments: args, objects } = readKtest(bytes, path);
  const inputs = readPosixObjects(posixWords(args.slice(1)), objects);
  return { path, bytes: bytes.length, arguments: args.slice(1), inputs };
}

export interface Matching {
  /** By name, not by order. */
  readonly byName: boolean;
  /** Told where an input and what is given for it differ in size, or nothing is given. */
  mismatch(test: GivenKTest, record: InputRecord, bytes: Uint8Array | null): void;
}

export function givenInputs(test: GivenKTest, matching: Matching): GivenInputs {
  const { inputs } = test;
  const callFor = (record: InputRecord, position: number): KtestObject | undefined => {
    if (!matching.byName) return inputs.calls[position];
    return inputs.calls.find(({ name }) => name === record.name || name === kleeName(record.name));
  };
  return {
    name: test.path,
    bytesFor(record, position) {
      const bytes = bytesOf(record, position) ?? null;
      if (bytes === null || bytes.length * 8 !== record.bits) matching.mismatch(test, record, bytes);
      return bytes;
    },
  };

  function bytesOf(record: InputRecord, position: number): Uint8Array | null | undefined {
    switch (record.origin) {
      case 'call':
        return callFor(record, position)?.bytes;
      case 'argument':
        return inputs.arguments[position];
      case 'file':
        return inputs.files[position];
      case 'stdin':
        return inputs.stdin;
      default:
        return new Uint8Array(record.bits / 8);
    }
  }
}

/** A run as the test's own command line has it. */
export function givenRun(test: GivenKTest, invocation: Invocation, matching: Matching, entry: string | null): GivenRun {
  const programArguments = withCounts(test.arguments, test.inputs.counts);
  const environment = environmentOptions({ ...invocation, programArguments }, programName(invocation.operands[0]));
  return {
    inputs: givenInputs(test, matching),
    environment: { ...environment, ...(entry === null ? {} : { entryPoint: entry }) },
  };
}

/** How many arguments a program gets for a seed, with its name. */
export function argumentCount(test: GivenKTest): number {
  const words = posixWords(test.arguments);
  const plain = words.length === 0 ? test.arguments.length : words.filter(({ kind }) => kind === 'text').length;
  return 1 + plain + test.inputs.arguments.length;
}
