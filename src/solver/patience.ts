/**
 * How long a question may take. A search that has other paths to go on with gives a question little time at first, and asks
 * again when nothing else is left: one hard question must not hold up everything else. Who asks says so here; `share` is that of
 * the time limit.
 */
export class Patience {
  share = 1;

  /** What comes of it with less than the whole time. */
  briefly<Result>(share: number, ask: () => Result): Result {
    this.share = share;
    try {
      return ask();
    } finally {
      this.share = 1;
    }
  }
}
