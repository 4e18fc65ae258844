/** What it means for a reduced run to keep what the exhaustive one has shown. */
import type { Model } from '../../expr/term.ts';
import type { ObservedRun, Observer } from './observer.ts';

/** Something the baseline has shown and the reduced run has not. */
export interface Loss {
  /** For people, one line. */
  readonly what: string;
  /** An input that shows it. */
  readonly input: Model;
}

export interface PropertyResult {
  readonly missing: readonly Loss[];
  /** Why nothing is certain although nothing is missing; null otherwise. */
  readonly undecided: string | null;
}

/** Both runs were seen by `observer`. At most `limit` losses are listed. */
export type Property = (
  baseline: ObservedRun,
  reduced: ObservedRun,
  observer: Observer,
  limit: number,
) => PropertyResult;

/** Collects losses up to a limit; `full` says when to stop looking. */
export class Losses {
  readonly missing: Loss[] = [];

  constructor(private readonly limit: number) {}

  add(what: string, input: Model): void {
    this.missing.push({ what, input });
  }

  get full(): boolean {
    return this.missing.length >= this.limit;
  }
}
