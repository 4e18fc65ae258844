/**
 * Who follows a run while it goes on: a terminal, or a program that uses the library. Runs know nothing else of either, so
 * that both see the same and several runs can go on at once.
 */
import type { Share } from '../../explore/coverage.ts';
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { Program } from '../../program/program.ts';
import type { SummaryFault } from '../../suite/summary.ts';
import type { TestCase } from '../../suite/test-case.ts';
import type { Watch } from '../status/watch.ts';

export interface Watcher {
  /** What is worth saying but no result: warnings of the compiler, notes. */
  err(text: string): void;
  /** What is going on, in one line; null when nothing is worth showing any more. */
  progress(line: string | null): void;
  /** Whether a person looks at the progress while it changes, how many columns they have, and who notices that nothing moves. */
  readonly interactive?: boolean;
  readonly width?: number;
  readonly watch?: Watch | null;
  /** From now on the run asks whether it shall stop; absent where that cannot be asked for. */
  catchInterrupt?(): Interruption;
  /** Each path that ends, with the test made of it; null where it gets none. */
  onPath?(path: FinishedPath, test: TestCase | null): void;
  /** A fault that was not known before. */
  onFault?(fault: SummaryFault): void;
  /** About ten times a second. */
  onTick?(progress: RunProgress): void;
  /** The program, where it is loaded already and no harness is wanted. */
  readonly loaded?: Program;
}

export interface Interruption {
  readonly interrupted: () => boolean;
  readonly release: () => void;
}

export interface RunProgress {
  /** That ended. */
  readonly paths: number;
  readonly open: number;
  readonly faults: number;
  readonly seconds: number;
  /** Of instructions; counted when it is called, which takes a while for large programs. */
  coverage(): Share;
}
