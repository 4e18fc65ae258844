/** Addresses inside of objects: what `getelementptr` computes. */
import { signExtend } from '../../expr/meaning.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { wrap } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { ElementPointerInstruction } from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { Type } from '../../program/types.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { asInteger } from './coerce.ts';
import { movePointer, signedOf } from './pointer.ts';

/** One summand of an address: an index register and how many bytes it counts. */
interface ScaledIndex {
  readonly register: number;
  readonly scale: number;
  readonly width: number;
}

/** Splits a getelementptr into a constant and scaled indices; null when it computes several addresses at once. */
export function addressParts(
  instruction: ElementPointerInstruction,
  layout: DataLayout,
  slot: (value: ElementPointerInstruction['base']) => number,
): { constant: number; indices: ScaledIndex[] } | null {
  let constant = 0;
  const indices: ScaledIndex[] = [];
  let type: Type = instruction.sourceType;
  if (instruction.base.type.kind === 'vector') return null;
  for (let i = 0; i < instruction.indices.length; i++) {
    const index = instruction.indices[i];
    if (index.type.kind !== 'int') return null;
    if (i > 0 && type.kind === 'struct') {
      const field = Number((index as { value: bigint }).value);
      constant += layout.fieldOffset(type, field);
      type = type.fields![field];
      continue;
    }
    if (i > 0) type = (type as { element: Type }).element;
    const scale = layout.sizeOf(type);
    if (index.kind === 'int') constant += Number(BigInt.asIntN(index.type.bits, index.value)) * scale;
    else indices.push({ register: slot(index), scale, width: index.type.bits });
  }
  return { constant, indices };
}

export function elementPointerStep(
  machine: Machine,
  d: number,
  base: number,
  constant: number,
  indices: readonly ScaledIndex[],
  inbounds: boolean,
  site: Site,
): Step {
  const slow = (r: Value[], s: State) => {
    let result = offsetBy(machine, s, r[base], constant, 1, inbounds, site);
    for (const { register, scale, width } of indices) {
      result = offsetBy(
        machine,
        s,
        result,
        toPointerWidth(machine, asInteger(machine, s, r[register], site), width),
        scale,
        inbounds,
        site,
      );
    }
    r[d] = result;
  };
  if (indices.length === 0) {
    return (r, s) => {
      const from = r[base];
      if (from instanceof Pointer && typeof from.offset === 'number')
        r[d] = new Pointer(from.object, from.offset + constant);
      else slow(r, s);
    };
  }
  if (indices.length === 1 && indices[0].width === 32) {
    const { register, scale } = indices[0];
    return (r, s) => {
      const from = r[base];
      const index = r[register];
      if (typeof index === 'number' && from instanceof Pointer && typeof from.offset === 'number') {
        r[d] = new Pointer(from.object, from.offset + constant + (index | 0) * scale);
      } else slow(r, s);
    };
  }
  return slow;
}

/** Indices are signed integers of any width. */
function toPointerWidth(machine: Machine, index: Scalar | Term, width: number): Scalar | Term {
  const bits = machine.program.layout.pointerBits;
  if (width === bits) return index;
  if (index instanceof Term)
    return width < bits ? machine.terms.sext(index, bits) : machine.terms.extract(index, 0, bits);
  return width < bits ? signExtend(index, width, bits) : wrap(BigInt(index), bits);
}

function offsetBy(
  machine: Machine,
  state: State,
  from: Value,
  delta: Scalar | Term,
  scale: number,
  inbounds: boolean,
  site: Site,
): Value {
  if (delta === 0) return from;
  const bits = machine.program.layout.pointerBits;
  if (typeof delta === 'number' && delta < 0)
    return offsetBy(machine, state, from, BigInt.asUintN(bits, BigInt(delta)), scale, inbounds, site);
  if (from instanceof Pointer) return movePointer(machine, from, canonical(delta), scale, inbounds);
  const address = asInteger(machine, state, from, site);
  const { terms } = machine;
  if (address instanceof Term || delta instanceof Term) {
    const by = terms.mul(delta instanceof Term ? delta : terms.constant(bits, delta), terms.constant(bits, scale));
    const sum = terms.add(address instanceof Term ? address : terms.constant(bits, address), by);
    return sum.kind === 0 ? sum.value : sum;
  }
  return wrap(BigInt(address) + BigInt(signedOf(canonical(delta) as Scalar, bits)) * BigInt(scale), bits);
}

function canonical(value: Scalar | Term): Scalar | Term {
  return typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
