/**
 * One way to walk and rebuild generated programs: a slot is a part together with the function that puts another part
 * in its place. Shrinking, edits, renaming and the collection of used names are all written over slots.
 */
import type {
  Arguments,
  Expression,
  FunctionDefinition,
  GeneratedProgram,
  Place,
  Pointer,
  Statement,
  SwitchCase,
  UnsetPlace,
} from './ast.ts';

export interface Slot<Part, Whole> {
  readonly part: Part;
  readonly replace: (part: Part) => Whole;
}

type Body = readonly Statement[];

function slot<Part, Whole>(part: Part, replace: (part: Part) => Whole): Slot<Part, Whole> {
  return { part, replace };
}

/** The slots of an inner part, seen from the whole that contains it. */
function within<Part, Inner, Whole>(inner: Slot<Part, Inner>[], replace: (inner: Inner) => Whole): Slot<Part, Whole>[] {
  return inner.map((one) => slot(one.part, (part: Part) => replace(one.replace(part))));
}

export function replaceAt<Item>(items: readonly Item[], position: number, item: Item): Item[] {
  const copy = items.slice();
  copy[position] = item;
  return copy;
}

export function operandSlots(expression: Expression): Slot<Expression, Expression>[] {
  switch (expression.kind) {
    case 'constant':
    case 'variable':
    case 'field':
      return [];
    case 'unary':
      return [slot(expression.operand, (operand) => ({ ...expression, operand }))];
    case 'binary':
      return [
        slot(expression.left, (left) => ({ ...expression, left })),
        slot(expression.right, (right) => ({ ...expression, right })),
      ];
    case 'shift':
    case 'divide':
      return [slot(expression.left, (left) => ({ ...expression, left }))];
    case 'element':
      return [slot(expression.index, (index) => ({ ...expression, index }))];
    case 'choice':
      return [
        slot(expression.condition, (condition) => ({ ...expression, condition })),
        slot(expression.yes, (yes) => ({ ...expression, yes })),
        slot(expression.no, (no) => ({ ...expression, no })),
      ];
  }
}

function placeSlots(place: Place): Slot<Expression, Place>[] {
  return place.kind === 'element' ? [slot(place.index, (index: Expression): Place => ({ ...place, index }))] : [];
}

function pointerSlots(pointer: Pointer): Slot<Expression, Pointer>[] {
  return pointer.kind === 'addressOfElement'
    ? [slot(pointer.index, (index: Expression): Pointer => ({ ...pointer, index }))]
    : [];
}

function argumentSlots(args: Arguments): Slot<Expression, Arguments>[] {
  const numbers = args.numbers.map((argument, position) =>
    slot(argument, (other: Expression): Arguments => ({ ...args, numbers: replaceAt(args.numbers, position, other) })),
  );
  const inPointer = args.pointer
    ? within(pointerSlots(args.pointer), (pointer): Arguments => ({ ...args, pointer }))
    : [];
  return [...numbers, ...inPointer];
}

/** The expressions a statement evaluates itself, outside its bodies. */
export function expressionSlots(statement: Statement): Slot<Expression, Statement>[] {
  switch (statement.kind) {
    case 'assign':
      return [
        slot(statement.value, (value) => ({ ...statement, value })),
        ...within(placeSlots(statement.place), (place): Statement => ({ ...statement, place })),
      ];
    case 'if':
    case 'assert':
    case 'spin':
      return [slot(statement.condition, (condition) => ({ ...statement, condition }))];
    case 'switch':
      return [slot(statement.selector, (selector) => ({ ...statement, selector }))];
    case 'loop': {
      const bound = statement.bound;
      if (bound.kind === 'constant') return [];
      return [slot(bound.value, (value) => ({ ...statement, bound: { ...bound, value } }))];
    }
    case 'return':
    case 'output':
      return [slot(statement.value, (value) => ({ ...statement, value }))];
    case 'set':
    case 'use':
      return [
        slot(statement.value, (value) => ({ ...statement, value })),
        ...within(placeSlots(statement.place), (place): Statement => ({ ...statement, place: place as UnsetPlace })),
      ];
    case 'exit':
      return [slot(statement.status, (status) => ({ ...statement, status }))];
    case 'call':
      return within(argumentSlots(statement.arguments), (args): Statement => ({ ...statement, arguments: args }));
    case 'dispatch':
      return [
        slot(statement.selector, (selector) => ({ ...statement, selector })),
        ...within(argumentSlots(statement.arguments), (args): Statement => ({ ...statement, arguments: args })),
      ];
    case 'recurse':
      return [slot(statement.argument, (argument) => ({ ...statement, argument }))];
    case 'point':
    case 'keep':
      return within(pointerSlots(statement.to), (to): Statement => ({ ...statement, to }));
    case 'print': {
      const what = statement.what;
      if (what.kind === 'text') return [];
      return [slot(what.value, (value) => ({ ...statement, what: { ...what, value } }))];
    }
    case 'riskyDivide':
      return [
        slot(statement.dividend, (dividend) => ({ ...statement, dividend })),
        slot(statement.divisor, (divisor) => ({ ...statement, divisor })),
      ];
    case 'riskyLoad':
      return [slot(statement.index.value, (value) => ({ ...statement, index: { ...statement.index, value } }))];
    case 'riskyStore':
      return [
        slot(statement.index.value, (value) => ({ ...statement, index: { ...statement.index, value } })),
        slot(statement.value, (value) => ({ ...statement, value })),
      ];
    case 'load':
      return statement.offset ? [slot(statement.offset, (offset) => ({ ...statement, offset }))] : [];
    case 'store': {
      const value = slot(statement.value, (other: Expression): Statement => ({ ...statement, value: other }));
      if (!statement.offset) return [value];
      return [value, slot(statement.offset, (offset) => ({ ...statement, offset }))];
    }
    case 'break':
    case 'continue':
    case 'pointRecord':
    case 'copyRecord':
    case 'free':
    case 'abort':
    case 'register':
    case 'setWord':
    case 'readWord':
      return [];
  }
}

