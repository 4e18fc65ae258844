/**
 * Where runs of two versions part: an input that meets none of these instructions does the same in both.
 *
 * As long as a run meets only instructions that did not change, the other version runs the same ones in step: they read
 * the same values and lead to matching blocks. So the first instruction that differs is met in both versions at the same
 * moment, if not by the same instruction: where one version has something more, the other goes on with what comes after
 * it. Those instructions are added here, so that each version by itself tells which inputs are touched.
 *
 * A phi of both versions that changed matters only to runs that come in along an edge with another value, so the jumps there
 * stand for it. A phi of one version alone is read by instructions that differ themselves.
 */
import type { Instruction } from '../../program/instructions.ts';
import { type Block, isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import { directCallee } from '../call-graph.ts';
import type { VersionDifference } from './difference.ts';
import { functionName } from './keys.ts';

export interface TouchedInstructions {
  readonly old: ReadonlySet<Instruction>;
  readonly new: ReadonlySet<Instruction>;
}

export function touchedInstructions(
  old: Program,
  changed: Program,
  difference: VersionDifference,
): TouchedInstructions {
  const before = withoutPhis(difference.inOld);
  const after = withoutPhis(difference.inNew);
  const [inOld, inNew] = [new Set(before), new Set(after)];
  const back = new Map([...difference.pairs].map(([from, to]) => [to, from]));
  for (const match of difference.functions) {
    for (const jump of match.entries.old) before.add(jump);
    for (const jump of match.entries.new) after.add(jump);
    addFollowers(match.new, inNew, back, before);
    addFollowers(match.old, inOld, difference.pairs, after);
    const [first, second] = [match.old.blocks[0], match.new.blocks[0]];
    if (!enterTogether(first, second, difference)) {
      before.add(first.instructions[0]);
      after.add(second.instructions[0]);
    }
  }
  // A function that one version only declares is called by the same instruction in both.
  addCallsOf(new Set(difference.addedFunctions.map(functionName)), old, before);
  addCallsOf(new Set(difference.removedFunctions.map(functionName)), changed, after);
  return { old: before, new: after };
}

function withoutPhis(instructions: Iterable<Instruction>): Set<Instruction> {
  return new Set([...instructions].filter(({ op }) => op !== 'phi'));
}

/** What the other version meets instead of instructions that only this one has: the next one that both have. */
function addFollowers(
  fn: ProgramFunction,
  different: ReadonlySet<Instruction>,
  other: ReadonlyMap<Instruction, Instruction>,
  into: Set<Instruction>,
): void {
  for (const { instructions } of fn.blocks) {
    instructions.forEach((instruction, i) => {
      const partner = other.get(instruction);
      if (partner !== undefined && i > 0 && !different.has(instruction) && different.has(instructions[i - 1])) {
        into.add(partner);
      }
    });
  }
}

/** Whether the first instructions of both functions that are in both versions are one another's. */
function enterTogether(old: Block, changed: Block, { pairs, inOld, inNew }: VersionDifference): boolean {
  const first = old.instructions.find((each) => !inOld.has(each));
  const second = changed.instructions.find((each) => !inNew.has(each));
  return first !== undefined && pairs.get(first) === second;
}

function addCallsOf(names: ReadonlySet<string>, program: Program, into: Set<Instruction>): void {
  if (names.size === 0) return;
  for (const fn of program.functions) {
    if (isDeclaration(fn) || fn.library === true) continue;
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.op !== 'call') continue;
        const callee = directCallee(instruction);
        // A call through a pointer may lead to any of them.
        if (callee === null || names.has(functionName(callee))) into.add(instruction);
      }
    }
  }
}
