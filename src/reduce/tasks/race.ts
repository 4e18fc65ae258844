/**
 * Two searches with the same guarantee take turns: one by slices, one that forks. Whichever comes to its end first has found all.
 *
 * Which of them is faster cannot be told in advance. Slices may leave out all but a few of a million paths; or they leave out
 * half of the decisions and are still as many as there are paths, each with a graph to build, while the other search leaves
 * most paths early because their states come together. So nothing is predicted: the search that forks may spend a fixed
 * multiple of what the slices have spent. Where it is the right one the whole takes a quarter longer than it alone, so hardly ever longer
 * than exhaustive search; where slices are, five times as long as they alone, which is then still little. Runs of a few paths,
 * as those of the papers' examples, end before the race begins.
 *
 * (Tried before: predicting from the first 64 slices whether they leave out anything. Slices of yajl, popt and git leave out
 * something on every path, and save next to nothing.)
 *
 * What is spent is counted, in units of about a microsecond, never measured by a clock: a run must repeat exactly.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { faultKey } from '../../explore/finished-path.ts';
import type { PathCounts } from '../../explore/path-counts.ts';
import { KEPT_BACK, type Strategy } from '../../explore/strategy.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { RevisitReduction } from '../revisit/strategy.ts';

/** What the search that forks may spend for each unit that the slices have spent. */
const UNITS_FORKING_PER_UNIT_OF_SLICES = 4;
/** Shorter turns are not worth the change. */
const FEWEST_UNITS_OF_A_TURN = 20_000;
const PRICE_OF_QUERY = 12;
const PRICE_OF_DECISION = 400;
/** An instruction, with its part of the graph and the slices, and without. */
const PRICE_OF_INSTRUCTION_SLICED = 2;
const PRICE_OF_INSTRUCTION_FORKING = 0.2;

/** What the exploration has counted for one of the two. */
interface Books {
  readonly counts: Readonly<PathCounts>;
  readonly limits: readonly string[];
  readonly undecided: number;
}

/** The search that forks. It reports nothing before it has won. */
export interface Rival {
  readonly search: RevisitReduction;
  /** What the exploration tells it. */
  readonly hearing: Pick<Strategy, 'forked' | 'splitting' | 'deciding' | 'ended'>;
  /** Goes on until it is done, or `isTurnOver` says so. */
  explore(): Generator<void, void>;
  readonly isDone: boolean;
  /** One path for each fault it has met. */
  readonly faults: readonly PathOutcome[];
}

export class Race {
  private bySlices = 0;
  private byForking = 0;
  private mark: { readonly instructions: number; readonly questions: number };
  private rivalsBooks: Books;

  constructor(
    private readonly exploration: Exploration,
    /** Runs before it begins; 0 for never. */
    private readonly first: number,
  ) {
    this.mark = this.now();
    this.rivalsBooks = booksOf(exploration);
  }

  private now() {
    const { machine, solver } = this.exploration;
    const { queries, decided } = solver.statistics;
    return { instructions: machine.instructions, questions: queries * PRICE_OF_QUERY + decided * PRICE_OF_DECISION };
  }

  /** Units since the last change of turns. */
  private spent(price: number): number {
    const { instructions, questions } = this.now();
    return (instructions - this.mark.instructions) * price + questions - this.mark.questions;
  }

  isRivalsTurn(runs: number): boolean {
    // A limit on the number of paths means those that are reported.
    const { maxPaths } = this.exploration.options.limits;
    if (this.first === 0 || runs < this.first || maxPaths < Number.POSITIVE_INFINITY) return false;
    return (
      this.byForking + FEWEST_UNITS_OF_A_TURN <=
      UNITS_FORKING_PER_UNIT_OF_SLICES * (this.bySlices + this.spent(PRICE_OF_INSTRUCTION_SLICED))
    );
  }

  get isTurnOver(): boolean {
    return (
      this.byForking + this.spent(PRICE_OF_INSTRUCTION_FORKING) >= UNITS_FORKING_PER_UNIT_OF_SLICES * this.bySlices
    );
  }

  beginTurn(): Books {
    const own = booksOf(this.exploration);
    this.bySlices += this.spent(PRICE_OF_INSTRUCTION_SLICED);
    this.mark = this.now();
    open(this.rivalsBooks, this.exploration);
    return own;
  }

  endTurn(own: Books): void {
    this.byForking += this.spent(PRICE_OF_INSTRUCTION_FORKING);
    this.mark = this.now();
    this.rivalsBooks = booksOf(this.exploration);
    open(own, this.exploration);
  }
}

function booksOf({ counts, limits, policy }: Exploration): Books {
  return { counts: { ...counts }, limits: [...limits], undecided: policy.undecided };
}

function open({ counts, limits, undecided }: Books, exploration: Exploration): void {
  Object.assign(exploration.counts, counts);
  exploration.limits.clear();
  for (const limit of limits) exploration.limits.add(limit);
  exploration.policy.undecided = undecided;
}

/** A search none of whose paths is reported; `ended` is told of them. */
export function keptBack(search: RevisitReduction, ended: (outcome: PathOutcome) => void): Rival['hearing'] {
  return {
    forked: (...forked) => search.forked(...forked),
    splitting: (...splitting) => search.splitting(...splitting),
    deciding: (...deciding) => search.deciding(...deciding),
    ended: (state, outcome, evidence) => {
      search.ended(state, outcome, evidence);
      ended(outcome);
      return KEPT_BACK;
    },
  };
}

/** Keeps one path for each fault. */
export class FaultsMet {
  private readonly byKey = new Map<string, PathOutcome>();

  get all(): readonly PathOutcome[] {
    return [...this.byKey.values()];
  }

  add(outcome: PathOutcome): void {
    if (!ENDINGS[outcome.ending.kind].fault) return;
    const key = faultKey(outcome);
    if (!this.byKey.has(key)) this.byKey.set(key, outcome);
  }
}

/** Of the faults, one path each for those that are not among `met`. */
export function unmet(outcomes: readonly PathOutcome[], met: readonly PathOutcome[]): readonly PathOutcome[] {
  const known = new Set(met.map(faultKey));
  const faults = new FaultsMet();
  for (const outcome of outcomes) if (!known.has(faultKey(outcome))) faults.add(outcome);
  return faults.all;
}

/** Of what one search found, what shows a fault that the other has not met: that one may have been stopped by a limit. */
export function beyond<Found extends { readonly outcome: PathOutcome }>(
  found: readonly Found[],
  met: readonly PathOutcome[],
): readonly Found[] {
  const outcomes = new Set(unmet(outcomesOf(found), met));
  return found.filter(({ outcome }) => outcomes.has(outcome));
}

export function outcomesOf(found: readonly { readonly outcome: PathOutcome }[]): readonly PathOutcome[] {
  return found.map(({ outcome }) => outcome);
}
