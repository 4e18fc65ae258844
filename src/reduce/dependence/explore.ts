/**
 * Dependence guided symbolic execution (Wang, Liu, Guan and others): every symbolic value at every statement, without
 * combining branches that have nothing to do with each other.
 *
 * A path is run under an input and its dependence graph is built. The value at a statement is fixed by the decisions in
 * its relevant slice, so what has to be found are all slices of all statements. Each slice of the path gives tasks: its
 * conditions, each after those that decide whether it matters, up to one that is negated. A task is solved to an
 * input, the input is run, and so on.
 *
 * What is as published: conditions that are not relevant are left out of a task; a branch is negated only together with
 * what depends on it or meets it somewhere; faults are conditional halts and are negated like branches.
 *
 * What is different, and why:
 *
 * - *Interactive dependence.* The paper relates two branches when they may meet at a third statement, statically, and
 *   closes the relation under itself, so that the conditions to keep form chains. Where every statement depends on its
 *   neighbour, as in most loops, the closure relates everything and nothing is saved. But two branches need to be combined
 *   only in the slice of the statement at which they meet. So tasks are made from the slices of all statements of the path,
 *   each slice by itself, its conditions in the order in which they matter (see decision-sequences.ts). Meeting points on
 *   other paths need no prediction: they are found when a path shows them. With `interactive` off only the slices of the decisions are used, which is what the
 *   paper's table 4 does, and loses.
 * - *Which branches to negate.* The paper negates only what depends on the branch that started the path; that presumes
 *   that all other branches fell as on the path before, which an incomplete condition does not guarantee. Instead, a slice
 *   seen before, on whatever path, is not looked at again, no task is made twice, and a task that an explored path
 *   satisfies is not run.
 * - *Early ends.* If everything that follows a fault check depended on it, checks would multiply the paths; if nothing
 *   did, a path that ends early would hide what comes after. So nothing depends on early ends (`TraceFacts` with
 *   `haltsApart`), and a task is not done before one of its paths has run to the very end, or cannot: as long as
 *   its path ends early, the reason of that end (see early-end.ts) is excluded and the task solved again. Known ends
 *   are avoided at once where possible. Since the reasons are found one by one, a task costs at most one run per place
 *   where the program can end under its conditions.
 * - *Chosen values.* Where a symbolic size was given a value, or a pointer an object or a function, negating says
 *   "another one", which another choice satisfies only once: those tried under the same conditions are all excluded, for
 *   sizes up to the machine's limit. A value that only paths with an early end had is tried once more by a task of its own, since
 *   what comes after would never be seen with it.
 * - *Stores that missed.* The paper's potential dependence looks at the side of a branch that was not taken. Where a store
 *   ran on the side taken, at a place that static analysis does not know, and missed what is read later, the read then depends
 *   on the branch on one side only, and that side is never combined with what the read decides. Here it depends on both
 *   (`TraceFacts.mayWrite`); the referee keeps the programs that showed it.
 *
 * Costs: per new path, time linear in what it does not share with the path before (guided-runs.ts; an input whose path is
 * known is not run, see known-paths.ts), plus, per new slice, its size squared. What is remembered is a hash per slice and
 * per task, and the conditions of each path.
 *
 * Measured (`npm run bench:dependence`, processor time): connection 2,092 paths to 419, date 391 to 172 in a fifth of the time
 * of the exhaustive search. Where some value depends on everything before, every path has a slice of its own, nothing is saved, and a
 * graph per path takes several times what running it takes: the strategy then goes over to a search that forks (trial.ts). It
 * does not pay where slices leave out a few branches whose other sides turn out to be impossible (expression, Debian's popt).
 */
