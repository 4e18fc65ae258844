import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/program/errors.ts';
import { OutputFolder } from '../../src/suite/output-folder.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});
const open = (out: string | null = null, force = false) => OutputFolder.open({ directory, out, force });

describe('the output folder', () => {
  it('is pathfold-out, then the next free number, and pathfold-last leads to the newest', () => {
    const first = open();
    first.write('test000001.json', '1');
    const second = open();
    second.write('test000001.json', '2');
    expect([first.name, second.name]).toEqual(['pathfold-out', 'pathfold-out-2']);
    expect(readFileSync(join(directory, 'pathfold-out/test000001.json'), 'utf8')).toBe('1');
    expect(readlinkSync(join(directory, 'pathfold-last'))).toBe('pathfold-out-2');
  });
  it('reuses an empty folder', () => {
    mkdirSync(join(directory, 'pathfold-out'));
    expect(open().name).toBe('pathfold-out');
  });
  it('belongs to the first of two runs that start at once, until it lets go of it', () => {
    const first = open('new');
    expect(() => open('new')).toThrow(/new is not empty/);
    first.release();
    expect(open('new').name).toBe('new');
    expect([open().name, open().name]).toEqual(['pathfold-out', 'pathfold-out-2']);
  });
  it('does not touch a file that happens to be called pathfold-last', () => {
    writeFileSync(join(directory, 'pathfold-last'), 'mine');
    open();
    expect(readFileSync(join(directory, 'pathfold-last'), 'utf8')).toBe('mine');
  });
  it('can be named, with missing parents, and must then be empty', () => {
    open('deep/er').write('summary.json', '{}');
    expect(() => open('deep/er')).toThrow(/deep\/er is not empty/);
    writeFileSync(join(directory, 'file'), '');
    expect(() => open('file')).toThrow(/not a folder/);
  });
  it('with --force loses only what runs write', () => {
    open('o').write('test000001.ptr.err', 'old');
    writeFileSync(join(directory, 'o', 'notes.txt'), 'mine');
    open('o', true);
    expect(readdirSync(join(directory, 'o'))).toEqual(['journal.pathfold', 'notes.txt']);
  });
  it('knows the way back to where pathfold was started', () => {
    expect(open('a/b').pathTo(directory)).toBe('../..');
    expect(open('.', true).pathTo(directory)).toBe('.');
  });
  it('that cannot be written is refused before the work starts', () => {
    mkdirSync(join(directory, 'closed'));
    chmodSync(join(directory, 'closed'), 0o500);
    // The superuser may write anywhere; a place below a file refuses even that.
    writeFileSync(join(directory, 'plain'), '');
    const out = process.getuid?.() === 0 ? 'plain/o' : 'closed/o';
    expect(() => open(out)).toThrow(UserError);
    expect(() => open(out)).toThrow(/cannot write to/);
    expect(() => open('/proc/pathfold')).toThrow(/cannot write to/);
  });
});

describe('a disk that fills up', () => {
  // /dev/full refuses every byte, like a full disk.
  it.runIf(existsSync('/dev/full'))('is reported once, clearly, and leaves no half files', () => {
    const folder = open();
    expect(folder.write('test000001.json', 'whole')).toBe(true);
    symlinkSync('/dev/full', join(folder.path, 'test000002.json'));
    expect(folder.write('test000002.json', 'x')).toBe(false);
    expect(folder.problem?.message).toBe('cannot write pathfold-out/test000002.json: the disk is full');
    expect(folder.write('test000003.json', 'x')).toBe(false);
    expect(readdirSync(folder.path)).toEqual(['journal.pathfold', 'test000001.json']);
  });
});
