/**
 * From the code clang writes before any optimisation to code that analyses like to read.
 *
 * Clang keeps every local in memory. Here locals whose address stays private become SSA registers; small structs and
 * arrays that are only accessed at constant offsets are split into scalars first. Branches of the source stay branches:
 * nothing becomes a select, no two blocks are merged, so that a path through the lowered program is a path through the
 * source (unless `mergeUnder` asks for it: if-conversion.ts). What the compiler marked as a fault becomes a check in its place. Intrinsics without effect on a run disappear,
 * and so do blocks that no run reaches.
 *
 * An assignment keeps a place of its own: where promotion would leave nothing behind of `a = 2;`, a copy (a bitcast to the
 * same type) carries the line and the variable's name. Line coverage, traces and slices see statements, not only phis.
 */
import { returnsTwice } from '../../analysis/library.ts';
import { isDeclaration, numberProgram, type Program, type ProgramFunction } from '../../program/program.ts';
import type { MarkedCheck } from '../clang/marks.ts';
import { cleanUp } from './clean.ts';
import { convertBranches } from './if-conversion.ts';
import { dropIntrinsicsWithoutEffect } from './intrinsics.ts';
import { checkMagnitudes } from './magnitudes.ts';
import { turnMarksIntoChecks } from './marks.ts';
import { promoteLocals } from './promote.ts';
import { removeUnreachableBlocks } from './reach.ts';
import type { CheckedFor } from './speculation.ts';
import { splitAggregates } from './split.ts';

/** Lowers all functions in place and numbers the program. Run it once, after linking. */
export function lower(program: Program, options: LowerOptions = {}): void {
  numberProgram(program);
  for (const fn of program.functions) if (!isDeclaration(fn)) lowerFunction(fn, program, options);
  numberProgram(program);
}

export interface LowerOptions {
  /** What the program was compiled to find. */
  readonly marks?: readonly MarkedCheck[] | undefined;
  /** Leave every local in memory, where an observer of a run sees what it is set to. */
  readonly keepLocals?: boolean | undefined;
  /** Branches that only choose a value become selections where these checks allow it; absent for never. */
  readonly mergeUnder?: CheckedFor | undefined;
}

function lowerFunction(
  fn: ProgramFunction,
  program: Program,
  { marks = [], keepLocals = false, mergeUnder }: LowerOptions,
): void {
  turnMarksIntoChecks(fn, program.types, marks.includes('undefined'));
  if (marks.includes('overflow') || marks.includes('undefined')) checkMagnitudes(fn);
  const graph = removeUnreachableBlocks(fn);
  dropIntrinsicsWithoutEffect(fn);
  // Locals of a function that is jumped back into have the values they had at the jump: they stay in memory.
  if (!keepLocals && !callsSomethingThatReturnsTwice(fn)) {
    splitAggregates(fn, program, graph);
    promoteLocals(fn, program, graph);
  }
  cleanUp(fn, graph);
  if (mergeUnder !== undefined && !keepLocals) convertBranches(fn, program, mergeUnder);
}

function callsSomethingThatReturnsTwice(fn: ProgramFunction): boolean {
  return fn.blocks.some(({ instructions }) =>
    instructions.some(
      (instruction) =>
        instruction.op === 'call' &&
        instruction.callee.kind === 'global' &&
        returnsTwice(instruction.callee.global.name),
    ),
  );
}
