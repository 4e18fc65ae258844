/**
 * An upper bound on the number of paths of a generated program: every condition is counted as if both sides were
 * feasible. The generator keeps programs below a given bound so that exhaustive exploration stays a matter of
 * milliseconds; the real number is usually a fraction of the bound.
 */
import {
  type Expression,
  type FunctionDefinition,
  type GeneratedProgram,
  recursionMask,
  type Statement,
} from './ast.ts';
import { expressionSlots, operandSlots } from './slots.ts';

/** How many ways lead out of a statement, by where they lead. */
export interface Ways {
  readonly through: number;
  readonly broke: number;
  readonly returned: number;
  readonly halted: number;
}

const once: Ways = { through: 1, broke: 0, returned: 0, halted: 0 };
const none: Ways = { through: 0, broke: 0, returned: 0, halted: 0 };

/** Ways through a whole call, by start depth for a recursive function. */
export type CallWays = ReadonlyMap<string, (depth: Expression | undefined) => Ways>;

export function boundPaths(program: GeneratedProgram): number {
  const calls = new Map<string, (depth: Expression | undefined) => Ways>();
  for (const definition of program.functions) calls.set(definition.name, callWays(definition, calls));
  const ways = waysThroughFunction(program.main, calls, none);
  const atExit = program.functions
    .filter(({ role }) => role !== undefined)
    .map(({ name }) => calls.get(name)!(undefined));
  return (ways.returned + ways.halted) * atExit.reduce((product, each) => product * (each.returned + each.halted), 1);
}

export function callWays(definition: FunctionDefinition, calls: CallWays): (depth: Expression | undefined) => Ways {
  if (!definition.recursion) {
    const ways = waysThroughFunction(definition, calls, none);
    return () => ways;
  }
  const base: Ways = { ...none, returned: forks(definition.recursion.base) };
  const byDepth: Ways[] = [base];
  for (let depth = 1; depth <= recursionMask; depth++) {
    byDepth.push(waysThroughFunction(definition, calls, byDepth[depth - 1]!));
  }
  return (start) => (start?.kind === 'constant' ? byDepth[start.value & recursionMask]! : byDepth.reduce(alternatives));
}

function waysThroughFunction(definition: FunctionDefinition, calls: CallWays, deeper: Ways): Ways {
  const body = waysThroughBody(definition.body, calls, deeper);
  return { ...none, returned: body.returned + body.through * forks(definition.result), halted: body.halted };
}

export function waysThroughBody(body: readonly Statement[], calls: CallWays, deeper: Ways): Ways {
  return body.reduce((before, statement) => sequence(before, waysThrough(statement, calls, deeper)), once);
}

function waysThrough(statement: Statement, calls: CallWays, deeper: Ways): Ways {
  const evaluated = expressionSlots(statement).reduce((product, one) => product * forks(one.part), 1);
  return times(evaluated, waysAfterEvaluation(statement, calls, deeper));
}

function waysAfterEvaluation(statement: Statement, calls: CallWays, deeper: Ways): Ways {
  switch (statement.kind) {
    case 'if':
      return alternatives(waysThroughBody(statement.yes, calls, deeper), waysThroughBody(statement.no, calls, deeper));
    case 'switch': {
      const bodies = [...statement.cases.map((one) => one.body), statement.otherwise];
      // Falling through runs the next body as well; counting it as part of each case keeps this an upper bound.
      let ways = none;
      for (let position = bodies.length - 1, rest = once; position >= 0; position--) {
        const own = waysThroughBody(bodies[position]!, calls, deeper);
        rest = statement.cases[position]?.fallsThrough ? sequence(own, rest) : own;
        ways = alternatives(ways, rest);
      }
      return { ...ways, through: ways.through + ways.broke, broke: 0 };
    }
    case 'loop':
      return waysThroughLoop(statement, calls, deeper);
    case 'break':
      return { ...none, broke: 1 };
    case 'return':
      return { ...none, returned: 1 };
    case 'exit':
    case 'abort':
      return { ...none, halted: 1 };
    case 'call':
      return afterCall(calls.get(statement.callee)!(statement.arguments.numbers[0]));
    case 'dispatch':
      return statement.callees.map((callee) => afterCall(calls.get(callee)!(undefined))).reduce(alternatives);
    case 'recurse':
      return afterCall(deeper);
    case 'riskyDivide':
    case 'riskyLoad':
    case 'riskyStore':
    case 'load':
    case 'store':
    case 'free':
    case 'assert':
    case 'spin':
    case 'use':
      return { ...once, halted: 1 };
    default:
      return once;
  }
}

function waysThroughLoop(statement: Statement & { kind: 'loop' }, calls: CallWays, deeper: Ways): Ways {
  const body = waysThroughBody(statement.body, calls, deeper);
  const { bound } = statement;
  const most = bound.kind === 'constant' ? bound.count : bound.mask;
  let running = once;
  let through = bound.kind === 'input' || most === 0 ? 1 : 0;
  for (let iteration = 1; iteration <= Math.max(most, statement.style === 'do' ? 1 : 0); iteration++) {
    running = sequence(running, body);
    if (bound.kind === 'input' || iteration === most) through += running.through;
  }
  return { ...running, through: through + running.broke, broke: 0 };
}

function afterCall(ways: Ways): Ways {
  return { ...none, through: ways.returned, halted: ways.halted };
}

/** How many ways an expression can be evaluated. */
export function forks(expression: Expression): number {
  if (expression.kind === 'choice') {
    return forks(expression.condition) * (forks(expression.yes) + forks(expression.no));
  }
  if (expression.kind === 'binary' && (expression.operator === '&&' || expression.operator === '||')) {
    return forks(expression.left) * (1 + forks(expression.right));
  }
  return operandSlots(expression).reduce((product, operand) => product * forks(operand.part), 1);
}

function sequence(first: Ways, second: Ways): Ways {
  return {
    through: first.through * second.through,
    broke: first.broke + first.through * second.broke,
    returned: first.returned + first.through * second.returned,
    halted: first.halted + first.through * second.halted,
  };
}

function alternatives(one: Ways, other: Ways): Ways {
  return {
    through: one.through + other.through,
    broke: one.broke + other.broke,
    returned: one.returned + other.returned,
    halted: one.halted + other.halted,
  };
}

function times(factor: number, ways: Ways): Ways {
  return {
    through: factor * ways.through,
    broke: factor * ways.broke,
    returned: factor * ways.returned,
    halted: factor * ways.halted,
  };
}
