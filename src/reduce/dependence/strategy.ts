/** `--reduce dependence` as a strategy. */
import type { Exploration, Strategy } from '../../explore/exploration.ts';
import { TaskLimits } from '../../explore/task-limits.ts';
import { Model } from '../../expr/term.ts';
import type { Program } from '../../program/program.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { LogRecorder } from '../../trace/log.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import { type DependenceStatistics, exploreByDependence } from './explore.ts';

export interface DependenceOptions extends Partial<SwitchesOf<'dependence'>> {
  /** Ids of instructions whose values are wanted; all unless given. */
  readonly wanted?: ReadonlySet<number>;
  /** All zero unless given. */
  readonly firstInput?: Model;
}

export class DependenceReduction implements Strategy {
  readonly recorder = new LogRecorder();
  readonly statistics: DependenceStatistics = {
    tasks: 0,
    satisfied: 0,
    infeasible: 0,
    undecided: 0,
    queries: 0,
    conditions: 0,
    analysisMs: 0,
  };
  private analyseMs = 0;

  constructor(
    private readonly program: Program,
    private readonly options: DependenceOptions = {},
  ) {}

  get counters(): CountsOf<'dependence'> {
    const { analysisMs, conditions, ...counts } = this.statistics;
    return { ...counts, conditionsPerQuery: Math.round((10 * conditions) / Math.max(1, counts.queries)) / 10 };
  }

  get costs() {
    return { analyseMs: this.analyseMs, reduceMs: this.statistics.analysisMs - this.analyseMs };
  }

  *explore(exploration: Exploration): Generator<void, void> {
    const { surroundings } = exploration.options;
    // The clock runs from here: the analyses count.
    const limits = new TaskLimits(exploration);
    const { statistics } = this;
    const began = surroundings.now();
    const facts = new TraceFacts(this.program, true, exploration.machine.options);
    this.analyseMs = surroundings.now() - began;
    statistics.analysisMs += this.analyseMs;
    const { wanted } = this.options;
    const initialStates = exploration.startStates().length;
    for (let initial = 0; initial < initialStates; initial++) {
      const paths = exploreByDependence(
        exploration,
        {
          facts,
          interactive: switchesOf('dependence', this.options).interactive,
          wanted: wanted === undefined ? null : (node) => wanted.has(node.instruction.id),
          initial,
          firstInput: this.options.firstInput ?? new Model(),
          stop: () => limits.stop(),
        },
        statistics,
      );
      for (const { outcome, input } of paths) {
        exploration.report(outcome, input);
        if (limits.isTurn(statistics.tasks)) yield;
      }
    }
    exploration.counts.infeasible += statistics.infeasible;
    if (statistics.undecided > 0) exploration.limits.add('max-solver-time');
  }
}
