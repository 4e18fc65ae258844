/** What every exploring command does: explore, write tests, replay some, and sum up. */

import { coverageByFunction, type FunctionCoverage, totalCoverage } from '../../explore/coverage.ts';
import { Exploration } from '../../explore/exploration.ts';
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { Strategy } from '../../explore/strategy.ts';
import { WholeRuns } from '../../explore/whole-runs.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { isExecutable } from '../../frontend/clang/executable.ts';
import { openProcedure } from '../../host/solvers/open-procedure.ts';
import { version } from '../../host/version.ts';
import { UserError } from '../../program/errors.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import type { Deadline } from '../../solver/deadline.ts';
import type { SolverOptions } from '../../solver/solver.ts';
import { TRACEFILE } from '../../suite/exports/stored-run.ts';
import { lcovTracefile } from '../../suite/lcov.ts';
import type { FolderChoice } from '../../suite/output-folder.ts';
import {
  roundSeconds,
  type SuiteChoice,
  type Summary,
  type SummaryFault,
  summaryDecisions,
} from '../../suite/summary.ts';
import type { TestCase } from '../../suite/test-case.ts';
import { exitStatus } from '../exit-status.ts';
import { catchInterrupt, explorationOptions } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import { programName } from '../options/programs.ts';
import type { Terminal } from '../terminal.ts';
import type { SharedGoal } from '../workers/setup.ts';
import { helpersFor } from '../workers/team.ts';
import { ExplorationStatus } from './exploration-status.ts';
import type { KeptTests } from './kept-tests.ts';
import { NOT_REPLAYED, replaySample } from './replay-sample.ts';
import { headerOf, RunLog, type TestWriting } from './run-log.ts';
import { openSession, type Session } from './session.ts';
import { printSummary } from './summary-text.ts';
import { TestedCoverage } from './tested-coverage.ts';
import type { Watcher } from './watcher.ts';

export interface RunPlan {
  readonly reduction: string;
  readonly strategy: (program: Program, isUserCode: (fn: ProgramFunction) => boolean) => Strategy;
  /** What holds when everything was explored, in one sentence. */
  readonly guarantee: string;
  readonly replay: 'all' | 'sample' | 'none';
  /** What helpers look for, where others may help. */
  readonly sharedGoal?: SharedGoal;
  /** Also write tests for faults that another test shows already. */
  readonly testRepeated?: boolean;
  readonly onPath?: (path: FinishedPath, test: TestCase | null) => void;
  /** When all is explored, before tests are replayed: what makes a table of it, in the time that `adjust` kept for that. */
  readonly tabulate?: (run: EndedRun) => void;
  /** When all is explored: which tests to keep, and which to add. */
  readonly chooseTests?: (run: EndedRun) => Promise<SuiteChoice | null>;
  /** What the exploration is told beyond what the options say. */
  readonly adjust?: (options: ExplorationOptions) => ExplorationOptions;
  /** Where results go, if not where the options say. */
  readonly place?: Partial<FolderChoice>;
  /** Which tests there are, and what is written of each; as `pathfold test` has it unless given. */
  readonly tests?: TestWriting;
  readonly onSession?: (session: Session) => void;
  /** Asked now and then: whether the run has what it wanted. */
  readonly isOver?: () => boolean;
  /** A path as tests show it, where the program was changed to show more. */
  readonly asTested?: (path: FinishedPath) => FinishedPath;
  /** Where several runs belong together: their terms, their program's name, and sessions opened before any of them. */
  readonly shared?: {
    readonly terms: Terms;
    readonly programName: string;
    readonly session: Session;
    /** The inputs that matter. */
    readonly within: Term;
    readonly deadline: Deadline;
  };
}

/** What is there when a search has ended, and its tests are not yet replayed. */
export interface EndedRun {
  readonly session: Session;
  readonly exploration: Exploration;
  readonly log: RunLog;
  readonly options: ExplorationOptions;
}

export interface ExploredRun {
  readonly session: Session;
  readonly exploration: Exploration;
  readonly tests: KeptTests;
  readonly summary: Summary;
}

