/**
 * A generated test: plain JSON data that says what goes into the program and what must come out. Everything else about
 * tests (files of all formats, replay, the summary's references) is made from this.
 */
import { normalize } from 'node:path';
import { evaluate } from '../expr/evaluate.ts';
import type { Scalar } from '../expr/scalar.ts';
import { type Model, Term } from '../expr/term.ts';
import type { SourceOptions } from '../frontend/clang/sources.ts';
import { ENDINGS, type EndingKind } from '../machine/endings.ts';
import type { InputOrigin, InputRecord, LeftFile, OutputRecord, PathEnding, PathOutcome } from '../machine/outcome.ts';
import type { SourcePosition } from '../program/debug.ts';
import { InternalError } from '../program/errors.ts';
import {
  bytesOfHex,
  bytesOfReadable,
  bytesOfScalar,
  escapeBytes,
  hexOfBytes,
  type ReadableBytes,
  type ReadableValue,
  readableBytes,
  readableFloat,
  readableInt,
  scalarOfFloat,
  scalarOfInt,
  upToZero,
  type ValueKind,
} from './typed-value.ts';
import type { WorldRecord } from './world.ts';

/** A value with what is needed to show it and to turn it back into bits. */
export interface TypedValue {
  readonly name: string;
  /** In C's words, for readers: `int`, `unsigned char[8]`. */
  readonly type: string;
  readonly kind: ValueKind;
  readonly bits: number;
  readonly signed: boolean;
  readonly value: ReadableValue;
  /** Bytes only: what is printable of them, escaped as in C. */
  readonly text?: string;
}

export interface TestInput extends TypedValue {
  readonly origin: InputOrigin;
  /** For `argument`: which element of argv. */
  readonly index: number;
}

export type BuildOptions = Pick<
  SourceOptions,
  | 'target'
  | 'clang'
  | 'includeDirectories'
  | 'defines'
  | 'undefines'
  | 'standard'
  | 'includes'
  | 'clangFlags'
  | 'compileDatabase'
  | 'buildFolder'
>;

/** What rebuilds the tested program. Paths are relative to `directory`. */
export interface BuildRecord {
  /** From the folder the test is in to the one pathfold was started in. */
  readonly directory: string;
  /** As the user gave them. */
  readonly files: readonly string[];
  /** The program's target triple. */
  readonly target: string;
  /** What was said about how to compile them. */
  readonly options: BuildOptions;
  /** With `--function`: the generated main, a file beside the test, and which of `files` it includes. */
  readonly harness: { readonly file: string; readonly includes: string | null } | null;
  /** The program's arguments as given, `--sym-arg` and the like included. */
  readonly arguments: readonly string[];
  /** Files, variables and standard input that were given; absent where there are none. */
  readonly world?: WorldRecord;
}

export interface ExpectedFile {
  readonly name: ReadableBytes;
  readonly kind: LeftKind;
  /** Of a file, or where a link leads. */
  readonly contents?: ReadableBytes;
}

export type LeftKind = 'file' | 'folder' | 'link' | 'other';

export interface ExpectedFault {
  readonly kind: EndingKind;
  readonly message: string;
  readonly function: string | null;
  readonly file: string | null;
  readonly line: number;
  readonly column: number;
  readonly stack: readonly StackLine[];
}

export interface StackLine {
  readonly function: string;
  readonly file: string | null;
  readonly line: number;
  readonly column: number;
}

export interface Expected {
  readonly ending: EndingKind;
  /** What the ending means, for readers. */
  readonly meaning: string;
  /** The exit status as the C `int` that main returned or exit was given; null unless the program ended. */
  readonly status: number | null;
  /** What main returned; null when it did not return. */
  readonly returned: number | null;
  readonly stdout: ReadableBytes;
  readonly stderr: ReadableBytes;
  readonly outputs: readonly TypedValue[];
  /** What is in the folder that it was started in, by name; absent where it changed nothing, or where that is not known. */
  readonly files?: readonly ExpectedFile[];
  readonly fault: ExpectedFault | null;
}