import type { Exploration } from '../../explore/exploration.ts';
import { withSmallNumbers } from '../../explore/small-input.ts';
import { Evaluator } from '../../expr/evaluate.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import type { Trace, TraceNode } from '../../trace/trace.ts';
import { Agenda } from '../tasks/agenda.ts';
import { ConditionChain } from '../tasks/condition-chain.ts';
import { ExploredPaths, type Halt } from '../tasks/explored.ts';
import { type GuidedRun, GuidedRuns } from '../tasks/guided-runs.ts';
import { KnownPaths } from '../tasks/known-paths.ts';
import { keyOfSequence, keyOfSet, type Literal, opposite, SetHash } from '../tasks/literals.ts';
import { nearby } from '../tasks/nearby.ts';

export interface DependenceStatistics {
  /** Tasks that were solved, the first one included. */
  tasks: number;
  /** Tasks that an explored path satisfied already. */
  satisfied: number;
  infeasible: number;
  undecided: number;
  queries: number;
  /** Conditions over all queries. */
  conditions: number;
  /** Building dependence graphs and slices, milliseconds. */
  analysisMs: number;
}

export interface DependenceExploration {
  readonly facts: TraceFacts;
  /** Off only to show why it is needed. */
  readonly interactive: boolean;
  /** Statements whose values are wanted; null for all. */
  readonly wanted: ((node: TraceNode, trace: Trace) => boolean) | null;
  /** Gets the first run of every path. */
  readonly observe?: (run: GuidedRun) => void;
  /** Which of several initial states to start in. */
  readonly initial: number;
  readonly firstInput: Model;
  /** Called when all that is left of a task are inputs that an assumption drops after something was decided. */
  readonly onDropped?: () => void;
  /** Asked before each run, and now and then while tasks are made of one; true stops the search. */
  stop(): boolean;
}

export interface DependencePath {
  readonly outcome: PathOutcome;
  readonly input: Model;
  /** Whether other inputs would have run further. */
  readonly endsEarly: boolean;
}

interface Task {
  /** The first `kept` of these hold, ... */
  readonly ordered: readonly Literal[];
  readonly kept: number;
  /** ... and so do these. */
  readonly negated: readonly Literal[];
}

/** A value was chosen for something symbolic: those tried under the same conditions. */
interface Choice {
  readonly others: Literal[];
}

interface PathEnd {
  /** Why it came early; null when it did not. */
  readonly halt: Halt | null;
  /** An assumption failed after something else was decided, so other inputs may end before they come to it. */
  readonly isDropped: boolean;
}

/** How often a solution that runs into a known end is replaced before it is taken as it is. */
const MOST_DETOURS = 8;
/** Milliseconds between two looks at the limits while tasks are made of one path: deep recursion has slices as long as itself. */
const LOOK_MS = 100;

export function exploreByDependence(
  exploration: Exploration,
  options: DependenceExploration,
  statistics: DependenceStatistics,
): Generator<DependencePath, void> {
  return new DependenceSearch(exploration, options, statistics).run();
}

class DependenceSearch {
  private readonly terms: Terms;
  private readonly agenda: Agenda<Task>;
  private readonly explored = new ExploredPaths();
  private readonly knownTasks = new Set<string>();
  private readonly knownSlices = new Set<string>();
  private readonly knownPaths: KnownPaths<PathEnd>;
  private readonly runs: GuidedRuns;
  private readonly chain = new ConditionChain();
  private readonly evaluator = new Evaluator();
  private readonly knownHalts = new Map<string, Halt>();
  private readonly droppingHalts = new Set<string>();
  private readonly choices = new Map<string, Choice>();
  /** The first input that ran to the very end: others are like it in all that does not matter to them. */
  private home: Model | null = null;

  constructor(
    private readonly exploration: Exploration,
    private readonly options: DependenceExploration,
    private readonly statistics: DependenceStatistics,
  ) {
    this.terms = exploration.terms;
    this.knownPaths = new KnownPaths(exploration.terms);
    this.runs = new GuidedRuns(exploration, options.facts, options.initial);
    this.agenda = new Agenda(exploration.options.search, exploration.options.seed);
  }

  *run(): Generator<DependencePath, void> {
    this.agenda.add({ ordered: [], kept: 0, negated: [] });
    for (let task = this.agenda.next(); task !== undefined; task = this.agenda.next()) {
      if (this.options.stop()) return;
      yield* this.perform(task);
    }
  }

