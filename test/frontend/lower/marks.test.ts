import { describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../src/frontend/load.ts';
import type { CheckInstruction } from '../../../src/program/instructions.ts';
import type { Program, ProgramFunction } from '../../../src/program/program.ts';
import { exploreProgram, loadText } from '../../machine/explore.ts';

const SOURCE = `
struct entry { char key[16]; int n; } table[4];
int grid[4][5], plain[7];
int f(int i, int j, struct entry *e) {
  plain[i] = 1;
  e->key[i] = 2;
  table[j].key[i] = grid[i][j];
  int *end = &plain[j];
  return (i << j) + (*end ? plain[j] : 3);
}
`;

async function checksIn(options: LoadOptions): Promise<{ checks: string[]; blocks: number }> {
  const fn = named(await loadText(SOURCE, 'main.c', options), 'f');
  const checks = fn.blocks
    .flatMap((block) => block.instructions)
    .filter((each): each is CheckInstruction => each.op === 'check')
    .map(({ fault, position }) => `${position?.line}: ${fault}`);
  return { checks, blocks: fn.blocks.length };
}

function named(program: Program, name: string): ProgramFunction {
  return program.functions.find((fn) => fn.name === name)!;
}

describe('marks of the compiler', () => {
  it('become checks where the machine would not look, and leave the shape of the source', async () => {
    const unmarked = await checksIn({ marks: [] });
    const marked = await checksIn({});
    expect(unmarked.checks).toEqual([]);
    expect(marked.checks).toEqual([
      ...['6: out-of-bounds', '7: out-of-bounds', '7: out-of-bounds', '8: out-of-bounds'],
    ]);
    expect(marked.blocks).toBe(unmarked.blocks);
  });

  it('look at the base of a left shift when asked', async () => {
    const marked = await checksIn({ marks: ['overflow'] });
    expect(marked.checks).toEqual(['9: shift', '9: overflow']);
    expect(marked.blocks).toBe((await checksIn({ marks: [] })).blocks);
  });

  it('are added for abs, of which clang speaks only together with sums and products', async () => {
    const source = `
#include <pathfold.h>
#include <stdlib.h>
int main(void) { return abs(pathfold_int("x")) == 3 || llabs(pathfold_long_long("y")) == 4; }
`;
    const kinds = async (options: LoadOptions) => {
      const { paths } = await exploreProgram(await loadText(source, 'main.c', options));
      return paths.map(({ outcome }) => outcome.ending.kind).sort();
    };
    expect(new Set(await kinds({}))).toEqual(new Set(['exit']));
    for (const mark of ['overflow', 'undefined'] as const) {
      expect((await kinds({ marks: [mark] })).filter((kind) => kind === 'overflow').length).toBe(2);
    }
  });

  it('are all kept when all that is undefined is asked for', async () => {
    const { checks, blocks } = await checksIn({ marks: ['undefined'] });
    expect(checks).toContain('5: out-of-bounds');
    expect(checks).toContain('6: null-pointer');
    expect(checks).toContain('7: misaligned');
    expect(blocks).toBe((await checksIn({ marks: [] })).blocks);
  });

  it('of the user count too, with or without handlers', async () => {
    const given = await checksIn({ marks: [], clangFlags: ['-fsanitize=bounds'] });
    expect(given.checks.length).toBe(4);
    const text = `
target triple = "wasm32-unknown-wasip1"
define i32 @main() {
  %i = call i32 @pathfold_int(ptr null)
  %fine = icmp ult i32 %i, 4
  br i1 %fine, label %go, label %handler
handler:
  call void @__ubsan_handle_out_of_bounds(ptr null, i32 %i)
  br label %go
go:
  ret i32 %i
}
declare i32 @pathfold_int(ptr)
declare void @__ubsan_handle_out_of_bounds(ptr, i32)
`;
    const { paths } = await exploreProgram(await loadText(text, 'main.ll'));
    expect(paths.map(({ outcome }) => outcome.ending.kind).sort()).toEqual(['exit', 'out-of-bounds']);
  });
});
