/**
 * KLEE's test format. Integers are big-endian u32: magic, version, program arguments, two fields of an obsolete feature,
 * then named objects with raw bytes in the target's byte order. KLEE's readers reject empty arguments, names and
 * objects, so none is ever written.
 */
import { UserError } from '../program/errors.ts';
import { posixObjects, posixWords } from './klee/posix-objects.ts';
import { inputBytes, type TestCase, type TestInput } from './test-case.ts';

export interface KtestObject {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Ktest {
  /** Argument 0 is the program's path; symbolic options follow as they were given. */
  readonly arguments: readonly string[];
  readonly objects: readonly KtestObject[];
}

const MAGIC = 'KTEST';
const OLD_MAGIC = 'BOUT\n';
const VERSION = 3;

/** With the world of the program as KLEE's model describes it, where the program's arguments ask for one. */
export function ktestOf(test: TestCase): Ktest {
  const args = [test.build.files[0] ?? 'program', ...test.build.arguments];
  const words = posixWords(test.build.arguments);
  const objectsFrom = (...origins: TestInput['origin'][]) =>
    test.inputs
      .filter(({ origin }) => origins.includes(origin))
      .map((input) => ({ name: kleeName(input.name), bytes: inputBytes(input, test.bigEndian) }));
  if (words.length === 0) {
    return { arguments: args, objects: objectsFrom('call', 'argument', 'stdin', 'file', 'variable', 'choice') };
  }
  const bytesFrom = (origin: TestInput['origin']) => objectsFrom(origin).map(({ bytes }) => bytes);
  return {
    arguments: args,
    objects: posixObjects(words, {
      arguments: bytesFrom('argument'),
      files: bytesFrom('file'),
      stdin: bytesFrom('stdin')[0] ?? null,
      calls: objectsFrom('call'),
    }),
  };
}

/** A second `x` is `x_1` there. */
export function kleeName(name: string): string {
  return name.replace(/#(\d+)'*$/, (_, number) => `_${Number(number) - 1}`);
}

export function writeKtest(ktest: Ktest): Uint8Array {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  const word = (value: number) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    chunks.push(bytes);
  };
  const block = (bytes: Uint8Array) => {
    word(bytes.length);
    chunks.push(bytes);
  };
  chunks.push(encoder.encode(MAGIC));
  word(VERSION);
  const given = ktest.arguments.filter((argument) => argument !== '');
  word(given.length);
  for (const argument of given) block(encoder.encode(argument));
  word(0);
  word(0);
  const objects = ktest.objects.filter((object) => object.bytes.length > 0);
  word(objects.length);
  for (const object of objects) {
    block(encoder.encode(object.name === '' ? 'unnamed' : object.name));
    block(object.bytes);
  }
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** `name` is for messages. */
export function readKtest(bytes: Uint8Array, name: string): Ktest {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  let at = 0;
  const broken = (what: string) =>
    new UserError(`${name} is not a valid .ktest file: ${what}`, 'generate the test again');
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw broken('it ends too early');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const word = (): number => {
    take(4);
    return view.getUint32(at - 4);
  };
  const magic = decoder.decode(take(5));
  if (magic !== MAGIC && magic !== OLD_MAGIC) throw broken('it does not start with KTEST');
  const version = word();
  if (version > VERSION) throw broken(`its version is ${version}, known are 1 to ${VERSION}`);
  const texts: string[] = [];
  for (let left = word(); left > 0; left--) texts.push(decoder.decode(take(word())));
  if (version >= 2) take(8);
  const objects: KtestObject[] = [];
  for (let left = word(); left > 0; left--) {
    const objectName = decoder.decode(take(word()));
    objects.push({ name: objectName, bytes: take(word()).slice() });
  }
  return { arguments: texts, objects };
}
