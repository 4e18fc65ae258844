/** One step per instruction: picks the family and binds the registers. */

import { directCallee } from '../../analysis/call-graph.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { AtomicOperator, IntOperator } from '../../program/operators.ts';
import type { FloatType, Type, VectorType } from '../../program/types.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { Slots } from '../prepare.ts';
import type { Recorder } from '../recorder.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { allocateLocal } from './allocate.ts';
import { castFunction } from './cast.ts';
import { checkStep } from './check.ts';
import { asInteger } from './coerce.ts';
import { comparison, comparisonStep } from './compare.ts';
import { concretize } from './concretize.ts';
import { addressParts, elementPointerStep } from './element-pointer.ts';
import { floatComparison, floatFunction, floatUnary } from './float.ts';
import { integerFunction, integerStep } from './integer.ts';
import { intrinsicHandler } from './intrinsics/table.ts';
import { laneAt, withLane } from './lane-index.ts';
import { elementAt, laneType, overLanes1, overLanes2, withElement } from './lanes.ts';
import { loadStep, loadValue, storeStep, storeValue } from './memory.ts';
import { primitiveHandler } from './primitives.ts';
import { selectValue } from './select.ts';

export function prepareStep(
  machine: Machine,
  instruction: Instruction,
  slots: Slots,
  site: Site,
  recorder: Recorder | null,
): Step {
  const { layout } = machine.program;
  const d = instruction.result?.index ?? -1;
  switch (instruction.op) {
    case 'binary': {
      const { type } = instruction.left;
      const lane = laneType(type);
      const a = slots.of(instruction.left);
      const b = slots.of(instruction.right);
      if (lane.kind === 'float') {
        const apply = overLanes2(type, floatFunction(machine, instruction.operator as 'fadd', lane.format, site));
        return (r, s) => {
          r[d] = apply(s, r[a], r[b]);
        };
      }
      const width = layout.bitsOf(lane);
      const operator = instruction.operator as IntOperator;
      const apply = overLanes2(type, integerFunction(machine, operator, width, instruction, site));
      if (type.kind === 'vector') {
        return (r, s) => {
          r[d] = apply(s, r[a], r[b]);
        };
      }
      return integerStep(operator, width, d, a, b, apply, machine.options.checkOverflow && instruction.nsw);
    }
    case 'icmp': {
      const { type } = instruction.left;
      const width = layout.bitsOf(laneType(type));
      const a = slots.of(instruction.left);
      const b = slots.of(instruction.right);
      const slow = comparison(machine, instruction.predicate, width, site);
      if (type.kind !== 'vector') return comparisonStep(instruction.predicate, width, d, a, b, slow);
      const apply = overLanes2(type, slow);
      return (r, s) => {
        r[d] = apply(s, r[a], r[b]);
      };
    }
    case 'fcmp': {
      const { type } = instruction.left;
      const apply = overLanes2(
        type,
        floatComparison(machine, instruction.predicate, (laneType(type) as FloatType).format, site),
      );
      const a = slots.of(instruction.left);
      const b = slots.of(instruction.right);
      return (r, s) => {
        r[d] = apply(s, r[a], r[b]);
      };
    }
    case 'fneg': {
      const { type } = instruction.value;
      const apply = overLanes1(type, floatUnary(machine, 'fneg', (laneType(type) as FloatType).format, site));
      const a = slots.of(instruction.value);
      return (r, s) => {
        r[d] = apply(s, r[a]);
      };
    }
    case 'cast':
      return castStep(machine, instruction, slots, d, site);
    case 'select':
      return selectStep(machine, instruction, slots, d, site);
    case 'freeze': {
      const a = slots.of(instruction.value);
      return (r) => {
        r[d] = r[a];
      };
    }
    case 'alloca':
      return allocaStep(machine, instruction, slots, d, site);
    case 'load':
      return loadStep(machine, d, slots.of(instruction.pointer), instruction.result.type, site, recorder);
    case 'store':
      return storeStep(
        machine,
        slots.of(instruction.pointer),
        slots.of(instruction.value),
        instruction.value.type,
        site,
        recorder,
      );
    case 'getelementptr': {
      const parts = addressParts(instruction, layout, (value) => slots.of(value));
      if (parts === null) return (_, s) => machine.refuse(s, site, 'a vector of addresses');
      return elementPointerStep(
        machine,
        d,
        slots.of(instruction.base),
        parts.constant,
        parts.indices,
        instruction.inbounds,
        site,
      );
    }
    case 'insertvalue': {
      const a = slots.of(instruction.aggregate);
      const v = slots.of(instruction.value);
      const { path } = instruction;
      return (r) => {
        r[d] = withElement(r[a], path, r[v]);
      };
    }
    case 'extractvalue': {
      const a = slots.of(instruction.aggregate);
      const { path } = instruction;
      return (r) => {
        r[d] = elementAt(r[a], path);
      };
    }
    case 'insertelement': {
      const a = slots.of(instruction.vector);
      const v = slots.of(instruction.value);
      const l = slots.of(instruction.lane);
      const { type } = instruction.result;
      return (r, s) => {
        r[d] = withLane(machine, s, r[a], r[l], r[v], type as VectorType, site);
      };
    }
    case 'extractelement': {
      const a = slots.of(instruction.vector);
      const l = slots.of(instruction.lane);
      const type = instruction.vector.type as VectorType;
      return (r, s) => {
        r[d] = laneAt(machine, s, r[a], r[l], type, site);
      };
    }
    case 'shufflevector': {
      const a = slots.of(instruction.left);
      const b = slots.of(instruction.right);
      const { mask } = instruction;
      return (r) => {
        const lanes = [...(r[a] as readonly Value[]), ...(r[b] as readonly Value[])];
        r[d] = mask.map((lane) => (lane < 0 ? lanes[0] : lanes[lane]));
      };
    }
    case 'va_arg':
      return (_, s) => machine.refuse(s, site, 'the va_arg instruction');
    case 'cmpxchg': {
      const p = slots.of(instruction.pointer);
      const e = slots.of(instruction.expected);
      const n = slots.of(instruction.replacement);
      const { type } = instruction.expected;
      const equal = comparison(machine, 'eq', layout.bitsOf(type), site);
      return (r, s) => {
        const old = loadValue(machine, s, r[p], type, site);
        const same = equal(s, old, r[e]);
        storeValue(machine, s, r[p], selectValue(machine, s, same, r[n], old, type, site), type, site);
        r[d] = [old, same];
      };
    }
    case 'atomicrmw': {
      const p = slots.of(instruction.pointer);
      const v = slots.of(instruction.value);
      const { type } = instruction.value;
      const update = atomicUpdate(machine, instruction.operator, type, site);
      return (r, s) => {
        const old = loadValue(machine, s, r[p], type, site);
        storeValue(machine, s, r[p], update(s, old, r[v]), type, site);
        r[d] = old;
      };
    }
    case 'fence':
      return () => {};
    case 'check':
      return checkStep(machine, instruction, slots.of(instruction.left), slots.of(instruction.right), site);
    case 'call': {
      const name = directCallee(instruction)!.name;
      const handler = primitiveHandler(machine, name, site) ?? intrinsicHandler(machine, name, instruction, site);
      if (handler === null) throw new InternalError(`${name} is no step`);
      const args = instruction.arguments.map((argument) => slots.of(argument));
      return (r, s) => {
        const result = handler(
          s,
          args.map((slot) => r[slot]),
        );
        if (d >= 0) r[d] = result;
      };
    }
    case 'refused':
      return (_, s) => machine.refuse(s, site, instruction.what);
    // Control steps (prepare.ts), and what runs on the way into a block.
    case 'phi':
    case 'ret':
    case 'br':
    case 'condbr':
    case 'switch':
    case 'unreachable':
      throw new InternalError(`${instruction.op} is no step`);
  }
}

