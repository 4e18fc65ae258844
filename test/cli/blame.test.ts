/** `pathfold blame`: the line that makes a test behave differently, in the version that has it, and nothing unrelated. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Regression, regressions, versionsOf } from '../../bench/blame/regressions.js';
import type { BlameSummary } from '../../src/cli/commands/blame.ts';
import { writeKtest } from '../../src/suite/ktest.ts';
import { run } from './run.ts';

const programs = fileURLToPath(new URL('../../bench/programs/', import.meta.url));
const home = process.cwd();
let scratch: string;
let number = 0;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pathfold-blame-'));
  process.chdir(scratch);
});
afterAll(() => {
  process.chdir(home);
  rmSync(scratch, { recursive: true });
});

/** Writes files and gives their names. */
function files(contents: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
}

async function blame(...words: string[]): Promise<BlameSummary> {
  const { out, err } = await run('blame', ...words, '--json', '--out', `out${++number}`);
  expect(out, err).not.toBe('');
  return JSON.parse(out) as BlameSummary;
}

async function refusal(...words: string[]): Promise<string> {
  const { status, out, err } = await run('blame', ...words, '--out', `out${++number}`);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  return err;
}

/** Lines of the new version, with those of the old one where the new one has none. */
function lines({ causes }: BlameSummary): (number | string)[] {
  return causes
    .flatMap(({ places, branch }) => (branch === null ? [places] : [places, branch]))
    .map(({ old, new: changed }) => changed?.line ?? `old ${old?.line}`);
}

/** Section 5.2 of the paper on symbolic output. */
const PAPER = (condition: string) => `int x, y;
void f(int inp1, int inp2) {
  if (${condition})
    x = inp1 + 1;
  else
    x = inp1 - 1;
  if (inp2 > 0)
    y = inp2 + 1;
  else
    y = inp2 - 1;
}
`;

describe("the paper's example", () => {
  beforeAll(() => {
    files({
      'paper/old.c': PAPER('inp1 >= 0'),
      'paper/new.c': PAPER('inp1 > 0'),
      'paper/test.json': '{ "function": "f", "inputs": { "inp1": 0, "inp2": 0 } }',
    });
  });
  const words = ['paper/old.c', 'paper/new.c', '--test', 'paper/test.json'];

  it('gives the one line, with both versions, the values and an input on which they agree', async () => {
    const summary = await blame(...words);
    expect(summary.exitStatus).toBe(1);
    expect(summary.differences).toEqual([{ name: 'x', old: '1', new: '-1' }]);
    expect(lines(summary)).toEqual([3]);
    const [{ places, witness }] = summary.causes;
    expect(places.old).toMatchObject({ line: 3, source: 'if (inp1 >= 0)', what: 'inp1 (0) >= 0 is true' });
    expect(places.new).toMatchObject({ line: 3, source: 'if (inp1 > 0)', what: 'inp1 (0) > 0 is false' });
    expect(Object.keys(witness!.changed)).toEqual(['inp1']);
    expect(summary.conditions).toEqual({ kind: 'slice', old: 1, new: 1 });
  });

  it('mentions the unrelated branch neither in text nor in marks', async () => {
    const { out, status } = await run('blame', ...words, '--out', 'paper/out');
    expect(status).toBe(1);
    expect(out).not.toContain('inp2 > 0');
    const marks = await run('blame', ...words, '--out', 'paper/out', '--force', '--marks');
    expect(marks.out).toMatch(
      /^paper\/new\.c:3:\d+: cause 1: inp1 \(0\) > 0 is false; old \(paper\/old\.c:3:\d+\): .*\n$/,
    );
  });

  it('looks at more conditions with those of the whole paths', async () => {
    const summary = await blame(...words, '--conditions', 'path');
    expect(summary.conditions).toEqual({ kind: 'path', old: 2, new: 2 });
    expect(lines(summary)).toContain(3);
  });

  it('explains the first change that is found where no test is given', async () => {
    const summary = await blame('paper/old.c', 'paper/new.c', '--function', 'f');
    expect(summary.inputs).toMatchObject({ inp1: 0 });
    expect(lines(summary)).toEqual([3]);
  });

  it('takes a generated test with the main that it was made with', async () => {
    await run(
      'test',
      'paper/old.c',
      '--function',
      'f',
      '--range',
      'inp1=0..0',
      '--reduce',
      'none',
      '--out',
      'paper/tests',
    );
    const summary = await blame('paper/old.c', 'paper/new.c', '--test', 'paper/tests/test000001.json');
    expect(lines(summary)).toEqual([3]);
    const ktest = await blame(
      'paper/old.c',
      'paper/new.c',
      '--function',
      'f',
      '--test',
      'paper/tests/test000001.ktest',
    );
    expect(lines(ktest)).toEqual([3]);
  });
});

