/**
 * What looking for explored states costs, in units of the one ledger (effort.ts). The search may take turns with another one on the
 * same exploration: what that one does meanwhile is not counted here.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { Effort } from '../effort.ts';

/** What each thing costs. */
const COST = {
  instructions: 0.1,
  forks: 10,
  /** Segments walked backward. */
  walked: 1.2,
  visits: 40,
  searches: 4,
  compared: 2,
  asked: 15,
  /** Of those asked, the ones that the decision procedure had to answer. */
  decided: 400,
} as const;

type Priced = Readonly<Record<Exclude<keyof typeof COST, 'instructions'>, number>>;

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
    this.effort.resume();
  }

  /** Charges what was done since the last time. */
  settle(): void {
    const now = { instructions: this.own().instructions, ...this.done() };
    let price = 0;
    for (const each of Object.keys(COST) as (keyof typeof COST)[])
      price += (now[each] - this.settled[each]) * COST[each];
    this.settled = now;
    this.effort.spend(price);
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
