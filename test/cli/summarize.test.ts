import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const figure = (name: string) => fileURLToPath(new URL(`../cases/papers/${name}/main.c`, import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'pathfold-summarize-'));
let count = 0;
const out = () => ['--out', join(directory, `out${++count}`)];
const looping = join(directory, 'looping.c');

beforeAll(() => {
  writeFileSync(
    looping,
    `#include <pathfold.h>
int total;
int area(int w, int h) { if (w < 0 || h < 0) return -1; return w * h; }
int main(void) {
  int n = pathfold_int("n");
  for (int i = 0; i < n; i++) total++;
  return 0;
}
`,
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('summarize', () => {
  test('prints the signature, what was proved of it, and writes one replayed test per row', async () => {
    const words = ['summarize', figure('symbolic-output-fig1'), '--replay', 'all', ...out()];
    const { status, out: text } = await run(...words);
    expect(status).toBe(0);
    const lines = text.split('\n');
    expect(lines.slice(0, 5).map((line) => line.trimEnd().replace(/ {2,}/g, ' | '))).toEqual([
      'condition | exit | example',
      expect.stringMatching(/^-+ \| -+ \| -+$/),
      'x + y <= 10 | 2 | x = 0, y = 0, z = 0',
      expect.stringMatching(/^x \+ y > 10 && x - y <= 0 \| y \| x = -?\d{1,3}, y = -?\d{1,3}, z = 0$/),
      expect.stringMatching(/^x \+ y > 10 && x - y > 0 \| x \| x = -?\d{1,3}, y = -?\d{1,3}, z = 0$/),
    ]);
    expect(text).toContain('checked: rows are disjoint; together they cover all inputs\n');
    expect(text).toContain('replayed: 3 of 3 tests agree with compiled code');
    expect(readdirSync(words.at(-1)!).filter((name) => /^test\d+\.json$/.test(name))).toHaveLength(3);
  });

  test('shows a negative zero as such', async () => {
    const file = join(directory, 'zero.c');
    writeFileSync(file, '#include <math.h>\nint f(float x) { if (x == 0 && signbit(x)) return 1; return 2; }\n');
    const words = ['summarize', file, '--function', 'f', '--json', '--replay', 'none', ...out()];
    const { signature } = JSON.parse((await run(...words)).out);
    const zero = signature.find((row: { outputs: { return: string } }) => row.outputs.return === '1');
    expect(zero.example).toEqual({ x: '-0' });
  });

  test('says that it leaves out what is printed, unless that is asked for or nothing is', async () => {
    const file = join(directory, 'printing.c');
    writeFileSync(
      file,
      `#include <stdio.h>
int loud(int x) { if (x > 3) puts("big"); return x > 3; }
int quiet(int x) { return x > 3; }
static int say(int x) { return puts("said") + x; }
static int (*const table[])(int) = { quiet, say };
int dispatch(unsigned i) { return table[i & 1](3); }
`,
    );
    const leftOut = async (...options: string[]) => {
      const words = ['summarize', file, '--json', '--replay', 'none', ...options, ...out()];
      return JSON.parse((await run(...words)).out).assumptions;
    };
    expect(await leftOut('--function', 'loud')).toEqual(['text on standard output is left out (--output stdout)']);
    expect(await leftOut('--function', 'loud', '--output', 'stdout')).toEqual([]);
    expect(await leftOut('--function', 'quiet')).toEqual([]);
    expect(await leftOut('--function', 'dispatch')).toEqual(['text on standard output is left out (--output stdout)']);
  });

  test('says so also of what only a destructor prints', async () => {
    const file = join(directory, 'destructor.c');
    const bye = '__attribute__((destructor)) static void bye(void) { puts("bye"); }';
    writeFileSync(file, `#include <stdio.h>\n${bye}\nint main(void) { return 0; }\n`);
    const { out: text } = await run('summarize', file, '--json', '--replay', 'none', ...out());
    expect(JSON.parse(text).assumptions).toContain('text on standard output is left out (--output stdout)');
  });

  test('as JSON has conditions, outputs, examples and the tests', async () => {
    const words = ['summarize', figure('symbolic-output-fig9'), '--json', '--replay', 'none', ...out()];
    const { status, out: text } = await run(...words);
    expect(status).toBe(1);
    const result = JSON.parse(text);
    expect(result).toMatchObject({ command: 'summarize', reduction: 'output', verdict: 'complete', tests: 4 });
    expect(result).toMatchObject({ disjoint: true, covering: true });
    expect(result.signature).toHaveLength(4);
    expect(result.signature[3]).toEqual({
      condition: 'x < 0 || x > 1',
      cases: ['x < 0 || x > 1'],
      outputs: { fault: 'out-of-bounds at main.c:9' },
      example: { x: -1, y: 0 },
      exampleText: 'x = -1, y = 0',
      test: 'test000004',
      tests: ['test000004'],
    });
    for (const row of result.signature) expect(existsSync(join(words.at(-1)!, `${row.test}.json`))).toBe(true);
    expect(JSON.parse(readFileSync(join(words.at(-1)!, 'summary.json'), 'utf8')).signature).toEqual(result.signature);
  });

  test('as Markdown prints a table and the check', async () => {
    const { out: text } = await run('summarize', figure('symbolic-output-fig1'), '--markdown', ...out());
    expect(text.split('\n').slice(0, 3)).toEqual([
      '| condition | exit | example |',
      '| --- | --- | --- |',
      '| x + y <= 10 | 2 | x = 0, y = 0, z = 0 |',
    ]);
    expect(text).toMatch(/\n\nchecked: .*\n$/);
  });

  test('of a function shows what it returns, and no exit status', async () => {
    const { out: text } = await run('summarize', looping, '--function', 'area', '--output', 'return', ...out());
    const [header, , ...rows] = text.split('\n\n')[0].split('\n');
    expect(header.split(/ {2,}/)).toEqual(['condition', 'return', 'example']);
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual([
      ['w >= 0 && h >= 0', 'w * h'],
      ['otherwise', '-1'],
    ]);
  });

  test('says that only what a limit allowed is known', async () => {
    const { out: text } = await run('summarize', looping, '--output', 'total', '--max-paths', '3', ...out());
    expect(text).toMatch(/^checked: rows are disjoint; inputs of paths that were not finished have no row$/m);
    expect(text).toContain('bounded');
  });

  test('names an output that does not exist', async () => {
    const { status, err } = await run('summarize', looping, '--output', 'totl', ...out());
    expect(status).toBe(2);
    expect(err).toBe(
      'pathfold: error: --output totl: there is no global and no marked value of that name\npathfold: hint: did you mean total?\n',
    );
    const misspelt = await run('summarize', looping, '--output', 'retrun', ...out());
    expect(misspelt.err).toContain('did you mean return?');
  });

  test('says once what the program assumes, and shows strings and floats as in C', async () => {
    const file = join(directory, 'shapes.c');
    writeFileSync(
      file,
      `#include <pathfold.h>
int main(void) {
  int n = pathfold_range("n", 1, 100);
  int on = pathfold_bool("on");
  char word[6];
  pathfold_bytes(word, sizeof word, "word");
  double x = pathfold_double("x");
  pathfold_output("half", x < -2.5 ? -1000.0 : x / 2);
  if (on && n > 49) return word[0] == 'a';
  return 2;
}
`,
    );
    const { out: text } = await run('summarize', file, '--json', '--replay', 'all', ...out());
    const { signature, assumptions, disjoint, covering } = JSON.parse(text);
    expect({ disjoint, covering }).toEqual({ disjoint: true, covering: true });
    expect(assumptions).toEqual(['1 <= n <= 100']);
    const far = signature.filter((row: { outputs: { half: string } }) => row.outputs.half === '-1000');
    expect(far.length).toBeGreaterThan(0);
    for (const { condition, example } of far) {
      expect(condition).toMatch(/x < -2\.5|^otherwise$/);
      expect(example.x).toBeLessThan(-2.5);
    }
    for (const { condition, example } of signature) {
      expect(condition).not.toContain('100');
      expect(example.word).toMatch(/^"a?"$/);
    }
  });

  test('stops a run that does not end, and says so', async () => {
    const file = join(directory, 'endless.c');
    writeFileSync(file, 'int steps(unsigned n) { int s = 0; while (n != 1) { n /= 2; s++; } return s; }\n');
    const { status, out: text } = await run('summarize', file, '--function', 'steps', '--max-paths', '4', ...out());
    expect(status).toBe(4);
    expect(text).toContain('limit at');
    expect(text).toMatch(/^verdict: +bounded/m);
  });
});
