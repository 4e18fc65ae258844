/** What `pathfold cover` and the library's `cover` do: the fewest runs that reach everything reachable. */
import { basename } from 'node:path';
import { coverageOf, type FunctionCoverage, totalCoverage } from '../../explore/coverage.ts';
import type { CoverageGoal } from '../../explore/coverage-goal.ts';
import type { Covering } from '../../explore/covering.ts';
import {
  type MissingDirection,
  missingDirections,
  type UncoveredCode,
  uncoveredCode,
} from '../../insight/uncovered.ts';
import { UserError } from '../../program/errors.ts';
import { REDUCTION_NAMES } from '../../reduce/catalogue.ts';
import { type CoveringReduction, coveringReduction, DEFAULT_REDUCTION_OPTIONS } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import { TRACEFILE } from '../../suite/exports/stored-run.ts';
import { lcovTracefile } from '../../suite/lcov.ts';
import type { Summary } from '../../suite/summary.ts';
import { checkThreads } from '../options/interleavings.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore } from './explored-run.ts';
import { chooseFewestTests } from './fewest-tests.ts';
import type { Watcher } from './watcher.ts';

export type FunctionShares = Pick<FunctionCoverage, 'name' | 'file' | 'line' | 'lines' | 'branches' | 'instructions'>;

export interface CoverageSummary extends Summary {
  readonly functions: readonly FunctionShares[];
  readonly uncovered: readonly UncoveredCode[];
  readonly directions: readonly MissingDirection[];
}

export interface CoverageRun {
  readonly run: ExploredRun;
  readonly result: CoverageSummary;
  readonly functions: readonly FunctionCoverage[];
}

export async function coverageRun(invocation: Invocation, watcher: Watcher): Promise<CoverageRun> {
  checkThreads(invocation);
  const { options } = invocation;
  const reduction = reductionForCoverage(invocation);
  const switched = readSwitches(options.switch, reduction.switches, options.reduce);
  let covering: Covering | null = null;
  const run = await explore(invocation, watcher, {
    reduction: options.reduce,
    strategy: (program, counts) => {
      covering = reduction.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, counts, switched });
      return covering;
    },
    guarantee: reduction.guarantee,
    replay: options.replay,
    // A fault that is known may still be the only path to some code.
    testRepeated: true,
    sharedGoal: 'coverage',
    chooseTests: (ended) => chooseFewestTests(ended, covering!.coverage, invocation),
  });
  const { machine, limits } = run.exploration;
  const functions = testedCoverage(covering!.coverage).sort(inSourceOrder);
  const uncovered = uncoveredCode(covering!.coverage, {
    limited: limits.size > 0,
    unmodelled: machine.unmodelled.size > 0,
  }).sort((a, b) => inSourceOrder({ ...a, line: a.firstLine }, { ...b, line: b.firstLine }));
  const { folder } = run.session;
  folder.write(TRACEFILE, lcovTracefile(functions, basename(invocation.operands[0])));
  const summary = { ...run.summary, coverage: totalCoverage(functions) };
  const directions = missingDirections(functions);
  const result = { ...summary, functions: functions.map(sharesOf), uncovered, directions };
  return { run, result, functions };
}

/** As a reader goes through the files. */
function inSourceOrder(
  a: { readonly file: string | null; readonly line: number },
  b: { readonly file: string | null; readonly line: number },
): number {
  const [x, y] = [a.file ?? '', b.file ?? ''];
  return x === y ? a.line - b.line : x < y ? -1 : 1;
}

function reductionForCoverage({ options }: Invocation): CoveringReduction {
  const reduction = coveringReduction(options.reduce);
  if (reduction !== null) return reduction;
  const useful = REDUCTION_NAMES.filter((name) => coveringReduction(name) !== null);
  throw new UserError(`--reduce ${options.reduce}: cover has no use for it`, `choose ${useful.join(' or ')}`);
}

/** What the tests reach: code that only dropped paths have executed does not count. */
function testedCoverage({ goals, reached }: CoverageGoal): FunctionCoverage[] {
  const executed = {
    has: ({ id }: { readonly id: number }) => reached.has(id),
    took: (branch: Parameters<typeof goals.direction>[0], target: { readonly index: number }) => {
      const goal = goals.direction(branch, target.index);
      return goal < 0 ? reached.has(branch.id) : reached.has(goal);
    },
  };
  return coverageOf(goals.program, () => executed, goals.counts);
}

function sharesOf({ name, file, line, lines, branches, instructions }: FunctionCoverage): FunctionShares {
  return { name, file, line, lines, branches, instructions };
}
