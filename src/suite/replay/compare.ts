/**
 * Whether a prediction and an observation agree.
 *
 * A fault that the build cannot show (an access out of bounds stays inside WebAssembly's memory; address 0 is ordinary
 * there) is no disagreement, and neither is whatever happens after it: C says nothing about it. A path without a known
 * end predicts only how the output begins: that can be wrong, but it is too little to agree with.
 */
import type { EndingKind } from '../../machine/endings.ts';
import { shownValue } from '../c-test.ts';
import { type ExpectedFile, inputBytes, type TestCase, type TypedValue } from '../test-case.ts';
import { bytesOfReadable, escapeBytes, readableBytes, readableFloat, scalarOfFloat } from '../typed-value.ts';
import { worldOf } from '../world.ts';
import type { ObservedOutput } from './marks.ts';
import type { Observation, RealProgram } from './observation.ts';

/** Found only when asked for, so their absence from a prediction says nothing. */
const OPTIONAL_CHECKS: ReadonlySet<EndingKind> = new Set<EndingKind>(['overflow', 'leak', 'uninitialized']);

/** `undefined behaviour`: something differs, and C does not say what should happen. */
export type Agreement = 'agrees' | 'disagrees' | 'not observable' | 'expects nothing' | 'undefined behaviour';

export interface Comparison {
  readonly agreement: Agreement;
  /** One sentence per difference, or why nothing can be said. */
  readonly reasons: readonly string[];
}

export function compare(test: TestCase, seen: Observation, program: RealProgram): Comparison {
  const { expected } = test;
  if (seen.end === 'not run') return notObservable([seen.message]);
  // Where sizes differ from the explored program's, a test may not even fit.
  if (seen.end === 'stopped' && program.caution !== null) return notObservable([seen.message, program.caution]);
  if (expected.fault !== null) return compareFault(test, seen, program);
  if (expected.ending !== 'exit') return compareBeginning(test, seen);
  if (seen.end === 'stopped') return disagreement([`expected it to end; ${seen.message}`]);
  if (seen.end === 'fault') return disagreement([`expected it to end with status ${expected.status}; ${seen.message}`]);
  const reasons: string[] = [];
  const unexpected = [...seen.faults].filter((kind) => !OPTIONAL_CHECKS.has(kind));
  if (unexpected.length > 0) reasons.push(`expected no fault; ${seen.message}`);
  if (((expected.status ?? 0) ^ (seen.status ?? 0)) & seen.statusMask) {
    reasons.push(`expected exit status ${expected.status}, observed ${seen.status}`);
  }
  reasons.push(...differentText('standard output', bytesOfReadable(expected.stdout), seen.stdout));
  reasons.push(...differentText('standard error', bytesOfReadable(expected.stderr), seen.stderr));
  if (seen.files !== undefined) reasons.push(...differentFiles(test, seen.files));
  if (seen.outputs !== null) reasons.push(...differentOutputs(test, seen.outputs));
  return reasons.length === 0 ? { agreement: 'agrees', reasons } : disagreement(reasons);
}

function compareFault(test: TestCase, seen: Observation, program: RealProgram): Comparison {
  const fault = test.expected.fault!;
  if (seen.faults.has(fault.kind)) {
    const reasons = differentBeginning(bytesOfReadable(test.expected.stdout), seen.stdout);
    return reasons.length === 0 ? { agreement: 'agrees', reasons } : disagreement(reasons);
  }
  if (!program.observable.has(fault.kind)) {
    return notObservable([`${test.expected.meaning} does not show in ${program.name}`]);
  }
  if (seen.end === 'exit') {
    return disagreement([`expected ${test.expected.meaning}; it ended with status ${seen.status}`]);
  }
  return disagreement([`expected ${test.expected.meaning}; ${seen.message}`]);
}

function compareBeginning(test: TestCase, seen: Observation): Comparison {
  const expected = bytesOfReadable(test.expected.stdout);
  const common = Math.min(expected.length, seen.stdout.length);
  const same = sameBytes(expected.subarray(0, common), seen.stdout.subarray(0, common));
  if (!same) return disagreement(differentText('standard output', expected, seen.stdout));
  if (test.expected.ending === 'endless') {
    if (seen.end !== 'stopped') return disagreement([`expected it not to end; ${seen.message}`]);
    return { agreement: 'agrees', reasons: [] };
  }
  if (seen.end === 'stopped') return notObservable([seen.message]);
  return { agreement: 'expects nothing', reasons: [`how the path ends is not known: ${test.expected.meaning}`] };
}

