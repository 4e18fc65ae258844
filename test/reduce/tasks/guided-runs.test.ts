/** Runs that share their beginnings leave the same graph behind as runs from the start. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import { Model, type Term } from '../../../src/expr/term.ts';
import { DecisionSequences } from '../../../src/reduce/tasks/decision-sequences.ts';
import { earlyEnd } from '../../../src/reduce/tasks/early-end.ts';
import { GuidedRuns } from '../../../src/reduce/tasks/guided-runs.ts';
import { buildTrace } from '../../../src/trace/build.ts';
import { TraceFacts } from '../../../src/trace/facts.ts';
import { LogRecorder, logOf } from '../../../src/trace/log.ts';
import type { TraceNode } from '../../../src/trace/trace.ts';
import { loadText } from '../../machine/explore.ts';

const seed = Number(process.env.GUIDED_SEED ?? 21);
const INPUTS = 40;

function benchProgram(name: string, define = ''): string {
  return define + readFileSync(fileURLToPath(new URL(`../../../bench/programs/${name}.c`, import.meta.url)), 'utf8');
}

/** Objects made on a path are new in every run; everything else is shared, so that identity tells. */
function shown({ instruction, context, iterations, data, control, choice, potential, halt, decision }: TraceNode) {
  const decided = decision === null ? null : [decision.condition.id, decision.value, decision.why];
  return [instruction.id, context.id, iterations, data, control, choice, potential, halt, decided];
}

/** Small numbers and letters take more ways than numbers from the whole range; neighbours differ in one place. */
function inputsFor(inputs: readonly Term[]): fc.Arbitrary<Model[]> {
  const number = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(32, 34, 35, 48, 61, 92, 97, 111, 120, 255));
  const change = fc.record({ input: fc.nat(), place: fc.oneof(fc.constant(0), fc.nat(5)), number });
  return fc.array(change, { minLength: INPUTS, maxLength: INPUTS }).map((changes) => {
    let values: readonly (readonly number[])[] = inputs.map(() => Array(16).fill(1));
    return changes.map(({ input, place, number: value }) => {
      values = values.map((bytes, i) => (i === input % inputs.length ? bytes.with(place, value) : bytes));
      return modelOf(inputs, values);
    });
  });
}

function modelOf(inputs: readonly Term[], values: readonly (readonly number[])[]): Model {
  const model = new Model();
  inputs.forEach((term, i) => {
    // Most numbers have narrow ranges, and an input outside ends the run at once.
    if (term.width > 0) model.scalars.set(term, values[i][0] <= 12 ? 1 : values[i][0] % 3);
    else model.arrays.set(term, Uint8Array.from(values[i]));
  });
  return model;
}

/** Those that some path makes: all ones, for as long as that shows more. */
function inputsOf(exploration: Exploration): Term[] {
  for (let known: Term[] = []; ; ) {
    const ones = known.map(() => Array(16).fill(1));
    const found = exploration.follow(modelOf(known, ones)).outcome.inputs.map(({ term }) => term);
    if (found.every((term) => known.includes(term))) return known;
    known = [...new Set([...known, ...found])];
  }
}

const PROGRAMS: Readonly<Record<string, string>> = {
  tokenizer: benchProgram('tokenizer', '#define LENGTH 5\n'),
  scheduler: benchProgram('scheduler'),
  connection: benchProgram('connection'),
  packet: benchProgram('packet'),
  'chosen values, heap and pointers': `
#include <pathfold.h>
#include <stdlib.h>
#include <string.h>
struct pair { int left, right; };
static int sum(struct pair p, int n) { return n <= 0 ? p.left : p.right + sum(p, n - 1); }
static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }
int main(void) {
  int n = pathfold_range("n", 1, 6), i = pathfold_int("i"), total = 0;
  int (*choices[2])(int) = {twice, same};
  int *table = malloc(n * sizeof *table);
  for (int k = 0; k < n; k++) table[k] = k * i;
  for (int round = 0; round < 8; round++) {
    int x = pathfold_int("x");
    struct pair p = {x, round};
    if (x > round) total += table[x & 7];
    else if (x == 3) total = sum(p, round);
    total = choices[x & 1](total);
  }
  if (i == 5) free(table);
  if (total == 4) return table[0];
  char *copy = malloc(16);
  memset(copy, total, 16);
  return copy[i & 15];
}`,
};

describe('runs that share their beginnings', () => {
  it.each(Object.keys(PROGRAMS))(`of %s are like runs from the start (seed ${seed})`, async (name) => {
    const program = await loadText(PROGRAMS[name]);
    const strategy = { recorder: new LogRecorder(), *explore() {} };
    const exploration = await Exploration.create(program, {}, () => {}, strategy);
    const facts = new TraceFacts(program, true);
    const shared = new GuidedRuns(exploration, facts, 0);
    const inputs = inputsOf(exploration);
    let taken = 0;
    for (const models of fc.sample(inputsFor(inputs), { numRuns: 2, seed })) {
      for (const model of models) {
        const run = shared.run(model);
        const alone = exploration.follow(model);
        const trace = buildTrace(logOf(alone.state).entries(), exploration.machine.names, facts);
        const sequences = new DecisionSequences(trace);
        expect(run.sequences.trace.nodes.map(shown)).toEqual(trace.nodes.map(shown));
        expect(run.sequences.trace.decisions.map(shown)).toEqual(trace.decisions.map(shown));
        expect(run.sequences.trace.end?.index).toBe(trace.end?.index);
        expect(run.sequences.trace.turnable.map(({ node, edge }) => [node, edge])).toEqual(
          trace.turnable.map(({ node, edge }) => [node, edge]),
        );
        const mine = Array.from(run.sequences.ofNode, (each) => run.sequences.all[each].decisions);
        expect(mine).toEqual(Array.from(sequences.ofNode, (each) => sequences.all[each].decisions));
        expect(run.end).toEqual(earlyEnd(sequences, alone.outcome));
        expect(run.outcome.ending.kind).toBe(alone.outcome.ending.kind);
        expect(run.outcome.condition.conjuncts()).toEqual(alone.outcome.condition.conjuncts());
        expect(run.outcome.stdout).toEqual(alone.outcome.stdout);
        if (run.firstNew > 0) taken++;
      }
    }
    exploration.dispose();
    expect(taken).toBeGreaterThan(INPUTS / 2);
  });
});
