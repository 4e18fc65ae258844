/** Threads that give way to each other, from the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';
import { start, summaryIn } from './spawned.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOST_UPDATE = join('test', 'cases', 'threads-lost-update', 'main.c');

let runs = 0;
async function summaryOf(command: string, file: string, ...words: string[]): Promise<Summary> {
  const out = join(folder, String(runs++));
  return JSON.parse((await run(command, file, '--out', out, '--replay', 'none', '--json', ...words)).out);
}

function program(text: string): string {
  const file = join(folder, `program${runs++}.c`);
  writeFileSync(file, `#include <pthread.h>\n${text}`);
  return file;
}

/** A program whose threads do this. */
function twoThreads(first: string, second: string, before = ''): string {
  return program(`
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int done;
static void *one(void *x) { ${first} return x; }
static void *two(void *x) { ${second} return x; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  ${before}
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}`);
}

describe('--interleavings', () => {
  it('finds with one switch what no run without one shows, under every reduction that follows threads', async () => {
    expect(await summaryOf('test', LOST_UPDATE)).toMatchObject({ verdict: 'complete', faults: [] });
    for (const reduce of ['none', 'revisit']) {
      const { verdict, faults } = await summaryOf('test', LOST_UPDATE, '--interleavings', '1', '--reduce', reduce);
      expect(verdict).toBe('complete');
      expect(faults.map(({ kind, line }) => ({ kind, line }))).toEqual([{ kind: 'assert', line: 25 }]);
    }
  });

  it('is refused with a reduction that relies on nested calls', async () => {
    const refused = await run('test', LOST_UPDATE, '--interleavings', '1', '--reduce', 'postcondition');
    expect(refused).toMatchObject({ status: 2, err: expect.stringContaining('choose --reduce none or revisit') });
    const { reduction, faults } = (await summaryOf('cover', LOST_UPDATE, '--interleavings', '1')) as Summary;
    expect(reduction).toBe('revisit');
    expect(faults.length).toBe(1);
  });

  it('explores the same with several workers, and when it is taken up again', async () => {
    const words = ['--interleavings', '1', '--reduce', 'none', '--replay', 'none', '--json'];
    const alone = await summaryOf('test', LOST_UPDATE, '--interleavings', '1', '--reduce', 'none');
    const together = await start('test', LOST_UPDATE, '--out', join(folder, 'two'), '--workers', '2', ...words).over;
    expect(summaryIn(together)).toMatchObject({ paths: alone.paths, tests: alone.tests, verdict: 'complete' });
    const out = join(folder, 'resumed');
    await run('test', LOST_UPDATE, '--out', out, '--max-paths', '4', ...words);
    const resumed = JSON.parse((await run('resume', out, '--max-paths', '1000', '--json')).out) as Summary;
    expect(resumed).toMatchObject({ paths: alone.paths, verdict: 'complete' });
  });

  it('makes tests that say so where a real program cannot be made to follow', async () => {
    const out = join(folder, 'replayed');
    await run('test', LOST_UPDATE, '--interleavings', '1', '--out', out, '--replay', 'none');
    const { out: text } = await run('replay', out);
    expect(text).toContain('the real program cannot be made to do this: thread after pthread_create() = 2');
    expect(text).toContain('WebAssembly has no threads here');
    expect(text).toContain(' 0 disagree');
  });

  it('lets a signal that nobody waits for yet be lost, and a held lock be noticed', async () => {
    const waits = 'pthread_mutex_lock(&m); if (!done) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);';
    const unsynchronised = 'done = 1; pthread_cond_signal(&c);';
    expect((await summaryOf('test', twoThreads(waits, unsynchronised))).faults).toEqual([]);
    const { faults } = await summaryOf('test', twoThreads(waits, unsynchronised), '--interleavings', '1');
    expect(faults.map(({ kind, function: name, message }) => `${kind} in ${name}: ${message}`)).toEqual([
      'deadlock in one: thread 1 joins thread 2, thread 2 waits for a condition',
    ]);
    const synchronised = `pthread_mutex_lock(&m); ${unsynchronised} pthread_mutex_unlock(&m);`;
    const { verdict, faults: none } = await summaryOf('test', twoThreads(waits, synchronised), '--interleavings', '2');
    expect({ verdict, none }).toEqual({ verdict: 'complete', none: [] });
    const holds = 'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);';
    const tries = 'if (pthread_mutex_trylock(&m) != 0) __builtin_trap(); else pthread_mutex_unlock(&m);';
    expect((await summaryOf('test', twoThreads(holds, tries))).faults).toEqual([]);
    expect((await summaryOf('test', twoThreads(holds, tries), '--interleavings', '1')).faults.length).toBe(1);
  });
});

describe('threads', () => {
  it('that only go on in the middle of another are named where calls must be nested', async () => {
    const turn = (mine: number) =>
      `for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); while (done != ${mine}) pthread_cond_wait(&c, &m);
       done = ${1 - mine}; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); }`;
    expect(await summaryOf('test', twoThreads(turn(0), turn(1)))).toMatchObject({ verdict: 'complete', faults: [] });
    const { unmodelled } = await summaryOf('test', twoThreads(turn(0), turn(1)), '--reduce', 'postcondition');
    expect(unmodelled.join()).toMatch(/under this reduction \(--reduce none or revisit runs it\)/);
  });

  it('that spin without synchronising are not taken for programs that never end', async () => {
    const spins = twoThreads('', 'done = 1;', 'while (!done) continue;');
    const { unmodelled, faults } = await summaryOf('test', spins);
    expect(unmodelled.join()).toContain('a loop that waits for another thread without synchronisation');
    expect(faults).toEqual([]);
  });

  it('lose their locals when they end in the middle of a function', async () => {
    const { faults } = await summaryOf(
      'test',
      program(`
void pthread_exit(void *);
static int *kept;
static void *worker(void *x) { int local = 1; kept = &local; pthread_exit(x); }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return *kept;
}`),
    );
    expect(faults.map(({ kind }) => kind)).toEqual(['use-after-return']);
  });

  it('go on when main has ended by pthread_exit, and the last of them ends the program', async () => {
    const { paths, faults } = await summaryOf(
      'test',
      program(`
void pthread_exit(void *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *x) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return x; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_exit(NULL);
}`),
      '--interleavings',
      '1',
    );
    expect(faults).toEqual([]);
    expect(paths.completed).toBeGreaterThan(2);
  });
});
