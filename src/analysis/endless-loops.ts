/**
 * Which loops may turn for ever. A loop is certain to end when each of its turns passes a test that compares a counter with
 * something that stays the same, and the counter moves towards it by one: then it meets it, at the latest after all numbers
 * there are. Everything else may not end, as far as this knows; so does recursion.
 */
import { type Instruction, type PhiInstruction, successorsOf } from '../program/instructions.ts';
import type { IntPredicate } from '../program/operators.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Operand } from '../program/values.ts';
import { findLoops, type Loop, type LoopForest } from './loops.ts';
import { countsUp, isResult, withoutCopies } from './safe-access.ts';

export class EndlessLoops {
  private readonly known = new Map<ProgramFunction, ReadonlySet<Block>>();

  /** Whether the instruction ends a block of a loop that may turn for ever. */
  isTurning(instruction: Instruction): boolean {
    const { block } = instruction;
    return instruction === terminatorOf(block) && this.blocksOf(block.function).has(block);
  }

  /** Blocks of loops that may turn for ever. */
  blocksOf(fn: ProgramFunction): ReadonlySet<Block> {
    let blocks = this.known.get(fn);
    if (blocks === undefined) {
      blocks = fn.blocks.length === 0 ? new Set() : turningBlocks(fn, findLoops(fn));
      this.known.set(fn, blocks);
    }
    return blocks;
  }
}

function turningBlocks(fn: ProgramFunction, { loops }: LoopForest): Set<Block> {
  const found = new Set<Block>();
  for (const loop of loops) {
    if (!isCertainToEnd(fn, loop)) for (const index of loop.blocks) found.add(fn.blocks[index]);
  }
  return found;
}

function isCertainToEnd(fn: ProgramFunction, loop: Loop): boolean {
  if (loop.headers.length !== 1) return false;
  const inside = new Set(loop.blocks.map((index) => fn.blocks[index]));
  const header = fn.blocks[loop.headers[0]];
  const backFrom = [...inside].filter((block) => successorsOf(terminatorOf(block)).includes(header));
  // Every turn passes the header, and the one way back if there is only one.
  const passed = backFrom.length === 1 ? [header, backFrom[0]] : [header];
  return passed.some((block) => testsCounter(block, header, inside));
}

/** Whether the block leaves the loop unless a counter has still some way to go. */
function testsCounter(block: Block, header: Block, inside: ReadonlySet<Block>): boolean {
  const test = terminatorOf(block);
  if (test.op !== 'condbr' || inside.has(test.ifTrue) === inside.has(test.ifFalse)) return false;
  const compare = test.condition.kind === 'register' ? test.condition.definition : null;
  if (compare?.op !== 'icmp') return false;
  const staysWhen = inside.has(test.ifTrue) ? compare.predicate : OPPOSITE[compare.predicate];
  const { left, right } = compare;
  return (
    (staysTheSame(right, inside) && moves(left, staysWhen, header, inside)) ||
    (staysTheSame(left, inside) && moves(right, SWAPPED[staysWhen], header, inside))
  );
}

const OPPOSITE: Readonly<Record<IntPredicate, IntPredicate>> = {
  eq: 'ne',
  ne: 'eq',
  slt: 'sge',
  sge: 'slt',
  sgt: 'sle',
  sle: 'sgt',
  ult: 'uge',
  uge: 'ult',
  ugt: 'ule',
  ule: 'ugt',
};
const SWAPPED: Readonly<Record<IntPredicate, IntPredicate>> = {
  eq: 'eq',
  ne: 'ne',
  slt: 'sgt',
  sgt: 'slt',
  sle: 'sge',
  sge: 'sle',
  ult: 'ugt',
  ugt: 'ult',
  ule: 'uge',
  uge: 'ule',
};

function staysTheSame(value: Operand, inside: ReadonlySet<Block>): boolean {
  return value.kind !== 'register' || value.definition === null || !inside.has(value.definition.block);
}

/** Whether the value, before or after counting, comes by one closer in each turn to what ends the loop. */
function moves(value: Operand, staysWhen: IntPredicate, header: Block, inside: ReadonlySet<Block>): boolean {
  const up = staysWhen === 'slt' || staysWhen === 'ult' || staysWhen === 'ne';
  const down = staysWhen === 'sgt' || staysWhen === 'ugt' || staysWhen === 'ne';
  return header.instructions.some((phi) => {
    if (phi.op !== 'phi') return false;
    const turns = phi.incoming.filter((entry) => inside.has(entry.block));
    const counts =
      (up && turns.every((entry) => countsUp(entry.value, phi))) ||
      (down && turns.every((entry) => countsDown(entry.value, phi)));
    return counts && (isResult(value, phi) || turns.every((entry) => sameRegister(value, entry.value)));
  });
}

function countsDown(given: Operand, phi: PhiInstruction): boolean {
  const value = withoutCopies(given);
  const definition = value.kind === 'register' ? value.definition : null;
  if (definition?.op !== 'binary' || !isResult(definition.left, phi) || definition.right.kind !== 'int') return false;
  const { operator, right } = definition;
  return operator === 'sub'
    ? right.value === 1n
    : operator === 'add' && BigInt.asIntN(right.type.bits, right.value) === -1n;
}

function sameRegister(one: Operand, other: Operand): boolean {
  return one.kind === 'register' && withoutCopies(one) === withoutCopies(other);
}
