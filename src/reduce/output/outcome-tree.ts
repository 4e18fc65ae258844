/**
 * What a search that forks has found the outputs to be: a decision diagram over the conditions at which paths forked.
 *
 * Each part of the tree of paths that is explored to its end comes to a *result*: a way to compute the outputs, or a choice
 * between two results by a condition. Results are made once each. A fork whose sides come to the same result is no choice: its
 * condition has nothing to do with the outputs, however far below it that shows. And a path that was left in a state from which
 * everything has been explored comes to the result of that earlier visit: the same conditions decide between the same
 * outputs, since the two agree in all that decides or becomes an output. So a state machine with six states, over n bytes,
 * has a diagram of about 6n choices, whatever the number of its paths.
 *
 * Inputs that an assumption drops have a result of their own, and so has what is not known because a limit came first: no way
 * to compute outputs speaks for them.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { PathCondition } from '../../solver/solver.ts';

/** A way to compute the outputs; or none: the inputs are dropped, or it is not known what comes of them. */
export class OutcomeKind {
  constructor(
    readonly id: number,
    /** What tells it from others; empty where there are no outputs. */
    readonly key: string,
  ) {}
}

export const DROPPED = new OutcomeKind(0, '');
export const UNKNOWN = new OutcomeKind(1, '');

export class OutcomeChoice {
  constructor(
    readonly id: number,
    readonly condition: Term,
    readonly whenTrue: OutcomeResult,
    readonly whenFalse: OutcomeResult,
  ) {}
}

export type OutcomeResult = OutcomeKind | OutcomeChoice;

/** A fork, until both of its sides have come to a result. */
export class OutcomeFork {
  /** The copy is where the condition holds, unless both sides go on. */
  isTrueForCopy = true;
  /** Of the state, and of its copy. */
  readonly results: [OutcomeResult | null, OutcomeResult | null] = [null, null];
  /** What everything below comes to, once that is explored. */
  result: OutcomeResult | null = null;

  constructor(
    readonly above: OutcomeSide,
    readonly condition: Term,
    readonly known: PathCondition,
  ) {}
}

interface OutcomeSide {
  readonly below: OutcomeFork | OutcomeRoot;
  readonly isCopy: boolean;
}

/** One of the states in which the program starts. */
export class OutcomeRoot {
  result: OutcomeResult = UNKNOWN;
  /** What was assumed before anything was decided. */
  assumed: readonly Term[] = [];

  constructor(readonly arguments_: State['arguments']) {}
}

export class OutcomeTree {
  readonly roots: OutcomeRoot[] = [];
  private readonly sides = new Map<State, OutcomeSide>();
  private readonly kinds = new Map<string, OutcomeKind>();
  /** By the condition, then by what it chooses between. */
  private readonly choices = new Map<Term, Map<number, Map<number, OutcomeChoice>>>();
  private made = 2;
  /** A condition that the solver could not decide is added to what is known like one that is assumed. */
  isCertain = true;

  constructor(private readonly terms: Terms) {}

  private sideOf(state: State): OutcomeSide {
    let side = this.sides.get(state);
    if (side === undefined) {
      const root = new OutcomeRoot(state.arguments);
      this.roots.push(root);
      side = { below: root, isCopy: false };
    }
    return side;
  }

  /** `copy` was made of the state, to go apart from it by the condition. */
  split(state: State, copy: State, condition: Term): OutcomeFork {
    const fork = new OutcomeFork(this.sideOf(state), condition, state.condition);
    this.sides.set(state, { below: fork, isCopy: false });
    this.sides.set(copy, { below: fork, isCopy: true });
    return fork;
  }

  /** Both go on: then it is the state for which the condition holds. */
  forked(state: State): void {
    const { below } = this.sideOf(state);
    if (below instanceof OutcomeFork) below.isTrueForCopy = false;
  }

  kindOf(key: string): OutcomeKind {
    let kind = this.kinds.get(key);
    if (kind === undefined) {
      kind = new OutcomeKind(this.made++, key);
      this.kinds.set(key, kind);
    }
    return kind;
  }

  ended(state: State, { condition }: Pick<PathOutcome, 'condition'>, result: OutcomeResult): void {
    const side = this.sideOf(state);
    this.sides.delete(state);
    this.close(side, condition, result);
  }

  /** What is still open stays unknown. */
  stopped(): void {
    for (const [state] of [...this.sides]) this.ended(state, state, UNKNOWN);
  }

  private close(from: OutcomeSide, known: PathCondition, found: OutcomeResult): void {
    let side = from;
    let condition = known;
    let result = found;
    while (side.below instanceof OutcomeFork) {
      const { below: fork, isCopy } = side;
      const holds = isCopy === fork.isTrueForCopy;
      const literal = holds ? fork.condition : this.terms.not(fork.condition);
      const before = fork.known.append(literal).length;
      fork.results[isCopy ? 1 : 0] = this.assuming(condition.since(before), result);
      const [ofState, ofCopy] = fork.results;
      if (ofState === null || ofCopy === null) return;
      result = fork.isTrueForCopy
        ? this.choice(fork.condition, ofCopy, ofState)
        : this.choice(fork.condition, ofState, ofCopy);
      fork.result = result;
      condition = fork.known;
      side = fork.above;
    }
    side.below.assumed = condition.conjuncts();
    side.below.result = result;
  }

  /** The result where all of this holds. */
  private assuming(conditions: readonly Term[], result: OutcomeResult): OutcomeResult {
    const other = this.isCertain ? DROPPED : UNKNOWN;
    return conditions.reduceRight((all, condition) => this.choice(condition, all, other), result);
  }

  private choice(condition: Term, whenTrue: OutcomeResult, whenFalse: OutcomeResult): OutcomeResult {
    if (whenTrue === whenFalse) return whenTrue;
    let byTrue = this.choices.get(condition);
    if (byTrue === undefined) {
      byTrue = new Map();
      this.choices.set(condition, byTrue);
    }
    let byFalse = byTrue.get(whenTrue.id);
    if (byFalse === undefined) {
      byFalse = new Map();
      byTrue.set(whenTrue.id, byFalse);
    }
    let found = byFalse.get(whenFalse.id);
    if (found === undefined) {
      found = new OutcomeChoice(this.made++, condition, whenTrue, whenFalse);
      byFalse.set(whenFalse.id, found);
    }
    return found;
  }
}
