/**
 * Outputs as a caller thinks of them. A pointer is one output, NULL or what it leads to, not a question and an answer; what a function
 * leaves as it was is none at all; and a value that is a choice (`c == '/' ? SLASH : CODE`, the truth of a comparison) is several rows with plain
 * values, because then rows with the same value can be told together.
 */
import { evaluate } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { substitute } from '../expr/substitute.ts';
import { type Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { stubWord } from '../frontend/harness/place.ts';
import type { InputRecord, PathOutcome } from '../machine/outcome.ts';
import { stripType } from '../program/debug.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';
import { constantOr, GIVEN, type OutputValue } from './outputs.ts';
import { type Scope, typeOfPlace } from './places.ts';

export interface SettledRow {
  readonly conditions: readonly Term[];
  readonly outputs: readonly OutputValue[];
  readonly outcome: PathOutcome;
  readonly input: Model;
}

export interface Settled {
  readonly rows: readonly SettledRow[];
  /** Names of what no row changes. */
  readonly unchanged: readonly string[];
}

const NULL_QUESTION = ' == NULL';
const MOST_SPLITS = 6;
const MOST_ROWS_SPLIT = 256;

export function settleOutputs(
  rows: readonly SettledRow[],
  scope: Scope,
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): Settled {
  const told = withoutRepeatedText(rows);
  const pointers = told.map((row) => ({
    ...row,
    outputs: withPointers(row, scope).map((output) => withGivenBytes(output, row, given, terms, solver)),
  }));
  const kept = pointers.map(
    (row) => new Set(row.outputs.filter((each) => isUnchanged(each, row, scope, given, terms, solver))),
  );
  const changing = new Set<string>();
  const names = new Set<string>();
  pointers.forEach(({ outputs }, i) => {
    for (const output of outputs) {
      names.add(output.name);
      if (!kept[i].has(output)) changing.add(output.name);
    }
  });
  const settled = pointers.map((row, i) => ({
    ...row,
    outputs: row.outputs
      .filter(({ name }) => changing.has(name))
      .map((output) => (kept[i].has(output) ? asGiven(output, row) : withoutRest(output, row))),
  }));
  const named = withNamedTargets(settled, given, terms, solver);
  const room = named.length <= MOST_ROWS_SPLIT;
  return {
    rows: room ? named.flatMap((row) => split(row, given, terms, solver)) : named,
    unchanged: [...names].filter((name) => !changing.has(name) && !REPEATED.test(name)),
  };
}

/** The second output of a name is what the first, a pointer, leads to. */
const REPEATED = /#\d+$/;

/** The text that a pointer to a variable leads to is left out where the variable is an output itself, in all rows. */
function withoutRepeatedText(rows: readonly SettledRow[]): readonly SettledRow[] {
  const isRepeated = ({ outputs }: SettledRow, text: OutputValue): boolean => {
    const pointer = outputs.find(({ name }) => name === text.name.replace(REPEATED, ''));
    if (pointer?.kind !== 'pointer' || pointer.parts[0] !== 0) return false;
    const variable = outputs.find(({ name }) => `&${name}` === pointer.label);
    return variable?.kind === 'text' && haveSameText(variable.parts, text.parts);
  };
  const repeated = new Map<string, boolean>();
  for (const row of rows) {
    for (const output of row.outputs) {
      if (output.kind !== 'text' || !REPEATED.test(output.name)) continue;
      repeated.set(output.name, repeated.get(output.name) !== false && isRepeated(row, output));
    }
  }
  if (![...repeated.values()].includes(true)) return rows;
  return rows.map((row) => ({ ...row, outputs: row.outputs.filter(({ name }) => repeated.get(name) !== true) }));
}

function haveSameText(one: OutputValue['parts'], other: OutputValue['parts']): boolean {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, i) => (one[i] ?? 0) === (other[i] ?? 0)).every((same) => same);
}

/** What a row leaves as it was is the input, however the function computed it. */
function asGiven(output: OutputValue, row: SettledRow): OutputValue {
  // However long the buffer is, it is the one that was given.
  if (isBufferOfInputs(output, row)) return { ...output, kind: 'pointer', parts: [0], label: SAME, members: [] };
  const input = output.kind === 'int' ? inputNamed(row, output.name) : undefined;
  return input === undefined ? output : { ...output, parts: [input.term] };
}

function inputNamed({ outcome }: SettledRow, name: string): InputRecord | undefined {
  return outcome.inputs.find((input) => input.name === name);
}

