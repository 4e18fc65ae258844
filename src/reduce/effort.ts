/**
 * One account of what a technique spends and saves, and of when it is worth going on. (CaDiCaL schedules its inprocessing
 * techniques in the same spirit.)
 *
 * Everything is counted in units of about a microsecond, from counts and not from clocks, so that a run repeats exactly. A
 * technique may spend, beyond what it saved, a fixed sum and a share of the search's own work: so where nothing can be saved the
 * search is hardly slower than without the technique, and where much is saved all of that may be spent on saving more. Three ways to
 * stop and to look again are built on that:
 * - `allows` asks before each purchase (postcondition/worth.ts);
 * - `Effort` pauses a technique that is overdrawn, twice as long each time, measured by the search's own work, longer the less the
 *   spell has saved, and until the share of that work has paid for the spells before and for half of another: where savings come
 *   late they still come (revisit);
 * - `Trials` judges each time the cost has doubled, and asks for more from one time to the next (relevance/balance.ts).
 */

/** What so many of each thing come to, each at its price in units. */
export function priceOf<Thing extends string>(
  counts: Readonly<Record<Thing, number>>,
  prices: Readonly<Record<Thing, number>>,
): number {
  let sum = 0;
  for (const thing in prices) sum += counts[thing] * prices[thing];
  return sum;
}

/** What may be spent in any case, and as a part of the search's own work. */
export interface Allowance {
  readonly credit: number;
  readonly share: number;
}

export class EffortLedger {
  spent = 0;
  saved = 0;
  /** Where the account was when it was opened, or opened anew. */
  private opened = { spent: 0, saved: 0, meter: 0 };

  constructor(
    /** The search's own work so far, in units. */
    private readonly workOfSearch: () => number,
    private readonly allowance: Allowance,
  ) {}

  get meter(): number {
    return this.workOfSearch();
  }

  spend(units: number): void {
    this.spent += units;
  }

  save(units: number): void {
    this.saved += units;
  }

  /** How many times as much was spent as saved since the account was opened. */
  protected get timesLost(): number {
    const spent = this.spent - this.opened.spent;
    const saved = this.saved - this.opened.saved;
    return spent <= saved ? 1 : spent / saved;
  }

  /** Whether something of that price may be bought. */
  allows(price: number): boolean {
    const { opened, allowance } = this;
    const spent = this.spent - opened.spent + price;
    return spent <= this.saved - opened.saved + allowance.share * (this.meter - opened.meter) + allowance.credit;
  }

  /** What was spent and saved before is forgotten, and the credit is there again. */
  openAnew(): void {
    this.opened = { spent: this.spent, saved: this.saved, meter: this.meter };
  }

  /** Whether the credit is used up, and less than this share of what was spent came back. */
  hasSavedLessThan(share: number): boolean {
    return this.spent > this.allowance.credit && this.saved < this.spent * share;
  }
}

/** What a spell may spend besides its credit, as part of the search's own work while it lasts. */
const SHARE = 0.1;
/** The first pause, as part of the search's work so far, where nearly as much was saved as spent; further ones double. */
const FIRST_PAUSE = 1;
/** How much longer it is where nothing was saved at all. */
const MOST_PAUSES_AT_ONCE = 8;

/** A technique that works in spells, each with a credit of its own, and pauses between them. */
export class Effort extends EffortLedger {
  pauses = 0;
  private pausedUntil = 0;

  /** `credit`: what a spell may spend in any case. */
  constructor(
    workOfSearch: () => number,
    private readonly credit: number,
  ) {
    super(workOfSearch, { credit, share: SHARE });
  }

  /** Whether the spell has spent more than it may. */
  get isOverdrawn(): boolean {
    return !this.allows(0);
  }

  pause(): void {
    const longer = Math.min(this.timesLost, MOST_PAUSES_AT_ONCE);
    this.pausedUntil = this.meter * (1 + FIRST_PAUSE * longer * 2 ** this.pauses);
    this.pauses++;
  }

  get isPauseOver(): boolean {
    const { meter, credit } = this;
    return meter >= this.pausedUntil && this.spent + credit / 2 <= this.saved + credit + SHARE * meter;
  }

  resume(): void {
    this.openAnew();
  }
}

/** A technique that is judged each time its cost has doubled. */
export class Trials {
  private held = 0;

  /** `shares`: what must have been saved of what was spent, at each trial; the last one counts from then on. */
  constructor(
    private next: number,
    private readonly shares: readonly number[],
  ) {}

  /** False when it is time to give up. */
  passes({ spent, saved }: { readonly spent: number; readonly saved: number }): boolean {
    if (spent < this.next) return true;
    const share = this.shares[Math.min(this.held, this.shares.length - 1)];
    this.held++;
    this.next *= 2;
    return saved >= spent * share;
  }
}