export function bodySlots(statement: Statement): Slot<Body, Statement>[] {
  switch (statement.kind) {
    case 'if':
      return [
        slot(statement.yes, (yes) => ({ ...statement, yes })),
        slot(statement.no, (no) => ({ ...statement, no })),
      ];
    case 'switch': {
      const cases = statement.cases.map((one, position) =>
        slot(one.body, (body: Body): Statement => {
          const changed: SwitchCase = { ...one, body };
          return { ...statement, cases: replaceAt(statement.cases, position, changed) };
        }),
      );
      return [...cases, slot(statement.otherwise, (otherwise) => ({ ...statement, otherwise }))];
    }
    case 'loop':
      return [slot(statement.body, (body) => ({ ...statement, body }))];
    default:
      return [];
  }
}

export function functionSlots(program: GeneratedProgram): Slot<FunctionDefinition, GeneratedProgram>[] {
  return [
    slot(program.main, (main) => ({ ...program, main })),
    ...program.functions.map((definition, position) =>
      slot(definition, (other: FunctionDefinition) => ({
        ...program,
        functions: replaceAt(program.functions, position, other),
      })),
    ),
  ];
}

/** The expressions of a function outside its body: result and base case. */
export function resultSlots(definition: FunctionDefinition): Slot<Expression, FunctionDefinition>[] {
  const slots = [slot(definition.result, (result: Expression): FunctionDefinition => ({ ...definition, result }))];
  if (definition.recursion) {
    slots.push(slot(definition.recursion.base, (base) => ({ ...definition, recursion: { base } })));
  }
  return slots;
}

export function mapExpression(expression: Expression, change: (expression: Expression) => Expression): Expression {
  let rebuilt = expression;
  const count = operandSlots(expression).length;
  for (let position = 0; position < count; position++) {
    const operand = operandSlots(rebuilt)[position]!;
    rebuilt = operand.replace(mapExpression(operand.part, change));
  }
  return change(rebuilt);
}

export function mapStatement(
  statement: Statement,
  changeExpression: (expression: Expression) => Expression,
  changeStatement: (statement: Statement) => Statement,
): Statement {
  let rebuilt = statement;
  const expressions = expressionSlots(statement).length;
  for (let position = 0; position < expressions; position++) {
    const one = expressionSlots(rebuilt)[position]!;
    rebuilt = one.replace(mapExpression(one.part, changeExpression));
  }
  const bodies = bodySlots(statement).length;
  for (let position = 0; position < bodies; position++) {
    const one = bodySlots(rebuilt)[position]!;
    rebuilt = one.replace(one.part.map((inner) => mapStatement(inner, changeExpression, changeStatement)));
  }
  return changeStatement(rebuilt);
}

export function* statementsOf(body: Body): Generator<Statement> {
  for (const statement of body) {
    yield statement;
    for (const inner of bodySlots(statement)) yield* statementsOf(inner.part);
  }
}

export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  for (const operand of operandSlots(expression)) yield* partsOf(operand.part);
}

/** Every expression evaluated anywhere in the function, with its sub-expressions. */
export function* expressionsOf(definition: FunctionDefinition): Generator<Expression> {
  for (const statement of statementsOf(definition.body)) {
    for (const one of expressionSlots(statement)) yield* partsOf(one.part);
  }
  for (const one of resultSlots(definition)) yield* partsOf(one.part);
}
