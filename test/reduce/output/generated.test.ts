/**
 * The rows of a signature against everything the program does: on generated programs, every input satisfies exactly one
 * row, and that row's outputs, evaluated on the input, are what an interpreter of the source says. The solver then
 * compares every row with every path of the exhaustive search that shares inputs with it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Terms } from '../../../src/expr/terms.ts';
import type { MachineOptions } from '../../../src/machine/options.ts';
import type { PathOutcome } from '../../../src/machine/outcome.ts';
import type { OutputRow } from '../../../src/reduce/output/explore.ts';
import { ALL_OUTPUTS, OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { difference, endingKey, type PathOutputs } from '../../../src/reduce/properties/outputs.ts';
import { createSolver } from '../../../src/solver/solver.ts';
import { loadText } from '../../machine/explore.ts';
import { inputsOf } from '../../referee/generator/inputs.ts';
import { printProgram } from '../../referee/generator/print.ts';
import { programs } from '../../referee/generator/programs.ts';
import type { InputValues } from '../../referee/interpret.ts';
import { interpreted, modelOf, predicted } from '../../referee/observed.ts';
import { checksOf, WIDE } from '../../referee/wide.ts';

const programCount = Number(process.env.REFEREE_PROGRAMS ?? 25);
const seed = Number(process.env.REFEREE_SEED ?? 11);

function applies(row: OutputRow, inputs: InputValues): boolean {
  const model = modelOf(row.outcome, inputs);
  return row.conditions.every((term) => Number(evaluate(term, model)) === 1);
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

async function exploreBoth(text: string, machine: Partial<MachineOptions>): Promise<Both> {
  const program = await loadText(text);
  const terms = new Terms();
  const rows: OutputRow[] = [];
  const reduction = new OutputReduction(program, {
    selection: ALL_OUTPUTS,
    readable: false,
    onRow: (row) => rows.push(row),
  });
  const reduced = await Exploration.create(program, { terms, machine }, () => {}, reduction);
  reduced.run();
  reduced.dispose();
  const paths: FinishedPath[] = [];
  const exhaustive = await Exploration.create(program, { terms, machine }, (path) => paths.push(path));
  exhaustive.run();
  exhaustive.dispose();
  return { rows, reduction, paths, terms };
}

const KINDS = [
  { name: 'generated programs', shape: {}, machine: () => ({}), count: programCount },
  {
    name: 'programs with all that goes beyond their own computation',
    ...WIDE,
    count: Math.ceil(programCount / 2),
  },
];

describe('exploring by output', () => {
  for (const { name, shape, machine, count } of KINDS)
    it(`finds every input-output relation of ${name} (seed ${seed})`, { timeout: 3_000_000 }, async () => {
      let [rowCount, pathCount, detours] = [0, 0, 0];
      const failures: string[] = [];
      let number = 0;
      for (const [i, program] of fc.sample(programs(shape), { numRuns: count, seed }).entries()) {
        const { text } = printProgram(program);
        const options = machine(i);
        const { rows, paths, terms, reduction } = await exploreBoth(text, options);
        // Paths that an assumption drops are not among the exhaustive ones either.
        rowCount += rows.filter((row) => row.outcome.ending.kind !== 'dropped').length;
        pathCount += paths.length;
        detours += reduction.statistics.detours;
        const failed = (what: string) => failures.push(`${++number}: ${what}\n${text}`);
        for (const inputs of fc.sample(inputsOf(program), { numRuns: 20, seed })) {
          const expected = interpreted(program, inputs, checksOf(options));
          const met = rows.filter((row) => applies(row, inputs) && row.outcome.ending.kind !== 'dropped');
          if (expected === null || expected === 'unclear') continue;
          const results = JSON.stringify(met.map((row) => predicted(row.outcome, inputs)));
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
        `${count} programs, ${pathCount} paths, ${rowCount} rows, ${detours} detours, ${failures.length} failures`,
      );
      expect(failures.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
      expect(rowCount).toBeLessThanOrEqual(pathCount);
    });
});