export interface TestCase {
  readonly format: 'pathfold-test';
  readonly version: 1;
  readonly number: number;
  /** The function explored: `main` or the one named by `--function`. */
  readonly entry: string;
  readonly bigEndian: boolean;
  readonly build: BuildRecord;
  /** In the order the program asks for them. */
  readonly inputs: readonly TestInput[];
  /** argv with the program's name first. */
  readonly argv: readonly ReadableBytes[];
  readonly stdin: ReadableBytes;
  /** What the program is told about sizes of objects it looks at, which compiled code does not know; absent where it does not ask. */
  readonly answers?: readonly number[];
  /** Functions it calls that fail here and may do something on a real system; absent for none. */
  readonly absent?: readonly string[];
  /** Threads take turns on its path, which real ones need not do in this order; absent where there is one thread. */
  readonly threads?: true;
  readonly expected: Expected;
  /** Why the search left the path before its end, where it did: what is expected then comes from running the input. */
  readonly left?: string;
}

export interface TestInfo {
  readonly number: number;
  readonly entry: string;
  readonly bigEndian: boolean;
  readonly build: BuildRecord;
  readonly left?: string;
}

/** `test000001`: the stem of all files of a test. */
export function testName(number: number): string {
  return `test${String(number).padStart(6, '0')}`;
}

/** The test that drives the program down the path, given inputs that satisfy the path's condition. */
export function makeTest(outcome: PathOutcome, model: Model, info: TestInfo): TestCase {
  const inputs = outcome.inputs.map((input) => inputValue(input, model));
  const stdin = inputs.filter((input) => input.origin === 'stdin').map((input) => inputBytes(input, info.bigEndian));
  return {
    format: 'pathfold-test',
    version: 1,
    ...info,
    build: { ...info.build, options: withoutDefaults(info.build.options) },
    inputs,
    argv: outcome.arguments.map((argument) => readableBytes(upToZero(concreteBytes(argument, model)))),
    stdin: readableBytes(joinBytes(stdin)),
    ...(outcome.answers.length === 0 ? {} : { answers: outcome.answers.map((size) => Number(concrete(size, model))) }),
    ...(outcome.absent === undefined || outcome.absent.length === 0 ? {} : { absent: outcome.absent }),
    ...(outcome.threads === true ? { threads: true as const } : {}),
    expected: {
      ending: outcome.ending.kind,
      meaning: ENDINGS[outcome.ending.kind].label,
      status: outcome.ending.kind === 'exit' ? statusOf(outcome.ending.status, model) : null,
      returned: outcome.returned === null ? null : statusOf(outcome.returned, model),
      stdout: readableBytes(concreteBytes(outcome.stdout, model)),
      stderr: readableBytes(concreteBytes(outcome.stderr, model)),
      ...(outcome.left.length === 0 ? {} : { files: outcome.left.map((file) => fileLeft(file, model)).sort(byName) }),
      outputs: outcome.outputs.filter((output) => output.isUnseen !== true).map((output) => outputValue(output, model)),
      fault: ENDINGS[outcome.ending.kind].fault ? faultOf(outcome.ending) : null,
    },
  };
}

/** What was not said about compiling is not worth reading in every test. */
export function withoutDefaults(options: BuildOptions): BuildOptions {
  const said = Object.entries(options).filter(
    ([, value]) => value !== null && (value as { length?: number }).length !== 0,
  );
  return Object.fromEntries(said);
}

/** The bytes a value occupies in the target's memory. */
export function inputBytes(value: TypedValue, bigEndian: boolean): Uint8Array {
  if (value.kind === 'bytes') return bytesOfHex(String(value.value));
  const scalar = value.kind === 'float' ? scalarOfFloat(value.value, value.bits) : scalarOfInt(value.value, value.bits);
  return bytesOfScalar(scalar, value.bits, bigEndian);
}

/**
 * What replay feeds through the library's input functions, in call order; arguments and stdin take other ways. Programs look
 * at what they left behind when everything else is over, so the answers come last.
 */
export function callInputs(test: TestCase): TestInput[] {
  const answers = (test.answers ?? []).map(
    (size): TestInput => ({ ...scalarValue('readable', 'int', 32, false, size), origin: 'call', index: 0 }),
  );
  return [...test.inputs.filter((input) => input.origin === 'call'), ...answers];
}

export function stdinBytes(test: TestCase): Uint8Array {
  return bytesOfReadable(test.build.world?.stdin ?? test.stdin);
}

function concrete(value: Scalar | Term, model: Model): Scalar {
  return value instanceof Term ? evaluate(value, model) : value;
}

function concreteBytes(bytes: readonly (number | Term)[], model: Model): Uint8Array {
  return Uint8Array.from(bytes, (byte) => (typeof byte === 'number' ? byte : Number(evaluate(byte, model))));
}

