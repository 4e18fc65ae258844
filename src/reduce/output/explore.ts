/**
 * Path exploration based on symbolic output (Qi, Nguyen and Roychoudhury; algorithm 1): one path per relevant slice
 * condition of the output, so one per way the output is computed.
 *
 * A task is a set of inputs not looked at so far: a conjunction of branch conditions, the last one negated. It is solved
 * to an input, the input is run, and the conditions the output depends on are read off the trace and reordered. They are
 * a row: every input that satisfies them computes the output in the same way. What the row leaves of the task is split
 * by its first condition that fails, which gives the new tasks.
 *
 * Where this differs from the paper:
 * - The paper relies on lemma 3.13: the conditions of a task are the first ones of every row found in it, so that rows
 *   need only be split past that prefix. The lemma assumes that slices are computed exactly and that the program ends in
 *   one place; faults, exits, library calls and points-to sets break both. So a task keeps its conditions, and a row
 *   that does not begin with them is split inside the task. Whatever the order of the conditions is, no input is lost;
 *   a good order only avoids that rows are found again (`detours` counts how often it did not).
 * - Arrays are exact: an index is part of the terms, with its bounds check as one more condition. Nothing is concretised
 *   but what the machine says it concretises, and that equation is a condition like any other.
 * - The paper assumes that every run reaches the output. Here any access may be the end of the program, and how it ends is
 *   an output. If all that follows a possible end depended on it (as it did at first), parts that have nothing to do with
 *   the output would multiply the rows as soon as each contains one array access: N of them 2^N times. So ends are
 *   found first and apart, by the search of the dependence reduction restricted to what has a say in them
 *   (ending-nodes.ts): N parts cost N + 1 runs. Then the rows of each end, and those of the return from main, are
 *   explored as above, with slices that know nothing of other ends; and a row speaks for the inputs that satisfy its
 *   conditions and none of the ends that come before (ends.ts). Runs of the first search are used in the second:
 *   a task that already has an input is not solved.
 *
 * Costs, besides the first search: per row, running and tracing what it does not share with the run before; a query per
 * task; and one query per row that asks whether ends take away some of its inputs, plus one for each that does. Where
 * nothing can be saved (tokenizer, scheduler) building graphs is most of the time: about a microsecond per instruction,
 * several times what the exhaustive search takes to run it.
 */

