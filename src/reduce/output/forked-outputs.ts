/**
 * The ways to compute the outputs, found by a search that forks.
 *
 * Where nearly every decision has a say in the outputs, or in whether the program comes to its end, slices leave out nothing, and
 * the search by slices pays for a graph per path. This one runs paths as the exhaustive search does, leaves them in states from
 * which everything has been explored (revisit, with the outputs among what is looked at), and keeps what came of them in a
 * decision diagram (outcome-tree.ts). Rows are read off at the end: what a limit cut off is in none of them.
 *
 * Each row gets an input of its own, which is run once more; that it comes to the outputs of the row is checked.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { smallInput } from '../../explore/small-input.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import { InternalError } from '../../program/errors.ts';
import { PathCondition } from '../../solver/solver.ts';
import type { OutcomeKeeper, WatchedOutputs } from '../revisit/outcome-keeper.ts';
import { RevisitReduction } from '../revisit/strategy.ts';
import { FaultsMet, keptBack, type Rival } from '../tasks/race.ts';
import type { OutputSelection } from './criterion.ts';
import type { OutputRow } from './explore.ts';
import { type FinalGlobals, finalGlobals } from './globals.ts';
import { outcomeKey } from './outcome-key.ts';
import { type OutcomeRow, outcomeRows } from './outcome-rows.ts';
import { DROPPED, type OutcomeFork, type OutcomeRoot, OutcomeTree, UNKNOWN } from './outcome-tree.ts';

const NO_GLOBALS: FinalGlobals = { values: [], behind: [] };

export class ForkedOutputs implements OutcomeKeeper, Rival {
  readonly watched: WatchedOutputs;
  readonly search: RevisitReduction;
  /** Of what it finds, only rows are reported. */
  readonly hearing: Rival['hearing'];
  private readonly met = new FaultsMet();
  private readonly tree: OutcomeTree;

  constructor(
    private readonly exploration: Exploration,
    private readonly selection: OutputSelection,
    /** Whether rows should show inputs that people like to read. */
    private readonly readable: boolean,
    /** For a search that takes turns with another: true when it should pause. */
    isTurnOver?: () => boolean,
  ) {
    const { exitStatus, stdout, stderr, marks, globals } = selection;
    this.watched = { exitStatus, text: stdout || stderr, marks, objects: marks || globals.length > 0 };
    this.tree = new OutcomeTree(exploration.terms);
    const search = new RevisitReduction({ goal: 'outputs', isTurnOver }, null, this);
    this.search = search;
    this.hearing = keptBack(search, (outcome) => this.met.add(outcome));
  }

  split(state: State, copy: State, condition: Term): OutcomeFork {
    return this.tree.split(state, copy, condition);
  }

  forked(state: State): void {
    this.tree.forked(state);
  }

  ended(state: State, outcome: PathOutcome, spokenFor: OutcomeFork | null): void {
    const { policy } = this.exploration;
    this.tree.isCertain = policy.undecided === 0 && policy.leftOut === 0;
    this.tree.ended(state, outcome, this.resultOf(state, outcome, spokenFor));
  }

  private resultOf(state: State, outcome: PathOutcome, spokenFor: OutcomeFork | null) {
    const { kind } = outcome.ending;
    if (kind === 'dropped') return DROPPED;
    if (kind === 'limit' || kind === 'unmodelled') return UNKNOWN;
    if (kind !== 'pruned') return this.tree.kindOf(this.keyOf(state, outcome));
    if (spokenFor === null || spokenFor.result === null) {
      throw new InternalError('a path was left for one that is not explored to its end');
    }
    return spokenFor.result;
  }

  private keyOf(state: State, outcome: PathOutcome): string {
    return outcomeKey(outcome, this.globalsOf(state, outcome).values, this.selection);
  }

  /** A fault ends the program before a caller could read its variables. */
  private globalsOf(state: State, { ending }: PathOutcome): FinalGlobals {
    const { machine } = this.exploration;
    return ending.kind === 'exit' ? finalGlobals(this.selection.globals, state, machine) : NO_GLOBALS;
  }

  left(state: State, outcome: PathOutcome): readonly MemoryObject[] {
    const { globals } = this.selection;
    if (globals.length === 0 || outcome.ending.kind !== 'exit') return [];
    const { image } = this.exploration.machine;
    return [...globals.map((global) => image.objectOf(global)), ...this.globalsOf(state, outcome).behind];
  }

  *explore(): Generator<void, void> {
    yield* this.search.explore(this.exploration);
    if (this.isDone) this.tree.stopped();
  }

  get isDone(): boolean {
    return this.search.isDone;
  }

  get faults(): readonly PathOutcome[] {
    return this.met.all;
  }

  *rows(): Generator<OutputRow, void> {
    const { exploration, tree } = this;
    const starts = exploration.startStates().map(({ arguments: words }) => shapeOf(words));
    for (const root of tree.roots) {
      const initial = starts.indexOf(shapeOf(root.arguments_));
      const { rows, dropped } = outcomeRows(root.result, exploration.terms);
      // What fails an assumption made at the very start is dropped, whatever else is true of it.
      let told = [...root.assumed.map((term) => [exploration.terms.not(term)]), ...dropped];
      for (const row of rows) {
        const found = this.rowOf(row, root, initial, told);
        if (found === null) continue;
        told = [];
        yield found;
      }
    }
  }

  /** Null for a way through the diagram that no input takes. */
  private rowOf(
    { kind, conditions }: OutcomeRow,
    { assumed }: OutcomeRoot,
    initial: number,
    dropped: readonly (readonly Term[])[],
  ): OutputRow | null {
    const { exploration } = this;
    const claim = [...assumed, ...conditions];
    const input = this.inputOf(claim);
    if (input === null) return null;
    const { state, outcome } = exploration.follow(input, initial);
    const globals = this.globalsOf(state, outcome).values;
    const isKnown = outcome.ending.kind !== 'limit' && outcome.ending.kind !== 'unmodelled';
    if (isKnown && outcomeKey(outcome, globals, this.selection) !== kind.key) {
      throw new InternalError(`an input of a row comes to other outputs (${outcome.ending.kind})`);
    }
    return isKnown ? { conditions: claim, outcome, globals, input, dropped } : null;
  }

  private inputOf(claim: readonly Term[]): Model | null {
    const { solver, terms, limits } = this.exploration;
    const condition = PathCondition.of(claim);
    const answer = solver.check(condition);
    if (answer.status === 'unknown') limits.add('max-solver-time');
    if (answer.status !== 'sat') return null;
    return this.readable ? smallInput(claim, solver.model(condition) ?? answer.model, terms, solver) : answer.model;
  }
}

/** Start states differ in the number and the lengths of their arguments. */
function shapeOf(words: State['arguments']): string {
  return words.map((word) => word.length).join();
}
