import { describe, expect, it } from 'vitest';
import { Model } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { PathOutcome } from '../../src/machine/outcome.ts';
import { PathCondition } from '../../src/solver/solver.ts';
import { callInputs, inputBytes, makeTest, type TestInfo, testName } from '../../src/suite/test-case.ts';
import { EXAMPLE_BUILD } from './example-test.ts';

const info: TestInfo = { number: 7, entry: 'main', bigEndian: false, build: EXAMPLE_BUILD };

function outcome(changes: Partial<PathOutcome>): PathOutcome {
  return {
    ending: { kind: 'exit', message: '', instruction: null, position: null, stack: [], status: 0, name: '' },
    condition: PathCondition.empty,
    inputs: [],
    answers: [],
    left: [],
    outputs: [],
    arguments: [[112]],
    stdout: [],
    stderr: [],
    returned: null,
    wishes: [],
    steps: 1,
    ...changes,
  };
}

describe('makeTest', () => {
  const terms = new Terms();
  const x = terms.variable('x', 32);
  const wide = terms.variable('wide', 64);
  const ratio = terms.variable('ratio', 64);
  const buffer = terms.bytes('buffer', 4);
  const piped = terms.bytes('stdin', 3);
  const model = new Model();
  model.scalars.set(x, 0xfffffffe);
  model.scalars.set(wide, 2n ** 63n);
  model.scalars.set(ratio, 0x3ff8000000000000n);
  model.arrays.set(buffer, Uint8Array.of(104, 105));
  model.arrays.set(piped, Uint8Array.of(49, 10, 255));
  const call = { origin: 'call', index: -1, signedness: 1 } as const;

  it('evaluates inputs in creation order with their types, zero where the model says nothing', () => {
    const test = makeTest(
      outcome({
        inputs: [
          { ...call, name: 'x', kind: 'int', term: x, bits: 32, signed: true },
          { ...call, name: 'wide', kind: 'int', term: wide, bits: 64, signed: false },
          { ...call, name: 'ratio', kind: 'float', term: ratio, bits: 64, signed: true },
          { ...call, name: 'buffer', kind: 'bytes', term: buffer, bits: 32, signed: false },
          { ...call, name: 'letter', kind: 'int', term: terms.constant(8, 97), bits: 8, signed: true, signedness: 2 },
          { ...call, name: 'flag', kind: 'int', term: terms.constant(8, 1), bits: 8, signed: false, signedness: 3 },
          { ...call, name: 'free', kind: 'int', term: terms.variable('free', 8), bits: 8, signed: false },
        ],
      }),
      model,
      info,
    );
    expect(test.inputs.map(({ name, type, value, text }) => [name, type, value, text])).toEqual([
      ['x', 'int', -2, undefined],
      ['wide', 'unsigned long long', '9223372036854775808', undefined],
      ['ratio', 'double', 1.5, undefined],
      ['buffer', 'unsigned char[4]', '68690000', 'hi\\000\\000'],
      ['letter', 'char', 97, 'a'],
      ['flag', '_Bool', 1, undefined],
      ['free', 'unsigned char', 0, undefined],
    ]);
    expect(callInputs(test).map((input) => inputBytes(input, false).length)).toEqual([4, 8, 8, 4, 1, 1, 1]);
    expect(inputBytes(test.inputs[0], false)).toEqual(Uint8Array.of(254, 255, 255, 255));
  });

  it('evaluates what the program printed, returned and marked as output', () => {
    const digit = terms.read(buffer, terms.constant(32, 1));
    const test = makeTest(
      outcome({
        ending: { kind: 'exit', message: '', instruction: null, position: null, stack: [], status: x, name: '' },
        returned: x,
        stdout: [62, digit, 10],
        outputs: [{ name: 'return', kind: 'int', bits: 32, signed: true, value: x, bytes: null }],
      }),
      model,
      info,
    );
    expect(test.expected).toMatchObject({ ending: 'exit', status: -2, returned: -2, stdout: '>i\n', fault: null });
    expect(test.expected.outputs).toMatchObject([{ name: 'return', value: -2 }]);
  });

  it('keeps arguments and standard input apart from inputs that the program asks for', () => {
    const test = makeTest(
      outcome({
        inputs: [
          {
            name: 'stdin',
            origin: 'stdin',
            index: -1,
            signedness: 0,
            kind: 'bytes',
            term: piped,
            bits: 24,
            signed: false,
          },
        ],
        arguments: [
          [112],
          [terms.read(buffer, terms.constant(32, 0)), 33, terms.read(buffer, terms.constant(32, 3)), 65],
        ],
      }),
      model,
      info,
    );
    expect(test.argv).toEqual(['p', 'h!']);
    expect(test.stdin).toEqual({ hex: '310aff', text: '1\\n\\377' });
    expect(callInputs(test)).toEqual([]);
  });

  it('says where a fault is and how the program got there', () => {
    const file = { path: 'sum.c', directory: '/src' };
    const position = { file, line: 4, column: 9, functionName: 'div', inlinedAt: null };
    const stack = [
      { functionName: 'div', position },
      { functionName: 'main', position: { ...position, line: 9, functionName: 'main' } },
    ];
    const ending = {
      kind: 'division-by-zero',
      message: 'y is 0',
      instruction: null,
      position,
      stack,
      status: 0,
      name: '',
    };
    const test = makeTest(outcome({ ending: ending as PathOutcome['ending'] }), model, info);
    expect(test.expected.status).toBeNull();
    expect(test.expected.fault).toEqual({
      kind: 'division-by-zero',
      message: 'y is 0',
      function: 'div',
      file: 'sum.c',
      line: 4,
      column: 9,
      stack: [
        { function: 'div', file: 'sum.c', line: 4, column: 9 },
        { function: 'main', file: 'sum.c', line: 9, column: 9 },
      ],
    });
  });

  it('is plain data with a name of fixed width', () => {
    const test = makeTest(outcome({}), model, info);
    expect(JSON.parse(JSON.stringify(test))).toEqual(test);
    expect(testName(test.number)).toBe('test000007');
  });
});
