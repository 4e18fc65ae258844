/** `pathfold diff`: refactorings are equivalent, fixes are shown with a small input, mistakes are one sentence. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffSummary } from '../../src/cli/versions/diff-run.ts';
import { run } from './run.ts';

const cases = fileURLToPath(new URL('../cases/', import.meta.url));
let scratch: string;
const home = process.cwd();
let number = 0;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pathfold-diff-'));
  process.chdir(scratch);
});
afterAll(() => {
  process.chdir(home);
  rmSync(scratch, { recursive: true });
});

async function diff(...words: string[]): Promise<{ status: number; summary: DiffSummary }> {
  const { status, out, err } = await run('diff', ...words, '--json', '--out', `out${++number}`);
  expect(out, err).not.toBe('');
  return { status, summary: JSON.parse(out) as DiffSummary };
}

describe('hand-written pairs of versions', () => {
  const folder = join(cases, 'diff');
  for (const name of readdirSync(folder).sort()) {
    it(name, async () => {
      const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as {
        difference: string;
        example?: Record<string, number | string | number[]>;
      };
      const { status, summary } = await diff(join(folder, name, 'old.c'), join(folder, name, 'new.c'));
      expect(summary.difference).toBe(expected.difference);
      expect(status).toBe({ different: 1, equivalent: 0 }[expected.difference as string] ?? 4);
      for (const change of summary.changes) expect(['yes', 'not observable']).toContain(change.confirmed);
      if (expected.example !== undefined) expect(readable(summary.changes[0].example)).toEqual(expected.example);
    }, 60_000);
  }
});

/** Strings up to their last byte, as numbers where they are not text. */
function readable(example: Readonly<Record<string, number | string>>): Record<string, number | string | number[]> {
  const decode = (value: number | string) => {
    if (typeof value === 'number') return value;
    const text = value.slice(1, -1).replace(/(\\x00)+$/, '');
    if (!text.includes('\\x')) return text;
    return [...text.matchAll(/\\x([0-9a-f]{2})|./gs)].map(([all, hex]) =>
      hex ? Number.parseInt(hex, 16) : all.charCodeAt(0),
    );
  };
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, decode(value)]));
}

it('finds the one differing pair of the paper and an input for it', async () => {
  const folder = join(cases, 'papers', 'symbolic-output-fig12');
  const { status, summary } = await diff(join(folder, 'old.c'), join(folder, 'new.c'), '--compare', 'return');
  expect(status).toBe(1);
  expect(summary.pairs).toMatchObject({ old: 3, new: 3, differing: 1, undecided: 0 });
  expect(summary.changes).toHaveLength(1);
  expect(summary.changes[0]).toMatchObject({ confirmed: 'yes', old: { exit: 'x' }, new: { exit: 'y' } });
  const { x, y } = summary.changes[0].example as { x: number; y: number };
  expect(x + y).toBeGreaterThan(10);
  expect([1, 2]).toContain(x - y);
}, 60_000);

describe('levels of comparison', () => {
  const source = (text: string, divisor: string) => `#include <pathfold.h>
#include <stdio.h>
int main(void) {
  int x = pathfold_range("x", 0, 9);
  printf("${text}\\n");
  return 6 / (x - ${divisor});
}
`;
  beforeAll(() => {
    writeFileSync('a.c', source('first', '10'));
    writeFileSync('b.c', source('second', '10'));
    writeFileSync('c.c', source('first', '9'));
  });

  it.each([
    ['all', 'b.c', 'different'],
    ['return', 'b.c', 'equivalent'],
    ['crashes', 'c.c', 'different'],
    ['crashes', 'b.c', 'equivalent'],
  ])(
    '%s against %s: %s',
    async (level, file, difference) => {
      const { summary } = await diff('a.c', file, '--compare', level);
      expect(summary.difference).toBe(difference);
      if (level === 'crashes' && difference === 'different') expect(summary.changes[0].example).toEqual({ x: 9 });
      if (level !== 'all' && difference === 'equivalent') expect(summary.guarantee).not.toMatch(/do the same/);
    },
    60_000,
  );
});

