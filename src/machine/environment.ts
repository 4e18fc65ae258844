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
  readonly files: readonly FileSpec[];
  readonly variables: readonly VariableSpec[];
  /** How many calls may fail although nothing is wrong. */
  readonly maxFailures: number;
  /** How often a thread may give way to another although it could go on. */
  readonly interleavings: number;
  /** Added to clocks, process numbers and the seed of chance; absent for nothing. */
  readonly anotherRun?: number;
  /** The function to begin with instead of main; it gets what main would get. */
  readonly entryPoint?: string;
}

/** A file or folder of the program's world, by the name the program knows it under. */
export type FileSpec =
  | { readonly kind: 'directory'; readonly name: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'symbolic'; readonly name: string; readonly size: number };

/** A variable of the environment: given text, or `size` symbolic bytes. */
export type VariableSpec =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'symbolic'; readonly name: string; readonly size: number };

export const EMPTY_ENVIRONMENT: EnvironmentOptions = {
  programName: 'program',
  arguments: [],
  stdin: { kind: 'bytes', bytes: new Uint8Array(0) },
  files: [],
  variables: [],
  maxFailures: 0,
  interleavings: 0,
};

/** The files a program finds, as objects of every initial state, and how many of its calls may fail for no reason of its own. */
export interface World {
  readonly files: readonly GivenFile[];
  readonly maxFailures: number;
  /** How often a thread may give way to another although it could go on. */
  readonly interleavings: number;
  /** Added to clocks, process numbers and the seed of chance. */
  readonly anotherRun: number;
}

export interface GivenFile {
  readonly name: MemoryObject;
  readonly data: MemoryObject;
  readonly size: number;
  readonly directory: boolean;
}

/** clang renames main on wasm32; debug information keeps its name. */
export function mainOf({ functions }: Program): ProgramFunction | undefined {
  return ['main', '__main_argc_argv', '__original_main', '__main_void']
    .map((name) => functions.find((fn) => fn.name === name && fn.blocks.length > 0))
    .find((fn) => fn !== undefined);
}

export function findMain(
  { program }: Machine,
  { entryPoint }: EnvironmentOptions = EMPTY_ENVIRONMENT,
): ProgramFunction {
  if (entryPoint !== undefined && entryPoint !== 'main') return functionLikeMain(program, entryPoint);
  const main = mainOf(program);
  if (main === undefined) {
    throw new UserError(
      'the program has no main function',
      'name the function to explore with --function, or add a file that defines main',
    );
  }
  return main;
}

