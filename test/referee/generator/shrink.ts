/**
 * Smaller programs, most promising first: whole statements go before parts of them, and compound statements are
 * replaced by their bodies before their conditions are simplified. Every candidate is again a legal program, because
 * the records cannot express an illegal one; the exceptions (a `break` or a counter that leaves its loop) are
 * repaired where they arise.
 */
import { constant, type Expression, type FunctionDefinition, type GeneratedProgram, type Statement } from './ast.ts';
import {
  bodySlots,
  expressionSlots,
  functionSlots,
  mapStatement,
  operandSlots,
  resultSlots,
  type Slot,
} from './slots.ts';
import { tidy } from './tidy.ts';

export function* reductions(program: GeneratedProgram): Generator<GeneratedProgram> {
  for (const one of functionSlots(program)) {
    for (const smaller of reducedFunctions(one.part)) yield tidy(one.replace(smaller));
  }
  for (const [position, { role }] of program.functions.entries()) {
    if (role === 'destructor') yield tidy({ ...program, functions: program.functions.toSpliced(position, 1) });
  }
  if (program.assumptions.length > 0) yield tidy({ ...program, assumptions: [] });
  for (const [position, input] of program.inputs.entries()) {
    if (input.kind === 'bytes' || input.kind === 'int') continue;
    const inputs = program.inputs.with(position, { kind: 'int', name: input.name });
    yield { ...program, inputs };
  }
  for (const [position, global] of program.globals.entries()) {
    if (global.type.kind !== 'scalar' || global.type.initial === 0) continue;
    yield { ...program, globals: program.globals.with(position, { ...global, type: { ...global.type, initial: 0 } }) };
  }
}

function* reducedFunctions(definition: FunctionDefinition): Generator<FunctionDefinition> {
  for (const body of reducedBodies(definition.body)) yield { ...definition, body };
  for (const one of resultSlots(definition)) {
    for (const smaller of reducedExpressions(one.part)) yield one.replace(smaller);
  }
  for (const [position, local] of definition.locals.entries()) {
    if (local.type.kind !== 'scalar' || local.type.initial === 0) continue;
    const type = { ...local.type, initial: 0 };
    yield { ...definition, locals: definition.locals.with(position, { ...local, type }) };
  }
}

function* reducedBodies(body: readonly Statement[]): Generator<readonly Statement[]> {
  for (let chunk = body.length; chunk >= 1; chunk = Math.floor(chunk / 2)) {
    for (let start = 0; start + chunk <= body.length; start += chunk) {
      yield [...body.slice(0, start), ...body.slice(start + chunk)];
    }
  }
  for (const [position, statement] of body.entries()) {
    for (const inner of hoistedBodies(statement))
      yield [...body.slice(0, position), ...inner, ...body.slice(position + 1)];
  }
  for (const [position, statement] of body.entries()) {
    for (const smaller of reducedStatements(statement)) yield body.with(position, smaller);
  }
}

/** What may stand in for a compound statement: one of its bodies, or a call's cheapest imitation. */
function* hoistedBodies(statement: Statement): Generator<readonly Statement[]> {
  switch (statement.kind) {
    case 'if':
      yield statement.yes;
      if (statement.no.length > 0) yield statement.no;
      break;
    case 'switch':
      for (const one of bodySlots(statement)) yield one.part;
      break;
    case 'loop':
      yield outsideLoop(statement);
      break;
    case 'call':
    case 'dispatch': {
      const value = statement.arguments.numbers.at(-1)!;
      yield [{ kind: 'assign', place: { kind: 'variable', name: statement.target }, value }];
      break;
    }
  }
}

/** A loop's body as it runs in the first iteration. */
function outsideLoop(loop: Statement & { kind: 'loop' }): Statement[] {
  const first = (expression: Expression): Expression =>
    expression.kind === 'variable' && expression.name === loop.counter ? constant(0) : expression;
  return withoutJumps(loop.body).map((statement) => mapStatement(statement, first, (same) => same));
}

function withoutJumps(body: readonly Statement[]): readonly Statement[] {
  return body
    .filter((statement) => statement.kind !== 'break' && statement.kind !== 'continue')
    .map((statement) => {
      if (statement.kind === 'loop') return statement;
      let rebuilt: Statement = statement;
      const count = bodySlots(statement).length;
      for (let position = 0; position < count; position++) {
        const { part, replace }: Slot<readonly Statement[], Statement> = bodySlots(rebuilt)[position]!;
        rebuilt = replace(withoutJumps(part));
      }
      return rebuilt;
    });
}

function* reducedStatements(statement: Statement): Generator<Statement> {
  if (statement.kind === 'dispatch') {
    for (const callee of statement.callees) {
      yield { kind: 'call', target: statement.target, callee, arguments: statement.arguments };
    }
  }
  if (statement.kind === 'switch' && statement.cases.length > 1) {
    for (const position of statement.cases.keys())
      yield { ...statement, cases: statement.cases.toSpliced(position, 1) };
  }
  if (statement.kind === 'loop') yield* reducedLoops(statement);
  if ((statement.kind === 'load' || statement.kind === 'store') && statement.offset) {
    const { offset: _, ...plain } = statement;
    yield plain;
  }
  for (const inner of bodySlots(statement)) {
    for (const smaller of reducedBodies(inner.part)) yield inner.replace(smaller);
  }
  for (const one of expressionSlots(statement)) {
    for (const smaller of reducedExpressions(one.part)) yield one.replace(smaller);
  }
}

function* reducedLoops(loop: Statement & { kind: 'loop' }): Generator<Statement> {
  const { bound } = loop;
  if (bound.kind === 'input') {
    yield { ...loop, bound: { kind: 'constant', count: 1 } };
    if (bound.mask > 1) yield { ...loop, bound: { ...bound, mask: 1 } };
  } else if (bound.count > 1) yield { ...loop, bound: { kind: 'constant', count: bound.count - 1 } };
  if (loop.style !== 'for') yield { ...loop, style: 'for' };
}

function* reducedExpressions(expression: Expression): Generator<Expression> {
  if (expression.kind === 'constant') {
    if (expression.value !== 0) {
      yield constant(0);
      const half = Math.trunc(expression.value / 2);
      if (half !== 0) yield constant(half);
      yield constant(expression.value - Math.sign(expression.value));
    }
    return;
  }
  yield constant(0);
  if (expression.kind === 'variable') return;
  yield constant(1);
  const operands = operandSlots(expression);
  for (const operand of operands) yield operand.part;
  if (expression.kind === 'shift' && expression.amount > 1) yield { ...expression, amount: 1 };
  for (const operand of operands) {
    for (const smaller of reducedExpressions(operand.part)) yield operand.replace(smaller);
  }
}
