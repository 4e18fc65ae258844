/** Differing pairs as people read them: alike ones joined, conditions without what is implied, a small example each. */
import { evaluate } from '../../expr/evaluate.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { Solver } from '../../solver/solver.ts';
import { dropImplied, withoutDetours } from '../conditions.ts';
import type { OutputValue } from '../outputs.ts';
import { mergeRows } from '../signature.ts';
import { conditionText, namingOf, outputText } from '../signature-text.ts';
import type { DifferingPair, VersionRow } from './compare.ts';
import { sizeOf, smallestInput } from './small-input.ts';

export interface Change {
  readonly conditions: readonly Term[];
  readonly old: VersionRow;
  readonly new: VersionRow;
  /** Of both versions. */
  readonly inputs: readonly InputRecord[];
  readonly example: Model;
}

/** Beyond these, tidying costs more than it tells. */
const MOST_CONJUNCTS = 40;
const MOST_TIDIED = 60;

/** Shortest examples first. */
export function changesOf(pairs: readonly DifferingPair[], terms: Terms, solver: Solver): Change[] {
  const tidy = pairs.length <= MOST_TIDIED;
  const rows = pairs.map((pair) => {
    const all = pair.condition.conjuncts();
    const conditions = tidy && all.length <= MOST_CONJUNCTS ? dropImplied(all, terms, solver) : all;
    // Outputs of both sides together: pairs are alike when both are.
    return { pair, conditions, outputs: [...pair.old.outputs, ...pair.new.outputs] };
  });
  const merged = tidy ? mergeRows(rows, terms, solver) : rows;
  const changes = merged.map(({ pair, conditions }) => {
    const inputs = inputsOf(pair);
    const example = smallestInput(pair.condition, inputs, terms, solver) ?? pair.example;
    const shorter =
      tidy && conditions.length <= MOST_CONJUNCTS ? withoutDetours(conditions, terms, solver) : conditions;
    return { conditions: shorter, old: pair.old, new: pair.new, inputs, example };
  });
  const sizes = new Map(changes.map((change) => [change, sizeOf(change.inputs, change.example)]));
  return changes.sort((a, b) => sizes.get(a)! - sizes.get(b)!);
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

export function changeText(change: Change): ChangeText {
  const naming = namingOf(change.inputs);
  const texts = (outputs: readonly OutputValue[]) => {
    const shown: Record<string, string> = {};
    for (const output of outputs) shown[freeName(output.name, shown)] = outputText(output, naming);
    return shown;
  };
  return {
    condition: conditionText(change, naming),
    old: texts(change.old.outputs),
    new: texts(change.new.outputs),
  };
}

/** A second `x` is `x#2`. */
export function freeName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  let name = wanted;
  for (let count = 2; name in taken; count++) name = `${wanted}#${count}`;
  return name;
}

/** The value of an output for the example. */
export function exampleText(output: OutputValue, { example, inputs }: Change): string {
  const concrete = (value: OutputValue): OutputValue => ({
    ...value,
    parts: value.parts.map((part) => (part instanceof Term ? evaluate(part, example) : part)),
    members: value.members.map(concrete),
  });
  return outputText(concrete(output), namingOf(inputs));
}