/** The caller disposes the exploration. */
export async function explore(invocation: Invocation, watcher: Watcher, plan: RunPlan): Promise<ExploredRun> {
  const began = performance.now();
  // A wrong solver name is said before anything is compiled.
  const solvers = await openSolvers(invocation);
  const session =
    plan.shared?.session ??
    (await openSession(invocation, watcher, plan.place === undefined ? {} : { place: plan.place }));
  plan.onSession?.(session);
  const onFault = (fault: SummaryFault) => watcher.onFault?.(fault);
  const log = new RunLog(session, plan.testRepeated === true, invocation.resumes ?? null, plan.tests, onFault);
  log.begin(headerOf(session, invocation.words ?? [], plan.reduction));
  const signal = catchInterrupt(watcher);
  let hasInputs = false;
  const tested = new TestedCoverage();
  const status = new ExplorationStatus(invocation, session, watcher);
  const tick = (open: number) => {
    status.show(exploration, open, log.faults.length);
    log.flush();
    const { completed, endless, faulty } = exploration.counts;
    const coverage = () => totalCoverage(coverageByFunction(exploration.machine, session.isUserCode)).instructions;
    const seconds = Math.round((performance.now() - began) / 1000);
    watcher.onTick?.({ paths: completed + endless + faulty, open, faults: log.faults.length, seconds, coverage });
  };
  const name = plan.shared?.programName ?? programName(invocation.operands[0]);
  const interrupted = () => signal.interrupted() || plan.isOver?.() === true;
  const asked = status.watching(explorationOptions(invocation, name, interrupted, tick));
  const chosen = plan.adjust?.(asked) ?? asked;
  const strategy = plan.strategy(session.program, session.isUserCode);
  const team = await helpersFor(invocation, session, chosen, plan.sharedGoal ?? null);
  const exploration: Exploration = await Exploration.create(
    session.program,
    {
      ...chosen,
      ...team.options,
      ...(plan.shared === undefined
        ? {}
        : { terms: plan.shared.terms, within: plan.shared.within, deadline: plan.shared.deadline }),
      ...log.earlierRun(),
      unreported: (outcome) => log.addWithoutTest(outcome),
      solver: { ...chosen.solver, ...status.watched(solvers), ...queryLog(invocation, session) },
    },
    (path) => {
      hasInputs ||= path.outcome.inputs.length > 0;
      const test = log.add(plan.asTested?.(path) ?? path);
      tested.add(path, test !== null);
      team.found(path);
      plan.onPath?.(path, test);
      watcher.onPath?.(path, test);
    },
    strategy,
  );
  const whole = new WholeRuns(
    session.program,
    exploration.terms,
    chosen.environment,
    chosen.machine,
    null,
    exploration,
  );
  log.attach(exploration, whole);
  team.attach(exploration, log);
  try {
    await exploration.runWithPauses(() => team.pause());
    await team.finish();
  } catch (error) {
    await team.abandon();
    log.abandon();
    throw error;
  }
  status.phase('choosing and writing tests');
  const within = plan.shared?.within ?? exploration.terms.true_;
  rejectMistakenAssumptions(invocation, session, exploration, log.faults, within === exploration.terms.true_);
  exploration.deadline.startTabulating();
  plan.tabulate?.({ session, exploration, log, options: chosen });
  const fewest = await plan.chooseTests?.({ session, exploration, log, options: chosen });
  const executed = (performance.now() - began) / 1000 - session.compileSeconds;
  // Running the user's own program is for the user to ask for: it may do anything to this machine.
  const asksReplay = invocation.given.some(({ name }) => name === 'replay' || name === 'allow-native');
  const { deadline } = exploration;
  const allowNative = invocation.options['allow-native'];
  const replayable = asksReplay || !invocation.operands.some(isExecutable);
  const { replay, problem } =
    plan.replay === 'none' || !replayable
      ? NOT_REPLAYED
      : await replaySample(log.tests, session.folder, plan.replay === 'all', { deadline, allowNative }, watcher);
  signal.release();
  const coverage = tested.byFunction({ session, exploration, log, options: chosen });
  const alone = summarize(invocation, session, exploration, plan, executed, coverage);
  const base = { ...alone, counters: team.addCounters(alone.counters), ...team.size() };
  const total = roundSeconds((performance.now() - began) / 1000);
  const { tests, faults } = log;
  // A function without parameters has none to make, and the user who named it knows.
  const isExpected = hasInputs || pathsOf(exploration) === 0 || invocation.options.function !== null;
  const warnings = [
    ...base.warnings,
    ...(isExpected ? [] : [NOTHING_SYMBOLIC]),
    ...(problem === null ? [] : [`no test was replayed: ${problem}`]),
  ];
  const seconds = { ...base.seconds, total };
  const choice = fewest == null ? {} : { fewest };
  const summary = { ...base, warnings, tests: tests.length, ...choice, faults, replay, seconds };
  session.folder.write(TRACEFILE, lcovTracefile(coverage, name));
  log.end(summary);
  return { session, exploration, tests, summary };
}

const NOTHING_SYMBOLIC =
  'nothing is symbolic, so this is one run like any other: make inputs with --sym-args or --sym-stdin, with pathfold.h, or call a function with --function';

/** What the user assumes may be wrong in itself, which shows only when it is evaluated. */
function rejectMistakenAssumptions(
  { options }: Invocation,
  session: Session,
  exploration: Exploration,
  faults: Summary['faults'],
  allInputsMatter: boolean,
): void {
  for (const fault of faults) {
    const option = session.optionBehind(fault);
    if (option === null) continue;
    throw new UserError(`${option} itself faults: ${fault.message}`, 'assume first what it needs: p != 0 && p->n < 4');
  }
  const isEmpty = pathsOf(exploration) + exploration.counts.unfinished === 0 && exploration.verdict === 'complete';
  // Where nothing that matters has changed, no input is left either.
  if (isEmpty && allInputsMatter && options.assume.length + options.range.length > 0) {
    const said = [
      ...options.assume.map((text) => `--assume '${text}'`),
      ...options.range.map((text) => `--range ${text}`),
    ];
    throw new UserError(`no input is as assumed: ${said.join(' ')}`, 'assume less');
  }
}

