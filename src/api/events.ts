/** What a run tells while it goes on, for any number of listeners. */
import type { RunProgress } from '../cli/run/watcher.ts';
import type { EndingKind } from '../machine/endings.ts';
import type { SummaryFault } from '../suite/summary.ts';
import type { TestCase } from '../suite/test-case.ts';

/** A path that ended. */
export interface ExploredPath {
  /** How: `exit`, a kind of fault, `pruned` where a reduction cut it, `limit`, and so on. */
  readonly ending: EndingKind;
  /** The same for people. */
  readonly meaning: string;
  /** Inputs that take it, and what comes out; null where it gets no test, such as a fault that another one shows. */
  readonly test: TestCase | null;
  /** The inputs in one line: `days = 3, name = "a"`. */
  readonly input: string | null;
  /** What was decided along the path, as C; computed when it is called. */
  condition(): string[];
}

export type RunEvent =
  | { readonly kind: 'path'; readonly path: ExploredPath }
  /** A fault that was not known before. */
  | { readonly kind: 'fault'; readonly fault: SummaryFault }
  /** About ten times a second; listeners that are late get only the newest. */
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  /** What is going on besides exploring: compiling, replaying. Only the newest, too. */
  | { readonly kind: 'stage'; readonly text: string }
  /** Warnings of the compiler, and notes about what was taken for what. */
  | { readonly kind: 'note'; readonly text: string };

/**
 * Keeps what must not be missed, so that everybody who listens gets all of it from the start, whenever they begin. Nobody is
 * waited for: a run is as fast as without listeners.
 */
export class EventLog {
  private readonly kept: RunEvent[] = [];
  private newest: RunEvent | null = null;
  private passing = 0;
  private isOver = false;
  private failure: { readonly error: unknown } | null = null;
  private waiting: (() => void)[] = [];

  add(event: RunEvent): void {
    this.kept.push(event);
    this.wake();
  }

  /** An event that the next one replaces. */
  pass(event: RunEvent): void {
    this.newest = event;
    this.passing++;
    this.wake();
  }

  end(failure: { readonly error: unknown } | null): void {
    this.isOver = true;
    this.failure = failure;
    this.wake();
  }

  async *events(): AsyncGenerator<RunEvent, void> {
    let seen = this.passing;
    for (let at = 0; ; ) {
      if (at < this.kept.length) {
        yield this.kept[at++];
      } else if (seen !== this.passing && !this.isOver) {
        seen = this.passing;
        yield this.newest!;
      } else if (this.failure !== null) {
        throw this.failure.error;
      } else if (this.isOver) {
        return;
      } else {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
    }
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resume of waiting) resume();
  }
}
