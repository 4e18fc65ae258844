/** Differing pairs as people read them: alike ones joined, conditions without what is implied, a small example each. */

import { sizeOf, smallestInput } from '../../explore/small-input.ts';
import { evaluate } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { PathCondition, Solver } from '../../solver/solver.ts';
import { type Case, minimalCases } from '../condition/minimise.ts';
import { PinnedIndices } from '../condition/pinned-indices.ts';
import { outputText } from '../output-text.ts';
import type { OutputValue } from '../outputs.ts';
import type { Scope } from '../places.ts';
import { namingOf, readingOf } from '../reading.ts';
import { groupByOutputs } from '../signature.ts';
import { casesText } from '../signature-text.ts';
import { type DifferingPair, type VersionRow, valuesDiffer } from './compare.ts';

export interface Change {
  /** One of them holds. */
  readonly cases: readonly Case[];
  readonly old: VersionRow;
  readonly new: VersionRow;
  /** What differs; the rest is the same in both versions, or not worth telling. */
  readonly outputs: { readonly old: readonly OutputValue[]; readonly new: readonly OutputValue[] };
  /** Of both versions. */
  readonly inputs: readonly InputRecord[];
  readonly example: Model;
  /** All that were joined: an input that satisfies the condition of one behaves so. */
  readonly pairs: readonly DifferingPair[];
}

/** Beyond this, tidying costs more than it tells. */
const MOST_TIDIED = 60;

/** Shortest examples first. Pairs whose differing outputs are the same terms are one change. */
export function changesOf(
  pairs: readonly DifferingPair[],
  given: readonly Term[],
  terms: Terms,
  solver: Solver,
): Change[] {
  const tidy = pairs.length <= MOST_TIDIED;
  const found = pairs.map((pair) => {
    const conditions = pair.condition.conjuncts().filter((term) => !given.includes(term));
    const own = differingOutputs(pair, terms, solver);
    return { pair, conditions, own, outputs: [...own.old, ...own.new], input: pair.example };
  });
  const rows = tidy ? new PinnedIndices(given, terms, solver).in(found) : found;
  const groups = tidy ? groupByOutputs(rows, terms, solver, given) : rows.map((row) => [row]);
  const cases = minimalCases(
    groups.map((group) => ({ rows: group.map(({ conditions }) => conditions) })),
    given,
    false,
    terms,
    solver,
  );
  const changes = groups.map((group, i) => {
    const candidates = group.map(({ pair }) => {
      const inputs = inputsOf(pair);
      const small = i < MOST_TIDIED ? smallestInput(pair.condition, inputs, terms, solver) : null;
      const example = small ?? pair.example;
      return { pair, inputs, example, size: sizeOf(inputs, example) };
    });
    const { pair, inputs, example, size } = candidates.reduce((best, each) => (each.size < best.size ? each : best));
    const pairs = [...new Set(group.map((row) => row.pair))];
    const [{ own: outputs }] = group;
    return { size, change: { cases: cases[i], old: pair.old, new: pair.new, outputs, inputs, example, pairs } };
  });
  return changes.sort((a, b) => a.size - b.size).map(({ change }) => change);
}

/** Outputs of the same name that may differ on inputs of the pair, and those that one version has alone. */
function differingOutputs(pair: DifferingPair, terms: Terms, solver: Solver): Change['outputs'] {
  const same = new Set<string>();
  for (const before of pair.old.outputs) {
    const after = pair.new.outputs.filter(({ name }) => name === before.name);
    if (after.length !== 1 || pair.old.outputs.filter(({ name }) => name === before.name).length !== 1) continue;
    const differs = valuesDiffer(before, after[0], terms);
    if (solver.check(pair.condition, differs).status === 'unsat') same.add(before.name);
  }
  const choices = new SettledChoices(pair.condition, terms, solver);
  const kept = ({ outputs }: VersionRow, other: VersionRow) =>
    outputs
      .filter((output) => !same.has(output.name) && !goesWithoutSaying(output, outputs, other))
      .map((output) => choices.withoutThem(output));
  return { old: kept(pair.old, pair.new), new: kept(pair.new, pair.old) };
}

/** That a function which returned left no error behind is no news beside a version that does not return. */
function goesWithoutSaying(
  { name, parts }: OutputValue,
  outputs: readonly OutputValue[],
  { outputs: others }: VersionRow,
): boolean {
  if (parts[0] !== 0 || others.some((other) => other.name === name)) return false;
  return name === 'errno' || (name === 'exit' && outputs.some((other) => other.name === 'return'));
}

/** Per pair: most outputs have few choices or none. */
const MOST_CHOICES_ASKED = 24;

/** Outputs without choices that the condition of a pair has made already: `a == c ? 2 : 3` is 3 where they never are equal. */
class SettledChoices {
  private asked = 0;

  constructor(
    private readonly condition: PathCondition,
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {}

  withoutThem(output: OutputValue): OutputValue {
    const parts = output.parts.map((part) => {
      const term = part instanceof Term ? this.settled(part) : part;
      return term instanceof Term && term.kind === Kind.constant ? term.value : term;
    });
    return { ...output, parts, members: output.members.map((member) => this.withoutThem(member)) };
  }

  private settled(term: Term): Term {
    const { kind, a, b, c } = term;
    if (kind !== Kind.ite || this.asked >= MOST_CHOICES_ASKED) return term;
    if (this.isImpossible(a!)) return this.settled(c!);
    if (this.isImpossible(this.terms.not(a!))) return this.settled(b!);
    return this.terms.ite(a!, this.settled(b!), this.settled(c!));
  }

  private isImpossible(term: Term): boolean {
    this.asked++;
    return this.solver.check(this.condition, term).status === 'unsat';
  }
}

function inputsOf(pair: DifferingPair): InputRecord[] {
  const all = new Map<Term, InputRecord>();
  for (const { row } of [pair.new, pair.old]) {
    for (const input of row.outcome.inputs) if (!all.has(input.term)) all.set(input.term, input);
  }
  return [...all.values()];
}

export interface ChangeText {
  readonly condition: string;
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
}

/** What each version declares. */
export interface VersionScopes {
  readonly old: Scope;
  readonly new: Scope;
}

/** Inputs are told in the words of the new version, outputs in those of the version that has them. */
export function changeText({ cases, outputs, inputs }: Change, scopes: VersionScopes): ChangeText {
  const reading = readingOf(inputs, scopes.new);
  const texts = (side: keyof VersionScopes) => {
    const shown: Record<string, string> = {};
    for (const output of outputs[side]) {
      shown[freeName(output.name, shown)] = outputText(output, reading.naming, scopes[side]);
    }
    return shown;
  };
  return { condition: casesText(cases, reading), old: texts('old'), new: texts('new') };
}

/** A second `x` is `x#2`. */
export function freeName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  let name = wanted;
  for (let count = 2; name in taken; count++) name = `${wanted}#${count}`;
  return name;
}

/** The value of an output for the example. */
export function exampleText(output: OutputValue, { example, inputs }: Change): string {
  return outputText(concreteOutput(output, example), namingOf(inputs));
}

/** An output with the values that it has for one input. */
export function concreteOutput(output: OutputValue, input: Model): OutputValue {
  return {
    ...output,
    parts: output.parts.map((part) => (part instanceof Term ? evaluate(part, input) : part)),
    members: output.members.map((member) => concreteOutput(member, input)),
  };
}
