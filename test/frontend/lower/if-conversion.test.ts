/** Branches that only choose a value become selections; whatever may fault, be noticed or cost much stays a branch. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import { WholeRuns } from '../../../src/explore/whole-runs.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { EMPTY_ENVIRONMENT } from '../../../src/machine/environment.ts';
import type { MachineOptions } from '../../../src/machine/options.ts';
import { findFunction, type Program, terminatorOf } from '../../../src/program/program.ts';
import { concreteText, exploreProgram, loadText } from '../../machine/explore.ts';
import { merging } from '../../referee/merging.ts';

const PLAIN: Record<string, string> = {
  'one side sets a variable': 'int r = 1; if (a > 9) r = b; return r;',
  'both sides do': 'int r; if (a > 9) r = b; else r = a + 1; return r;',
  'nested ifs do': 'int r = 0; if (a > 9) { if (b > 9) r = 1; else r = 2; } else if (b < 3) r = 3; return r;',
  'a value is chosen by && and ||': 'return (a > 0 && b > 0) || (a < -9 && b < -9);',
  'a global is read': 'int r = 0; if (a > 0) r = g; return r;',
  'what was read before is read again': 'int r = p[a]; if (r > 0) r = p[a] + 1; return r;',
};

const ONE_TEST: Record<string, string> = {
  'a condition has && and ||': 'if (a > 0 && (b > 0 || a > 7)) h(); return 0;',
  'a loop has one': 'while (a > 0 && b > 0) { h(); a--; b--; } return a;',
};

const KEPT: Record<string, string> = {
  'a side stores': 'if (a > 9) *p = 1; return 0;',
  'a side reads through a pointer that may be bad': 'int r = 0; if (p) r = *p; return r;',
  'a call between two accesses may have freed': 'int r = *p; h(); if (a) r = *p; return r;',
  'a side divides': 'int r = 0; if (b != 0) r = a / b; return r;',
  'a side shifts by a variable': 'int r = 0; if (b < 32) r = a << b; return r;',
  'a pointer is chosen': 'int *r = p; if (a > 9) r = q; return *r;',
  'a float becomes an integer': 'int r = 0; double d = a; if (b) r = d; return r;',
};

const KEPT_BY_CHECKS: Record<string, string> = {
  'a sum may overflow': 'int r = 0; if (a < 9) r = a + b; return r;',
  'a value may not be set': 'int r = 0; if (a) r = b > 1; return r;',
  'addresses are compared': 'int r = 0; if (a) r = p < q; return r;',
};

const ALL = { ...PLAIN, ...ONE_TEST, ...KEPT, ...KEPT_BY_CHECKS };
const TEXT = [
  'int g; void h(void);',
  ...Object.values(ALL).map((body, i) => `int f${i}(int a, int b, int *p, int *q) { ${body} }`),
  'int main(void) { return 0; }',
].join('\n');

/** Per case: how many branches are left. */
async function branchesLeft(machine: Partial<MachineOptions>): Promise<Map<string, number>> {
  const program = await loadText(TEXT, 'main.c', merging(machine));
  return new Map(
    Object.keys(ALL).map((name, i) => {
      const { blocks } = findFunction(program, `f${i}`)!;
      return [name, blocks.filter((block) => terminatorOf(block).op === 'condbr').length];
    }),
  );
}

