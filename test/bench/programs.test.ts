/** The bench programs do what their headers say, natively: known outputs, and every seeded fault on an input that shows it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type ControlProgram, controlPrograms, originalOf, versionsOf } from '../../bench/programs/versions.ts';
import {
  endedWell,
  type NativeInputs,
  type NativeOutcome,
  nativeCompilerExists,
  outputsOf,
  runProgram,
} from '../native/native.ts';

const folder = fileURLToPath(new URL('../../bench/programs', import.meta.url));
const strict = { flags: ['-Wall', '-Wextra', '-Werror'] };

interface Known {
  readonly inputs: NativeInputs;
  readonly status: number;
  readonly stdout?: string;
  readonly outputs?: Readonly<Record<string, number>>;
}

interface Faulty {
  readonly inputs: NativeInputs;
  /** What the sanitizer or the C library says. */
  readonly says: RegExp;
}

const outOfBounds = /buffer-overflow|out of bounds/;
const divisionByZero = /division by zero/;
const failedAssert = /Assertion .* failed/;

const programs: Readonly<Record<string, { known: readonly Known[]; faulty: readonly Faulty[] }>> = {
  'tokenizer.c': {
    known: [
      { inputs: { line: 'on=1' }, status: 3, stdout: 'kon\n' },
      { inputs: { line: '0xf ' }, status: 1, stdout: 'x\n' },
      { inputs: { line: '"a" ' }, status: 1, stdout: 's\n' },
      { inputs: { line: '1a' }, status: 64, stdout: '!\n' },
    ],
    faulty: [
      { inputs: { line: '"ab\\' }, says: outOfBounds },
      { inputs: { line: 'abcd' }, says: outOfBounds },
    ],
  },
  'replace.c': {
    known: [
      { inputs: { pattern: 'a', text: 'bab' }, status: 1, stdout: 'b<a>b\n' },
      { inputs: { pattern: '?*', text: 'abc' }, status: 1, stdout: '<abc>\n' },
      { inputs: { pattern: '%b', text: 'bb' }, status: 1, stdout: '<b>b\n' },
      { inputs: { pattern: 'x', text: 'ab' }, status: 0, stdout: 'ab\n' },
      { inputs: { pattern: '[a', text: 'ab' }, status: 2 },
    ],
    faulty: [
      { inputs: { pattern: '[abc]', text: 'a' }, says: outOfBounds },
      { inputs: { pattern: '[^a]*', text: 'ab' }, says: failedAssert },
    ],
  },
  'expression.c': {
    known: [
      { inputs: { text: '2+3*4' }, status: 0, outputs: { value: 14 } },
      { inputs: { text: '-(1)' }, status: 0, outputs: { value: -1 } },
      { inputs: { text: '1/0' }, status: 3 },
      { inputs: { text: '1+' }, status: 1 },
    ],
    faulty: [
      { inputs: { text: '7%0' }, says: divisionByZero },
      { inputs: { text: '(((1' }, says: outOfBounds },
    ],
  },
  'packet.c': {
    known: [
      { inputs: { packet: [0x21, 0, 0, 0, 0, 0, 0, 0] }, status: 0, outputs: { window: 0, rate: 0, label: 0 } },
      { inputs: { packet: [0x22, 0, 4, 0, 1, 2, 1, 4] }, status: 0, outputs: { window: 260, rate: 0, label: 0 } },
      { inputs: { packet: [0x23, 1, 3, 0x20, 2, 1, 3, 0] }, status: 5 },
      { inputs: { packet: [0x23, 0, 0, 0, 0, 0, 0, 0] }, status: 8 },
    ],
    faulty: [
      { inputs: { packet: [0x22, 0, 4, 0, 0, 0, 1, 0] }, says: outOfBounds },
      { inputs: { packet: [0x22, 2, 3, 0, 2, 1, 0, 0] }, says: divisionByZero },
    ],
  },
  'scheduler.c': {
    known: [
      {
        inputs: { slice: 1, priority: [0, 0, 0], burst: [1, 1, 1], arrival: [0, 0, 0] },
        status: 1,
        stdout: 'ABC\n',
      },
      {
        inputs: { slice: 1, priority: [0, 0, 1], burst: [2, 2, 1], arrival: [0, 0, 1] },
        status: 1,
        stdout: 'ACBAB\n',
      },
    ],
    faulty: [
      { inputs: { slice: 1, priority: [0, 0, 0], burst: [0, 0, 0], arrival: [0, 0, 0] }, says: divisionByZero },
      { inputs: { slice: 2, priority: [2, 2, 0], burst: [2, 2, 1], arrival: [0, 0, 0] }, says: failedAssert },
    ],
  },
  'date.c': {
    known: [
      { inputs: { text: '2021-03-15', mode: 0 }, status: 0, outputs: { day: 74 } },
      { inputs: { text: '2021-03-14', mode: 1 }, status: 6, outputs: { day: 73 } },
      { inputs: { text: '2020-12-25', mode: 1 }, status: 7, outputs: { day: 360 } },
      { inputs: { text: '2020-07-02', mode: 2 }, status: 8, outputs: { day: 184 } },
      { inputs: { text: '2021-02-29', mode: 0 }, status: 5 },
      { inputs: { text: '2021/02-29', mode: 0 }, status: 1 },
    ],
    faulty: [
      { inputs: { text: '2020-00-10', mode: 0 }, says: outOfBounds },
      { inputs: { text: '2020-12-31', mode: 0 }, says: failedAssert },
    ],
  },
  'connection.c': {
    known: [
      { inputs: { event: [0, 1, 2, 3], value: [10, 5, 3, 3] }, status: 2, stdout: 'oOOO\n' },
      { inputs: { event: [5, 5, 5, 0], value: [0] }, status: 1, stdout: 'ccco\nnoisy\n' },
    ],
    faulty: [
      { inputs: { event: [0, 4, 5, 5], value: [10] }, says: /SEGV|null pointer/ },
      { inputs: { event: [0, 1, 2, 2], value: [10, 5, 10, 0] }, says: divisionByZero },
    ],
  },
  'cover/options.c': {
    known: [
      { inputs: { argument: 'add\0f\0' }, status: 0, stdout: 'a6c...10\n' },
      { inputs: { argument: '-vvl3\0ls\0' }, status: 0, stdout: 'l3cV..00\n' },
      { inputs: { argument: '--dry\0--out\0x\0' }, status: 2, stdout: 'no command\n' },
      { inputs: { argument: '-lx\0ls\0' }, status: 2, stdout: 'not a number\n' },
      { inputs: { argument: '-z\0' }, status: 2, stdout: 'unknown option\n' },
    ],
    faulty: [{ inputs: { argument: 'add\0f\0g\0' }, says: outOfBounds }],
  },
  'cover/format.c': {
    known: [
      { inputs: { text: 'a b' }, status: 1, stdout: '-1-\na b\n\n\n\n\n\n' },
      { inputs: { text: '.c|ab' }, status: 1, stdout: '-1-\n ab\n\n\n\n\n\n' },
      { inputs: { text: '.x' }, status: 100, stdout: '' },
      { inputs: { text: 'abcdefg' }, status: 102, stdout: '' },
    ],
    faulty: [{ inputs: { text: '.j|a bcde' }, says: outOfBounds }],
  },
  'cover/script.c': {
    known: [
      { inputs: { script: '1 2+.' }, status: 0, outputs: { printed: 3 } },
      { inputs: { script: '0?(9.)' }, status: 0 },
      { inputs: { script: '{p5}@p' }, status: 0 },
      { inputs: { script: '1[1]' }, status: 14 },
    ],
    faulty: [
      { inputs: { script: '1 0%' }, says: divisionByZero },
      { inputs: { script: '?({p}' }, says: failedAssert },
    ],
  },
};

