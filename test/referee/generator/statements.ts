/** Random statement lists that stay within a number of paths. */
import type {
  Arguments,
  FunctionDefinition,
  Place,
  Pointer,
  Print,
  RiskyIndex,
  Statement,
  SwitchCase,
  UnsetPlace,
} from './ast.ts';
import { fieldNames, variable } from './ast.ts';
import type { Chance } from './chance.ts';
import { anyNumber, atom, condition, expression, type Scope, unknown } from './expressions.ts';
import { type CallWays, type Ways, waysThroughBody } from './paths.ts';
import type { ProgramShape } from './shape.ts';

/** Where a statement is generated: what it may use and what it may do. */
export interface Position {
  readonly scope: Scope;
  readonly nesting: number;
  readonly inLoop: boolean;
}

export interface Surroundings {
  readonly chance: Chance;
  readonly shape: ProgramShape;
  readonly functions: readonly FunctionDefinition[];
  readonly calls: CallWays;
  /** What may be registered to run at exit. */
  readonly handlers?: readonly string[];
  /** Inside a recursive function: a guess of what one deeper call costs. */
  readonly deeper?: Ways;
}

const counterNames = ['i', 'j', 'k'];

/**
 * Statements are drawn one by one; one that would push the body over its share of paths is replaced by a plain
 * assignment. Each level of nesting gets what its surroundings leave over.
 */
export class StatementBuilder {
  private readonly around: Surroundings;
  private readonly chance: Chance;

  constructor(around: Surroundings) {
    this.around = around;
    this.chance = around.chance;
  }

  body(at: Position, paths: number, most: number): Statement[] {
    const statements: Statement[] = [];
    let used = 1;
    for (let count = this.chance.between(Math.ceil(most / 2), most); count > 0; count--) {
      const drawn = this.statement(at, Math.floor(paths / used), statements);
      const ways = this.ways([...statements, drawn]);
      const fits = ways.through + ways.broke + ways.returned + ways.halted <= paths;
      statements.push(fits ? drawn : this.plainAssignment(at.scope));
      used = Math.max(1, this.ways(statements).through);
      if (endsBody(statements.at(-1)!)) break;
    }
    return statements;
  }

  private ways(body: readonly Statement[]): Ways {
    return waysThroughBody(
      body,
      this.around.calls,
      this.around.deeper ?? { through: 0, broke: 0, returned: 1, halted: 0 },
    );
  }

  /** `before` are the statements that precede in the same body: what they allocate may be freed. */
  private statement(at: Position, paths: number, before: readonly Statement[]): Statement {
    const { chance } = this;
    const { shape } = this.around;
    const { scope } = at;
    const allocated = before.flatMap((one) => (one.kind === 'point' && one.to.kind === 'heap' ? [one.pointer] : []));
    const freed = before.flatMap((one) => (one.kind === 'free' ? [one.pointer] : []));
    const branches = paths >= 2 && at.nesting > 0;
    const drawn: (readonly [number, () => Statement])[] = [
      [5, () => this.assignment(scope)],
      [2, () => this.print(scope)],
      [1, () => ({ kind: 'output', name: chance.of(['out', 'sum']), value: expression(chance, scope, 1) })],
      [2, () => ({ kind: 'point', pointer: chance.of(scope.pointers), to: this.pointer(scope, true) })],
      [2, () => this.access(scope, chance.of(scope.pointers))],
      [1, () => this.recordStatement(scope)],
    ];
    if (branches) {
      drawn.push([9, () => this.branch(at, paths)], [1, () => this.choice(at, paths)]);
      if (shape.loops && at.scope.counters.length < counterNames.length) drawn.push([3, () => this.loop(at, paths)]);
    }
    if (this.around.functions.length > 0) drawn.push([6, () => this.call(scope)]);
    if (this.around.deeper) {
      drawn.push([
        5,
        () => ({ kind: 'recurse', target: chance.of(scope.numbers), argument: expression(chance, scope, 1) }),
      ]);
    }
    if (at.inLoop) drawn.push([2, () => ({ kind: chance.of(['break', 'continue'] as const) })]);
    if (at.nesting < shape.nesting) {
      drawn.push([1, () => ({ kind: 'return', value: expression(chance, scope, 1) })]);
      drawn.push([1, () => ({ kind: 'exit', status: unknown(chance, scope) })]);
    }
    if (shape.faults) {
      drawn.push(
        [2, () => this.riskyDivide(scope)],
        [2, () => this.riskyAccess(scope)],
        [3, () => this.assertion(scope)],
      );
      if (at.nesting < shape.nesting) drawn.push([1, () => ({ kind: 'abort' })]);
      if (freed.length > 0) drawn.push([8, () => this.access(scope, chance.of(freed))]);
      if (allocated.length > 0) drawn.push([8, () => ({ kind: 'free', pointer: chance.of(allocated) })]);
    }
    if (shape.wide) drawn.push(...this.wide(scope));
    return chance.weighted(drawn);
  }