  get waiting(): number {
    return this.agenda.size;
  }

  /** Runs inputs of the task until one runs to the very end, or there is no other. */
  private *perform(task: Task): Generator<DependencePath, void> {
    const { statistics } = this;
    const literals = [...task.ordered.slice(0, task.kept), ...task.negated];
    const known = this.explored.haltsOf(literals);
    if (known === null && (literals.length > 0 || this.knownPaths.size > 0)) {
      statistics.satisfied++;
      return;
    }
    statistics.tasks++;
    const excluded: Halt[] = [...(known ?? [])];
    let dropped = excluded.some((halt) => this.droppingHalts.has(keyOfSet(halt)));
    for (let first = true; ; first = false) {
      if (!first && this.options.stop()) return;
      const input = this.solve(literals, excluded, first && excluded.length === 0);
      if (input === null) {
        if (dropped) this.options.onDropped?.();
        return;
      }
      const { path, halt, isDropped } = this.follow(input);
      if (path !== null) yield path;
      if (halt === null) return;
      excluded.push(halt);
      dropped ||= isDropped;
    }
  }

  private solve(literals: readonly Literal[], excluded: readonly Halt[], counts: boolean): Model | null {
    const { terms, statistics } = this;
    const holding = new Set(literals);
    const conditions: Term[] = [...holding].map((literal) => terms.byId(literal));
    for (const halt of excluded) {
      const avoided = this.avoiding(halt, holding);
      if (avoided === 'certain') return null;
      if (avoided !== null) conditions.push(avoided);
    }
    let best = this.query(conditions);
    if (best === null) {
      if (counts) statistics.infeasible++;
      return null;
    }
    // An input that meets a known end shows nothing new after it: look for one that does not.
    for (let detour = 0; detour < MOST_DETOURS; detour++) {
      const met = this.haltMet(best, holding);
      if (met === null) break;
      conditions.push(met);
      const better = this.query(conditions);
      if (better === null) break;
      best = better;
    }
    return best;
  }

  /** That the halt does not happen: null when it cannot anyway, 'certain' when it must. */
  private avoiding(halt: Halt, holding: ReadonlySet<Literal>): Term | null | 'certain' {
    const { terms } = this;
    const open: Term[] = [];
    for (const literal of halt) {
      const other = terms.not(terms.byId(literal));
      if (holding.has(other.id)) return null;
      if (!holding.has(literal)) open.push(other);
    }
    return open.length === 0 ? 'certain' : terms.orAll(open);
  }

  private haltMet(input: Model, holding: ReadonlySet<Literal>): Term | null {
    const evaluator = this.evaluator.use(input);
    for (const halt of this.knownHalts.values()) {
      if (!halt.every((literal) => evaluator.holds(this.terms.byId(literal)))) continue;
      const avoided = this.avoiding(halt, holding);
      if (avoided !== null && avoided !== 'certain') return avoided;
    }
    return null;
  }

  private query(conditions: readonly Term[]): Model | null {
    const { statistics } = this;
    const home = this.home ?? this.options.firstInput;
    if (conditions.length === 0) return home;
    const condition = this.chain.of(conditions);
    statistics.queries++;
    statistics.conditions += condition.length;
    const answer = this.exploration.solver.check(condition);
    if (answer.status === 'unknown') statistics.undecided++;
    if (answer.status !== 'sat') return null;
    return nearby(withSmallNumbers(answer.model, condition, this.exploration.solver), home, conditions);
  }

