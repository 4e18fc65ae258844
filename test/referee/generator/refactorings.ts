/** Edits that change no behaviour: what a version comparison must call equivalent. */
import type { Expression, FunctionDefinition, GeneratedProgram, Statement } from './ast.ts';
import { binary, constant, variable } from './ast.ts';
import {
  bodySlots,
  expressionSlots,
  functionSlots,
  mapExpression,
  mapStatement,
  partsOf,
  replaceAt,
  statementsOf,
} from './slots.ts';

type Body = readonly Statement[];

export function* refactorings(program: GeneratedProgram): Generator<GeneratedProgram> {
  for (const { part: definition, replace } of functionSlots(program)) {
    for (const renamed of renameLocal(definition)) yield replace(renamed);
    for (const body of rewrittenBodies(definition.body)) yield replace({ ...definition, body });
    for (const changed of nameSubexpression(definition)) yield replace(changed);
  }
  yield* extractFunction(program);
}

function* rewrittenBodies(body: Body): Generator<Body> {
  for (let position = 0; position + 1 < body.length; position++) {
    const [first, second] = [body[position]!, body[position + 1]!];
    if (independent(first, second)) yield body.toSpliced(position, 2, second, first);
  }
  for (const [position, statement] of body.entries()) {
    for (const same of rewrittenStatements(statement)) yield body.with(position, same);
    for (const inner of bodySlots(statement)) {
      for (const changed of rewrittenBodies(inner.part)) yield body.with(position, inner.replace(changed));
    }
  }
}

function* rewrittenStatements(statement: Statement): Generator<Statement> {
  if (statement.kind === 'if') {
    yield {
      ...statement,
      condition: { kind: 'unary', operator: '!', operand: statement.condition },
      yes: statement.no,
      no: statement.yes,
    };
  }
  if (statement.kind === 'loop' && statement.style !== 'do') {
    yield { ...statement, style: statement.style === 'for' ? 'while' : 'for' };
  }
  for (const one of expressionSlots(statement)) {
    for (const same of sameValue(one.part)) yield one.replace(same);
  }
}

const mirrored: Readonly<Record<string, '<' | '<=' | '>' | '>='>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const commutative: readonly string[] = ['+', '*', '&', '|', '^', '==', '!='];

/** Other ways to write the same value. */
function* sameValue(expression: Expression): Generator<Expression> {
  if (expression.kind !== 'binary') return;
  const { operator, left, right } = expression;
  if (commutative.includes(operator)) yield binary(expression.operator, right, left);
  if (mirrored[operator]) yield binary(mirrored[operator], right, left);
  if (operator === '-' && right.kind === 'constant') yield binary('+', left, constant(-right.value));
  if (operator === '*' && right.kind === 'constant' && right.value === 2) yield binary('+', left, left);
}

/** Two assignments of different variables, neither of which reads what the other writes. */
function independent(first: Statement, second: Statement): boolean {
  const one = assignedScalar(first);
  const other = assignedScalar(second);
  if (!one || !other || one.name === other.name) return false;
  return !reads(one.value, other.name) && !reads(other.value, one.name);
}

function assignedScalar(statement: Statement): { name: string; value: Expression } | undefined {
  if (statement.kind !== 'assign' || statement.place.kind !== 'variable') return undefined;
  return { name: statement.place.name, value: statement.value };
}

function reads(expression: Expression, name: string): boolean {
  for (const part of partsOf(expression)) if (part.kind === 'variable' && part.name === name) return true;
  return false;
}

/** Gives an int local another name. Locals whose address is taken keep theirs: pointers name them too. */
function* renameLocal(definition: FunctionDefinition): Generator<FunctionDefinition> {
  const pointedAt = new Set(definition.locals.flatMap(({ type }) => ('target' in type ? [type.target] : [])));
  for (const [position, local] of definition.locals.entries()) {
    if (local.type.kind !== 'scalar' || pointedAt.has(local.name) || addressTaken(definition, local.name)) continue;
    const to = `${local.name}_value`;
    yield {
      ...renamed(definition, local.name, to),
      locals: replaceAt(definition.locals, position, { ...local, name: to }),
    };
  }
}

function addressTaken(definition: FunctionDefinition, name: string): boolean {
  for (const statement of statementsOf(definition.body)) {
    const pointer =
      statement.kind === 'point' ? statement.to : statement.kind === 'call' ? statement.arguments.pointer : undefined;
    if (pointer?.kind === 'addressOf' && pointer.name === name) return true;
  }
  return false;
}

function renamed(definition: FunctionDefinition, from: string, to: string): FunctionDefinition {
  const inExpression = (expression: Expression): Expression =>
    expression.kind === 'variable' && expression.name === from ? variable(to) : expression;
  const inStatement = (statement: Statement): Statement => {
    if (statement.kind === 'assign' && statement.place.kind === 'variable' && statement.place.name === from) {
      return { ...statement, place: { kind: 'variable', name: to } };
    }
    if ('target' in statement && statement.target === from) return { ...statement, target: to };
    return statement;
  };
  return {
    ...definition,
    body: definition.body.map((statement) => mapStatement(statement, inExpression, inStatement)),
    result: mapExpression(definition.result, inExpression),
    ...(definition.recursion ? { recursion: { base: mapExpression(definition.recursion.base, inExpression) } } : {}),
  };
}

/** Stores the right-hand side of a top-level assignment in a new local first. */
function* nameSubexpression(definition: FunctionDefinition): Generator<FunctionDefinition> {
  for (const [position, statement] of definition.body.entries()) {
    if (statement.kind !== 'assign' || statement.value.kind !== 'binary') continue;
    const name = 'temporary';
    yield {
      ...definition,
      locals: [...definition.locals, { name, type: { kind: 'scalar', type: 'int', initial: 0 } }],
      body: definition.body.toSpliced(
        position,
        1,
        { kind: 'assign', place: { kind: 'variable', name }, value: statement.value },
        { ...statement, value: variable(name) },
      ),
    };
  }
}

/** Turns `target = left op right` over two leaves into a call of a new function. */
function* extractFunction(program: GeneratedProgram): Generator<GeneratedProgram> {
  const { main } = program;
  for (const [position, statement] of main.body.entries()) {
    const assigned = assignedScalar(statement);
    if (assigned?.value.kind !== 'binary') continue;
    const { operator, left, right } = assigned.value;
    if (operator === '&&' || operator === '||') continue;
    const extracted: FunctionDefinition = {
      name: 'extracted',
      parameters: [
        { name: 'left', type: 'int' },
        { name: 'right', type: 'int' },
      ],
      locals: [],
      body: [],
      result: binary(operator, variable('left'), variable('right')),
    };
    const call: Statement = {
      kind: 'call',
      target: assigned.name,
      callee: 'extracted',
      arguments: { numbers: [left, right] },
    };
    yield {
      ...program,
      functions: [...program.functions, extracted],
      main: { ...main, body: main.body.with(position, call) },
    };
  }
}
