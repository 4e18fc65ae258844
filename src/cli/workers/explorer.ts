/** Explores parts of a program for the process that was started, and says what it found. */
import type { CoverageGoal } from '../../explore/coverage-goal.ts';
import { CoverageSoFar } from '../../explore/covered-code.ts';
import { Exploration } from '../../explore/exploration.ts';
import { NO_LIMITS, type Surroundings } from '../../explore/forking.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import { noPaths } from '../../explore/path-counts.ts';
import { FinishedPaths } from '../../explore/path-name.ts';
import type { Sharing } from '../../explore/sharing/sharing.ts';
import { WholeRuns } from '../../explore/whole-runs.ts';
import { openProcedure } from '../../host/solvers/open-procedure.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { coveringReduction, DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { compactTest } from '../../suite/journal/compact-test.ts';
import type { BuildRecord } from '../../suite/test-case.ts';
import type { Numbering } from '../run/numbering.ts';
import { type PathResult, PathResults } from '../run/path-result.ts';
import type { Hints, Report, SentResult, Totals } from './messages.ts';
import { PathLines } from './path-lines.ts';
import type { ExplorationTask } from './setup.ts';

/** How the program is built is known where its tests are written. */
const NOT_TOLD: BuildRecord = { directory: '', files: [], target: '', options: {}, harness: null, arguments: [] };

export interface ExplorerWorld {
  readonly sharing: Sharing;
  readonly surroundings: Surroundings;
  readonly deadline: Deadline;
  readonly maxMemoryMb: number;
  /** Null where tests are numbered by the one who gets them. */
  readonly numbering: Numbering | null;
}

export class Explorer {
  private results: SentResult[] = [];
  private readonly lines: PathLines | null;
  private readonly soFar: CoverageSoFar;

  private constructor(
    readonly exploration: Exploration,
    { numbering }: ExplorerWorld,
  ) {
    // Where coverage is the goal, every path that is reported adds something.
    this.lines = numbering === null || goalOf(exploration) !== null ? null : new PathLines(numbering);
    this.soFar = new CoverageSoFar(exploration.machine);
  }

  static async create(program: Program, task: ExplorationTask, world: ExplorerWorld): Promise<Explorer> {
    const options: Partial<ExplorationOptions> = {
      search: task.search,
      seed: task.seed,
      limits: { ...NO_LIMITS, maxDepth: task.maxDepth ?? Number.POSITIVE_INFINITY, maxMemoryMb: world.maxMemoryMb },
      deadline: world.deadline,
      machine: task.machine,
      environment: task.environment,
      solver: { timeLimitMs: task.solverMs, procedure: await openProcedure(task.solver) },
      surroundings: world.surroundings,
      sharing: world.sharing,
      earlier: { finished: new FinishedPaths(task.finished), counts: noPaths(), limits: [], faults: task.faults },
      unreported: (outcome) => explorer.add(results.without(outcome)),
    };
    const strategy = strategyFor(program, task);
    const exploration = await Exploration.create(program, options, (path) => explorer.add(results.of(path)), strategy);
    const explorer = new Explorer(exploration, world);
    const whole = new WholeRuns(program, exploration.terms, task.environment, task.machine, null, exploration);
    const results = new PathResults(
      { entry: '', bigEndian: program.layout.bigEndian, build: NOT_TOLD },
      task.goal === 'coverage',
      exploration,
      whole,
    );
    return explorer;
  }

  private add(result: PathResult): void {
    if (this.lines?.add(result) === true) return;
    const { path, test, fault } = result;
    const goals = goalOf(this.exploration)?.keeper.takeClaimed() ?? [];
    this.results.push({
      path,
      test: test === null ? null : compactTest(test),
      fault,
      ...(goals.length === 0 ? {} : { goals }),
    });
  }

  learn({ faults, goals }: Hints): void {
    for (const key of faults) this.exploration.isNewFaultKey(key);
    if (goals.length > 0) goalOf(this.exploration)?.learn(goals);
  }

  /** Paths that have ended since the last report. */
  get waiting(): number {
    return this.results.length + (this.lines?.size ?? 0);
  }

  takeReport(): Report {
    const { exploration, results } = this;
    this.results = [];
    const limits = [...exploration.limits];
    if (exploration.policy.undecided > 0) limits.push('max-solver-time');
    return {
      lines: this.lines?.take() ?? null,
      results,
      covered: this.soFar.takeNew(),
      limits,
      totals: totalsOf(exploration),
    };
  }
}

function strategyFor(program: Program, { goal, reduction: name, switches, counted }: ExplorationTask) {
  const reduction = goal === 'coverage' ? coveringReduction(name)! : reductionOf(name);
  const indices = new Set(counted);
  const counts = (fn: ProgramFunction) => indices.has(fn.index);
  const options = { ...DEFAULT_REDUCTION_OPTIONS, counts, switched: readSwitches(switches, reduction.switches, name) };
  return reduction.strategy(program, options);
}

/** What the strategy of an exploration pursues; null where it is not coverage. */
export function goalOf({ strategy }: Exploration): CoverageGoal | null {
  return (strategy as { readonly coverage?: CoverageGoal | null }).coverage ?? null;
}

function totalsOf(exploration: Exploration): Totals {
  const { machine, solver, strategy, open } = exploration;
  const { queries, sat, unsat, cacheHits, seconds } = solver.statistics;
  return {
    instructions: machine.instructions,
    open: open?.size ?? 0,
    solver: { queries, sat, unsat, cacheHits, seconds },
    concretizations: [...machine.concretizations].map(([key, { what, position, count }]) => ({
      key,
      what,
      position,
      count,
    })),
    unmodelled: [...machine.unmodelled].map(([what, { position, count }]) => ({ what, position, count })),
    warnings: [...machine.warnings],
    refusedAt: [...(goalOf(exploration)?.refusedAt ?? [])].map(({ id }) => id),
    counters: strategy.counters ?? {},
    costs: strategy.costs ?? { analyseMs: 0, reduceMs: 0 },
  };
}