  /** Runs an input; remembers the path, and makes tasks of what is new about it. */
  private follow(input: Model): PathEnd & { readonly path: DependencePath | null } {
    const { exploration, options, statistics } = this;
    const known = this.knownPaths.of(input);
    if (known !== null) return { path: null, ...known };
    const { now } = exploration.options.surroundings;
    const run = this.runs.run(input);
    const began = now();
    const { literals, end, outcome } = run;
    const halt = end === null ? null : [...new Set(end.map((position) => literals[position]))];
    options.observe?.(run);
    this.explored.add(new Set(literals), halt);
    const { decisions } = run.sequences.trace;
    const isDropped = outcome.ending.kind === 'dropped' && decisions.some(({ decision }) => decision!.why !== 'assume');
    if (halt !== null) this.knownHalts.set(keyOfSet(halt), halt);
    if (halt !== null && isDropped) this.droppingHalts.add(keyOfSet(halt));
    else this.home ??= input;
    this.makeTasks(run);
    statistics.analysisMs += run.analysisMs + now() - began;
    return {
      path: this.knownPaths.add(literals, { halt, isDropped }) ? { outcome, input, endsEarly: halt !== null } : null,
      halt,
      isDropped,
    };
  }

  private makeTasks({ sequences, literals, firstNew, end }: GuidedRun): void {
    const { interactive, wanted } = this.options;
    const { trace, all, ofNode } = sequences;
    const { now } = this.exploration.options.surroundings;
    let looked = now();
    const seen = new Set<number>([0]);
    const nodes = interactive ? trace.nodes : trace.decisions;
    // What an earlier run began with as well has been looked at, but for what comes after its last node.
    for (let i = interactive ? Math.max(0, firstNew - 1) : 0; i < nodes.length; i++) {
      const node = nodes[i];
      const sequence = ofNode[node.index];
      if (seen.has(sequence) || (wanted !== null && !wanted(node, trace))) continue;
      seen.add(sequence);
      const { decisions } = all[sequence];
      const key = keyOfSequence(decisions, literals);
      if (this.knownSlices.has(key)) continue;
      this.knownSlices.add(key);
      this.negateEach(trace, decisions, literals, end !== null);
      if (now() - looked < LOOK_MS) continue;
      if (this.options.stop()) return;
      looked = now();
    }
  }

  private negateEach(trace: Trace, order: readonly number[], literals: readonly Literal[], endedEarly: boolean): void {
    const { terms } = this;
    const { maxDepth } = this.exploration.options.limits;
    const ordered: Literal[] = [];
    const holding = new Set<Literal>();
    const hash = new SetHash();
    for (const position of order) {
      const literal = literals[position];
      if (holding.has(literal)) continue;
      const { decision, instruction } = trace.decisions[position];
      const { why, value } = decision!;
      const negated = opposite(literal, terms);
      if (position >= maxDepth) this.exploration.limits.add('max-depth');
      else if (why === 'concretize' || (why === 'pointer' && value)) {
        if (endedEarly) this.addTask(ordered, hash, literal);
        this.chooseAnother(ordered, hash, instruction.id, literal, why === 'concretize');
      } else if ((why !== 'assume' || !value) && !holding.has(negated)) this.addTask(ordered, hash, negated);
      ordered.push(literal);
      holding.add(literal);
      hash.add(literal);
    }
  }

  /** That the literal holds together with those before it. */
  private addTask(ordered: readonly Literal[], hash: SetHash, literal: Literal): void {
    const key = hash.with(literal);
    if (this.knownTasks.has(key)) return;
    this.knownTasks.add(key);
    this.agenda.add({ ordered, kept: ordered.length, negated: [literal] });
  }

  private chooseAnother(
    ordered: readonly Literal[],
    hash: SetHash,
    instruction: number,
    literal: Literal,
    limited: boolean,
  ): void {
    const key = `${hash.key}@${instruction}`;
    let choice = this.choices.get(key);
    if (choice === undefined) {
      choice = { others: [] };
      this.choices.set(key, choice);
    }
    const other = opposite(literal, this.terms);
    if (choice.others.includes(other)) return;
    choice.others.push(other);
    if (limited && choice.others.length >= this.exploration.machine.options.maxConcretizations) {
      this.exploration.limits.add('max-concretizations');
      return;
    }
    this.agenda.add({ ordered, kept: ordered.length, negated: [...choice.others] });
  }
}
