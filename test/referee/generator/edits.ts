/**
 * Edits between two versions of a generated program, as a developer would make them. An edit is drawn by choosing a kind
 * and one of its sites; statements it does not touch are the same objects in both versions.
 */
import fc from 'fast-check';
import type { BinaryOperator, Expression, FunctionDefinition, GeneratedProgram, Statement } from './ast.ts';
import { arithmeticOperators, binary, comparisonOperators, constant } from './ast.ts';
import { printToC } from './print.ts';
import { programs } from './programs.ts';
import { refactorings } from './refactorings.ts';
import type { ProgramShape } from './shape.ts';
import { reductions } from './shrink.ts';
import { bodySlots, expressionSlots, functionSlots, operandSlots, resultSlots } from './slots.ts';

export const editKinds = ['operator', 'constant', 'added', 'removed', 'moved', 'condition', 'refactoring'] as const;
export type EditKind = (typeof editKinds)[number];

export interface Edit {
  readonly old: GeneratedProgram;
  readonly new: GeneratedProgram;
  readonly kind: EditKind;
}

/** Every version that one edit of this kind can make. A refactoring changes no behaviour; others may or may not. */
export function editsOf(program: GeneratedProgram, kind: EditKind): GeneratedProgram[] {
  const before = printToC(program);
  return [...versions(program, kind)].filter((version) => printToC(version) !== before);
}

/** Shrinks the old version and applies an edit of the same kind again, keeping the pair small. */
export function edits(shape: Partial<ProgramShape> = {}, kinds: readonly EditKind[] = editKinds): fc.Arbitrary<Edit> {
  return new EditArbitrary(programs(shape), kinds);
}

class EditArbitrary extends fc.Arbitrary<Edit> {
  private readonly programs: fc.Arbitrary<GeneratedProgram>;
  private readonly kinds: readonly EditKind[];

  constructor(source: fc.Arbitrary<GeneratedProgram>, kinds: readonly EditKind[]) {
    super();
    this.programs = source;
    this.kinds = kinds;
  }

  override generate(source: fc.Random, bias: number | undefined): fc.Value<Edit> {
    // A program may have no site for a kind (nothing to move, no constant); another program will.
    for (;;) {
      const old = this.programs.generate(source, bias).value;
      const kind = this.kinds[source.nextInt(0, this.kinds.length - 1)]!;
      const candidates = editsOf(old, kind);
      if (candidates.length === 0) continue;
      const edited = candidates[source.nextInt(0, candidates.length - 1)]!;
      return new fc.Value({ old, new: edited, kind }, undefined);
    }
  }

  override canShrinkWithoutContext(value: unknown): value is Edit {
    return typeof value === 'object' && value !== null && 'old' in value && 'new' in value;
  }

  override shrink(edit: Edit): fc.Stream<fc.Value<Edit>> {
    return fc.stream(smallerEdits(edit)).map((smaller) => new fc.Value(smaller, undefined));
  }
}

const editsPerReduction = 12;

function* smallerEdits({ old, kind }: Edit): Generator<Edit> {
  for (const smaller of reductions(old)) {
    for (const edited of editsOf(smaller, kind).slice(0, editsPerReduction)) {
      yield { old: smaller, new: edited, kind };
    }
  }
}

function* versions(program: GeneratedProgram, kind: EditKind): Generator<GeneratedProgram> {
  switch (kind) {
    case 'operator':
      yield* withExpressions(program, otherOperators);
      break;
    case 'constant':
      yield* withExpressions(program, otherConstants);
      break;
    case 'condition':
      yield* withConditions(program);
      break;
    case 'added':
      yield* withBodies(program, addStatement);
      break;
    case 'removed':
      yield* withBodies(program, removeStatement);
      break;
    case 'moved':
      yield* withBodies(program, moveStatement);
      break;
    case 'refactoring':
      yield* refactorings(program);
      break;
  }
}

type Body = readonly Statement[];

