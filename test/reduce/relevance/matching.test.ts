/** Which states are taken for alike, and which must not be. */
import { describe, expect, it } from 'vitest';
import { CoveringSearch } from '../../../src/explore/covering.ts';
import { Exploration } from '../../../src/explore/exploration.ts';
import { SEARCHES, type SearchName } from '../../../src/explore/searchers/choose.ts';
import { PATHS_PER_BATCH } from '../../../src/explore/searchers/in-batches.ts';
import { DepthFirst } from '../../../src/explore/searchers/simple.ts';
import type { PathReport } from '../../../src/explore/strategy.ts';
import type { PathOutcome } from '../../../src/machine/outcome.ts';
import type { State } from '../../../src/machine/state.ts';
import { MemoryObject } from '../../../src/machine/value.ts';
import type { Program } from '../../../src/program/program.ts';
import { LikelyLast } from '../../../src/reduce/relevance/likely-last.ts';
import { byteKey } from '../../../src/reduce/relevance/needs.ts';
import { SingleValued } from '../../../src/reduce/relevance/single-valued.ts';
import { RelevanceReduction } from '../../../src/reduce/relevance/strategy.ts';
import { compileText } from '../../referee/compile.ts';

async function explored(text: string, comparesValues: boolean, search: SearchName = 'dfs', batch = PATHS_PER_BATCH) {
  const program = await compileText(`#include <pathfold.h>\n${text}`);
  const reduction = new RelevanceReduction(program, { comparesValues, batch, patience: 0 });
  const exploration = await Exploration.create(program, { search }, () => {}, reduction);
  exploration.run();
  exploration.dispose();
  const unreached: number[] = [];
  reduction.coverage.reachable.each((goal) => {
    if (!reduction.coverage.reached.has(goal)) unreached.push(goal);
  });
  return { program, reduction, counts: exploration.counts, unreached };
}

/** The pattern that section 4 of the paper names as its weakness; line 4 is never reached. */
const BYTES_READ = `
int main(void) {
  int bytes_read = 7;
  if (pathfold_int("first")) bytes_read = 5;
  int more = pathfold_int("more");
  if (more) pathfold_output("more", 1);
  if (bytes_read <= 0) return 4;
  return 0;
}`;

describe('states that differ in a value but decide alike', () => {
  it('match: 5 bytes read against 7', async () => {
    const { counts } = await explored(BYTES_READ, false);
    expect(counts).toMatchObject({ completed: 2, pruned: 1 });
  });

  it('differ where values are compared, as in the paper', async () => {
    const { counts } = await explored(BYTES_READ, true);
    expect(counts).toMatchObject({ completed: 4, pruned: 0 });
  });

  it('do not match when the value decides something uncovered', async () => {
    const { unreached } = await explored(BYTES_READ.replace('= 7', '= -1'), false);
    expect(unreached).toEqual([]);
  });

  it('are told apart by sums that only later arithmetic makes', async () => {
    const { unreached } = await explored(
      `int main(void) {
        int x = 2, y = 20;
        if (pathfold_int("a")) x = 1;
        if (pathfold_int("b")) y = 10;
        if (pathfold_int("c")) pathfold_output("c", 1);
        if (x + y == 22) return 5;
        return 0;
      }`,
      false,
    );
    expect(unreached).toEqual([]);
  });

  it('are told apart by the iteration in which they will leave a loop', async () => {
    const { unreached } = await explored(
      `static int days(int months) {
        int sum = 0;
        for (int i = 0; i < months; i++) sum += 30;
        return sum;
      }
      int main(void) {
        int months = pathfold_range("months", 0, 3);
        int late = pathfold_range("late", 0, 1);
        if (months == 1) pathfold_output("first", months);
        if (late == 1 && days(months) > 60) return 2;
        return 0;
      }`,
      false,
    );
    expect(unreached).toEqual([]);
  });
});

describe('a path without a test', () => {
  it('keeps nobody else from covering what it reached', async () => {
    const program = await compileText(`#include <pathfold.h>
int main(void) {
  if (pathfold_int("a")) pathfold_output("a", 1);
  if (pathfold_int("b") == 5) return 5;
  return 0;
}`);
    const reduction = new RelevanceReduction(program, { patience: 0 });
    const exploration = await Exploration.create(program, {}, () => {}, reduction);
    const { solver } = exploration;
    const { model } = solver;
    let asked = 0;
    // The first path, through both true sides, gets no input.
    solver.model = (condition) => (asked++ === 0 ? null : model.call(solver, condition));
    exploration.run();
    exploration.dispose();
    expect([...exploration.limits]).toEqual(['max-solver-time']);
    expect(reduction.coverage.isDone).toBe(true);
  });
});

describe('patience', () => {
  const REPEATING = `
int main(void) {
  int total = 0;
  for (int i = 0; i < 7; i++) if (pathfold_int("x") > 0) total++;
  if (total > 7) return 1;
  return 0;
}`;

  it('begins to cut once paths have reached nothing new for a while, from where open paths are then', async () => {
    const program = await compileText(`#include <pathfold.h>\n${REPEATING}`);
    for (const search of Object.keys(SEARCHES) as SearchName[]) {
      const reduction = new RelevanceReduction(program, { patience: 20 });
      const exploration = await Exploration.create(program, { search }, () => {}, reduction);
      exploration.run();
      exploration.dispose();
      const { completed, pruned } = exploration.counts;
      expect(completed, search).toBeGreaterThan(20);
      expect(pruned, search).toBeGreaterThan(0);
      expect(completed + pruned, search).toBeLessThan(128);
    }
  });
});