function castStep(
  machine: Machine,
  instruction: Extract<Instruction, { op: 'cast' }>,
  slots: Slots,
  d: number,
  site: Site,
): Step {
  const from = instruction.value.type;
  const to = instruction.result.type;
  const a = slots.of(instruction.value);
  const { operator } = instruction;
  const lanewise = from.kind === 'vector' && operator !== 'bitcast';
  const scalar = castFunction(machine, operator, lanewise ? laneType(from) : from, lanewise ? laneType(to) : to, site);
  const apply = lanewise ? overLanes1(from, scalar) : scalar;
  const { layout } = machine.program;
  // The casts clang sprinkles over every C expression, inline for plain numbers.
  if (from.kind === 'int' && to.kind === 'int' && from.bits <= 32 && to.bits <= 32) {
    if (operator === 'zext') {
      return (r, s) => {
        const x = r[a];
        r[d] = typeof x === 'number' ? x : apply(s, x);
      };
    }
    if (operator === 'trunc') {
      const mask = 2 ** to.bits - 1;
      return (r, s) => {
        const x = r[a];
        r[d] = typeof x === 'number' ? (x & mask) >>> 0 : apply(s, x);
      };
    }
    if (operator === 'sext') {
      const up = 32 - from.bits;
      const mask = layout.bitsOf(to) === 32 ? -1 : 2 ** to.bits - 1;
      return (r, s) => {
        const x = r[a];
        r[d] = typeof x === 'number' ? (((x << up) >> up) & mask) >>> 0 : apply(s, x);
      };
    }
  }
  return (r, s) => {
    r[d] = apply(s, r[a]);
  };
}