/** All programs that differ in one body, as `change` proposes. */
export function* withBodies(
  program: GeneratedProgram,
  change: (body: Body, owner: FunctionDefinition) => Iterable<Body>,
): Generator<GeneratedProgram> {
  for (const { part: definition, replace } of functionSlots(program)) {
    const changed = (body: Body): Iterable<Body> => changedBodies(body, (inner) => change(inner, definition));
    for (const body of changed(definition.body)) yield replace({ ...definition, body });
  }
}

function* changedBodies(body: Body, change: (body: Body) => Iterable<Body>): Generator<Body> {
  yield* change(body);
  for (const [position, statement] of body.entries()) {
    for (const inner of bodySlots(statement)) {
      for (const changed of changedBodies(inner.part, change)) yield body.with(position, inner.replace(changed));
    }
  }
}

/** All programs that differ in one expression or sub-expression, as `change` proposes. */
export function* withExpressions(
  program: GeneratedProgram,
  change: (expression: Expression) => Iterable<Expression>,
): Generator<GeneratedProgram> {
  yield* withBodies(program, function* (body) {
    for (const [position, statement] of body.entries()) {
      for (const one of expressionSlots(statement)) {
        for (const changed of changedExpressions(one.part, change)) yield body.with(position, one.replace(changed));
      }
    }
  });
  for (const { part, replace } of functionSlots(program)) {
    for (const one of resultSlots(part)) {
      for (const changed of changedExpressions(one.part, change)) yield replace(one.replace(changed));
    }
  }
}

function* changedExpressions(
  expression: Expression,
  change: (expression: Expression) => Iterable<Expression>,
): Generator<Expression> {
  yield* change(expression);
  for (const operand of operandSlots(expression)) {
    for (const changed of changedExpressions(operand.part, change)) yield operand.replace(changed);
  }
}

function* otherOperators(expression: Expression): Generator<Expression> {
  if (expression.kind !== 'binary') return;
  const families: readonly (readonly BinaryOperator[])[] = [arithmeticOperators, comparisonOperators, ['&&', '||']];
  for (const family of families) {
    if (!family.includes(expression.operator)) continue;
    for (const operator of family) {
      // A product of two unknowns is the one thing the solver must not be surprised with.
      if (operator !== expression.operator && operator !== '*') yield { ...expression, operator };
    }
  }
}

function* otherConstants(expression: Expression): Generator<Expression> {
  if (expression.kind !== 'constant') return;
  for (const value of [expression.value + 1, expression.value - 1, 0]) yield constant(value);
}

function* withConditions(program: GeneratedProgram): Generator<GeneratedProgram> {
  yield* withBodies(program, function* (body) {
    for (const [position, statement] of body.entries()) {
      if (statement.kind !== 'if' && statement.kind !== 'assert') continue;
      const { condition } = statement;
      const changed: Expression[] = [
        ...otherOperators(condition),
        { kind: 'unary', operator: '!', operand: condition },
      ];
      if (condition.kind === 'binary') changed.push(condition.left, condition.right);
      for (const other of changed) yield body.with(position, { ...statement, condition: other });
    }
  });
}

/** Copies a simple statement of the body to another place in it, or makes an assignment count twice. */
function* addStatement(body: Body): Generator<Body> {
  for (const [position, statement] of body.entries()) {
    if (statement.kind !== 'assign') continue;
    yield body.toSpliced(position + 1, 0, { ...statement, value: binary('+', statement.value, constant(1)) });
    if (position > 0) yield body.toSpliced(0, 0, { ...statement });
  }
  yield [...body.slice(0, 1), { kind: 'print', what: { kind: 'text', text: 'changed' } }, ...body.slice(1)];
}

function* removeStatement(body: Body): Generator<Body> {
  for (const position of body.keys()) yield body.toSpliced(position, 1);
}

function* moveStatement(body: Body): Generator<Body> {
  for (let from = 0; from < body.length; from++) {
    for (let to = 0; to < body.length; to++) {
      if (from !== to) yield body.toSpliced(from, 1).toSpliced(to, 0, body[from]!);
    }
  }
}
