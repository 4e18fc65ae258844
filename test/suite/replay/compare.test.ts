import { describe, expect, it } from 'vitest';
import type { EndingKind } from '../../../src/machine/endings.ts';
import { compare } from '../../../src/suite/replay/compare.ts';
import { type ObservedOutput, readHexFloat, readMarks } from '../../../src/suite/replay/marks.ts';
import type { Observation, RealProgram } from '../../../src/suite/replay/observation.ts';
import type { Expected } from '../../../src/suite/test-case.ts';
import { exampleTest } from '../example-test.ts';

const bytes = (value: string) => new TextEncoder().encode(value);
const program: RealProgram = {
  name: 'WebAssembly',
  observable: new Set<EndingKind>(['assert']),
  caution: null,
  run: async () => seen(),
  close: async () => {},
};

function seen(changes: Partial<Observation> = {}): Observation {
  return {
    end: 'exit',
    status: 0,
    statusMask: -1,
    faults: new Set(),
    message: 'it ended with status 0',
    stdout: bytes('ok\n'),
    stderr: bytes(''),
    outputs: [],
    ...changes,
  };
}
const expecting = (changes: Partial<Expected>) => exampleTest({ expected: { ...exampleTest().expected, ...changes } });
const fault = (kind: EndingKind) =>
  expecting({
    ending: kind,
    meaning: kind,
    status: null,
    fault: { kind, message: '', function: null, file: null, line: 0, column: 0, stack: [] },
  });