function pathsOf({ counts: { completed, endless, faulty, pruned } }: Exploration): number {
  return completed + endless + faulty + pruned;
}

/** Opens the procedures the user asked for; each exploration disposes its own. */
export async function openSolvers({ options }: Invocation, maxConflicts?: number): Promise<SolverOptions> {
  const procedure = await openProcedure(options.solver ?? 'embedded', maxConflicts);
  const checking = options['check-solver'];
  return checking === null ? { procedure } : { procedure, validateWith: await openProcedure(checking) };
}

function queryLog({ options }: Invocation, { folder }: Session): SolverOptions {
  if (!options['log-queries']) return {};
  let query = 0;
  return {
    logQuery: (text) => {
      folder.write(`query${String(++query).padStart(6, '0')}.smt2`, text);
    },
  };
}

/** Everything about one exploration that does not concern tests. */
export function summarize(
  invocation: Invocation,
  session: Session,
  exploration: Exploration,
  plan: Pick<RunPlan, 'reduction' | 'guarantee'>,
  executedSeconds: number,
  coverage: readonly FunctionCoverage[] = coverageByFunction(exploration.machine, session.isUserCode),
): Omit<Summary, 'tests' | 'faults' | 'replay'> {
  const { machine, solver, limits, counts, verdict } = exploration;
  const { options } = invocation;
  const { statistics } = solver;
  const { costs, counters } = exploration.strategy;
  const analyse = (costs?.analyseMs ?? 0) / 1000;
  const reduce = (costs?.reduceMs ?? 0) / 1000;
  const execute = executedSeconds - statistics.seconds - analyse - reduce;
  return {
    tool: 'pathfold',
    version: version(),
    command: invocation.command,
    target: session.program.target,
    entry: session.entry,
    reduction: plan.reduction,
    counters: counters ?? {},
    search: options.search,
    seed: options.seed,
    verdict,
    limits: [...limits].sort(),
    guarantee: verdict === 'complete' ? plan.guarantee : incompleteGuarantee(limits.size > 0),
    assumptions: session.assumptions,
    paths: {
      completed: counts.completed,
      endless: counts.endless,
      faulty: counts.faulty,
      pruned: counts.pruned,
      infeasible: counts.infeasible,
      unfinished: counts.unfinished,
    },
    coverage: totalCoverage(coverage),
    concretizations: [...machine.concretizations.values()].map(({ what, position, count }) => ({
      what,
      file: position?.file.path ?? null,
      line: position?.line ?? 0,
      count,
    })),
    unmodelled: [...machine.unmodelled.keys()].sort(),
    warnings: [...machine.warnings],
    instructions: machine.instructions,
    solver: {
      name: options.solver ?? 'embedded',
      queries: statistics.queries,
      sat: statistics.sat,
      unsat: statistics.unsat,
      cacheHits: statistics.cacheHits,
      seconds: roundSeconds(statistics.seconds),
    },
    seconds: {
      total: 0,
      compile: roundSeconds(session.compileSeconds),
      analyse: roundSeconds(analyse),
      execute: roundSeconds(Math.max(0, execute)),
      solve: roundSeconds(statistics.seconds),
      reduce: roundSeconds(Math.max(0, reduce)),
    },
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    decisions: summaryDecisions(exploration.profile.decisions),
  };
}

function incompleteGuarantee(isLimited: boolean): string {
  const missing = isLimited ? 'what the limits cut off' : 'what comes after something unmodelled';
  return `only what was explored is known; ${missing} is not`;
}

/** Writes and prints the result, and gives the exit status. `text` is what people read instead of JSON. */
export function finish(
  run: ExploredRun,
  result: Summary,
  { json, 'allow-incomplete': allowIncomplete }: Invocation['options'],
  terminal: Terminal,
  text: () => void = () => printSummary(result, run.session.folder.name, run.exploration.machine.unmodelled, terminal),
): number {
  const { status, serialized } = storeResult(run, result, allowIncomplete);
  if (json) terminal.out(serialized);
  else text();
  const { problem } = run.session.folder;
  if (problem !== null) throw problem;
  return status;
}

/** Writes the result and gives up the exploration. */
export function storeResult(
  { session: { folder }, exploration }: ExploredRun,
  result: Summary,
  allowIncomplete: boolean,
): { readonly status: number; readonly serialized: string } {
  const disagrees = result.replay !== null && result.replay.disagreed.length > 0;
  const status = exitStatus({ ...result, found: result.faults.length > 0, disagrees }, allowIncomplete);
  const serialized = `${JSON.stringify({ ...result, exitStatus: status }, null, 2)}\n`;
  folder.write('summary.json', serialized);
  exploration.dispose();
  return { status, serialized };
}
