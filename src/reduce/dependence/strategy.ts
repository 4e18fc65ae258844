/** `--reduce dependence` as a strategy: by slices, or, where they leave out nothing or take longer (race.ts), by a search that forks (slice-trial.ts). */
import type { Exploration } from '../../explore/exploration.ts';
import type { Strategy } from '../../explore/strategy.ts';
import { TaskLimits } from '../../explore/task-limits.ts';
import { Model } from '../../expr/term.ts';
import { SilentRecorder } from '../../machine/silent-recorder.ts';
import type { Program } from '../../program/program.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import { RevisitReduction } from '../revisit/strategy.ts';
import { HandingOver } from '../tasks/handing-over.ts';
import { beyond, outcomesOf, Race, unmet } from '../tasks/race.ts';
import { SliceTrial } from '../tasks/slice-trial.ts';
import { type DependencePath, type DependenceStatistics, exploreByDependence } from './explore.ts';
import { ForkedValues } from './forked-values.ts';

export interface DependenceOptions extends Partial<SwitchesOf<'dependence'>> {
  /** Ids of instructions whose values are wanted; all unless given. */
  readonly wanted?: ReadonlySet<number>;
  /** All zero unless given. */
  readonly firstInput?: Model;
}

export class DependenceReduction extends HandingOver implements Strategy {
  private forking: RevisitReduction | null = null;
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
  ) {
    super();
  }

  get counters(): CountsOf<'dependence'> {
    const { analysisMs, conditions, ...counts } = this.statistics;
    return {
      ...counts,
      conditionsPerQuery: Math.round((10 * conditions) / Math.max(1, counts.queries)) / 10,
      forks: this.forking?.counters.forks ?? 0,
      matches: this.forking?.counters.matches ?? 0,
    };
  }

  get costs() {
    const forking = this.forking?.costs.reduceMs ?? 0;
    return { analyseMs: this.analyseMs, reduceMs: this.statistics.analysisMs - this.analyseMs + forking };
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
    const { interactive, trial: length } = switchesOf('dependence', this.options);
    // A search that forks is about all values.
    const pathsAlone = wanted === undefined ? length : 0;
    const trial = new SliceTrial(pathsAlone);
    const race = new Race(exploration, pathsAlone);
    const rival = new ForkedValues(exploration, () => race.isTurnOver);
    let dropsRemain = false;
    const found: DependencePath[] = [];
    const report = (path: DependencePath) => exploration.report(path.outcome, path.input);
    const initialStates = exploration.startStates().length;
    for (let initial = 0; initial < initialStates; initial++) {
      const paths = exploreByDependence(
        exploration,
        {
          facts,
          interactive,
          wanted: wanted === undefined ? null : (node) => wanted.has(node.instruction.id),
          observe: ({ sequences: { trace, all, ofNode } }) =>
            trial.observe(
              trace,
              [...new Set(ofNode)].map((sequence) => all[sequence].decisions),
            ),
          initial,
          firstInput: this.options.firstInput ?? new Model(),
          onDropped: () => {
            dropsRemain = true;
          },
          stop: () => limits.stop(found.length),
        },
        statistics,
      );
      for (const path of paths) {
        found.push(path);
        if (limits.isTurn(statistics.tasks)) yield;
        if (trial.savesNothing) {
          yield* this.forkAlone(exploration);
          return;
        }
        if (!race.isRivalsTurn(trial.runs) || !(yield* this.turnOf(rival, race, exploration))) continue;
        this.forking = rival.search;
        this.takeBack(exploration, new SilentRecorder());
        rival.report();
        beyond(found, rival.faults).forEach(report);
        return;
      }
    }
    // Beyond a limit nothing is proved either way, and what was found is not to be lost.
    const mayHaveLost = wanted === undefined ? mayHaveLostByDropping(found) : dropsRemain;
    if (length > 0 && exploration.limits.size === 0 && mayHaveLost) {
      yield* this.forkAlone(exploration);
      return;
    }
    found.forEach(report);
    // Where a limit came first, the other search may have met what this one did not come to.
    for (const outcome of unmet(rival.faults, outcomesOf(found))) exploration.report(outcome, null);
    exploration.counts.infeasible += statistics.infeasible;
    if (statistics.undecided > 0) exploration.limits.add('max-solver-time');
  }

  /** What slices found is forgotten. */
  private *forkAlone(exploration: Exploration): Generator<void, void> {
    const search = new RevisitReduction({ goal: 'values' });
    this.forking = search;
    this.handOverTo({ search, hearing: search });
    yield* search.explore(exploration);
  }
}

/**
 * Inputs that an assumption drops show nothing, unless the program ends before it comes to the assumption. Slices do not know that what
 * was shown by a dropped input may have to be shown again together with such an end: where both are met, they prove nothing. Where only
 * some values are wanted, ends that they do not depend on are not looked for: there it is enough that a task is left with dropped inputs.
 */
function mayHaveLostByDropping(found: readonly DependencePath[]): boolean {
  const isDropped = ({ outcome }: DependencePath) => outcome.ending.kind === 'dropped';
  return found.some(isDropped) && found.some((path) => path.endsEarly && !isDropped(path));
}