describe('regressions of larger programs', () => {
  const sample = [0, 1, 12, 15, 18, 24];
  for (const regression of sample.map((i) => regressions[i])) {
    it(`${regression.program}, ${regression.kind}: ${regression.what}`, async () => {
      const truth = write(regression);
      const name = basename(regression.program);
      const words = [`r/old/${name}`, `r/new/${name}`, '--test', 'r/test.json'];
      const { causes } = await blame(...words, ...regression.defines.map((text) => `-D${text}`));
      const places = causes.flatMap(({ places, branch }) => (branch === null ? [places] : [places, branch]));
      const isTrue = places.some(
        ({ old, new: changed }) => truth.old.includes(old?.line ?? 0) || truth.new.includes(changed?.line ?? 0),
      );
      expect(isTrue, JSON.stringify(causes, null, 1)).toBe(true);
      expect(places.length).toBeLessThanOrEqual(4);
    }, 30_000);
  }
});

function write(regression: Regression): { readonly old: number[]; readonly new: number[] } {
  const versions = versionsOf(readFileSync(join(programs, regression.program), 'utf8'), regression);
  const name = basename(regression.program);
  files({
    [`r/old/${name}`]: versions.old,
    [`r/new/${name}`]: versions.new,
    'r/test.json': JSON.stringify({ inputs: regression.inputs }),
  });
  return versions.lines;
}

it('needs no line to be the same in both versions', async () => {
  files({
    'far/old.c': `#include <string.h>
static int fee(int weight, int express) {
  int price = weight * 3;
  if (express) price += 10;
  if (price > 100) price = 100;
  return price;
}
int ship(int weight, int express) { return fee(weight, express); }
`,
    'far/new.c': `enum { CAP = 100, RATE = 3 };
struct parcel { int grams; int is_express; };
static int capped(int amount) {
  if (amount >= CAP)
    return CAP - 1;
  return amount;
}
static int cost(const struct parcel *p) {
  return capped(RATE * p->grams + (p->is_express ? 10 : 0));
}
int ship(int weight, int express) {
  struct parcel parcel = {weight, express};
  return cost(&parcel);
}
`,
    'far/test.json': '{ "function": "ship", "inputs": { "weight": 30, "express": 1 } }',
  });
  const summary = await blame('far/old.c', 'far/new.c', '--test', 'far/test.json');
  expect(summary.differences).toEqual([{ name: 'return', old: '100', new: '99' }]);
  expect(lines(summary).some((line) => line === 4 || line === 5)).toBe(true);
  expect(lines(summary).length).toBeLessThanOrEqual(4);
});

/** Words of a line: a list on the heap, quotes, escapes. */
const WORDS = `#include <stdio.h>
#include <stdlib.h>
struct word { struct word *next; char text[8]; int length; };
static struct word *add(struct word *last) {
  struct word *made = calloc(1, sizeof *made);
  if (last) last->next = made;
  return made;
}
int main(int argc, char **argv) {
  struct word *first = add(NULL), *w = first;
  char kept[32], *end = kept;
  if (argc < 2) return 2;
  for (const char *c = argv[1]; *c; c++) {
    if (*c == ' ') {
      *end = 0;
      end = &kept[0];
      w->length += 16;
      w = add(w);
      continue;
    }
    if (*c == '!' && c[1]) {
      c++;
      if (!(*c == '!' || *c == ' ')) *end++ = '!';
    }
    *end++ = *c;
    w->text[w->length++] = *c;
  }
  *end = 0;
  for (w = first; w; w = w->next) printf("%d %s\\n", w->length, w->text);
  printf("%s\\n", kept);
  return 0;
}
`;

