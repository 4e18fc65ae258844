/** Ways to compute the outputs, found by a search that forks and leaves paths in explored states. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { Program } from '../../../src/program/program.ts';
import type { OutputSelection } from '../../../src/reduce/output/criterion.ts';
import type { OutputRow } from '../../../src/reduce/output/explore.ts';
import { ForkedOutputs } from '../../../src/reduce/output/forked-outputs.ts';
import { ALL_OUTPUTS, OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS, type ReductionOptions } from '../../../src/reduce/registry.ts';
import { NeedsWalk } from '../../../src/reduce/revisit/backward.ts';
import { ExploredVisit } from '../../../src/reduce/revisit/visit.ts';
import { loadText } from '../../machine/explore.ts';
import { compileText } from '../../referee/compile.ts';
import { type Contender, judge } from '../../referee/judge.ts';
import { programOf, TRICKY_BODIES } from '../tricky-programs.ts';
import { RETURN } from './explore.ts';

/** Few states, many paths. */
const stateMachine = (length: number) => `
#include <pathfold.h>
#include <stdio.h>
int main(void) {
  char s[${length}];
  pathfold_bytes(s, ${length}, "s");
  int state = 0, letters = 0;
  for (int i = 0; i < ${length}; i++) {
    switch (s[i]) {
    case '"': state = !state; break;
    case '\\r': case '\\n': case ' ': if (!state) letters = 0; break;
    default: if (letters < 2) letters++;
    }
  }
  printf("%s\\n", state ? "open" : "closed");
  return letters;
}`;

async function explored(text: string, selection: OutputSelection, switches: { slices?: boolean; trial?: number } = {}) {
  const program = await loadText(text);
  const rows: OutputRow[] = [];
  const reduction = new OutputReduction(program, { selection, onRow: (row) => rows.push(row), ...switches });
  const exploration = await Exploration.create(program, {}, () => {}, reduction);
  exploration.run();
  exploration.dispose();
  return { rows, paths: exploration.pathsEnded, verdict: exploration.verdict, counters: reduction.counters };
}

const FORKING = { slices: false } as const;

describe('a search that forks', () => {
  it('runs paths in proportion to the length of what a state machine reads', async () => {
    const [short, long] = [
      await explored(stateMachine(6), RETURN, FORKING),
      await explored(stateMachine(12), RETURN, FORKING),
    ];
    expect(long.verdict).toBe('complete');
    expect(long.paths).toBeLessThan(3 * short.paths);
    expect(new Set(long.rows.map(({ outcome }) => outcome.ending.status))).toEqual(new Set([0, 1, 2]));
  });

  it('has one row where the output is always the same', async () => {
    const { rows } = await explored(stateMachine(5), { ...RETURN, exitStatus: false, marks: false }, FORKING);
    expect(rows.map(({ conditions }) => conditions)).toEqual([[]]);
  });

  it('tells assumptions apart from what the outputs depend on', async () => {
    const { rows } = await explored(
      `#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  pathfold_assume(x > 3);
  if (y > 0) pathfold_assume(y < 100);
  return x > 10;
}`,
      RETURN,
      FORKING,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap(({ dropped }) => dropped).some((each) => each.length === 1)).toBe(true);
  });

  it('takes over where slices leave out nothing, and after an attempt that came to an end', async () => {
    const whole = await explored(stateMachine(5), ALL_OUTPUTS);
    expect(whole.counters.forks).toBeGreaterThan(0);
    const tried = await explored(stateMachine(8), RETURN, { trial: 8 });
    expect(tried.counters.matches).toBeGreaterThan(0);
  });

  it('leaves it to slices where it would take longer, as if it had not been tried', async () => {
    // Twelve branches have nothing to do with the outcome, but every later one looks at what they have set.
    const text = `
#include <pathfold.h>
int main(void) {
  unsigned set = 0;
  for (int i = 0; i < 12; i++) if (pathfold_int("x") > 3) set |= 1u << i;
  unsigned sum = 0;
  for (int i = 0; i < 12; i++) if (set >> i & 1) sum += set;
  int y = pathfold_int("y"), z = 0;
  if (y > 3) z = 1;
  if (y > 5) z = 2;
  return z;
}`;
    const bySlices = await explored(text, RETURN, { trial: 0 });
    const tried = await explored(text, RETURN, { trial: 2 });
    expect(tried.counters.forks).toBe(0);
    expect(tried.verdict).toBe('complete');
    expect(tried.rows.map(({ conditions }) => conditions.length)).toEqual(
      bySlices.rows.map(({ conditions }) => conditions.length),
    );
    expect(tried.paths).toBe(bySlices.paths);
  });
});

