/**
 * State machines as a person would write them down. A case is a folder with main.c, whose first comment says how it is called, and the
 * text that must come out. `UPDATE_CASES=1` rewrites the texts: read them before committing.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';

const here = fileURLToPath(new URL('automata', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-automata-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** What the papers' machines have. */
const SIZES: Readonly<Record<string, string>> = {
  controller: '9 states and 17 transitions of state, starting in UNKNOWN',
  'xml-type': '5 states and 12 transitions of d->state, starting in OUTSIDE',
};
const MOST_SECONDS = 10;

describe('state machines', () => {
  for (const name of readdirSync(here).sort()) {
    it(`${name} reads as a person would draw it`, async () => {
      const file = join(here, name, 'main.c');
      const words = /automaton: (.*)/.exec(readFileSync(file, 'utf8'))![1].split(' ');
      const before = process.cpuUsage();
      const { out } = await run('automaton', relative(process.cwd(), file), ...words, '--out', join(scratch, name));
      const { user, system } = process.cpuUsage(before);
      // Processor time, so that a busy machine is no failure.
      expect((user + system) / 1e6).toBeLessThan(MOST_SECONDS);
      expect(out).toContain('\nchecked: in every state each input has exactly one transition\n');
      expect(out).toContain(SIZES[name] ?? '');
      const expected = join(here, name, 'automaton.txt');
      if (process.env.UPDATE_CASES === '1') writeFileSync(expected, out);
      expect(out).toBe(readFileSync(expected, 'utf8'));
    });
  }
});
