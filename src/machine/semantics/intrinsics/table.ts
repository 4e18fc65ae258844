/**
 * LLVM's intrinsic functions: one table from names to meanings. A name that is not in it, such as `frameaddress`, is refused
 * when a path reaches the call.
 */
import type { CallInstruction } from '../../../program/instructions.ts';
import type { Site } from '../../code.ts';
import type { Machine } from '../../machine.ts';
import { laneType } from '../lanes.ts';
import { reduceVector } from '../reduce.ts';
import { FLOAT_INTRINSICS } from './floats.ts';
import { INTEGER_INTRINSICS } from './integers.ts';
import { eachOf, type Handler, type Intrinsics } from './intrinsic.ts';
import { MEMORY_INTRINSICS } from './memory.ts';

const VECTOR_REDUCTION = 'vector.reduce.';

const INTRINSICS: Intrinsics = {
  ...MEMORY_INTRINSICS,
  ...INTEGER_INTRINSICS,
  ...FLOAT_INTRINSICS,
  ...eachOf(
    ['trap', 'debugtrap', 'ubsantrap'],
    ({ machine, site }) =>
      (state) =>
        machine.fault(state, 'abort', site, 'the program trapped'),
  ),
  'is.constant': () => () => 0,
};

/** The handler for `name`, or null when there is none (the call is then refused by name when reached). */
export function intrinsicHandler(machine: Machine, name: string, call: CallInstruction, site: Site): Handler | null {
  if (!name.startsWith('llvm.')) return null;
  const base = name.slice('llvm.'.length).replace(/\.(p\d+|v?\d*[if]\d+|isVoid|v\d+\w+)(?=\.|$)/g, '');
  if (base.startsWith(VECTOR_REDUCTION)) {
    return reduceVector(machine, base.slice(VECTOR_REDUCTION.length), call.arguments[0].type, site);
  }
  if (!Object.hasOwn(INTRINSICS, base)) return null;
  const type = call.functionType.result;
  return INTRINSICS[base]({ machine, call, site, name: base, type, lane: laneType(type) });
}
