/** What an entry of the table of intrinsics is: from a call in the program to what the call does. */
import type { CallInstruction } from '../../../program/instructions.ts';
import type { Type } from '../../../program/types.ts';
import type { Site } from '../../code.ts';
import type { Machine } from '../../machine.ts';
import type { State } from '../../state.ts';
import type { Value } from '../../value.ts';

/** Gets the evaluated arguments and returns the result. */
export type Handler = (state: State, args: readonly Value[]) => Value;

export interface IntrinsicCall {
  readonly machine: Machine;
  readonly call: CallInstruction;
  readonly site: Site;
  /** The name without `llvm.` and without the types it is made for. */
  readonly name: string;
  readonly type: Type;
  /** The type of one lane of the result; of the result itself where it is no vector. */
  readonly lane: Type;
}

/** Binds what the call does to its place, once; null where that cannot be done, and the call is refused by name when reached. */
export type MakeHandler = (call: IntrinsicCall) => Handler | null;

export type Intrinsics = Readonly<Record<string, MakeHandler>>;

/** The same meaning under several names, which it is told. */
export function eachOf(names: readonly string[], make: MakeHandler): Intrinsics {
  return Object.fromEntries(names.map((name) => [name, make]));
}