describe('functions', () => {
  beforeAll(() => {
    writeFileSync('f-old.c', 'int twice(int n) { return n * 2; }\nint gone(int n) { return n; }\n');
    writeFileSync('f-new.c', 'int twice(int count) { return count + count; }\nint came(int n) { return n; }\n');
    writeFileSync('f-long.c', 'long long twice(long long n) { return n * 2; }\n');
  });

  it('may rename their parameters', async () => {
    const { status, summary } = await diff('f-old.c', 'f-new.c', '--function', 'twice');
    expect(summary.difference).toBe('equivalent');
    expect(status).toBe(0);
  }, 60_000);

  it.each([
    [['f-old.c', 'f-new.c', '--function', 'gone'], /gone exists in only one version: it is not in f-new\.c/],
    [['f-old.c', 'f-new.c', '--function', 'came'], /came exists in only one version: it is not in f-old\.c/],
    [['f-old.c', 'f-new.c', '--function', 'twic'], /there is no function called twic/],
    [['f-old.c', 'f-long.c', '--function', 'twice'], /the signature of twice changed/],
    [['f-old.c'], /two versions are compared, not 1/],
    [['f-old.c', '.'], /one version is a file and the other a folder/],
  ])(
    '%j is one sentence and status 2',
    async (words, message) => {
      const before = existsSync('pathfold-out');
      const { status, err } = await run('diff', ...words);
      expect(status).toBe(2);
      expect(err).toMatch(message);
      expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
      expect(existsSync('pathfold-out')).toBe(before);
    },
    60_000,
  );
});

describe('globals', () => {
  const folder = join(cases, 'papers', 'directed-incremental-fig2');
  const versions = [join(folder, 'old.c'), join(folder, 'new.c')];

  it('count when they are chosen as outputs', async () => {
    const { status, summary } = await diff(...versions, '--output', 'AltPress');
    expect(status).toBe(1);
    expect(summary.affected).toMatchObject({ branches: 4, writes: 7 });
    expect(Object.values(summary.affected.lines.new)).toEqual([[7]]);
    for (const change of summary.changes) {
      expect(change.confirmed).toBe('not observable');
      expect(change.shown.old.AltPress).not.toBe(change.shown.new.AltPress);
    }
  }, 60_000);

  it('count without being chosen, where the change can reach them', async () => {
    const { status, summary } = await diff(...versions);
    expect(status).toBe(1);
    expect(summary.changes.length).toBeGreaterThan(0);
    for (const { shown } of summary.changes) {
      expect(shown.old).not.toEqual(shown.new);
      expect(Object.keys(shown.new)).toEqual(expect.arrayContaining(['AltPress']));
      expect(Object.keys(shown.new)).not.toContain('Meter');
    }
  }, 60_000);

  it('that are static count only where a function may be called again', async () => {
    const text = (step: number) =>
      `static int calls;\nint f(int n) { calls += ${step}; return n; }\nint main(void) { return f(0); }\n`;
    writeFileSync('static-old.c', text(1));
    writeFileSync('static-new.c', text(2));
    expect((await diff('static-old.c', 'static-new.c')).summary.difference).toBe('equivalent');
    const { summary } = await diff('static-old.c', 'static-new.c', '--function', 'f');
    expect(summary.difference).toBe('different');
    expect(summary.changes[0].shown).toMatchObject({ old: { calls: '1' }, new: { calls: '2' } });
  }, 60_000);

  it('that a change does not reach are the same', async () => {
    const { summary } = await diff(...versions, '--output', 'Meter');
    expect(summary.difference).toBe('equivalent');
  }, 60_000);
});

