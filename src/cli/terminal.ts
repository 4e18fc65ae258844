/** Where a command writes: results to `out`, everything else to `err`; a progress line only where someone watches. */
export interface Terminal {
  out(text: string): void;
  /** The same for bytes that need not be text; where it is absent, they are shown as text. */
  outBytes?(bytes: Uint8Array): void;
  err(text: string): void;
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
  return {
    interactive,
    out(text) {
      clear();
      process.stdout.write(text);
    },
    outBytes(bytes) {
      clear();
      process.stdout.write(bytes);
    },
    err(text) {
      clear();
      process.stderr.write(text);
    },
    progress(line) {
      if (!interactive) return;
      clear();
      if (line === null) return;
      process.stderr.write(line.slice(0, (process.stderr.columns ?? 80) - 1));
      shown = true;
    },
  };
}
