/**
 * The papers' examples, checked without pathfold: each program is compiled by gcc, run on many inputs, and the number of
 * distinct sequences of basic blocks is the number of paths that its expected.json claims for exhaustive exploration.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { endedWell, type NativeInputs, nativeCompilerExists, runProgram } from '../native/native.ts';

const folder = fileURLToPath(new URL('papers', import.meta.url));

interface Expected {
  readonly source: string;
  readonly paths: number;
  readonly faulty: number;
}

/** All combinations of the given values. */
function combinations(domain: Readonly<Record<string, readonly NativeInputs[string][]>>): NativeInputs[] {
  let found: NativeInputs[] = [{}];
  for (const [name, values] of Object.entries(domain)) {
    found = found.flatMap((inputs) => values.map((value) => ({ ...inputs, [name]: value })));
  }
  return found;
}

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

const signs = [-7, 0, 1, 3];
const brakeInputs = combinations({ PedalPos: [-1, 0, 1, 2, 3], BSwitch: [0, 1, 2], PedalCmd: range(-3, 4) });
const fooInputs = combinations({ x: [-2, 0, 4, 6, 9, 12], y: [-2, 0, 5, 6, 9, 11], z: [0, 3] });
const bits = (count: number) =>
  range(0, 2 ** count - 1).map((number) => range(1, count).map((bit) => (number >> (bit - 1)) & 1));

/** For each case, inputs among which every feasible path has at least one. */
const inputsOf: Readonly<Record<string, NativeInputs[]>> = {
  'postconditioned-fig1': combinations({ a: [-20, -5, 0, 5, 20], b: [-15, 0, 6, 30], c: [-100, -1, 0, 100] }),
  'postconditioned-fig3': combinations({ x: [0, 1], y: [0, 1], a: [-5, 5], c: [-5, 5], e: [-5, 5] }),
  'symbolic-output-fig1': fooInputs,
  'symbolic-output-fig12': fooInputs,
  'symbolic-output-fig15': fooInputs,
  'symbolic-output-fig9': combinations({ x: [-1, 0, 1, 2], y: [0, 1] }),
  'symbolic-output-fig16': combinations({ i: [-1, 0, 1, 2] }),
  'dependence-guided-fig1': combinations({ x: signs, y: signs }),
  'dependence-guided-fig2': combinations({ x: [0, 1, 2], y: [0, 1, 2], z: [0, 1, 2, 5] }),
  'dependence-guided-fig4': bits(6).map((one) => Object.fromEntries(one.map((bit, index) => [`x${index + 1}`, bit]))),
  'dependence-guided-fig4-loop': bits(6).map((one) => ({ x: one.flatMap((bit) => [bit, 0, 0, 0]) })),
  'dependence-guided-fig5': combinations({ x: range(-2, 3) }),
  'dependence-guided-fig9': brakeInputs,
  'directed-incremental-fig2': brakeInputs,
  'redundant-states-section2': combinations({ w: [0, 1, 2], m: [0, 1, 2] }),
  'redundant-states-chown': combinations({
    argv1: prefixes('-R\0').map(codes),
    argv2: prefixes('--preserve-root\0').map(codes),
    reference_file: [0, 1],
  }),
};

/** The word, and the word with its k-th character spoiled, for every k. */
function prefixes(word: string): string[] {
  return [word, ...range(0, word.length - 1).map((k) => `${word.slice(0, k)}?${word.slice(k + 1)}`)];
}

function codes(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

/** Paths come from an executable without memory checks, faults from one with them. */
function pathsOf(source: string, inputs: readonly NativeInputs[]): { paths: number; faulty: number } {
  const traced = runProgram([source], inputs, { tracePaths: true, flags: ['-Wall', '-Wextra', '-Werror'] });
  const checked = runProgram([source], inputs);
  const faulty = new Set(traced.filter((_, number) => !endedWell(checked[number]!)).map((outcome) => outcome.path));
  return { paths: new Set(traced.map((outcome) => outcome.path)).size, faulty: faulty.size };
}

describe.runIf(nativeCompilerExists())("the papers' examples", () => {
  for (const name of readdirSync(folder).sort()) {
    it(`${name} has the number of paths that its description states`, () => {
      const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;
      expect(readFileSync(join(folder, name, 'description.txt'), 'utf8')).toContain(expected.source.split(',')[0]!);
      const versions = ['main.c', 'old.c', 'new.c'].filter((file) => existsSync(join(folder, name, file)));
      expect(versions.length).toBeGreaterThan(0);
      for (const version of versions) {
        const counted = pathsOf(join(folder, name, version), inputsOf[name]!);
        expect({ version, ...counted }).toEqual({ version, paths: expected.paths, faulty: expected.faulty });
      }
    });
  }

  it('of the dependence paper show both faults of Fig. 2 at the two places', () => {
    const outcomes = runProgram(
      [join(folder, 'dependence-guided-fig2', 'main.c')],
      inputsOf['dependence-guided-fig2']!,
    );
    const reports = outcomes.filter((outcome) => !endedWell(outcome)).map((outcome) => outcome.report);
    expect(reports.filter((report) => report.includes('division by zero'))).not.toEqual([]);
    expect(reports.filter((report) => report.includes('heap-buffer-overflow'))).not.toEqual([]);
  });

  it('of the output paper return what the signatures say', () => {
    const inputs = inputsOf['symbolic-output-fig12']!;
    const returned = (version: string) =>
      runProgram([join(folder, 'symbolic-output-fig12', version)], inputs).map((outcome) => outcome.status);
    const [old, changed] = [returned('old.c'), returned('new.c')];
    const differing = inputs.filter((_, number) => old[number] !== changed[number]);
    expect(differing.length).toBeGreaterThan(0);
    for (const { x, y } of differing as { x: number; y: number }[]) {
      expect(x - y > 0 && x - y <= 2 && x + y > 10, `x = ${x}, y = ${y}`).toBe(true);
    }
  });
});