it('splits an old suite into tests that serve and tests to add', async () => {
  const text = (limit: number) => `#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (y == 0) return 3;
  if (x > ${limit}) return 1;
  return 2;
}
`;
  writeFileSync('suite-old.c', text(3));
  writeFileSync('suite-new.c', text(4));
  await run('test', 'suite-old.c', '--out', 'old-suite', '--replay', 'none');
  for (const name of readdirSync('old-suite'))
    if (/^(test00000[12]\.|journal)/.test(name)) rmSync(join('old-suite', name));
  const { summary } = await diff('suite-old.c', 'suite-new.c', '--suite', 'old-suite');
  const { serving, unaffected, added, sequences } = summary.suite!;
  expect(serving.length + unaffected.length).toBe(1);
  expect(sequences).toBe(2);
  expect(added).toHaveLength(2 - serving.length);
  for (const name of added) expect(existsSync(join(`out${number}`, 'new', `${name}.json`))).toBe(true);
}, 60_000);

it('explores nothing where no statement differs', async () => {
  writeFileSync('s-old.c', '#include <pathfold.h>\nint main(void) { return pathfold_int("x") > 3; }\n');
  writeFileSync(
    's-new.c',
    '#include <pathfold.h>\n/* A comment. */\nint main(void) {\n  return pathfold_int("x") > 3;\n}\n',
  );
  const { summary } = await diff('s-old.c', 's-new.c');
  expect(summary).toMatchObject({ difference: 'equivalent', instructions: 0, affected: { branches: 0, writes: 0 } });
}, 60_000);

it('compares only inputs that meet the change', async () => {
  const text = (limit: number) => `#include <pathfold.h>
int main(void) {
  int kind = pathfold_range("kind", 0, 9), x = pathfold_int("x"), sum = 0;
  for (int i = 0; i < 6; i++) if (x >> i & 1) sum += i;
  if (kind == 7) return x > ${limit};
  return sum;
}
`;
  writeFileSync('m-old.c', text(3));
  writeFileSync('m-new.c', text(4));
  const { summary } = await diff('m-old.c', 'm-new.c');
  expect(summary).toMatchObject({ difference: 'different', reduction: 'change, output' });
  expect(summary.changes).toHaveLength(1);
  expect(summary.changes[0]).toMatchObject({ example: { kind: 7, x: 4 }, confirmed: 'yes' });
  // Of the 64 ways to compute the sum none is looked at, but for a first input that may take one.
  expect(summary.pairs.old).toBeLessThanOrEqual(3);
  expect(summary.pairs.new).toBeLessThanOrEqual(3);
}, 60_000);

it('is not misled by the place of an assertion', async () => {
  const text = (gap: string) => `#include <assert.h>\n${gap}int half(int n) {\n  assert(n >= 0);\n  return n / 2;\n}\n`;
  writeFileSync('assert-old.c', text(''));
  writeFileSync('assert-new.c', text('\n/* Halves. */\n'));
  const { summary } = await diff('assert-old.c', 'assert-new.c', '--function', 'half');
  expect(summary).toMatchObject({
    difference: 'equivalent',
    instructions: 0,
    affected: { lines: { old: {}, new: {} } },
  });
}, 60_000);

it('reports a place that the program prints', async () => {
  const text = (gap: string) => `#include <stdio.h>\n${gap}int main(void) { printf("%d\\n", __LINE__); return 0; }\n`;
  writeFileSync('line-old.c', text(''));
  writeFileSync('line-new.c', text('\n'));
  const { summary } = await diff('line-old.c', 'line-new.c');
  expect(summary.difference).toBe('different');
  expect(summary.changes[0].shown).toMatchObject({ old: { stdout: '"2\\n"' }, new: { stdout: '"3\\n"' } });
  expect(Object.keys(summary.changes[0].shown.new).sort()).toEqual(['stderr', 'stdout']);
}, 60_000);