/** The formats of stat's mode. */
const FILE_KINDS: ReadonlyMap<number, LeftKind> = new Map([
  [0x8000, 'file'],
  [0x4000, 'folder'],
  [0xa000, 'link'],
]);

function fileLeft({ name, kind, contents }: LeftFile, model: Model): ExpectedFile {
  const shown = FILE_KINDS.get(kind) ?? 'other';
  const hasContents = shown === 'file' || shown === 'link';
  return {
    name: readableBytes(concreteBytes(name, model)),
    kind: shown,
    ...(hasContents ? { contents: readableBytes(concreteBytes(contents, model)) } : {}),
  };
}

export function byName(a: ExpectedFile, b: ExpectedFile): number {
  return Buffer.compare(bytesOfReadable(a.name), bytesOfReadable(b.name));
}

function statusOf(status: Scalar | Term, model: Model): number {
  return Number(concrete(status, model)) | 0;
}

function inputValue(input: InputRecord, model: Model): TestInput {
  const { name, origin, index } = input;
  if (input.kind !== 'bytes') {
    const value = scalarValue(name, input.kind, input.bits, input.signed, concrete(input.term, model));
    return { ...value, ...shownAs(input.signedness, value), origin, index };
  }
  const bytes = new Uint8Array(input.bits / 8);
  bytes.set((model.arrays.get(input.term) ?? new Uint8Array()).subarray(0, bytes.length));
  // Every path has one of these, and copying its members one by one is what takes the time.
  const { type, kind, bits, signed, value, text } = bytesValue(name, bytes);
  return { name, type, kind, bits, signed, value, text, origin, index };
}

function outputValue(output: OutputRecord, model: Model): TypedValue {
  if (output.kind === 'bytes') return bytesValue(output.name, concreteBytes(output.bytes ?? [], model));
  if (output.kind === 'pointer') throw new InternalError('a test expects nothing of pointers');
  return scalarValue(output.name, output.kind, output.bits, output.signed, concrete(output.value, model));
}

function scalarValue(name: string, kind: 'int' | 'float', bits: number, signed: boolean, value: Scalar): TypedValue {
  return {
    name,
    type: kind === 'float' ? floatType(bits) : intType(bits, signed),
    kind,
    bits,
    signed,
    value: kind === 'float' ? readableFloat(value, bits) : readableInt(value, bits, signed),
  };
}

function bytesValue(name: string, bytes: Uint8Array): TypedValue & { readonly text: string } {
  return {
    name,
    type: `unsigned char[${bytes.length}]`,
    kind: 'bytes',
    bits: bytes.length * 8,
    signed: false,
    value: hexOfBytes(bytes),
    text: escapeBytes(bytes),
  };
}

/** Characters and truth values are numbers to the machine, not to readers. */
function shownAs(signedness: number, { bits, value }: TypedValue): Partial<TypedValue> {
  if (signedness === 3) return { type: '_Bool' };
  if (signedness !== 2 || bits !== 8) return {};
  return { type: 'char', text: escapeBytes(Uint8Array.of(Number(value))) };
}

const INT_TYPES: Readonly<Record<number, readonly [unsigned: string, signed: string]>> = {
  1: ['_Bool', '_Bool'],
  8: ['unsigned char', 'signed char'],
  16: ['unsigned short', 'short'],
  32: ['unsigned', 'int'],
  64: ['unsigned long long', 'long long'],
  128: ['unsigned __int128', '__int128'],
};

function intType(bits: number, signed: boolean): string {
  return INT_TYPES[bits]?.[signed ? 1 : 0] ?? `${signed ? '' : 'unsigned '}_BitInt(${bits})`;
}

function floatType(bits: number): string {
  return bits === 32 ? 'float' : bits === 64 ? 'double' : `float of ${bits} bits`;
}

function faultOf(ending: PathEnding): ExpectedFault {
  return {
    kind: ending.kind,
    message: ending.message,
    function: ending.position?.functionName ?? ending.stack[0]?.functionName ?? null,
    ...placeOf(ending.position),
    stack: ending.stack.map((entry) => ({ function: entry.functionName, ...placeOf(entry.position) })),
  };
}

/** A source that the harness includes is spelled through the output folder: `pathfold-out/../f.c` is `f.c`. */
function placeOf(position: SourcePosition | null): { file: string | null; line: number; column: number } {
  return {
    file: position === null ? null : normalize(position.file.path),
    line: position?.line ?? 0,
    column: position?.column ?? 0,
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
