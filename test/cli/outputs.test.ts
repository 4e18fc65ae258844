/** What a caller finds after a call is an output of `diff` and `summarize`; and what is claimed says what it rests on. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffSummary } from '../../src/cli/versions/diff-run.ts';
import { run } from './run.ts';

const cases = fileURLToPath(new URL('../cases/outputs/', import.meta.url));
const home = process.cwd();
let scratch: string;
let number = 0;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pathfold-outputs-'));
  process.chdir(scratch);
});
afterAll(() => {
  process.chdir(home);
  rmSync(scratch, { recursive: true });
});

const out = () => `out${++number}`;

interface Expected {
  readonly difference: DiffSummary['difference'];
  readonly function?: string;
  /** One that must differ. */
  readonly output?: string;
  /** Of the first change. */
  readonly condition?: string;
  readonly caution?: string | null;
  /** How compiled code shows the first change. */
  readonly confirmed?: string;
  /** A line of what is assumed. */
  readonly assumed?: string;
}

describe('functions that differ in what they leave behind', () => {
  for (const name of readdirSync(cases).sort()) {
    const file = (part: string) => join(cases, name, part);
    it(readFileSync(file('description.txt'), 'utf8').trim(), async () => {
      const expected = JSON.parse(readFileSync(file('expected.json'), 'utf8')) as Expected;
      const versions = [file('old.c'), file('new.c')];
      const own = ['--function', expected.function ?? 'f'];
      const result = await run('diff', ...versions, ...own, '--json', '--out', out());
      expect(result.out, result.err).not.toBe('');
      const { difference, changes, caution, observed, assumptions } = JSON.parse(result.out) as DiffSummary;
      expect(difference).toBe(expected.difference);
      expect(observed).toContain('what pointers of parameters, result and globals lead to');
      if (expected.output !== undefined) {
        const [{ shown, confirmed }] = changes;
        expect(shown.old[expected.output]).not.toBe(shown.new[expected.output]);
        expect(['yes', 'not observable']).toContain(confirmed);
      }
      if (expected.confirmed !== undefined) expect(changes[0].confirmed).toBe(expected.confirmed);
      if (expected.condition !== undefined) expect(changes[0].condition).toBe(expected.condition);
      if (expected.assumed !== undefined) expect(assumptions).toContain(expected.assumed);
      if (expected.caution === null) expect(caution).toBeNull();
      else if (expected.caution !== undefined) expect(caution).toContain(expected.caution);
    }, 60_000);
  }
});

describe('a signature', () => {
  it('has what a function leaves behind its pointers, under names that users write', async () => {
    writeFileSync(
      'push.c',
      `#include <stdlib.h>
struct node { int key; struct node *next; };
struct node *push(struct node *head, int key, int *count) {
  struct node *made = malloc(sizeof *made);
  made->key = key;
  made->next = head;
  ++*count;
  return made;
}
`,
    );
    const { out: text } = await run(
      'summarize',
      'push.c',
      '--function',
      'push',
      '--never-null',
      'head',
      '--out',
      out(),
    );
    expect(text).toMatch(/^condition +return +return->key +.*return->next +.*\*count/);
    expect(text).toMatch(/^always +new object +key +head +\*count \+ 1/m);
    expect(text).toContain('unchanged: *head\n');
    expect(text).toContain('complete within the assumptions above');
  }, 60_000);

  it('may have an empty list', async () => {
    writeFileSync('length.c', 'struct n { struct n *next; }; int length(struct n *l) { return l->next != 0; }\n');
    const { status, out: text } = await run('test', 'length.c', '--function', 'length', '--out', out());
    expect(status).toBe(1);
    expect(text).toContain('null pointer');
    expect(text).toContain('(--never-null l)');
  }, 60_000);
});

describe('claims', () => {
  it('list what symbolic arguments and globals are assumed to be', async () => {
    writeFileSync('args.c', 'int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 45; }\n');
    const world = ['--sym-args', '0', '2', '3', '--sym-stdin', '4', '--sym-files', '1', '1', '--sym-env', 'HOME=5'];
    const { out: text } = await run('test', 'args.c', ...world, '--out', out());
    expect(text).toContain('assumed: 0 to 2 arguments of at most 3 characters each');
    expect(text).toContain('assumed: standard input of exactly 4 bytes');
    expect(text).toContain('assumed: a file A of exactly 1 byte');
    expect(text).toContain('assumed: a variable HOME of at most 5 characters');
    writeFileSync('state.c', 'static int mode; int f(int x) { return mode ? x : 0; }\n');
    const second = await run('test', 'state.c', '--function', 'f', '--out', out());
    expect(second.out).toContain('assumed: mode: as initialised when the function is called');
  }, 60_000);

  it('say where a program looks and finds what is the same in every run', async () => {
    const assumed = async (source: string, ...options: string[]) => {
      writeFileSync('looks.c', source);
      const result = await run('test', 'looks.c', '--json', '--replay', 'none', ...options, '--out', out());
      const { assumptions, verdict } = JSON.parse(result.out) as { assumptions: string[]; verdict: string };
      expect(verdict).toBe('complete');
      return assumptions;
    };
    const looks = `#include <pathfold.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void *work(void *none) { return none; }
static void handle(int number) { (void)number; }
int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  signal(SIGINT, handle);
  if (pathfold_bool("b") && getchar() == 'a' && getenv("MODE") && fopen("A", "r") && time(0) > rand()) abort();
  return argc;
}
`;
    expect(await assumed(looks)).toEqual([
      'no arguments (--sym-args MIN MAX N)',
      'standard input is empty (--sym-stdin N)',
      'there are no files (--file NAME=PATH, --sym-files K N)',
      'the environment is empty (--env NAME=VALUE, --sym-env NAME=N)',
      'threads go on until they wait or end (--interleavings N)',
      'no signal comes from outside',
      'clock, random numbers: the same in every run',
    ]);
    const given = [
      '--sym-arg',
      '1',
      '--sym-stdin',
      '1',
      '--sym-files',
      '1',
      '1',
      '--env',
      'MODE=x',
      '--interleavings',
      '1',
    ];
    expect((await assumed(looks, ...given)).filter((line) => /\(--/.test(line))).toEqual([]);
    expect(await assumed('int main(int argc, char **argv) { (void)argc, (void)argv; return 0; }')).toEqual([]);
  }, 60_000);

  it('say when nothing is symbolic, and what to do about it', async () => {
    writeFileSync('plain.c', 'int main(void) { return 0; }\n');
    const { out: text } = await run('test', 'plain.c', '--out', out());
    expect(text).toMatch(/warning: +nothing is symbolic.*--sym-args/);
  }, 60_000);
});

describe('the function to explore', () => {
  it('is named with its file where there are several of one name', async () => {
    writeFileSync('one.c', 'static int help(int x) { return x; } int one(int x) { return help(x); }\n');
    writeFileSync('two.c', 'static int help(int x) { return x + 1; } int two(int x) { return help(x); }\n');
    const unclear = await run('summarize', 'one.c', 'two.c', '--function', 'help', '--out', out());
    expect(unclear.status).toBe(2);
    expect(unclear.err).toContain('one.c:help, two.c:help');
    const clear = await run('summarize', 'one.c', 'two.c', '--function', 'two.c:help', '--out', out());
    expect(clear.out, clear.err).toContain('x + 1');
  }, 60_000);
});
