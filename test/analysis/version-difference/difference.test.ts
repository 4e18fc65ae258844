/** Which statements of two versions are the same, and where runs of the versions part. */
import { describe, expect, it } from 'vitest';
import {
  changedLines,
  isIdentical,
  linesOf,
  versionDifference,
} from '../../../src/analysis/version-difference/difference.ts';
import { touchedInstructions } from '../../../src/analysis/version-difference/touched.ts';
import type { Instruction } from '../../../src/program/instructions.ts';
import { compileText } from '../../referee/compile.ts';

const lines = (instructions: Iterable<Instruction>) => [...linesOf(instructions).values()].flat();

async function compare(before: string, after: string, names = ['program.c', 'program.c']) {
  const [old, changed] = [await compileText(before, names[0]), await compileText(after, names[1])];
  const difference = versionDifference(old, changed);
  const all = changedLines(difference);
  const touched = touchedInstructions(old, changed, difference);
  return {
    difference,
    old: [...all.old.values()].flat(),
    new: [...all.new.values()].flat(),
    touched: { old: lines(touched.old), new: lines(touched.new), instructions: [...touched.new] },
  };
}

const body = (text: string) =>
  `int first, second;\nint main(void) {\n  int x = 1, y = first;\n${text}\n  return second;\n}\n`;

describe('statements', () => {
  it('are added, removed and changed', async () => {
    const added = await compare(body('  first = x + y;'), body('  first = x + y;\n  second = y * 3;'));
    expect([added.old, added.new]).toEqual([[], [5]]);
    const removed = await compare(body('  first = x + y;\n  second = y * 3;'), body('  first = x + y;'));
    expect([removed.old, removed.new]).toEqual([[5], []]);
    const changed = await compare(body('  first = x + y;'), body('  first = x - y;'));
    expect([changed.old, changed.new]).toEqual([[4], [4]]);
  }, 60_000);

  it('that allow fewer indices have changed, although the address is not used', async () => {
    const program = (place: string) =>
      `struct { struct { int a; } key[4]; int rest; } s;\nint main(int i, char **v) {\n  (void)&${place};\n  return 0;\n}\n`;
    const changed = await compare(program('s.key[i]'), program('s.key[i].a'));
    expect([changed.old, changed.new]).toEqual([[3], [3]]);
  });

  it('that move to another place are recognised', async () => {
    const { difference } = await compare(
      body('  first = y * 3;\n  second = y + 7;'),
      body('  second = y + 7;\n  first = y * 3;'),
    );
    const [main] = difference.functions.filter(({ new: fn }) => fn.name.includes('main'));
    const moved = [...main.moved].map(([from, to]) => [from.op, from.position?.line, to.position?.line]);
    expect(moved.length).toBeGreaterThan(0);
    for (const [, from, to] of moved) expect([from, to].sort()).toEqual([4, 5]);
    expect(moved.map(([op]) => op)).toContain('store');
  }, 60_000);

  it('of functions in one version only belong to it', async () => {
    const { difference } = await compare(
      'int gone(void) { return 1; }\nint main(void) { return gone(); }\n',
      'int came(void) { return 1; }\nint main(void) { return came(); }\n',
    );
    expect(difference.addedFunctions.map(({ name }) => name)).toEqual(['came']);
    expect(difference.removedFunctions.map(({ name }) => name)).toEqual(['gone']);
    expect(isIdentical(difference)).toBe(false);
  }, 60_000);

  it('are the same when an assertion has another line or file', async () => {
    const text = (gap: string, condition = 'first >= 0') =>
      `#include <assert.h>\n${gap}int first;\nint main(void) { assert(${condition}); return first; }\n`;
    expect(isIdentical((await compare(text(''), text('\n\n'), ['old.c', 'new.c'])).difference)).toBe(true);
    expect(isIdentical((await compare(text(''), text('', 'first > 0'))).difference)).toBe(false);
  }, 60_000);

  it('keep their string literals when others come before them', async () => {
    const text = (more: string) =>
      `#include <stdio.h>\nint main(void) {\n${more}\n  puts("one");\n  puts("two");\n  return 0;\n}\n`;
    const { new: changed } = await compare(text(''), text('  puts("zero");'));
    expect(changed).toEqual([3]);
  }, 60_000);

  it('differ when a macro or a type behind them does', async () => {
    const macro = (value: number) =>
      `#define STEP ${value}\nint first;\nint main(void) {\n  first = first + STEP;\n  return 0;\n}\n`;
    expect((await compare(macro(1), macro(2))).new).toEqual([4]);
    const type = (fields: string) => `struct { ${fields} } s;\nint main(void) {\n  s.b = 1;\n  return 0;\n}\n`;
    expect((await compare(type('int a, b;'), type('long long a; int b;'))).new).toEqual([3]);
  }, 60_000);
});

describe('runs part', () => {
  it('at an added statement, in the old version at what comes behind it', async () => {
    const { touched } = await compare(
      body('  if (y)\n    first = 2;\n  first++;'),
      body('  if (y)\n    first = 2;\n  second = 4;\n  first++;'),
    );
    expect(touched.new).toContain(6);
    expect(touched.old).toContain(6);
    expect(touched.old).not.toContain(5);
  }, 60_000);

  it('where a branch was removed, although the jumps behind it look the same', async () => {
    const { touched } = await compare(
      body(
        '  if (y) {\n    first = 2;\n  } else {\n    first = 3;\n    if (x > y)\n      second = 1;\n    else\n      second = 2;\n  }',
      ),
      body('  if (y) {\n    first = 2;\n  } else {\n    first = 3;\n  }'),
    );
    expect(touched.old).toContain(8);
    expect(touched.instructions.map(({ op }) => op)).toEqual(['br']);
    expect(touched.new).not.toContain(4);
    expect(touched.new).not.toContain(5);
  }, 60_000);

  it('only on the side of a branch that gives a variable another value', async () => {
    const text = (value: number) => body(`  int z;\n  if (y)\n    z = 2;\n  else\n    z = ${value};\n  second = z;`);
    const { touched } = await compare(text(3), text(4));
    expect(touched.new).not.toContain(9);
    expect(touched.new).not.toContain(6);
  }, 60_000);

  it('at calls of a function that one version only declares', async () => {
    const { touched } = await compare(
      'int f(int);\nint main(void) {\n  return f(1);\n}\n',
      'int f(int n) { return n; }\nint main(void) {\n  return f(1);\n}\n',
    );
    expect(touched.old).toEqual([3]);
  }, 60_000);
});
