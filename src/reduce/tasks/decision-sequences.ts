/**
 * For every node of a trace, the decisions in its relevant slice, in the order in which they would be looked at by someone
 * who computes the node's value on demand.
 *
 * Whether a node is executed is settled first, by its control parents; then what selects among values: the branches that
 * choose for a phi, the address of a load, and, from the latest back, the branches that might have overwritten what it
 * reads; then come the values themselves. So what is looked at next depends only on how the decisions before it fell, and
 * over all paths the sequences of a statement form a tree. That is what makes negating one decision after its
 * predecessors find them all. Execution order has not this property, nor has the order of the symbolic-output paper
 * (its lemma 3.13): in
 *
 *     if (c) p = &u; ...  if (d) v = 1; ...  use(*p);      with p == &v where c is false
 *
 * d matters only where c is false, although it comes after c and does not depend on it. Asked for d first, a solver may
 * answer with an input on which c is true, and the question is not asked again.
 *
 * One pass in the order of execution, from where a known path with the same beginning leaves off. A path has many more
 * nodes than distinct sequences, so equal ones are one object and joins are remembered; most nodes then cost a few lookups.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import { InternalError } from '../../program/errors.ts';
import { isTerminator } from '../../program/instructions.ts';
import type { Trace, TraceNode } from '../../trace/trace.ts';

/** Positions in `trace.decisions`, and the same as a set. */
interface Sequence {
  readonly decisions: readonly number[];
  readonly members: BitSet;
}

/**
 * Sequences and what came out of joining them. They speak of positions only, not of what was decided there, so traces of
 * different paths use one table: most of what a path needs is there from the one before.
 */
export class SequenceTable {
  /** The first is empty. */
  readonly all: Sequence[] = [];
  /** Positions in all of them together. */
  size = 0;
  private readonly byContents = new Map<number, number[]>();
  private readonly joins: (Map<number, number> | undefined)[] = [];
  private readonly extensions: (Map<number, number> | undefined)[] = [];

  constructor() {
    this.intern([]);
  }

  /** The one, then what the other has besides. */
  join(left: number, right: number): number {
    if (left === right || right === 0) return left;
    if (left === 0) return right;
    const known = (this.joins[left] ??= new Map());
    let result = known.get(right);
    if (result === undefined) {
      const { decisions, members } = this.all[left];
      const more = this.all[right].decisions.filter((decision) => !members.has(decision));
      result = more.length === 0 ? left : this.intern([...decisions, ...more]);
      known.set(right, result);
    }
    return result;
  }

  /** With one more position at the end, unless it is there. */
  followedBy(sequence: number, position: number): number {
    if (this.all[sequence].members.has(position)) return sequence;
    const known = (this.extensions[sequence] ??= new Map());
    let result = known.get(position);
    if (result === undefined) {
      result = this.intern([...this.all[sequence].decisions, position]);
      known.set(position, result);
    }
    return result;
  }

  private intern(decisions: readonly number[]): number {
    let hash = 0;
    for (const decision of decisions) hash = (Math.imul(hash, 31) + Math.imul(decision + 1, 0x9e37_79b1)) | 0;
    const alike = this.byContents.get(hash);
    const known = alike?.find((number) => sameNumbers(this.all[number].decisions, decisions));
    if (known !== undefined) return known;
    const number = this.all.length;
    this.all.push({ decisions, members: BitSet.of(decisions) });
    this.size += decisions.length + 1;
    if (alike === undefined) this.byContents.set(hash, [number]);
    else alike.push(number);
    return number;
  }
}

/** Stands for more than one sequence. */
const SEVERAL = -1;

export class DecisionSequences {
  /** Per node the number of its sequence. */
  readonly ofNode: Int32Array;
  readonly nodeCount: number;
  private readonly decisionCount: number;
  /** Where an instruction decided a condition first; a loop may do so again and again, and learns nothing new. */
  private readonly firsts: Map<string, number>;

