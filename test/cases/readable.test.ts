/**
 * Signatures as a person would write them. A case is a folder with main.c, whose last function is summarized, and the table that must come
 * out. `UPDATE_CASES=1` rewrites the tables: read them before committing, since how they read is what is tested.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';

const here = fileURLToPath(new URL('readable', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-readable-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The function that is defined last. */
function lastFunction(source: string): string {
  const [, name] = [...source.matchAll(/^\w[\w *]*?(\w+)\([^()]*\) \{/gm)].at(-1)!;
  return name;
}

describe('signatures', () => {
  for (const name of readdirSync(here).sort()) {
    it(`${name} reads as a person would write it`, async () => {
      const file = join(here, name, 'main.c');
      const fn = lastFunction(readFileSync(file, 'utf8'));
      const words = ['summarize', relative(process.cwd(), file), '--function', fn, '--replay', 'none'];
      const { out } = await run(...words, '--out', join(scratch, name));
      expect(out).toContain('\nchecked: rows are disjoint; together they cover all inputs\n');
      const [table] = out.split('\n\n');
      const expected = join(here, name, 'signature.txt');
      if (process.env.UPDATE_CASES === '1') writeFileSync(expected, `${table}\n`);
      expect(`${table}\n`).toBe(readFileSync(expected, 'utf8'));
    });
  }
});
