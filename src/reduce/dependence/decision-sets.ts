/**
 * For every node of a trace, the decisions in its relevant slice.
 *
 * One pass in the order of execution: a node's set is the union of those of the nodes it depends on. A path has many more
 * nodes than distinct sets, so equal sets are one object and unions are remembered; most nodes then cost a lookup.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import type { Trace } from '../../trace/trace.ts';

const PAIR = 2 ** 26;

export class DecisionSets {
  /** Sets of positions in `trace.decisions`; the first is empty. */
  readonly sets: BitSet[] = [];
  /** Per node the number of its set. */
  readonly ofNode: Int32Array;
  private readonly byContents = new Map<number, number[]>();
  private readonly unions = new Map<number, number>();

  constructor(readonly trace: Trace) {
    this.intern(new BitSet());
    this.ofNode = new Int32Array(trace.nodes.length);
    let next = 0;
    const { decisions } = trace;
    const positions = new Map(decisions.map((node, position) => [node.index, position]));
    for (const node of trace.nodes) {
      let set = 0;
      for (const from of node.data) set = this.union(set, this.ofNode[from]);
      for (const from of node.choice) set = this.union(set, this.ofNode[from]);
      for (const from of node.potential) set = this.union(set, this.ofNode[from]);
      if (node.control >= 0) set = this.union(set, this.ofNode[node.control]);
      if (node.halt >= 0) set = this.union(set, this.ofNode[node.halt]);
      if (node.decision !== null) {
        const own = this.sets[set].copy();
        own.add(positions.get(node.index)!);
        set = this.intern(own);
        next++;
      }
      this.ofNode[node.index] = set;
    }
    if (next !== decisions.length) throw new Error('a trace lists other decisions than its nodes have');
  }

  /** The set of each decision, itself included. */
  ofDecisions(): BitSet[] {
    return this.trace.decisions.map((node) => this.sets[this.ofNode[node.index]]);
  }

  union(left: number, right: number): number {
    if (left === right || right === 0) return left;
    if (left === 0) return right;
    const key = Math.min(left, right) * PAIR + Math.max(left, right);
    let result = this.unions.get(key);
    if (result === undefined) {
      const both = this.sets[left].copy();
      result = both.addAll(this.sets[right]) ? this.intern(both) : left;
      this.unions.set(key, result);
    }
    return result;
  }

  private intern(set: BitSet): number {
    let hash = 0;
    set.each((member) => {
      hash = (Math.imul(hash, 31) + Math.imul(member + 1, 0x9e37_79b1)) | 0;
    });
    const same = this.byContents.get(hash);
    const known = same?.find((number) => this.sets[number].equals(set));
    if (known !== undefined) return known;
    const number = this.sets.length;
    this.sets.push(set);
    if (same === undefined) this.byContents.set(hash, [number]);
    else same.push(number);
    return number;
  }
}