function functionLikeMain({ functions }: Program, name: string): ProgramFunction {
  const fn = functions.find((each) => (each.debug?.name ?? each.name) === name && each.blocks.length > 0);
  if (fn === undefined) throw new UserError(`the program has no function ${name} to begin with`);
  const [count, ...rest] = fn.type.parameters;
  const isLikeMain =
    rest.length <= 2 && (count === undefined || count.kind === 'int') && rest.every(({ kind }) => kind === 'pointer');
  if (isLikeMain) return fn;
  throw new UserError(
    `${name} cannot be called as main is: it has other parameters`,
    `\`pathfold test --function ${name}\` makes its parameters symbolic`,
  );
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
  machine.stdin = [];
  if (options.stdin.kind === 'bytes') machine.stdin = Array.from(options.stdin.bytes);
  else if (options.stdin.size > 0) {
    const input = machine.inputs.buffer(state, 'stdin', options.stdin.size, 'stdin');
    machine.stdin = machine.inputs.bytesIn(input, options.stdin.size);
  }
  machine.world = {
    files: options.files.map((file, i) => placeFile(machine, state, file, i)),
    maxFailures: options.maxFailures,
    interleavings: options.interleavings,
    anotherRun: options.anotherRun ?? 0,
  };
  const args = mainArguments(machine, state, options, list).slice(0, main.parameters.length);
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

function placeFile(machine: Machine, state: State, file: FileSpec, index: number): GivenFile {
  const name = placeText(machine, state, `file ${index}`, `the name of ${file.name}`, [...encode(file.name), 0]);
  const directory = file.kind === 'directory';
  const size = file.kind === 'bytes' ? file.bytes.length : file.kind === 'symbolic' ? file.size : 0;
  const data = place(state, machine.names.environmentObject(`data ${index}:${size}`, `the file ${file.name}`), size);
  if (file.kind === 'bytes') {
    file.bytes.forEach((byte, k) => {
      data.write(k, 1, byte, state.memory);
    });
  } else if (size > 0) data.setArray(machine.inputs.buffer(state, file.name, size, 'file', index));
  return { name, data: data.object, size, directory };
}

/** argc, argv and envp. */
function mainArguments(
  machine: Machine,
  state: State,
  options: EnvironmentOptions,
  list: readonly Exclude<ArgumentSpec, { kind: 'several' }>[],
): Value[] {
  const strings: (number | Term)[][] = [encode(options.programName)];
  list.forEach((spec, i) => {
    if (spec.kind === 'text') strings.push(encode(spec.text));
    else if (spec.kind === 'bytes') strings.push([...spec.bytes]);
    else {
      // The last byte of an argument's object is always zero; the free bytes before it are the input.
      const name = `arg${String(i).padStart(2, '0')}`;
      const input = machine.inputs.buffer(state, name, spec.size, 'argument', i + 1);
      strings.push(machine.inputs.bytesIn(input, spec.size));
    }
  });
  state.arguments = strings;
  const argv = placeTable(machine, state, 'argv', 'argv', strings);
  const variables = options.variables.map((variable, i) => [
    ...encode(`${variable.name}=`),
    ...(variable.kind === 'text'
      ? encode(variable.text)
      : machine.inputs.bytesIn(
          machine.inputs.buffer(state, variable.name, variable.size, 'variable', i),
          variable.size,
        )),
  ]);
  const envp = placeTable(machine, state, 'envp', 'the environment', variables);
  setLibraryPointer(machine, state, ['environ'], envp.object);
  setLibraryPointer(
    machine,
    state,
    PROGRAM_NAMES,
    machine.names.environmentObject(`argv[0]:${strings[0].length}`, 'argv[0]'),
  );
  return [strings.length, new Pointer(argv.object, 0), new Pointer(envp.object, 0)];
}

const PROGRAM_NAMES = ['program_invocation_name', 'program_invocation_short_name', '__progname'];

/** Variables of the library model that the start of a program sets, where the program uses them. */
function setLibraryPointer(machine: Machine, state: State, names: readonly string[], target: MemoryObject): void {
  for (const variable of machine.program.variables) {
    if (!names.includes(variable.name) || variable.constant || variable.initializer === null) continue;
    const { pointerBytes } = machine.program.layout;
    const owned = state.memory.get(machine.image.objectOf(variable))!;
    owned.write(0, pointerBytes, new Pointer(target, 0), state.memory);
  }
}

function encode(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

/** A table of pointers to texts, with a null pointer after the last. */
function placeTable(
  machine: Machine,
  state: State,
  key: string,
  label: string,
  texts: readonly (readonly (number | Term)[])[],
): ObjectState {
  const { pointerBytes } = machine.program.layout;
  const object = machine.names.environmentObject(key === 'argv' ? key : `${key}:${texts.length}`, label);
  const table = place(state, object, (texts.length + 1) * pointerBytes);
  texts.forEach((bytes, i) => {
    const text = placeText(machine, state, `${key}[${i}]:${bytes.length}`, `${key}[${i}]`, [...bytes, 0]);
    table.write(i * pointerBytes, pointerBytes, new Pointer(text, 0), state.memory);
  });
  return table;
}

function placeText(
  machine: Machine,
  state: State,
  key: string,
  label: string,
  bytes: readonly (number | Term)[],
): MemoryObject {
  const target = place(state, machine.names.environmentObject(key, label), bytes.length);
  bytes.forEach((byte, k) => {
    target.write(k, 1, byte, state.memory);
  });
  return target.object;
}

function place(state: State, object: MemoryObject, size: number): ObjectState {
  const { memory } = state;
  const base = Math.ceil(memory.stackTop / 16) * 16;
  memory.stackTop = base + size + 16;
  const result = new ObjectState(object, memory.owner, size, base, new Uint8Array(size), true);
  memory.set(result);

  return result;
}
