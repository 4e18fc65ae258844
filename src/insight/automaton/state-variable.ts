/** The variable whose values are the states of a machine, and what it is called before and after a step. */
import { type DebugType, stripType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Interval } from '../condition/intervals.ts';
import { elementOf, type Scope, typeOfPlace } from '../places.ts';
import { constantText, styleOf, type ValueStyle } from '../value-text.ts';

export interface StateVariable {
  /** The input that has its value when the step begins. */
  readonly before: string;
  /** The output that has it when the step has ended; the result, where the state is handed over by value. */
  readonly after: string;
  readonly style: ValueStyle;
  /** Values with names of their own, in the order of the declaration. */
  readonly named: readonly { readonly name: string; readonly value: bigint }[];
}

export interface MachineState {
  readonly name: string;
  /** As C reads them: negative where the type is signed. */
  readonly values: readonly Interval[];
}

/** `*p` is called `*p` in inputs and outputs, but users may write `p[0]` or spaces. */
export function placeName(text: string): string {
  const plain = text.replace(/\s+/g, '');
  const first = /^(\w+)\[0\]$/.exec(plain);
  const starred = /^\(\*(\w+)\)\.(.+)$/.exec(plain);
  if (first !== null) return `*${first[1]}`;
  return starred === null ? plain : `${starred[1]}->${starred[2]}`;
}

export function stateVariable(text: string, fn: ProgramFunction, scope: Scope): StateVariable {
  const name = placeName(text);
  const isLocal = (fn.debug?.variables ?? []).some((each) => each.parameter === 0 && each.name === name);
  const type = isLocal ? null : typeOfPlace(name, scope);
  if (type === null) throw noSuchVariable(name, fn, scope, isLocal);
  const bare = stripType(type);
  const style = styleOf(type);
  if (style === null) throw notDiscrete(name, bare.kind, type);
  const after = isByValue(name, fn) ? resultFor(name, type, scope) : name;
  const named = bare.kind === 'enum' ? bare.enumerators.map((each) => ({ name: each.name, value: each.value })) : [];
  return { before: name, after, style, named };
}

function isByValue(name: string, fn: ProgramFunction): boolean {
  return (fn.debug?.variables ?? []).some((variable) => variable.parameter > 0 && variable.name === name);
}

/** A state that is handed over by value comes back as the result. */
function resultFor(name: string, type: DebugType, scope: Scope): string {
  const result = scope.types.get('return');
  if (result !== undefined && stripType(result) === stripType(type)) return 'return';
  throw new UserError(
    `--state ${name}: it is a parameter passed by value, and the function does not return a state of the same type`,
    'name what the step changes: a global, a member behind a pointer (m->state), or *p',
  );
}

function notDiscrete(name: string, kind: string, type: DebugType): UserError {
  if (kind === 'pointer') {
    const member = elementOf(type);
    const fields = member === null ? null : stripType(member);
    if (fields?.kind === 'struct') {
      const numbers = fields.fields.filter((field) => styleOf(field.type) !== null).map((field) => field.name);
      const near = numbers.find((each) => /state|mode|phase/i.test(each)) ?? numbers[0];
      return new UserError(
        `--state ${name}: a pointer is no state`,
        near === undefined ? null : `name a member that is, for example ${name}->${near}`,
      );
    }
    return new UserError(`--state ${name}: a pointer is no state`, `did you mean *${name}?`);
  }
  const what = kind === 'base' ? 'a floating-point number' : kind === 'array' ? 'an array' : `a ${kind}`;
  return new UserError(`--state ${name}: ${what} is no state`, 'name an enumeration or a whole number');
}

function noSuchVariable(name: string, fn: ProgramFunction, scope: Scope, isLocal: boolean): UserError {
  const known = [...scope.types.keys()].filter((each) => each !== 'return' && !each.startsWith('.'));
  const base = /^\W*(\w+)/.exec(name)?.[1] ?? name;
  const called = fn.debug?.name ?? fn.name;
  if (isLocal) {
    return new UserError(
      `--state ${name}: it is a local variable of ${called}, which is gone when the step has ended`,
      `the state must outlive a call: a global, a member behind a pointer (m->state), or a parameter that comes back as the result; where ${called} has a loop that makes step after step, make the body of the loop such a function, and name that`,
    );
  }
  const type = scope.types.get(base);
  if (type !== undefined) {
    const outer = stripType(type);
    const record = outer.kind === 'pointer' ? stripType(outer.target) : outer;
    const fields = record.kind === 'struct' ? record.fields.map((field) => field.name) : [];
    const arrow = outer.kind === 'pointer' ? '->' : '.';
    const near = nearNames(/\w+$/.exec(name)?.[0] ?? '', fields).map((each) => `${base}${arrow}${each}`);
    const members = fields.slice(0, 8).map((each) => `${base}${arrow}${each}`);
    return new UserError(
      `--state ${name}: ${base} has no such member`,
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : members.length > 0
          ? `it has ${members.join(', ')}`
          : null,
    );
  }
  const near = nearNames(base, known);
  return new UserError(
    `--state ${name}: there is no such global variable, and no such parameter of ${called}`,
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : null,
  );
}

/** What a value is called. */
export function valueName(value: bigint, { style, named }: StateVariable): string {
  return named.find((each) => each.value === value)?.name ?? constantText(value, style);
}

/** A state that is one value. */
export function singleState(value: bigint, variable: StateVariable): MachineState {
  return { name: valueName(value, variable), values: [[value, value]] };
}

/** `V`: a name of the enumeration, a number or a character; null for none of these. */
export function readValue(text: string, { named, style }: Pick<StateVariable, 'named' | 'style'>): bigint | null {
  const word = text.trim();
  const known = named.find(({ name }) => name === word);
  if (known !== undefined) return known.value;
  const styled = style.truth ? ['false', 'true'].indexOf(word) : -1;
  if (styled >= 0) return BigInt(styled);
  const character = /^'(\\?.)'$/.exec(word)?.[1];
  if (character !== undefined) {
    const escapes: Record<string, number> = { '\\n': 10, '\\t': 9, '\\r': 13, '\\0': 0, '\\\\': 92, "\\'": 39 };
    const code = character.length === 1 ? character.charCodeAt(0) : escapes[character];
    return code === undefined ? null : BigInt(code);
  }
  return /^-?(0x[\da-f]+|\d+)$/i.test(word) ? (word.startsWith('-') ? -BigInt(word.slice(1)) : BigInt(word)) : null;
}
