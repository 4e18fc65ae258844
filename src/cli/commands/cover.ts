/** `pathfold cover`: the fewest runs that reach everything reachable. */
import { type FunctionCoverage, type Share, totalCoverage } from '../../explore/coverage.ts';
import type { MissingDirection, UncoveredCode } from '../../insight/uncovered.ts';
import type { Summary } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { coverageRun } from '../run/coverage-run.ts';
import { finish } from '../run/explored-run.ts';
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
    const { run, result, functions } = await coverageRun(invocation, terminal);
    const { uncovered, directions } = result;
    return finish(run, result, options, terminal, () => {
      terminal.out(`${coverageTable(functions)}\n\n`);
      if (uncovered.length > 0) terminal.out(`${uncoveredList(uncovered, result)}\n\n`);
      if (directions.length > 0) terminal.out(`${directionList(directions)}\n\n`);
      printSummary(result, run.session.folder.name, run.exploration.machine.unmodelled, terminal);
    });
  },
};

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

/** What is proved holds within what is assumed: code that only longer texts reach is not unreachable. */
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
