/**
 * What checks and summaries cost and what they save, counted so that both can be weighed against each other before they
 * are made (effort.ts). One unit is about a microsecond on the machines this was measured on; only the ratios matter.
 */
import { EffortLedger, priceOf } from '../effort.ts';

/** The search itself. */
const PRICES = { instructions: 0.15, paths: 40, decided: 1000 } as const;
/** Preconditions. */
export const COST_OF_A_RUN_WALKED = 2;
export const COST_OF_A_DEFINITION = 4;
export const COST_OF_AN_EDGE = 30;
/** Checks. A question of ours is larger than those of the search, and so is its price. */
export const COST_OF_A_READING = 1;
export const COST_OF_A_CONDITION_READ = 0.5;
const COST_OF_A_CACHED_QUERY = 100;
const COST_OF_A_DECIDED_QUERY = 2500;

const ALLOWANCE = { credit: 8_000, share: 0.1 };
const ALLOWANCE_WHERE_TAKEN_UP = { credit: 80_000, share: 0.1 };
/** Part of what was spent that must have been saved, once the credit is used up, for the whole to go on. */
const SHARE_TO_BE_SAVED = 0.25;

export class Ledger extends EffortLedger {
  /** Questions put to the solver, how many of them cut a path, and what they cost: as if there had been some that did. */
  private questions = 4;
  private proofs = 4;
  private price = 2000;

  /** `isTakenUp`: of a run whose first part is known but not what it taught, so that nothing pays for longer. */
  constructor(count: () => Record<keyof typeof PRICES, number>, isTakenUp = false) {
    super(() => priceOf(count(), PRICES), isTakenUp ? ALLOWANCE_WHERE_TAKEN_UP : ALLOWANCE);
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
    this.spend(price);
    if (proved) this.proofs++;
  }

  /** Whether so little was saved that even watching the paths is too much. */
  get isHopeless(): boolean {
    return this.hasSavedLessThan(SHARE_TO_BE_SAVED);
  }
}
