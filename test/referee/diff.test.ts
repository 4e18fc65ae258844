/**
 * Generated edits: `change` keeps every sequence of affected statements; `diff` says `different` wherever running both
 * versions shows a difference, `equivalent` only where none exists, and every example differs when the interpreter runs
 * it. REFEREE_PROGRAMS makes it a long run (`npm run referee -- --edits N`).
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isIdentical } from '../../src/analysis/version-difference/difference.ts';
import { comparedGlobals } from '../../src/cli/versions/compared-outputs.ts';
import { Exploration } from '../../src/explore/exploration.ts';
import { NO_LIMITS } from '../../src/explore/forking.ts';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { Change } from '../../src/insight/version-diff/changes.ts';
import {
  type ComparedOutputs,
  compareVersions,
  type VersionComparison,
} from '../../src/insight/version-diff/versions.ts';
import type { MachineOptions } from '../../src/machine/options.ts';
import { affectedStatements } from '../../src/reduce/change/affected.ts';
import { ALL_OUTPUTS } from '../../src/reduce/output/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../src/reduce/registry.ts';
import { Deadline } from '../../src/solver/deadline.ts';
import { compileText } from './compile.ts';
import type { GeneratedProgram } from './generator/ast.ts';
import { type Edit, edits } from './generator/edits.ts';
import { inputsOf } from './generator/inputs.ts';
import { printToC } from './generator/print.ts';
import { type Checks, type InputValues, interpret } from './interpret.ts';
import { judge, type Loss, sharedProcedure } from './judge.ts';
import { checksOf, WIDE } from './wide.ts';

const seed = Number(process.env.REFEREE_SEED ?? 3);
const asked = process.env.REFEREE_PROGRAMS === undefined ? undefined : Number(process.env.REFEREE_PROGRAMS);
const programs = asked ?? 12;
const LIMITS = { ...NO_LIMITS, maxPaths: 300, maxInstructions: 2_000_000, maxTimeMs: 10_000 };

/** What the comparison of level `all` sees; null where an assumption rejects the input or nothing certain can be said. */
function observed(program: GeneratedProgram, inputs: InputValues, checks: Checks): string | null {
  const { ending, status, fault, stdout, outputs, globals, unclear } = interpret(program, inputs, checks);
  if (ending === 'rejected' || unclear) return null;
  if (ending === 'endless') return JSON.stringify([ending, stdout, outputs]);
  if (fault !== undefined) return JSON.stringify([fault.kind, outputs]);
  // Once main has returned, its errno can be read as little as its environment.
  const own = program.globals.filter(({ type }) => type.kind !== 'library').map(({ name }) => [name, globals[name]]);
  return JSON.stringify([status, stdout, outputs, own]);
}

/** Null where it cannot be said. */
function differs({ old, new: changed }: Edit, inputs: InputValues, checks: Checks): boolean | null {
  const [before, after] = [observed(old, inputs, checks), observed(changed, inputs, checks)];
  return before === null || after === null ? null : before !== after;
}

interface Verdict extends Pick<VersionComparison, 'changes' | 'verdict'> {
  readonly identical: boolean;
  /** Of `change`. */
  readonly losses: readonly Loss[];
  /** Whether not all inputs had to be compared. */
  readonly isRestricted: boolean;
}

/** What `pathfold diff` compares when no level is chosen. */
const OUTPUTS: ComparedOutputs = {
  wanted: { old: ALL_OUTPUTS, new: ALL_OUTPUTS },
  globals: comparedGlobals({ compare: 'all', output: [], function: null }),
  sameness: 'do the same',
};

