import { describe, expect, it } from 'vitest';
import { posixObjects, posixWords, readPosixObjects, withCounts } from '../../../src/suite/klee/posix-objects.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("the world as KLEE's model describes it", () => {
  const words = ['-x', '--sym-args', '0', '2', '3', '--sym-files', '1', '2', '-sym-stdin', '4', '--sym-arg', '1'];
  const read = posixWords(words);
  const objects = posixObjects(read, {
    arguments: [bytes(97, 98, 99), bytes(49)],
    files: [bytes(1, 2)],
    stdin: bytes(5, 6, 7, 8),
    calls: [{ name: 'own', bytes: bytes(9) }],
  });

  it('has its objects in the order in which it makes them', () => {
    expect(objects.map(({ name, bytes: { length } }) => `${name}:${length}`)).toEqual([
      'n_args:4',
      'arg00:4',
      'arg01:2',
      'A_data:2',
      'A_data_stat:144',
      'stdin:4',
      'stdin_stat:144',
      'model_version:4',
      'own:1',
    ]);
    expect(objects[0].bytes).toEqual(bytes(1, 0, 0, 0));
    expect(objects[1].bytes).toEqual(bytes(97, 98, 99, 0));
  });

  it('is read back', () => {
    const back = readPosixObjects(read, objects);
    expect(back).toEqual({
      arguments: [bytes(97, 98, 99), bytes(49)],
      files: [bytes(1, 2)],
      stdin: bytes(5, 6, 7, 8),
      calls: [{ name: 'own', bytes: bytes(9) }],
      counts: [1],
    });
    expect(withCounts(words, back.counts).slice(1, 5)).toEqual(['--sym-args', '1', '1', '3']);
  });

  it('is read from files of earlier versions, whose names have hyphens', () => {
    const old = objects.map((object) => ({ ...object, name: object.name.replace(/_(data|stat)/g, '-$1') }));
    expect(readPosixObjects(read, old).files).toEqual([bytes(1, 2)]);
  });

  it('is not looked for where the program has no such arguments', () => {
    expect(posixWords(['--verbose', '3'])).toEqual([]);
    const own = [{ name: 'stdin', bytes: bytes(1) }];
    expect(readPosixObjects([], own)).toMatchObject({ stdin: null, calls: own });
  });

  it('divides arguments among several options', () => {
    const two = posixWords(['--sym-args', '0', '2', '3', '--sym-args', '1', '1', '5', '--sym-args', '0', '1', '3']);
    const made = posixObjects(two, {
      arguments: [bytes(1, 1, 1), bytes(2, 2, 2, 2, 2)],
      files: [],
      stdin: null,
      calls: [],
    });
    const counts = made.filter(({ name }) => name === 'n_args').map(({ bytes: [count] }) => count);
    expect(counts).toEqual([1, 0]);
  });
});
