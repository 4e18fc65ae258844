/** What could be lost by a careless comparison of states, and comparisons broken on purpose. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MemoryObject } from '../../../src/machine/value.ts';
import { Effort } from '../../../src/reduce/effort.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../../src/reduce/registry.ts';
import { Derivation } from '../../../src/reduce/revisit/derivations.ts';
import { KnownValues } from '../../../src/reduce/revisit/known-values.ts';
import { StateNeeds } from '../../../src/reduce/revisit/needs.ts';
import { ObjectNames } from '../../../src/reduce/revisit/object-names.ts';
import { Knowledge } from '../../../src/reduce/revisit/requirements.ts';
import { RevisitReduction } from '../../../src/reduce/revisit/strategy.ts';
import { FixedBounds } from '../../../src/solver/bounds.ts';
import { campaign } from '../../referee/campaign.ts';
import { compileText } from '../../referee/compile.ts';
import { type Contender, judge } from '../../referee/judge.ts';
import { programOf, TRICKY_BODIES } from '../tricky-programs.ts';
import { contender } from './explore.ts';

const BODIES: Record<string, string> = {
  ...TRICKY_BODIES,
  'a block that is too small on one path': `
  char *p;
  if (pathfold_int("a") > 0) p = malloc(4); else p = malloc(2);
  p[0] = 1;
  if (pathfold_int("b") > 0) p[1] = 2;
  return p[3];`,
  'a bit of a number of which another one was tested': `
  int flags = 1;
  if (pathfold_int("a") > 0) flags = 3;
  if (pathfold_int("b") > 0) flags |= 8;
  if ((flags & 2) == 0) return 0;
  pathfold_assert((flags & 8) == 0);`,
  'a counter that reaches its limit on one path': `
  int n = 0;
  if (pathfold_int("a") > 0) n = 2;
  if (pathfold_int("b") > 0) n++;
  if (n > 2) abort();`,
  'a value in memory': `
  volatile int x = 1;
  if (pathfold_int("a") > 0) x = 0;
  if (pathfold_int("b") > 0) pathfold_output_int("b", 1);
  return 5 / x;`,
  'two names for one block': `
  int *p = 0, *q = 0;
  if (pathfold_int("a") > 0) { p = malloc(4); q = malloc(4); } else { p = malloc(4); q = p; }
  *p = 1; *q = 1;
  if (pathfold_int("c") > 0) *q = 0;
  return 7 / *p;`,
  'two names for one block, the other way round': `
  int *p = 0, *q = 0;
  if (pathfold_int("a") > 0) { p = malloc(4); q = p; } else { p = malloc(4); q = malloc(4); }
  *p = 1; *q = 1;
  if (pathfold_int("c") > 0) *q = 0;
  return 7 / *p;`,
  'what one path knows of an input, and another does not': `
  int x = pathfold_int("x"), y = 0;
  if (x > 10) y = 1;
  if (pathfold_int("a") > 0) y = 2;
  pathfold_assert(x > 5);`,
  'values that are the same by what only one path knows': `
  char s[2];
  pathfold_bytes(s, 2, "s");
  if (s[0] == 0) return 0;
  int y = 0;
  if (pathfold_int("x") > 0) { if (s[1] == 0) return 0; y = 1; }
  char t;
  if (pathfold_int("a") > 0) t = s[0]; else t = s[1];
  if (pathfold_int("b") > 0) y = 2;
  pathfold_assert(t != 0);`,
  'bytes of two inputs that one condition ties together': `
  unsigned char x, y;
  pathfold_bytes(&x, 1, "x");
  pathfold_bytes(&y, 1, "y");
  if (x == 0 || (x ^ y) == 5) return 0;
  unsigned char p = 1, q = 1;
  int n = 0;
  if (pathfold_int("a") > 0) n = 1; else { p = x; q = y; }
  if (pathfold_int("b") > 0) n = 2;
  pathfold_assert(q != 0);
  pathfold_assert(p != 0);`,
  'an index into a table that is part of more': `
  struct { char first[4]; char second[4]; } t = {{0}, {0}};
  unsigned char i;
  pathfold_bytes(&i, 1, "i");
  int y = 0;
  if (pathfold_int("a") > 0) y = 2; else t.second[2] = 1;
  if (pathfold_int("b") > 0) y = 1;
  pathfold_assert(!t.second[i & 3]);`,
  'a turn of a loop that knows more of the input': `
  char s[4];
  pathfold_bytes(s, 3, "s");
  s[3] = 0;
  int x = 0;
  for (int i = 0; s[i]; i++) { if (s[i] == 'a') x = 0; else if (s[i] == 'b') x = s[0] == 'a'; }
  pathfold_assert(!x);`,
};

describe('nothing is lost by', () => {
  for (const [name, body] of Object.entries(BODIES)) {
    it(name, async () => {
      const judged = await judge(await compileText(programOf(body)), [contender('revisit')], DEFAULT_REDUCTION_OPTIONS);
      expect(judged.losses).toEqual([]);
      expect(judged.undecided).toEqual([]);
    });
  }
});

describe('a recorder that sleeps and wakes by turns', () => {
  afterEach(() => vi.restoreAllMocks());
  const restless: Contender = {
    name: 'restless',
    reduction: {
      ...REDUCTIONS.revisit,
      strategy: () => new RevisitReduction({ goal: 'decisions', credit: 1000 }),
    },
  };

  it('loses nothing', async () => {
    let looks = 0;
    let pauses = 0;
    vi.spyOn(Effort.prototype, 'isOverdrawn', 'get').mockImplementation(() => ++looks % 3 === 0);
    vi.spyOn(Effort.prototype, 'isPauseOver', 'get').mockImplementation(() => ++pauses % 2 === 0);
    const { findings } = await campaign({ programs: 40, seed: 81_777, contenders: () => [restless], shrinkSeconds: 0 });
    expect(findings).toEqual([]);
    expect(Math.min(looks, pauses)).toBeGreaterThan(40);
  }, 120_000);
});

/** Any block stands for any other, one after the other. */
function forgetWhatStandsForWhat(): void {
  vi.spyOn(ObjectNames.prototype, 'pair').mockImplementation(function (this: ObjectNames, held, own) {
    (this as unknown as { ownOf: Map<MemoryObject, MemoryObject> }).ownOf.set(held, own);
    return true;
  });
}

