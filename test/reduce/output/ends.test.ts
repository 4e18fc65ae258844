/** Early ends are outputs, but what could have ended the program does not multiply the ways of computing the others. */
import { describe, expect, it } from 'vitest';
import { exploreOutput } from './explore.ts';

/** The result needs the first part only; every other part is out of bounds for some inputs. */
function faultingParts(n: number): string {
  const each = Array.from({ length: n }, (_, i) => i);
  return `#include <pathfold.h>
static int table[8];
int main(void) {
  int r = 0;
${each.map((i) => `  int x${i} = pathfold_int("x${i}"), y${i} = pathfold_range("y${i}", 0, 8);`).join('\n')}
${each.map((i) => `  if (x${i} > ${i}) ${i === 0 ? 'r = x0;' : `table[y${i}] = x${i};`}`).join('\n')}
  return r;
}
`;
}

describe('early ends', () => {
  it.each([2, 5])('of %i independent parts add one row each', async (n) => {
    const { exploration, rows } = await exploreOutput(faultingParts(n));
    const kinds = rows.map(({ outcome }) => outcome.ending.kind);
    exploration.dispose();
    expect(kinds.filter((kind) => kind === 'exit')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'out-of-bounds')).toHaveLength(n - 1);
  });

  it.each([
    ['an assumption', 'int ok = 0; if (x >= 1 && x <= 12) ok = 1; pathfold_assume(ok);', ['exit']],
    ['a copy', 'size_t n = 9; if (x >= 1) n = 4; memcpy(to, from, n);', ['exit', 'out-of-bounds']],
  ])('of %s whose operands branches chose take away no other inputs', async (_, code, ends) => {
    const { exploration, rows } = await exploreOutput(`#include <pathfold.h>
#include <string.h>
int main(void) {
  char to[4], from[4] = {1, 2, 3, 4};
  int x = pathfold_int("x");
  ${code}
  if (x == 11) return 7;
  return 8;
}`);
    const kinds = new Set(rows.map(({ outcome }) => outcome.ending.kind));
    const results = rows.flatMap(({ outcome }) => (outcome.returned === null ? [] : [outcome.returned]));
    exploration.dispose();
    expect(kinds).toEqual(new Set(ends));
    expect(new Set(results)).toEqual(new Set([7, 8]));
  });

  it('through a table of functions are all found, whichever function comes first', async () => {
    const { exploration, rows } = await exploreOutput(`#include <pathfold.h>
static int one(int x) { return x; }
static int two(int x) { return 2 * x; }
static int (*table[4])(int) = {one, two, 0, one};
int main(void) {
  int i = pathfold_range("i", 0, 3);
  return table[i](i) > 1;
}`);
    const kinds = new Set(rows.map(({ outcome }) => outcome.ending.kind));
    exploration.dispose();
    expect(kinds).toEqual(new Set(['exit', 'null-pointer']));
  });
});
