/**
 * Relevant slices against brute force: on hand-written programs, one for each thing C allows that makes dependence hard,
 * and on generated ones. SOUNDNESS_PROGRAMS and SOUNDNESS_SEED make it a long run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TraceNode } from '../../src/trace/trace.ts';
import { draw } from '../referee/campaign.ts';
import { compileText } from '../referee/compile.ts';
import { checkSlices } from './soundness.ts';

const folder = new URL('cases/', import.meta.url);
const cases = readdirSync(folder).sort();
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const programs = Number(process.env.SOUNDNESS_PROGRAMS ?? 12);
const seed = Number(process.env.SOUNDNESS_SEED ?? 1);

describe('a relevant slice has every branch that can change the value', () => {
  let addresses = 0;
  for (const file of cases) {
    it(`with ${file.replace('.c', '').replaceAll('-', ' ')}`, async () => {
      const program = await compileText(textOf(file), file);
      const result = await checkSlices(program, { mostPaths: 150 });
      expect(result?.missed).toEqual([]);
      expect(result?.paths).toBeGreaterThan(3);
      expect(result?.different).toBeGreaterThan(40);
      expect(result?.equal).toBeGreaterThan(40);
      addresses += result?.addresses ?? 0;
    });
  }

  it('and points-to was asked about many addresses on the way', () => {
    expect(addresses).toBeGreaterThan(500);
  });

  it(`in ${programs} generated programs (seed ${seed})`, async () => {
    let compared = 0;
    for (const { text } of draw(programs, seed)) {
      const result = await checkSlices(await compileText(text));
      if (result === null) continue;
      if (result.missed.length > 0) expect.fail(`${result.missed.slice(0, 5).join('\n')}\n${text}`);
      compared += result.different;
    }
    expect(compared).toBeGreaterThan(programs * 100);
  }, 3_600_000);
});

describe('the check notices a graph without', () => {
  const none: readonly number[] = [];
  const damages: Record<string, (node: TraceNode) => TraceNode> = {
    'control dependence': (node) => ({ ...node, control: -1 }),
    'the branches that chose for a phi': (node) => ({ ...node, choice: none }),
    'potential dependence': (node) => ({ ...node, potential: none }),
    'early ends': (node) => ({ ...node, halt: -1 }),
    'data dependence of loads': (node) => (node.instruction.op === 'load' ? { ...node, data: none } : node),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(name, async () => {
      let missed = 0;
      for (const file of cases) {
        const result = await checkSlices(await compileText(textOf(file), file), { damage, mostPaths: 150 });
        missed += result?.missed.length ?? 0;
        if (missed > 0) break;
      }
      expect(missed).toBeGreaterThan(0);
    });
  }
});
