/**
 * A test as C that people can read and keep: the inputs as typed definitions, and in a comment what to expect and how to
 * build it. It is the table that the replay library (`pathfold_replay.c`) feeds the program from, so it is compiled
 * together with the program's own sources.
 */

import { isAbsolute, join, normalize } from 'node:path';
import { USER_MAIN } from '../frontend/harness/make-harness.ts';
import {
  type BuildRecord,
  callInputs,
  inputBytes,
  stdinBytes,
  type TestCase,
  type TestInput,
  type TypedValue,
  testName,
} from './test-case.ts';
import { bytesOfReadable, escapeBytes, type ReadableBytes } from './typed-value.ts';

const BYTES_PER_LINE = 16;

export function stdinFileName(test: TestCase): string | null {
  return stdinBytes(test).length === 0 ? null : `${testName(test.number)}.stdin`;
}

export function cTestText(test: TestCase): string {
  const inputs = callInputs(test);
  const definitions = inputs.map((input, index) => definition(test, input, index));
  const rows = inputs.map((input, index) => {
    return `  {"${escapeText(input.name)}", sizeof value${index}, (const unsigned char *)&value${index}},`;
  });
  // C has no empty arrays: a row that is never counted stands in.
  if (rows.length === 0) rows.push('  {"", 0, 0},');
  return [
    '/*',
    ...header(test).map((line) => (line === '' ? ' *' : ` * ${commentText(line)}`)),
    ' */',
    'struct pf_replay_input {',
    '  const char *name;',
    '  unsigned size;',
    '  const unsigned char *bytes;',
    '};',
    '',
    ...definitions,
    ...(definitions.length > 0 ? [''] : []),
    'const struct pf_replay_input __pf_replay_inputs[] = {',
    ...rows,
    '};',
    `const unsigned __pf_replay_count = ${inputs.length};`,
    '',
    ...expectation(test),
  ].join('\n');
}

/** What must come out: then the test says by its exit status whether it did. A fault shows itself, or is mended. */
function expectation({ expected }: TestCase): string[] {
  const { status, outputs, fault } = expected;
  if (status === null || fault !== null) return [];
  const rows = outputs.map((output) => `  {"${escapeText(output.name)}", "${expectedText(output)}"},`);
  return [
    'struct pf_replay_expected {',
    '  const char *name;',
    '  const char *value;',
    '};',
    '',
    'const struct pf_replay_expected __pf_replay_expected[] = {',
    ...(rows.length === 0 ? ['  {"", ""},'] : rows),
    '};',
    `const unsigned __pf_replay_expected_count = ${outputs.length};`,
    `const int __pf_replay_expected_status = ${status};`,
    '',
  ];
}

/** As the replay library writes it. */
function expectedText({ kind, value }: TypedValue): string {
  return kind === 'bytes' ? String(value).replaceAll(' ', '') : String(value);
}

/** A comment ends at the first end mark, and a backslash at the end of a line would join the next one to it. */
function commentText(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('/*', '/ *').replace(/\\$/, '\\ ');
}

function header(test: TestCase): string[] {
  const { expected } = test;
  const lines = [`${testName(test.number)} of ${test.build.files.join(' ')}, ${test.entry}`, ''];
  if (expected.fault !== null) {
    const { fault } = expected;
    const place = fault.file === null ? '' : ` at ${fault.file}:${fault.line}:${fault.column}`;
    lines.push(`Expected: ${expected.meaning}${place}${fault.function === null ? '' : `, in ${fault.function}`}`);
    lines.push(`  ${fault.message}`);
  } else if (expected.status !== null) lines.push(`Expected: the program ends with status ${expected.status}`);
  else lines.push(`Expected: ${expected.meaning}`);
  lines.push(...textLines('on standard output', expected.stdout), ...textLines('on standard error', expected.stderr));
  for (const output of expected.outputs) lines.push(`  ${output.name} = ${shownValue(output)}`);
  return [
    ...lines,
    '',
    'Build and run, in this folder, with PATHFOLD set to where pathfold is installed:',
    ...commandLines(test),
  ];
}

function textLines(where: string, text: ReadableBytes): string[] {
  const bytes = bytesOfReadable(text);
  return bytes.length === 0 ? [] : [`  ${where}: "${escapeBytes(bytes)}"`];
}

export function shownValue(value: TypedValue): string {
  return value.kind === 'bytes' ? `"${value.text ?? ''}"` : String(value.value);
}

