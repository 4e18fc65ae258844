/**
 * When a command must be over. One deadline goes through everything it does: searches look at it between two slices of work, the
 * solver gives no question more time than is left, and what several explorations share is given out in parts.
 *
 * When searching ends, by the clock or otherwise, what is open still has to be written down, and some of it replayed. That is
 * not free, so the deadline is closed in steps: each gets a little more of the tenth of the time and the two seconds that a
 * command may take longer than it was told to. A table of everything found is work of its own: who makes one keeps a share of the
 * time for it.
 */
export class Deadline {
  private allowance = 0;

  private constructor(
    private readonly end: number,
    private readonly limitMs: number,
    private readonly now: () => number,
    private readonly keptMs = 0,
  ) {}

  /** So many milliseconds from `began` on. */
  static after(limitMs: number, now: () => number, began = now()): Deadline {
    return new Deadline(began + limitMs, limitMs, now);
  }

  /** In the time of `now`; infinite where there is no limit. */
  get until(): number {
    return this.end + this.allowance;
  }

  get remainingMs(): number {
    return this.until - this.now();
  }

  isOver(): boolean {
    return this.now() >= this.until;
  }

  /** No later than the share of what remains: for one of several explorations, which must leave time for the others. */
  part(share: number, mostMs = Number.POSITIVE_INFINITY): Deadline {
    const limitMs = Math.min(mostMs, share * Math.max(0, this.end - this.now()));
    return Deadline.after(limitMs, this.now);
  }

  /** Searching ends earlier by a share of what remains, which `startTabulating` gives back. */
  keeping(share: number): Deadline {
    const left = Math.max(0, this.end - this.now());
    if (!Number.isFinite(left)) return this;
    return new Deadline(this.end - share * left, this.limitMs, this.now, share * left);
  }

  /** From now on there is time to write down what was found. */
  startWriting(): void {
    this.allow(0.05 * this.limitMs + 500);
  }

  /** From now on there is the time that was kept for looking at everything together. */
  startTabulating(): void {
    this.allow(this.keptMs + 0.05 * this.limitMs + 500);
  }

  /** From now on there is time to run some of it for real. */
  startReplaying(): void {
    this.allow(this.keptMs + 0.1 * this.limitMs + 1000);
  }

  private allow(ms: number): void {
    if (Number.isFinite(ms)) this.allowance = Math.max(this.allowance, ms);
  }
}
