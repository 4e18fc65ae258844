/** What a tested program finds besides its arguments: files, variables of the environment, standard input that was given. */
import type { EnvironmentOptions } from '../machine/environment.ts';
import { inputBytes, type TestCase } from './test-case.ts';
import { bytesOfReadable, type ReadableBytes, readableBytes, upToZero } from './typed-value.ts';

/** The same for all tests of a run; what is an input has only its size here, and its value in each test. */
export interface WorldRecord {
  readonly files?: readonly (
    | { readonly name: string; readonly contents: ReadableBytes }
    | { readonly name: string; readonly size: number }
    | { readonly name: string; readonly directory: true }
  )[];
  readonly variables?: readonly (
    | { readonly name: string; readonly value: string }
    | { readonly name: string; readonly size: number }
  )[];
  readonly stdin?: ReadableBytes;
}

/** Null where there is nothing. */
export function worldRecord({ files, variables, stdin }: EnvironmentOptions): WorldRecord | null {
  const given = stdin.kind === 'bytes' ? readableBytes(stdin.bytes) : '';
  const record: WorldRecord = {
    ...(files.length === 0 ? {} : { files: files.map(fileRecord) }),
    ...(variables.length === 0 ? {} : { variables: variables.map(variableRecord) }),
    ...(given === '' ? {} : { stdin: given }),
  };
  return Object.keys(record).length === 0 ? null : record;
}

function fileRecord(file: EnvironmentOptions['files'][number]): NonNullable<WorldRecord['files']>[number] {
  const { name } = file;
  if (file.kind === 'directory') return { name, directory: true };
  return file.kind === 'bytes' ? { name, contents: readableBytes(file.bytes) } : { name, size: file.size };
}

function variableRecord(
  variable: EnvironmentOptions['variables'][number],
): NonNullable<WorldRecord['variables']>[number] {
  const { name } = variable;
  return variable.kind === 'text' ? { name, value: variable.text } : { name, size: variable.size };
}

/** What one test's program finds. */
export interface TestWorld {
  /** Folders have no bytes. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array | null }[];
  readonly variables: readonly { readonly name: string; readonly value: Uint8Array }[];
}

export function worldOf(test: TestCase): TestWorld {
  const { files = [], variables = [] } = test.build.world ?? {};
  const symbolic = (origin: 'file' | 'variable', index: number): Uint8Array => {
    const input = test.inputs.find((each) => each.origin === origin && each.index === index);
    return input === undefined ? new Uint8Array() : inputBytes(input, test.bigEndian);
  };
  return {
    files: files.map((file, index) => ({
      name: file.name,
      bytes: 'directory' in file ? null : 'size' in file ? symbolic('file', index) : bytesOfReadable(file.contents),
    })),
    variables: variables.map((variable, index) => ({
      name: variable.name,
      value: 'size' in variable ? upToZero(symbolic('variable', index)) : new TextEncoder().encode(variable.value),
    })),
  };
}
