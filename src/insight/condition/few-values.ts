/**
 * Rows in which an input has few values left. `0 <= status < 4 && messages[status] == "no memory"` means `status == 2`, and whatever a
 * row computes from `status` alone is then a constant if it is the same for all these values. Conditions and outputs over one such
 * input are evaluated for each value; nothing is asked of the solver.
 */
import { Evaluator } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { substitute } from '../../expr/substitute.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';
import { constantOr, type OutputValue } from '../outputs.ts';
import {
  conjunctsOf,
  LiteralReader,
  modelWith,
  type QuantityLiteral,
  soleCellOf,
  TriedValues,
  valuesIn,
} from './literals.ts';
import { rangeCondition } from './one-range.ts';

interface Row {
  readonly conditions: readonly Term[];
  readonly outputs: readonly OutputValue[];
  readonly outcome: { readonly inputs: readonly { readonly name: string; readonly term: Term }[] };
}

export function withFewValues<R extends Row>(rows: readonly R[], given: readonly Term[], terms: Terms): R[] {
  const trials = new TriedValues();
  const plain = new LiteralReader(terms, given, null, trials);
  return rows.map((row) => settledRow(row, given, plain, trials, terms));
}

function settledRow<R extends Row>(
  before: R,
  given: readonly Term[],
  plain: LiteralReader,
  trials: TriedValues,
  terms: Terms,
): R {
  const row = withKnownInputs(before, plain, terms);
  const conjuncts = row.conditions.flatMap(conjunctsOf);
  const isPlain = (term: Term) => isAboutInput(plain.read(term));
  const opaque = conjuncts.filter((term) => !isPlain(term) && soleCellOf(term, terms) !== null);
  const hasTerms = row.outputs.some(hasTerm);
  if (opaque.length === 0 && !hasTerms) return { ...row, outputs: withPlainObjects(row.outputs) };
  // Plain bounds first: what they leave of an input is tried in the others.
  const inRow = new LiteralReader(terms, [...given, ...conjuncts.filter(isPlain), ...opaque], null, trials);
  const domain = (term: Term): Domain | null => {
    const input = soleCellOf(term, terms);
    const values = input === null ? null : valuesIn(inRow.domainOf(input));
    return values === null ? null : { input: input!, values };
  };
  const told = new Set<Term>();
  const settledParts = new Map<Term, Term>();
  /** With constants for what is the same for all values that are left. */
  const withSettledParts = (term: Term): Term => {
    const inner = new Map<Term, Term>();
    visitOnce([term], (part) => {
      if (part.kind === Kind.constant || part.width === 0 || part.a === null || part.kind === Kind.read) return;
      const before = settledParts.get(part);
      const known = before === undefined && !part.hasFloat ? domain(part) : null;
      const value = known === null ? null : soleValue(part, known, terms);
      const found = before ?? (value === null ? part : terms.constant(part.width, value));
      settledParts.set(part, found);
      if (found !== part) inner.set(part, found);
    });
    return inner.size === 0 ? term : substitute(terms, term, inner);
  };
  const conditions = conjuncts.flatMap((term) => {
    if (soleCellOf(term, terms) === null) {
      const simple = withSettledParts(term);
      if (simple.kind !== Kind.constant) return [simple];
    }
    const known = opaque.includes(term) ? domain(term) : null;
    if (known === null || isBit(term)) return [term];
    if (told.has(known.input)) return [];
    told.add(known.input);
    return [terms.orAll(inRow.domainOf(known.input)!.map((range) => rangeCondition(known.input, range, terms)))];
  });
  const settle = (part: Scalar | Term): Scalar | Term => {
    const known = part instanceof Term && !part.hasFloat ? domain(part) : null;
    // What is still the input was not computed.
    if (known?.input === part) return part;
    const sole = known === null ? null : soleValue(part as Term, known, terms);
    return sole ?? (part instanceof Term ? constantOr(withSettledParts(part)) : part);
  };
  const inputs = new Set(row.outcome.inputs.map(({ name }) => name));
  /** The zero at the end of a copied text is the end, also where it was copied. */
  const withEnd = (part: Scalar | Term, own: string): Scalar | Term => {
    if (!(part instanceof Term) || part.kind !== Kind.read || part.a!.kind !== Kind.bytes) return settle(part);
    const isOwn = row.outcome.inputs.some(({ name, term }) => name === own && term === part.a);
    const values = isOwn ? null : domain(part)?.values;
    return values?.length === 1 && values[0] === 0n ? 0 : part;
  };
  const settled = (output: OutputValue): OutputValue => ({
    ...output,
    // Whether an input was changed is asked later, of the term.
    parts:
      output.kind === 'int' && inputs.has(output.name)
        ? output.parts
        : output.parts.map((part) =>
            output.kind === 'text' ? withEnd(part, output.name.replace(/#\d+$/, '')) : settle(part),
          ),
    members: output.members.map(settled),
  });
  return {
    ...row,
    conditions: told.size === 0 && conditions.every((term, i) => term === conjuncts[i]) ? row.conditions : conditions,
    outputs: withPlainObjects(row.outputs.map(settled)),
  };
}

/** An input of which a condition says the value is that value everywhere else. */
function withKnownInputs<R extends Row>(row: R, plain: LiteralReader, terms: Terms): R {
  const known = new Map<Term, Term>();
  const telling = new Set<Term>();
  const conjuncts = row.conditions.flatMap(conjunctsOf);
  for (const term of conjuncts) {
    const literal = plain.read(term);
    if (literal.kind !== 'values' || literal.of.kind !== Kind.variable || literal.allowed.length !== 1) continue;
    const [[from, to]] = literal.allowed;
    if (from !== to || known.has(literal.of)) continue;
    known.set(literal.of, terms.constant(literal.of.width, from));
    telling.add(term);
  }
  if (known.size === 0) return row;
  const conditions = conjuncts.map((term) => (telling.has(term) ? term : substitute(terms, term, known)));
  const named = new Map(row.outcome.inputs.map(({ name, term }) => [name, term]));
  const settled = (output: OutputValue): OutputValue => {
    // Whether an input was changed is asked later, of the term.
    const own = named.get(output.name);
    const others = own === undefined ? known : new Map([...known].filter(([input]) => input !== own));
    return {
      ...output,
      parts: output.parts.map((part) => (part instanceof Term ? constantOr(substitute(terms, part, others)) : part)),
      members: output.members.map(settled),
    };
  };
  return {
    ...row,
    conditions: conditions.filter((term) => term.kind !== Kind.constant || term.value === 0),
    outputs: row.outputs.map(settled),
  };
}

/**
 * A pointer at an offset that turned out to be zero leads to its object: what lies from there on is the object, and one of the three
 * outputs says it all.
 */
function withPlainObjects(outputs: readonly OutputValue[]): OutputValue[] {
  const byName = new Map(outputs.map((output) => [output.name, output]));
  const told = new Map<OutputValue, OutputValue | null>();
  for (const pointer of outputs) {
    const { name, kind, label, parts } = pointer;
    if (kind !== 'pointer' || label !== 'new' || parts[0] !== 0) continue;
    const [object, seen] = [byName.get(`the object of ${name}`), byName.get(`${name}#2`)];
    if (object === undefined || seen === undefined || !haveSameParts(object, seen)) continue;
    told
      .set(pointer, { ...seen, name })
      .set(object, null)
      .set(seen, null);
  }
  return outputs.flatMap((output) => {
    const text = told.get(output);
    return text === undefined ? [output] : text === null ? [] : [text];
  });
}

function haveSameParts(one: OutputValue, other: OutputValue): boolean {
  return one.parts.length === other.parts.length && one.parts.every((part, i) => part === other.parts[i]);
}

interface Domain {
  readonly input: Term;
  readonly values: readonly bigint[];
}

function hasTerm({ parts, members }: OutputValue): boolean {
  return parts.some((part) => part instanceof Term) || members.some(hasTerm);
}

function isAboutInput(literal: QuantityLiteral): boolean {
  return literal.kind === 'values' && (literal.of.kind === Kind.variable || literal.of.kind === Kind.read);
}

/** A test of a single bit says more than the values that have it. */
function isBit(term: Term): boolean {
  return term.kind === Kind.not ? isBit(term.a!) : term.kind === Kind.extract;
}

/** Null when there are several. */
function soleValue(term: Term, { input, values }: Domain, terms: Terms): Scalar | null {
  const evaluator = new Evaluator();
  let found: Scalar | null = null;
  for (const value of values) {
    const result = evaluator.use(modelWith(input, value)).value(term);
    if (found !== null && result !== found) return null;
    found = result;
  }
  return found === null ? null : terms.constant(term.width, found).value;
}