describe('the unsound sets', () => {
  // With a, nothing writes "limit". Without, the later branch does, which only potential dependence tells beforehand.
  const POTENTIAL = `
int limit = 1;
int main(void) {
  int writes = 1;
  if (pathfold_int("z")) pathfold_output("z", 1);
  if (pathfold_int("a")) writes = 0;
  int x = pathfold_int("x");
  if (x) pathfold_output("x", 1);
  if (writes) limit = 5;
  if (limit != 5 || x)
    return 0;
  return 1;
}`;

  /** Everything but the line that says "return 1". */
  function* goalsElsewhere({ coverage: { goals } }: RelevanceReduction, program: Program): Generator<number> {
    const [before] = POTENTIAL.split('  return 1;');
    const wanted = before.split('\n').length + 1;
    for (let goal = 0; goal < goals.size; goal++) {
      const isDirection = goal >= program.instructionCount;
      const main = program.functions.find(({ name }) => name === 'main')!;
      const instruction = main.blocks.flatMap(({ instructions }) => instructions).find(({ id }) => id === goal);
      if (isDirection || instruction?.position?.line !== wanted) yield goal;
    }
  }

  class Listening extends RelevanceReduction {
    readonly ends: string[] = [];
    override ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
      this.ends.push(`${outcome.ending.kind} ${outcome.condition.conjuncts().map((term) => term.id)}`);
      return super.ended(state, outcome, evidence);
    }
  }

  it('change the order, never what is covered', async () => {
    const program = await compileText(`#include <pathfold.h>\n${POTENTIAL}`);
    const [plain, preferring] = [false, true].map(
      (unlikeFirst) => new Listening(program, { unlikeFirst, patience: 0 }),
    );
    for (const reduction of [plain, preferring]) {
      reduction.coverage.markCovered(goalsElsewhere(reduction, program));
      const exploration = await Exploration.create(program, {}, () => {}, reduction);
      exploration.run();
      exploration.dispose();
    }
    expect(preferring.ends).not.toEqual(plain.ends);
    expect(preferring.coverage.isDone).toBe(true);
    expect(plain.coverage.isDone).toBe(true);
  });

  it('let states that resemble explored ones wait until nothing else is open', () => {
    const state = (id: number) => ({ id }) as unknown as State;
    const [first, like, unlike] = [state(1), state(2), state(3)];
    const searcher = new LikelyLast(new DepthFirst(), (each) => each === like);
    searcher.fork(null, first);
    expect(searcher.next()).toBe(first);
    searcher.fork(first, unlike);
    searcher.fork(first, like);
    expect(searcher.size).toBe(2);
    expect(searcher.next()).toBe(unlike);
    expect(searcher.next()).toBe(like);
    expect(searcher.next()).toBeUndefined();
  });
});

describe('single-valued locations', () => {
  const MODE = `
int mode = 1;
int main(void) {
  if (!pathfold_int("a")) mode = 2;
  if (pathfold_int("b")) pathfold_output("b", 1);
  if (mode == 2) return 7;
  return 0;
}`;

  it('come back before a second value is compared', async () => {
    for (const comparesValues of [true, false]) {
      const { unreached } = await explored(MODE, comparesValues);
      expect(unreached).toEqual([]);
    }
  });

  it('are left out of a set until somebody writes them', () => {
    const mode = new MemoryObject(3, 'global', "global 'mode'", null, null);
    const local = new MemoryObject(4, 'stack', "local 'x'", null, null);
    const single = new SingleValued(new Map([mode, local].map((object) => [object.id, object])));
    expect(single.has(byteKey(3, 0), 1)).toBe(true);
    expect(single.has(byteKey(4, 0), 1)).toBe(false);
    const holder = { pairs: new Map(), leftOut: new Map([byteKey(3, 0), byteKey(3, 1)].map((at) => [at, 1])) };
    single.leftOut(holder);
    single.write(mode, 1, 4);
    expect([...holder.pairs]).toEqual([[byteKey(3, 1), 1]]);
    expect(single.has(byteKey(3, 0), 1)).toBe(true);
    expect(single.has(byteKey(3, 1), 1)).toBe(false);
    single.write(mode, -1, 8);
    expect(holder.pairs.size).toBe(2);
    expect(holder.leftOut.size).toBe(0);
  });
});

describe('every search order', () => {
  const PARTS = `
static int part(int x, int limit) {
  int steps = 0;
  while (x > 0 && steps < limit) { x -= 3; steps++; }
  return steps;
}
int main(void) {
  int a = pathfold_range("a", 0, 9), b = pathfold_range("b", 0, 9), c = pathfold_range("c", -2, 2);
  int total = part(a, 3);
  if (c > 0) total += part(b, 2);
  else if (c < -1) total -= 1;
  if (total == 5) return 1;
  if (total == -1) return 2;
  if (total > 5) return 3;
  return 0;
}`;

  it('covers what the exhaustive search covers', async () => {
    const program = await compileText(`#include <pathfold.h>\n${PARTS}`);
    const all = new CoveringSearch(program);
    const exhaustive = await Exploration.create(program, {}, () => {}, all);
    exhaustive.run();
    exhaustive.dispose();
    for (const search of Object.keys(SEARCHES) as SearchName[]) {
      const { reduction, counts } = await explored(PARTS, false, search);
      expect(reduction.coverage.reached.size, search).toBe(all.coverage.reached.size);
      expect(counts.completed + counts.pruned, search).toBeLessThan(exhaustive.counts.completed);
      // The program has fewer paths than a batch: only here the order is asked in between.
      const hopping = await explored(PARTS, false, search, 1);
      expect(hopping.reduction.coverage.reached.size, search).toBe(all.coverage.reached.size);
    }
  });
});
