/**
 * Which instructions of two versions of a function are the same.
 *
 * First a longest common subsequence of keys (see keys.ts), over the instructions in block order: what is most alike
 * stays together, as in a textual diff. Then the pairs are held against each other: what one reads must be what the
 * other reads (the same parameter, or registers whose definitions are a pair), and where one stands and leads the other
 * must stand and lead.
 * A pair that fails is `changed`, and whatever reads its result is still the same statement: it reads the result of the
 * statement that changed. The order of the checks does not matter, because pairs are fixed before.
 *
 * What is left over is removed or added; a removed and an added instruction with the same key and the same operands are
 * one that `moved`. Cost: the product of the lengths of the middle parts that differ; beyond `MOST_CELLS` everything
 * there counts as changed, which is coarse but safe.
 */
import { type Instruction, type PhiInstruction, successorsOf } from '../../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import { type Keys, meaningfulOperands } from './keys.ts';

const MOST_CELLS = 16_000_000;

export interface FunctionMatch {
  readonly old: ProgramFunction;
  readonly new: ProgramFunction;
  /** Every pair, changed ones included: from the old version's instruction to the new one's. */
  readonly pairs: ReadonlyMap<Instruction, Instruction>;
  /** Pairs that are the same operation on something else, by the new version's instruction. */
  readonly changed: ReadonlySet<Instruction>;
  readonly removed: readonly Instruction[];
  readonly added: readonly Instruction[];
  /** Jumps along which a phi of both versions takes another value. */
  readonly entries: { readonly old: ReadonlySet<Instruction>; readonly new: ReadonlySet<Instruction> };
  /** Old to new: among removed and added, the same statement at another place. */
  readonly moved: ReadonlyMap<Instruction, Instruction>;
}

export function matchFunctions(old: ProgramFunction, changed: ProgramFunction, keys: Keys): FunctionMatch {
  const before = old.blocks.flatMap((block) => block.instructions);
  const after = changed.blocks.flatMap((block) => block.instructions);
  const pairs = align(before, after, keys);
  const matcher = new Matcher(pairs, keys);
  const changedPairs = new Set<Instruction>();
  const entries = { old: new Set<Instruction>(), new: new Set<Instruction>() };
  for (const [from, to] of pairs) {
    if (matcher.same(from, to)) continue;
    changedPairs.add(to);
    if (from.op === 'phi' && to.op === 'phi') matcher.addEntries(from, to, entries);
  }
  const taken = new Set(pairs.values());
  const removed = before.filter((instruction) => !pairs.has(instruction));
  const added = after.filter((instruction) => !taken.has(instruction));
  const moved = findMoved(removed, added, keys);
  return { old, new: changed, pairs, changed: changedPairs, removed, added, entries, moved };
}

function align(before: Instruction[], after: Instruction[], keys: Keys): Map<Instruction, Instruction> {
  const left = before.map((each) => keys.of(each));
  const right = after.map((each) => keys.of(each));
  const pairs = new Map<Instruction, Instruction>();
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) {
    pairs.set(before[start], after[start]);
    start++;
  }
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    pairs.set(before[--leftEnd], after[--rightEnd]);
  }
  const [rows, columns] = [leftEnd - start, rightEnd - start];
  if (rows * columns === 0 || rows * columns > MOST_CELLS) return pairs;
  // length[i][j]: of the longest common subsequence of what is left from i and from j on.
  const width = columns + 1;
  const length = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const at = i * width + j;
      length[at] =
        left[start + i] === right[start + j]
          ? length[at + width + 1] + 1
          : Math.max(length[at + width], length[at + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const at = i * width + j;
    if (left[start + i] === right[start + j]) pairs.set(before[start + i++], after[start + j++]);
    else if (length[at + width] >= length[at + 1]) i++;
    else j++;
  }
  return pairs;
}

class Matcher {
  private readonly blocks: ReadonlyMap<Block, Block>;

  constructor(
    private readonly pairs: ReadonlyMap<Instruction, Instruction>,
    private readonly keys: Keys,
  ) {
    this.blocks = matchBlocks(pairs);
  }

  same(from: Instruction, to: Instruction): boolean {
    return this.sameBlock(from.block, to.block) && this.sameOperands(from, to) && this.sameTargets(from, to);
  }

