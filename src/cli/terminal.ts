/** Where a command writes: results to `out`, everything else to `err`; a progress line only where someone watches. */
import type { Interruption, Watcher } from './run/watcher.ts';
import { fitted } from './status/status-line.ts';
import { Watch } from './status/watch.ts';

export interface Terminal extends Watcher {
  out(text: string): void;
  /** The same for bytes that need not be text; where it is absent, they are shown as text. */
  outBytes?(bytes: Uint8Array): void;
  /** Shows one line that the next one replaces, on a terminal only; null removes it. */
  progress(line: string | null): void;
  readonly interactive: boolean;
  /** Columns that a progress line may have. */
  readonly width: number;
  /** Notices that nothing moves; null where the output is not watched. */
  readonly watch: Watch | null;
}

interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const USUAL_COLUMNS = 80;

/** Pipes get no progress, nor do terminals that cannot go back to the start of a line. Nothing is ever coloured. */
export function processTerminal({ stderr, stdout, env }: Streams = process): Terminal {
  const interactive = stderr.isTTY === true && env.TERM !== 'dumb';
  const watch = interactive ? new Watch() : null;
  const columns = () => stderr.columns || USUAL_COLUMNS;
  let shown = '';
  const clear = () => {
    if (shown !== '') stderr.write('\r\u001b[K');
    shown = '';
    watch?.shows('', columns());
  };
  const progress = (line: string | null) => {
    if (!interactive) return;
    if (line === null) {
      if (shown !== '') clear();
      return;
    }
    watch?.moves();
    if (line === shown) return;
    shown = line;
    watch?.shows(line, columns());
    // One write, from the start of the line over what was there: nothing flickers.
    stderr.write(`\r${fitted(line, columns())}\u001b[K`);
  };
  return {
    interactive,
    watch,
    get width() {
      return columns();
    },
    progress,
    catchInterrupt: () => catchInterrupt(progress),
    out(text) {
      if (shown !== '') clear();
      stdout.write(text);
    },
    outBytes(bytes) {
      clear();
      process.stdout.write(bytes);
    },
    err(text) {
      if (shown !== '') clear();
      stderr.write(text);
    },
  };
}

/** Ctrl-C asks the run to stop and keep what it has; a second one ends the process. */
function catchInterrupt(progress: Terminal['progress']): Interruption {
  let count = 0;
  const onSignal = () => {
    if (++count > 1) process.exit(130);
    progress('stopping: writing what was found (again to quit at once)');
  };
  process.on('SIGINT', onSignal);
  return { interrupted: () => count > 0, release: () => process.off('SIGINT', onSignal) };
}
