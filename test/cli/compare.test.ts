import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CompareRow } from '../../src/cli/commands/compare-text.ts';
import { compareTable, lossText } from '../../src/cli/commands/compare-text.ts';
import { run } from './run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pathfold-compare-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let files = 0;
function program(body: string): string {
  const path = join(scratch, `p${files++}.c`);
  writeFileSync(path, `#include <pathfold.h>\nint main(void) {\n${body}\n}\n`);
  return path;
}

/** Four independent branches, of which the result depends on one. */
const independent = [
  'int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z"), w = pathfold_int("w");',
  'int a = 0, b = 0, c = 0, d = 0;',
  'if (x > 0) a = 1;',
  'if (y > 0) b = 1;',
  'if (z > 0) c = a + b;',
  'if (w > 0) d = 1;',
  'return d;',
].join('\n');

async function compare(...words: string[]): Promise<{ status: number; rows: CompareRow[]; verdict: string }> {
  const { status, out, err } = await run('compare', ...words, '--json', '--out', join(scratch, `out${files++}`));
  if (out === '') throw new Error(err);
  const { rows, verdict } = JSON.parse(out) as { rows: CompareRow[]; verdict: string };
  return { status, rows, verdict };
}

describe('pathfold compare', () => {
  it('runs the exhaustive search and every reduction, and finds nothing lost', async () => {
    const { status, rows, verdict } = await compare(program(independent));
    expect(status).toBe(0);
    expect(verdict).toBe('complete');
    expect(rows[0]).toMatchObject({ reduction: 'none', paths: 16, tests: 16, property: null, preserved: null });
    const output = rows.find((row) => row.reduction === 'output')!;
    expect(output).toMatchObject({ property: 'relations', preserved: true });
    expect(output.paths).toBeLessThan(16);
    for (const row of rows.slice(1)) expect(row, row.reduction).toMatchObject({ preserved: true, missing: [] });
  });

  it('proves what cover runs, too, and that is coverage', async () => {
    const counting =
      'int t = 0; for (int i = 0; i < 4; i++) if (pathfold_int("x") > 0) t++; if (t > 2) t = 4; return t;';
    const { rows } = await compare(program(counting));
    const asInCover = rows.filter((row) => row.covers);
    expect(asInCover).toMatchObject([{ reduction: 'revisit', property: 'coverage', preserved: true }]);
    const asInTest = rows.find((row) => row.reduction === 'revisit' && !row.covers)!;
    expect(asInTest).toMatchObject({ property: 'suffixes anywhere', preserved: true });
    expect(asInCover[0].tests).toBeLessThan(asInTest.tests);
  });

  it('decides nothing when the exhaustive run hits a limit', async () => {
    const { status, rows, verdict } = await compare(program(independent), '--max-paths', '5');
    expect(status).toBe(4);
    expect(verdict).toBe('bounded');
    for (const row of rows.slice(1)) {
      expect(row.preserved).toBeNull();
      expect(row.reason).toContain('max-paths');
      expect(row.ratio).toBeNull();
    }
  });

  it('prints a table for people', async () => {
    const { status, out } = await run(
      'compare',
      program('return pathfold_int("x") > 0;'),
      '--out',
      join(scratch, 'text'),
    );
    expect(status).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^reduction +paths +tests +instructions +queries +seconds +fewer paths {2}what must be kept$/,
    );
    expect(lines[1]).toMatch(/^none +\d+ /);
    expect(out).toContain('every input-output relation: preserved');
  });

  it('is loud about a loss', () => {
    const row: CompareRow = {
      ...{
        reduction: 'output',
        covers: false,
        paths: 1,
        pruned: 0,
        tests: 1,
        instructions: 10,
        queries: 2,
        seconds: 0.1,
        ratio: 2,
      },
      ...{ limits: [], property: 'relations', preserved: false, reason: null },
      missing: [{ what: 'relation: nothing speaks for an input', input: 'x = 1' }],
    };
    expect(compareTable([row])).toContain('every input-output relation: LOST');
    expect(lossText(row)).toContain('shown by: x = 1');
  });
});
