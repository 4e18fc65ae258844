/**
 * What grows faster than what it is given: programs of size n and 2n explored exhaustively, each in a process of its own, with the
 * processor time of both and their ratio. Above 2.3 something is quadratic, and the exit status is 1.
 *
 *   npm run bench:growth -- [--only NAME,...] [--scale FACTOR]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MOST_RATIO = 2.3;
/** Less is noise. */
const LEAST_SECONDS = 0.3;
const ROUNDS = 2;

const NONDET = 'extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n';

/** Each is C in which N is its size. */
const SUBJECTS = {
  inputs: {
    about: 'inputs made one by one',
    size: 50_000,
    source: 'static int v[N]; int main(void) { for (int i = 0; i < N; i++) v[i] = __VERIFIER_nondet_int(); return 0; }',
  },
  conjuncts: {
    about: 'conjuncts of one path condition, each about an input of its own',
    size: 50_000,
    source: `#include <klee/klee.h>
int main(void) { for (int i = 0; i < N; i++) klee_assume(__VERIFIER_nondet_int() != 7); return 0; }`,
  },
  exclusions: {
    about: 'conjuncts of one path condition about one input',
    size: 50_000,
    source: `#include <klee/klee.h>
int main(void) { int x = __VERIFIER_nondet_int(); for (int i = 0; i < N; i++) klee_assume(x != 3 * i); return 0; }`,
  },
  sum: {
    about: 'summands of one sum',
    size: 50_000,
    source:
      'int main(void) { unsigned s = 0; for (int i = 0; i < N; i++) s += __VERIFIER_nondet_uchar(); return s == 3; }',
  },
  array: {
    about: 'elements of a symbolic array, read one by one',
    size: 20_000,
    source: `#include <klee/klee.h>
static unsigned char v[N];
int main(void) { klee_make_symbolic(v, N, "v"); unsigned s = 0; for (int i = 0; i < N; i++) s += v[i]; return s == 3; }`,
  },
  recursion: {
    about: 'frames of a recursion',
    size: 200_000,
    source:
      'static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); } int main(void) { return down(N) + __VERIFIER_nondet_int() == 3; }',
    options: ['--max-call-depth', '10000000'],
  },
  stdin: {
    about: 'bytes of symbolic standard input',
    size: 20_000,
    source:
      '#include <stdio.h>\nint main(void) { unsigned s = 0; int c; while ((c = getchar()) != EOF) s += c; return s == 3; }',
    options: (size) => ['--sym-stdin', String(size)],
  },
  states: {
    about: 'paths, all open at once',
    size: 4_096,
    source:
      'int main(void) { int x = __VERIFIER_nondet_int(), r = 0; for (int m = 1; m < N; m *= 2) if (x & m) r++; return r; }',
    options: ['--search', 'bfs'],
  },
  objects: {
    about: 'objects on the heap',
    size: 10_000,
    source: `#include <stdlib.h>
struct link { struct link *next; int value; };
int main(void) {
  struct link *all = 0;
  for (int i = 0; i < N; i++) { struct link *l = malloc(sizeof *l); l->next = all; l->value = i; all = l; }
  int s = __VERIFIER_nondet_int(); for (struct link *l = all; l; l = l->next) s += l->value;
  while (all) { struct link *n = all->next; free(all); all = n; }
  return s == 3;
}`,
  },
};

const { values } = parseArgs({ options: { only: { type: 'string' }, scale: { type: 'string', default: '1' } } });
const chosen = values.only?.split(',') ?? Object.keys(SUBJECTS);
const RUN_ONCE = fileURLToPath(new URL('../study/run-once.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-growth-'));
let isLinear = true;
console.log('subject      n at first       n       2n   ratio   what n counts');
try {
  for (const name of chosen) row(name);
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = isLinear ? 0 : 1;

function row(name) {
  const { about, size, source, options = [] } = SUBJECTS[name];
  const n = Math.round(size * Number(values.scale));
  const at = (count) => {
    const words = typeof options === 'function' ? options(count) : options;
    const rounds = Array.from({ length: ROUNDS }, () => secondsOf(name, NONDET + source, count, words));
    return Math.min(...rounds);
  };
  const [once, twice] = [at(n), at(2 * n)];
  const ratio = twice / once;
  const counts = twice >= LEAST_SECONDS;
  if (counts && ratio > MOST_RATIO) isLinear = false;
  const cells = [String(n).padStart(10), once.toFixed(2).padStart(9), twice.toFixed(2).padStart(8)];
  console.log(`${name.padEnd(11)} ${cells.join(' ')} ${counts ? ratio.toFixed(1).padStart(7) : '  short'}   ${about}`);
}

/** Processor seconds of exploring and of writing tests. */
function secondsOf(name, source, size, words) {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, source);
  const given = [
    ...words,
    '-D',
    `N=${size}`,
    '--reduce',
    'none',
    '--replay',
    'none',
    '--max-time',
    '60',
    '--workers',
    '1',
    '--json',
  ];
  const out = ['--out', join(folder, 'out'), '--force'];
  const run = spawnSync(process.execPath, [RUN_ONCE, 'test', file, ...given, ...out], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${name}: ${run.stderr}`);
  const { spent, messages } = JSON.parse(run.stdout);
  if (spent.exploring === 0) throw new Error(`${name}: ${messages}`);
  return spent.exploring + spent.writing;
}
