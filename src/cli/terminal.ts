import type { Interruption, Watcher } from './run/watcher.ts';

/** Where a command writes: results to `out`, everything else to `err`; a progress line only where someone watches. */
export interface Terminal extends Watcher {
  out(text: string): void;
  /** Shows one line that the next one replaces, on a terminal only; null removes it. */
  progress(line: string | null): void;
  readonly interactive: boolean;
}

export function processTerminal(): Terminal {
  const interactive = process.stderr.isTTY === true;
  let shown = false;
  const clear = () => {
    if (shown) process.stderr.write('\r\u001b[K');
    shown = false;
  };
  const progress = (line: string | null) => {
    if (!interactive) return;
    clear();
    if (line === null) return;
    process.stderr.write(line.slice(0, (process.stderr.columns ?? 80) - 1));
    shown = true;
  };
  return {
    interactive,
    progress,
    catchInterrupt: () => catchInterrupt(progress),
    out(text) {
      clear();
      process.stdout.write(text);
    },
    err(text) {
      clear();
      process.stderr.write(text);
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