function selectStep(
  machine: Machine,
  instruction: Extract<Instruction, { op: 'select' }>,
  slots: Slots,
  d: number,
  site: Site,
): Step {
  const c = slots.of(instruction.condition);
  const a = slots.of(instruction.ifTrue);
  const b = slots.of(instruction.ifFalse);
  const { type } = instruction.result;
  if (instruction.condition.type.kind === 'vector') {
    const lane = laneType(type);
    return (r, s) => {
      r[d] = (r[c] as readonly Value[]).map((bit, i) =>
        selectValue(machine, s, bit, (r[a] as readonly Value[])[i], (r[b] as readonly Value[])[i], lane, site),
      );
    };
  }
  return (r, s) => {
    const bit = r[c];
    r[d] = bit === 1 ? r[a] : bit === 0 ? r[b] : selectValue(machine, s, bit, r[a], r[b], type, site);
  };
}

function allocaStep(
  machine: Machine,
  instruction: Extract<Instruction, { op: 'alloca' }>,
  slots: Slots,
  d: number,
  site: Site,
): Step {
  const unit = machine.program.layout.sizeOf(instruction.allocated);
  const align = Math.max(instruction.align, machine.program.layout.alignOf(instruction.allocated));
  const count = slots.of(instruction.count);
  const name = instruction.variable?.name;
  const owner = instruction.block.function.debug?.name ?? instruction.block.function.name;
  const label = name === undefined ? `a temporary of ${owner}` : `local '${name}' of ${owner}`;
  return (r, s) => {
    let elements = asInteger(machine, s, r[count], site);
    checkLength(machine, s, elements, site);
    if (elements instanceof Term) {
      const tooMany = machine.terms.ugt(
        elements,
        machine.terms.constant(elements.width, machine.options.maxAllocation),
      );
      if (machine.decide(s, tooMany, site, 'branch')) {
        machine.end(
          s,
          'limit',
          `a variable-length array of more than ${machine.options.maxAllocation} elements`,
          site,
          'max-allocation',
        );
      }
      elements = concretize(machine, s, elements, site, 'length of a variable-length array');
    }
    r[d] = new Pointer(allocateLocal(machine, s, site, unit * Number(elements), align, label, 0).object, 0);
  };
}

/** A negative length, or one that no memory holds, reads as negative whatever its type was. */
function checkLength(machine: Machine, state: State, length: Scalar | Term, site: Site): void {
  const { terms } = machine;
  if (length instanceof Term) {
    const bad = terms.slt(length, terms.constant(length.width, 0));
    machine.check(state, bad, 'array-length', site, () => 'the length of a variable-length array is negative');
    return;
  }
  const signed = BigInt.asIntN(machine.program.layout.pointerBits, BigInt(length));
  if (signed < 0n) {
    machine.fault(state, 'array-length', site, `the length of a variable-length array is ${signed}`);
  }
}

function atomicUpdate(
  machine: Machine,
  operator: AtomicOperator,
  type: Type,
  site: Site,
): (state: State, old: Value, value: Value) => Value {
  const width = machine.program.layout.bitsOf(type);
  switch (operator) {
    case 'xchg':
      return (_, __, value) => value;
    case 'nand': {
      const and = integerFunction(machine, 'and', width, null, site);
      const xor = integerFunction(machine, 'xor', width, null, site);
      const ones = BigInt.asUintN(width, -1n);
      const all = ones <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ones) : ones;
      return (state, old, value) => xor(state, and(state, old, value), all);
    }
    case 'max':
    case 'min':
    case 'umax':
    case 'umin': {
      const less = comparison(machine, operator.startsWith('u') ? 'ult' : 'slt', width, site);
      const smallest = operator.endsWith('min');
      return (state, old, value) => {
        const first = less(state, old, value);
        return selectValue(machine, state, first, smallest ? old : value, smallest ? value : old, type, site);
      };
    }
    case 'fadd':
    case 'fsub':
      return floatFunction(machine, operator, (type as FloatType).format, site);
    case 'fmax':
    case 'fmin':
      return (state) => machine.refuse(state, site, `atomic ${operator}`);
    default:
      return integerFunction(machine, operator, width, null, site);
  }
}