describe('found where nothing but the fault differs, wherever lines and files have gone', () => {
  it.each([
    ['what comes after heap blocks were made', 'w->length += 16;', 'w->length += 17;', 'a b', [19]],
    ['a condition that was negated', "!(*c == '!' || *c == ' ')", "(*c == '!' || *c == ' ')", 'a! b', [25]],
    ['a pointer that is not set back', 'end = &kept[0];', ';', 'a b', ['old 16', 27]],
  ])('%s', async (_, from, to, argument, expected) => {
    const folder = `words${++number}`;
    expect(WORDS).toContain(from);
    files({
      [`${folder}/old/words.c`]: WORDS,
      [`${folder}/new/source/words.c`]: `/* Moved. */\n\n${WORDS.replace(from, to)}`,
      [`${folder}/test.json`]: JSON.stringify({ arguments: [argument] }),
    });
    const summary = await blame(
      `${folder}/old/words.c`,
      `${folder}/new/source/words.c`,
      '--test',
      `${folder}/test.json`,
    );
    expect(lines(summary)).toEqual(expected);
  });
});

describe('a fault', () => {
  it('is an outcome like any other, and plain files are tests', async () => {
    const program = (check: string) => `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static const char *names[3] = {"one", "two", "three"};
  if (argc < 2) return 1;
  int n = atoi(argv[1]);
${check}  puts(names[n]);
  return 0;
}
`;
    files({
      'fault/old.c': program('  if (n < 0 || n > 2) return 2;\n'),
      'fault/new.c': program(''),
      'fault/seven.args': '7\n',
    });
    const summary = await blame('fault/old.c', 'fault/new.c', '--test', 'fault/seven.args');
    expect(summary.differences.map(({ name }) => name)).toContain('fault');
    expect(summary.causes[0].places.old).toMatchObject({ line: 7 });
    expect(summary.causes.length).toBeLessThanOrEqual(2);
  });
});

describe('what cannot be explained is one sentence', () => {
  beforeAll(() => {
    files({
      'bad/old.c': 'int f(int n) { return n > 3 ? 1 : 0; }\n',
      'bad/new.c': 'int f(int n) { return n > 4 ? 1 : 0; }\n',
      'bad/other.c': 'int f(int n, int m) { return n > m; }\n',
      'bad/main.c': 'int main(void) { return 0; }\n',
      'bad/same.json': '{ "function": "f", "inputs": { "n": 9 } }',
      'bad/broken.json': '{ "inputs": ',
      'bad/odd.json': '{ "input": { "n": 9 } }',
      'bad/notes.txt': 'n is 4\n',
    });
    writeFileSync('bad/cut.ktest', writeKtest({ arguments: ['f'], objects: [] }).subarray(0, 7));
  });

  it('a test that behaves the same in both versions', async () => {
    expect(await refusal('bad/old.c', 'bad/new.c', '--test', 'bad/same.json')).toMatch(
      /^pathfold: error: bad\/same\.json behaves the same in both versions\n/,
    );
  });
  it('no such function', async () => {
    expect(await refusal('bad/old.c', 'bad/new.c', '--function', 'g', '--test', 'bad/same.json')).toMatch(
      /there is no function.*g|no function.*g/,
    );
  });
  it('a function that one version lacks', async () => {
    expect(await refusal('bad/old.c', 'bad/main.c', '--test', 'bad/same.json')).toMatch(/f exists in only one version/);
  });
  it('other parameters', async () => {
    expect(await refusal('bad/old.c', 'bad/other.c', '--test', 'bad/same.json')).toMatch(/the signature of f changed/);
  });
  it('a test that cannot be read', async () => {
    const words = ['bad/old.c', 'bad/new.c', '--function', 'f', '--test'];
    expect(await refusal(...words, 'bad/missing.json')).toMatch(/bad\/missing\.json: no such file/);
    expect(await refusal(...words, 'bad/broken.json')).toMatch(/bad\/broken\.json is not valid JSON/);
    expect(await refusal(...words, 'bad/odd.json')).toMatch(/bad\/odd\.json is not a test: "input" is unknown/);
    expect(await refusal(...words, 'bad/notes.txt')).toMatch(/bad\/notes\.txt is not a test/);
    expect(await refusal(...words, 'bad/cut.ktest')).toMatch(/bad\/cut\.ktest is not a valid \.ktest file/);
  });
  it('no test and no change', async () => {
    expect(await refusal('bad/old.c', 'bad/old.c', '--function', 'f')).toMatch(/finds no change to explain/);
  });
});
