import { describe, expect, it } from 'vitest';
import { makeSignature } from '../../src/insight/signature.ts';
import { rowTexts, signatureTable } from '../../src/insight/signature-text.ts';
import type { Program } from '../../src/program/program.ts';
import type { OutputSelection } from '../../src/reduce/output/criterion.ts';
import { exploreOutput, RETURN } from '../reduce/output/explore.ts';

async function textsOf(text: string, chosen: Partial<OutputSelection> = {}, globals: readonly string[] = []) {
  const selection = (program: Program): OutputSelection => ({
    ...RETURN,
    ...chosen,
    globals: program.variables.filter((each) => globals.includes(each.debug?.name ?? '')),
  });
  const { exploration, rows, program } = await exploreOutput(text, selection);
  const signature = makeSignature(rows, selection(program), exploration.terms, exploration.solver);
  exploration.dispose();
  expect(signature).toMatchObject({ disjoint: true, covering: true });
  return rowTexts(signature);
}

describe('a signature', () => {
  it('shows globals in the shape of their declarations', async () => {
    const rows = await textsOf(
      `#include <pathfold.h>
struct point { int x; signed y : 5; char tag; };
struct point p = {1, -2, 'q'};
int list[3], *where;
char name[4] = "abc";
double ratio = 1.5;
int main(void) {
  int n = pathfold_int("n");
  if (n > 10) { p.x = n + 1; list[1] = n; where = &list[2]; name[0] = 'x'; }
  return 0;
}`,
      { exitStatus: false, marks: false },
      ['p', 'list', 'where', 'name', 'ratio'],
    );
    expect(rows.map(({ condition, outputs }) => ({ condition, ...outputs }))).toEqual([
      {
        condition: 'n <= 10',
        p: '{.x = 1, .y = -2, .tag = 113}',
        list: '{0, 0, 0}',
        where: 'NULL',
        name: '"abc"',
        ratio: '1.5',
      },
      {
        condition: 'n > 10',
        p: '{.x = n + 1, .y = -2, .tag = 113}',
        list: '{0, n, 0}',
        where: '&list + 8 bytes',
        name: '"xbc"',
        ratio: '1.5',
      },
    ]);
  });

  it('tells a global that a pointer may have hit', async () => {
    const rows = await textsOf(
      `#include <pathfold.h>
int g, h;
int main(void) {
  int *p = pathfold_int("n") > 0 ? &g : &h;
  *p = 7;
  return 0;
}`,
      { exitStatus: false, marks: false },
      ['g'],
    );
    expect(rows.map(({ condition, outputs }) => [condition, outputs.g])).toEqual([
      ['n <= 0', '0'],
      ['n > 0', '7'],
    ]);
  });

  const marking = `#include <pathfold.h>
int main(void) {
  int n = pathfold_int("n"), m = pathfold_int("m");
  if (n > 5) pathfold_output("out", 1); else pathfold_output("out", 2);
  if (m > 5) pathfold_output("other", m); else pathfold_output("other", 0);
  pathfold_output("out", n);
  return 0;
}`;

  it('numbers marks that have the same name', async () => {
    const rows = await textsOf(marking, { exitStatus: false, markNames: ['out'] });
    expect(rows.map(({ condition, outputs }) => ({ condition, ...outputs }))).toEqual([
      { condition: 'n <= 5', out: '2', 'out#2': 'n' },
      { condition: 'n > 5', out: '1', 'out#2': 'n' },
    ]);
  });

  it('is one row for outputs that are equal for different reasons', async () => {
    const rows = await textsOf(
      `#include <pathfold.h>
int main(void) {
  unsigned n = pathfold_unsigned("n");
  if (n < 10) return 3;
  if (n < 20) return 3;
  if (n > 20) return 4;
  return n - 17;
}`,
    );
    expect(rows.map(({ condition, outputs }) => [condition, outputs.exit])).toEqual([
      ['n <= 20', '3'],
      ['n > 20', '4'],
    ]);
  });

  it('shows faults as rows and keeps examples small', async () => {
    const rows = await textsOf(
      `#include <pathfold.h>
int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  return a + b > 1000 ? 1 : 10 / (a - b);
}`,
    );
    expect(rows.map(({ outputs }) => outputs.fault ?? 'none').filter((fault) => fault !== 'none')).toEqual([
      'division-by-zero at main.c:4',
    ]);
    for (const { example } of rows) {
      for (const value of Object.values(example)) expect(Math.abs(Number(value))).toBeLessThanOrEqual(10_000);
    }
  });
});

describe('the table', () => {
  const row = {
    condition: 'first + second > 10 && first - second < 100 && third != 3 || fourth == 4',
    outputs: { exit: 'first | second' },
    cases: [],
    example: { first: 1, second: 2 },
    exampleText: 'first = 1, second = 2',
  };
  const shape = { markdown: false, width: 60, mostCases: 2, mostRows: 40 };

  it('wraps before connectives and stays within its width', () => {
    const lines = signatureTable([row], shape).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[3]).toMatch(/^ {2}&& /);
  });

  it('leaves a wide terminal in one line per row, columns aligned', () => {
    const lines = signatureTable([row], { ...shape, width: 200 }).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2].indexOf('first | second')).toBe(lines[0].indexOf('exit'));
  });

  it('tells long unions case by case, and counts what is too much', () => {
    const cases = ['a', 'b', 'c', 'd'].map((name) => `${name} is a rather long condition`);
    const lines = signatureTable([{ ...row, condition: cases.join(' || '), cases }], { ...shape, width: 200 }).split(
      '\n',
    );
    expect(lines.slice(2).map((line) => line.split(/ {2,}/)[0])).toEqual([
      cases[0],
      `|| ${cases[1]}`,
      '|| 2 more cases',
      '',
      'cut short: --cases N shows more; summary.json has all',
    ]);
  });

  it('cuts a conjunction that nobody would read to the end between its conditions', () => {
    const parts = Array.from({ length: 40 }, (_, i) => `s[${i}] in "a && ${i}"`);
    const long = { ...row, condition: parts.join(' && '), cases: [parts.join(' && ')] };
    const [, , shown, , note] = signatureTable([long], { ...shape, width: 400 }).split('\n');
    expect(shown).toMatch(/^s\[0\] in "a && 0" && .* in "a && 4" && \.\.\. \(35 more conditions\) /);
    expect(note).toBe('cut short: --cases N shows more; summary.json has all');
    expect(signatureTable([long], { ...shape, mostCases: 100, width: 4000 })).toContain('s[39] in "a && 39"');
  });

  it('counts rows that are too many', () => {
    const text = signatureTable(new Array(7).fill(row), { ...shape, width: 200, mostRows: 5 });
    expect(text.split('\n').slice(7)).toEqual(['', '2 more rows: --rows N shows them; summary.json has all']);
  });

  it('breaks a word that is wider than its column', () => {
    const wide = { ...row, outputs: { exit: 'x'.repeat(300) } };
    for (const line of signatureTable([wide], { ...shape, mostCases: 20 }).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(60);
    }
  });

  it('in Markdown escapes bars', () => {
    expect(signatureTable([row], { ...shape, markdown: true }).split('\n')[2]).toBe(
      `| ${row.condition.replace('||', '\\|\\|')} | first \\| second | first = 1, second = 2 |`,
    );
  });
});