/** `pathfold replay` does all this by itself. */
function commandLines(test: TestCase): string[] {
  const { build } = test;
  const here = (path: string) => normalize(isAbsolute(path) ? path : join(build.directory, path));
  const others = build.files.filter((file) => file !== build.harness?.includes);
  const words = [
    'cc -g -fsanitize=address,undefined',
    '-I $PATHFOLD/runtime/include',
    ...flagWords(build, here).map(shellWord),
    ...(build.harness === null ? [] : [`-Dmain=${USER_MAIN}`, build.harness.file]),
    ...others.map((file) => shellWord(here(file))),
    `${testName(test.number)}.c`,
    '$PATHFOLD/runtime/replay/pathfold_replay.c -lm',
  ];
  const stdin = stdinFileName(test);
  const args = test.argv.slice(1).map((argument) => shellBytes(bytesOfReadable(argument)));
  return [`  ${words.join(' ')}`, `  ${['./a.out', ...args, ...(stdin === null ? [] : [`< ${stdin}`])].join(' ')}`];
}

function flagWords({ options }: BuildRecord, here: (path: string) => string): string[] {
  return [
    ...(options.includeDirectories ?? []).map((folder) => `-I${here(folder)}`),
    ...(options.defines ?? []).map((define) => `-D${define}`),
    ...(options.undefines ?? []).map((name) => `-U${name}`),
    ...(options.standard == null ? [] : [`-std=${options.standard}`]),
    ...(options.includes ?? []).flatMap((file) => ['-include', here(file)]),
    ...(options.clangFlags ?? []),
  ];
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function shellBytes(bytes: Uint8Array): string {
  const plain = bytes.every((byte) => byte >= 32 && byte < 127);
  if (plain) return shellWord(new TextDecoder().decode(bytes)) || "''";
  return `$'${escapeBytes(bytes).replaceAll("'", "\\'")}'`;
}

function definition(test: TestCase, input: TestInput, index: number): string {
  const name = `value${index}`;
  const comment = `/* ${commentText(input.name)} */`;
  if (input.kind === 'bytes') return `${comment}\n${bytesDefinition(name, inputBytes(input, test.bigEndian))}`;
  const literal = input.kind === 'float' ? floatLiteral(input) : intLiteral(input);
  if (literal === null) return `${comment}\n${bytesDefinition(name, inputBytes(input, test.bigEndian))}`;
  // A truth value must be stored as the byte it is: C would turn anything else into 1.
  const type = input.type === '_Bool' ? 'unsigned char' : input.type;
  return `static const ${type} ${name} = ${literal}; ${comment}`;
}

function bytesDefinition(name: string, bytes: Uint8Array): string {
  if (isText(bytes)) return `static const unsigned char ${name}[${bytes.length}] = "${escapeBytes(bytes)}";`;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_PER_LINE) {
    lines.push(`  ${Array.from(bytes.subarray(at, at + BYTES_PER_LINE), (byte) => `${byte},`).join(' ')}`);
  }
  return `static const unsigned char ${name}[${bytes.length}] = {\n${lines.join('\n')}\n};`;
}

/** Printable characters, then nothing but zeros: a C string in its buffer. */
function isText(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  const printable = text.every((byte) => (byte >= 32 && byte < 127) || byte === 9 || byte === 10);
  return bytes.length > 0 && printable && bytes.subarray(text.length).every((byte) => byte === 0);
}

function intLiteral(input: TestInput): string | null {
  if (input.bits > 64) return null;
  const value = BigInt(input.value);
  if (!input.signed) return value > 0xffffffffn ? `${value}ull` : value > 0x7fffffffn ? `${value}u` : `${value}`;
  if (input.bits === 32 && value === -(2n ** 31n)) return '-2147483647 - 1';
  if (input.bits === 64 && value === -(2n ** 63n)) return '-9223372036854775807ll - 1';
  return value > 0x7fffffffn || value < -0x7fffffffn ? `${value}ll` : `${value}`;
}

function floatLiteral(input: TestInput): string | null {
  if (typeof input.value !== 'number') return input.value === '-0' ? '-0.0' : null;
  const text = String(input.value);
  const point = /[.e]/.test(text) ? text : `${text}.0`;
  return input.bits === 32 ? `${point}f` : point;
}

function escapeText(text: string): string {
  return escapeBytes(new TextEncoder().encode(text));
}
