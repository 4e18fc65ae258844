import { describe, expect, test } from 'vitest';
import { defaultOutput, readCommandLine } from '../../src/build/command-line.ts';

const read = (line: string) => readCommandLine(line.split(' '));

describe('the words of a compiler', () => {
  test('name sources and the output, whatever values stand between', () => {
    const line = read('-I inc -DX -MF deps.c -MT x.o -c -o x.o -include pre.h x.c');
    expect(line).toMatchObject({ output: 'x.o', links: false, inputs: [{ kind: 'source', file: 'x.c' }] });
  });

  test('keep the order of what is linked', () => {
    const { inputs, links, libraryFolders, output } = read('main.o extra.c -Llib -L /more -lone other.a -l two -oprog');
    expect(inputs.map((input) => (input.kind === 'library' ? input.name : input.file))).toEqual([
      ...['main.o', 'extra.c', 'one', 'other.a', 'two'],
    ]);
    expect([links, libraryFolders, output]).toEqual([true, ['lib', '/more'], 'prog']);
  });

  test('reach the linker through -Wl and -Xlinker', () => {
    const { inputs } = read('-Wl,--whole-archive all.a -Wl,--no-whole-archive -Xlinker -Bstatic -ls -Wl,-Bdynamic,-ld');
    expect(inputs).toEqual([
      { kind: 'binary', file: 'all.a', whole: true },
      { kind: 'library', name: 's', whole: false, preferStatic: true },
      { kind: 'library', name: 'd', whole: false, preferStatic: false },
    ]);
  });

  test('may say what language a file is in', () => {
    expect(read('-x c odd.file -x none x.o').inputs).toEqual([
      { kind: 'source', file: 'odd.file' },
      { kind: 'binary', file: 'x.o', whole: false },
    ]);
  });

  test('may ask for another machine', () => {
    expect(read('-m32 -c a.c').otherMachine).toBe('-m32');
    expect(read('-march=native -c a.c').otherMachine).toBeNull();
  });
});

test('an object is put into the current folder unless told otherwise', () => {
  expect(defaultOutput('../dir.d/a.b.c')).toBe('a.b.o');
});
