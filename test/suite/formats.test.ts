import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cTestText } from '../../src/suite/c-test.ts';
import { readJson, writeJson } from '../../src/suite/json-file.ts';
import { ktestOf, readKtest, writeKtest } from '../../src/suite/ktest.ts';
import { testFiles } from '../../src/suite/write-test.ts';
import { bytesInput, EXAMPLE_BUILD, exampleTest, intInput } from './example-test.ts';

describe('JSON tests', () => {
  it('read back as written', () => {
    expect(readJson(writeJson(exampleTest()), 'test.json')).toEqual(exampleTest());
  });
  it('are refused when they are something else', () => {
    expect(() => readJson('{', 'x.json')).toThrow(/x\.json is not valid JSON/);
    expect(() => readJson('[]', 'x.json')).toThrow(/not a pathfold test/);
    expect(() => readJson('null', 'x.json')).toThrow(/not a pathfold test/);
    expect(() => readJson('{"format":"pathfold-test","version":9}', 'x.json')).toThrow(/another version/);
    expect(() => readJson('{"format":"pathfold-test","version":1}', 'x.json')).toThrow(/no "build"/);
  });
});

describe('.ktest', () => {
  it('has the documented bytes', () => {
    const build = { ...EXAMPLE_BUILD, arguments: ['--sym-arg', '2'] };
    const bytes = writeKtest(ktestOf(exampleTest({ build, inputs: [intInput('x', 258)] })));
    const word = (value: number) => [0, 0, 0, value];
    const text = (value: string) => [...word(value.length), ...new TextEncoder().encode(value)];
    expect(Array.from(bytes)).toEqual([
      ...new TextEncoder().encode('KTEST'),
      ...word(3),
      ...word(3),
      ...text('sum.c'),
      ...text('--sym-arg'),
      ...text('2'),
      ...word(0),
      ...word(0),
      ...word(3),
      ...text('arg00'),
      ...word(3),
      ...[0, 0, 0],
      ...text('model_version'),
      ...word(4),
      ...[1, 0, 0, 0],
      ...text('x'),
      ...word(4),
      ...[2, 1, 0, 0],
    ]);
  });
  it('reads back what it wrote', () => {
    const object = fc.record({
      name: fc.string({ minLength: 1 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
    });
    const file = fc.record({ arguments: fc.array(fc.string({ minLength: 1 })), objects: fc.array(object) });
    fc.assert(
      fc.property(file, (ktest) => {
        expect(readKtest(writeKtest(ktest), 'a.ktest')).toEqual(ktest);
      }),
    );
  });
  it('never holds an empty argument, name or object: other readers fail on them', () => {
    const empty = new Uint8Array();
    const written = writeKtest({
      arguments: ['', 'a'],
      objects: [
        { name: '', bytes: Uint8Array.of(1) },
        { name: 'e', bytes: empty },
      ],
    });
    expect(readKtest(written, 'a.ktest')).toEqual({
      arguments: ['a'],
      objects: [{ name: 'unnamed', bytes: Uint8Array.of(1) }],
    });
  });
  it('accepts the old magic and refuses damaged files', () => {
    const good = writeKtest(ktestOf(exampleTest()));
    const old = good.slice();
    old.set(new TextEncoder().encode('BOUT\n'));
    expect(readKtest(old, 'a.ktest').objects).toHaveLength(2);
    expect(() => readKtest(good.subarray(0, good.length - 1), 'a.ktest')).toThrow(/a\.ktest .* ends too early/);
    expect(() => readKtest(new TextEncoder().encode('hello, world'), 'a.ktest')).toThrow(/start with KTEST/);
  });
});

describe('files of a test', () => {
  it('are named after its number; standard input and faults get files of their own', () => {
    const fault = {
      kind: 'out-of-bounds',
      message: 'index 4 of 4',
      function: 'f',
      file: 'sum.c',
      line: 3,
      column: 5,
      stack: [],
    } as const;
    const base = exampleTest();
    const expected = {
      ...base.expected,
      ending: 'out-of-bounds',
      meaning: 'out of bounds access',
      status: null,
      fault,
    } as const;
    const files = testFiles(exampleTest({ number: 12, stdin: 'in', expected }));
    expect(files.map(([name]) => name)).toEqual([
      'test000012.json',
      'test000012.ktest',
      'test000012.c',
      'test000012.stdin',
      'test000012.ptr.err',
    ]);
    expect(files[4][1]).toBe('Error: out of bounds access\nFile: sum.c\nLine: 3\nStack: \nInfo: \n\tindex 4 of 4\n');
  });
  it('of a test that ends well have no .err file', () => {
    expect(testFiles(exampleTest()).map(([name]) => name)).toEqual([
      'test000001.json',
      'test000001.ktest',
      'test000001.c',
    ]);
  });
});

describe('C tests', () => {
  it('show typed values, the expectation and how to build', () => {
    const text = cTestText(exampleTest());
    expect(text).toContain('static const int value0 = -5; /* x */');
    expect(text).toContain('static const unsigned char value1[4] = "abc\\000";');
    expect(text).toContain('Expected: the program ends with status 0');
    expect(text).toContain('on standard output: "ok\\n"');
    expect(text).toContain('-DLIMIT=3 ../sum.c test000001.c');
    expect(text).toContain("'-I../include dir'");
    expect(text).toContain('const int __pf_replay_expected_status = 0;');
  });
  it('compile without a warning, whatever the values are', () => {
    const inputs = [
      intInput('lowest', -2147483648),
      intInput('lowest wide', '-9223372036854775808', 64),
      intInput('highest', 4294967295, 32, false),
      { ...intInput('truth', 1, 1, false), type: '_Bool' },
      { ...intInput('nan', 0), kind: 'float' as const, type: 'float', value: 'nan' },
      { ...intInput('pi', 0, 64), kind: 'float' as const, type: 'double', value: 3.25e-300 },
      { ...intInput('two', 0, 32), kind: 'float' as const, type: 'float', value: 2 },
      { ...intInput('-0', 0, 64), kind: 'float' as const, type: 'double', value: '-0' },
      bytesInput('*/ "quoted\\', '00ff', '\\000\\377'),
      bytesInput('text', '3f3f3d00', '??='),
    ];
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
    try {
      for (const [name, test] of [
        ['all.c', exampleTest({ inputs, argv: ['p', "it's", { hex: '2a2fff', text: '*/\\377' }] })],
        ['none.c', exampleTest({ inputs: [] })],
      ] as const) {
        writeFileSync(join(folder, name), cTestText(test));
        const flags = ['-Wall', '-Wextra', '-Werror', '-fsyntax-only'];
        execFileSync('cc', [...flags, join(folder, name)], { stdio: 'pipe' });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
