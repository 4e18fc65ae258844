/** Choosing between two values by a condition that may be symbolic, without forking where a term can say it. */
import { Term } from '../../expr/term.ts';
import type { Type } from '../../program/types.ts';
import { elementCount, elementType } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, UNDEFINED, type Value } from '../value.ts';
import { asInteger, asTerm, floatTerm, isPlainFloat, settle, settleFloat } from './coerce.ts';
import { offsetTerm } from './integer.ts';
import { makePointer } from './pointer.ts';

export function selectValue(
  machine: Machine,
  state: State,
  condition: Value,
  ifTrue: Value,
  ifFalse: Value,
  type: Type,
  site: Site,
): Value {
  const bit = asInteger(machine, state, condition, site);
  if (!(bit instanceof Term)) return bit === 1 ? ifTrue : ifFalse;
  if (Object.is(ifTrue, ifFalse)) return ifTrue;
  // Passing on what is not initialised is no fault: whether that happens is decided.
  if (ifTrue === UNDEFINED || ifFalse === UNDEFINED)
    return machine.decide(state, bit, site, 'branch') ? ifTrue : ifFalse;
  return mergeValues(machine, state, bit, ifTrue, ifFalse, type, site);
}

function mergeValues(machine: Machine, state: State, bit: Term, x: Value, y: Value, type: Type, site: Site): Value {
  const { terms } = machine;
  if (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector') {
    return Array.from({ length: elementCount(type) }, (_, i) =>
      mergeValues(machine, state, bit, (x as Value[])[i], (y as Value[])[i], elementType(type, i), site),
    );
  }
  if (type.kind === 'float') {
    if (!isPlainFloat(type.format)) return machine.decide(state, bit, site, 'branch') ? x : y;
    const width = machine.program.layout.bitsOf(type);
    return settleFloat(
      terms.ite(bit, floatTerm(machine, state, x, width, site), floatTerm(machine, state, y, width, site)),
    );
  }
  const width = machine.program.layout.bitsOf(type);
  if (x instanceof Pointer && y instanceof Pointer && x.object === y.object) {
    return makePointer(x, terms.ite(bit, offsetTerm(machine, x), offsetTerm(machine, y)), width);
  }
  // Pointers to different objects: deciding now keeps both sides precise; an address term would have to be taken apart
  // again at the first access.
  if (x instanceof Pointer || y instanceof Pointer) return machine.decide(state, bit, site, 'branch') ? x : y;
  return settle(terms.ite(bit, asTerm(machine, state, x, width, site), asTerm(machine, state, y, width, site)));
}
