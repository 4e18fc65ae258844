/** docs/DEBUGGING.md shows what its commands print. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './run.ts';

const guide = readFileSync(fileURLToPath(new URL('../../docs/DEBUGGING.md', import.meta.url)), 'utf8');

it('shows what its commands print', async () => {
  const shown = [...guide.matchAll(/^```\n\$ npx \. (.*)\n([\s\S]*?)^```$/gm)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, command, output] of shown) {
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-guide-'));
    try {
      const { out, err } = await run(...command.split(' '), '--out', join(folder, 'out'));
      expect(out, err).toBe(output);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});

it('has a row for each of the thirty regressions, and keeps to what was asked', () => {
  const table = /<!-- regressions -->\n([\s\S]*?)<!-- end -->/.exec(guide)?.[1] ?? '';
  const rows = table.split('\n').filter((line) => /^\| \S+\.c \|/.test(line));
  expect(rows).toHaveLength(30);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.filter((row) => row[5] !== 'no').length).toBeGreaterThanOrEqual(28);
  const lines = cells.map((row) => Number(row[6])).sort((a, b) => a - b);
  expect(lines[15]).toBeLessThanOrEqual(4);
});