import type { Exploration } from '../../explore/exploration.ts';
import { smallInput, withSmallNumbers } from '../../explore/small-input.ts';
import { evaluate } from '../../expr/evaluate.ts';
import { Model, type Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { InternalError } from '../../program/errors.ts';
import { PathCondition } from '../../solver/solver.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import { type DependenceStatistics, exploreByDependence } from '../dependence/explore.ts';
import { ConditionChain } from '../tasks/condition-chain.ts';
import { type GuidedRun, GuidedRuns } from '../tasks/guided-runs.ts';
import { KnownPaths } from '../tasks/known-paths.ts';
import { nearby } from '../tasks/nearby.ts';
import type { OutputSelection } from './criterion.ts';
import { EndingNodes } from './ending-nodes.ts';
import { type End, Ends } from './ends.ts';
import type { FinalGlobal } from './globals.ts';
import { type Reading, type Run, readRun } from './run.ts';

export interface OutputRow {
  /** No other end takes these inputs away; then the reordered relevant slice condition, after that of its task. */
  readonly conditions: readonly Term[];
  readonly outcome: PathOutcome;
  /** The chosen globals as the program leaves them; none after a fault. */
  readonly globals: readonly FinalGlobal[];
  readonly input: Model;
  /** Inputs that an assumption drops, found since the row before. */
  readonly dropped: readonly (readonly Term[])[];
}

export interface OutputStatistics {
  tasks: number;
  /** Tasks whose input led to a row that does not begin with the task's conditions. */
  detours: number;
  infeasible: number;
  undecided: number;
  conditions: number;
  /** Runs that looked for early ends. */
  endRuns: number;
  /** Building dependence graphs and slices, milliseconds. */
  analysisMs: number;
}

interface Task {
  readonly conditions: readonly Term[];
  /** Runs whose inputs are known to satisfy them. */
  readonly known: Run[];
  /** How many conditions say "another value". */
  readonly choices: number;
}

export interface OutputExploration {
  readonly selection: OutputSelection;
  /** With early ends apart. */
  readonly facts: TraceFacts;
  /** Off only to show why it is needed. */
  readonly reorder: boolean;
  /** Whether to look for early ends; off only to show why it is needed. */
  readonly ends: boolean;
  /** Whether rows should show inputs that people like to read; costs queries and runs. */
  readonly readable: boolean;
  /** Which of several initial states to start in. */
  readonly initial: number;
  /** Asked before each run; true stops the search. */
  stop(): boolean;
  /** Told of each run. */
  observe(guided: GuidedRun, run: Run): void;
}

/** Null now and then, when there is nothing to report. */
export function exploreByOutput(
  exploration: Exploration,
  options: OutputExploration,
  statistics: OutputStatistics,
): Generator<OutputRow | null, void> {
  return new OutputSearch(exploration, options, statistics).run();
}

class OutputSearch {
  private readonly terms: Terms;
  private readonly ends: Ends;
  private readonly reading: Reading;
  /** By the end they met; null for the return from main. */
  private readonly runs = new Map<End | null, Run[]>();
  private readonly guided: GuidedRuns;
  private readonly paths: KnownPaths<Run>;
  private readonly chain = new ConditionChain();
  private stopped = false;
  private droppedTold = 0;
  /** Runs for rows that met a limit. */
  private unfinished = 0;

  constructor(
    private readonly exploration: Exploration,
    private readonly options: OutputExploration,
    private readonly statistics: OutputStatistics,
  ) {
    this.terms = exploration.terms;
    this.ends = new Ends(this.terms);
    this.guided = new GuidedRuns(exploration, options.facts, options.initial);
    this.paths = new KnownPaths(this.terms);
    const { facts, selection, reorder } = options;
    this.reading = { exploration, facts, selection, reorder, ends: this.ends };
  }

  *run(): Generator<OutputRow | null, void> {
    if (this.options.ends) yield* this.findEnds();
    yield* this.rowsOf(null);
    // Ends may still be found on the way.
    for (let i = 0; i < this.ends.all.length; i++) {
      const end = this.ends.all[i];
      if (end.kind === 'limit') yield this.unfinishedRow(end);
      else if (!end.dropped) yield* this.rowsOf(end);
    }
  }

  private *findEnds(): Generator<null, void> {
    const { exploration, options } = this;
    const ending = new EndingNodes(options.facts);
    const statistics: DependenceStatistics = {
      tasks: 0,
      satisfied: 0,
      infeasible: 0,
      undecided: 0,
      queries: 0,
      conditions: 0,
      analysisMs: 0,
    };
    const search = exploreByDependence(
      exploration,
      {
        facts: options.facts,
        interactive: true,
        wanted: (node, trace) => ending.has(node, trace),
        initial: options.initial,
        firstInput: new Model(),
        stop: () => this.stop() || this.enoughRuns(),
        observe: (run) => {
          this.statistics.endRuns++;
          this.keep(this.read(run));
        },
      },
      statistics,
    );
    for (const _ of search) yield null;
    this.statistics.undecided += statistics.undecided;
  }

  /** Runs that look for ends are no rows yet, but the user who limits paths means them too. */
  private enoughRuns(): boolean {
    const { options, limits } = this.exploration;
    if (this.statistics.endRuns < options.limits.maxPaths) return false;
    limits.add('max-paths');
    return true;
  }

  private stop(): boolean {
    this.stopped ||= this.options.stop();
    return this.stopped;
  }

  private keep(run: Run): void {
    const alike = this.runs.get(run.end);
    if (alike === undefined) this.runs.set(run.end, [run]);
    else alike.push(run);
  }

  /** Whatever goes on like a run that met a limit. */
  private unfinishedRow(end: End): OutputRow | null {
    const [run] = this.runs.get(end) ?? [];
    return run === undefined ? null : this.rowOf(end.conditions, run, end);
  }

  /** The rows of the programs's return, or of an early end. */
  private *rowsOf(end: End | null): Generator<OutputRow, void> {
    const { statistics } = this;
    const stack: Task[] = [{ conditions: end?.conditions ?? [], known: this.runs.get(end) ?? [], choices: 0 }];
    this.runs.delete(end);
    for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
      // What has been run is still worth a row when time is up, unless there are enough of them.
      if (this.stop() && (task.known.length === 0 || this.exploration.limits.has('max-paths'))) continue;
      statistics.tasks++;
      const run = task.known.shift() ?? this.runOf(task, end);
      if (run === null) continue;
      const conditions = this.split(task, run, stack);
      statistics.conditions += conditions.length;
      yield this.rowOf(conditions, run, end);
    }
  }

  /** All conditions of the row; what it leaves of its task is new tasks. */
  private split(task: Task, run: Run, stack: Task[]): readonly Term[] {
    const { terms, options, exploration } = this;
    const found = run.conditions;
    const detour = task.conditions.some((term, i) => term !== found[i]);
    if (detour) this.statistics.detours++;
    // Without reordering this is the search that the paper's table I shows to fail.
    const conditions: Term[] =
      detour && options.reorder ? [...task.conditions] : found.slice(0, task.conditions.length);
    const given = new Set(conditions);
    let left = task.known;
    for (const term of found) {
      if (given.has(term)) continue;
      const known: Run[] = [];
      left = left.filter((each) => evaluate(term, each.input) === 1 || known.push(each) === 0);
      const choices = task.choices + (run.choices.has(term) ? 1 : 0);
      if (choices < exploration.machine.options.maxConcretizations) {
        stack.push({ conditions: [...conditions, terms.not(term)], known, choices });
      } else exploration.limits.add('max-concretizations');
      conditions.push(term);
      given.add(term);
    }
    return conditions;
  }

  /** A run of some input of the task that ends as wanted; null when there is none. */
  private runOf(task: Task, end: End | null): Run | null {
    const given = new Set(task.conditions);
    let condition = this.chain.of(task.conditions);
    for (let first = true; ; first = false) {
      const answer = this.exploration.solver.check(condition);
      if (answer.status !== 'sat') {
        if (answer.status === 'unknown') this.statistics.undecided++;
        else if (first) this.statistics.infeasible++;
        return null;
      }
      const solved = withSmallNumbers(answer.model, condition, this.exploration.solver);
      const input = nearby(solved, ZERO, condition.conjuncts());
      const other = this.firstOf(input, end);
      if (other === null) {
        const run = this.follow(input);
        if (run.end === end) return run;
        if (run.end === null) throw new InternalError('an end did not happen although its conditions hold');
        this.learn(run, end);
        if (this.stop() || (run.end.kind === 'limit' && ++this.unfinished > MOST_UNFINISHED)) return null;
        condition = condition.append(this.ends.avoiding(run.end, given));
      } else condition = condition.append(this.ends.avoiding(other, given));
    }
  }

  /** Of the ends whose conditions the input satisfies, one that is known to come before the wanted one. */
  private firstOf(input: Model, wanted: End | null): End | null {
    return this.ends.all.find((end) => end !== wanted && end.isBefore(wanted) === true && end.holds(input)) ?? null;
  }

  /** The run should have met another end, and did not. */
  private learn(run: Run, wanted: End | null): void {
    if (wanted !== null && run.end !== null) run.end.cameBefore(wanted);
    this.keep(run);
  }

  /** The run of an input, which is that of any other input on the same path. */
  private follow(input: Model): Run {
    const known = this.paths.of(input);
    return known === null ? this.read(this.guided.run(input)) : { ...known, input };
  }

  private read(guided: GuidedRun): Run {
    const { now } = this.exploration.options.surroundings;
    const began = now();
    const run = readRun(guided, this.reading);
    this.paths.add(guided.literals, run);
    this.options.observe(guided, run);
    // What a limit hides is no output of any row, so a run may be left out that was stopped by one.
    const { kind, name } = run.outcome.ending;
    if (kind === 'limit') this.exploration.limits.add(name);
    this.statistics.analysisMs += guided.analysisMs + now() - began;
    return run;
  }

  private rowOf(conditions: readonly Term[], run: Run, end: End | null): OutputRow {
    const excluded = this.takenAway(conditions, end);
    const dropped = this.ends.all.slice(this.droppedTold).filter((each) => each.dropped);
    this.droppedTold = this.ends.all.length;
    const claim = [...excluded, ...conditions];
    let { outcome, globals, input } = run;
    if (this.options.readable) {
      const { solver } = this.exploration;
      const small = smallInput(claim, solver.model(PathCondition.of(claim)) ?? input, this.terms, solver);
      if (small !== input) ({ outcome, globals, input } = this.follow(small));
    }
    return { conditions: claim, outcome, globals, input, dropped: dropped.map((each) => each.conditions) };
  }

  /** That none of the ends that come before the wanted one happens, as far as the conditions leave that open. */
  private takenAway(conditions: readonly Term[], wanted: End | null): Term[] {
    const given = new Set(conditions);
    const result = new Set<Term>();
    let condition = PathCondition.of(conditions);
    const exclude = (end: End) => {
      const avoided = this.ends.avoiding(end, given);
      result.add(avoided);
      condition = condition.append(avoided);
    };
    // End by end: a question about all of them at once would tie together inputs that have nothing to do with each other.
    for (const end of this.ends.compatible(given)) {
      if (wanted === null && end.dropped && end.conditions.length === 1) {
        exclude(end);
        continue;
      }
      for (let open = end !== wanted; open && end.isBefore(wanted) !== false; ) {
        const answer = this.exploration.solver.check(condition, end.condition);
        if (answer.status === 'unknown') this.statistics.undecided++;
        const first = answer.status === 'sat' ? this.firstMet(answer.model, end, wanted) : null;
        if (first !== null) exclude(first);
        open = first !== null && first !== end;
      }
    }
    return [...result];
  }

  /** An end that comes before the wanted one on this input, which satisfies the conditions of both; null if none does. */
  private firstMet(input: Model, end: End, wanted: End | null): End | null {
    if (end.isBefore(wanted) !== null) return end;
    const run = this.follow(input);
    if (run.end === wanted) wanted!.cameBefore(end);
    else this.learn(run, wanted);
    return run.end === wanted ? null : run.end;
  }
}

const ZERO = new Model();
/** Runs that meet a limit may take minutes each: after so many, inputs that meet another one have no row. */
const MOST_UNFINISHED = 16;
