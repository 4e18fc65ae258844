/** What has no effect on a run: intrinsics that only inform an optimiser or a debugger, casts to the same type. */
import { directCallee } from '../../analysis/call-graph.ts';
import type { CallInstruction, CastInstruction, Instruction } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import { RegisterSubstitution } from './rewrite.ts';

/** Calls that do nothing at run time. */
const WITHOUT_EFFECT =
  /^llvm\.(lifetime\.(start|end)|invariant\.(start|end)|dbg\.\w+|assume|donothing|sideeffect|pseudoprobe|var\.annotation|experimental\.noalias\.scope\.decl|prefetch|codeview\.annotation|fake\.use)\b/;
/** Calls that return their first argument. */
const IDENTITY =
  /^llvm\.(expect|annotation|ptr\.annotation|launder\.invariant\.group|strip\.invariant\.group|ssa\.copy|arithmetic\.fence)\b/;

export function dropIntrinsicsWithoutEffect(fn: ProgramFunction): void {
  const substitution = new RegisterSubstitution();
  for (const block of fn.blocks) {
    let dropped = false;
    for (const instruction of block.instructions) {
      if (isNoCast(instruction)) substitution.replace(instruction.result, instruction.value);
      if (instruction.op !== 'call') continue;
      const name = intrinsicName(instruction);
      if (name === null) continue;
      if (WITHOUT_EFFECT.test(name)) dropped = true;
      else if (instruction.result !== null && IDENTITY.test(name)) {
        substitution.replace(instruction.result, instruction.arguments[0]);
      }
    }
    if (dropped) {
      block.instructions = block.instructions.filter((instruction) => {
        const name = instruction.op === 'call' ? intrinsicName(instruction) : null;
        return name === null || !WITHOUT_EFFECT.test(name);
      });
    }
  }
  substitution.apply(fn);
}

/** What is left of casts between pointer types in modules from before pointers were opaque. */
function isNoCast(instruction: Instruction): instruction is CastInstruction {
  if (instruction.op !== 'cast' || instruction.operator !== 'bitcast') return false;
  return instruction.value.type === instruction.result.type;
}

/** The name of the `llvm.*` function a call names, or null. */
export function intrinsicName(call: CallInstruction): string | null {
  const name = directCallee(call)?.name;
  return name?.startsWith('llvm.') ? name : null;
}