/** A fault loses what was still in buffers: the observed output may be shorter, not different. */
function differentBeginning(expected: Uint8Array, seen: Uint8Array): string[] {
  return sameBytes(expected.subarray(0, seen.length), seen) ? [] : differentText('standard output', expected, seen);
}

function differentText(what: string, expected: Uint8Array, seen: Uint8Array): string[] {
  if (sameBytes(expected, seen)) return [];
  let same = 0;
  while (same < expected.length && same < seen.length && expected[same] === seen[same]) same++;
  if (same <= SHOWN_BEFORE) return [`expected on ${what} ${shown(expected)}, observed ${shown(seen)}`];
  const line = expected.subarray(0, same).reduce((count, byte) => count + (byte === NEWLINE ? 1 : 0), 1);
  const from = same - SHOWN_BEFORE;
  return [`expected on ${what}, line ${line}, ${shown(expected, from)}, observed ${shown(seen, from)}`];
}

const NEWLINE = 10;
const SHOWN_BYTES = 200;
/** Of what is the same, so that the difference can be found. */
const SHOWN_BEFORE = 40;

function shown(bytes: Uint8Array, from = 0): string {
  const more = bytes.length - from > SHOWN_BYTES ? `... (${bytes.length} bytes)` : '';
  return `${from > 0 ? '...' : ''}"${escapeBytes(bytes.subarray(from, from + SHOWN_BYTES))}"${more}`;
}

function differentFiles(test: TestCase, seen: readonly ExpectedFile[]): string[] {
  const expected = test.expected.files ?? filesGiven(test);
  const nameOf = ({ name }: ExpectedFile) => escapeBytes(bytesOfReadable(name));
  const [before, after] = [expected, seen].map((files) => new Map(files.map((file) => [nameOf(file), file])));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [wanted, found] = [before.get(name), after.get(name)];
    if (found === undefined) return [`expected it to leave ${name}, which is not there`];
    if (wanted === undefined) return [`it left ${name}, which was not expected`];
    if (wanted.kind !== found.kind) return [`expected ${name} to be a ${wanted.kind}, observed a ${found.kind}`];
    return differentText(name, bytesOfReadable(wanted.contents ?? ''), bytesOfReadable(found.contents ?? ''));
  });
}

/** A program that changes nothing leaves what it found. */
function filesGiven(test: TestCase): ExpectedFile[] {
  const given = worldOf(test).files.flatMap((each) => {
    const { bytes } = each;
    const parts = each.name.split('/').filter((part) => part !== '');
    const name = parts.join('/');
    const folders = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('/'));
    const file: ExpectedFile =
      bytes === null ? { name, kind: 'folder' } : { name, kind: 'file', contents: readableBytes(bytes) };
    return [...folders.map((folder): ExpectedFile => ({ name: folder, kind: 'folder' })), file];
  });
  return given;
}

function differentOutputs(test: TestCase, seen: readonly ObservedOutput[]): string[] {
  const { outputs } = test.expected;
  if (outputs.length !== seen.length) return [`expected ${outputs.length} marked outputs, observed ${seen.length}`];
  return outputs.flatMap((output, index) => {
    const observed = seen[index];
    if (observed.name === output.name && sameValue(output, observed, test.bigEndian)) return [];
    const value = observed.kind === 'bytes' ? shown(observed.value) : String(observed.value);
    return [`expected output ${output.name} = ${shownValue(output)}, observed ${observed.name} = ${value}`];
  });
}

function sameValue(expected: TypedValue, seen: ObservedOutput, bigEndian: boolean): boolean {
  if (expected.kind !== seen.kind) return false;
  if (seen.kind === 'int') return BigInt.asUintN(expected.bits, BigInt(expected.value) - seen.value) === 0n;
  if (seen.kind === 'bytes') return sameBytes(inputBytes(expected, bigEndian), seen.value);
  // All NaNs are one to C's printing, and to the comparison too.
  const number = readableFloat(scalarOfFloat(seen.value, expected.bits), expected.bits);
  return number === expected.value || (Number.isNaN(seen.value) && isNotANumber(expected));
}

function isNotANumber({ value }: TypedValue): boolean {
  return typeof value === 'string' && (value === 'nan' || value.startsWith('0x'));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function disagreement(reasons: readonly string[]): Comparison {
  return { agreement: 'disagrees', reasons };
}

function notObservable(reasons: readonly string[]): Comparison {
  return { agreement: 'not observable', reasons };
}
