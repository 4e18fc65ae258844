/**
 * The arbitrary of C programs. Generation draws from fast-check's random source under the control of a shape; shrinking
 * works on the program itself (shrink.ts) instead of on the choices that led to it, because removing a statement or
 * replacing a loop by its body is what makes a counterexample readable.
 */
import fc from 'fast-check';
import type { Expression, FunctionDefinition, GeneratedProgram, Input, Parameter, Statement, Variable } from './ast.ts';
import { binary, constant, variable } from './ast.ts';
import { Chance } from './chance.ts';
import { anyNumber, atom, expression, type Scope } from './expressions.ts';
import { boundPaths, callWays, type Ways } from './paths.ts';
import { type ProgramShape, smallPrograms } from './shape.ts';
import { reductions } from './shrink.ts';
import { statementsOf } from './slots.ts';
import { StatementBuilder } from './statements.ts';
import { tidy } from './tidy.ts';

export function programs(shape: Partial<ProgramShape> = {}): fc.Arbitrary<GeneratedProgram> {
  return new ProgramArbitrary({ ...smallPrograms, ...shape });
}

class ProgramArbitrary extends fc.Arbitrary<GeneratedProgram> {
  private readonly shape: ProgramShape;

  constructor(shape: ProgramShape) {
    super();
    this.shape = shape;
  }

