/**
 * One account of what a technique spends and saves, and of when it is worth going on.
 *
 * Everything is counted in units of about a microsecond, from counts and not from clocks, so that a run repeats exactly.
 * A technique works in *spells*: while one lasts it may spend a credit and a share of the search's own work in advance, and
 * all that it saved. When a spell has spent more it pauses; each pause is twice as long as the one before, measured by the
 * search's own work, and lasts until the share of that work has paid for the spells before and for half of another: a search in
 * which nothing can be saved is hardly slower, and one in which savings come late still gets them. (CaDiCaL schedules its
 * inprocessing techniques in the same spirit.)
 */
const UNITS = { instruction: 0.1, question: 12, decision: 400, path: 30 } as const;

/** What a spell may spend besides its credit, as part of the search's own work while it lasts. */
const SHARE = 0.05;
/** The first pause, as part of the search's work so far; further ones double. */
const FIRST_PAUSE = 1;

export interface SearchCounts {
  readonly instructions: number;
  /** Questions to the solver, and those that the decision procedure had to answer. */
  readonly questions: number;
  readonly decisions: number;
  readonly paths: number;
}

export class Effort {
  spent = 0;
  saved = 0;
  pauses = 0;
  private pausedUntil = 0;
  private spellBegan = 0;
  private spentBefore = 0;
  private savedBefore = 0;

  constructor(
    private readonly count: () => SearchCounts,
    /** What a spell may spend in any case. */
    private readonly credit: number,
  ) {}

  /** The search's own work so far. */
  get meter(): number {
    const { instructions, questions, decisions, paths } = this.count();
    return (
      instructions * UNITS.instruction + questions * UNITS.question + decisions * UNITS.decision + paths * UNITS.path
    );
  }

  spend(units: number): void {
    this.spent += units;
  }

  save(units: number): void {
    this.saved += units;
  }

  /** Whether the spell has spent more than it may. */
  get isOverdrawn(): boolean {
    const spent = this.spent - this.spentBefore;
    const saved = this.saved - this.savedBefore;
    return spent > this.credit + saved + SHARE * (this.meter - this.spellBegan);
  }

  pause(): void {
    this.pausedUntil = this.meter * (1 + FIRST_PAUSE * 2 ** this.pauses);
    this.pauses++;
  }

  get isPauseOver(): boolean {
    const { meter, credit } = this;
    return meter >= this.pausedUntil && this.spent + credit / 2 <= this.saved + credit + SHARE * meter;
  }

  resume(): void {
    this.spellBegan = this.meter;
    this.spentBefore = this.spent;
    this.savedBefore = this.saved;
  }
}
