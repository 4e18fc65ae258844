/** Intrinsics that copy and fill memory, look at objects and addresses, and read arguments beyond the parameters. */

import { Kind } from '../../../expr/kinds.ts';
import { applyBinary } from '../../../expr/meaning.ts';
import { fromBigInt } from '../../../expr/scalar.ts';
import { Term } from '../../../expr/term.ts';
import type { Type } from '../../../program/types.ts';
import type { Site } from '../../code.ts';
import type { Machine } from '../../machine.ts';
import { copyBytes, fillBytes } from '../../memory/copy.ts';
import type { State } from '../../state.ts';
import { Pointer, type Value } from '../../value.ts';
import { castFunction } from '../cast.ts';
import { asInteger, asTerm, settle } from '../coerce.ts';
import { concretize } from '../concretize.ts';
import { integerFunction } from '../integer.ts';
import { loadValue } from '../memory.ts';
import { threadLocal } from '../threads.ts';
import { looksForUndefined, requireApart } from '../undefined.ts';
import { startVariadic } from '../variadic.ts';
import { eachOf, type Intrinsics } from './intrinsic.ts';

export const MEMORY_INTRINSICS: Intrinsics = {
  ...eachOf(['memcpy', 'memcpy.inline', 'memmove'], ({ machine, site, name }) => {
    const strict = name !== 'memmove' && looksForUndefined(machine, site);
    return (state, args) => {
      const length = lengthOf(machine, state, args[2], site);
      if (strict) requireApart(machine, state, args[0], args[1], length, site);
      copyBytes(machine, state, args[0], args[1], length, site);
      return 0;
    };
  }),
  ...eachOf(['memset', 'memset.inline'], ({ machine, site }) => (state, args) => {
    const byte = asInteger(machine, state, args[1], site) as number | Term;
    fillBytes(machine, state, args[0], byte, lengthOf(machine, state, args[2], site), site);
    return 0;
  }),
  va_start:
    ({ machine, site }) =>
    (state, args) => {
      startVariadic(machine, state, args[0], site);
      return 0;
    },
  va_end: () => () => 0,
  va_copy:
    ({ machine, site }) =>
    (state, args) => {
      copyBytes(machine, state, args[0], args[1], machine.program.layout.pointerBytes === 8 ? 24 : 4, site);
      return 0;
    },
  stacksave: () => (state) => state.memory.stackTop,
  stackrestore: () => () => 0,
  objectsize:
    ({ machine, site, type }) =>
    (state, args) =>
      objectSize(machine, state, args, type, site),
  'threadlocal.address':
    ({ machine }) =>
    (state, args) =>
      threadLocal(machine, state, args[0]),
  ptrmask: ({ machine, site }) => {
    const width = machine.program.layout.pointerBits;
    return (state, args) =>
      settle(
        machine.terms.and(asTerm(machine, state, args[0], width, site), asTerm(machine, state, args[1], width, site)),
      );
  },
  'load.relative': ({ machine, site }) => {
    const offsets = machine.program.types.int(32);
    const width = machine.program.layout.pointerBits;
    const add = integerFunction(machine, 'add', width, null, site);
    const extend = castFunction(machine, 'sext', offsets, machine.program.types.int(width), site);
    return (state, [base, by]) => {
      const offset = loadValue(machine, state, add(state, base, by), offsets, site);
      return add(state, base, width === 32 ? offset : extend(state, offset));
    };
  },
};

/** A length operand; a symbolic one is a recorded choice. */
export function lengthOf(machine: Machine, state: State, value: Value, site: Site): number {
  const length = asInteger(machine, state, value, site);
  return Number(
    length instanceof Term ? concretize(machine, state, length, site, 'length of a memory operation') : length,
  );
}

function objectSize(machine: Machine, state: State, args: readonly Value[], type: Type, site: Site): Value {
  const [pointer, minimum] = args;
  const unknown = () =>
    minimum === 1
      ? 0
      : applyBinary(
          Kind.xor,
          machine.program.layout.bitsOf(type),
          0,
          fromBigInt((1n << BigInt(machine.program.layout.bitsOf(type))) - 1n),
        );
  if (!(pointer instanceof Pointer) || pointer.offset instanceof Term) return unknown();
  machine.recorder?.sized?.(state, site, pointer.object);
  const target = state.memory.get(pointer.object);
  if (target === undefined) return unknown();
  return Math.max(0, target.size - pointer.offset);
}
