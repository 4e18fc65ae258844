/**
 * In which order functions run before main, and how those that run after it get there.
 *
 * A destructor runs at exit, as if `atexit` had been called for it; what differs between targets is when. For WebAssembly
 * clang makes constructors that register destructors of the same priority, after that priority's own constructors, so
 * handlers that constructors register mix with them. ELF has a list that exit works off after all handlers, as if it had
 * been registered before anything ran. Both become functions that call `atexit`, so that nothing else in pathfold has to
 * know destructors.
 */
import type { CallInstruction, Instruction } from '../program/instructions.ts';
import {
  type Block,
  bareFunction,
  type Program,
  type ProgramFunction,
  type Schedule,
  type Scheduled,
} from '../program/program.ts';
import type { TypeTable } from '../program/types.ts';

export interface Startup {
  readonly constructors: ProgramFunction[];
  /** Made here; to be added to the program. */
  readonly registering: ProgramFunction[];
}

/** `atExit` is C's atexit, or null where there is no library and so no exit either. */
export function orderStartup(
  modules: readonly Schedule[],
  { target, types }: Program,
  atExit: ProgramFunction | null,
): Startup {
  const registering: ProgramFunction[] = [];
  const register = ({ priority, function: fn }: Scheduled): Scheduled[] => {
    if (atExit === null) return [];
    const made = registeringFunction(fn, atExit, types);
    registering.push(made);
    return [{ priority, function: made }];
  };
  const parts = modules.map(({ start, end }) => ({ start, end: end.flatMap(register) }));
  const ordered = target.startsWith('wasm')
    ? byPriority(parts.flatMap(({ start, end }) => [...start, ...end]))
    : [...byPriority(parts.flatMap(({ end }) => end)), ...byPriority(parts.flatMap(({ start }) => start))];
  return { constructors: ordered.map((entry) => entry.function), registering };
}

function byPriority(entries: readonly Scheduled[]): Scheduled[] {
  return [...entries].sort((a, b) => a.priority - b.priority);
}

/** `void register(void) { atexit(destructor); }` */
function registeringFunction(destructor: ProgramFunction, atExit: ProgramFunction, types: TypeTable): ProgramFunction {
  const fn = bareFunction(`register.${destructor.name}`, types.function(types.void, []), 'internal');
  const block: Block = { index: 0, name: null, function: fn, instructions: [] };
  const place = { id: -1, index: -1, block, position: null, result: null };
  const address = (global: ProgramFunction) => ({ kind: 'global', type: types.pointer(), global }) as const;
  const call: CallInstruction = {
    op: 'call',
    ...place,
    functionType: types.function(types.int(32), [types.pointer()]),
    callee: address(atExit),
    arguments: [address(destructor)],
    byval: [null],
    noreturn: false,
  };
  const end: Instruction = { op: 'ret', ...place, value: null };
  block.instructions.push(call, end);
  fn.blocks.push(block);
  return fn;
}
