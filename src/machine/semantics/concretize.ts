/** Where a value must be known: one is chosen, and the others are left to the forked sides. */
import type { Scalar } from '../../expr/scalar.ts';
import type { Term } from '../../expr/term.ts';
import type { SourcePosition } from '../../program/debug.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';

/** A term below this is tried with all of its values. */
const FEW_VALUES = 4096;

export interface Concretization {
  readonly what: string;
  readonly position: SourcePosition | null;
  count: number;
}

/**
 * Some value for the term, recorded as an assumption. The other values are explored by the forked sides: all of them where they
 * are few, up to a limit for each time a path comes here where they are not.
 */
export function concretize(machine: Machine, state: State, term: Term, site: Site, what: string): Scalar {
  const position = site.instruction.position;
  const key = `${what}@${site.instruction.id}`;
  let record = machine.concretizations.get(key);
  if (record === undefined) {
    record = { what, position, count: 0 };
    machine.concretizations.set(key, record);
  }
  const value = machine.someValue(state, term, site);
  if (value === null) machine.giveUp(state, site);
  const equal = machine.terms.eq(term, machine.terms.constant(term.width, value));
  const tried = state.choosing === term ? state.valuesTried : 0;
  if (isEnough(machine, state, term, tried, site) && machine.sidesOf(state, equal, false, site) === 'both') {
    machine.end(
      state,
      'limit',
      `more than ${machine.options.maxConcretizations} values tried for ${what}`,
      site,
      'max-concretizations',
    );
  }
  record.count++;
  // The forked side asks again and gets another value, since this one is excluded there.
  state.choosing = term;
  state.valuesTried = tried + 1;
  const detail = Number(BigInt.asUintN(32, BigInt(value)));
  const chosen = machine.decide(state, equal, site, 'concretize', detail);
  if (!chosen) return concretize(machine, state, term, site, what);
  state.choosing = null;
  return value;
}

/** Where a term can have few values, all of them are tried: a limit would only take the proof away. */
function isEnough(machine: Machine, state: State, term: Term, tried: number, site: Site): boolean {
  if (tried < machine.options.maxConcretizations) return false;
  if (tried >= FEW_VALUES) return true;
  if (2 ** term.width <= FEW_VALUES) return false;
  const isSmall = machine.terms.ult(term, machine.terms.constant(term.width, FEW_VALUES));
  return machine.sidesOf(state, isSmall, false, site) !== 'true';
}