/** `p == NULL` and, where it is not, `p` are one output. */
function withPointers(row: SettledRow, scope: Scope): OutputValue[] {
  const { outputs } = row;
  const led = new Set(outputs.filter(({ kind }) => kind === 'pointer').map(({ name }) => name));
  return outputs.flatMap((output) => {
    const place = pointerOf(output);
    if (place === null) return [output];
    // What leads into an object is not NULL, whatever is added to it: C gives no meaning to an address that wraps around.
    if (output.parts[0] instanceof Term) return led.has(place) ? [] : [output];
    if (output.parts[0] !== 0) return [pointer(output, place, 'NULL')];
    if (led.has(place)) return [];
    return [pointer(output, place, startOf(place, row, scope) === 'given' ? SAME : 'new')];
  });
}

/** A pointer that leads where it was given to lead. */
const SAME = 'as given';

function pointerOf({ name, kind }: OutputValue): string | null {
  return kind === 'int' && name.endsWith(NULL_QUESTION) ? name.slice(0, -NULL_QUESTION.length) : null;
}

function pointer(question: OutputValue, name: string, label: string): OutputValue {
  return { ...question, name, kind: 'pointer', label, parts: [0], bits: 64, signed: false };
}

/** What a pointer of a parameter was at the beginning; null for what the function made. */
function startOf(place: string, row: SettledRow, scope: Scope): 'NULL' | 'given' | null {
  const asked = inputNamed(row, `${place}${NULL_QUESTION}`);
  if (asked !== undefined) return evaluate(asked.term, row.input) === 0 ? 'given' : 'NULL';
  const root = /^[*(]*(\w+)/.exec(place)?.[1] ?? '';
  const isGiven =
    root !== 'return' && row.outcome.inputs.some(({ name }) => name.replace(/^[*(]+/, '').startsWith(root));
  if (!isGiven) return null;
  return isWithinItself(place, scope) ? 'NULL' : 'given';
}

/** Lists and trees end in NULL where the depth of structures ends. */
function isWithinItself(place: string, scope: Scope): boolean {
  const own = typeOfPlace(`*${place}`, scope);
  if (own === null) return false;
  for (let outer = place; ; ) {
    const shorter = outer.replace(/(->|\.|\[)\w*\]?$/, '');
    if (shorter === outer) return false;
    outer = shorter;
    const type = typeOfPlace(outer, scope);
    const bare = type === null ? null : stripType(type);
    const record = bare?.kind === 'pointer' ? stripType(bare.target) : bare;
    if (record === stripType(own)) return true;
  }
}

function isUnchanged(
  output: OutputValue,
  row: SettledRow,
  scope: Scope,
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): boolean {
  const { name, kind, parts, label } = output;
  if (name === 'errno') return parts[0] === 0;
  if (kind === 'pointer' && label.replace(/^function pf_stub\d+_/, '') === stubWord(name)) return true;
  if (kind === 'pointer') return label === SAME || (label === 'NULL' && startOf(name, row, scope) === 'NULL');
  // What the caller's own pointer led to is still there, wherever the pointer leads now.
  const input = inputNamed(row, kind === 'text' ? name.replace(REPEATED, '') : name);
  if (input === undefined) return isBufferOfInputs(output, row) && isMadeOf(name, parts, row);
  if (kind === 'text') {
    if (input.kind !== 'bytes') return false;
    // A string ends with its buffer, whatever is read there.
    return parts.every(
      (part, i) =>
        part === terms.read(input.term, terms.constant(32, i)) || (part === 0 && i > 0 && i === parts.length - 1),
    );
  }
  const [value] = parts;
  if (value === input.term) return true;
  if (!(value instanceof Term) || value.width !== input.term.width || input.kind !== 'int') return false;
  const differs = terms.ne(value, input.term);
  return solver.check(PathCondition.of([...given, ...row.conditions]), differs).status === 'unsat';
}

/** Bytes that are inputs each: `s[0]`, `s[1]`. */
function isMadeOf(name: string, parts: OutputValue['parts'], row: SettledRow): boolean {
  return parts.every((part, i) => part instanceof Term && part === inputNamed(row, `${name}[${i}]`)?.term);
}

function isBufferOfInputs({ kind, name, parts }: OutputValue, row: SettledRow): boolean {
  return kind === 'text' && parts.length > 0 && inputNamed(row, `${name}[0]`) !== undefined;
}

/** A byte that a path has pinned to a value (`p[0] == 7`) is still the byte that was given. */
function withGivenBytes(
  output: OutputValue,
  row: SettledRow,
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): OutputValue {
  if (!isBufferOfInputs(output, row)) return output;
  const parts = output.parts.map((part, i) => {
    const input = inputNamed(row, `${output.name}[${i}]`);
    if (input === undefined || part === input.term || input.term.width !== 8) return part;
    const value = part instanceof Term ? part : terms.constant(8, part);
    if (evaluate(value, row.input) !== evaluate(input.term, row.input)) return part;
    const differs = terms.ne(value, input.term);
    const isSame = solver.check(PathCondition.of([...given, ...row.conditions]), differs).status === 'unsat';
    return isSame ? input.term : part;
  });
  return { ...output, parts };
}

/** Buffers of any length are told by what was written into them. */
function withoutRest(output: OutputValue, row: SettledRow): OutputValue {
  if (!isBufferOfInputs(output, row)) return output;
  const { name, parts } = output;
  const last = parts.findLastIndex((part, i) => part !== inputNamed(row, `${name}[${i}]`)?.term);
  return { ...output, parts: parts.slice(0, last + 1), label: GIVEN };
}

/** A null pointer that is a copy of another, given as NULL, is told as the copy that it is in other rows. */
function withNamedTargets(
  rows: readonly SettledRow[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): readonly SettledRow[] {
  const targets = new Map<string, OutputValue>();
  for (const { outputs } of rows) {
    for (const output of outputs) {
      const { kind, label, parts } = output;
      if (kind !== 'pointer' || label === 'NULL' || label === 'new' || label === SAME) continue;
      if (parts[0] === 0) targets.set(output.name, output);
    }
  }
  if (targets.size === 0) return rows;
  return rows.map((row) => ({
    ...row,
    outputs: row.outputs.map((output) => {
      const target = targets.get(output.name);
      const asked = target === undefined ? undefined : inputNamed(row, `${target.label}${NULL_QUESTION}`);
      if (output.kind !== 'pointer' || output.label !== 'NULL' || asked === undefined) return output;
      const isThere = terms.eq(asked.term, terms.constant(asked.term.width, 0));
      const copied = solver.check(PathCondition.of([...given, ...row.conditions]), isThere).status === 'unsat';
      return copied ? target! : output;
    }),
  }));
}

function split(
  row: SettledRow,
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
  left = MOST_SPLITS,
): SettledRow[] {
  const choice = left === 0 ? null : row.outputs.map(choiceOf).find((each) => each !== null);
  if (choice === null || choice === undefined) return [row];
  const sides = [true, false].flatMap((value): (SettledRow | null)[] => {
    const condition = value ? choice : terms.not(choice);
    const path = PathCondition.of([...given, ...row.conditions]);
    if (condition.kind !== Kind.constant && solver.check(path, condition).status === 'unsat') return [];
    const map = new Map([[choice, terms.bool(value)]]);
    const plain = (output: OutputValue): OutputValue => ({
      ...output,
      parts: output.parts.map((part) => (part instanceof Term ? constantOr(substitute(terms, part, map)) : part)),
      members: output.members.map(plain),
    });
    const isOwn = evaluate(condition, row.input) !== 0;
    const input = isOwn ? row.input : solver.model(path.append(condition));
    // Whether there are such inputs was not decided: no row without an example.
    if (input === null) return [null];
    return [{ ...row, conditions: [...row.conditions, condition], outputs: row.outputs.map(plain), input }];
  });
  if (!areFound(sides)) return [row];
  if (sides.length === 1) sides[0] = { ...sides[0], conditions: row.conditions };
  return sides.flatMap((side) => split(side, given, terms, solver, left - 1));
}

function areFound(sides: (SettledRow | null)[]): sides is SettledRow[] {
  return !sides.includes(null);
}

const COMPARISONS: ReadonlySet<Kind> = new Set<Kind>([
  Kind.eq,
  Kind.ult,
  Kind.ule,
  Kind.slt,
  Kind.sle,
  Kind.not,
  Kind.and,
  Kind.or,
  Kind.feq,
  Kind.flt,
  Kind.fle,
]);

/** The condition that an output's value is chosen by; null when it is none. */
function choiceOf({ kind, parts, members }: OutputValue): Term | null {
  const [value] = parts;
  if (kind === 'int' && value instanceof Term) {
    let term: Term = value;
    for (;;) {
      if (term.kind === Kind.ite) return term.a;
      if (term.width === 1) return COMPARISONS.has(term.kind) ? plainOf(term) : null;
      const isSum = term.kind === Kind.add && term.b!.kind === Kind.constant;
      if (term.kind !== Kind.zext && term.kind !== Kind.sext && !isSum) return null;
      term = term.a!;
    }
  }
  if (kind === 'text') {
    const chosen = parts.find((part) => part instanceof Term && part.kind === Kind.ite && isBetweenConstants(part));
    if (chosen instanceof Term) return chosen.a;
  }
  for (const member of members) {
    const choice = choiceOf(member);
    if (choice !== null) return choice;
  }
  return null;
}

function isBetweenConstants({ b, c }: Term): boolean {
  return b!.kind === Kind.constant && c!.kind === Kind.constant;
}

function plainOf(term: Term): Term {
  return term.kind === Kind.not ? plainOf(term.a!) : term;
}
