import { describe, expect, it } from 'vitest';
import { blocksAfterLastTurns, countingLoopsAround } from '../../src/analysis/counting-loops.ts';
import { findLoops } from '../../src/analysis/loops.ts';
import { type Block, findFunction, type ProgramFunction } from '../../src/program/program.ts';
import { compileText } from '../referee/compile.ts';

async function main(text: string): Promise<ProgramFunction> {
  return findFunction(await compileText(`int f(int); int g(int); int a[9];\n${text}`), 'main')!;
}

/** The block that calls a function. */
function calling(fn: ProgramFunction, name: string): Block {
  const isCall = (each: Block['instructions'][number]) =>
    each.op === 'call' && each.callee.kind === 'global' && each.callee.global.name === name;
  return fn.blocks.find((block) => block.instructions.some(isCall))!;
}

function around(fn: ProgramFunction, name: string) {
  return countingLoopsAround(calling(fn, name), findLoops(fn));
}

describe('loops that count', () => {
  it('have a last turn', async () => {
    const less = await main('int main(void) { for (int i = 0; i < 5; i++) f(i); return 0; }');
    expect(around(less, 'f').map(({ last }) => last)).toEqual([4]);
    const atMost = await main('int main(void) { for (unsigned i = 2; i <= 5; i++) f(i); return 0; }');
    expect(around(atMost, 'f').map(({ last }) => last)).toEqual([5]);
  }, 60_000);

  it('are told inside one another, innermost first', async () => {
    const fn = await main('int main(void) { for (int i = 0; i < 5; i++) for (int k = 0; k < 3; k++) f(i); return 0; }');
    expect(around(fn, 'f').map(({ last }) => last)).toEqual([2, 4]);
  }, 60_000);

  it.each([
    ['whose counter the turn may change', 'for (int i = 0; i < 5; i++) { if (f(i)) i = 0; }'],
    ['that count in twos', 'for (int i = 0; i < 5; i += 2) f(i);'],
    ['whose limit is not constant', 'for (int i = 0; i < a[1]; i++) f(i);'],
    ['whose counter others can reach', 'int i; int *p = &i; for (i = 0; i < 5; i++) f(*p);'],
  ])(
    'are none %s',
    async (_, body) => {
      expect(around(await main(`int main(void) { ${body} return 0; }`), 'f')).toEqual([]);
    },
    60_000,
  );

  it('lead outside after the last turn, and inside again only through a loop around them', async () => {
    const once = await main('int main(void) { for (int i = 0; i < 5; i++) { f(i); g(i); } return a[0]; }');
    const [loop] = around(once, 'f');
    const from = calling(once, 'f');
    expect(blocksAfterLastTurns(from, []).whole.has(from)).toBe(true);
    const after = blocksAfterLastTurns(from, [loop]);
    expect(after.whole.has(from)).toBe(false);
    expect(after.whole.has(loop.exit)).toBe(true);
    expect([...after.headers]).toEqual([loop.header]);
    const twice = await main(
      'int main(void) { for (int k = 0; k < 2; k++) for (int i = 0; i < 5; i++) f(i); return a[0]; }',
    );
    const [inner, outer] = around(twice, 'f');
    const inside = calling(twice, 'f');
    expect(blocksAfterLastTurns(inside, [inner]).whole.has(inside)).toBe(true);
    expect(blocksAfterLastTurns(inside, [inner, outer]).whole.has(inside)).toBe(false);
  }, 60_000);
});
