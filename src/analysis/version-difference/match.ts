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
import { type Instruction, successorsOf } from '../../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { Value } from '../../program/values.ts';
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
  /** Old to new: among removed and added, the same statement at another place. */
  readonly moved: ReadonlyMap<Instruction, Instruction>;
}

export function matchFunctions(old: ProgramFunction, changed: ProgramFunction, keys: Keys): FunctionMatch {
  const before = old.blocks.flatMap((block) => block.instructions);
  const after = changed.blocks.flatMap((block) => block.instructions);
  const pairs = align(before, after, keys);
  const matcher = new Matcher(pairs, keys, old);
  const changedPairs = new Set<Instruction>();
  for (const [from, to] of pairs) if (!matcher.same(from, to)) changedPairs.add(to);
  const taken = new Set(pairs.values());
  const removed = before.filter((instruction) => !pairs.has(instruction));
  const added = after.filter((instruction) => !taken.has(instruction));
  return { old, new: changed, pairs, changed: changedPairs, removed, added, moved: findMoved(removed, added, keys) };
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
  private readonly blocks = new Map<Block, Block>();

  constructor(
    private readonly pairs: ReadonlyMap<Instruction, Instruction>,
    private readonly keys: Keys,
    old: ProgramFunction,
  ) {
    for (const block of old.blocks) {
      // A block is known by how it ends; where that changed, by the first of its instructions that stayed.
      const known = [terminatorOf(block), ...block.instructions].find((instruction) => pairs.has(instruction));
      if (known !== undefined) this.blocks.set(block, pairs.get(known)!.block);
    }
  }

  same(from: Instruction, to: Instruction): boolean {
    return this.sameBlock(from.block, to.block) && this.sameOperands(from, to) && this.sameTargets(from, to);
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

  private sameValue(from: Value, to: Value): boolean {
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
