/**
 * How programs end, under every reduction. A case is a folder with main.c, a sentence about it, and options and the rows of its
 * signature in expected.json: `summarize` must print the rows, and `compare` must find that no reduction loses anything. A
 * folder with old.c and new.c says instead what `diff` must find.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';

interface Expected {
  readonly options: readonly string[];
  /** Condition to outputs. */
  readonly rows?: Readonly<Record<string, string>>;
  readonly difference?: string;
}

const here = relative(process.cwd(), fileURLToPath(new URL('endings', import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-endings-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function json(command: string, files: readonly string[], options: readonly string[]) {
  const { out, err } = await run(command, ...files, ...options, '--json', '--out', join(scratch, 'out'), '--force');
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

describe('endings', () => {
  for (const name of readdirSync(here).sort()) {
    const folder = join(here, name);
    const description = readFileSync(join(folder, 'description.txt'), 'utf8').trim();
    const { options, rows, difference } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
    if (existsSync(join(folder, 'main.c'))) {
      it(`${name}: ${description}`, async () => {
        const files = [join(folder, 'main.c')];
        const { signature } = await json('summarize', files, options);
        const found = signature.map((row: { condition: string; outputs: Record<string, string> }) => [
          row.condition,
          Object.values(row.outputs).join(', ').replaceAll(`${here}/`, ''),
        ]);
        expect(Object.fromEntries(found)).toEqual(rows);
        const compared = await json('compare', files, options);
        expect(compared.rows.map((row: { reduction: string; preserved: boolean }) => row.preserved)).not.toContain(
          false,
        );
      });
    } else {
      it(`${name}: ${description}`, async () => {
        const found = await json('diff', [join(folder, 'old.c'), join(folder, 'new.c')], options);
        expect(found.difference).toBe(difference);
        expect(found.changes.map((change: { confirmed: string }) => change.confirmed)).not.toContain('no');
      });
    }
  }
});
