/** Runs with workers of other machines, through a real Redis on a free port of this one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedJob, checkedSetup } from '../../src/cli/workers/queue/job.ts';
import { run } from './run.ts';
import { faultsOf, manyPaths, start, summaryIn } from './spawned.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

let folder: string;
let port: number;
const started: ChildProcess[] = [];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-queue-'));
  // Long enough to be seen at work.
  writeFileSync(join(folder, 'program.c'), manyPaths(10));
  port = await freePort();
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}

/** Keeps its data on the disk, written at every change: what a queue needs to outlive a restart. */
function startRedis(): ChildProcess {
  const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn('redis-server', [...words, '--appendonly', 'yes', '--appendfsync', 'always'], {
    stdio: 'ignore',
  });
  started.push(child);
  return child;
}
const url = () => `redis://127.0.0.1:${port}`;

describe.runIf(hasRedis)('a run with workers elsewhere', () => {
  it('finds what a run alone finds', async () => {
    const redis = startRedis();
    await pause(500);
    started.push(start('worker', '--queue', url(), '--lease', '2').child);
    await pause(2000);
    writeFileSync(join(folder, 'short.c'), manyPaths(8));
    const words = ['--reduce', 'none', '--replay', 'none', '--json', '--queue', url()];
    const { child, over } = start('test', join(folder, 'short.c'), '--out', join(folder, 'short'), ...words);
    started.push(child);
    const summary = summaryIn(await over);
    expect(summary).toMatchObject({ verdict: 'complete', tests: 8749, limits: [] });
    expect(faultsOf(summary)).toEqual(['assert:10']);
    for (const each of started) each.kill('SIGKILL');
    redis.kill('SIGKILL');
  });

  // Minutes on a busy machine: PATHFOLD_LONG=1 runs it.
  it.runIf(process.env.PATHFOLD_LONG === '1')('survives that workers and Redis are killed', async () => {
    port = await freePort();
    let redis = startRedis();
    const worker = () => {
      const { child } = start('worker', '--queue', url(), '--lease', '2');
      started.push(child);
      return child;
    };
    await pause(500);
    const workers = [worker(), worker()];
    await pause(2000);
    const words = ['--reduce', 'none', '--replay', 'none', '--json', '--queue', url()];
    const { child, over } = start('test', join(folder, 'program.c'), '--out', join(folder, 'out'), ...words);
    started.push(child);
    await until(async () => (await status()).jobs.active > 0);
    workers[0].kill('SIGKILL');
    workers.push(worker());
    await pause(1000);
    redis.kill('SIGKILL');
    await pause(500);
    redis = startRedis();
    await pause(1000);
    workers[1].kill('SIGKILL');
    const summary = summaryIn(await over);
    expect(summary).toMatchObject({ verdict: 'complete', tests: 78733, limits: [] });
    expect(summary.paths).toMatchObject({ completed: 78732, faulty: 6561, unfinished: 0 });
    expect(faultsOf(summary)).toEqual(['assert:10']);
    expect((await status()).runs).toEqual([]);
  });

  async function status() {
    const { out, err } = await run('queue', 'status', '--queue', url(), '--json');
    if (out === '') throw new Error(err);
    return JSON.parse(out);
  }
  async function until(isSo: () => Promise<boolean>) {
    for (let i = 0; i < 200; i++) {
      if (await isSo()) return;
      await pause(100);
    }
    throw new Error('that never happened');
  }
});

it('refuses what is no address, and says when nobody answers', async () => {
  const nowhere = ['--queue', `redis://user:secret@127.0.0.1:${port + 1}`];
  expect(await run('queue', 'status', '--queue', 'localhost')).toMatchObject({ status: 2 });
  const { status, err } = await run('queue', 'status', ...nowhere);
  expect(status).toBe(2);
  expect(err).toContain('cannot reach the queue');
  expect(err).not.toContain('secret');
  expect((await run('test', join(folder, 'program.c'), ...nowhere, '--workers', '2')).err).toContain(
    'do not go together',
  );
});

describe('a job', () => {
  const job = {
    version: 1,
    run: '0123456789abcdef',
    setup: 'a'.repeat(64),
    work: { prefix: { path: '4:AAAA', answers: 'tb' }, leftOut: [] },
    hints: { faults: [], goals: [] },
    budgetMs: 1000,
    maxPaths: 10,
  };
  it('is taken as documented, and refused with anything else in it', () => {
    expect(checkedJob(job)).toBe(job);
    const refused = [
      { ...job, command: 'rm' },
      { ...job, setup: '../../etc/passwd' },
      { ...job, budgetMs: 1e9 },
      { ...job, work: { prefix: { path: '4:AAAA', answers: 'tx' }, leftOut: [] } },
      { ...job, version: 2 },
      null,
      [],
    ];
    for (const each of refused) expect(() => checkedJob(each)).toThrow('fields that no run would send');
    expect(() => checkedSetup({ program: {}, task: {} })).toThrow('fields that no run would send');
  });
});