describe('if-conversion', () => {
  let left: Map<string, number>;
  beforeAll(async () => {
    left = await branchesLeft({});
  }, 60_000);

  it.each(Object.keys(PLAIN))('makes a selection where %s', (name) => expect(left.get(name)).toBe(0));
  it.each(Object.keys(ONE_TEST))('makes one test where %s', (name) => expect(left.get(name)).toBe(1));
  it.each(Object.keys(KEPT))('keeps the branch where %s', (name) => expect(left.get(name)).toBe(1));
  it.each(Object.keys(KEPT_BY_CHECKS))('converts where %s, unless that is looked for', (name) =>
    expect(left.get(name)).toBe(0),
  );

  it('keeps what checks may end the program at', async () => {
    const [sums, unset, compared] = Object.keys(KEPT_BY_CHECKS);
    expect((await branchesLeft({ checkOverflow: true })).get(sums)).toBe(1);
    expect((await branchesLeft({ checkUndefined: true })).get(compared)).toBe(1);
    const uninitialized = await branchesLeft({ checkUninitialized: true });
    expect(uninitialized.get(unset)).toBe(1);
    // Computing with a value proves that it is set.
    expect(uninitialized.get('both sides do')).toBe(0);
  });
});

/** A crossing of two roads with detectors, a button, and an ambulance; one combination makes it divide by zero. */
const CROSSING = `#include <pathfold.h>
#include <stdio.h>
enum phase { NORTH_GREEN, NORTH_YELLOW, EAST_GREEN, EAST_YELLOW, ALL_RED };
int main(void) {
  int north = pathfold_range("north", 0, 20), east = pathfold_range("east", 0, 20);
  bool button = pathfold_bool("button"), ambulance = pathfold_bool("ambulance");
  int phase = pathfold_range("phase", 0, 4), timer = pathfold_range("timer", 0, 30);
  int hold = 5, demand = 0, walk = 0;
  if (north > 0 || button) demand |= 1;
  if (east > 0) demand |= 2;
  if (north > 12 && east < 3) hold = 9;
  if (east > 12 && north < 3) hold = 0;
  if (button && timer > 2) walk = 1;
  int next = phase;
  if (phase == NORTH_GREEN && (demand & 2) != 0 && timer > hold) next = NORTH_YELLOW;
  else if (phase == EAST_GREEN && (demand & 1) != 0 && timer > hold) next = EAST_YELLOW;
  else if (phase == NORTH_YELLOW && timer > 3) next = EAST_GREEN;
  else if (phase == EAST_YELLOW && timer > 3) next = NORTH_GREEN;
  if (ambulance) { next = ALL_RED; walk = 0; }
  if (next != phase) timer = 0;
  else timer++;
  putchar('0' + next);
  putchar('a' + timer);
  putchar('0' + walk);
  return timer > 25 ? timer / hold : 0;
}
`;

const said = ({ outcome, model }: Pick<FinishedPath, 'outcome' | 'model'>) =>
  `${outcome.ending.kind} ${outcome.ending.position?.line ?? ''} ${concreteText(outcome.stdout, model)}`;

/** What a program does with the inputs of paths through another. */
function repeated(program: Program, paths: readonly FinishedPath[], terms: Terms): string[] {
  const runs = new WholeRuns(program, terms, EMPTY_ENVIRONMENT, {});
  return paths.map(({ outcome, model }) => said({ outcome: runs.complete(outcome, model!)!, model }));
}

describe('a crossing', () => {
  it('has few paths, which find the same fault and say the same', async () => {
    const withInput = (paths: readonly FinishedPath[]) => paths.filter(({ model }) => model !== null);
    const terms = new Terms();
    const [off, simple] = [await loadText(CROSSING), await loadText(CROSSING, 'main.c', merging())];
    const branching = withInput((await exploreProgram(off, { terms })).paths);
    const selecting = withInput((await exploreProgram(simple, { terms })).paths);
    expect(branching.length).toBeGreaterThan(200);
    expect(selecting.length).toBeLessThan(10);
    const faults = (paths: readonly FinishedPath[]) =>
      [...new Set(paths.map(({ outcome }) => outcome.ending.kind))].sort();
    expect(faults(selecting)).toEqual(['division-by-zero', 'exit']);
    expect(faults(branching)).toEqual(['division-by-zero', 'exit']);
    expect(repeated(simple, branching, terms)).toEqual(branching.map(said));
    expect(repeated(off, selecting, terms)).toEqual(selecting.map(said));
  });
});
