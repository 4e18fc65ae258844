/** `pathfold explain` as a user meets it: which lines, why, and what is said when the question cannot be answered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';

const SOURCE = `#include <pathfold.h>
#include <stdlib.h>

int limit = 3;

int main(int argc, char **argv) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int unused = y * 2;
  if (y > 100) exit(9);
  if (x > 5) {
    limit = 10;
  }
  int result = limit + 1;
  unused += 1;
  return result;
}
`;
const OTHER = 'int helper(int n) {\n  return n + 1;\n}\n';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-explain-'));
  file = join(folder, 'limit.c');
  writeFileSync(file, SOURCE);
  writeFileSync(join(folder, 'other.c'), OTHER);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The reasons per line, from the table. */
function linesOf(out: string): Map<number, string> {
  const rows = out.split('\n').map((row) => /^ +(\d+) {2}(.*?) {2,}\S/.exec(row));
  return new Map(rows.filter((row) => row !== null).map((row) => [Number(row[1]), row[2].trim()]));
}

describe('pathfold explain', () => {
  it('shows the lines that could influence the outputs, and how each came in', async () => {
    const { status, out } = await run('explain', file);
    expect(status).toBe(0);
    const lines = linesOf(out);
    expect(lines.get(14)).toBe('data');
    expect(lines.get(11)).toBe('potential');
    expect(lines.get(10)).toContain('could end');
    expect(lines.get(7)).toBe('data');
    expect(lines.has(9)).toBe(false);
    expect(lines.has(15)).toBe(false);
    expect(out).toMatch(/\d+ of \d+ executed lines; the run: the program ended/);
  });

  it('starts at the line asked for', async () => {
    const { out } = await run('explain', file, '--slice', '15');
    const lines = linesOf(out);
    expect(lines.get(15)).toContain('asked');
    expect(lines.get(9)).toBe('data');
    expect(lines.has(14)).toBe(false);
    expect((await run('explain', file, '--slice', 'limit.c:15')).out).toBe(out);
  });

  it('explains the run of a generated test', async () => {
    const out = join(folder, 'tests');
    await run('test', file, '--out', out);
    const seen: string[] = [];
    for (const number of [1, 2, 3]) {
      const test = join(out, `test00000${number}.json`);
      const explained = await run('explain', file, '--slice', 'output', '--test', test, '--json');
      expect(explained.status).toBe(0);
      const { lines } = JSON.parse(explained.out) as { lines: { line: number; reasons: string[] }[] };
      seen.push(...lines.filter(({ line }) => line === 12).flatMap(({ reasons }) => reasons));
    }
    expect(seen).toEqual(['data']);
    const folderGiven = await run('explain', file, '--test', out);
    expect(folderGiven.status).toBe(2);
    expect(folderGiven.err).toContain('holds 3 tests');
  });

  it.each([
    ['5', 'there is no code on line 5', 'the nearest with code: '],
    ['9999', 'there is no code on line 9999', 'the nearest with code: 16'],
    ['12', 'is not executed on this input', 'another run with --test TEST'],
    ['result', 'write a line number, FILE:LINE, or output', ''],
    ['missing.c:3', 'there is no code in missing.c', 'files with code: '],
  ])('says what is wrong with --slice %s', async (slice, message, hint) => {
    const { status, err } = await run('explain', file, '--slice', slice);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  it('says that a test does not exist', async () => {
    const { status, err } = await run('explain', file, '--test', join(folder, 'test000077.json'));
    expect(status).toBe(2);
    expect(err).toContain('no such file');
  });

  it('asks which file is meant when several have code', async () => {
    const { status, err } = await run('explain', file, join(folder, 'other.c'), '--slice', '10');
    expect(status).toBe(2);
    expect(err).toContain('there is code in 2 files');
    expect((await run('explain', file, join(folder, 'other.c'), '--slice', 'limit.c:14')).status).toBe(0);
  });

  it('explains the test of a function, which has a main of its own', async () => {
    const other = join(folder, 'other.c');
    const none = await run('explain', other);
    expect(none).toMatchObject({ status: 2, err: expect.stringContaining('pathfold test --function F') });
    const out = join(folder, 'of-helper');
    expect((await run('test', other, '--function', 'helper', '--out', out, '--replay', 'none')).status).toBe(0);
    const test = join(out, 'test000001.json');
    const explained = await run('explain', other, '--test', test);
    expect(explained.err).toBe('');
    expect(linesOf(explained.out).get(2)).toBe('data');
    const wrong = await run('explain', file, '--test', test);
    expect(wrong).toMatchObject({ status: 2, err: expect.stringContaining('is a test of helper in') });
  });
});
