/** `pathfold diff`: refactorings are equivalent, fixes are shown with a small input, mistakes are one sentence. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffSummary } from '../../src/cli/commands/diff.ts';
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
  const { status, out } = await run('diff', ...words, '--json', '--out', `out${++number}`);
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
      expect(status).toBe(expected.difference === 'different' ? 1 : 0);
      for (const change of summary.changes) expect(['yes', 'not observable']).toContain(change.confirmed);
    }, 60_000);
  }
});