describe('folders', () => {
  const project = (name: string, limit: number) => {
    mkdirSync(name);
    writeFileSync(join(name, 'limit.h'), `#define LIMIT ${limit}\n`);
    writeFileSync(join(name, 'over.c'), '#include "limit.h"\nint over(int n) { return n > LIMIT; }\n');
    writeFileSync(join(name, 'twice.c'), 'int over(int n);\nint twice(int n) { return over(n) + over(n); }\n');
    const entry = (file: string) => ({ directory: join(scratch, name), file, arguments: ['cc', '-c', file] });
    writeFileSync(join(name, 'compile_commands.json'), JSON.stringify([entry('over.c'), entry('twice.c')]));
  };

  it('with a compile database are compared as programs', async () => {
    project('project-old', 10);
    project('project-new', 12);
    const { status, summary } = await diff('project-old', 'project-new', '--function', 'twice');
    expect(status).toBe(1);
    expect(summary.changes).toHaveLength(1);
    expect(summary.changes[0]).toMatchObject({ example: { n: 11 }, confirmed: 'yes' });
  }, 60_000);

  it('without one are compared by their C files', async () => {
    for (const [name, sum] of [
      ['plain-old', 'x + x'],
      ['plain-new', '2 * x'],
    ]) {
      mkdirSync(join(name, 'inner'), { recursive: true });
      writeFileSync(join(name, 'inner', 'twice.c'), `int twice(int x) { return ${sum}; }\n`);
      writeFileSync(join(name, 'main.c'), 'int twice(int x);\nint f(int x) { return twice(x) + 1; }\n');
    }
    const { status, summary } = await diff('plain-old', 'plain-new', '--function', 'f');
    expect(status).toBe(0);
    expect(summary.difference).toBe('equivalent');
  }, 60_000);

  it('with neither are refused', async () => {
    mkdirSync('empty-old');
    mkdirSync('empty-new');
    const { status, err } = await run('diff', 'empty-old', 'empty-new');
    expect(status).toBe(2);
    expect(err).toMatch(/compile_commands\.json/);
  }, 60_000);
});

it.each([
  ['notes.txt', 'not C at all', /notes\.txt/],
  ['broken.c', 'int main(void { return 0; }\n', /broken\.c/],
])(
  '%s is no program: one sentence and status 2',
  async (name, contents, message) => {
    writeFileSync(name, contents);
    writeFileSync('fine.c', 'int main(void) { return 0; }\n');
    const { status, err } = await run('diff', 'fine.c', name);
    expect(status).toBe(2);
    expect(err).toMatch(message);
  },
  60_000,
);

it('says which functions changed where there is no main', async () => {
  const library = (step: number) => `int same(int x) { return x; }\nint next(int x) { return x + ${step}; }\n`;
  writeFileSync('n-old.c', library(1));
  writeFileSync('n-new.c', library(2));
  const { status, err } = await run('diff', 'n-old.c', 'n-new.c', '--out', 'no-main');
  expect(status).toBe(2);
  expect(err).toMatch(/n-new\.c has no main function/);
  expect(err).toMatch(/--function \(changed: next\)/);
}, 60_000);

it.each([['if (n * price COMPARE 100) return 1;\n  return 0;'], ['return n * price COMPARE 100 ? 7 : 3;']])(
  'says a condition without detours: %s',
  async (body) => {
    const total = (compare: string) => `int total(int n, int price) {\n  ${body.replace('COMPARE', compare)}\n}\n`;
    writeFileSync('d-old.c', total('>'));
    writeFileSync('d-new.c', total('>='));
    const { summary } = await diff('d-old.c', 'd-new.c', '--function', 'total');
    expect(summary.changes.map(({ condition }) => condition)).toEqual(['n * price == 100']);
  },
  60_000,
);

