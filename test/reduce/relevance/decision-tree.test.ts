import { describe, expect, it } from 'vitest';
import { DecisionTree, type Key, type TreeNode } from '../../../src/reduce/relevance/decision-tree.ts';

interface Item {
  readonly name: string;
  readonly pairs: ReadonlyMap<string, Key>;
}

const item = (name: string, pairs: Record<string, number>): Item => ({ name, pairs: new Map(Object.entries(pairs)) });

/** The seven relevant constraint sets of section 3.7. */
const SETS = [
  item('1', { x: 2, y: 4, u: 10 }),
  item('2', { x: 2, y: 5, u: 10 }),
  item('3', { x: 1, u: 10 }),
  item('4', { x: 3, u: 11 }),
  item('5', { x: 2, u: 11 }),
  item('6', { x: 2, u: 10, w: 6 }),
  item('7', { x: 2, u: 10, w: 7 }),
];

function shape(node: TreeNode<string, Item>): unknown {
  const names = node.sets.map(({ name }) => name);
  if (node.location === null) return names;
  return {
    asks: node.location,
    ...(names.length > 0 ? { here: names } : {}),
    ...Object.fromEntries([...node.edges].map(([value, child]) => [String(value), shape(child)])),
    ...(node.undefinedEdge === null ? {} : { undef: shape(node.undefinedEdge) }),
  };
}

function treeOf(count: number): DecisionTree<string, Item> {
  const tree = new DecisionTree<string, Item>();
  for (const set of SETS.slice(0, count)) {
    tree.add(set);
    tree.insertWaiting();
  }
  return tree;
}

describe('the decision tree of section 3.7', () => {
  it('grows through the stages of figure 4', () => {
    expect(shape(treeOf(1).root)).toEqual(['1']);
    expect(shape(treeOf(2).root)).toEqual({ asks: 'y', 4: ['1'], 5: ['2'] });
    expect(shape(treeOf(3).root)).toEqual({ asks: 'y', here: ['3'], 4: ['1'], 5: ['2'] });
    expect(shape(treeOf(4).root)).toEqual({ asks: 'y', 4: ['1'], 5: ['2'], undef: { asks: 'x', 1: ['3'], 3: ['4'] } });
    expect(shape(treeOf(5).root)).toEqual({
      asks: 'x',
      1: ['3'],
      2: { asks: 'y', here: ['5'], 4: ['1'], 5: ['2'] },
      3: ['4'],
    });
  });

  it('becomes the tree of figure 3, with u asked before w where both separate two sets', () => {
    expect(shape(treeOf(7).root)).toEqual({
      asks: 'x',
      1: ['3'],
      2: { asks: 'y', 4: ['1'], 5: ['2'], undef: { asks: 'u', 10: { asks: 'w', 6: ['6'], 7: ['7'] }, 11: ['5'] } },
      3: ['4'],
    });
  });

  it('finds the set that the state satisfies, which the search of the paper passes by', () => {
    const state = new Map<string, Key>(Object.entries({ x: 2, y: 4, z: 8, u: 11 }));
    expect(
      treeOf(7).find(
        (location) => state.get(location),
        () => true,
      )?.name,
    ).toBe('5');
    expect(
      treeOf(4).find(
        (location) => state.get(location),
        () => true,
      ),
    ).toBeNull();
  });

  it('asks for far fewer values than comparing the sets one by one', () => {
    const tree = treeOf(7);
    const state = new Map<string, Key>(Object.entries({ x: 3, y: 4, u: 10, w: 1 }));
    expect(
      tree.find(
        (location) => state.get(location),
        () => true,
      ),
    ).toBeNull();
    expect(tree.lookups).toBe(3);
  });

  it('adds sets only when somebody searches', () => {
    const tree = new DecisionTree<string, Item>();
    for (const set of SETS) tree.add(set);
    expect(shape(tree.root)).toEqual([]);
    tree.find(
      () => 0,
      () => true,
    );
    expect([...tree.all()]).toHaveLength(7);
  });

  it('agrees with comparing one by one, whatever the order', () => {
    for (const order of [SETS, [...SETS].reverse(), [6, 0, 4, 2, 5, 1, 3].map((i) => SETS[i])]) {
      const tree = new DecisionTree<string, Item>();
      for (const set of order) tree.add(set);
      for (const x of [1, 2, 3]) {
        for (const y of [4, 5, 6]) {
          for (const u of [10, 11]) {
            for (const w of [6, 7, 8]) {
              const state = new Map<string, Key>(Object.entries({ x, y, u, w }));
              const matching = SETS.filter(({ pairs }) => [...pairs].every(([at, value]) => state.get(at) === value));
              const found = tree.find(
                (location) => state.get(location),
                () => true,
              );
              expect(matching.length > 0 ? matching : [null]).toContain(found);
            }
          }
        }
      }
    }
  });
});
