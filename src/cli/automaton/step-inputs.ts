/** Which global variables a step starts with arbitrary values of: what steps leave for the next one. */
import { analyzePointers } from '../../analysis/points-to/points-to.ts';
import { writtenGlobals } from '../../insight/version-diff/affected-outputs.ts';
import { type DebugType, stripType } from '../../program/debug.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../../program/program.ts';
import { globalsUsedBy } from '../run/assumptions.ts';

/** Larger variables are buffers, and stay as they are initialised. */
const MOST_BITS_OF_AN_INPUT = 8 * 512;

/** Names of variables that user code reads or writes in a step, and that something in the program changes. */
export function stepInputs(program: Program, step: ProgramFunction): string[] {
  const pointsTo = analyzePointers(program, { entries: program.functions });
  const instructions = program.functions.flatMap((fn) => fn.blocks.flatMap((block) => block.instructions));
  const written = writtenGlobals(program, pointsTo, instructions);
  return [...globalsUsedBy(step)]
    .filter((symbol): symbol is GlobalVariable => symbol.kind === 'variable' && written.has(symbol))
    .filter((global) => !global.constant && global.debug !== null && !global.debug.name.startsWith('.'))
    .filter((global) => canBeSet(global, step) && isPlainData(global.debug!.type))
    .map((global) => global.debug!.name);
}

/** A variable inside of a function, or of another file, cannot be named from outside. */
export function canBeSet({ linkage, name, debug }: GlobalVariable, { debug: step }: ProgramFunction): boolean {
  if (linkage !== 'internal') return true;
  const isLocal = name !== debug?.name && name.endsWith(`.${debug?.name}`);
  return !isLocal && debug?.file.path === step?.file.path && debug?.file.directory === step?.file.directory;
}

/** Numbers, and structs and arrays of them: what pointers should lead to is not for us to guess. */
function isPlainData(type: DebugType): boolean {
  const bare = stripType(type);
  if (bare.kind === 'pointer' || bare.kind === 'function' || bare.kind === 'void') return false;
  if (bare.bits > MOST_BITS_OF_AN_INPUT) return false;
  if (bare.kind === 'array') return isPlainData(bare.element);
  return bare.kind !== 'struct' || bare.fields.every((field) => isPlainData(field.type));
}
