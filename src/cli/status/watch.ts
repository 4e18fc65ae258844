/**
 * A run that is stuck says in what. Searching, solving and compiling do not let anything else run in their thread, so a second thread looks
 * on: it sees what the first one does in memory that both share, and when nothing has moved for a while it writes the line that the
 * first one cannot. It exists only where someone watches.
 */
import { Worker } from 'node:worker_threads';

/** Where in the shared numbers is what. */
export const BEAT = 0;
export const SOLVING = 1;
export const PLACE = 2;
export const COLUMNS = 3;
export const SHOWN = 4;
export const TEXT_LENGTH = 5;
export const UNUSED = 6;
/** The number of no place. */
export const NOWHERE = -1;
const NUMBERS = 8;
const TEXT_BYTES = 1024;

export interface SharedStatus {
  readonly numbers: Int32Array;
  readonly text: Uint8Array;
}

export class Watch {
  private readonly status: SharedStatus = {
    numbers: new Int32Array(new SharedArrayBuffer(4 * NUMBERS)),
    text: new Uint8Array(new SharedArrayBuffer(TEXT_BYTES)),
  };
  private worker: Worker | null = null;

  constructor() {
    this.at(NOWHERE);
  }

  /** The line that is shown now; empty for none. */
  shows(line: string, columns: number): void {
    const { numbers, text } = this.status;
    this.worker ??= startWatching(this.status);
    Atomics.store(numbers, COLUMNS, columns);
    Atomics.store(numbers, TEXT_LENGTH, new TextEncoder().encodeInto(line, text).written);
    Atomics.store(numbers, SHOWN, line === '' ? 0 : 1);
    Atomics.add(numbers, BEAT, 1);
  }

  /** Something has moved. */
  moves(): void {
    Atomics.add(this.status.numbers, BEAT, 1);
  }

  /** Source places by number, as `at` names them. */
  knows(places: readonly string[]): void {
    this.worker?.postMessage(places);
  }

  at(place: number): void {
    this.status.numbers[PLACE] = place;
  }

  solving(isSolving: boolean): void {
    this.status.numbers[SOLVING] = isSolving ? 1 : 0;
  }
}

/** Sources that were not compiled have no second thread to start; nothing else depends on it. */
function startWatching(status: SharedStatus): Worker | null {
  if (import.meta.url.endsWith('.ts')) return null;
  const worker = new Worker(new URL('./watcher.js', import.meta.url), { workerData: status });
  worker.unref();
  // Without it nothing but a hint is missing.
  worker.on('error', () => {});
  return worker;
}

/** `exploring, 9 s: ... [for 7 s: solving one question at csv.c:120]` */
export function stuckText(line: string, seconds: number, isSolving: boolean, place: string): string {
  const where = place === '' ? '' : ` at ${place}`;
  const what = isSolving ? `: solving one question${where}` : place === '' ? '' : `: running after ${place}`;
  return `${line} [for ${seconds} s${what}]`;
}
