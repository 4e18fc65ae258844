/**
 * What looking for explored states costs and saves, in units of the one ledger (effort.ts). The search may take turns with another one on
 * the same exploration: what that one does meanwhile is not counted here.
 *
 * What a match saves is known only of what was spent below the visit, and that is little at first: a search in depth completes small
 * sub-trees long before large ones. But where one state in a few is one that was explored, that will be so higher up as well, and what is
 * left out there multiplies. So a match counts as a few forks at least.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { Effort } from '../effort.ts';

/**
 * What each thing costs. With what it leaves to the garbage collector and to the compiler of JavaScript it is about three times as much.
 * (Tried: to count that. Searches whose savings come late were given up, mxml's at 106,472 instead of 16,459 paths, for a tenth of the
 * time where there are none to come. And to count answers of the solver by what they took instead of all alike: yajl's was given up, too.)
 */
const COST = {
  instructions: 0.1,
  forks: 10,
  /** Segments walked backward. */
  walked: 1.2,
  visits: 40,
  searches: 4,
  compared: 2,
  /** Of questions to the solver, measured by what was done for the answers. */
  questionCosts: 1,
} as const;

/** What a match saves, as part of what was spent below the visit: states that match know more, and would have forked less. */
const SAVED = 0.1;
/** What a match counts as at least, in forks with all that recording cost for each. */
const FORKS_SAVED = 4;

/** `asked`: questions to the solver. */
type Priced = Readonly<Record<Exclude<keyof typeof COST, 'instructions'> | 'asked', number>>;

/** What the exploration did so far. */
interface Totals {
  readonly instructions: number;
  readonly queries: number;
  readonly answers: number;
}

export class RevisitAccount {
  readonly effort: Effort;
  private elsewhere: Totals = { instructions: 0, queries: 0, answers: 0 };
  /** When the turn of this search ended. */
  private paused: Totals = this.elsewhere;
  private settled: Record<keyof typeof COST, number>;
  private recordedForks = 0;

  constructor(
    private readonly exploration: Exploration,
    credit: number,
    /** What was done for the sake of finding explored states. */
    private readonly done: () => Priced,
  ) {
    this.settled = { instructions: 0, ...done() };
    this.effort = new Effort(() => {
      const { instructions, queries, answers } = this.own();
      const { asked } = this.done();
      return {
        instructions,
        questions: queries - asked,
        // Any answer counts as much as one of the decision procedure: it stands for a fork and all that follows. (Tried: only those of
        // the procedure, with savings counted in full. Searches that pay late, as yajl's, were given up.)
        decisions: answers - asked,
        paths: exploration.pathsEnded,
      };
    }, credit);
  }

  /** The turn of this search is over. */
  leave(): void {
    this.paused = this.totals();
  }

  goOn(): void {
    this.elsewhere = plus(this.elsewhere, minus(this.totals(), this.paused));
  }

  /** Recording begins, or begins again: instructions before are not charged. */
  begin(): void {
    this.settled.instructions = this.own().instructions;
    this.settled.forks = this.done().forks;
    this.effort.resume();
  }

  /** Charges what was done since the last time. */
  settle(): void {
    const now = { instructions: this.own().instructions, ...this.done() };
    let price = 0;
    for (const each of Object.keys(COST) as (keyof typeof COST)[])
      price += (now[each] - this.settled[each]) * COST[each];
    this.recordedForks += now.forks - this.settled.forks;
    this.settled = now;
    this.effort.spend(price);
  }

  /** A part of a state matches a visit below which so much was spent. */
  matched(work: number, part: number): void {
    const perFork = this.recordedForks === 0 ? 0 : this.effort.spent / this.recordedForks;
    this.effort.save(part * Math.max(work * SAVED, FORKS_SAVED * perFork));
  }

  private own(): Totals {
    return minus(this.totals(), this.elsewhere);
  }

  private totals(): Totals {
    const { machine, solver } = this.exploration;
    const { queries, sat, unsat, foreseen } = solver.statistics;
    return { instructions: machine.instructions, queries: queries + foreseen, answers: sat + unsat + foreseen };
  }
}

function plus(a: Totals, b: Totals): Totals {
  return {
    instructions: a.instructions + b.instructions,
    queries: a.queries + b.queries,
    answers: a.answers + b.answers,
  };
}

function minus(a: Totals, b: Totals): Totals {
  return {
    instructions: a.instructions - b.instructions,
    queries: a.queries - b.queries,
    answers: a.answers - b.answers,
  };
}
