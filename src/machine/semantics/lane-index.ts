/** A lane of a vector named by a value: out of range is a fault, and a symbolic one chooses without forking. */
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { VectorType } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import type { Value } from '../value.ts';
import { asInteger, settle } from './coerce.ts';
import { selectValue } from './select.ts';

export function laneAt(
  machine: Machine,
  state: State,
  vector: Value,
  index: Value,
  type: VectorType,
  site: Site,
): Value {
  const lanes = vector as readonly Value[];
  const lane = laneInRange(machine, state, index, type, site);
  if (!(lane instanceof Term)) return lanes[Number(lane)];
  const { terms } = machine;
  let result = lanes[lanes.length - 1];
  for (let i = lanes.length - 2; i >= 0; i--) {
    const here = terms.eq(lane, terms.constant(lane.width, i));
    result = selectValue(machine, state, settle(here), lanes[i], result, type.element, site);
  }
  return result;
}

export function withLane(
  machine: Machine,
  state: State,
  vector: Value,
  index: Value,
  value: Value,
  type: VectorType,
  site: Site,
): Value {
  const lanes = vector as readonly Value[];
  const lane = laneInRange(machine, state, index, type, site);
  if (!(lane instanceof Term)) return lanes.map((old, i) => (i === Number(lane) ? value : old));
  const { terms } = machine;
  return lanes.map((old, i) => {
    const here = terms.eq(lane, terms.constant(lane.width, i));
    return selectValue(machine, state, settle(here), value, old, type.element, site);
  });
}

function laneInRange(machine: Machine, state: State, index: Value, { length }: VectorType, site: Site): Scalar | Term {
  const lane = asInteger(machine, state, index, site);
  if (lane instanceof Term) {
    const bad = machine.terms.uge(lane, machine.terms.constant(lane.width, length));
    machine.check(state, bad, 'out-of-bounds', site, () => `a lane that a vector of ${length} lanes does not have`);
  } else if (lane >= length) {
    machine.fault(state, 'out-of-bounds', site, `lane ${lane} of a vector of ${length} lanes`);
  }
  return lane;
}
