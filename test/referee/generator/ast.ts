/**
 * Generated C programs as typed records.
 *
 * The records are built so that every value of these types is a legal, terminating program whose only undefined
 * behaviour is a fault that pathfold reports. What would otherwise need a side condition is part of the structure:
 * an array index carries its mask, a shift has a constant amount, a loop owns its counter, a recursive function owns its
 * guard, and an operation that can fault is a statement of its own (so at most one fault is possible per statement and
 * the order in which C evaluates operands never matters). The shrinker and the edits may therefore rewrite freely.
 */

/** All expressions have type int (32 bits, wrapping) and are total: evaluating one never faults. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** left << amount or left >> amount, 0 <= amount < 32. */
  | { readonly kind: 'shift'; readonly operator: '<<' | '>>'; readonly left: Expression; readonly amount: number }
  /** left / divisor or left % divisor with a constant divisor >= 1. */
  | { readonly kind: 'divide'; readonly operator: '/' | '%'; readonly left: Expression; readonly divisor: number }
  /** array[index & mask], always in bounds. */
  | { readonly kind: 'element'; readonly array: string; readonly index: Expression }
  /** record.field, or record->field through a struct pointer that is never null. */
  | { readonly kind: 'field'; readonly record: string; readonly field: FieldName }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    };

export type UnaryOperator = '-' | '~' | '!';

export const arithmeticOperators = ['+', '-', '*', '&', '|', '^'] as const;
/** '<u' and '<=u' compare as unsigned. */
export const comparisonOperators = ['==', '!=', '<', '<=', '>', '>=', '<u', '<=u'] as const;
export const logicalOperators = ['&&', '||'] as const;
export type BinaryOperator =
  | (typeof arithmeticOperators)[number]
  | (typeof comparisonOperators)[number]
  | (typeof logicalOperators)[number];

/** The one struct type of every program; the narrow fields make stores truncate. */
export const recordFields = {
  first: { type: 'int', length: 1 },
  second: { type: 'short', length: 1 },
  third: { type: 'unsigned char', length: 1 },
} as const;
export type FieldName = keyof typeof recordFields;
export const fieldNames = Object.keys(recordFields) as FieldName[];

/** Where an assignment may put an int; stores to narrow places truncate. */
export type Place =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'element'; readonly array: string; readonly index: Expression }
  | { readonly kind: 'field'; readonly record: string; readonly field: FieldName };

/** Where there may be no value. */
export type UnsetPlace = Exclude<Place, { kind: 'field' }>;

/** A value of type int *. */
export type Pointer =
  | { readonly kind: 'addressOf'; readonly name: string }
  | { readonly kind: 'addressOfElement'; readonly array: string; readonly index: Expression }
  | { readonly kind: 'pointer'; readonly name: string }
  | { readonly kind: 'null' }
  /** A fresh block of zeroed ints. */
  | { readonly kind: 'heap'; readonly length: number };

export type LoopBound =
  | { readonly kind: 'constant'; readonly count: number }
  /** (value & mask), read again before every iteration; mask is 1 or 3. */
  | { readonly kind: 'input'; readonly value: Expression; readonly mask: number };

