/** A test without what its run says already and what follows from the rest: some hundred bytes instead of some thousand. */
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';
import type { InputOrigin } from '../../machine/outcome.ts';
import type { Expected, ExpectedFault, TestCase, TestInput, TypedValue } from '../test-case.ts';
import { bytesOfHex, escapeBytes, type ReadableBytes, type ReadableValue } from '../typed-value.ts';

/** Name, type in C's words, kind and bits (`i32` signed, `u8`, `f64`, `b40`), value. */
type CompactValue = readonly [name: string, type: string, shape: string, value: ReadableValue];
/** An input that is not asked for by a call also says where it comes from. */
type CompactInput = CompactValue | readonly [...CompactValue, origin: InputOrigin, index: number];

export interface CompactTest {
  readonly number: number;
  readonly inputs: readonly CompactInput[];
  readonly argv: readonly ReadableBytes[];
  readonly stdin?: ReadableBytes;
  readonly answers?: readonly number[];
  readonly absent?: readonly string[];
  readonly threads?: true;
  readonly ending: EndingKind;
  readonly status?: number;
  readonly returned?: number;
  readonly stdout?: ReadableBytes;
  readonly stderr?: ReadableBytes;
  readonly files?: Expected['files'];
  readonly outputs?: readonly CompactValue[];
  readonly fault?: Omit<ExpectedFault, 'kind'>;
  readonly left?: string;
}

export function compactTest({
  number,
  inputs,
  argv,
  stdin,
  answers,
  absent,
  threads,
  expected,
  left,
}: TestCase): CompactTest {
  const { ending, status, returned, stdout, stderr, files, outputs, fault } = expected;
  return {
    number,
    inputs: inputs.map(compactInput),
    argv,
    ...(stdin === '' ? {} : { stdin }),
    ...(answers === undefined ? {} : { answers }),
    ...(absent === undefined ? {} : { absent }),
    ...(threads === undefined ? {} : { threads }),
    ending,
    ...(status === null ? {} : { status }),
    ...(returned === null ? {} : { returned }),
    ...(stdout === '' ? {} : { stdout }),
    ...(stderr === '' ? {} : { stderr }),
    ...(files === undefined ? {} : { files }),
    ...(outputs.length === 0 ? {} : { outputs: outputs.map(compactValue) }),
    ...(fault === null ? {} : { fault: withoutKind(fault) }),
    ...(left === undefined ? {} : { left }),
  };
}

export function expandTest(
  compact: CompactTest,
  { entry, bigEndian, build }: Pick<TestCase, 'entry' | 'bigEndian' | 'build'>,
): TestCase {
  const { number, inputs, argv, stdin = '', answers, absent, threads, ending, left } = compact;
  const expected: Expected = {
    ending,
    meaning: ENDINGS[ending].label,
    status: compact.status ?? null,
    returned: compact.returned ?? null,
    stdout: compact.stdout ?? '',
    stderr: compact.stderr ?? '',
    ...(compact.files === undefined ? {} : { files: compact.files }),
    outputs: (compact.outputs ?? []).map(expandValue),
    fault: compact.fault === undefined ? null : { kind: ending, ...compact.fault },
  };
  return {
    format: 'pathfold-test',
    version: 1,
    number,
    entry,
    bigEndian,
    build,
    ...(left === undefined ? {} : { left }),
    inputs: inputs.map(expandInput),
    argv,
    stdin,
    ...(answers === undefined ? {} : { answers }),
    ...(absent === undefined ? {} : { absent }),
    ...(threads === undefined ? {} : { threads }),
    expected,
  };
}

function withoutKind({ kind: _, ...rest }: ExpectedFault): Omit<ExpectedFault, 'kind'> {
  return rest;
}

function compactInput(input: TestInput): CompactInput {
  const value = compactValue(input);
  return input.origin === 'call' && input.index === 0 ? value : [...value, input.origin, input.index];
}

function compactValue({ name, type, kind, bits, signed, value }: TypedValue): CompactValue {
  const letter = kind === 'int' ? (signed ? 'i' : 'u') : kind === 'float' ? (signed ? 'F' : 'f') : 'b';
  return [name, type, `${letter}${bits}`, value];
}

function expandInput([name, type, shape, value, origin = 'call', index = 0]: CompactInput): TestInput {
  return { ...expandValue([name, type, shape, value]), origin, index };
}

function expandValue([name, type, shape, value]: CompactValue): TypedValue {
  const letter = shape[0];
  const kind = letter === 'b' ? 'bytes' : letter === 'i' || letter === 'u' ? 'int' : 'float';
  const typed = {
    name,
    type,
    kind,
    bits: Number(shape.slice(1)),
    signed: letter === 'i' || letter === 'F',
    value,
  } as const;
  if (kind === 'bytes') return { ...typed, text: escapeBytes(bytesOfHex(String(value))) };
  return type === 'char' ? { ...typed, text: escapeBytes(Uint8Array.of(Number(value))) } : typed;
}
