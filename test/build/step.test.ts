import { expect, test } from 'vitest';
import { readStep, splitResponse } from '../../src/build/step.ts';

const HASH = 'a'.repeat(64);

function record(...fields: string[]): Uint8Array {
  return new TextEncoder().encode(fields.map((field) => `${field}\0`).join(''));
}

test('a record says what ran where, on which contents', () => {
  const sums = `${HASH}  a.o\n${HASH} *dir/a b.c`;
  const step = readStep(
    record('pathfold-record-1', 'gcc', '/work', sums, '', '/more:/inc', '', '-DX="a b"', '-c', 'a.c'),
    7,
  );
  expect(step).toEqual({
    tool: 'gcc',
    directory: '/work',
    words: ['-DX="a b"', '-c', 'a.c'],
    hashes: new Map([
      ['a.o', HASH],
      ['dir/a b.c', HASH],
    ]),
    includeFolders: ['/more', '/inc'],
    time: 7,
    dateGiven: null,
  });
});

test('a record of the second kind has the date that the compiler was given', () => {
  const written = (date: string) => record('pathfold-record-2', 'cc', '/', '', '', '', '', date, '-c', 'a.c');
  expect(readStep(written('1234'), 0)).toMatchObject({ dateGiven: 1234, words: ['-c', 'a.c'] });
  expect(readStep(written(''), 0)).toMatchObject({ dateGiven: null, words: ['-c', 'a.c'] });
});

test('response files stand in the place of their names', () => {
  const content = '-o "my prog"\na.o';
  const responses = `list.rsp\n${content.length}\n${content}\n`;
  const step = readStep(
    record('pathfold-record-1', 'cc', '/', '', responses, '', '', '-g', '@list.rsp', '@gone', 'b.o'),
    0,
  );
  expect(step?.words).toEqual(['-g', '-o', 'my prog', 'a.o', '@gone', 'b.o']);
});

test('a record that was cut off, or is of another kind, is none', () => {
  const whole = record('pathfold-record-1', 'cc', '/', '', '', '', '', '-c');
  expect(readStep(whole, 0)).not.toBeNull();
  expect(readStep(whole.subarray(0, whole.length - 1), 0)).toBeNull();
  expect(readStep(record('pathfold-record-1', 'cc', '/'), 0)).toBeNull();
  expect(readStep(record('something', 'cc', '/', '', '', '', ''), 0)).toBeNull();
  expect(readStep(new Uint8Array(), 0)).toBeNull();
});

test('words of a response file are split as gcc splits them', () => {
  expect(splitResponse(`a  'b c'\t"d\\"e" f\\ g\n"" 'h'i`)).toEqual(['a', 'b c', 'd"e', 'f g', '', 'hi']);
});
