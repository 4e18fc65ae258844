/** Leaves out what a program does not use, so that shrunken programs stay readable. Behaviour is unchanged. */
import type { FunctionDefinition, GeneratedProgram, Pointer, Statement, UnsetPlace, Variable } from './ast.ts';
import { expressionsOf, partsOf, statementsOf } from './slots.ts';

export function tidy(program: GeneratedProgram): GeneratedProgram {
  const functions = reachableFunctions(program);
  const names = new Set<string>();
  for (const definition of [...functions, program.main]) addUsedNames(definition, names);
  for (const assumption of program.assumptions) addNames(partsOf(assumption), names);
  const main = withoutUnusedLocals(program.main, program.assumptions.length > 0 ? names : undefined);
  return {
    globals: keepUsed(program.globals, names),
    functions: functions.map((definition) => withoutUnusedLocals(definition)),
    inputs: program.inputs.filter((input) => names.has(input.name)),
    assumptions: program.assumptions,
    main,
  };
}

/** Callers come after callees, so one backward pass finds everything main can call. */
function reachableFunctions(program: GeneratedProgram): FunctionDefinition[] {
  const called = new Set<string>();
  const reachable: FunctionDefinition[] = [];
  for (const definition of [program.main, ...program.functions.toReversed()]) {
    if (definition !== program.main) {
      if (!called.has(definition.name) && definition.role !== 'destructor') continue;
      reachable.unshift(definition);
    }
    for (const statement of statementsOf(definition.body)) {
      for (const callee of calleesOf(statement)) called.add(callee);
    }
  }
  return reachable;
}

export function calleesOf(statement: Statement): readonly string[] {
  if (statement.kind === 'call') return [statement.callee];
  if (statement.kind === 'register') return [statement.handler];
  return statement.kind === 'dispatch' ? statement.callees : [];
}

function withoutUnusedLocals(definition: FunctionDefinition, alsoUsed?: Set<string>): FunctionDefinition {
  const names = new Set<string>(alsoUsed);
  addUsedNames(definition, names);
  return { ...definition, locals: keepUsed(definition.locals, names) };
}

/** A pointer that is used keeps its initial target too. */
function keepUsed(variables: readonly Variable[], names: Set<string>): Variable[] {
  for (const { name, type } of variables) {
    if (names.has(name) && (type.kind === 'pointer' || type.kind === 'recordPointer')) names.add(type.target);
  }
  return variables.filter((variable) => names.has(variable.name));
}

function addUsedNames(definition: FunctionDefinition, names: Set<string>): void {
  addNames(expressionsOf(definition), names);
  for (const statement of statementsOf(definition.body)) {
    for (const name of namesOfStatement(statement)) names.add(name);
  }
  for (const { name, type } of definition.locals) {
    if (names.has(name) && (type.kind === 'pointer' || type.kind === 'recordPointer')) names.add(type.target);
  }
}

function addNames(
  expressions: Iterable<ReturnType<typeof partsOf> extends Iterable<infer E> ? E : never>,
  names: Set<string>,
) {
  for (const expression of expressions) {
    if (expression.kind === 'variable') names.add(expression.name);
    else if (expression.kind === 'element') names.add(expression.array);
    else if (expression.kind === 'field') names.add(expression.record);
  }
}

/** Variables that a statement names outside its expressions. */
function namesOfStatement(statement: Statement): string[] {
  switch (statement.kind) {
    case 'assign': {
      const place = statement.place;
      if (place.kind === 'variable') return [place.name];
      return [place.kind === 'element' ? place.array : place.record];
    }
    case 'loop':
      return [statement.counter];
    case 'call':
      return [statement.target, ...(statement.arguments.pointer ? namesOfPointer(statement.arguments.pointer) : [])];
    case 'dispatch':
    case 'recurse':
    case 'riskyDivide':
    case 'readWord':
      return [statement.target];
    case 'keep':
      return ['kept', ...namesOfPointer(statement.to)];
    case 'set':
      return [unsetName(statement.place)];
    case 'use':
      return [statement.target, unsetName(statement.place)];
    case 'point':
      return [statement.pointer, ...namesOfPointer(statement.to)];
    case 'pointRecord':
      return [statement.pointer, statement.to];
    case 'copyRecord':
      return [statement.to, statement.from];
    case 'free':
      return [statement.pointer];
    case 'riskyLoad':
      return [statement.target, statement.array];
    case 'riskyStore':
      return [statement.array];
    case 'load':
      return [statement.target, statement.pointer];
    case 'store':
      return [statement.pointer];
    default:
      return [];
  }
}

function unsetName(place: UnsetPlace): string {
  return place.kind === 'variable' ? place.name : place.array;
}

function namesOfPointer(pointer: Pointer): string[] {
  switch (pointer.kind) {
    case 'addressOf':
    case 'pointer':
      return [pointer.name];
    case 'addressOfElement':
      return [pointer.array];
    default:
      return [];
  }
}
