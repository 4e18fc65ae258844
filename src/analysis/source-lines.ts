/**
 * Which line of the source an instruction stands for when lines are counted as executed.
 *
 * A compiler puts jumps of its own where a statement ends: the one that leaves a loop without braces has the place where the body
 * ends, although the body may never have run. So a jump stands for its line only where nothing else does, as in `goto out;`.
 */
import type { SourcePosition } from '../program/debug.ts';
import type { Instruction } from '../program/instructions.ts';
import type { ProgramFunction } from '../program/program.ts';

/** Null for an instruction without a place, and for a jump that only passes by. */
export function lineFinder(fn: ProgramFunction): (instruction: Instruction) => SourcePosition | null {
  const withCode = new Set<string>();
  for (const block of fn.blocks) {
    for (const { op, position } of block.instructions) {
      if (op !== 'br' && position !== null && position.line > 0) withCode.add(lineKey(position));
    }
  }
  return ({ op, position }) => {
    if (position === null || position.line === 0) return null;
    return op === 'br' && withCode.has(lineKey(position)) ? null : position;
  };
}

/** The same for all places in one line of one file. */
export function lineKey(position: SourcePosition): string {
  return `${position.file.path}:${position.line}`;
}
