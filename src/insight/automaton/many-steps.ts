/**
 * A function that makes step after step is no step. It has a loop which sets the state and fetches the next input itself; exploring
 * that would not end, and what came out of it would be where runs end, not where steps lead.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import { findLoops } from '../../analysis/loops.ts';
import type { SourcePosition } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { type Instruction, operandsOf } from '../../program/instructions.ts';
import { isDeclaration, type ProgramFunction, terminatorOf } from '../../program/program.ts';

/** Of the C library. */
const FETCHING =
  /^_*(getchar|getc|fgetc|getchar_unlocked|getc_unlocked|fgets|gets|getline|getdelim|fread|read|recv|scanf|fscanf|getwchar|fgetwc)$/;

const WAY_OUT = 'make what the loop does with one input a function of its own, and name that';

/** `assignments` are stores to the state. */
export function rejectManySteps(step: ProgramFunction, assignments: readonly Instruction[]): void {
  const name = step.debug?.name ?? step.name;
  const loop = fetchingLoop(step, assignments);
  if (loop !== undefined) {
    const place = loop === null ? '' : ` at ${loop.file.path}:${loop.line}`;
    throw new UserError(
      `${name} makes many steps: its loop${place} sets the state and fetches the next input`,
      WAY_OUT,
    );
  }
  if (name === 'main') throw new UserError('main is the whole program, not one step of it', WAY_OUT);
}

/** Where it is; undefined when there is none. */
function fetchingLoop(fn: ProgramFunction, assignments: readonly Instruction[]): SourcePosition | null | undefined {
  const sets = new Set(assignments.filter(({ block }) => block.function === fn).map(({ block }) => block.index));
  const used = new Set(
    fn.blocks.flatMap(({ instructions }) => instructions).flatMap((instruction) => operandsOf(instruction)),
  );
  const fetches = (instruction: Instruction) => {
    const callee = instruction.op === 'call' ? directCallee(instruction) : null;
    if (callee === null || instruction.result === null || !used.has(instruction.result)) return false;
    return isDeclaration(callee) || (callee.library === true && FETCHING.test(callee.name));
  };
  const found = findLoops(fn).loops.find(
    ({ blocks }) =>
      blocks.some((index) => sets.has(index)) && blocks.some((index) => fn.blocks[index].instructions.some(fetches)),
  );
  return found === undefined ? undefined : terminatorOf(fn.blocks[found.headers[0]]).position;
}
