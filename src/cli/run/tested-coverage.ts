/**
 * What of the program is covered by inputs that it is meant for.
 *
 * The machine remembers what all paths have executed together. An input that fails an assumption in the end is none: there is no
 * test for it, and code that only such paths execute is not covered. Where paths were dropped for that reason, the inputs of all
 * other paths are run again, on numbers, until everything that was executed is confirmed. That takes a few runs, unless
 * something is in fact not covered; so it ends where it takes longer than the search, and what was executed counts.
 */
import { coverageByFunction, type FunctionCoverage, totalCoverage } from '../../explore/coverage.ts';
import type { FinishedPath } from '../../explore/finished-path.ts';
import { startOfPath, WholeRuns } from '../../explore/whole-runs.ts';
import type { Model } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { modelOf, startOfTest } from '../../suite/test-model.ts';
import type { EndedRun } from './explored-run.ts';

const FEWEST_INSTRUCTIONS = 20_000_000;
/** Between two looks at whether all is confirmed: looking costs about as much as a short run, and most need few runs. */
const RUNS_AT_FIRST = 8;

interface Input {
  readonly model: Model;
  readonly begins: (state: State) => boolean;
  readonly inputCount: number;
}

export class TestedCoverage {
  /** Of paths without a test, because another one shows their fault already. */
  private readonly untested: PathOutcome[] = [];

  add({ outcome }: FinishedPath, hasTest: boolean): void {
    if (!hasTest && outcome.ending.kind !== 'dropped') this.untested.push(outcome);
  }

  byFunction(run: EndedRun): FunctionCoverage[] {
    const { session, exploration, options } = run;
    const { machine, terms } = exploration;
    const executed = coverageByFunction(machine, session.isUserCode);
    if (exploration.counts.dropped === 0) return executed;
    const runs = new WholeRuns(session.program, terms, options.environment, options.machine, null, exploration);
    const budget = machine.instructions + FEWEST_INSTRUCTIONS;
    let [count, look] = [0, RUNS_AT_FIRST];
    for (const { model, begins, inputCount } of this.inputs(run)) {
      runs.run(model, begins, machine.instructions, inputCount);
      if (runs.machine.instructions > budget || exploration.deadline.isOver()) return executed;
      if (++count < look) continue;
      look *= 2;
      if (isAll(coverageByFunction(runs.machine, session.isUserCode), executed)) return executed;
    }
    return coverageByFunction(runs.machine, session.isUserCode);
  }

  private *inputs({ exploration: { terms, solver }, log }: EndedRun): Generator<Input> {
    for (const test of log.tests) {
      yield { model: modelOf(test, terms), begins: startOfTest(test), inputCount: test.inputs.length };
    }
    for (const outcome of this.untested) {
      const model = solver.model(outcome.condition);
      if (model !== null) yield { model, begins: startOfPath(outcome), inputCount: outcome.inputs.length };
    }
  }
}

function isAll(confirmed: readonly FunctionCoverage[], executed: readonly FunctionCoverage[]): boolean {
  const [some, all] = [totalCoverage(confirmed), totalCoverage(executed)];
  return some.instructions.covered === all.instructions.covered && some.branches.covered === all.branches.covered;
}
