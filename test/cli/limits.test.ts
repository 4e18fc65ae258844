/** Limits of time hold wherever the time goes: hard questions, both versions of a comparison, every reduction. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A calculation of prices: each question has several divisions of products of inputs, and is hopeless. */
const price = (bound: string) => `
#include <assert.h>
int price(int quantity, int unit, int discount, int tax, int rate) {
  if (quantity < 0 || unit < 0 || discount < 0 || discount > 100 || tax < 0 || rate <= 0) return -1;
  long long total = (long long)quantity * unit;
  long long off = total * discount / 100;
  long long vat = (total - off) * tax / 100;
  long long converted = (total - off + vat) * 1000 / rate;
  if (converted % 7 == 3 && vat % 13 == 5) return 1;
  if (converted / 17 > off / 3) { if (converted % 1000 > ${bound}) converted += 1000 - converted % 1000; }
  if ((total - off) * vat == converted + 12345) return 2;
  return (int)(converted % 100000);
}
`;

const LIMIT_SECONDS = 1.5;
/** A tenth of the time and two seconds, and as much again for a machine that has other things to do. */
const MOST_SECONDS = 2 * (1.1 * LIMIT_SECONDS + 2);

beforeAll(async () => {
  writeFileSync(join(folder, 'old.c'), price('500'));
  writeFileSync(join(folder, 'new.c'), price('501'));
  // What is compiled once for all programs is not what is measured.
  await run('test', join(folder, 'old.c'), '--function', 'price', '--max-time', '0.1', '--out', join(folder, 'first'));
}, 60_000);

describe('--max-time ends a run of hard questions in time, and is named', () => {
  it.each([
    ['test', ['old.c']],
    ['cover', ['old.c']],
    ['summarize', ['old.c']],
    ['compare', ['old.c']],
    ['diff', ['old.c', 'new.c']],
  ])('%s', { timeout: 60_000 }, async (command, files) => {
    const out = join(folder, command);
    const paths = files.map((file) => join(folder, file));
    const began = performance.now();
    const words = ['--function', 'price', '--max-time', String(LIMIT_SECONDS), '--json', '--out', out];
    const { out: text, err } = await run(command, ...paths, ...words);
    const seconds = (performance.now() - began) / 1000;
    if (text === '') throw new Error(err);
    const summary = JSON.parse(text) as Summary;
    expect(summary.limits).toContain('max-time');
    expect(summary.verdict).toBe('stopped');
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });
});

/** Endless, and what a graph of it says about each turn grows with all turns before. */
const GROWING = {
  'reads that every branch before may have changed': `
    unsigned total;
    int f(unsigned y) {
      for (unsigned i = 0;; i++) {
        if ((y >> (i & 31)) & 1) total += i;
        if (total == 77777) return 1;
      }
    }`,
  'recursion whose every call depends on all before': `
    int g(unsigned x) { return x == 5 ? 0 : 1 + g(x * 3 + 1); }
    int f(unsigned x) { return g(x); }`,
};

describe.each(Object.entries(GROWING))('--max-time ends what never ends: %s', (_, source) => {
  it.each(['none', 'postcondition', 'revisit', 'dependence', 'output'])(
    '%s',
    { timeout: 30_000 },
    async (reduction) => {
      const file = join(folder, 'growing.c');
      writeFileSync(file, source);
      const began = performance.now();
      const words = [
        '--function',
        'f',
        '--reduce',
        reduction,
        '--max-time',
        String(LIMIT_SECONDS),
        '--max-memory',
        '3000',
      ];
      const { out: text, err } = await run(
        'test',
        file,
        ...words,
        '--json',
        '--replay',
        'none',
        '--out',
        join(folder, 'growing'),
        '--force',
      );
      const seconds = (performance.now() - began) / 1000;
      if (text === '') throw new Error(err);
      expect(JSON.parse(text)).toMatchObject({ verdict: 'stopped', faults: [] });
      expect(seconds).toBeLessThan(MOST_SECONDS);
    },
  );
});

it('a long concrete start is no endless loop', { timeout: 60_000 }, async () => {
  writeFileSync(
    join(folder, 'crc.c'),
    `#include <stdlib.h>
     extern int __VERIFIER_nondet_int(void);
     int main(void) {
       unsigned crc = 0xffffffffu;
       for (int i = 0; i < 200000; i++) {
         crc ^= i & 255;
         for (int k = 0; k < 8; k++) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
       }
       if (__VERIFIER_nondet_int() == (int)crc) abort();
       return 0;
     }`,
  );
  const { out: text } = await run(
    'test',
    join(folder, 'crc.c'),
    '--json',
    '--replay',
    'none',
    '--out',
    join(folder, 'crc'),
  );
  const summary = JSON.parse(text) as Summary;
  expect(summary).toMatchObject({ verdict: 'complete', limits: [] });
  expect(summary.instructions).toBeGreaterThan(20_000_000);
  expect(summary.paths).toMatchObject({ completed: 1, faulty: 1 });
});

it('where nothing but the model is missing, no limit is blamed', async () => {
  writeFileSync(join(folder, 'unknown.c'), 'int unknown(void);\nint main(void) { return unknown(); }\n');
  const out = join(folder, 'unknown');
  const { out: text } = await run('test', join(folder, 'unknown.c'), '--json', '--replay', 'none', '--out', out);
  const summary = JSON.parse(text) as Summary;
  expect(summary).toMatchObject({ verdict: 'bounded', limits: [] });
  expect(summary.unmodelled).toHaveLength(1);
  expect(summary.guarantee).toMatch(/unmodelled/);
  expect(summary.guarantee).not.toMatch(/limit/);
});
