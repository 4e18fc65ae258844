/** Integer arithmetic and shifts. */
import { Kind } from '../../expr/kinds.ts';
import { applyBinary } from '../../expr/meaning.ts';
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { BinaryInstruction } from '../../program/instructions.ts';
import type { IntOperator } from '../../program/operators.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { integerTerm } from './as-terms.ts';
import { asInteger, settle } from './coerce.ts';
import { movePointer } from './pointer.ts';
import { looksForUndefined, requireSameObject } from './undefined.ts';

export type BinaryFunction = (state: State, x: Value, y: Value) => Value;

const KIND_OF: Record<Exclude<IntOperator, 'sub'>, Kind> = {
  add: Kind.add,
  mul: Kind.mul,
  udiv: Kind.udiv,
  sdiv: Kind.sdiv,
  urem: Kind.urem,
  srem: Kind.srem,
  shl: Kind.shl,
  lshr: Kind.lshr,
  ashr: Kind.ashr,
  and: Kind.and,
  or: Kind.or,
  xor: Kind.xor,
};

/** The whole meaning of an operator on any values, with its fault checks: what the fast closures fall back to. */
export function integerFunction(
  machine: Machine,
  operator: IntOperator,
  width: number,
  instruction: BinaryInstruction | null,
  site: Site,
): BinaryFunction {
  const { terms } = machine;
  const divides = operator === 'udiv' || operator === 'sdiv' || operator === 'urem' || operator === 'srem';
  const shifts = operator === 'shl' || operator === 'lshr' || operator === 'ashr';
  const overflows = machine.options.checkOverflow && instruction?.nsw === true && !shifts;
  return (state, left, right) => {
    if (left instanceof Pointer || right instanceof Pointer) {
      const moved = pointerArithmetic(machine, state, operator, left, right, site);
      if (moved !== null) return moved;
    }
    const x = asInteger(machine, state, left, site);
    const y = asInteger(machine, state, right, site);
    if (divides) checkDivision(machine, state, operator, width, x, y, site);
    else if (shifts) checkShift(machine, state, width, y, site);
    if (overflows) checkOverflow(machine, state, operator, width, x, y, site);
    if (!(x instanceof Term) && !(y instanceof Term)) {
      if (operator === 'sub') return applyBinary(Kind.add, width, x, negate(y, width));
      return applyBinary(KIND_OF[operator], width, x, y);
    }
    const a = x instanceof Term ? x : terms.constant(width, x);
    const b = y instanceof Term ? y : terms.constant(width, y);
    return settle(integerTerm(terms, operator, a, b));
  };
}

function negate(y: Scalar, width: number): Scalar {
  return y === 0 ? 0 : applyBinary(Kind.add, width, applyBinary(Kind.xor, width, y, ones(width)), 1);
}

const onesByWidth: Scalar[] = [];
function ones(width: number): Scalar {
  return (onesByWidth[width] ??= width <= 53 ? 2 ** width - 1 : fromBigInt((1n << BigInt(width)) - 1n));
}

/** Sums and differences keep a pointer a pointer; everything else works on addresses. */
function pointerArithmetic(
  machine: Machine,
  state: State,
  operator: IntOperator,
  left: Value,
  right: Value,
  site: Site,
): Value | null {
  if (operator === 'add') {
    if (left instanceof Pointer && !(right instanceof Pointer)) {
      return movePointer(machine, left, asInteger(machine, state, right, site), 1);
    }
    if (right instanceof Pointer && !(left instanceof Pointer)) {
      return movePointer(machine, right, asInteger(machine, state, left, site), 1);
    }
  } else if (operator === 'sub' && left instanceof Pointer) {
    if (!(right instanceof Pointer)) return movePointer(machine, left, asInteger(machine, state, right, site), -1);
    if (looksForUndefined(machine, site)) requireSameObject(machine, state, left, right, 'difference', site);
    if (left.object === right.object) {
      const bits = machine.program.layout.pointerBits;
      if (left.offset instanceof Term || right.offset instanceof Term) {
        return settle(machine.terms.sub(offsetTerm(machine, left), offsetTerm(machine, right)));
      }
      const difference = left.offset - right.offset;
      return difference >= 0 ? difference : wrapNegative(difference, bits);
    }
  }
  return null;
}

function wrapNegative(value: number, bits: number): Scalar {
  return bits <= 53 ? value + 2 ** bits : BigInt.asUintN(bits, BigInt(value));
}

export function offsetTerm(machine: Machine, pointer: Pointer): Term {
  if (pointer.offset instanceof Term) return pointer.offset;
  const bits = machine.program.layout.pointerBits;
  const offset = pointer.offset;
  return machine.terms.constant(bits, offset >= 0 ? offset : wrapNegative(offset, bits));
}

