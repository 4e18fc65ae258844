/**
 * Functions that hand out new objects.
 *
 * If all of `malloc`'s callers shared one abstract object, every list node would alias every string. So functions that
 * return memory they got from an allocator (`malloc` in the C library model, and the program's own `new_node`) are
 * analysed once per call, together with the objects they make. A function qualifies by its code, not its name.
 */
import type { CallInstruction } from '../../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import { type CallGraph, directCallee } from '../call-graph.ts';
import { libraryRole } from '../library.ts';

/** Larger functions are analysed once for all their callers. */
const MOST_INSTRUCTIONS = 150;

/** Functions that may return fresh memory, callees before callers. */
export function findAllocators(program: Program, graph: CallGraph): Set<ProgramFunction> {
  const allocators = new Set<ProgramFunction>();
  for (const group of graph.groups) {
    const [fn] = group;
    if (group.length > 1 || graph.isRecursive(fn) || isDeclaration(fn)) continue;
    if (fn.instructionCount > MOST_INSTRUCTIONS || program.constructors.includes(fn)) continue;
    if (returnsFresh(fn, allocators)) allocators.add(fn);
  }
  return allocators;
}

export function allocates(call: CallInstruction): boolean {
  const callee = directCallee(call);
  return callee !== null && isDeclaration(callee) && libraryRole(callee) === 'allocates';
}

function returnsFresh(fn: ProgramFunction, allocators: ReadonlySet<ProgramFunction>): boolean {
  if (fn.type.result.kind !== 'pointer') return false;
  const seen = new Set<Operand>();
  const isFresh = (value: Operand): boolean => {
    if (value.kind !== 'register' || seen.has(value)) return false;
    seen.add(value);
    const made = value.definition;
    switch (made?.op) {
      case 'call': {
        const callee = directCallee(made);
        return allocates(made) || (callee !== null && allocators.has(callee));
      }
      case 'phi':
        return made.incoming.some((entry) => isFresh(entry.value));
      case 'select':
        return isFresh(made.ifTrue) || isFresh(made.ifFalse);
      case 'cast':
      case 'freeze':
        return isFresh(made.value);
      case 'getelementptr':
        return isFresh(made.base);
      default:
        return false;
    }
  };
  return fn.blocks.some((block) =>
    block.instructions.some(
      (instruction) => instruction.op === 'ret' && instruction.value !== null && isFresh(instruction.value),
    ),
  );
}
