/** What one exploration has explored to its end need not be explored by another one, on a machine and with terms of its own. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import { faultKey } from '../../../src/explore/finished-path.ts';
import { isFault } from '../../../src/machine/endings.ts';
import type { Program } from '../../../src/program/program.ts';
import { DEFAULT_REDUCTION_OPTIONS } from '../../../src/reduce/registry.ts';
import { VisitReader } from '../../../src/reduce/revisit/sent-visits.ts';
import { RevisitReduction } from '../../../src/reduce/revisit/strategy.ts';
import { loadText } from '../../machine/explore.ts';
import { compileText } from '../../referee/compile.ts';
import { TALKATIVE } from '../../referee/contenders.ts';
import { type Contender, judge } from '../../referee/judge.ts';
import { programOf } from '../tricky-programs.ts';

const SHARING = { startsAtStart: true, hasOthers: true, next: () => null, limit: () => null, stop: () => [] };

/** Explores everything, with what others have learned before; the knowledge is cloned, as between threads. */
async function explore(program: Program, learned: readonly unknown[] = []) {
  const strategy = new RevisitReduction({ goal: 'decisions', adaptive: false, shareFrom: 0 });
  const faults = new Set<string>();
  let paths = 0;
  const exploration = await Exploration.create(
    program,
    { sharing: SHARING },
    ({ outcome }) => {
      paths++;
      if (isFault(outcome.ending.kind)) faults.add(faultKey(outcome));
    },
    strategy,
  );
  strategy.learn(structuredClone(learned));
  exploration.run();
  const { sent, received } = strategy.counters;
  const knowledge = strategy.takeKnowledge();
  exploration.dispose();
  return { paths, faults, sent, received, knowledge };
}

const COUNTER = `#include <pathfold.h>
#include <assert.h>
int main(void) {
  unsigned char text[6];
  int fields = 1, quoted = 0;
  pathfold_bytes(text, sizeof text, "text");
  for (int i = 0; i < 6; i++) {
    if (text[i] == '"') quoted = !quoted;
    else if (text[i] == ',' && !quoted) fields++;
    else if (text[i] == '\\n' || text[i] == '\\r') break;
  }
  return quoted ? fields > 3 : 0;
}
`;

/** Blocks of the heap, which have other names on other paths; pointers to them; inputs that are made on the way. */
const LIST = `#include <pathfold.h>
#include <stdlib.h>
struct node { int kind; struct node *next; };
static struct node *list;
static void push(int kind) {
  struct node *node = malloc(sizeof *node);
  node->kind = kind;
  node->next = list;
  list = node;
}
int main(void) {
  int seen = 0;
  for (int i = 0; i < 4; i++) {
    int input = pathfold_int("input");
    if (input > 10) push(1);
    else if (input > 0) push(1);
    else if (input > -10) { if (list != 0) { struct node *old = list; list = old->next; free(old); } }
    else seen++;
    for (struct node *at = list; at != 0; at = at->next) if (at->kind != 1) abort();
  }
  return seen > 3;
}
`;

describe.each([
  ['a loop over bytes', COUNTER],
  ['a list on the heap', LIST],
])('visits of %s', (_, source) => {
  it('end paths of another exploration as they end those of their own', async () => {
    const program = await loadText(source);
    const alone = await explore(program);
    expect(alone.sent).toBeGreaterThan(0);
    expect(alone.received).toBe(0);
    const taught = await explore(program, alone.knowledge);
    expect(taught.received).toBeGreaterThan(0);
    expect(taught.paths).toBeLessThan(alone.paths);
  });
});

it('a visit speaks only for states that hold what it held', async () => {
  const program = await loadText(`#include <pathfold.h>
#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) if (pathfold_int("bit") > 0) sum++;
  assert(sum != 5);
  return sum > 2;
}
`);
  const alone = await explore(program);
  expect(alone.faults.size).toBe(1);
  const others = alone.knowledge
    .filter(({ registers }) => registers.some(([, , value]) => typeof value === 'number'))
    .map((visit) => ({
      ...visit,
      registers: visit.registers.map(([depth, register, value]) => [
        depth,
        register,
        typeof value === 'number' ? value + 1000 : value,
      ]),
    }));
  expect(others.length).toBeGreaterThan(0);
  const taught = await explore(program, others);
  expect(taught.received).toBeGreaterThan(0);
  expect(taught.paths).toBe(alone.paths);
  expect(taught.faults).toEqual(alone.faults);
});