  private wide(scope: Scope): (readonly [number, () => Statement])[] {
    const { chance } = this;
    const { shape, handlers = [] } = this.around;
    const target = () => chance.of(scope.numbers);
    const drawn: (readonly [number, () => Statement])[] = [
      [2, () => ({ kind: 'spin', condition: condition(chance, scope), letter: chance.of(['', '', 'l']) })],
      [4, () => ({ kind: 'keep', to: this.keptPointer(scope) })],
      [3, () => this.access(scope, 'kept')],
      [3, () => ({ kind: 'set', place: this.unsetPlace(scope), value: expression(chance, scope, 1) })],
      [1, () => ({ kind: 'setWord', word: chance.of(['x', 'yes', '']) })],
      [1, () => ({ kind: 'readWord', target: target() })],
      [1, () => ({ kind: 'assign', place: { kind: 'variable', name: 'errno' }, value: atom(chance, scope) })],
      [1, () => ({ kind: 'assign', place: { kind: 'variable', name: target() }, value: variable('errno') })],
    ];
    if (handlers.length > 0) drawn.push([5, () => ({ kind: 'register', handler: chance.of(handlers) })]);
    if (shape.faults) {
      const use = () =>
        ({ kind: 'use', target: target(), place: this.unsetPlace(scope), value: atom(chance, scope) }) as const;
      drawn.push([3, use]);
    }
    if (shape.faults) drawn.push([1, () => ({ kind: 'free', pointer: 'kept' })]);
    return drawn;
  }

  private unsetPlace(scope: Scope): UnsetPlace {
    const { chance } = this;
    if (chance.oneIn(2)) return { kind: 'variable', name: 'unset' };
    return { kind: 'element', array: 'slots', index: atom(chance, scope) };
  }

  /** Nothing that a function takes with it when it returns. */
  private keptPointer(scope: Scope): Pointer {
    const { chance } = this;
    return chance.weighted<Pointer>([
      [6, () => ({ kind: 'heap', length: chance.of([1, 2, 4]) })],
      [1, () => ({ kind: 'addressOf', name: chance.of(['g', 'h']) })],
      [1, () => ({ kind: 'addressOfElement', array: 'numbers', index: atom(chance, scope) })],
      ...(this.around.shape.faults ? [[1, (): Pointer => ({ kind: 'null' })] as const] : []),
    ]);
  }

  /** Never forks. */
  private plainAssignment(scope: Scope): Statement {
    return { kind: 'assign', place: this.place(scope), value: atom(this.chance, scope) };
  }

  private assignment(scope: Scope): Statement {
    return { kind: 'assign', place: this.place(scope), value: expression(this.chance, scope) };
  }

  private place(scope: Scope): Place {
    const { chance } = this;
    return chance.weighted<Place>([
      [6, () => ({ kind: 'variable', name: chance.of(scope.numbers) })],
      [
        2,
        () => ({
          kind: 'element',
          array: chance.of([...scope.intArrays, ...scope.byteArrays]),
          index: atom(chance, scope),
        }),
      ],
      [
        1,
        () => ({
          kind: 'field',
          record: chance.of([...scope.records, ...scope.recordPointers]),
          field: chance.of(fieldNames),
        }),
      ],
    ]);
  }

  private print(scope: Scope): Statement {
    const { chance } = this;
    const what = chance.weighted<Print>([
      [3, () => ({ kind: 'text', text: chance.of(['low', 'high', 'done', 'odd']) })],
      [3, () => ({ kind: 'letter', value: unknown(chance, scope) })],
      ...(this.around.shape.numbersInText
        ? [[2, (): Print => ({ kind: 'number', value: atom(chance, scope) })] as const]
        : []),
    ]);
    return { kind: 'print', what };
  }

  private branch(at: Position, paths: number): Statement {
    const inner = { ...at, nesting: at.nesting - 1 };
    const most = Math.max(1, Math.min(3, this.around.shape.statements - 2));
    const hasElse = !this.chance.oneIn(3);
    const share = Math.max(1, Math.floor(paths / 2));
    return {
      kind: 'if',
      condition: condition(this.chance, at.scope),
      yes: this.body(inner, share, most),
      no: hasElse ? this.body(inner, share, most) : [],
    };
  }

  private choice(at: Position, paths: number): Statement {
    const inner = { ...at, nesting: at.nesting - 1 };
    const count = this.chance.between(1, 3);
    const share = Math.max(1, Math.floor(paths / (count + 1)));
    const cases: SwitchCase[] = [];
    for (let value = 0; value < count; value++) {
      cases.push({ value, body: this.body(inner, share, 2), fallsThrough: this.chance.oneIn(4) });
    }
    const selector = this.chance.oneIn(2)
      ? ({
          kind: 'binary',
          operator: '&',
          left: unknown(this.chance, at.scope),
          right: { kind: 'constant', value: 3 },
        } as const)
      : unknown(this.chance, at.scope);
    return { kind: 'switch', selector, cases, otherwise: this.chance.oneIn(2) ? this.body(inner, share, 2) : [] };
  }

