/** `pathfold test` on programs that do not end, need too much, or are wrong; each must say one clear thing and lose nothing. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTests } from '../../src/suite/read-tests.ts';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const executable = fileURLToPath(new URL('../../bin/pathfold.js', import.meta.url));
const SOURCES: Readonly<Record<string, string>> = {
  'huge.c': `#include <pathfold.h>
static unsigned char table[100000000];
int main(void) {
  unsigned x = pathfold_unsigned("x");
  pathfold_assume(x < sizeof table);
  return table[x];
}
`,
  'waiting.c': `#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x");
  unsigned n = 0;
  while (x == 99) n += 3;
  return n != 0;
}
`,
  'endless.c': 'int main(void) { for (;;) {} }\n',
  'counting.c': 'int main(void) { for (unsigned n = 0;; n++) {} }\n',
  'printing.c': '#include <stdio.h>\nint main(void) { for (unsigned n = 0;; n++) printf("again\\n"); }\n',
  'recursive.c':
    'static int f(int n) { int x = n; int *p = &x; return f(n + 1) + *p; }\nint main(void) { return f(0); }\n',
  'branches.c': `#include <pathfold.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) if (pathfold_int("x") > i) sum += i;
  return sum;
}
`,
  'forever.c': `#include <pathfold.h>
int main(void) {
  unsigned n = 0;
  for (;;) {
    if (pathfold_int("stop") > 0) break;
    n++;
  }
  return n > 3;
}
`,
  'few-sizes.c': `#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  size_t n = pathfold_size("n");
  pathfold_assume(n > 0 && n <= 40);
  char *p = malloc(n);
  if (!p) return 1;
  p[n - 1] = 1;
  free(p);
  return 0;
}
`,
  'sizes.c': `#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  size_t n = pathfold_size("n");
  char *p = malloc(n);
  if (!p) return 1;
  if (n > 2) p[2] = 1;
  free(p);
  return 0;
}
`,
  'undefined.c': `#include <pathfold.h>
int mystery(int);
int main(void) {
  int x = pathfold_int("x");
  if (x < 0) return 0;
  if (x < 10) return mystery(x);
  return mystery(x) > 5;
}
`,
  'functions.c': `#include <assert.h>
struct opaque;
int clamp(int x, int low, int high) { assert(low <= high); return x < low ? low : x > high ? high : x; }
int apply(int (*f)(int), int x) { return f(x); }
int look(struct opaque *o) { return o != 0; }
int any(void *p) { return p != 0; }
`,
  'fine.c': '#include <pathfold.h>\nint main(void) { return pathfold_int("x") == 7; }\n',
  'product.c': `#include <pathfold.h>
int main(void) {
  unsigned long long x = pathfold_uint64("x"), y = pathfold_uint64("y");
  if (x > 1 && y > 1 && x < 1ull << 31 && y < 1ull << 31 && x * y == 4611685975477714963ull) return 1;
  return 0;
}
`,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-command-'));
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const testsIn = (out: string) => (readdirSync(out).some((name) => name.startsWith('test')) ? readTests(out).length : 0);

let runs = 0;
const newFolder = () => join(folder, `out${runs++}`);

async function test(
  file: string,
  ...options: string[]
): Promise<Summary & { exitStatus: number; status: number; folder: string }> {
  const out = newFolder();
  const { status, out: text, err } = await run('test', join(folder, file), '--json', '--out', out, ...options);
  if (text === '') throw new Error(err);
  const summary = JSON.parse(text) as Summary & { exitStatus: number };
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(summary);
  expect(testsIn(out)).toBe(summary.tests);
  return { ...summary, status, folder: out };
}

it('counts a path that comes back to where it was, and says that it never ends', async () => {
  const summary = await test('endless.c', '--replay', 'all');
  expect(summary).toMatchObject({ verdict: 'complete', limits: [], tests: 1, status: 0 });
  expect(summary.paths).toMatchObject({ completed: 0, endless: 1, unfinished: 0 });
  expect(summary.replay).toMatchObject({ agreed: 1 });
});

describe('what one input asks for is bounded', () => {
  it('tries some indices into an array whose contents are too large for a term', async () => {
    const summary = await test('huge.c', '--replay', 'none');
    expect(summary).toMatchObject({ verdict: 'bounded', limits: ['max-concretizations'], status: 4 });
    expect(summary.concretizations).toMatchObject([{ what: 'index into a large object', line: 6 }]);
  });

  it.each(['50000000', '100000000000'])('refuses %s symbolic bytes', async (count) => {
    const { status, err } = await run('test', join(folder, 'huge.c'), '--sym-stdin', count);
    expect(status).toBe(2);
    expect(err).toContain(`${count} symbolic bytes are too many for one input`);
  });

  it.each(['dependence', 'postcondition', 'revisit', 'output'])(
    'and so is what --reduce %s records of a loop that counts for ever',
    async (reduction) => {
      const options = ['--reduce', reduction, '--max-steps', '1500000'];
      const summary = await test('waiting.c', '--replay', 'none', ...options);
      expect(summary.verdict).toBe('bounded');
      expect(summary.paths).toMatchObject({ completed: 1 });
      expect(summary.limits).not.toContain('max-memory');
    },
    60_000,
  );
});

describe('a limit is named in the summary', () => {
  it.each([
    ['max-steps', 'counting.c', ['--max-steps', '100000']],
    ['max-steps', 'printing.c', ['--max-steps', '100000']],
    ['max-call-depth', 'recursive.c', ['--max-call-depth', '2000']],
    ['max-paths', 'branches.c', ['--max-paths', '10']],
    ['max-instructions', 'branches.c', ['--max-instructions', '3000', '--reduce', 'none']],
    ['max-depth', 'branches.c', ['--max-depth', '4']],
    ['max-memory', 'branches.c', ['--max-memory', '1', '--reduce', 'none']],
    ['max-time', 'forever.c', ['--max-time', '1']],
    ['max-solver-time', 'product.c', ['--max-solver-time', '0.001']],
  ])('%s on %s', async (limit, file, options) => {
    const summary = await test(file, '--replay', 'none', ...options);
    expect(summary.limits).toContain(limit);
    expect(summary.verdict).toBe(limit === 'max-time' ? 'stopped' : 'bounded');
    expect(summary.status).toBe(4);
    expect(summary.exitStatus).toBe(4);
    if (limit !== 'max-solver-time') expect(summary.tests).toBeGreaterThan(0);
  });

  it('and what was cut is counted', async () => {
    const depth = await test('branches.c', '--max-depth', '4', '--replay', 'none');
    expect(depth.paths).toMatchObject({ completed: 0, unfinished: 32 });
    const paths = await test('branches.c', '--max-paths', '10', '--reduce', 'none', '--replay', 'none');
    expect(paths.paths.completed).toBe(10);
    expect(paths.paths.unfinished).toBeGreaterThan(0);
  });

  it.each(['dfs', 'bfs', 'random', 'random-path', 'coverage'])('%s respects the depth limit', async (search) => {
    const { paths } = await test('branches.c', '--max-depth', '4', '--search', search, '--replay', 'none');
    expect(paths).toMatchObject({ completed: 0, unfinished: 32 });
  });
});

it('leaves out paths that repeat others unless told not to', async () => {
  const reduced = await test('branches.c', '--replay', 'none');
  expect(reduced).toMatchObject({ reduction: 'revisit', verdict: 'complete' });
  expect(reduced.paths).toMatchObject({ completed: 2, pruned: 11 });
  expect(reduced.status).toBe(0);
  const all = await test('branches.c', '--reduce', 'none', '--replay', 'none');
  expect(all).toMatchObject({ reduction: 'none', verdict: 'complete' });
  expect(all.paths).toMatchObject({ completed: 4096, pruned: 0 });
});

it('says in every test what comes out, also where its path was left early', async () => {
  const { folder: out, tests } = await test('branches.c', '--replay', 'none');
  const all = readTests(out).map((stored) => stored.test);
  expect(all.filter((each) => each.left === 'cut as redundant').length).toBe(11);
  for (const each of all) {
    expect(each.expected.ending).toBe('exit');
    const sum = each.inputs.reduce((total, input, i) => total + (Number(input.value) > i ? i : 0), 0);
    expect(each.expected.status).toBe(sum);
    expect(each.inputs.length).toBe(12);
  }
  const source = join(folder, 'branches.c');
  writeFileSync(source, SOURCES['branches.c'].replace('sum += i', 'sum += i + (i == 11)'));
  try {
    const { status, out: text } = await run('replay', out);
    expect(text).toMatch(new RegExp(`${tests} replayed, [0-9]+ agree, [1-9][0-9]* disagree`));
    expect(status).toBe(1);
  } finally {
    writeFileSync(source, SOURCES['branches.c']);
  }
});

it('exits with 0 although something was cut off only with --allow-incomplete', async () => {
  const cut = await test('branches.c', '--max-depth', '4', '--replay', 'none', '--allow-incomplete');
  expect([cut.verdict, cut.status, cut.exitStatus]).toEqual(['bounded', 0, 0]);
});

it('switches parts of the reduction, and shows what it counted and how long it took', async () => {
  const usual = await test('branches.c', '--replay', 'none');
  expect(usual.counters).toMatchObject({ matches: usual.paths.pruned, pauses: 0 });
  expect(usual.seconds.reduce).toBeGreaterThan(0);
  const later = await test(
    'branches.c',
    '--reduce',
    'postcondition',
    '--switch',
    'first-instance-only=on',
    '--max-depth',
    '4',
    '--replay',
    'none',
  );
  expect(later.counters.laterInstances).toBeGreaterThan(0);
  const wrong = await run('test', join(folder, 'branches.c'), '--reduce', 'postcondition', '--switch', 'size=1');
  expect(wrong).toMatchObject({ status: 2, err: expect.stringContaining('it has size-bound=1000, ') });
});

it.each([
  ['dependence', 'conditionsPerQuery'],
  ['output', 'endRuns'],
  ['relevance', 'strides', '--switch', 'patience=0'],
])('--reduce %s says how long it took and how many %s there were', async (reduction, counter, ...switches) => {
  const { counters, seconds } = await test('undefined.c', '--reduce', reduction, '--replay', 'none', ...switches);
  expect(counters[counter]).toBeGreaterThan(0);
  expect(seconds.analyse).toBeGreaterThan(0);
  expect(seconds.reduce).toBeGreaterThan(0);
});

it('tries all sizes of an allocation where there are few', async () => {
  const summary = await test('few-sizes.c', '--reduce', 'none', '--replay', 'none');
  expect(summary).toMatchObject({ verdict: 'complete', limits: [], paths: { completed: 40 } });
});

it('tries sizes of an allocation up to a limit and says what it chose', async () => {
  const summary = await test('sizes.c');
  expect(summary.limits).toEqual(['max-concretizations']);
  expect(summary.concretizations).toEqual([expect.objectContaining({ what: 'size of an allocation', count: 16 })]);
  expect(summary.paths.completed).toBeGreaterThanOrEqual(17);
  expect(summary.replay!.disagreed).toEqual([]);
});

describe('an undefined function', () => {
  it('ends the paths that reach it, and is named once with its place and effect', async () => {
    const { status, out } = await run('test', join(folder, 'undefined.c'), '--out', newFolder(), '--replay', 'none');
    expect(status).toBe(4);
    const lines = out.split('\n').filter((line) => line.includes('mystery'));
    expect(lines.length).toBe(1);
    expect(lines[0]).toMatch(/undefined function mystery at .*undefined\.c:6; 2 paths ended there/);
  });

  it('returns anything with --undefined fresh', async () => {
    const summary = await test('undefined.c', '--undefined', 'fresh', '--replay', 'none');
    expect(summary.paths).toMatchObject({ completed: 3, unfinished: 0 });
    expect(summary.unmodelled).toEqual(['undefined function mystery']);
  });
});

describe('wrong input is one message', () => {
  const wrong = async (...words: string[]) => {
    const [file, ...options] = words;
    const { status, out, err } = await run('test', join(folder, file), '--out', newFolder(), ...options);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    return err;
  };

  it('without main', async () => {
    expect(await wrong('functions.c')).toBe(
      'pathfold: error: the program has no main function\n' +
        'pathfold: hint: name the function to explore with --function, or add a file that defines main\n',
    );
  });

  it('with a function that does not exist, near names are suggested', async () => {
    expect(await wrong('functions.c', '--function', 'clmp')).toContain('did you mean clamp?');
  });

  it.each([
    ['apply', 'f (int (*)(int)) cannot be made symbolic', '--nullable f'],
    ['look', 'o (struct opaque *) cannot be made symbolic', '--nullable o'],
    ['any', 'p (void *) cannot be made symbolic', '--array p=N'],
  ])('with a parameter of %s that cannot be made symbolic', async (name, problem, help) => {
    const text = await wrong('functions.c', '--function', name);
    expect(text).toContain(problem);
    expect(text).toContain(help);
  });

  it.each([
    [['--check', 'everything'], 'no such check'],
    [['-I', ''], '--include-directory lacks its value'],
    [['--out', ''], '--out lacks its value'],
    [['--array', 'p'], 'write --array NAME=N'],
    [['--sym-args', '3', '1', '2'], 'the first number must not exceed the second'],
  ])('with %j', async (options, text) => {
    const source = options[0] === '--array' ? ['functions.c', '--function', 'clamp'] : ['fine.c'];
    expect(await wrong(...source, ...options)).toContain(text);
  });

  it('with an output folder that holds something', async () => {
    const out = newFolder();
    mkdirSync(out);
    writeFileSync(join(out, 'precious.txt'), 'keep me');
    const { status, err } = await run('test', join(folder, 'fine.c'), '--out', out);
    expect(status).toBe(2);
    expect(err).toContain('is not empty, and results are never overwritten silently');
    expect(readdirSync(out)).toEqual(['precious.txt']);
  });

  it('with an output folder that cannot be written to', async () => {
    const out = process.getuid?.() === 0 ? '/proc/pathfold-out' : newFolder();
    if (!out.startsWith('/proc')) {
      mkdirSync(out);
      chmodSync(out, 0o500);
    }
    const { status, err } = await run('test', join(folder, 'fine.c'), '--out', out);
    expect(status).toBe(2);
    expect(err).toMatch(/cannot write to .*pathfold: hint: choose another folder with --out DIR\n$/s);
  });
});

it.skipIf(sep === '\\')('takes a backslash in a file name for what it is', async () => {
  writeFileSync(join(folder, 'back\\slash.c'), SOURCES['functions.c']);
  const summary = await test('back\\slash.c', '--function', 'clamp');
  expect(summary.replay).toMatchObject({ replayed: 4, agreed: 4 });
});

it.skipIf(sep === '\\')(
  'includes a file with a quotation mark in its name, and says of what C cannot include',
  async () => {
    writeFileSync(join(folder, 'quo"te.c'), SOURCES['functions.c']);
    const summary = await test('quo"te.c', '--function', 'clamp');
    expect(summary.replay).toMatchObject({ replayed: 4, agreed: 4 });
    for (const name of ['two\nlines.c', 'both">.c']) {
      writeFileSync(join(folder, name), SOURCES['functions.c']);
      const { status, err } = await run('test', join(folder, name), '--function', 'clamp', '--out', newFolder());
      expect([status, err.includes('has a name that C cannot include')]).toEqual([2, true]);
    }
  },
);

it('names the file as the user does when a harness includes it', async () => {
  const out = newFolder();
  const { status, out: text } = await run('test', join(folder, 'functions.c'), '--function', 'clamp', '--out', out);
  expect(status).toBe(1);
  const [place, ...message] = text.split('\n')[0].split(/:3:\d+: /);
  expect([resolve(place), ...message]).toEqual([join(folder, 'functions.c'), 'failed assertion: low <= high']);
  expect(place).not.toContain('/out');
  expect(text).toContain('replayed: 4 of 4 tests agree with compiled code');
});

describe('as a process', () => {
  const start = (words: readonly string[]) =>
    spawn(process.execPath, [executable, 'test', ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });

  it('keeps what it has when interrupted', async () => {
    const out = newFolder();
    const child = start(['forever.c', '--out', out, '--replay', 'none', '--max-time', '40']);
    let text = '';
    child.stdout.on('data', (data) => (text += data));
    let isOver = false;
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve)).finally(() => (isOver = true));
    while (!isOver && !existsSync(join(out, 'test000005.json')))
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(text).toContain('verdict:  stopped (interrupted)');
    const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as Summary;
    expect(summary).toMatchObject({ verdict: 'stopped', limits: ['interrupted'] });
    expect(testsIn(out)).toBe(summary.tests);
  });

  it('chooses a new folder for each run', () => {
    const words = [executable, 'test', 'fine.c', '--replay', 'none'];
    for (const expected of ['pathfold-out', 'pathfold-out-2']) {
      const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
      expect(stdout).toContain(`1 in ${expected}\n`);
    }
  });

  it('prints the summary although the disk is full', async ({ skip }) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]).status !== 0) skip('no right to mount');
    try {
      const { status, out, err } = await run(
        'test',
        join(folder, 'branches.c'),
        '--out',
        join(disk, 'out'),
        '--reduce',
        'none',
        '--replay',
        'none',
      );
      expect(status).toBe(2);
      expect(out).toContain('paths:    4096 completed');
      expect(err).toMatch(/cannot write .*: the disk is full\n.*files written before it are complete/);
      const written = readdirSync(join(disk, 'out')).filter((name) => name.endsWith('.json'));
      for (const name of written) JSON.parse(readFileSync(join(disk, 'out', name), 'utf8'));
      expect(written.length).toBeGreaterThan(1);
      const claimed = Number(/tests: +(\d+) in/.exec(out)?.[1]);
      expect(claimed).toBeLessThanOrEqual(readTests(join(disk, 'out')).length);
      spawnSync('mount', ['-o', 'remount,size=16m', disk]);
      const resumed = await run('resume', join(disk, 'out'));
      expect(resumed.status).toBe(0);
      expect(resumed.out).toContain('paths:    4096 completed');
      expect(readTests(join(disk, 'out')).length).toBe(4096);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
