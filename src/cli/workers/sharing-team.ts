/**
 * What all who help with a run have in common, threads or machines: work that waits for a helper, one set of limits, and the
 * process that was started taking part like the others.
 */
import { setTimeout } from 'node:timers/promises';
import type { SharedWork, Sharing } from '../../explore/sharing/sharing.ts';
import type { SharedRun } from './shared-run.ts';

export abstract class SharingTeam implements Sharing {
  readonly startsAtStart = true;
  protected readonly waiting: SharedWork[] = [];
  /** The search here has nothing to do. */
  protected isWaiting = false;
  /** The limit that ended the run, wherever it was hit. */
  protected stopped: string | null = null;
  protected run!: SharedRun;
  private arrived = () => {};

  constructor(private readonly maxInstructions: number) {}

  /** Lets messages in, and gives out work. */
  abstract pause(): Promise<void>;
  /** Ends all, after what they found has arrived. */
  abstract finish(): Promise<void>;
  /** The run failed. */
  abstract abandon(): Promise<void>;
  abstract get hasOthers(): boolean;
  /** Whether a helper may still give something away, or back. */
  protected abstract get othersAreBusy(): boolean;

  attach(run: SharedRun): void {
    this.run = run;
  }

  next(): SharedWork | 'later' | null {
    const work = this.waiting.shift();
    this.isWaiting = work === undefined;
    if (work !== undefined) return work;
    return this.othersAreBusy ? 'later' : null;
  }

  limit(): string | null {
    if (this.stopped !== null) return this.stopped;
    const { machine } = this.run.exploration;
    return machine.instructions + this.run.instructions >= this.maxInstructions ? 'max-instructions' : null;
  }

  stop(limit: string): readonly SharedWork[] {
    this.stopped ??= limit;
    return this.waiting.splice(0);
  }

  protected wake(): void {
    this.arrived();
  }

  /** Until something arrives, but not longer than that. */
  protected async arrival(longestMs: number): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      this.arrived = resolve;
    });
    await Promise.race([arrived, setTimeout(longestMs)]);
  }
}