  override generate(source: fc.Random): fc.Value<GeneratedProgram> {
    return new fc.Value(drawProgram(new Chance(source), this.shape), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is GeneratedProgram {
    return typeof value === 'object' && value !== null && 'main' in value && 'functions' in value;
  }

  override shrink(program: GeneratedProgram): fc.Stream<fc.Value<GeneratedProgram>> {
    return fc.stream(reductions(program)).map((smaller) => new fc.Value(smaller, undefined));
  }
}

/** Functions are drawn first and given a part of the paths each; main gets what calling them leaves. */
function drawProgram(chance: Chance, shape: ProgramShape): GeneratedProgram {
  const functions: FunctionDefinition[] = [];
  const calls = new Map<string, (depth: Expression | undefined) => Ways>();
  const functionCount = chance.between(0, shape.functions);
  for (let number = 0; number < functionCount; number++) {
    const definition = drawFunction(chance, shape, functions, calls, `f${number}`);
    functions.push(definition);
    calls.set(definition.name, callWays(definition, calls));
  }
  const inputs = drawInputs(chance, shape);
  const atExit = shape.wide ? drawAtExit(chance, shape) : [];
  const handlers = atExit.filter(({ role }) => role === 'handler').map(({ name }) => name);
  const builder = new StatementBuilder({ chance, shape, functions, calls, handlers });
  const scope = mainScope(inputs);
  const body = builder.body({ scope, nesting: shape.nesting, inLoop: false }, shape.paths, shape.statements);
  const main: FunctionDefinition = {
    name: 'main',
    parameters: [],
    locals: localVariables(chance, true, shape),
    body,
    result: resultOf(chance, scope, body),
  };
  const assumptions = chance.oneIn(4) ? [assumption(chance, scope)] : [];
  const globals = shape.wide ? [...globalVariables(chance), ...WIDE_GLOBALS] : globalVariables(chance);
  const program = tidy({ globals, functions: [...atExit, ...functions], inputs, assumptions, main });
  // The result expression may add a fork; a program that is over the bound by it is returned without one.
  return boundPaths(program) <= shape.paths ? program : tidy({ ...program, main: { ...main, result: variable('a') } });
}

function drawFunction(
  chance: Chance,
  shape: ProgramShape,
  functions: readonly FunctionDefinition[],
  calls: ReadonlyMap<string, (depth: Expression | undefined) => Ways>,
  name: string,
): FunctionDefinition {
  const paths = Math.max(2, Math.floor(Math.sqrt(shape.paths) / 2));
  const recursive = chance.oneIn(4);
  const takesPointer = !recursive && chance.oneIn(3);
  const parameters: Parameter[] = [
    { name: 'm', type: 'int' },
    { name: 'n', type: 'int' },
    ...(takesPointer ? [{ name: 't', type: 'pointer' } as const] : []),
  ];
  const scope = functionScope(takesPointer, recursive);
  const deeper = recursive ? { deeper: { through: 0, broke: 0, returned: 2, halted: 0 } } : {};
  const builder = new StatementBuilder({ chance, shape, functions, calls, ...deeper });
  const nesting = Math.max(1, shape.nesting - 1);
  const body = builder.body({ scope, nesting, inLoop: false }, recursive ? 3 : paths, Math.min(3, shape.statements));
  if (recursive && !body.some((statement) => statement.kind === 'recurse')) {
    body.unshift({ kind: 'recurse', target: chance.of(scope.numbers), argument: expression(chance, scope, 1) });
  }
  return {
    name,
    parameters,
    ...(recursive ? { recursion: { base: atom(chance, scope) } } : {}),
    locals: localVariables(chance, false, shape),
    body,
    result: resultOf(chance, scope, body),
  };
}

const WIDE_GLOBALS: readonly Variable[] = [
  { name: 'kept', type: { kind: 'pointer', target: 'g' } },
  { name: 'errno', type: { kind: 'library' } },
];

/** They decide by globals, and call nothing: what they call might exit, which C forbids there. */
function drawAtExit(chance: Chance, shape: ProgramShape): FunctionDefinition[] {
  const scope = { ...functionScope(false, true), inputs: globalNumbers };
  const builder = new StatementBuilder({ chance, shape, functions: [], calls: new Map() });
  const drawn = (name: string, role: 'handler' | 'destructor'): FunctionDefinition => ({
    name,
    parameters: [],
    role,
    locals: localVariables(chance, false, shape),
    body: builder.body({ scope, nesting: 1, inLoop: false }, 2, 2),
    result: constant(0),
  });
  const handlers = Array.from({ length: chance.between(1, 2) }, (_, i) => drawn(`handler${i}`, 'handler'));
  return chance.oneIn(2) ? handlers : [...handlers, drawn('last', 'destructor')];
}

function drawInputs(chance: Chance, shape: ProgramShape): Input[] {
  const count = chance.between(2, Math.max(2, shape.inputs));
  const inputs: Input[] = ['x', 'y', 'z', 'w'].slice(0, count).map((name) =>
    chance.weighted<Input>([
      [6, () => ({ kind: 'int', name })],
      [2, () => ({ kind: 'uchar', name })],
      [2, () => ({ kind: 'range', name, low: chance.between(-2, 0), high: chance.between(2, 9) })],
    ]),
  );
  inputs.push({ kind: 'bytes', name: 'data', length: 4 });
  return inputs;
}

const globalNumbers = ['g', 'h'];

function mainScope(inputs: readonly Input[]): Scope {
  return {
    inputs: inputs.filter((input) => input.kind !== 'bytes').map((input) => input.name),
    numbers: ['a', 'b', 'c', ...globalNumbers],
    counters: [],
    intArrays: ['list', 'numbers'],
    byteArrays: ['data', 'bytes'],
    records: ['item', 'state'],
    recordPointers: ['r'],
    pointers: ['p', 'q'],
  };
}

/** Parameters take the place of inputs. The depth of a recursive function is readable but never assigned. */
function functionScope(takesPointer: boolean, recursive: boolean): Scope {
  return {
    inputs: ['m', 'n'],
    numbers: ['a', 'b', ...(recursive ? [] : ['n']), ...globalNumbers],
    counters: [],
    intArrays: ['list', 'numbers'],
    byteArrays: ['bytes'],
    records: ['state'],
    recordPointers: ['r'],
    pointers: takesPointer ? ['t'] : ['p'],
  };
}

function globalVariables(chance: Chance): Variable[] {
  const array = (length: number) => Array.from({ length }, () => chance.between(0, 9));
  return [
    ...globalNumbers.map(
      (name): Variable => ({ name, type: { kind: 'scalar', type: 'int', initial: chance.between(0, 5) } }),
    ),
    { name: 'numbers', type: { kind: 'array', type: 'int', initial: array(4) } },
    { name: 'bytes', type: { kind: 'array', type: 'unsigned char', initial: array(4) } },
    { name: 'state', type: { kind: 'record', initial: [chance.between(0, 5), 0, 0] } },
  ];
}

const UNSET: readonly Variable[] = [
  { name: 'unset', type: { kind: 'unset' } },
  { name: 'slots', type: { kind: 'unset', length: 4 } },
];

function localVariables(chance: Chance, ofMain: boolean, { wide }: ProgramShape): Variable[] {
  const number = (name: string): Variable => ({
    name,
    type: { kind: 'scalar', type: 'int', initial: chance.between(0, 5) },
  });
  const record = ofMain ? 'item' : 'state';
  return [
    ...(ofMain ? ['a', 'b', 'c'] : ['a', 'b']).map(number),
    { name: 'list', type: { kind: 'array', type: 'int', initial: [1, 2, 3, 4] } },
    ...(ofMain ? [{ name: 'item', type: { kind: 'record', initial: [1, 2, 3] } } satisfies Variable] : []),
    { name: 'p', type: { kind: 'pointer', target: 'a' } },
    ...(ofMain ? [{ name: 'q', type: { kind: 'pointer', target: 'g' } } satisfies Variable] : []),
    { name: 'r', type: { kind: 'recordPointer', target: record } },
    ...(wide ? UNSET : []),
  ];
}

/** What the body assigned is the most telling result. */
function resultOf(chance: Chance, scope: Scope, body: readonly Statement[]): Expression {
  const assigned = [...statementsOf(body)].flatMap((statement) => {
    if (statement.kind === 'assign') return statement.place.kind === 'variable' ? [statement.place.name] : [];
    return 'target' in statement ? [statement.target] : [];
  });
  const number = () => variable(chance.of(assigned.length > 0 && !chance.oneIn(4) ? assigned : scope.numbers));
  return chance.weighted<Expression>([
    [3, number],
    [3, () => binary('+', number(), number())],
    [1, () => expression(chance, scope, 1)],
  ]);
}

function assumption(chance: Chance, scope: Scope): Expression {
  const operator = chance.of(['<', '!=', '>='] as const);
  return binary(operator, variable(chance.of(scope.inputs)), constant(anyNumber(chance)));
}