export type Statement =
  | { readonly kind: 'assign'; readonly place: Place; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | {
      readonly kind: 'switch';
      readonly selector: Expression;
      readonly cases: readonly SwitchCase[];
      readonly otherwise: readonly Statement[];
    }
  /** The counter belongs to the loop: the body reads it and never writes it. `do` runs at least once. */
  | {
      readonly kind: 'loop';
      readonly style: 'for' | 'while' | 'do';
      readonly counter: string;
      readonly bound: LoopBound;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return'; readonly value: Expression }
  | { readonly kind: 'exit'; readonly status: Expression }
  | { readonly kind: 'call'; readonly target: string; readonly callee: string; readonly arguments: Arguments }
  /** A call through a function pointer, chosen by `selector` from two functions that take no pointer. */
  | {
      readonly kind: 'dispatch';
      readonly style: 'variable' | 'table';
      readonly target: string;
      readonly selector: Expression;
      readonly callees: readonly [string, string];
      readonly arguments: Arguments;
    }
  /** Inside a recursive function: target = self(depth - 1, argument). */
  | { readonly kind: 'recurse'; readonly target: string; readonly argument: Expression }
  | { readonly kind: 'point'; readonly pointer: string; readonly to: Pointer }
  | { readonly kind: 'pointRecord'; readonly pointer: string; readonly to: string }
  | { readonly kind: 'copyRecord'; readonly to: string; readonly from: string }
  | { readonly kind: 'free'; readonly pointer: string }
  | { readonly kind: 'print'; readonly what: Print }
  /** pathfold_output(name, value). */
  | { readonly kind: 'output'; readonly name: string; readonly value: Expression }
  // What goes beyond a program's own computation: only in wide programs.
  /** atexit(handler). */
  | { readonly kind: 'register'; readonly handler: string }
  /** while (condition) { } or with putchar(letter): nothing in the loop changes the condition, so it is left out or never ends. */
  | { readonly kind: 'spin'; readonly condition: Expression; readonly letter: string }
  /** kept = to, a global: heap, null or the address of a global. */
  | { readonly kind: 'keep'; readonly to: Pointer }
  /** unset = value, or an element of `slots`. */
  | { readonly kind: 'set'; readonly place: UnsetPlace; readonly value: Expression }
  /** setenv("WORD", word, 1); unsetenv("WORD") for the empty one. */
  | { readonly kind: 'setWord'; readonly word: string }
  /** target = the first character of getenv("WORD"), 0 without one. */
  | { readonly kind: 'readWord'; readonly target: string }
  // From here on: statements that can fault.
  /** target = dividend op (divisor & 7). */
  | {
      readonly kind: 'riskyDivide';
      readonly target: string;
      readonly operator: '/' | '%';
      readonly dividend: Expression;
      readonly divisor: Expression;
    }
  /** target = array[(index & (2 * length - 1)) - slack]: may leave the array on either side. */
  | { readonly kind: 'riskyLoad'; readonly target: string; readonly array: string; readonly index: RiskyIndex }
  | { readonly kind: 'riskyStore'; readonly array: string; readonly index: RiskyIndex; readonly value: Expression }
  /** target = pointer[offset & 1] (offset absent: *pointer); null, freed or one past the end are possible. */
  | { readonly kind: 'load'; readonly target: string; readonly pointer: string; readonly offset?: Expression }
  | { readonly kind: 'store'; readonly pointer: string; readonly offset?: Expression; readonly value: Expression }
  /** target = unset ^ value, or with an element of `slots`: wrong where nothing was set. */
  | { readonly kind: 'use'; readonly target: string; readonly place: UnsetPlace; readonly value: Expression }
  | { readonly kind: 'assert'; readonly condition: Expression }
  | { readonly kind: 'abort' };

export type StatementKind = Statement['kind'];

export interface SwitchCase {
  readonly value: number;
  readonly body: readonly Statement[];
  readonly fallsThrough: boolean;
}

export interface RiskyIndex {
  readonly value: Expression;
  readonly slack: 0 | 1;
}

export type Print =
  | { readonly kind: 'text'; readonly text: string }
  /** putchar('a' + (value & 7)): symbolic text without a branch. */
  | { readonly kind: 'letter'; readonly value: Expression }
  | { readonly kind: 'number'; readonly value: Expression };

/** `numbers` has one entry per int parameter; `pointer` is there when the callee takes one. */
export interface Arguments {
  readonly numbers: readonly Expression[];
  readonly pointer?: Pointer;
}

export type ScalarType = 'int' | 'unsigned char' | 'short';

export type VariableType =
  | { readonly kind: 'scalar'; readonly type: ScalarType; readonly initial: number }
  | { readonly kind: 'array'; readonly type: ScalarType; readonly initial: readonly number[] }
  | { readonly kind: 'record'; readonly initial: readonly [number, number, number] }
  /** int *, initially the address of an int variable. */
  | { readonly kind: 'pointer'; readonly target: string }
  /** struct record *, initially the address of a record; never null. */
  | { readonly kind: 'recordPointer'; readonly target: string }
  /** An int without an initial value, or an array of them. */
  | { readonly kind: 'unset'; readonly length?: number }
  /** An int that the library declares: errno. */
  | { readonly kind: 'library' };

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
}

/** Inputs are the first statements of main, each a variable of that name. */
export type Input =
  | { readonly kind: 'int'; readonly name: string }
  | { readonly kind: 'uchar'; readonly name: string }
  /** low <= value <= high. */
  | { readonly kind: 'range'; readonly name: string; readonly low: number; readonly high: number }
  | { readonly kind: 'bytes'; readonly name: string; readonly length: number };

export interface Parameter {
  readonly name: string;
  readonly type: 'int' | 'pointer';
}

export interface FunctionDefinition {
  readonly name: string;
  /** A recursive function has exactly two int parameters, the first of which counts down to the base case. */
  readonly parameters: readonly Parameter[];
  /** Runs when the program ends, if it was registered or always; takes and returns nothing, and its `exit` is `_exit`. */
  readonly role?: 'handler' | 'destructor';
  readonly recursion?: { readonly base: Expression };
  readonly locals: readonly Variable[];
  readonly body: readonly Statement[];
  readonly result: Expression;
}

export interface GeneratedProgram {
  readonly globals: readonly Variable[];
  /** Callees before callers; a function calls only functions before it, or itself by `recurse`. */
  readonly functions: readonly FunctionDefinition[];
  readonly inputs: readonly Input[];
  readonly assumptions: readonly Expression[];
  /** Named main. */
  readonly main: FunctionDefinition;
}

/** Calls of a recursive function start at (argument & 3). */
export const recursionMask = 3;
/** A risky division divides by (divisor & 7). */
export const divisorMask = 7;

export function constant(value: number): Expression {
  return { kind: 'constant', value: value | 0 };
}

export function variable(name: string): Expression {
  return { kind: 'variable', name };
}

export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right };
}