describe('a prediction', () => {
  it('agrees with the same output, status and marked values', () => {
    expect(compare(exampleTest(), seen(), program)).toEqual({ agreement: 'agrees', reasons: [] });
  });
  it.each([
    [{ status: 1 }, 'expected exit status 0, observed 1'],
    [{ stdout: bytes('no\n') }, 'expected on standard output "ok\\n", observed "no\\n"'],
    [{ stderr: bytes('?') }, 'expected on standard error "", observed "?"'],
    [{ outputs: [{ name: 'x', kind: 'int', value: 1n }] }, 'expected 0 marked outputs, observed 1'],
    [{ faults: new Set<EndingKind>(['shift']), message: 'shift!' }, 'expected no fault; shift!'],
    [{ end: 'fault', message: 'it trapped' }, 'expected it to end with status 0; it trapped'],
    [{ end: 'stopped', message: 'too long' }, 'expected it to end; too long'],
  ] as [Partial<Observation>, string][])('disagrees with %o', (changes, reason) => {
    expect(compare(exampleTest(), seen(changes), program)).toEqual({ agreement: 'disagrees', reasons: [reason] });
  });
  it('shows where texts begin to differ', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i + 1}\n`);
    const observed = seen({ stdout: bytes(lines.with(71, 'other\n').join('')) });
    expect(compare(expecting({ stdout: lines.join('') }), observed, program).reasons).toEqual([
      expect.stringMatching(/^expected on standard output, line 72, \.\.\."[^"]*line 71\\nline 72\\n[^"]*"\.\.\./),
    ]);
    expect(compare(expecting({ stdout: lines.join('') }), observed, program).reasons[0]).toMatch(
      /, observed \.\.\."[^"]*line 71\\nother\\n/,
    );
  });
  it('compares as many bits of the status as can be seen', () => {
    expect(compare(expecting({ status: -1 }), seen({ status: 255, statusMask: 0xff }), program).agreement).toBe(
      'agrees',
    );
    expect(compare(expecting({ status: -1 }), seen({ status: 255 }), program).agreement).toBe('disagrees');
  });
  it('does not mind signed overflow, which is a fault only on demand', () => {
    const wrapped = seen({ faults: new Set<EndingKind>(['overflow']) });
    expect(compare(exampleTest(), wrapped, program).agreement).toBe('agrees');
  });
  it('names the marked value that differs', () => {
    const output = { name: 'return', type: 'int', kind: 'int', bits: 32, signed: true, value: 3 } as const;
    const observed = seen({ outputs: [{ name: 'return', kind: 'int', value: -2n }] });
    expect(compare(expecting({ outputs: [output] }), observed, program).reasons).toEqual([
      'expected output return = 3, observed return = -2',
    ]);
  });
});

describe('marked values', () => {
  const typed = (kind: 'int' | 'float' | 'bytes', bits: number, value: number | string) =>
    expecting({ outputs: [{ name: 'o', type: '', kind, bits, signed: false, value }] });
  const agreement = (test: ReturnType<typeof typed>, output: ObservedOutput) =>
    compare(test, seen({ outputs: [output] }), program).agreement;

  it('are compared as what they are', () => {
    expect(agreement(typed('int', 8, 255), { name: 'o', kind: 'int', value: -1n })).toBe('agrees');
    expect(agreement(typed('float', 64, '-0'), { name: 'o', kind: 'float', value: -0 })).toBe('agrees');
    expect(agreement(typed('float', 64, '-0'), { name: 'o', kind: 'float', value: 0 })).toBe('disagrees');
    expect(agreement(typed('float', 64, 'nan'), { name: 'o', kind: 'float', value: Number.NaN })).toBe('agrees');
    expect(agreement(typed('bytes', 16, '6162'), { name: 'o', kind: 'bytes', value: bytes('ab') })).toBe('agrees');
    expect(agreement(typed('bytes', 16, '6162'), { name: 'p', kind: 'bytes', value: bytes('ab') })).toBe('disagrees');
  });
  it('are read from what the replay library says', () => {
    const marks = readMarks(
      bytes('pathfold:output:a:b:i32:-7\npathfold:note:hm\npathfold:fault:assert:f.c:3:x > 0\npathfold:unusable:no\n'),
    );
    expect(marks.unusable).toBe('no');
    expect(marks.outputs).toEqual([{ name: 'a:b', kind: 'int', value: -7n }]);
    expect([...marks.faults]).toContain('assert');
    expect(marks.notes).toEqual(['hm']);
  });
  it.each([
    ['0x1.8p+1', 3],
    ['-0x0p+0', -0],
    ['0x0.0000000000001p-1022', 5e-324],
    ['0x1.fffffffffffffp+1023', Number.MAX_VALUE],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['-nan', Number.NaN],
    ['0x1p-149', 2 ** -149],
  ])('read %s as a float', (text, value) => {
    expect(readHexFloat(text)).toBe(value);
  });
});

describe('a predicted fault', () => {
  it('agrees with a sign of it, even if buffered output was lost', () => {
    const trapped = seen({ end: 'fault', status: null, faults: new Set<EndingKind>(['assert']), stdout: bytes('') });
    expect(compare(fault('assert'), trapped, program).agreement).toBe('agrees');
    expect(compare(fault('assert'), { ...trapped, stdout: bytes('x') }, program).agreement).toBe('disagrees');
  });
  it('that should have shown and did not is a disagreement', () => {
    expect(compare(fault('assert'), seen(), program).reasons).toEqual(['expected assert; it ended with status 0']);
  });
  it('that this build cannot show is not one', () => {
    expect(compare(fault('null-pointer'), seen(), program)).toEqual({
      agreement: 'not observable',
      reasons: ['null-pointer does not show in WebAssembly'],
    });
  });
});

describe('a path that was cut', () => {
  const cut = expecting({ ending: 'pruned', meaning: 'cut as redundant', status: null, stdout: 'o' });
  it('predicts only how the output begins, which is too little to agree with', () => {
    expect(compare(cut, seen({ status: 9 }), program)).toEqual({
      agreement: 'expects nothing',
      reasons: ['how the path ends is not known: cut as redundant'],
    });
    expect(compare(cut, seen({ stdout: bytes('x') }), program).agreement).toBe('disagrees');
    expect(compare(cut, seen({ end: 'stopped' }), program).agreement).toBe('not observable');
  });
});
