/** The second thread: see watch.ts. */
import { writeSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { fitted } from './status-line.ts';
import { BEAT, COLUMNS, PLACE, SHOWN, type SharedStatus, SOLVING, stuckText, TEXT_LENGTH, UNUSED } from './watch.ts';

const LOOK_MS = 500;
/** Nothing has moved for so long: then it is worth a word. */
const STUCK_MS = 3000;
const STANDARD_ERROR = 2;

const { numbers, text } = workerData as SharedStatus;
let places: readonly string[] = [];
let beat = -1;
let since = Date.now();
let last = '';

for (;;) {
  const { message } = (parentPort === null ? undefined : receiveMessageOnPort(parentPort)) ?? {};
  if (message !== undefined) places = message as readonly string[];
  const now = Date.now();
  if (Atomics.load(numbers, BEAT) !== beat) {
    beat = Atomics.load(numbers, BEAT);
    since = now;
  } else if (now - since >= STUCK_MS && Atomics.load(numbers, SHOWN) === 1) {
    const line = new TextDecoder().decode(text.slice(0, Atomics.load(numbers, TEXT_LENGTH)));
    const place = places[Atomics.load(numbers, PLACE)] ?? '';
    const shown = stuckText(line, Math.floor((now - since) / 1000), Atomics.load(numbers, SOLVING) === 1, place);
    if (shown !== last) writeSync(STANDARD_ERROR, `\r${fitted(shown, Atomics.load(numbers, COLUMNS))}\u001b[K`);
    last = shown;
  }
  // Nothing wakes it.
  Atomics.wait(numbers, UNUSED, 0, LOOK_MS);
}
