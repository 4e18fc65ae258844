/** Random expressions and conditions over what is in scope. */
import {
  arithmeticOperators,
  type BinaryOperator,
  binary,
  comparisonOperators,
  constant,
  type Expression,
  type FieldName,
  fieldNames,
  type UnaryOperator,
  variable,
} from './ast.ts';
import type { Chance } from './chance.ts';

/** The names a function body may use. Loop counters are readable and never written. */
export interface Scope {
  /** Int variables whose value is, or comes directly from, an input. */
  readonly inputs: readonly string[];
  /** Int variables that may be assigned. */
  readonly numbers: readonly string[];
  readonly counters: readonly string[];
  readonly intArrays: readonly string[];
  readonly byteArrays: readonly string[];
  readonly records: readonly string[];
  readonly recordPointers: readonly string[];
  readonly pointers: readonly string[];
}

export function anyNumber(chance: Chance): number {
  return chance.weighted([
    [8, () => chance.between(-3, 12)],
    [2, () => 1 << chance.between(3, 8)],
    [1, () => chance.between(-1000, 1000)],
  ]);
}

/** A leaf that is likely to depend on an input. */
export function unknown(chance: Chance, scope: Scope): Expression {
  return chance.weighted<Expression>([
    [8, () => variable(chance.of(scope.inputs))],
    [4, () => variable(chance.of(scope.numbers))],
    ...(scope.counters.length > 0 ? [[3, () => variable(chance.of(scope.counters))] as const] : []),
    [2, () => ({ kind: 'element', array: chance.of(scope.byteArrays), index: constant(chance.between(0, 3)) })],
  ]);
}

export function atom(chance: Chance, scope: Scope): Expression {
  return chance.weighted<Expression>([
    [6, () => variable(chance.of(scope.inputs))],
    [4, () => variable(chance.of(scope.numbers))],
    [3, () => constant(anyNumber(chance))],
    ...(scope.counters.length > 0 ? [[3, () => variable(chance.of(scope.counters))] as const] : []),
    [1, () => fieldOf(chance, scope)],
  ]);
}

function fieldOf(chance: Chance, scope: Scope): Expression {
  const record = chance.of([...scope.records, ...scope.recordPointers]);
  return { kind: 'field', record, field: chance.of<FieldName>(fieldNames) };
}

export function expression(chance: Chance, scope: Scope, depth = 2): Expression {
  if (depth === 0) return atom(chance, scope);
  const operand = () => expression(chance, scope, depth - 1);
  return chance.weighted<Expression>([
    [5, () => unknown(chance, scope)],
    [6, () => arithmetic(chance, unknown(chance, scope), operand())],
    [1, () => ({ kind: 'unary', operator: chance.of<UnaryOperator>(['-', '~', '!']), operand: operand() })],
    [1, () => ({ kind: 'shift', operator: chance.of(['<<', '>>']), left: operand(), amount: chance.between(0, 8) })],
    [
      1,
      () => ({
        kind: 'divide',
        operator: chance.of(['/', '%']),
        left: low(chance, operand()),
        divisor: chance.of([2, 3, 4, 5, 10]),
      }),
    ],
    [
      3,
      () => ({
        kind: 'element',
        array: chance.of([...scope.intArrays, ...scope.byteArrays]),
        index: atom(chance, scope),
      }),
    ],
    [1, () => binary(chance.of(comparisonOperators), operand(), atom(chance, scope))],
    [
      1,
      () => ({
        kind: 'choice',
        condition: comparison(chance, scope),
        yes: atom(chance, scope),
        no: atom(chance, scope),
      }),
    ],
  ]);
}

/**
 * Products of two unknowns are kept to a few bits: a full 32-bit multiplier under a condition costs the solver
 * seconds, and this generator is after lost paths, not after hard arithmetic.
 */
function arithmetic(chance: Chance, left: Expression, right: Expression): Expression {
  const operator = chance.of<BinaryOperator>(arithmeticOperators);
  if (operator !== '*') return binary(operator, left, right);
  if (left.kind === 'constant' || right.kind === 'constant') return binary('*', left, right);
  return binary('*', low(chance, left), low(chance, right));
}

function low(chance: Chance, operand: Expression): Expression {
  return binary('&', operand, constant(chance.of([7, 15, 31])));
}

export function comparison(chance: Chance, scope: Scope): Expression {
  return chance.weighted<Expression>([
    [5, () => linearCondition(chance, scope)],
    [3, () => bitCondition(chance, scope)],
    [2, () => productCondition(chance, scope)],
  ]);
}

export function condition(chance: Chance, scope: Scope): Expression {
  return chance.weighted<Expression>([
    [8, () => comparison(chance, scope)],
    [1, () => binary('&&', comparison(chance, scope), comparison(chance, scope))],
    [1, () => binary('||', comparison(chance, scope), comparison(chance, scope))],
    [1, () => ({ kind: 'unary', operator: '!', operand: comparison(chance, scope) })],
    [1, () => expression(chance, scope, 1)],
  ]);
}

function linearCondition(chance: Chance, scope: Scope): Expression {
  const operator = chance.of<BinaryOperator>(comparisonOperators);
  const left = chance.weighted<Expression>([
    [4, () => variable(chance.of(scope.inputs))],
    [2, () => unknown(chance, scope)],
    [2, () => binary(chance.of<BinaryOperator>(['+', '-']), unknown(chance, scope), atom(chance, scope))],
    [1, () => binary('+', binary('*', constant(chance.between(2, 5)), unknown(chance, scope)), atom(chance, scope))],
  ]);
  return binary(operator, left, chance.oneIn(3) ? atom(chance, scope) : constant(anyNumber(chance)));
}

function bitCondition(chance: Chance, scope: Scope): Expression {
  const bits = constant(1 << chance.between(0, 4));
  return chance.weighted<Expression>([
    [3, () => binary('&', variable(chance.of(scope.inputs)), bits)],
    [1, () => binary('==', binary('&', unknown(chance, scope), constant(3)), constant(chance.between(0, 3)))],
    [1, () => binary('&', binary('^', unknown(chance, scope), atom(chance, scope)), bits)],
  ]);
}

function productCondition(chance: Chance, scope: Scope): Expression {
  const product = binary('*', low(chance, unknown(chance, scope)), low(chance, variable(chance.of(scope.inputs))));
  return binary(chance.of<BinaryOperator>(['==', '<', '>=', '!=']), product, constant(chance.of([0, 6, 12, 35, 60])));
}
