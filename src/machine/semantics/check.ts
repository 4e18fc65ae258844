/** Checks that the compiler asked for: conditional halts whose condition is written in the program. */
import { Term } from '../../expr/term.ts';
import type { CheckInstruction, MarkedFault } from '../../program/instructions.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { comparison } from './compare.ts';

export function checkStep(machine: Machine, check: CheckInstruction, a: number, b: number, site: Site): Step {
  const { predicate, fault, left } = check;
  const width = machine.program.layout.bitsOf(left.type);
  const holds = comparison(machine, predicate, width, site);
  const slow = (r: Value[], state: State): void => {
    const bit = holds(state, r[a], r[b]);
    if (bit === 1) return;
    const message = () => MESSAGES[fault](signedText(r[a], width), signedText(r[b], width));
    if (bit === 0) machine.fault(state, fault, site, message());
    machine.check(state, machine.terms.not(bit as Term), fault, site, message);
  };
  // Nearly all checks are indices compared with a bound.
  if (predicate !== 'ult') return slow;
  return (r, state) => {
    const x = r[a];
    const y = r[b];
    if (typeof x !== 'number' || typeof y !== 'number' || x >= y) slow(r, state);
  };
}

/** What is wrong, in a sentence; the values compared are shown where a reader knows them from the source. */
const MESSAGES: Record<MarkedFault, (left: string, right: string) => string> = {
  'out-of-bounds': (index, length) =>
    length === ''
      ? 'an index is out of bounds'
      : index === ''
        ? `an index outside of an array of ${length} elements`
        : `index ${index} of an array of ${length} elements`,
  'null-pointer': () => 'a null pointer is used',
  overflow: () => 'the result of a signed operation does not fit',
  shift: (amount) => (amount === '' ? 'shift by too many bits' : `shift by ${amount}`),
  'division-by-zero': () => 'division by zero',
  conversion: () => 'a value does not fit the type it is converted to',
  'array-length': (length) => `the length of a variable-length array is ${length === '' ? 'not positive' : length}`,
  misaligned: () => 'an address is not aligned for the type it is used as',
  'invalid-value': () => 'a value is loaded that its type does not have',
  unreachable: () => 'code that must not be reached is reached',
  undefined: () => 'the behaviour is undefined',
};

/** A concrete integer as C shows it; nothing for anything else. */
function signedText(value: Value, width: number): string {
  if (value instanceof Term || value instanceof Pointer) return '';
  if (typeof value !== 'number' && typeof value !== 'bigint') return '';
  return BigInt.asIntN(width, BigInt(value)).toString();
}

export function messageOf(fault: MarkedFault): string {
  return MESSAGES[fault]('', '');
}
