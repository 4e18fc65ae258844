/** Pairs of versions, checked without pathfold: refactorings change nothing on many inputs, fixes do on their example. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  endedWell,
  type NativeInputs,
  type NativeOutcome,
  nativeCompilerExists,
  outputsOf,
  runProgram,
} from '../native/native.ts';

const folder = fileURLToPath(new URL('diff', import.meta.url));

interface Expected {
  readonly difference: 'equivalent' | 'different';
  readonly example?: NativeInputs;
}

/** What a user can see of a run: a fault counts as one, whatever the sanitizer says about it. */
function observed(outcome: NativeOutcome): string {
  if (!endedWell(outcome)) return 'fault';
  return JSON.stringify([outcome.status, outcome.stdout, outputsOf(outcome)]);
}

/** Inputs are read off the source: the calls of pathfold.h and their ranges. */
function randomInputs(source: string, count: number): NativeInputs[] {
  let state = 99;
  const next = (bound: number) => ((state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >> 8) % bound;
  const anyInt = () => [0, 1, -1, 3, 10, 100, 1007, 1014, 12, 2147483647, -2147483648, next(1 << 23)][next(12)]!;
  const calls = [...source.matchAll(/pathfold_(\w+)\((?:(\w+), [^"]*)?"(\w+)"(?:, (-?\d+), (-?\d+))?/g)];
  const reads = calls.filter(([, kind]) => kind !== 'output' && kind !== 'assume');
  return Array.from({ length: count }, () => {
    const inputs: Record<string, number | number[]> = {};
    for (const [, kind, , name, low, high] of reads) {
      if (kind === 'range') inputs[name!] = Number(low) + next(Number(high) - Number(low) + 1);
      else if (kind === 'bytes') inputs[name!] = Array.from({ length: 8 }, () => [0, 1, 77, 255][next(4)]!);
      else if (kind === 'string') inputs[name!] = Array.from({ length: 3 }, () => [0, 45, 48, 57, 97][next(5)]!);
      else inputs[name!] = anyInt();
    }
    return inputs;
  });
}

describe.runIf(nativeCompilerExists())('pairs of versions', () => {
  const names = readdirSync(folder).sort();
  const expectedOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;

  it('are at least ten refactorings and ten fixes', () => {
    const refactorings = names.filter((name) => expectedOf(name).difference === 'equivalent');
    expect(refactorings.length).toBeGreaterThanOrEqual(10);
    expect(names.length - refactorings.length).toBeGreaterThanOrEqual(10);
  });

  for (const name of names) {
    it(`${name} behaves as its description says`, () => {
      const { difference, example } = expectedOf(name);
      const inputs = example ? [example] : randomInputs(readFileSync(join(folder, name, 'old.c'), 'utf8'), 150);
      const [old, changed] = ['old.c', 'new.c'].map((file) =>
        runProgram([join(folder, name, file)], inputs).map(observed),
      );
      if (difference === 'equivalent') {
        expect(changed).toEqual(old);
        expect(new Set(old).size, 'inputs should reach several behaviours').toBeGreaterThan(1);
      } else {
        expect(changed).not.toEqual(old);
        expect(changed[0], 'a fix leaves no fault').not.toBe('fault');
      }
    });
  }
});
