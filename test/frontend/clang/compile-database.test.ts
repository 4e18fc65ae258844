import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CompileDatabase, splitCommand } from '../../../src/frontend/clang/compile-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  mkdirSync(join(folder, 'build'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function database(entries: unknown): CompileDatabase {
  writeFileSync(join(folder, 'build', 'compile_commands.json'), JSON.stringify(entries));
  return CompileDatabase.read('build', folder);
}

describe('flags of an entry', () => {
  test('keeps what changes the meaning of the source and makes paths absolute', () => {
    const commands = database([
      {
        directory: join(folder, 'build'),
        file: '../src/a.c',
        command: `cc -O2 -Wall -I../include -isystem deps -DNAME='"x y"' -U OLD -std=gnu11 -funsigned-char -fPIC -MD -MF a.d -o a.o -c ../src/a.c`,
      },
    ]);
    expect(commands.flagsFor(join(folder, 'src/a.c'), 'src/a.c')).toEqual([
      ...['-I', join(folder, 'include'), '-isystem', join(folder, 'build/deps')],
      ...['-D', 'NAME="x y"', '-U', 'OLD', '-std=gnu11', '-funsigned-char'],
    ]);
  });

  test('reads arguments as well as a command', () => {
    const commands = database([{ directory: '.', file: 'a.c', arguments: ['cc', '-D', 'A=1', '-c', 'a.c'] }]);
    expect(commands.flagsFor(join(folder, 'build/a.c'), 'a.c')).toEqual(['-D', 'A=1']);
  });

  test('keeps the name of a forced include that the include path must find', () => {
    writeFileSync(join(folder, 'build', 'here.h'), '');
    const commands = database([
      { directory: '.', file: 'a.c', arguments: ['cc', '-include', 'here.h', '-include', 'elsewhere.h'] },
    ]);
    expect(commands.flagsFor(join(folder, 'build/a.c'), 'a.c')).toEqual([
      ...['-include', join(folder, 'build/here.h'), '-include', 'elsewhere.h'],
    ]);
  });
});

describe('refusing', () => {
  test('a folder that does not exist, or has no database', () => {
    expect(() => CompileDatabase.read('nowhere', folder)).toThrow('-p nowhere: no such folder');
    expect(() => CompileDatabase.read('build', folder)).toThrow(/no compile_commands\.json in this folder/);
  });

  test('a database that is not one', () => {
    expect(() => database({})).toThrow(/is not a list of compile commands/);
    expect(() => database([null])).toThrow(/entry 1 lacks "file"/);
    expect(() => database([{ file: 'a.c' }])).toThrow(/entry 1 lacks/);
    writeFileSync(join(folder, 'build', 'compile_commands.json'), '[{');
    expect(() => CompileDatabase.read('build', folder)).toThrow(/is not valid JSON/);
  });

  test('a file that is not listed', () => {
    const commands = database([{ directory: '.', file: 'a.c', command: 'cc -c a.c' }]);
    expect(() => commands.flagsFor(join(folder, 'b.c'), 'b.c')).toThrow(/b\.c is not listed in/);
  });
});

test('commands are split as a shell splits them', () => {
  expect(splitCommand(`cc -DA="b c" -D'E=\\n' a\\ b.c  -DQ=\\"q\\" ""`)).toEqual([
    ...['cc', '-DA=b c', '-DE=\\n', 'a b.c', '-DQ="q"', ''],
  ]);
});
