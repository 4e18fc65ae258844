/** `pathfold test`: tests for every distinct behaviour, and every fault. */
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { coverageByFunction, totalCoverage } from '../../explore/coverage.ts';
import { Exploration } from '../../explore/exploration.ts';
import { ENDINGS } from '../../machine/endings.ts';
import { roundSeconds, type Summary, type SummaryFault } from '../../suite/summary.ts';
import { makeTest, type TestCase, testName } from '../../suite/test_case.ts';
import { writeTest } from '../../suite/write_test.ts';
import type { Command } from '../commands.ts';
import { catchInterrupt, explorationOptions } from '../explore-options.ts';
import { ExitStatus, version } from '../main.ts';
import { replaySample } from '../replay-sample.ts';
import { openSession } from '../session.ts';
import { printSummary } from '../summary-text.ts';

export const command: Command = {
  summary: 'tests for every distinct behaviour, and every fault',
  operands: 'FILES...',
  takesFiles: true,
  description: [
    'Explores every path through main (or through the function named by --function), writes a test for each, and',
    'reports every fault with the input that triggers it. Results go to a new folder pathfold-out: JSON, KLEE .ktest',
    'and readable C for each test, and summary.json.',
  ].join('\n'),
  examples: ['pathfold test program.c', 'pathfold test library.c --function parse --string text=8'],
  async run(invocation, terminal) {
    const began = performance.now();
    const { options } = invocation;
    const session = await openSession(invocation, terminal);
    const { folder, build } = session;
    const tests: TestCase[] = [];
    const faults: SummaryFault[] = [];
    let written = 0;
    const signal = catchInterrupt(terminal);
    const exploration: Exploration = await Exploration.create(
      session.program,
      explorationOptions(invocation, basename(invocation.operands[0]), signal.interrupted, (open) => {
        const { completed, faulty } = exploration.counts;
        const { instructions } = totalCoverage(coverageByFunction(exploration.machine, session.isUserCode));
        const seconds = Math.round((performance.now() - began) / 1000);
        terminal.progress(
          `${completed + faulty} paths, ${open} open, ${percent(instructions)} covered, ${faults.length} faults, ${seconds} s`,
        );
      }),
      ({ outcome, model, repeated }) => {
        if (repeated) return;
        const info = { number: written + 1, entry: session.entry, bigEndian: session.program.layout.bigEndian, build };
        const test = model === null ? null : makeTest(outcome, model, info);
        if (test !== null) {
          written++;
          tests.push(test);
          writeTest(folder, test);
        }
        const { kind, position, message, stack } = outcome.ending;
        if (ENDINGS[kind].fault) {
          faults.push({
            kind,
            function: position?.functionName ?? stack[0]?.functionName ?? null,
            file: position?.file.path ?? null,
            line: position?.line ?? 0,
            column: position?.column ?? 0,
            message,
            test: test === null ? null : testName(test.number),
          });
        }
      },
    );
    await exploration.runWithPauses(() => setImmediate());
    terminal.progress(null);
    const executed = (performance.now() - began) / 1000 - session.compileSeconds;
    const replay =
      options.replay === 'none' ? null : await replaySample(tests, folder, options.replay === 'all', terminal);
    signal.release();
    const { machine, solver, limits, counts } = exploration;
    const stopped = limits.has('interrupted') || limits.has('max-time');
    const bounded = limits.size > 0 || counts.cut > 0 || machine.unmodelled.size > 0;
    const verdict = stopped ? 'stopped' : bounded ? 'bounded' : 'complete';
    const { statistics } = solver;
    const summary: Summary = {
      tool: 'pathfold',
      version: version(),
      command: 'test',
      target: session.program.target,
      entry: session.entry,
      reduction: options.reduce,
      search: options.search,
      seed: options.seed,
      verdict,
      limits: [...limits].sort(),
      guarantee:
        verdict === 'complete'
          ? 'every feasible path was run to its end'
          : 'only what was explored is known; what the limits cut off is not',
      assumptions: session.assumptions,
      paths: {
        completed: counts.completed,
        faulty: counts.faulty,
        pruned: counts.pruned,
        infeasible: counts.infeasible,
        cut: counts.cut,
      },
      tests: written,
      faults,
      coverage: totalCoverage(coverageByFunction(machine, session.isUserCode)),
      concretizations: [...machine.concretizations.values()].map(({ what, position, count }) => ({
        what,
        file: position?.file.path ?? null,
        line: position?.line ?? 0,
        count,
      })),
      unmodelled: [...machine.unmodelled.keys()].sort(),
      warnings: [...machine.warnings],
      replay,
      instructions: machine.instructions,
      solver: {
        name: 'embedded',
        queries: statistics.queries,
        sat: statistics.sat,
        unsat: statistics.unsat,
        cacheHits: statistics.cacheHits,
        seconds: roundSeconds(statistics.seconds),
      },
      seconds: {
        total: roundSeconds((performance.now() - began) / 1000),
        compile: roundSeconds(session.compileSeconds),
        analyse: 0,
        execute: roundSeconds(Math.max(0, executed - statistics.seconds)),
        solve: roundSeconds(statistics.seconds),
        reduce: 0,
      },
      peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
    exploration.dispose();
    folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
    if (options.json) terminal.out(`${JSON.stringify(summary, null, 2)}\n`);
    else printSummary(summary, folder.name, machine.unmodelled, terminal);
    if (folder.problem !== null) throw folder.problem;
    if (replay !== null && replay.disagreed.length > 0) return ExitStatus.internal;
    return faults.length > 0 ? ExitStatus.found : ExitStatus.nothingFound;
  },
};

function percent({ covered, total }: { covered: number; total: number }): string {
  return total === 0 ? '-' : `${Math.floor((100 * covered) / total)} %`;
}
