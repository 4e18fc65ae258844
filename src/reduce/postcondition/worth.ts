/**
 * What checks and summaries cost and what they save, counted so that both can be weighed against each other before they
 * are made. Counts, not clocks: a run repeats exactly. One unit is about a microsecond on the machines this was measured
 * on; only the ratios matter.
 *
 * The rule: what was spent never exceeds what was saved by more than a fixed share of the work of the search itself. So
 * where nothing can be cut, the search is hardly slower than without the reduction, and where much is cut it may spend
 * all of that on cutting more.
 */

/** The search itself. */
const COST_OF_AN_INSTRUCTION = 0.15;
const COST_OF_A_PATH = 40;
const COST_OF_A_DECISION = 1000;
/** Preconditions. */
export const COST_OF_A_RUN_WALKED = 2;
export const COST_OF_A_DEFINITION = 4;
export const COST_OF_AN_EDGE = 30;
/** Checks. A question of ours is larger than those of the search, and so is its price. */
export const COST_OF_A_READING = 1;
export const COST_OF_A_CONDITION_READ = 0.5;
const COST_OF_A_CACHED_QUERY = 100;
const COST_OF_A_DECIDED_QUERY = 2500;

/** Part of the search's own work that may be spent in advance, and what may be spent in any case. */
const SHARE_SPENT_IN_ADVANCE = 0.1;
const SPENT_IN_ANY_CASE = 8_000;
const SPENT_WHERE_TAKEN_UP = 80_000;
/** Part of what was spent that must have been saved, once the credit is used up, for the whole to go on. */
const SHARE_TO_BE_SAVED = 0.25;

export class Ledger {
  private readonly credit: number;
  private spent = 0;
  private saved = 0;
  /** Questions put to the solver, how many of them cut a path, and what they cost: as if there had been some that did. */
  private questions = 4;
  private proofs = 4;
  private price = 2000;

  /** `isTakenUp`: of a run whose first part is known but not what it taught, so that nothing pays for longer. */
  constructor(
    private readonly count: () => { instructions: number; paths: number; decided: number },
    isTakenUp = false,
  ) {
    this.credit = isTakenUp ? SPENT_WHERE_TAKEN_UP : SPENT_IN_ANY_CASE;
  }

  /** Work of the search so far. */
  get meter(): number {
    const { instructions, paths, decided } = this.count();
    return instructions * COST_OF_AN_INSTRUCTION + paths * COST_OF_A_PATH + decided * COST_OF_A_DECISION;
  }

  spend(units: number): void {
    this.spent += units;
  }

  save(units: number): void {
    this.saved += units;
  }

  /** Whether something of that price may be bought. */
  allows(price: number): boolean {
    return this.spent + price <= this.saved + this.meter * SHARE_SPENT_IN_ADVANCE + this.credit;
  }

  /** Whether a question that saves so much if the answer is yes should be put, going by the questions so far. */
  isWorthAsking(saves: number): boolean {
    return saves * this.proofs >= this.price && this.allows(this.price / this.questions);
  }

  /** A question was put; `decided` when no cache knew the answer. */
  asked(decided: boolean, proved: boolean): void {
    const price = decided ? COST_OF_A_DECIDED_QUERY : COST_OF_A_CACHED_QUERY;
    this.questions++;
    this.price += price;
    this.spent += price;
    if (proved) this.proofs++;
  }

  /** Whether so little was saved that even watching the paths is too much. */
  get isHopeless(): boolean {
    return this.spent > this.credit && this.saved < this.spent * SHARE_TO_BE_SAVED;
  }
}
