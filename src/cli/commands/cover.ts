/** `pathfold cover`: the fewest runs that reach everything reachable. */
import { basename } from 'node:path';
import { coverageOf, type FunctionCoverage, type Share, totalCoverage } from '../../explore/coverage.ts';
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
import { DEFAULT_REDUCTION_OPTIONS, type Reduction, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import { TRACEFILE } from '../../suite/exports/stored-run.ts';
import { lcovTracefile } from '../../suite/lcov.ts';
import type { Summary } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import type { Invocation } from '../options/parse.ts';
import { explore, finish } from '../run/explored-run.ts';
import { CoveringTests } from '../run/fewest-tests.ts';
import { printSummary } from '../run/summary-text.ts';

export const command: Command = {
  takesFiles: true,
  description: [
    'Searches for inputs that reach every line and every branch direction, and stops when all is reached or proved',
    'unreachable. Of the paths found it keeps the fewest tests that reach all of it (and one for each fault), and says how few are',
    'possible; coverage.lcov has the coverage. Lists code that no test reaches: unreachable (proved, within what is assumed), not',
    'called, not reached within limits, or not modelled; and branch directions that no test takes.',
  ].join('\n'),
  examples: [
    'pathfold cover program.c',
    'pathfold cover program.c --max-time 60',
    'pathfold cover program.c --reduce none',
  ],
  async run(invocation, terminal) {
    const { options } = invocation;
    const reduction = reductionForCoverage(invocation);
    const switched = readSwitches(options.switch, reduction.switches, options.reduce);
    let covering: Covering | null = null;
    const tests = new CoveringTests();
    const run = await explore(invocation, terminal, {
      reduction: options.reduce,
      strategy: (program, counts) => {
        covering = reduction.covering(program, { ...DEFAULT_REDUCTION_OPTIONS, counts, switched });
        return covering;
      },
      guarantee: 'every line and branch direction that some input reaches is reached by a test',
      replay: options.replay,
      // A fault that is known may still be the only path to some code.
      testRepeated: true,
      onPath: (path, test) => tests.add(path, test),
      chooseTests: (ended) => tests.choose(ended, covering!.coverage, invocation),
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
    return finish(run, result, options, terminal, () => {
      terminal.out(`${coverageTable(functions)}\n\n`);
      if (uncovered.length > 0) terminal.out(`${uncoveredList(uncovered, summary)}\n\n`);
      if (directions.length > 0) terminal.out(`${directionList(directions)}\n\n`);
      printSummary(summary, folder.name, machine.unmodelled, terminal);
    });
  },
};

/** As a reader goes through the files. */
function inSourceOrder(
  a: { readonly file: string | null; readonly line: number },
  b: { readonly file: string | null; readonly line: number },
): number {
  const [x, y] = [a.file ?? '', b.file ?? ''];
  return x === y ? a.line - b.line : x < y ? -1 : 1;
}

function reductionForCoverage({ options }: Invocation): Reduction & Required<Pick<Reduction, 'covering'>> {
  const reduction = reductionOf(options.reduce);
  const { covering } = reduction;
  if (covering !== undefined) return { ...reduction, covering };
  const useful = REDUCTION_NAMES.filter((name) => reductionOf(name).covering !== undefined);
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

function sharesOf({ name, file, line, lines, branches, instructions }: FunctionCoverage): object {
  return { name, file, line, lines, branches, instructions };
}

function coverageTable(functions: readonly FunctionCoverage[]): string {
  const { lines, branches, instructions } = totalCoverage(functions);
  const rows = [
    ['function', 'lines', 'branches', 'instructions'],
    ...functions.map((fn) => [fn.name, share(fn.lines), share(fn.branches), share(fn.instructions)]),
    ['total', share(lines), share(branches), share(instructions)],
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return rows.map(line).join('\n');
}

/** What is proved holds within what is assumed: code behind longer texts is not unreachable. */
function uncoveredList(uncovered: readonly UncoveredCode[], { assumptions }: Pick<Summary, 'assumptions'>): string {
  const proved =
    assumptions.length === 0 ? 'unreachable (proved)' : 'unreachable (proved within the assumptions below)';
  return uncovered
    .map(({ file, firstLine, lastLine, function: name, reason }) => {
      const place = firstLine === lastLine ? `${file}:${firstLine}` : `${file}:${firstLine}-${lastLine}`;
      return `${place}: in ${name}: ${reason === 'unreachable (proved)' ? proved : reason}`;
    })
    .join('\n');
}

function directionList(directions: readonly MissingDirection[]): string {
  const lines = directions.map(
    ({ file, line, function: name, missing }) => `${file}:${line}: in ${name}: never ${missing}`,
  );
  return [...new Set(lines)].join('\n');
}

function share({ covered, total }: Share): string {
  return total === 0 ? '-' : `${covered}/${total} ${Math.floor((100 * covered) / total)} %`;
}
