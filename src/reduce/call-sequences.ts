/**
 * Numbers for the calls that lead somewhere, in whatever iterations of loops they were made: the machine's contexts tell
 * iterations apart, because they name objects.
 */
import type { Context } from '../machine/names.ts';

/** More than a program has, with the contexts that are never called. */
const MOST_INSTRUCTIONS = 2 ** 26;

export class CallSequences {
  /** By the id of a context. */
  private readonly numbers: (number | undefined)[] = [];
  /** By the calls before, and the last call. */
  private readonly byCalls = new Map<number, number>();

  of(context: Context): number {
    const known = this.numbers[context.id];
    if (known !== undefined) return known;
    // Not recursive: programs may nest calls deeper than our own stack is.
    const unknown: Context[] = [];
    let at: Context | null = context;
    for (; at !== null && this.numbers[at.id] === undefined; at = at.parent) unknown.push(at);
    let calls = at === null ? -1 : this.numbers[at.id]!;
    for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
      // Constructors and the final exit have contexts of their own without a call.
      calls = this.after(calls, next.call === null ? MOST_INSTRUCTIONS - 1 - next.id : next.call.id);
      this.numbers[next.id] = calls;
    }
    return calls;
  }

  /** The same for calls by the ids of their instructions. */
  below(root: Context, calls: readonly number[]): number {
    return calls.reduce((before, call) => this.after(before, call), this.of(root));
  }

  private after(before: number, call: number): number {
    const key = (before + 1) * MOST_INSTRUCTIONS + call;
    let number = this.byCalls.get(key);
    if (number === undefined) {
      number = this.byCalls.size;
      this.byCalls.set(key, number);
    }
    return number;
  }
}
