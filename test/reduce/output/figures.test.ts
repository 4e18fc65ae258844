/** The examples of the symbolic-output paper come out as it says, and complete where it is not. */
import { describe, expect, it } from 'vitest';
import { makeSignature } from '../../../src/insight/signature.ts';
import { rowTexts } from '../../../src/insight/signature-text.ts';
import { type ByOutput, exploreOutput, figure, RETURN } from './explore.ts';

function signatureOf({ exploration, rows }: ByOutput, selection = RETURN) {
  const signature = makeSignature(rows, selection, exploration.terms, exploration.solver);
  exploration.dispose();
  const texts: Record<string, string>[] = rowTexts(signature).map(({ condition, outputs }) => ({
    condition,
    ...outputs,
  }));
  return { ...signature, texts };
}

const proved = { disjoint: true, covering: true };

describe('the examples of the output paper', () => {
  it('Fig. 1: eight paths, three rows', async () => {
    const explored = await exploreOutput(figure('symbolic-output-fig1'));
    expect(explored.exploration.counts.completed).toBe(3);
    expect(explored.reduction.statistics.detours).toBe(0);
    const signature = signatureOf(explored);
    expect(signature).toMatchObject(proved);
    expect(signature.texts).toEqual([
      { condition: 'x + y <= 10', exit: '2' },
      { condition: 'x + y > 10 && x - y <= 0', exit: 'y' },
      { condition: 'x + y > 10 && x - y > 0', exit: 'x' },
    ]);
  });

  it('Table I: negating in the order of execution misses a row', async () => {
    const explored = await exploreOutput(figure('symbolic-output-fig1'), RETURN, false);
    const { covering, texts } = signatureOf(explored);
    const results = texts.map((row) => row.exit);
    expect(covering && new Set(results).size === 3).toBe(false);
    expect(explored.reduction.statistics.detours).toBeGreaterThan(0);
  });

  it('Fig. 15: with the printed text as second output, six rows', async () => {
    const both = { ...RETURN, stdout: true };
    const signature = signatureOf(await exploreOutput(figure('symbolic-output-fig15'), both), both);
    expect(signature).toMatchObject(proved);
    expect(signature.texts.map((row) => `${row.exit} ${row.stdout}`).sort()).toEqual([
      '2 "square(z) <= 3\\n"',
      '2 "square(z) > 3\\n"',
      'x "square(z) <= 3\\n"',
      'x "square(z) > 3\\n"',
      'y "square(z) <= 3\\n"',
      'y "square(z) > 3\\n"',
    ]);
  });

  it('Fig. 9: an index is exact, so that no result is missed', async () => {
    const signature = signatureOf(await exploreOutput(figure('symbolic-output-fig9')));
    expect(signature).toMatchObject(proved);
    expect(signature.texts).toEqual([
      { condition: 'x == 0', exit: '0' },
      { condition: 'x == 1 && y <= 0', exit: '-1' },
      { condition: 'x == 1 && y > 0', exit: '1' },
      { condition: 'x < 0 || x > 1', fault: 'out-of-bounds at main.c:9' },
    ]);
  });

  it('Fig. 16: both elements of the array are seen', async () => {
    const signature = signatureOf(await exploreOutput(figure('symbolic-output-fig16')));
    expect(signature).toMatchObject(proved);
    expect(signature.texts.map((row) => row.exit ?? row.fault)).toEqual(['0', '2', 'out-of-bounds at main.c:8']);
  });
});
