/** The search for coverage on its own. */
import { describe, expect, it } from 'vitest';
import { CoveringSearch } from '../../src/explore/covering.ts';
import { Exploration } from '../../src/explore/exploration.ts';
import { InBatches } from '../../src/explore/searchers/in-batches.ts';
import { BreadthFirst } from '../../src/explore/searchers/simple.ts';
import type { State } from '../../src/machine/state.ts';
import { compileText } from '../referee/compile.ts';

const TWO_SIDES = '#include <pathfold.h>\nint main(void) { if (pathfold_int("x") > 3) return 1; return 2; }\n';

describe('the search for coverage', () => {
  it('claims nothing for which the solver gives no input, and says that it was limited', async () => {
    const program = await compileText(TWO_SIDES);
    const search = new CoveringSearch(program);
    let reported = 0;
    const exploration = await Exploration.create(program, {}, () => reported++, search);
    exploration.solver.model = () => null;
    exploration.run();
    exploration.dispose();
    expect(search.coverage.reached.size).toBe(0);
    expect(reported).toBe(0);
    expect([...exploration.limits]).toEqual(['max-solver-time']);
  });

  it('hands every reported path the input that was found for it', async () => {
    const program = await compileText(TWO_SIDES);
    const models: boolean[] = [];
    const exploration = await Exploration.create(
      program,
      {},
      ({ model }) => models.push(model !== null),
      new CoveringSearch(program),
    );
    exploration.run();
    exploration.dispose();
    expect(models).toEqual([true, true]);
  });

  it('looks for nothing that tests cover already', async () => {
    const program = await compileText(TWO_SIDES);
    const search = new CoveringSearch(program);
    search.coverage.markCovered(Array.from({ length: search.coverage.goals.size }, (_, goal) => goal));
    const exploration = await Exploration.create(program, {}, () => {}, search);
    exploration.run();
    exploration.dispose();
    expect(exploration.pathsEnded).toBe(0);
  });
});

describe('a search in batches', () => {
  const state = (id: number) => ({ id }) as unknown as State;

  it('goes deep for a while and then asks the order for another state', () => {
    const searcher = new InBatches(new BreadthFirst());
    const [first, second, child] = [state(1), state(2), state(3)];
    searcher.fork(null, first);
    searcher.fork(null, second);
    expect(searcher.next()).toBe(first);
    searcher.fork(first, child);
    searcher.ended(first);
    expect(searcher.next()).toBe(child);
    searcher.ended(child);
    expect(searcher.next()).toBe(second);
    searcher.ended(second);
    expect(searcher.next()).toBeUndefined();
  });

  it('leaves a state that forks and forks and does not end', () => {
    const searcher = new InBatches(new BreadthFirst());
    const [loop, other] = [state(1), state(2)];
    searcher.fork(null, loop);
    searcher.fork(null, other);
    let turns = 0;
    while (searcher.next() === loop) {
      searcher.fork(loop, state(10 + turns++));
      searcher.add(loop);
    }
    expect(turns).toBeGreaterThan(64);
    expect(turns).toBeLessThan(1000);
  });

  it('gives what is open back to the order when a batch is over, and ends when states are only taken', () => {
    const searcher = new InBatches(new BreadthFirst());
    const picked = state(1);
    searcher.fork(null, picked);
    searcher.next();
    for (let i = 2; i < 202; i++) searcher.fork(picked, state(i));
    searcher.add(picked);
    for (let i = 0; i < 64; i++) {
      const next = searcher.next()!;
      if (next === picked) searcher.add(next);
      searcher.ended(next);
    }
    let taken = 0;
    while (searcher.next() !== undefined) taken++;
    expect(taken).toBeGreaterThan(100);
    expect(searcher.size).toBe(0);
  });
});
