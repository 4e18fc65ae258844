/** The same instructions executed and the same branch directions taken, in the user's code. */
import { type Instruction, isTerminator, successorsOf } from '../../program/instructions.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { directionKey } from './observer.ts';
import { Losses, type Property } from './property.ts';

export const sameCoverage: Property = (baseline, reduced, observer, limit) => {
  const losses = new Losses(limit);
  for (const instruction of userInstructions(observer.program, observer.options.counts)) {
    if (losses.full) break;
    const shownBy = baseline.instructions[instruction.id];
    if (shownBy >= 0 && reduced.instructions[instruction.id] < 0) {
      losses.add(`instruction: ${placeOf(instruction)}`, baseline.paths[shownBy].input);
      continue;
    }
    if (!isTerminator(instruction)) continue;
    for (const target of new Set(successorsOf(instruction))) {
      const key = directionKey(instruction, target.index);
      const path = baseline.directions.get(key);
      if (path === undefined || reduced.directions.has(key)) continue;
      losses.add(`branch: ${placeOf(instruction)} to block ${target.index}`, baseline.paths[path].input);
    }
  }
  return { missing: losses.missing, undecided: null };
};

function* userInstructions(program: Program, counts: (fn: ProgramFunction) => boolean): Generator<Instruction> {
  for (const fn of program.functions) {
    if (fn.library === true || !counts(fn)) continue;
    for (const block of fn.blocks) yield* block.instructions;
  }
}

/** For people: `condbr in main at f.c:3:7`. */
export function placeOf({ op, block, position }: Instruction): string {
  const { function: fn } = block;
  const place = position === null ? '' : ` at ${position.file.path}:${position.line}:${position.column}`;
  return `${op} in ${fn.debug?.name ?? fn.name}${place}`;
}