  private loop(at: Position, paths: number): Statement {
    const { chance } = this;
    const counter = counterNames[at.scope.counters.length]!;
    const scope = { ...at.scope, counters: [...at.scope.counters, counter] };
    const constantBound = chance.oneIn(2);
    const count = constantBound ? chance.between(1, 3) : chance.of([1, 3, 3]);
    const bound = constantBound
      ? ({ kind: 'constant', count } as const)
      : ({ kind: 'input', value: unknown(chance, at.scope), mask: count } as const);
    const share = Math.max(1, Math.floor(paths ** (1 / count)));
    const body = this.body({ scope, nesting: at.nesting - 1, inLoop: true }, share, 3);
    return { kind: 'loop', style: chance.of(['for', 'for', 'while', 'do']), counter, bound, body };
  }

  private call(scope: Scope): Statement {
    const { chance } = this;
    const { functions } = this.around;
    const target = chance.of(scope.numbers);
    const simple = functions.filter((one) => !one.recursion && one.parameters.length === 2);
    if (simple.length > 1 && chance.oneIn(2)) {
      const callees = [chance.of(simple).name, chance.of(simple).name] as const;
      const selector = condition(chance, scope);
      return {
        kind: 'dispatch',
        style: chance.of(['variable', 'table']),
        target,
        selector,
        callees,
        arguments: this.arguments(scope, false),
      };
    }
    const callee = chance.of(functions);
    return {
      kind: 'call',
      target,
      callee: callee.name,
      arguments: this.arguments(scope, callee.parameters.length === 3),
    };
  }

  private arguments(scope: Scope, withPointer: boolean): Arguments {
    const numbers = [expression(this.chance, scope, 1), unknown(this.chance, scope)];
    return withPointer ? { numbers, pointer: this.pointer(scope, false) } : { numbers };
  }

  private pointer(scope: Scope, mayAllocate: boolean): Pointer {
    const { chance } = this;
    const { shape } = this.around;
    const drawn: (readonly [number, () => Pointer])[] = [
      [4, () => ({ kind: 'addressOf', name: chance.of(scope.numbers) })],
      [4, () => ({ kind: 'addressOfElement', array: chance.of(scope.intArrays), index: atom(chance, scope) })],
      [2, () => ({ kind: 'pointer', name: chance.of(scope.pointers) })],
    ];
    if (shape.faults) drawn.push([1, () => ({ kind: 'null' })]);
    if (shape.heap && mayAllocate) drawn.push([5, () => ({ kind: 'heap', length: chance.of([1, 2, 4]) })]);
    return chance.weighted(drawn);
  }

  /** Without faults pointers are never null, never freed and never indexed, so that plain accesses are safe. */
  private access(scope: Scope, pointer: string): Statement {
    const { chance } = this;
    const offset = this.around.shape.faults && chance.oneIn(4) ? { offset: atom(chance, scope) } : {};
    return chance.oneIn(2)
      ? { kind: 'load', target: chance.of(scope.numbers), pointer, ...offset }
      : { kind: 'store', pointer, ...offset, value: expression(chance, scope, 1) };
  }

  private recordStatement(scope: Scope): Statement {
    const { chance } = this;
    if (chance.oneIn(2)) {
      return { kind: 'pointRecord', pointer: chance.of(scope.recordPointers), to: chance.of(scope.records) };
    }
    return {
      kind: 'copyRecord',
      to: chance.of(scope.records),
      from: chance.of([...scope.records, ...scope.recordPointers]),
    };
  }

  private riskyDivide(scope: Scope): Statement {
    const { chance } = this;
    return {
      kind: 'riskyDivide',
      target: chance.of(scope.numbers),
      operator: chance.of(['/', '%']),
      dividend: {
        kind: 'binary',
        operator: '&',
        left: unknown(chance, scope),
        right: { kind: 'constant', value: 255 },
      },
      divisor: unknown(chance, scope),
    };
  }

  private riskyAccess(scope: Scope): Statement {
    const { chance } = this;
    const array = chance.of([...scope.intArrays, ...scope.byteArrays]);
    const index: RiskyIndex = { value: unknown(chance, scope), slack: chance.of([0, 0, 1]) };
    return chance.oneIn(2)
      ? { kind: 'riskyLoad', target: chance.of(scope.numbers), array, index }
      : { kind: 'riskyStore', array, index, value: atom(chance, scope) };
  }

  /** A third of the asserts cannot fail: they restate a bound that masking guarantees. */
  private assertion(scope: Scope): Statement {
    const { chance } = this;
    if (!chance.oneIn(3)) return { kind: 'assert', condition: condition(chance, scope) };
    const masked = {
      kind: 'binary',
      operator: '&',
      left: variable(chance.of(scope.inputs)),
      right: { kind: 'constant', value: 15 },
    } as const;
    return {
      kind: 'assert',
      condition: {
        kind: 'binary',
        operator: '<',
        left: masked,
        right: { kind: 'constant', value: 16 + Math.abs(anyNumber(chance)) },
      },
    };
  }
}

function endsBody(statement: Statement): boolean {
  return ['return', 'exit', 'break', 'continue', 'abort'].includes(statement.kind);
}