describe.runIf(nativeCompilerExists())('the bench programs', () => {
  for (const [file, { known, faulty }] of Object.entries(programs)) {
    it(`${file} gives the known results and shows its seeded faults`, () => {
      const outcomes = runProgram(
        [join(folder, file)],
        [...known, ...faulty].map((one) => one.inputs),
        strict,
      );
      for (const [number, expected] of known.entries()) {
        const { status, stdout, report } = outcomes[number]!;
        const where = `${JSON.stringify(expected.inputs)}\n${report}`;
        expect(endedWell(outcomes[number]!), where).toBe(true);
        expect(status, where).toBe(expected.status);
        if (expected.stdout !== undefined) expect(stdout, where).toBe(expected.stdout);
        const outputs = Object.fromEntries(outputsOf(outcomes[number]!).map(({ name, value }) => [name, value]));
        if (expected.outputs) expect(outputs, where).toEqual(expected.outputs);
      }
      for (const [number, expected] of faulty.entries()) {
        expect(outcomes[known.length + number]!.report, JSON.stringify(expected.inputs)).toMatch(expected.says);
      }
    });
  }

  it('are all listed in the overview', () => {
    const overview = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const file of Object.keys(programs)) expect(overview).toContain(file);
  });
});

const scratch = mkdtempSync(join(tmpdir(), 'pathfold-versions-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function observed({ status, report }: NativeOutcome): string {
  return `${status} ${JSON.stringify(outputsOf({ report } as NativeOutcome))}`;
}

function runVersion(name: string, source: string, inputs: readonly NativeInputs[], cycles: number): string[] {
  const file = join(scratch, `${name}.c`);
  writeFileSync(file, source);
  return runProgram([file], inputs, { ...strict, tracePaths: true, defines: [`CYCLES=${cycles}`] }).map(observed);
}

/** A fixed sample: small numbers that cycle with different periods reach every combination of interest. */
function controlInputs(program: ControlProgram, cycles: number): NativeInputs[] {
  const pick = (values: readonly number[], index: number) => values[index % values.length]!;
  let state = 12345;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >> 8;
  const many = (values: readonly number[], count: number) => Array.from({ length: count }, () => pick(values, next()));
  const altitudes = [-1001, -1000, 0, 1999, 2000, 2050, 2101, 2200, 2201, 50000, 50001];
  const random = Array.from(
    { length: 400 },
    (): NativeInputs =>
      program === 'brake'
        ? {
            autobrake: many([0, 1, 2], 1),
            pedal: many([-1, 0, 1, 2, 3, 0, 1, 2, 3, 4], cycles),
            switch_position: many([0, 1, 2, 3], cycles),
            speed: many([0, 1, 2, 3], cycles),
            slip: many([0, 2, 3, 4], cycles),
          }
        : {
            device: many([0, 0, 1, 2], 1),
            altitude: many(altitudes, 3 * cycles),
            quality: many([0, 0, 1, 2], 3 * cycles),
            inhibit: many([0, 0, 1], cycles),
            reset: many([0, 0, 0, 1], cycles),
          },
  );
  if (program === 'brake') return random;
  // What the hysteresis does shows only when all altimeters agree and the first descent is inhibited.
  const agreeing = Array.from({ length: 100 }, (): NativeInputs => {
    const altitude = many([1999, 2000, 2150, 2250], cycles).flatMap((one) => [one, one, one]);
    const quality = altitude.map(() => 2);
    return { device: 0, altitude, quality, inhibit: many([0, 1], cycles), reset: many([0], cycles) };
  });
  return [...random, ...agreeing];
}

describe.runIf(nativeCompilerExists())('the versions of the control programs', () => {
  for (const program of controlPrograms) {
    it(`of ${program} compile, and differ from the original where they say so`, () => {
      const versions = versionsOf(program);
      expect(versions.map((one) => one.version)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
      const cycles = 5;
      const inputs = controlInputs(program, cycles);
      const original = runVersion(`${program}-0`, originalOf(program), inputs, cycles);
      for (const { version, changesBehaviour, source, description } of versions) {
        const changed = runVersion(`${program}-${version}`, source, inputs, cycles);
        const differs = changed.some((one, number) => one !== original[number]);
        expect(differs, `version ${version}: ${description}`).toBe(changesBehaviour);
      }
    });
  }
});
