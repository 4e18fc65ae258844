/**
 * What looking for explored states costs and saves, in units of the one ledger (effort.ts). The search may take turns with another one on
 * the same exploration: what that one does meanwhile is not counted here.
 *
 * What a match saves is known only of what was spent below the visit, and that is little at first: a search in depth completes small
 * sub-trees long before large ones. But where one state in a few is one that was explored, that will be so higher up as well, and what is
 * left out there multiplies. So a match counts as a few forks at least.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { Effort, priceOf } from '../effort.ts';

/**
 * What the search itself does, and what looking for explored states adds to it. Both were fitted to processor time on the tuning half of
 * the study, exhaustive and with every match taken, besides about two seconds that V8 takes to get to know our code. Terms are what
 * the solver's work is measured by: nearly all answers come from rewriting and from small domains, and cost what they rewrite.
 *
 * (Until these were measured an answer counted as 400 units, foreseen or not, which made a twentieth of the search's work several times
 * that: c-ares over 7 bytes took twice as long as exhaustive search, and found 169 matches for 46,000 questions.)
 */
const PRICES = { instructions: 0.06, queries: 12, decided: 200, foreseen: 1.2, terms: 0.6 } as const;
const COST = {
  instructions: 0.08,
  forks: 10,
  /** Segments walked backward. */
  walked: 2.5,
  visits: 20,
  searches: 4,
  compared: 4,
} as const;

/** What a match counts as at least, in forks with all that the search spends on each. */
const FORKS_SAVED = 4;

/** What was done for the sake of finding explored states. */
export type Looking = Readonly<Record<Exclude<keyof typeof COST, 'instructions'>, number>>;

/** What the exploration did so far, whoever asked for it. */
type Totals = Readonly<Record<keyof typeof PRICES, number>>;

export class RevisitAccount {
  readonly effort: Effort;
  /** What was done in turns of others, and for comparing states. */
  private elsewhere: Totals = { instructions: 0, queries: 0, decided: 0, foreseen: 0, terms: 0 };
  /** When the turn of this search ended, or comparing began. */
  private left: Totals = this.elsewhere;
  private settled: Record<keyof typeof COST, number>;

  constructor(
    private readonly exploration: Exploration,
    credit: number,
    private readonly looking: () => Looking,
  ) {
    this.settled = { instructions: 0, ...looking() };
    this.effort = new Effort(() => priceOf(this.own(), PRICES), credit);
  }

  /** What is done from now on is not the search's own work. */
  leave(): void {
    this.left = this.totals();
  }

  goOn(): void {
    this.elsewhere = plus(this.elsewhere, minus(this.totals(), this.left));
  }

  /** As `goOn`: it was done for this search. */
  charge(): void {
    this.effort.spend(priceOf(minus(this.totals(), this.left), PRICES));
    this.goOn();
  }

  /** Recording begins, or begins again: instructions before are not charged. */
  begin(): void {
    this.settled.instructions = this.own().instructions;
    this.settled.forks = this.looking().forks;
    this.effort.resume();
  }

  /** Charges what was done since the last time. */
  settle(): void {
    const now = { instructions: this.own().instructions, ...this.looking() };
    this.effort.spend(priceOf(now, COST) - priceOf(this.settled, COST));
    this.settled = now;
  }

  /** A part of a state matches a visit below which so much was spent. */
  matched(work: number, part: number): void {
    const { forks } = this.looking();
    const perFork = forks === 0 ? 0 : this.effort.meter / forks;
    this.effort.save(part * Math.max(work, FORKS_SAVED * perFork));
  }

  private own(): Totals {
    return minus(this.totals(), this.elsewhere);
  }

  private totals(): Totals {
    const { machine, solver, terms } = this.exploration;
    const { queries, decided, foreseen } = solver.statistics;
    return { instructions: machine.instructions, queries, decided, foreseen, terms: terms.requests };
  }
}

function plus(a: Totals, b: Totals): Totals {
  return {
    instructions: a.instructions + b.instructions,
    queries: a.queries + b.queries,
    decided: a.decided + b.decided,
    foreseen: a.foreseen + b.foreseen,
    terms: a.terms + b.terms,
  };
}

function minus(a: Totals, b: Totals): Totals {
  return {
    instructions: a.instructions - b.instructions,
    queries: a.queries - b.queries,
    decided: a.decided - b.decided,
    foreseen: a.foreseen - b.foreseen,
    terms: a.terms - b.terms,
  };
}
