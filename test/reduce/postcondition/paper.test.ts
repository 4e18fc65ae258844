/** The paper's own examples: how many paths are left, and the postconditions it prints. */
import { describe, expect, it } from 'vitest';
import { Substitution } from '../../../src/expr/substitute.ts';
import type { Term } from '../../../src/expr/term.ts';
import type { Terms } from '../../../src/expr/terms.ts';
import type { Operand, Register } from '../../../src/program/values.ts';
import type { Location } from '../../../src/reduce/postcondition/locations.ts';
import type { PostconditionReduction } from '../../../src/reduce/postcondition/strategy.ts';
import { loadText } from '../../machine/explore.ts';
import { ALL_OFF, exploreReduced, loadPaperCase } from './explore.ts';

/** The branches of a summary's disjuncts, in the names of the source: a comparison that was just made is spelt out. */
function branchesOf(location: Location, { cells, tree }: PostconditionReduction, terms: Terms): Term[][] {
  const { registers } = registersOf(location);
  const named = (value: Operand): Term => {
    if (value.kind === 'int') return terms.constant(value.type.bits, Number(value.value));
    if (value.kind !== 'register') throw new Error(`no name for ${value.kind}`);
    const made = value.definition;
    if (made?.op === 'icmp') return terms[made.predicate](named(made.left), named(made.right));
    if (made?.op === 'load' && made.pointer.kind === 'global') return terms.variable(made.pointer.global.name, 32);
    return terms.variable(value.variable?.name ?? value.name ?? '', 32);
  };
  return tree.postconditionOf(location).map(({ branches }) =>
    branches.map((branch) => {
      const map = new Map<Term, Term>();
      for (const variable of cells.variablesOf([branch])) {
        const cell = cells.cellOf(variable);
        if (cell?.kind === 'register') map.set(variable, named(registers[cell.register]));
        if (cell?.kind === 'memory') map.set(variable, terms.variable(cell.object?.global?.name ?? '', cell.size * 8));
      }
      return new Substitution(terms, map).apply(branch);
    }),
  );
}

function registersOf(location: Location): { registers: Register[] } {
  const fn = location.instruction.block.function;
  const registers: Register[] = [...fn.parameters];
  for (const block of fn.blocks) {
    for (const { result } of block.instructions) if (result !== null) registers[result.index] = result;
  }
  return { registers };
}

describe('postconditioned.txt, Fig. 1', () => {
  it('leaves 4 tests, of which 2 are cut; 4 of the 8 paths are never started', async () => {
    const { counts, paths } = await exploreReduced(await loadPaperCase('postconditioned-fig1'));
    expect(counts).toMatchObject({ completed: 2, pruned: 2, faulty: 0, unfinished: 0 });
    const cutAt = paths
      .filter(({ outcome }) => outcome.ending.kind === 'pruned')
      .map((path) => path.outcome.ending.position?.line);
    expect(cutAt).toEqual([14, 10]);
    expect(paths.every(({ model }) => model !== null)).toBe(true);
  });

  it("has Table 1's postconditions after each of its tests", async () => {
    const rows: Record<number, string[][]>[] = [];
    let expected: Record<number, string[][]>[] = [];
    await exploreReduced(await loadPaperCase('postconditioned-fig1'), {}, (_, strategy, { terms }) => {
      const [a, b, c, res] = ['a', 'b', 'c', 'res'].map((name) => terms.variable(name, 32));
      const ten = terms.constant(32, 10);
      const zero = terms.constant(32, 0);
      const ids = (...conditions: Term[]) => [conditions.map((each) => String(each.id)).sort()];
      const first = [
        terms.sle(a, zero),
        terms.sle(terms.add(a, ten), b),
        terms.sgt(terms.sub(terms.add(a, ten), b), c),
      ];
      expected = [
        { 6: ids(...first), 10: ids(terms.sle(a, b), terms.sgt(terms.sub(a, b), c)), 14: ids(terms.sgt(res, c)) },
        { 6: ids(first[0], first[1]), 10: ids(terms.sle(a, b)), 14: [[]] },
        { 6: ids(first[0]), 10: [[]], 14: [[]] },
        { 6: [[]], 10: [[]], 14: [[]] },
      ];
      rows.push(
        Object.fromEntries(
          strategy.locations.all.map((location) => [
            location.instruction.position!.line,
            branchesOf(location, strategy, terms).map((branches) => branches.map((each) => String(each.id)).sort()),
          ]),
        ),
      );
    });
    expect(rows).toEqual(expected);
  });
});

