import { describe, expect, it } from 'vitest';
import { BitSet } from '../../../src/analysis/bit-set.ts';
import { reorder } from '../../../src/reduce/output/reorder.ts';
import { DecisionSequences } from '../../../src/reduce/tasks/decision-sequences.ts';
import { relevantSlice, type Trace, type TraceNode } from '../../../src/trace/trace.ts';

/** Slices from the decisions that each decision depends on. */
function slicesOf(dependences: readonly (readonly number[])[]): BitSet[] {
  return dependences.map((each, i) => {
    const set = new BitSet();
    for (const from of [...each, i]) set.add(from);
    return set;
  });
}

/** A trace that consists of its dependences: node i depends on the listed nodes; the given ones are decisions. */
function traceOf(data: readonly (readonly number[])[], decisions: readonly number[]): Trace {
  const nodes = data.map((from, index) => ({
    index,
    instruction: { op: 'binary', id: index },
    data: from,
    choice: [],
    potential: [],
    control: -1,
    halt: -1,
    decision: decisions.includes(index) ? { condition: { id: index }, value: true, why: 'branch' } : null,
  })) as unknown as TraceNode[];
  return { nodes, decisions: nodes.filter((node) => node.decision !== null) } as unknown as Trace;
}

describe('reorder', () => {
  it('keeps a chain of dependences in its order', () => {
    expect(reorder([0, 1, 2], slicesOf([[], [0], [0, 1]]))).toEqual([0, 1, 2]);
  });

  it('puts what the last condition does not depend on behind it, latest first', () => {
    expect(reorder([0, 1, 2], slicesOf([[], [], []]))).toEqual([2, 1, 0]);
  });

  it('puts both conditions of the first figure in the order of table II', () => {
    // x - y > 0 was decided first, but the result depends on it only because of x + y > 10.
    expect(reorder([0, 1], slicesOf([[], []]))).toEqual([1, 0]);
  });

  it('sorts each half again, around its own last condition', () => {
    expect(reorder([0, 1, 2, 3, 4], slicesOf([[], [], [0], [], [1, 3]]))).toEqual([3, 1, 4, 0, 2]);
  });

  it('never puts a condition before one that it depends on', () => {
    const dependences = [[], [0], [], [0, 1], [2], [2, 4], [0, 1, 3]];
    const order = reorder([0, 1, 2, 3, 4, 5, 6], slicesOf(dependences));
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    dependences.forEach((each, i) => {
      for (const from of each) expect(order.indexOf(from), `${from} before ${i}`).toBeLessThan(order.indexOf(i));
    });
  });
});

describe('the slices of all decisions in one pass', () => {
  it('are those that one slice each finds', () => {
    // A small generator of acyclic graphs: node i depends on up to three earlier ones.
    let state = 7;
    const next = (bound: number) => {
      state = (state * 48271) % 0x7fffffff;
      return state % bound;
    };
    for (let round = 0; round < 200; round++) {
      const data = Array.from({ length: 30 }, (_, i) => Array.from({ length: i === 0 ? 0 : next(4) }, () => next(i)));
      const decisions = data.map((_, i) => i).filter(() => next(3) === 0);
      const trace = traceOf(data, decisions);
      const { all, ofNode } = new DecisionSequences(trace);
      decisions.forEach((node) => {
        const slice = relevantSlice(trace, [node]);
        const expected = decisions.flatMap((each, k) => (slice[each] === 1 ? [k] : []));
        expect(all[ofNode[node]].members.toArray()).toEqual(expected);
      });
    }
  });
});
