/** Calls of functions that the program does not define. */
import type { CallInstruction } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import type { Value } from '../value.ts';
import { intrinsicHandler } from './intrinsics/table.ts';
import { primitiveHandler } from './primitives.ts';

/** A function without a body that is neither intrinsic nor primitive. */
export function callExternal(
  machine: Machine,
  state: State,
  fn: ProgramFunction,
  call: CallInstruction,
  args: readonly Value[],
  site: Site,
): Value {
  const handler = primitiveHandler(machine, fn.name, site) ?? intrinsicHandler(machine, fn.name, call, site);
  if (handler !== null) return handler(state, args);
  if (machine.options.forbiddenFunctions.includes(fn.name)) {
    return machine.fault(state, 'target-reached', site, `${fn.name}() was called`);
  }
  const { result } = fn.type;
  const isInput = fn.name.startsWith('__VERIFIER_nondet_') && result.kind !== 'void';
  if (!isInput && !machine.options.freshForUndefined)
    return machine.refuse(state, site, `undefined function ${fn.name}`);
  if (!isInput) machine.noteUnmodelled(`undefined function ${fn.name}`, site);
  if (result.kind === 'void') return 0;
  const bits = machine.program.layout.bitsOf(result);
  const kind = result.kind === 'float' ? 'float' : 'int';
  const name = isInput ? fn.name.slice('__VERIFIER_nondet_'.length) : `${fn.name}()`;
  return machine.inputs.scalar(state, name, bits, kind, 1, 'call');
}
