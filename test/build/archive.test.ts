import { expect, test } from 'vitest';
import { isArchive, readArchive } from '../../src/build/archive.ts';

function member(name: string, content: string, size = content.length): string {
  const padding = content.length % 2 === 1 ? '\n' : '';
  return `${name.padEnd(16)}${'0'.padEnd(32)}${String(size).padEnd(10)}\`\n${content}${padding}`;
}

const bytes = (text: string) => new Uint8Array([...text].map((char) => char.charCodeAt(0)));
const contents = (archive: string) =>
  readArchive(bytes(archive)).map(({ name, bytes: content }) => [name, content && new TextDecoder().decode(content)]);

test('members have short names, long names of GNU, or long names of BSD', () => {
  const archive = [
    '!<arch>\n',
    member('/', 'symbols'),
    member('//', 'a_rather_long_name.o/\nanother_long_name.o/\n'),
    member('short.o/', 'one'),
    member('/22', 'two'),
    member('#1/20', 'bsd_with_long_name.o' + 'three'),
  ].join('');
  expect(isArchive(bytes(archive))).toBe(true);
  expect(contents(archive)).toEqual([
    ['short.o', 'one'],
    ['another_long_name.o', 'two'],
    ['bsd_with_long_name.o', 'three'],
  ]);
});

test('a thin archive only names its members', () => {
  const archive = `!<thin>\n${member('//', 'dir/a.o/\ndir/b.o/\n')}${member('/0', '', 1000)}${member('/9', '', 3)}`;
  expect(contents(archive)).toEqual([
    ['dir/a.o', null],
    ['dir/b.o', null],
  ]);
});

test('what follows damage is left out', () => {
  expect(contents(`!<arch>\n${member('a.o/', 'a')}garbage`)).toEqual([['a.o', 'a']]);
  expect(isArchive(bytes('int main;'))).toBe(false);
});
