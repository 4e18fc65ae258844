/** `--reduce output` as a strategy: one reported path per way the output is computed. */
import type { OptionalChecks } from '../../analysis/halts.ts';
import type { Exploration, Strategy } from '../../explore/exploration.ts';
import { TaskLimits } from '../../explore/task-limits.ts';
import type { Program } from '../../program/program.ts';
import { PathCondition } from '../../solver/solver.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { LogRecorder } from '../../trace/log.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import type { OutputSelection } from './criterion.ts';
import { exploreByOutput, type OutputRow, type OutputStatistics } from './explore.ts';

export interface OutputOptions extends Partial<SwitchesOf<'output'>> {
  readonly selection: OutputSelection;
  readonly onRow?: (row: OutputRow) => void;
  /** What dependences are built from, with early ends apart; the program's own facts unless said otherwise. */
  readonly facts?: (program: Program, checks: OptionalChecks) => TraceFacts;
}

/** Everything a program shows: how it ends, its status, its text, its marked values. */
export const ALL_OUTPUTS: OutputSelection = { exitStatus: true, stdout: true, stderr: true, marks: true, globals: [] };

const apart = (program: Program, checks: OptionalChecks) => new TraceFacts(program, true, checks);

export class OutputReduction implements Strategy {
  readonly recorder = new LogRecorder();
  readonly statistics: OutputStatistics = {
    tasks: 0,
    detours: 0,
    infeasible: 0,
    undecided: 0,
    conditions: 0,
    endRuns: 0,
    analysisMs: 0,
  };
  private analyseMs = 0;

  constructor(
    private readonly program: Program,
    private readonly options: OutputOptions = { selection: ALL_OUTPUTS },
  ) {}

  get counters(): CountsOf<'output'> {
    const { analysisMs, ...counts } = this.statistics;
    return counts;
  }

  get costs() {
    return { analyseMs: this.analyseMs, reduceMs: this.statistics.analysisMs };
  }

  *explore(exploration: Exploration): Generator<void, void> {
    const { surroundings } = exploration.options;
    // The clock runs from here: the analyses count.
    const limits = new TaskLimits(exploration);
    const began = surroundings.now();
    const facts = (this.options.facts ?? apart)(this.program, exploration.machine.options);
    this.analyseMs = surroundings.now() - began;
    const { selection } = this.options;
    const { reorder, ends, readable } = switchesOf('output', this.options);
    const initialStates = exploration.startStates().length;
    for (let initial = 0; initial < initialStates; initial++) {
      const rows = exploreByOutput(
        exploration,
        { selection, facts, reorder, ends, readable, initial, stop: () => limits.stop() },
        this.statistics,
      );
      for (const row of rows) {
        if (row !== null) {
          exploration.report(row.outcome, row.input, PathCondition.of(row.conditions));
          this.options.onRow?.(row);
        }
        if (limits.isTurn(this.statistics.tasks)) yield;
      }
    }
    exploration.counts.infeasible += this.statistics.infeasible;
    if (this.statistics.undecided > 0) exploration.limits.add('max-solver-time');
  }
}