async function compare(edit: Edit, machine: Partial<MachineOptions>): Promise<Verdict> {
  const terms = new Terms();
  const programs = { old: await compileText(printToC(edit.old)), new: await compileText(printToC(edit.new)) };
  const statements = affectedStatements(programs.old, programs.new);
  const options = { ...DEFAULT_REDUCTION_OPTIONS, change: statements };
  const { losses } = await judge(programs.new, [{ name: 'change', reduction: REDUCTIONS.change }], options, machine);
  const { procedure, startOver } = await sharedProcedure();
  startOver();
  const exploring = { terms, limits: LIMITS, solver: { procedure }, machine };
  const explored: Exploration[] = [];
  const { changes, verdict, within } = await compareVersions(statements, OUTPUTS, {
    terms,
    exploring,
    async explore(side, strategy, within) {
      const program = programs[side];
      const exploration = await Exploration.create(program, { ...exploring, within }, () => {}, strategy(program));
      exploration.run();
      explored.push(exploration);
      return exploration;
    },
    solvers: async () => ({ procedure }),
    deadline: Deadline.after(Number.POSITIVE_INFINITY, () => performance.now()),
    progress: () => {},
  });
  for (const exploration of explored) exploration.dispose();
  const identical = isIdentical(statements.difference);
  return { changes, verdict, identical, losses, isRestricted: within !== terms.bool(true) };
}

function inputsFrom({ inputs, example }: Change, program: GeneratedProgram): InputValues {
  const given = new Map(inputs.map((input) => [input.name, input]));
  const values: Record<string, number | number[]> = {};
  for (const { name, ...input } of program.inputs) {
    const record = given.get(name);
    if (input.kind === 'bytes') {
      const bytes = record === undefined ? [] : (example.arrays.get(record.term) ?? []);
      values[name] = Array.from({ length: input.length }, (_, i) => bytes[i] ?? 0);
    } else {
      const value = record === undefined ? 0 : Number(evaluate(record.term, example));
      values[name] = record?.bits === 32 ? value | 0 : value;
    }
  }
  return values;
}

const KINDS = [
  { name: 'generated edits', shape: {}, machine: () => ({}), count: programs },
  { name: 'edits of programs with all that goes beyond their own computation', ...WIDE, count: asked ?? 6 },
];

for (const { name, shape, machine, count } of KINDS) {
  it(
    `change keeps all sequences and diff tells the truth about ${name} (seed ${seed})`,
    async () => {
      const counts = { different: 0, equivalent: 0, identical: 0, bounded: 0, restricted: 0 };
      const sample = (faults: boolean) =>
        fc.sample(edits({ ...shape, faults }), { numRuns: count / 2, seed: faults ? seed : seed + 1_000_000 });
      for (const [i, edit] of [...sample(true), ...sample(false)].entries()) {
        const options = machine(i);
        const checks = checksOf(options);
        const text = `${edit.kind} ${JSON.stringify(options)}\n--- old\n${printToC(edit.old)}\n--- new\n${printToC(edit.new)}`;
        const { verdict, identical, changes, losses, isRestricted } = await compare(edit, options);
        expect(losses, text).toEqual([]);
        if (isRestricted) counts.restricted++;
        for (const change of changes) {
          const inputs = inputsFrom(change, edit.new);
          expect(differs(edit, inputs, checks), `no difference for ${JSON.stringify(inputs)}\n${text}`).not.toBe(false);
        }
        if (identical) counts.identical++;
        expect(verdict.difference === 'different', text).toBe(changes.length > 0);
        if (changes.length > 0) {
          counts.different++;
          expect(identical, `a statement differs\n${text}`).toBe(false);
          expect(edit.kind, text).not.toBe('refactoring');
        } else if (verdict.difference === 'equivalent') {
          counts.equivalent++;
          const tried = fc.sample(inputsOf(edit.old), { numRuns: 300, seed });
          const witness = tried.find((inputs) => differs(edit, inputs, checks) === true);
          expect(witness, `called equivalent\n${text}`).toBeUndefined();
        } else counts.bounded++;
        if (asked !== undefined && (i + 1) % 50 === 0) console.log(i + 1, JSON.stringify(counts));
      }
      if (asked !== undefined) console.log(counts);
      expect(counts.different).toBeGreaterThan(0);
      expect(counts.equivalent).toBeGreaterThan(0);
    },
    24 * 3_600_000,
  );
}
