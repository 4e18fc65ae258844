/** `pathfold compare`: the exhaustive search and every reduction on the same program, with what each one kept proved. */
import { setImmediate } from 'node:timers/promises';
import type { Exploration } from '../../explore/exploration.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import { Terms } from '../../expr/terms.ts';
import { isFault } from '../../machine/endings.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { REDUCTION_NAMES, type ReductionName } from '../../reduce/catalogue.ts';
import { checkProperty, type Verdict } from '../../reduce/properties/check.ts';
import { inputText } from '../../reduce/properties/input-text.ts';
import type { PropertyName } from '../../reduce/properties/names.ts';
import { type ObservedRun, Observer } from '../../reduce/properties/observer.ts';
import { endingKey } from '../../reduce/properties/outputs.ts';
import { type RunRecord, recordRun } from '../../reduce/properties/run.ts';
import {
  coveringReduction,
  DEFAULT_REDUCTION_OPTIONS,
  type Reduction,
  type ReductionOptions,
  reductionOf,
} from '../../reduce/registry.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { roundSeconds, type Summary, type SummaryFault, summaryFault } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { exitStatus } from '../exit-status.ts';
import { catchInterrupt, deadlineOf, explorationOptions } from '../options/explore-options.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import { programName } from '../options/programs.ts';
import { openSolvers, summarize } from '../run/explored-run.ts';
import { openSession } from '../run/session.ts';
import type { Terminal } from '../terminal.ts';
import { type CompareRow, compareTable, contestantLabel, lossText } from './compare-text.ts';

/** Instructions on all paths of the exhaustive run: following them again takes about a minute, and their record memory. */
const MOST_INSTRUCTIONS_OBSERVED = 100_000_000;

/** A reduction as a command runs it. */
interface Contestant {
  readonly name: ReductionName;
  readonly reduction: Reduction;
  /** Whether it is as `cover` runs it, which differs from how others do. */
  readonly covers: boolean;
}

const EXHAUSTIVE: Contestant = { name: 'none', reduction: reductionOf('none'), covers: false };

/** Every reduction, and those of `cover` once more where they are otherwise asked for more than coverage. */
const CONTESTANTS: readonly Contestant[] = REDUCTION_NAMES.filter((name) => name !== 'none').flatMap((name) => {
  const asOthers = { name, reduction: reductionOf(name), covers: false };
  const covering = coveringReduction(name);
  if (covering === null || covering.property === asOthers.reduction.property) return [asOthers];
  return [asOthers, { name, reduction: covering, covers: true }];
});

export const command: Command = {
  takesFiles: true,
  description: [
    'Explores the program exhaustively and by every reduction under the same limits, prints what each one cost, and',
    'checks that the reduction kept what it promises: every fault, every input-output relation, and so on. A row marked',
    '"in cover" is the reduction as cover runs it, which promises coverage alone. When the',
    'exhaustive run hits a limit, nothing can be said, and the verdict is "not decided". A reduction that lost something',
    'is a bug in pathfold; it is shown with an input, and the exit status is 1.',
  ].join('\n'),
  examples: ['pathfold compare program.c', 'pathfold compare library.c --function parse --string text=4 --max-time 60'],
  async run(invocation, terminal) {
    const began = performance.now();
    const session = await openSession(invocation, terminal);
    const comparison = new Comparison(invocation, terminal, session.program, session.isUserCode);
    let base: Omit<Summary, 'tests' | 'faults' | 'replay'> | null = null;
    const exhaustive = await comparison.explore(EXHAUSTIVE, 0, (exploration) => {
      const seconds = (performance.now() - began) / 1000 - session.compileSeconds;
      const plan = { reduction: 'none', guarantee: reductionOf('none').guarantee };
      base = summarize(invocation, session, exploration, plan, seconds);
    });
    const { rows, notApplicable } = await comparison.rows(exhaustive);
    comparison.release();
    terminal.progress(null);
    const summary: Summary = {
      ...base!,
      tests: exhaustive.tests,
      faults: faultsOf(exhaustive),
      replay: null,
      seconds: { ...base!.seconds, total: roundSeconds((performance.now() - began) / 1000) },
    };
    const undecided = rows.some((row) => row.property !== null && row.preserved === null);
    const verdict = summary.verdict === 'complete' && undecided ? 'bounded' : summary.verdict;
    const limits = rows.flatMap((row) => row.limits);
    const found = rows.some((row) => row.preserved === false);
    const { 'allow-incomplete': allowIncomplete } = invocation.options;
    const status = exitStatus({ found, verdict, limits, disagrees: false }, allowIncomplete);
    const serialized = `${JSON.stringify({ ...summary, rows, notApplicable, exitStatus: status }, null, 2)}\n`;
    session.folder.write('summary.json', serialized);
    if (invocation.options.json) terminal.out(serialized);
    else {
      terminal.out(`${compareTable(rows)}\n`);
      for (const [name, reason] of Object.entries(notApplicable)) terminal.out(`${name}: not applicable: ${reason}\n`);
    }
    for (const row of rows) if (row.preserved === false) terminal.err(lossText(row));
    if (session.folder.problem !== null) throw session.folder.problem;
    return status;
  },
};

class Comparison {
  private readonly terms = new Terms();
  private readonly signal;
  private readonly options: ReductionOptions;
  private readonly exploring: ExplorationOptions;
  private readonly deadline: Deadline;
  private exploration = '';

