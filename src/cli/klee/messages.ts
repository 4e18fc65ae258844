/** KLEE's messages: on standard error, and kept in messages.txt and warnings.txt. */
import type { OutputFolder } from '../../suite/output-folder.ts';
import type { Terminal } from '../terminal.ts';

export class KleeMessages {
  private readonly told: string[] = [];
  private readonly warnings: string[] = [];
  private readonly once = new Set<string>();

  constructor(
    private readonly terminal: Terminal,
    private readonly showsWarnings: boolean,
  ) {}

  say(text: string): void {
    this.told.push(`KLEE: ${text}\n`);
    this.terminal.err(`KLEE: ${text}\n`);
  }

  warn(text: string): void {
    const line = `KLEE: WARNING: ${text}\n`;
    this.warnings.push(line);
    if (this.showsWarnings) this.terminal.err(line);
  }

  warnOnce(text: string): void {
    if (this.once.has(text)) return;
    this.once.add(text);
    const line = `KLEE: WARNING ONCE: ${text}\n`;
    this.warnings.push(line);
    if (this.showsWarnings) this.terminal.err(line);
  }

  /** What is no message of KLEE's, such as values that the program wants to see. */
  show(text: string): void {
    this.terminal.err(text);
  }

  write(folder: OutputFolder): void {
    folder.write('messages.txt', this.told.join(''));
    folder.write('warnings.txt', this.warnings.join(''));
  }
}
