/**
 * Loops that count up by one to a constant: from the counter's value it is known whether another turn follows, whatever
 * the turn itself does.
 */
import { type PhiInstruction, successorsOf } from '../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Loop, LoopForest } from './loops.ts';
import { countsUp, isResult } from './safe-access.ts';

export interface CountingLoop {
  readonly loop: Loop;
  readonly header: Block;
  /** Where the header's test leads once the counter has reached the limit. */
  readonly exit: Block;
  /** Number of the register that counts. */
  readonly register: number;
  /** In the turn with this value, the header is reached once more, and left. */
  readonly last: number;
}

/** The loops around a block that count, innermost first. The header belongs to no turn: its test has not been passed. */
export function countingLoopsAround(block: Block, forest: LoopForest): CountingLoop[] {
  const found: CountingLoop[] = [];
  for (let at = forest.innermost[block.index]; at !== -1; at = forest.loops[at].parent) {
    const loop = forest.loops[at];
    if (loop.headers.includes(block.index)) continue;
    const counting = countingLoop(block.function, loop);
    if (counting !== null) found.push(counting);
  }
  return found;
}

function countingLoop(fn: ProgramFunction, loop: Loop): CountingLoop | null {
  if (loop.headers.length !== 1) return null;
  const header = fn.blocks[loop.headers[0]];
  const inside = new Set(loop.blocks.map((index) => fn.blocks[index]));
  const test = terminatorOf(header);
  if (test.op !== 'condbr' || !inside.has(test.ifTrue) || inside.has(test.ifFalse)) return null;
  const compare = test.condition.kind === 'register' ? test.condition.definition : null;
  if (compare?.op !== 'icmp' || compare.right.kind !== 'int') return null;
  const { predicate, right } = compare;
  const limit = Number(BigInt.asIntN(right.type.bits, right.value));
  // Where limit and counter are not negative, signed and unsigned comparison agree, and counting does not wrap.
  if (!/^[su](lt|le)$/.test(predicate) || limit < 0 || limit >= 2 ** 31 - 1 || right.type.bits < 32) return null;
  const counter = header.instructions.find(
    (each): each is PhiInstruction => each.op === 'phi' && isResult(compare.left, each),
  );
  if (counter === undefined) return null;
  const turns = counter.incoming.filter((entry) => inside.has(entry.block));
  if (!turns.every(({ value }) => countsUp(value, counter))) return null;
  const last = /lt$/.test(predicate) ? limit - 1 : limit;
  return { loop, header, exit: test.ifFalse, register: counter.result.index, last };
}

/** Blocks that may run after `from`, within its function, when some of the loops around it are in their last turn. */
export function blocksAfterLastTurns(
  from: Block,
  lastTurns: readonly CountingLoop[],
): { readonly whole: Set<Block>; readonly headers: Set<Block> } {
  const whole = new Set<Block>();
  const headers = new Set<Block>();
  const work: Block[] = [];
  const visit = (block: Block) => {
    if (whole.has(block)) return;
    whole.add(block);
    work.push(block);
  };
  const follow = (block: Block) => {
    for (const next of successorsOf(terminatorOf(block))) {
      const left = lastTurns.find(({ header, loop }) => header === next && loop.blocks.includes(block.index));
      if (left === undefined) visit(next);
      else {
        headers.add(next);
        visit(left.exit);
      }
    }
  };
  follow(from);
  for (let block = work.pop(); block !== undefined; block = work.pop()) follow(block);
  return { whole, headers };
}