it('visits that looked at addresses as numbers are not sent', async () => {
  const program = await loadText(`#include <pathfold.h>
#include <stdint.h>
int main(void) {
  int a[4] = {0}, seen = 0;
  for (int i = 0; i < 4; i++) {
    if (pathfold_int("x") > 0) seen++;
    if (((uintptr_t)&a[i] & 1) != 0) return 1;
    if (((uintptr_t)&a[seen] & 12) == 4) seen--;
  }
  return seen > 2;
}
`);
  const { sent } = await explore(program);
  expect(sent).toBe(0);
});

/** What is lost if a state is taken for one that others explored although it is not. */
const BODIES: Record<string, string> = {
  'a counter in a register': `
  int n = 0;
  for (int i = 0; i < 5; i++) if (pathfold_int("x") > 0) n++;
  pathfold_assert(n != 4);
  if (n == 0) abort();`,
  'a value in memory': `
  static int state;
  for (int i = 0; i < 4; i++) {
    int x = pathfold_int("x");
    if (x > 10) state = 2;
    else if (x > 0) { if (state == 2) state = 3; }
    else if (state == 3) abort();
  }`,
  'the length of a list': `
  struct node { struct node *next; } *list = 0;
  for (int i = 0; i < 4; i++) {
    if (pathfold_int("x") > 0) { struct node *node = malloc(sizeof *node); node->next = list; list = node; }
    else if (list != 0) { struct node *old = list; list = old->next; free(old); }
  }
  if (list != 0 && list->next != 0 && list->next->next != 0 && list->next->next->next != 0) abort();`,
  'what is known of an input': `
  int limit = pathfold_int("limit"), n = 0;
  if (limit > 100) n = 1;
  for (int i = 0; i < 3; i++) if (pathfold_int("x") > 0 && n > 0) n = 2;
  for (int i = 0; i < 2; i++) if (pathfold_int("y") > 0) n = 0;
  if (n == 0 && limit == 5) abort();`,
};

const together = (seed: number): Contender => ({
  name: 'together',
  reduction: TALKATIVE,
  exploring: { seed },
  workers: 2 + (seed % 3 === 0 ? 1 : 0),
});

const lossesOf = async (body: string, seeds: number) => {
  const program = await compileText(programOf(body));
  const contenders = Array.from({ length: seeds }, (_, i) => together(i + 1));
  return (await judge(program, contenders, DEFAULT_REDUCTION_OPTIONS)).losses;
};

describe('explorations that tell each other lose nothing of', () => {
  for (const [name, body] of Object.entries(BODIES)) {
    it(name, async () => {
      const read = vi.spyOn(VisitReader.prototype, 'read');
      expect(await lossesOf(body, 8)).toEqual([]);
      expect(read.mock.results.filter(({ value }) => value !== null).length).toBeGreaterThan(0);
      read.mockRestore();
    }, 60_000);
  }
});

describe('the referee notices a visit of others that', () => {
  afterEach(() => vi.restoreAllMocks());
  const { read } = VisitReader.prototype;
  it.each([
    ['forgets registers', { registers: [], derived: [] }],
    ['forgets memory', { objects: [] }],
  ])(
    '%s',
    async (_, forgotten) => {
      vi.spyOn(VisitReader.prototype, 'read').mockImplementation(function (this: VisitReader, sent, state) {
        const { registers, derived, objects } = sent;
        // Registers that hold pointers need their objects.
        const kept =
          'objects' in forgotten ? { registers: registers.filter(isPlain), derived: derived.filter(isPlain) } : {};
        return read.call(this, { ...sent, registers, derived, objects, ...forgotten, ...kept }, state);
      });
      const losses = [];
      for (const body of Object.values(BODIES)) losses.push(...(await lossesOf(body, 8)));
      expect(losses.length).toBeGreaterThan(0);
    },
    120_000,
  );
});

function isPlain([, , value]: readonly [number, number, unknown, ...unknown[]]): boolean {
  return typeof value === 'number';
}
