import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/options/parse.ts';

function parse(...words: string[]) {
  return parseArguments('ir', true, words);
}

describe('options', () => {
  test('take their value apart or after =', () => {
    expect(parse('--function', 'f').options.function).toBe('f');
    expect(parse('--function=f').options.function).toBe('f');
    expect(parse('--function=a=b').options.function).toBe('a=b');
  });

  test('have defaults', () => {
    const { options } = parse('a.c');
    expect(options.function).toBeNull();
    expect(options.dot).toBe(false);
    expect(options.define).toEqual([]);
  });

  test('are written with one letter as compilers do', () => {
    const { options } = parse('-Iinclude', '-I', 'other', '-DX=1', '-D', 'Y', '-UZ', '-p', 'build', '-std=c99');
    expect(options['include-directory']).toEqual(['include', 'other']);
    expect(options.define).toEqual(['X=1', 'Y']);
    expect(options.undefine).toEqual(['Z']);
    expect(options['compile-commands']).toBe('build');
    expect(options.std).toBe('c99');
  });

  test('and operands may be mixed', () => {
    expect(parse('a.c', '--dot', 'b.c').operands).toEqual(['a.c', 'b.c']);
  });

  test('are remembered in the order given', () => {
    expect(parse('-DB', '--dot', '-DA').given).toEqual([
      { name: 'define', value: 'B' },
      { name: 'dot', value: true },
      { name: 'define', value: 'A' },
    ]);
  });
});

test('what follows -- goes to clang, what follows --args to the program', () => {
  const invocation = parse('a.c', '--', '-O2', '--weird', '--args', '--dot', '--', 'x');
  expect(invocation.clangFlags).toEqual(['-O2', '--weird']);
  expect(invocation.programArguments).toEqual(['--dot', '--', 'x']);
  expect(invocation.options.dot).toBe(false);
  expect(parse('a.c', '--dot', '--args', '-x').programArguments).toEqual(['-x']);
});

test('what follows an executable goes to the program', () => {
  const isLast = (operands: readonly string[]) => operands.length === 2;
  const invocation = parseArguments('ir', true, ['--dot', 'one', 'two', '--function', '--', '--args'], isLast);
  expect(invocation.operands).toEqual(['one', 'two']);
  expect(invocation.options.dot).toBe(true);
  expect(invocation.programArguments).toEqual(['--function', '--', '--args']);
});

describe('mistakes', () => {
  test('unknown options are named, with near ones suggested', () => {
    expect(() => parse('--funktion', 'f')).toThrow('unknown option --funktion');
    expect(() => parse('--funktion', 'f')).toThrow(expect.objectContaining({ hint: 'did you mean --function?' }));
    expect(() => parse('--zzzzzz')).toThrow(expect.objectContaining({ hint: expect.stringContaining('--help') }));
  });

  test('a place that the shell cut in two at > is to be put in quotes', () => {
    const words = ['step.c', '--function', 'step', '--state', 'p-'];
    expect(() => parseArguments('automaton', true, words)).toThrow('--state p-: the shell took what followed');
    expect(() => parseArguments('automaton', true, ['a.c', '--out', 'p-'])).not.toThrow();
  });

  test('missing and superfluous values are named', () => {
    expect(() => parse('a.c', '--function')).toThrow('--function lacks its value');
    expect(() => parse('a.c', '--function', '--', '-O2')).toThrow('--function lacks its value');
    expect(() => parse('--dot=yes')).toThrow('--dot takes no value');
  });
});