describe('postconditioned.txt, Fig. 2', () => {
  it('cuts a path whose value is another one, but goes the same way', async () => {
    const program = await loadText(`#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y;
  if (x > 0) y = -1;
  else if (x > -5) y = 0;
  else y = 1;
  if (pathfold_int("z") > 7) y = y + 0;
  if (y >= 0) return 1;
  return 0;
}`);
    const { counts } = await exploreReduced(program);
    expect(counts.pruned).toBeGreaterThan(0);
    expect(counts.completed + counts.pruned).toBeLessThan(6);
  });
});

describe('postconditioned.txt, Fig. 3', () => {
  it('leaves 6 paths, finds the fault, and the summary at the first branch becomes true', async () => {
    const { counts, strategy } = await exploreReduced(await loadPaperCase('postconditioned-fig3'));
    expect(counts.completed + counts.faulty + counts.pruned).toBe(6);
    expect(counts.faulty).toBe(1);
    const first = strategy.locations.all.find(({ instruction }) => instruction.position?.line === 7)!;
    expect(strategy.tree.postconditionOf(first).map(({ branches }) => branches)).toEqual([[]]);
    expect(strategy.statistics.combined).toBeGreaterThan(0);
  });

  it('does not become true when disjuncts are not combined', async () => {
    const { counts, strategy } = await exploreReduced(await loadPaperCase('postconditioned-fig3'), ALL_OFF);
    expect(counts.completed + counts.faulty + counts.pruned).toBe(6);
    const first = strategy.locations.all.find(({ instruction }) => instruction.position?.line === 7)!;
    expect(strategy.tree.postconditionOf(first).every(({ branches }) => branches.length > 0)).toBe(true);
    expect(strategy.statistics.combined).toBe(0);
  });
});

describe('independent branches', () => {
  const sequence = (count: number) => `#include <pathfold.h>
int main(void) {
  int sum = 0;
${Array.from({ length: count }, (_, i) => `  if (pathfold_int("x${i}") > ${i}) sum += ${i}; else sum -= 1;`).join('\n')}
  return sum;
}`;
  const loop = (count: number) => `#include <pathfold.h>
int main(void) {
  int a[${count}], sum = 0;
  pathfold_bytes(a, sizeof a, "a");
  for (int i = 0; i < ${count}; i++) {
    if (a[i] > 3) sum += i; else sum -= 1;
  }
  return sum;
}`;
  for (const count of [4, 12]) {
    it(`${count} in sequence have ${count + 1} paths`, async () => {
      const { counts } = await exploreReduced(await loadText(sequence(count)));
      expect(counts.completed + counts.pruned).toBe(count + 1);
    });
    it(`${count} in a loop over an array have ${count + 1} paths`, async () => {
      const { counts } = await exploreReduced(await loadText(loop(count)));
      expect(counts.completed + counts.pruned).toBe(count + 1);
    });
  }

  it('in a loop are only cut at the first round when summaries are kept for first instances only', async () => {
    const { counts, strategy } = await exploreReduced(await loadText(loop(4)), { firstInstanceOnly: true });
    expect(counts.completed + counts.pruned).toBe(16);
    expect(strategy.statistics.laterInstances).toBeGreaterThan(0);
  });
});
