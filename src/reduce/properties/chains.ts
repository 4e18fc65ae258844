/**
 * Sequences that share their ends. A path is a chain of events from its first to its last; two paths that go on alike
 * from some point have one chain from there, so "this suffix also occurs in that run" is the equality of two numbers.
 */
export class Chains {
  private readonly events: number[] = [];
  private readonly rests: number[] = [];
  private readonly known = new Map<number, number>();

  /** The chain of `event` followed by `rest` (-1: nothing). */
  prepend(event: number, rest: number): number {
    const key = keyOf(event, rest);
    let chain = this.known.get(key);
    if (chain === undefined) {
      chain = this.events.push(event) - 1;
      this.rests.push(rest);
      this.known.set(key, chain);
    }
    return chain;
  }

  /** The same, or -1 when that chain was never made. */
  find(event: number, rest: number): number {
    return this.known.get(keyOf(event, rest)) ?? -1;
  }

  of(events: readonly number[]): number {
    let chain = -1;
    for (let i = events.length - 1; i >= 0; i--) chain = this.prepend(events[i], chain);
    return chain;
  }

  toArray(chain: number): number[] {
    const result: number[] = [];
    for (let at = chain; at !== -1; at = this.rests[at]) result.push(this.events[at]);
    return result;
  }

  /** The chain itself and all its ends. */
  *suffixes(chain: number): Generator<number> {
    for (let at = chain; at !== -1; at = this.rests[at]) yield at;
  }
}

/** Both numbers stay far below 2^26 in any run that fits in memory. */
function keyOf(event: number, rest: number): number {
  return event * 0x400_0000 + rest + 1;
}