/** Outputs of every kind: text before and after a choice, what pointers lead to, a block behind a variable. */
const SHOWN: Readonly<Record<string, string>> = {
  'what was printed before states come together': `
  if (pathfold_int("a") > 0) printf("a");
  if (pathfold_int("b") > 0) printf("b");
  if (pathfold_int("c") > 0) return 1;`,
  'a value marked before states come together': `
  if (pathfold_int("a") > 0) pathfold_output_int("m", 1); else pathfold_output_int("m", 2);
  if (pathfold_int("b") > 0) return 1;`,
  'a variable that nobody reads': `
  if (pathfold_int("a") > 0) left = 1;
  if (pathfold_int("b") > 0) other = 2;
  if (pathfold_int("c") > 0) return 1;`,
  'a block behind a variable': `
  block = malloc(4);
  *block = 1;
  if (pathfold_int("a") > 0) *block = 2;
  if (pathfold_int("b") > 0) other = 2;`,
  'inputs that one of two paths drops': `
  int x = pathfold_int("x"), y = pathfold_int("y"), limit = 5;
  if (x > 7) limit = 6;
  if (y > 0) other = 1; else other = 2;
  pathfold_assume(x > limit);
  return other;`,
};

const shownProgram = (body: string) =>
  programOf(body).replace('int main', '#include <stdio.h>\nint left, other, *block;\nint main');

const forking: Contender = {
  name: 'output',
  reduction: {
    ...REDUCTIONS.output,
    strategy: (program, options) => new OutputReduction(program, { ...FORKING, selection: options.outputs }),
  },
};

async function lossesOf(text: string): Promise<readonly unknown[]> {
  const program = await compileText(text);
  const judged = await judge(program, [forking], optionsFor(program));
  return [...judged.losses, ...judged.undecided];
}

function optionsFor(program: Program): ReductionOptions {
  const globals = program.variables.filter(({ name }) => ['left', 'other', 'block'].includes(name));
  return { ...DEFAULT_REDUCTION_OPTIONS, outputs: { ...ALL_OUTPUTS, globals } };
}

describe('a search that forks loses nothing by', () => {
  for (const [name, body] of Object.entries({ ...TRICKY_BODIES, ...SHOWN })) {
    it(name, async () => expect(await lossesOf(shownProgram(body))).toEqual([]));
  }
});

/** Each with a way to break it. */
const BROKEN: readonly (readonly [string, () => void])[] = [
  ['forgets what was shown', () => vi.spyOn(ExploredVisit.prototype, 'hasShown').mockReturnValue(true)],
  ['forgets what is left in memory', () => vi.spyOn(ForkedOutputs.prototype, 'left').mockReturnValue([])],
  ['forgets what is computed from what', () => vi.spyOn(NeedsWalk.prototype, 'below').mockImplementation(noNeeds)],
];

function noNeeds(this: NeedsWalk, ...[fork]: Parameters<NeedsWalk['below']>) {
  return this.leaving([]) ?? fork.needs;
}

describe('one that', () => {
  afterEach(() => vi.restoreAllMocks());
  for (const [name, breakIt] of BROKEN) {
    it(`${name} is caught`, async () => {
      breakIt();
      let isCaught = false;
      for (const body of Object.values(SHOWN)) {
        isCaught ||= await lossesOf(shownProgram(body)).then(
          (losses) => losses.length > 0,
          // Its own check of the rows may have noticed.
          () => true,
        );
      }
      expect(isCaught).toBe(true);
    }, 60_000);
  }
});