  constructor(
    private readonly invocation: Invocation,
    private readonly terminal: Terminal,
    private readonly program: Program,
    counts: (fn: ProgramFunction) => boolean,
  ) {
    const { options, operands } = invocation;
    this.signal = catchInterrupt(terminal);
    this.exploring = explorationOptions(invocation, programName(operands[0]), this.signal.interrupted, (open) => {
      terminal.progress(`${this.exploration}: ${open} open`);
    });
    this.deadline = deadlineOf(invocation);
    const chosen = options.output.length > 0;
    this.options = {
      ...DEFAULT_REDUCTION_OPTIONS,
      counts,
      ...(chosen ? { outputs: outputSelection(options.output, program, options.function !== null, true) } : {}),
    };
  }

  release(): void {
    this.signal.release();
  }

  /** `before` are the contestants that had their turn: each may use its share of the time that is left. */
  async explore(
    contestant: Contestant,
    before: number,
    inspect: (exploration: Exploration) => void = () => {},
  ): Promise<RunRecord> {
    this.exploration = contestant === EXHAUSTIVE ? 'exhaustive' : contestantLabel(contestant.name, contestant.covers);
    const strategy = contestant.reduction.strategy(this.program, this.options);
    const options = {
      ...this.exploring,
      deadline: this.deadline.part(1 / (CONTESTANTS.length + 1 - before)),
      solver: { ...this.exploring.solver, ...(await openSolvers(this.invocation)) },
    };
    return recordRun(contestant.name, this.program, options, this.terms, strategy, () => setImmediate(), inspect);
  }

  async rows(exhaustive: RunRecord): Promise<{ rows: CompareRow[]; notApplicable: Record<string, string> }> {
    const rows = [rowOf(exhaustive, exhaustive, EXHAUSTIVE, null)];
    const notApplicable: Record<string, string> = {};
    for (const [index, contestant] of CONTESTANTS.entries()) {
      const reason = contestant.reduction.applicable?.(this.options) ?? null;
      if (reason !== null) notApplicable[contestant.name] = reason;
      else {
        const record = await this.explore(contestant, index + 1);
        rows.push(rowOf(record, exhaustive, contestant, await this.verdictOn(contestant, exhaustive, record)));
      }
    }
    return { rows, notApplicable };
  }

  /** On the property of the reduction and on those that follow from it: the first that is not preserved decides. */
  private async verdictOn(contestant: Contestant, exhaustive: RunRecord, record: RunRecord): Promise<Verdict> {
    const { property, implies, affected } = contestant.reduction;
    const reason = cannotObserve(exhaustive);
    if (reason !== null) return { kind: 'undecided', reason };
    this.terminal.progress(
      `${contestantLabel(contestant.name, contestant.covers)}: comparing with ${exhaustive.paths.length} paths`,
    );
    const properties: PropertyName[] = [property, ...implies];
    // A machine of its own per comparison: what one keeps is gone before the next.
    const observer = await Observer.create(this.program, this.exploring, this.terms, {
      outputs: this.options.outputs,
      affected: affected?.(this.options) ?? null,
      counts: this.options.counts,
      values: properties.includes('values'),
    });
    try {
      const baseline: ObservedRun = observer.observe(exhaustive);
      const reduced = observer.observe(record);
      for (const each of properties) {
        const verdict = checkProperty(each, baseline, reduced, observer);
        if (observer.isLate) return { kind: 'undecided', reason: 'the time was up before everything was compared' };
        if (verdict.kind !== 'preserved') return verdict;
      }
      return { kind: 'preserved' };
    } finally {
      observer.dispose();
    }
  }
}

function cannotObserve({ complete, limits, paths }: RunRecord): string | null {
  if (!complete) {
    const why = limits.length > 0 ? limits.join(', ') : 'something is not modelled';
    return `the exhaustive run is not complete (${why})`;
  }
  const steps = paths.reduce((sum, { outcome }) => sum + outcome.steps, 0);
  if (steps <= MOST_INSTRUCTIONS_OBSERVED) return null;
  return `the paths of the exhaustive run have ${steps} instructions, more than the ${MOST_INSTRUCTIONS_OBSERVED} that fit in memory`;
}

function rowOf(
  record: RunRecord,
  exhaustive: RunRecord,
  { name, reduction, covers }: Contestant,
  verdict: Verdict | null,
): CompareRow {
  const { counts, tests, instructions, queries, seconds, limits } = record;
  const paths = (run: RunRecord) =>
    run.counts.completed + run.counts.endless + run.counts.faulty + run.counts.pruned + run.counts.unfinished;
  return {
    reduction: name,
    covers,
    paths: paths(record),
    pruned: counts.pruned,
    tests,
    instructions,
    queries,
    seconds: roundSeconds(seconds),
    ratio:
      exhaustive.complete && record.complete
        ? Math.round((10 * paths(exhaustive)) / Math.max(1, paths(record))) / 10
        : null,
    limits,
    property: verdict === null ? null : reduction.property,
    preserved: verdict === null || verdict.kind === 'undecided' ? null : verdict.kind === 'preserved',
    reason: verdict?.kind === 'undecided' ? verdict.reason : null,
    missing:
      verdict?.kind === 'lost' ? verdict.missing.map(({ what, input }) => ({ what, input: inputText(input) })) : [],
  };
}

function faultsOf({ paths }: RunRecord): SummaryFault[] {
  const faults = new Map<string, SummaryFault>();
  for (const { outcome } of paths) {
    const key = endingKey(outcome.ending);
    if (isFault(outcome.ending.kind) && !faults.has(key)) faults.set(key, summaryFault(outcome.ending, null, ''));
  }
  return [...faults.values()];
}
