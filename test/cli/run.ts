/** Runs the command line in this process and records what it writes. */
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

export interface Recorder extends Terminal {
  readonly written: { out: string; err: string };
}

export function recorder(): Recorder {
  const written = { out: '', err: '' };
  return {
    written,
    interactive: false,
    width: 80,
    watch: null,
    out(text) {
      written.out += text;
    },
    err(text) {
      written.err += text;
    },
    progress() {},
  };
}

export async function run(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  const terminal = recorder();
  const status = await main(words, terminal);
  return { status, ...terminal.written };
}