  /** `before`, if given, are those of a path that begins in the same way, up to there. */
  constructor(
    readonly trace: Trace,
    before: DecisionSequences | null = null,
    readonly table: SequenceTable = before?.table ?? new SequenceTable(),
  ) {
    const { nodes, decisions } = trace;
    this.ofNode = new Int32Array(nodes.length);
    this.firsts = new Map(before?.firsts);
    let known = 0;
    let position = 0;
    if (before !== null) {
      this.ofNode.set(before.ofNode);
      known = before.nodeCount;
      position = before.decisionCount;
    }
    for (let index = known; index < nodes.length; index++) {
      const node = nodes[index];
      let sequence = this.lookedAtFor(node);
      if (node.decision !== null) {
        if (decisions[position] !== node) throw new InternalError('a trace does not list all its decisions in order');
        sequence = table.followedBy(sequence, this.firstLike(node, position++));
      }
      this.ofNode[index] = sequence;
    }
    this.nodeCount = nodes.length;
    this.decisionCount = position;
  }

  get all(): readonly Sequence[] {
    return this.table.all;
  }

  join(left: number, right: number): number {
    return this.table.join(left, right);
  }

  private firstLike({ instruction, decision }: TraceNode, position: number): number {
    const { condition, value, why } = decision!;
    const key = `${instruction.id}:${condition.id}:${value}:${why}`;
    const first = this.firsts.get(key);
    if (first === undefined) this.firsts.set(key, position);
    return first ?? position;
  }

  private lookedAtFor(node: TraceNode): number {
    const only = this.onlyOne(node);
    return only === SEVERAL ? this.ordered(node) : only;
  }

  /** Most nodes depend on nothing, or on nodes that all have the same sequence. */
  private onlyOne({ halt, control, choice, data, potential }: TraceNode): number {
    const { ofNode } = this;
    let only = halt >= 0 ? ofNode[halt] : 0;
    if (control >= 0) only = either(only, ofNode[control]);
    for (let i = 0; i < choice.length && only !== SEVERAL; i++) only = either(only, ofNode[choice[i]]);
    for (let i = 0; i < data.length && only !== SEVERAL; i++) only = either(only, ofNode[data[i]]);
    for (let i = 0; i < potential.length && only !== SEVERAL; i++) only = either(only, ofNode[potential[i]]);
    return only;
  }

  private ordered({ halt, control, choice, data, potential }: TraceNode): number {
    const { nodes } = this.trace;
    const { ofNode, table } = this;
    let sequence = halt >= 0 ? ofNode[halt] : 0;
    if (control >= 0) sequence = table.join(sequence, ofNode[control]);
    // Outer branches were opened first.
    if (choice.length > 0)
      for (const from of [...choice].sort(ascending)) sequence = table.join(sequence, ofNode[from]);
    let written = 0;
    for (const from of data) {
      if (writesMemory(nodes[from])) written++;
      else if (isTerminator(nodes[from].instruction)) sequence = table.join(sequence, ofNode[from]);
    }
    if (written < data.length) {
      for (const from of data) if (!writesMemory(nodes[from])) sequence = table.join(sequence, ofNode[from]);
    }
    if (written + potential.length === 0) return sequence;
    const overwriting = [...potential];
    for (const from of data) if (writesMemory(nodes[from])) overwriting.push(from);
    for (const from of overwriting.sort(ascending).reverse()) sequence = table.join(sequence, ofNode[from]);
    return sequence;
  }
}

function either(one: number, other: number): number {
  if (one === other || other === 0) return one;
  return one === 0 ? other : SEVERAL;
}

/** Depended on for what it left in memory, not for its value. */
function writesMemory({ instruction }: TraceNode): boolean {
  const { op } = instruction;
  return op === 'store' || op === 'cmpxchg' || op === 'atomicrmw' || op === 'alloca' || op === 'call';
}

function ascending(a: number, b: number): number {
  return a - b;
}

function sameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}
