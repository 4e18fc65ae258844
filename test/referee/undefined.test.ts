/**
 * Programs that do what C leaves undefined: where compiled code prints something else than was predicted, the line that is to
 * blame is named, and nothing is called a bug of ours. `PATHFOLD_UNDEFINED_PROGRAMS=500` judges as many.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../../src/explore/random.ts';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from '../cli/run.ts';
import '../seed.ts';
import { undefinedPrograms } from './undefined-programs.ts';

const PROGRAMS = Number(process.env.PATHFOLD_UNDEFINED_PROGRAMS ?? 12);
const PROGRAMS_PER_FILE = 25;
const SECONDS_PER_FILE = 300;

it(
  `blames the program on ${PROGRAMS} programs with undefined behaviour`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-undefined-'));
    const random = new Random(Number(process.env.PATHFOLD_SEED));
    let [agreed, explained] = [0, 0];
    try {
      for (let judged = 0; judged < PROGRAMS; judged += PROGRAMS_PER_FILE) {
        const { source, lines } = undefinedPrograms(random, Math.min(PROGRAMS_PER_FILE, PROGRAMS - judged));
        const file = join(folder, 'programs.c');
        writeFileSync(file, source);
        const options = ['--json', '--replay', 'all', '--reduce', 'none', '--out', join(folder, 'out'), '--force'];
        const { out, err } = await run('test', file, ...options, '--', '-w');
        if (out === '') throw new Error(`${err}\n${source}`);
        const { disagreed, undefinedBehaviour, agreed: same } = (JSON.parse(out) as Summary).replay!;
        expect(disagreed, source).toEqual([]);
        for (const line of undefinedBehaviour) {
          const place = Number(/undefined at [^ ]*programs\.c:(\d+): /.exec(line)?.[1]);
          expect(lines.has(place), `${line}\n${source}`).toBe(true);
        }
        agreed += same;
        explained += undefinedBehaviour.length;
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    console.log(`${PROGRAMS} programs: ${agreed} tests agree, ${explained} differences explained`);
    expect(explained).toBeGreaterThan(0);
  },
  Math.ceil(PROGRAMS / PROGRAMS_PER_FILE) * SECONDS_PER_FILE * 1000,
);