function takeLeastIndex(): void {
  const of = FixedBounds.prototype.of;
  vi.spyOn(FixedBounds.prototype, 'of').mockImplementation(function (this: FixedBounds, term, depth) {
    const bounds = of.call(this, term, depth);
    return depth === undefined ? { ...bounds, max: bounds.min } : bounds;
  });
}

/** Each with a way to break the comparison. */
const BROKEN: readonly (readonly [string, () => void])[] = [
  ['forgets what was read', () => vi.spyOn(StateNeeds.prototype, 'addBytes').mockReturnValue()],
  ['forgets how large objects are', () => vi.spyOn(StateNeeds.prototype, 'addObject').mockReturnValue()],
  ['forgets what is known of the inputs', () => vi.spyOn(Knowledge.prototype, 'missing').mockReturnValue([])],
  ['takes every number for the same', () => vi.spyOn(Derivation.prototype, 'isSameFor').mockReturnValue(true)],
  ['takes every block for the same', () => forgetWhatStandsForWhat()],
  ['forgets why values are the same', () => vi.spyOn(KnownValues.prototype, 'explain').mockReturnValue()],
  ['takes an index for the least it may be', () => takeLeastIndex()],
];

const losesSomething = async (contenders: readonly Contender[]) => {
  for (const body of Object.values(BODIES)) {
    const { losses } = await judge(await compileText(programOf(body)), contenders, DEFAULT_REDUCTION_OPTIONS);
    if (losses.length > 0) return true;
  }
  return false;
};

describe('a comparison that', () => {
  afterEach(() => vi.restoreAllMocks());
  for (const [name, breakIt] of BROKEN) {
    it(`${name} is caught`, async () => {
      breakIt();
      expect(await losesSomething([contender('broken')])).toBe(true);
    }, 60_000);
  }

  it('looks at decisions only is caught where outputs count', async () => {
    const asOutput: Contender = {
      name: 'broken',
      reduction: { ...contender('broken').reduction, property: REDUCTIONS.output.property },
    };
    const { findings } = await campaign({ programs: 60, seed: 3, contenders: () => [asOutput], shrinkSeconds: 0 });
    expect(findings).toHaveLength(1);
  }, 120_000);
});