it('says that an input changed its size', async () => {
  writeFileSync('i-old.c', '#include <pathfold.h>\nint main(void) { return pathfold_int("x") > 3; }\n');
  writeFileSync('i-new.c', '#include <pathfold.h>\nint main(void) { return pathfold_long_long("x") > 3; }\n');
  const { status, err } = await run('diff', 'i-old.c', 'i-new.c', '--out', 'resized');
  expect(status).toBe(2);
  expect(err).toMatch(/the input x has 32 bits in the old version and 64 in the new one/);
}, 60_000);

it('does not call versions equivalent beyond a limit', async () => {
  const loop = (step: number) =>
    `#include <pathfold.h>\nint main(void) { unsigned n = pathfold_unsigned("n"), s = 0;\n  while (n--) s += ${step}; return s > 100; }\n`;
  writeFileSync('l-old.c', loop(1));
  writeFileSync('l-new.c', loop(1).replace('s += 1', 's = 1 + s'));
  const { status, summary } = await diff('l-old.c', 'l-new.c', '--max-paths', '5');
  expect(summary.difference).toBe('equivalent within bounds');
  expect(summary.reason).toMatch(/max-paths/);
  expect(status).toBe(4);
}, 60_000);

describe.runIf(spawnSync('git', ['--version']).status === 0)('revisions', () => {
  const git = (...words: string[]) => {
    const identity = ['-c', 'user.name=tester', '-c', 'user.email=tester@example.org'];
    const { status, stderr } = spawnSync('git', [...identity, ...words], { cwd: join(scratch, 'repository') });
    if (status !== 0) throw new Error(String(stderr));
  };
  beforeAll(() => {
    mkdirSync('repository');
    mkdirSync('repository/include');
    git('init', '-q');
    writeFileSync('repository/include/limit.h', '#define LIMIT 10\n');
    writeFileSync('repository/f.c', '#include "limit.h"\nint over(int n) { return n > LIMIT; }\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    writeFileSync('repository/include/limit.h', '#define LIMIT 12\n');
  });

  it('are compared with their own headers', async () => {
    const { status, summary } = await diff(
      '--git',
      'HEAD',
      'repository/f.c',
      '-I',
      'repository/include',
      '--function',
      'over',
    );
    expect(status).toBe(1);
    expect(summary.changes).toHaveLength(1);
    expect(summary.changes[0]).toMatchObject({ example: { n: 11 }, confirmed: 'yes' });
    expect(summary.affected.lines.old).toEqual({ 'f.c of HEAD': [2] });
  }, 60_000);

  it.each([
    [['--git', 'nosuch', 'repository/f.c'], /there is no such revision/],
    [['--git', 'HEAD', 'f-old.c'], /not in a git repository/],
  ])(
    '%j is one sentence and status 2',
    async (words, message) => {
      const { status, err } = await run('diff', ...words);
      expect(status).toBe(2);
      expect(err).toMatch(message);
    },
    60_000,
  );
});

it('tells elements of an array by the length that a change is about, and a fault without what a return leaves', async () => {
  const source = (last: number) => `#include <stddef.h>
int chomp(char *buffer, size_t length) {
  int removed = 0;
  --length;
  while (buffer[length] == '\\r' || buffer[length] == '\\n') {
    buffer[length] = '\\0';
    removed++;
    if (length-- == ${last}) break;
  }
  return removed;
}
`;
  writeFileSync('chomp-old.c', source(0));
  writeFileSync('chomp-new.c', source(1));
  const { summary } = await diff('chomp-old.c', 'chomp-new.c', '--function', 'chomp', '--range', 'length=1..2');
  expect(summary.changes.map(({ condition }) => condition)).toEqual([
    "length == 1 && buffer[0] in {'\\n', '\\r'}",
    "length == 2 && buffer[0..1] in {'\\n', '\\r'}",
  ]);
  expect(Object.keys(summary.changes[0].old)).toEqual(['return', 'buffer']);
  expect(Object.keys(summary.changes[0].new)).toEqual(['fault']);
}, 60_000);
