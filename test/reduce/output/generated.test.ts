/**
 * The rows of a signature against everything the program does: on generated programs, every input satisfies exactly one
 * row, and that row's outputs, evaluated on the input, are what an interpreter of the source says. The solver then
 * compares every row with every path of the exhaustive search that shares inputs with it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exploration, type FinishedPath } from '../../../src/explore/exploration.ts';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Model, Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import type { PathOutcome } from '../../../src/machine/outcome.ts';
import type { OutputRow } from '../../../src/reduce/output/explore.ts';
import { ALL_OUTPUTS, OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { difference, endingKey, type PathOutputs } from '../../../src/reduce/properties/outputs.ts';
import { createSolver } from '../../../src/solver/solver.ts';
import { loadText } from '../../machine/explore.ts';
import type { GeneratedProgram } from '../../referee/generator/ast.ts';
import { inputsOf } from '../../referee/generator/inputs.ts';
import { printProgram } from '../../referee/generator/print.ts';
import { programs } from '../../referee/generator/programs.ts';
import { type FaultKind, type InputValues, interpret } from '../../referee/interpret.ts';

const programCount = Number(process.env.REFEREE_PROGRAMS ?? 25);
const seed = Number(process.env.REFEREE_SEED ?? 11);

const faultNames: Readonly<Record<FaultKind, string>> = {
  'division by zero': 'division-by-zero',
  'out of bounds': 'out-of-bounds',
  null: 'null-pointer',
  'use after free': 'use-after-free',
  'double free': 'double-free',
  'invalid free': 'invalid-free',
  assert: 'assert',
  abort: 'abort',
};

function modelOf(outcome: PathOutcome, inputs: InputValues): Model {
  const model = new Model();
  for (const { name, term, kind } of outcome.inputs) {
    const value = inputs[name]!;
    if (kind === 'bytes') model.arrays.set(term, Uint8Array.from(value as number[]));
    else model.scalars.set(term, term.width === 32 ? (value as number) >>> 0 : (value as number) & 255);
  }
  return model;
}

function applies(row: OutputRow, inputs: InputValues): boolean {
  const model = modelOf(row.outcome, inputs);
  return row.conditions.every((term) => Number(evaluate(term, model)) === 1);
}

function predicted({ outcome }: OutputRow, inputs: InputValues): object {
  const model = modelOf(outcome, inputs);
  const { ending, stdout, outputs } = outcome;
  const value = (each: Term | number | bigint) => Number(each instanceof Term ? evaluate(each, model) : each);
  const ends = ending.kind === 'exit';
  return {
    ending: ending.kind,
    line: ends ? 0 : ending.position?.line,
    status: ends ? value(ending.status) | 0 : 0,
    stdout: Buffer.from(stdout.map(value)).toString('latin1'),
    outputs: outputs.map(({ name, value: marked, bits, signed }) => ({
      name,
      value: signed ? (value(marked) << (32 - bits)) >> (32 - bits) : value(marked),
    })),
  };
}

function interpreted(program: GeneratedProgram, inputs: InputValues): object | null {
  const { ending, fault, status, stdout, outputs } = interpret(program, inputs);
  if (ending === 'rejected') return null;
  return {
    ending: fault ? faultNames[fault.kind] : 'exit',
    line: fault ? printProgram(program).lines.get(fault.statement) : 0,
    status: fault ? 0 : status,
    stdout,
    outputs,
  };
}

function shown({ ending, stdout, outputs }: PathOutcome): PathOutputs {
  const status = ending.kind === 'exit' ? [{ name: 'exit', bits: 32, value: ending.status }] : [];
  return {
    shape: `${endingKey(ending)} ${stdout.length} ${outputs.map(({ name }) => name).join()}`,
    values: [
      ...status,
      ...stdout.map((value, i) => ({ name: `stdout[${i}]`, bits: 8, value })),
      ...outputs.map(({ name, bits, value }) => ({ name, bits, value })),
    ],
  };
}

interface Both {
  readonly rows: readonly OutputRow[];
  readonly reduction: OutputReduction;
  readonly paths: readonly FinishedPath[];
  readonly terms: Terms;
}

async function exploreBoth(text: string): Promise<Both> {
  const program = await loadText(text);
  const terms = new Terms();
  const rows: OutputRow[] = [];
  const reduction = new OutputReduction(program, {
    selection: ALL_OUTPUTS,
    readable: false,
    onRow: (row) => rows.push(row),
  });
  const reduced = await Exploration.create(program, { terms }, () => {}, reduction);
  reduced.run();
  reduced.dispose();
  const paths: FinishedPath[] = [];
  const exhaustive = await Exploration.create(program, { terms }, (path) => paths.push(path));
  exhaustive.run();
  exhaustive.dispose();
  return { rows, reduction, paths, terms };
}

describe('exploring by output', () => {
  it(`finds every input-output relation of generated programs (seed ${seed})`, { timeout: 3_000_000 }, async () => {
    let [rowCount, pathCount, detours] = [0, 0, 0];
    const failures: string[] = [];
    let number = 0;
    for (const program of fc.sample(programs(), { numRuns: programCount, seed })) {
      const { text } = printProgram(program);
      const { rows, paths, terms, reduction } = await exploreBoth(text);
      // Paths that an assumption drops are not among the exhaustive ones either.
      rowCount += rows.filter((row) => row.outcome.ending.kind !== 'dropped').length;
      pathCount += paths.length;
      detours += reduction.statistics.detours;
      const failed = (what: string) => failures.push(`${++number}: ${what}\n${text}`);
      for (const inputs of fc.sample(inputsOf(program), { numRuns: 20, seed })) {
        const expected = interpreted(program, inputs);
        const met = rows.filter((row) => applies(row, inputs) && row.outcome.ending.kind !== 'dropped');
        if (expected === null) continue;
        const results = JSON.stringify(met.map((row) => predicted(row, inputs)));
        if (results !== JSON.stringify([expected])) {
          failed(`inputs ${JSON.stringify(inputs)}: ${results} instead of ${JSON.stringify(expected)}`);
          break;
        }
      }
      const solver = await createSolver(terms);
      check: for (const { outcome } of paths) {
        for (const row of rows) {
          const both = row.conditions.reduce((all, each) => all.append(each), outcome.condition);
          const [mine, other] = [shown(row.outcome), shown(outcome)];
          const differs = mine.shape !== other.shape ? terms.bool(true) : difference(mine, other, terms);
          if (differs === null) continue;
          if (solver.check(both, differs).status !== 'unsat') {
            failed(`a path that ends with ${endingKey(outcome.ending)} shows something else than its row`);
            break check;
          }
        }
        const rest = terms.not(terms.orAll(rows.map((row) => terms.andAll([...row.conditions]))));
        if (solver.check(outcome.condition, rest).status !== 'unsat') {
          failed(`a path that ends with ${endingKey(outcome.ending)} has inputs in no row`);
          break;
        }
      }
      solver.dispose();
    }
    console.log(
      `${programCount} programs, ${pathCount} paths, ${rowCount} rows, ${detours} detours, ${failures.length} failures`,
    );
    expect(failures.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
    expect(rowCount).toBeLessThanOrEqual(pathCount);
  });
});