function checkDivision(
  machine: Machine,
  state: State,
  operator: IntOperator,
  width: number,
  x: Scalar | Term,
  y: Scalar | Term,
  site: Site,
): void {
  const { terms } = machine;
  const { checkDivision } = machine.options;
  if (y === 0 && checkDivision) machine.fault(state, 'division-by-zero', site, 'division by zero');
  if (y instanceof Term && checkDivision) {
    machine.check(state, terms.eq(y, terms.constant(width, 0)), 'division-by-zero', site, () => 'division by zero');
  }
  if (operator !== 'sdiv' && operator !== 'srem') return;
  const minimum = fromBigInt(1n << BigInt(width - 1));
  if (!(y instanceof Term) && y !== ones(width)) return;
  if (!(x instanceof Term) && x !== minimum) return;
  const a = x instanceof Term ? x : terms.constant(width, x);
  const b = y instanceof Term ? y : terms.constant(width, y);
  const bad = terms.and(terms.eq(a, terms.constant(width, minimum)), terms.eq(b, terms.constant(width, ones(width))));
  machine.check(state, bad, 'overflow', site, () => 'the quotient of the smallest number and -1 does not fit');
}

function checkShift(machine: Machine, state: State, width: number, y: Scalar | Term, site: Site): void {
  if (!machine.options.checkShift) return;
  if (y instanceof Term) {
    const bad = machine.terms.uge(y, machine.terms.constant(width, width));
    machine.check(state, bad, 'shift', site, () => `shift of a ${width}-bit value by ${width} or more`);
  } else if (y >= width) {
    machine.fault(state, 'shift', site, `shift of a ${width}-bit value by ${signedText(y, width)}`);
  }
}

function signedText(value: Scalar, width: number): string {
  return BigInt.asIntN(width, BigInt(value)).toString();
}

function checkOverflow(
  machine: Machine,
  state: State,
  operator: IntOperator,
  width: number,
  x: Scalar | Term,
  y: Scalar | Term,
  site: Site,
): void {
  if (operator !== 'add' && operator !== 'sub' && operator !== 'mul') return;
  const { terms } = machine;
  const wide = operator === 'mul' ? 2 * width : width + 1;
  const a = terms.sext(x instanceof Term ? x : terms.constant(width, x), wide);
  const b = terms.sext(y instanceof Term ? y : terms.constant(width, y), wide);
  const exact = terms[operator](a, b);
  const bad = terms.ne(exact, terms.sext(terms.extract(exact, 0, width), wide));
  machine.check(state, bad, 'overflow', site, () => `signed ${operator} of ${width}-bit values overflows`);
}

/**
 * Steps for widths up to 32 bits: plain numbers are handled here, inline, one closure per operator; anything else goes
 * to `slow`. Without the inline part every addition would be two calls and a switch.
 */
export function integerStep(
  operator: IntOperator,
  width: number,
  d: number,
  a: number,
  b: number,
  slow: BinaryFunction,
  mayTrap: boolean,
): Step {
  if (width <= 32 && !mayTrap) {
    const mask = width === 32 ? -1 : (1 << width) - 1;
    const up = 32 - width;
    switch (operator) {
      case 'add':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? ((x + y) & mask) >>> 0 : slow(s, x, y);
        };
      case 'sub':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? ((x - y) & mask) >>> 0 : slow(s, x, y);
        };
      case 'mul':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? (Math.imul(x, y) & mask) >>> 0 : slow(s, x, y);
        };
      case 'and':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? (x & y) >>> 0 : slow(s, x, y);
        };
      case 'or':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? (x | y) >>> 0 : slow(s, x, y);
        };
      case 'xor':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' ? (x ^ y) >>> 0 : slow(s, x, y);
        };
      case 'shl':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' && y < width ? ((x << y) & mask) >>> 0 : slow(s, x, y);
        };
      case 'lshr':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' && y < width ? x >>> y : slow(s, x, y);
        };
      case 'ashr':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] =
            typeof x === 'number' && typeof y === 'number' && y < width
              ? (((x << up) >> (y + up)) & mask) >>> 0
              : slow(s, x, y);
        };
      case 'udiv':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' && y !== 0 ? Math.floor(x / y) : slow(s, x, y);
        };
      case 'urem':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          r[d] = typeof x === 'number' && typeof y === 'number' && y !== 0 ? x % y : slow(s, x, y);
        };
      case 'sdiv':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          if (typeof x === 'number' && typeof y === 'number') {
            const divisor = (y << up) >> up;
            // 0 and -1 are where faults may be.
            if (divisor > 0 || divisor < -1) {
              r[d] = ((((x << up) >> up) / divisor) & mask) >>> 0;
              return;
            }
          }
          r[d] = slow(s, x, y);
        };
      case 'srem':
        return (r, s) => {
          const x = r[a];
          const y = r[b];
          if (typeof x === 'number' && typeof y === 'number') {
            const divisor = (y << up) >> up;
            if (divisor > 0 || divisor < -1) {
              r[d] = ((((x << up) >> up) % divisor) & mask) >>> 0;
              return;
            }
          }
          r[d] = slow(s, x, y);
        };
    }
  } else if (operator === 'add' && !mayTrap) {
    return (r, s) => {
      const x = r[a];
      const y = r[b];
      if (typeof x === 'number' && typeof y === 'number') {
        const sum = x + y;
        r[d] = sum <= Number.MAX_SAFE_INTEGER && width > 53 ? sum : slow(s, x, y);
      } else r[d] = slow(s, x, y);
    };
  }
  if (operator === 'sub' && !mayTrap) {
    return (r, s) => {
      const x = r[a];
      const y = r[b];
      r[d] = typeof x === 'number' && typeof y === 'number' && x >= y ? x - y : slow(s, x, y);
    };
  }
  return (r, s) => {
    r[d] = slow(s, r[a], r[b]);
  };
}
