/** How a program starts: its arguments, its standard input, its constructors, and main. */
import type { Term } from '../expr/term.ts';
import { UserError } from '../program/errors.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { PathCondition } from '../solver/solver.ts';
import type { Machine } from './machine.ts';
import { ObjectState } from './memory/object-state.ts';
import { enter } from './semantics/calls.ts';
import { type StartupCall, State } from './state.ts';
import { type MemoryObject, Pointer, type Value } from './value.ts';

/** One entry of the program's command line: given text or bytes, or up to `size` symbolic bytes. */
export type ArgumentSpec =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'symbolic'; readonly size: number }
  /** Between `min` and `max` symbolic arguments. */
  | { readonly kind: 'several'; readonly min: number; readonly max: number; readonly size: number };

export interface EnvironmentOptions {
  readonly programName: string;
  readonly arguments: readonly ArgumentSpec[];
  /** Symbolic bytes of standard input, or given ones. */
  readonly stdin:
    | { readonly kind: 'symbolic'; readonly size: number }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array };
}

export const EMPTY_ENVIRONMENT: EnvironmentOptions = {
  programName: 'program',
  arguments: [],
  stdin: { kind: 'bytes', bytes: new Uint8Array(0) },
};

/** clang renames main on wasm32; debug information keeps its name. */
export function mainOf({ functions }: Program): ProgramFunction | undefined {
  return ['main', '__main_argc_argv', '__original_main', '__main_void']
    .map((name) => functions.find((fn) => fn.name === name && fn.blocks.length > 0))
    .find((fn) => fn !== undefined);
}

export function findMain({ program }: Machine): ProgramFunction {
  const main = mainOf(program);
  if (main === undefined) {
    throw new UserError(
      'the program has no main function',
      'name the function to explore with --function, or add a file that defines main',
    );
  }
  return main;
}

/** The states a run begins with: one, or one per number of symbolic arguments. */
export function startStates(machine: Machine, main: ProgramFunction, options: EnvironmentOptions): State[] {
  return argumentLists(options.arguments).map((list) => startState(machine, main, options, list));
}

/** Every way to choose how many symbolic arguments there are. */
function argumentLists(specs: readonly ArgumentSpec[]): (readonly Exclude<ArgumentSpec, { kind: 'several' }>[])[] {
  let lists: Exclude<ArgumentSpec, { kind: 'several' }>[][] = [[]];
  for (const spec of specs) {
    if (spec.kind !== 'several') {
      for (const list of lists) list.push(spec);
      continue;
    }
    const longer: typeof lists = [];
    for (const list of lists) {
      for (let count = spec.min; count <= spec.max; count++) {
        longer.push([
          ...list,
          ...Array.from({ length: count }, () => ({ kind: 'symbolic', size: spec.size }) as const),
        ]);
      }
    }
    lists = longer;
  }
  return lists;
}

function startState(
  machine: Machine,
  main: ProgramFunction,
  options: EnvironmentOptions,
  list: readonly Exclude<ArgumentSpec, { kind: 'several' }>[],
): State {
  const owner = {};
  const memory = machine.image.newMemory(owner);
  const mainCode = machine.codeOf(main);
  const state = new State(machine.newStateId(), null as never, memory, PathCondition.empty, owner);
  machine.image.load(state);
  machine.stdin = [];
  if (options.stdin.kind === 'bytes') machine.stdin = Array.from(options.stdin.bytes);
  else if (options.stdin.size > 0) {
    const input = machine.inputs.buffer(state, 'stdin', options.stdin.size, 'stdin');
    machine.stdin = machine.inputs.bytesIn(input, options.stdin.size);
  }
  const args = mainArguments(machine, state, main, options.programName, list);
  const startup: StartupCall[] = machine.program.constructors.map((fn) => ({
    code: machine.codeOf(fn),
    arguments: [],
    isMain: false,
  }));
  startup.push({ code: mainCode, arguments: args, isMain: true });
  state.startup = startup;
  enter(machine, state, startup[0].code, null, startup[0].arguments, null);
  return state;
}

function mainArguments(
  machine: Machine,
  state: State,
  main: ProgramFunction,
  programName: string,
  list: readonly Exclude<ArgumentSpec, { kind: 'several' }>[],
): Value[] {
  const strings: (number | Term)[][] = [[...new TextEncoder().encode(programName)]];
  list.forEach((spec, i) => {
    if (spec.kind === 'text') strings.push([...new TextEncoder().encode(spec.text)]);
    else if (spec.kind === 'bytes') strings.push([...spec.bytes]);
    else {
      // The last byte of an argument's object is always zero; the free bytes before it are the input.
      const name = `arg${String(i).padStart(2, '0')}`;
      const input = machine.inputs.buffer(state, name, spec.size, 'argument', i + 1);
      strings.push(machine.inputs.bytesIn(input, spec.size));
    }
  });
  state.arguments = strings;
  const { pointerBytes } = machine.program.layout;
  const table = place(state, machine.environmentObject('argv', 'argv'), (strings.length + 1) * pointerBytes);
  strings.forEach((bytes, i) => {
    const target = place(
      state,
      machine.environmentObject(`argv[${i}]:${bytes.length}`, `argv[${i}]`),
      bytes.length + 1,
    );
    bytes.forEach((byte, k) => {
      target.write(k, 1, byte, state.memory);
    });
    table.write(i * pointerBytes, pointerBytes, new Pointer(target.object, 0), state.memory);
  });
  const environment = place(state, machine.environmentObject('envp', 'the environment'), pointerBytes);
  const all: Value[] = [strings.length, new Pointer(table.object, 0), new Pointer(environment.object, 0)];
  return all.slice(0, main.parameters.length);
}

function place(state: State, object: MemoryObject, size: number): ObjectState {
  const { memory } = state;
  const base = Math.ceil(memory.stackTop / 16) * 16;
  memory.stackTop = base + size + 16;
  const result = new ObjectState(object, memory.owner, size, base, new Uint8Array(size), true);
  memory.set(result);

  return result;
}
