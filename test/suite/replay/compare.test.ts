import { describe, expect, it } from 'vitest';
import type { EndingKind } from '../../../src/machine/endings.ts';
import { compare } from '../../../src/suite/replay/compare.ts';
import type { Observation, RealProgram } from '../../../src/suite/replay/observation.ts';
import type { Expected } from '../../../src/suite/test_case.ts';
import { exampleTest } from '../example_test.ts';

const bytes = (value: string) => new TextEncoder().encode(value);
const program = { name: 'WebAssembly', observable: new Set<EndingKind>(['assert']), caution: null } as RealProgram;

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
    [{ outputs: [{ name: 'x', bytes: bytes('1') }] }, 'expected 0 marked outputs, observed 1'],
    [{ faults: new Set<EndingKind>(['shift']), message: 'shift!' }, 'expected no fault; shift!'],
    [{ end: 'fault', message: 'it trapped' }, 'expected it to end with status 0; it trapped'],
    [{ end: 'stopped', message: 'too long' }, 'expected it to end; too long'],
  ] as [Partial<Observation>, string][])('disagrees with %o', (changes, reason) => {
    expect(compare(exampleTest(), seen(changes), program)).toEqual({ agreement: 'disagrees', reasons: [reason] });
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
    const observed = seen({ outputs: [{ name: 'return', bytes: Uint8Array.of(254, 255, 255, 255) }] });
    expect(compare(expecting({ outputs: [output] }), observed, program).reasons).toEqual([
      'expected output return = 3, observed return = -2',
    ]);
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
  const cut = expecting({ ending: 'pruned', status: null, stdout: 'o' });
  it('predicts only how the output begins', () => {
    expect(compare(cut, seen({ status: 9 }), program).agreement).toBe('agrees');
    expect(compare(cut, seen({ stdout: bytes('x') }), program).agreement).toBe('disagrees');
    expect(compare(cut, seen({ end: 'stopped' }), program).agreement).toBe('not observable');
  });
});
