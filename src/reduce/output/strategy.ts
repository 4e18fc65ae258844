/**
 * `--reduce output` as a strategy: one reported path per way the output is computed. By slices, or, where they leave out nothing
 * (slice-trial.ts) or it comes to its end sooner (race.ts), by a search that forks (forked-outputs.ts).
 */
import type { OptionalChecks } from '../../analysis/halts.ts';
import type { Exploration } from '../../explore/exploration.ts';
import type { Strategy } from '../../explore/strategy.ts';
import { TaskLimits } from '../../explore/task-limits.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { SilentRecorder } from '../../machine/silent-recorder.ts';
import type { Program } from '../../program/program.ts';
import { PathCondition } from '../../solver/solver.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import type { GuidedRun } from '../tasks/guided-runs.ts';
import { HandingOver } from '../tasks/handing-over.ts';
import { beyond, outcomesOf, Race, unmet } from '../tasks/race.ts';
import { SliceTrial } from '../tasks/slice-trial.ts';
import type { OutputSelection } from './criterion.ts';
import { exploreByOutput, type OutputRow, type OutputStatistics } from './explore.ts';
import { ForkedOutputs } from './forked-outputs.ts';
import type { Run } from './run.ts';

export interface OutputOptions extends Partial<SwitchesOf<'output'>> {
  readonly selection: OutputSelection;
  readonly onRow?: (row: OutputRow) => void;
  /** What dependences are built from, with early ends apart; the program's own facts unless said otherwise. */
  readonly facts?: (program: Program, checks: OptionalChecks) => TraceFacts;
}

/** Everything a program shows: how it ends, its status, its text, its marked values. */
export const ALL_OUTPUTS: OutputSelection = { exitStatus: true, stdout: true, stderr: true, marks: true, globals: [] };

const apart = (program: Program, checks: OptionalChecks) => new TraceFacts(program, true, checks);

export class OutputReduction extends HandingOver implements Strategy {
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
  private forking: ForkedOutputs | null = null;

  constructor(
    private readonly program: Program,
    private readonly options: OutputOptions = { selection: ALL_OUTPUTS },
  ) {
    super();
  }

  get counters(): CountsOf<'output'> {
    const { analysisMs, ...counts } = this.statistics;
    const { forks = 0, matches = 0 } = this.forking?.search.counters ?? {};
    return { ...counts, forks, matches };
  }

  get costs() {
    const forking = this.forking?.search.costs.reduceMs ?? 0;
    return { analyseMs: this.analyseMs, reduceMs: this.statistics.analysisMs + forking };
  }

  *explore(exploration: Exploration): Generator<void, void> {
    const { selection } = this.options;
    const { reorder, ends, readable, slices, trial: length } = switchesOf('output', this.options);
    if (!slices) {
      yield* this.goOver(new ForkedOutputs(exploration, selection, readable), exploration);
      return;
    }
    const { surroundings } = exploration.options;
    // The clock runs from here: the analyses count.
    const limits = new TaskLimits(exploration);
    const began = surroundings.now();
    const facts = (this.options.facts ?? apart)(this.program, exploration.machine.options);
    this.analyseMs = surroundings.now() - began;
    const trial = new SliceTrial(length);
    const race = new Race(exploration, length);
    const rival = new ForkedOutputs(exploration, selection, readable, () => race.isTurnOver);
    const rows: OutputRow[] = [];
    const stop = () => limits.stop(rows.length);
    const observe = ({ sequences: { trace } }: GuidedRun, { slice }: Run) => trial.observe(trace, [slice]);
    const initialStates = exploration.startStates().length;
    for (let initial = 0; initial < initialStates; initial++) {
      const search = { selection, facts, reorder, ends, readable, initial, stop, observe };
      for (const row of exploreByOutput(exploration, search, this.statistics)) {
        if (row !== null) rows.push(row);
        if (limits.isTurn(this.statistics.tasks)) yield;
        if (trial.savesNothing) {
          yield* this.goOver(new ForkedOutputs(exploration, selection, readable), exploration);
          return;
        }
        if (!race.isRivalsTurn(trial.runs) || !(yield* this.turnOf(rival, race, exploration))) continue;
        yield* this.hasWon(rival, exploration);
        this.report(beyond(rows, rival.faults), exploration);
        return;
      }
    }
    this.report(rows, exploration);
    // Where a limit came first, the other search may have met what this one did not come to.
    for (const outcome of unmet(rival.faults, outcomesOf(rows))) exploration.report(outcome, null);
    exploration.counts.infeasible += this.statistics.infeasible;
    if (this.statistics.undecided > 0) exploration.limits.add('max-solver-time');
  }

  private report(rows: readonly OutputRow[], exploration: Exploration): void {
    for (const row of rows) {
      exploration.report(row.outcome, row.input, PathCondition.of(row.conditions));
      this.options.onRow?.(row);
    }
  }

  /** Leaves it to a search that forks from the start: whatever was run so far was kept back. */
  private *goOver(forking: ForkedOutputs, exploration: Exploration): Generator<void, void> {
    this.handOverTo(forking);
    yield* forking.explore();
    yield* this.hasWon(forking, exploration);
  }

  private *hasWon(forking: ForkedOutputs, exploration: Exploration): Generator<void, void> {
    this.forking = forking;
    this.takeBack(exploration, new SilentRecorder());
    const told: PathOutcome[] = [];
    for (const row of forking.rows()) {
      exploration.tell(row.outcome, row.input, PathCondition.of(row.conditions));
      this.options.onRow?.(row);
      told.push(row.outcome);
      yield;
    }
    // Where time is up there may be no input for a row; a fault that was met is told all the same.
    for (const outcome of unmet(forking.faults, told)) exploration.tell(outcome, null, outcome.condition);
  }
}