  addEntries(from: PhiInstruction, to: PhiInstruction, into: { old: Set<Instruction>; new: Set<Instruction> }): void {
    const together = (old: PhiInstruction['incoming'][number], changed: PhiInstruction['incoming'][number]) =>
      this.sameBlock(old.block, changed.block) && this.sameValue(old.value, changed.value);
    // The phis themselves may stand in blocks that are not matched.
    const all = !this.sameBlock(from.block, to.block);
    for (const entry of from.incoming) {
      if (all || !to.incoming.some((other) => together(entry, other))) into.old.add(terminatorOf(entry.block));
    }
    for (const entry of to.incoming) {
      if (all || !from.incoming.some((other) => together(other, entry))) into.new.add(terminatorOf(entry.block));
    }
  }

  private sameOperands(from: Instruction, to: Instruction): boolean {
    if (from.op === 'phi' && to.op === 'phi') {
      return (
        from.incoming.length === to.incoming.length &&
        from.incoming.every(({ block, value }) => {
          const other = to.incoming.find((entry) => this.sameBlock(block, entry.block));
          return other !== undefined && this.sameValue(value, other.value);
        })
      );
    }
    const [left, right] = [meaningfulOperands(from), meaningfulOperands(to)];
    return left.length === right.length && left.every((value, i) => this.sameValue(value, right[i]));
  }

  private sameValue(from: Operand, to: Operand): boolean {
    if (from.kind !== 'register' || to.kind !== 'register') {
      return from.kind !== 'register' && to.kind !== 'register' && this.keys.constant(from) === this.keys.constant(to);
    }
    if (from.definition === null || to.definition === null) {
      return from.definition === to.definition && from.index === to.index;
    }
    return this.pairs.get(from.definition) === to.definition;
  }

  private sameTargets(from: Instruction, to: Instruction): boolean {
    const ends = from === terminatorOf(from.block);
    if (ends !== (to === terminatorOf(to.block))) return false;
    if (!ends) return true;
    const [left, right] = [successorsOf(terminatorOf(from.block)), successorsOf(terminatorOf(to.block))];
    return left.length === right.length && left.every((block, i) => this.sameBlock(block, right[i]));
  }

  private sameBlock(from: Block, to: Block): boolean {
    return this.blocks.get(from) === to;
  }
}

/**
 * Blocks are matched one to one, each with the one it has most instructions in common with, if that is mutual. Were two blocks
 * matched with one, a run could go through instructions that all stayed, and yet not do the same.
 */
function matchBlocks(pairs: ReadonlyMap<Instruction, Instruction>): Map<Block, Block> {
  const common = new Map<Block, Map<Block, number>>();
  const backward = new Map<Block, Map<Block, number>>();
  const count = (from: Block, to: Block, votes: Map<Block, Map<Block, number>>, weight: number) => {
    const known = votes.get(from) ?? new Map<Block, number>();
    known.set(to, (known.get(to) ?? 0) + weight);
    votes.set(from, known);
  };
  for (const [from, to] of pairs) {
    // A jump looks like any other.
    const weight = from.op === 'br' ? 1 : 4;
    count(from.block, to.block, common, weight);
    count(to.block, from.block, backward, weight);
  }
  const best = (votes: Map<Block, number>): Block => [...votes].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const result = new Map<Block, Block>();
  for (const [from, votes] of common) {
    const to = best(votes);
    if (best(backward.get(to)!) === from) result.set(from, to);
  }
  return result;
}

function findMoved(
  removed: readonly Instruction[],
  added: readonly Instruction[],
  keys: Keys,
): Map<Instruction, Instruction> {
  const moved = new Map<Instruction, Instruction>();
  const waiting = new Map<string, Instruction[]>();
  for (const instruction of added) {
    const key = keys.of(instruction);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [instruction]);
    else list.push(instruction);
  }
  for (const instruction of removed) {
    // A jump alone says nothing about where code came from.
    if (instruction.op === 'br' || instruction.op === 'phi') continue;
    const to = waiting.get(keys.of(instruction))?.shift();
    if (to !== undefined) moved.set(instruction, to);
  }
  return moved;
}
