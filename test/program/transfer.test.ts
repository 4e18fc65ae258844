import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/analysis/verify.ts';
import { Terms } from '../../src/expr/terms.ts';
import { InternalError } from '../../src/program/errors.ts';
import { printProgram } from '../../src/program/print.ts';
import { flattenProgram, restoreProgram } from '../../src/program/transfer.ts';
import { recordRun } from '../../src/reduce/properties/run.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../src/reduce/registry.ts';
import { loadText } from '../machine/explore.ts';

const SOURCE = readFileSync(fileURLToPath(new URL('../../bench/programs/packet.c', import.meta.url)), 'utf8');

describe('a program that was sent', () => {
  it('is the same program, and behaves the same', async () => {
    const program = await loadText(SOURCE);
    const sent = restoreProgram(structuredClone(flattenProgram(program)));
    expect(printProgram(sent)).toBe(printProgram(program));
    expect(() => verify(sent)).not.toThrow();
    const strategy = () => reductionOf('revisit').strategy(sent, DEFAULT_REDUCTION_OPTIONS);
    const limits = { limits: { maxTimeMs: 1e9, maxPaths: 30, maxInstructions: 1e9, maxDepth: 1e9, maxMemoryMb: 1e9 } };
    const here = await recordRun('here', program, limits, new Terms(), strategy());
    const there = await recordRun('there', sent, limits, new Terms(), strategy());
    expect(there.counts).toEqual(here.counts);
    expect(there.instructions).toBe(here.instructions);
  });

  it('is refused where it holds more than a program', async () => {
    const flat = flattenProgram(await loadText('int main(void) { return 0; }'));
    const [first, ...rest] = flat.shapes;
    const refused = (changed: object) => expect(() => restoreProgram({ ...flat, ...changed })).toThrow(InternalError);
    refused({ shapes: [{ ...first, fields: ['__proto__', ...first.fields.slice(1)] }, ...rest] });
    refused({ shapes: [{ ...first, kind: 'Function' }, ...rest] });
    refused({ pool: [] });
    refused({ rows: flat.rows.slice(0, 3) });
  });
});
