/** Several explorations that share the paths of a program explore the same paths as one. */
import { describe, expect, it } from 'vitest';
import { faultKey } from '../../src/explore/finished-path.ts';
import { compareNames, pathName } from '../../src/explore/path-name.ts';
import { Terms } from '../../src/expr/terms.ts';
import { isFault } from '../../src/machine/endings.ts';
import type { Program } from '../../src/program/program.ts';
import { recordRun } from '../../src/reduce/properties/run.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../src/reduce/registry.ts';
import { loadText } from '../machine/explore.ts';
import { recordTogether } from '../referee/together.ts';

/** Forks of every kind: branches, checks, values that are tried, pointers that may mean several objects, a switch. */
const KINDS = `#include <pathfold.h>
#include <stdlib.h>
int table[4] = {3, 1, 4, 1};
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;
  pathfold_assume(y > -3 && y < 12);
  int *where = x > 5 ? &table[1] : &sum;
  for (int i = 0; i < 3; i++) if (pathfold_int("bit") & 1) sum += *where + i;
  switch (y) {
    case 0: sum += 100 / x; break;
    case 1: case 2: sum += table[x]; break;
    case 7: { char *text = malloc(y); text[x & 7] = 1; free(text); break; }
  }
  int size = pathfold_int("size");
  pathfold_assume(size > 0 && size < 4);
  char *block = malloc(size);
  block[0] = (char)sum;
  return block[0] > 3;
}
`;
const LOOP = `#include <pathfold.h>
#include <assert.h>
int main(void) {
  char text[6];
  pathfold_bytes(text, sizeof text, "text");
  int quoted = 0, fields = 1;
  for (int i = 0; i < 6; i++) {
    if (text[i] == '"') quoted = !quoted;
    else if (text[i] == ',' && !quoted) fields++;
    else if (text[i] == '\\n' || text[i] == '\\r') break;
  }
  assert(fields != 6);
  return quoted ? 1 : 0;
}
`;

const names = (run: { paths: readonly { outcome: Parameters<typeof pathName>[0] }[] }) =>
  run.paths.map(({ outcome }) => pathName(outcome)).sort(compareNames);
const strategyOf = (program: Program, name: 'none' | 'postcondition' | 'revisit') =>
  reductionOf(name).strategy(program, DEFAULT_REDUCTION_OPTIONS);

describe.each([
  ['forks of every kind', KINDS],
  ['a loop', LOOP],
])('the paths of %s', (_, source) => {
  it.each([1, 2])('are the same whoever explores them (%i)', async (seed) => {
    const program = await loadText(source);
    const alone = await recordRun('none', program, {}, new Terms(), strategyOf(program, 'none'));
    const team = Array.from({ length: 1 + seed }, () => strategyOf(program, 'none'));
    const together = await recordTogether('none', program, {}, null, team, seed);
    expect(together.handedOver).toBeGreaterThan(4);
    expect(names(together)).toEqual(names(alone));
    expect(together.counts).toEqual(alone.counts);
  });
});

it.each(['postcondition', 'revisit'] as const)('%s finds the same faults whoever explores', async (name) => {
  const program = await loadText(LOOP);
  const faults = (run: Awaited<ReturnType<typeof recordRun>>) =>
    new Set(run.paths.filter(({ outcome }) => isFault(outcome.ending.kind)).map(({ outcome }) => faultKey(outcome)));
  const alone = await recordRun(name, program, {}, new Terms(), strategyOf(program, name));
  expect(faults(alone).size).toBe(1);
  for (let seed = 1; seed <= 4; seed++) {
    const team = [strategyOf(program, name), strategyOf(program, name)];
    const together = await recordTogether(name, program, {}, null, team, seed);
    expect(faults(together)).toEqual(faults(alone));
    // No path is reported by two of them.
    expect(new Set(names(together)).size).toBe(together.paths.length);
  }
});
