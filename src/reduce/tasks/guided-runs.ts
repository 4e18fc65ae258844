/**
 * Runs inputs, one after the other, and builds the dependence graph of each path; what a path has in common with the one
 * before, at its beginning, is not done again.
 *
 * On the way down a path, between two segments, the state of the machine is forked now and then, together with the graph
 * and its decision sequences so far. The next input goes on from the last of these places all of whose conditions it
 * satisfies. Only places on the path run last are kept: tasks are taken last in first out, so the next input mostly differs
 * from the last one after the decision that was negated.
 *
 * A place costs a copy of the graph's arrays. They are set at distances that grow with the path, so that all copies
 * together are a small multiple of the graph.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { Evaluator } from '../../expr/evaluate.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { TraceBuilder } from '../../trace/build.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import { logOf } from '../../trace/log.ts';
import { DecisionSequences, SequenceTable } from './decision-sequences.ts';
import { earlyEnd } from './early-end.ts';
import { type Literal, literalOf } from './literals.ts';

export interface GuidedRun {
  readonly input: Model;
  readonly state: State;
  readonly outcome: PathOutcome;
  readonly sequences: DecisionSequences;
  /** What each decision settled. */
  readonly literals: readonly Literal[];
  /** Positions of the decisions that ended it early; null when it ran to the very end. */
  readonly end: readonly number[] | null;
  /** Nodes before this one are those of an earlier run. */
  readonly firstNew: number;
  /** What the graph and the sequences took, milliseconds. */
  readonly analysisMs: number;
}

/** Where a run can be taken up again. */
interface Place {
  readonly state: State;
  readonly builder: TraceBuilder;
  readonly sequences: DecisionSequences;
  readonly literals: readonly Literal[];
  /** What the place before does not ask for. */
  readonly conditions: readonly Term[];
}

/** Instructions between two looks whether to set a place; nodes between two places are at least this many, and one of so many parts of all. */
const INSTRUCTIONS_BETWEEN_LOOKS = 48;
const FEWEST_NODES_BETWEEN_PLACES = 64;
const PARTS_OF_ALL_NODES = 8;
/** Positions in all sequences before they are forgotten. */
const MOST_POSITIONS = 4_000_000;
/**
 * Of one path: what its graph may cost. Each read in a loop may depend on each branch before it, so a loop without an end would
 * take the square of its length. A path of 100,000 reads after 1,000 branches stays below.
 */
const MOST_EDGES = 10_000_000;
const MOST_LOOKS = 500_000_000;
const MOST_POSITIONS_OF_A_PATH = 4 * MOST_POSITIONS;

export class GuidedRuns {
  private table = new SequenceTable();
  /** On the path run last, in order. */
  private places: Place[] = [];
  private readonly evaluator = new Evaluator();

  constructor(
    private readonly exploration: Exploration,
    private readonly facts: TraceFacts,
    private readonly initial: number,
  ) {}

  run(input: Model): GuidedRun {
    if (this.table.size > MOST_POSITIONS) this.forget();
    const place = this.lastPlaceFor(input);
    const firstNew = place?.builder.nodes.length ?? 0;
    const builder = place?.builder.fork() ?? new TraceBuilder(this.exploration.machine.names, this.facts);
    let sequences = place?.sequences ?? null;
    const literals = place?.literals.slice() ?? [];
    const { now } = this.exploration.options.surroundings;
    let analysisMs = 0;
    const record = (state: State): DecisionSequences => {
      const began = now();
      builder.add(logOf(state).entries());
      state.trace = null;
      const recorded = new DecisionSequences(builder, sequences, this.table);
      this.literalsOf(builder, literals);
      analysisMs += now() - began;
      return recorded;
    };
    const { state, outcome } = this.exploration.followFrom(
      this.startFrom(place),
      input,
      INSTRUCTIONS_BETWEEN_LOOKS,
      (paused) => {
        const distance = logOf(paused).length;
        const known = sequences?.nodeCount ?? 0;
        if (distance < FEWEST_NODES_BETWEEN_PLACES || distance * PARTS_OF_ALL_NODES < known) return null;
        sequences = record(paused);
        if (this.costsTooMuch(builder)) return 'max-instructions';
        const last = this.places[this.places.length - 1];
        const before = last?.state.condition.length ?? 0;
        if (last !== undefined && paused.condition.length === before) return null;
        this.places.push({
          state: paused.fork(this.exploration.machine.newStateId()),
          builder: builder.fork(),
          sequences,
          literals: literals.slice(),
          conditions: paused.condition.since(before),
        });
        return null;
      },
    );
    sequences = record(state);
    const end = earlyEnd(sequences, outcome);
    return { input, state, outcome, sequences, literals, end, firstNew, analysisMs };
  }

  private costsTooMuch({ potentialCost: { lookedAt, found } }: TraceBuilder): boolean {
    return found > MOST_EDGES || lookedAt > MOST_LOOKS || this.table.size > MOST_POSITIONS_OF_A_PATH;
  }

  /** Adds those that are missing. */
  private literalsOf({ decisions }: TraceBuilder, into: Literal[]): void {
    for (let i = into.length; i < decisions.length; i++) into.push(literalOf(decisions[i], this.exploration.terms));
  }

  /** Drops places that the input does not lead to. */
  private lastPlaceFor(input: Model): Place | null {
    const { places } = this;
    const evaluator = this.evaluator.use(input);
    let length = 0;
    while (length < places.length && places[length].conditions.every((term) => evaluator.holds(term))) length++;
    places.length = length;
    return length === 0 ? null : places[length - 1];
  }

  private startFrom(place: Place | null): State {
    const { machine } = this.exploration;
    if (place !== null) return place.state.fork(machine.newStateId());
    return this.exploration.startStates()[this.initial];
  }

  private forget(): void {
    this.table = new SequenceTable();
    this.places = [];
  }
}
