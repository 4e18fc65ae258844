/**
 * Appends to the journal of a run.
 *
 * Lines are collected and written in large pieces: at the latest after half a second, when `flush` is called, which a
 * search does while it runs. A reader after a crash finds everything but the last moments. Creating the file is what
 * claims a folder: of two runs that start at once in the same folder only one can.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { type JournalRecord, lineOf } from './records.ts';

const MOST_WAITING_BYTES = 64 * 1024;
const LONGEST_WAIT_MS = 500;
const NEWLINE = 10;

export class JournalWriter {
  private waiting: string[] = [];
  /** Before those. */
  private pieces: Uint8Array[] = [];
  private waitingBytes = 0;
  private lastWrite = performance.now();
  private failure: unknown = null;
  private file: number | null = null;
  /** Asked before lines are written for a line to stand in front of them. */
  progress: () => JournalRecord | null = () => null;

  private constructor(private readonly path: string) {}

  /** Throws with the code EEXIST when another run was faster. */
  static create(path: string): JournalWriter {
    closeSync(openSync(path, 'ax'));
    return new JournalWriter(path);
  }

  /** Goes on with a journal, after whatever a crash has left of its last line. */
  static goOn(path: string): JournalWriter {
    const writer = new JournalWriter(path);
    const text = readFileSync(path);
    if (text.length > 0 && text[text.length - 1] !== NEWLINE) truncateSync(path, text.lastIndexOf(NEWLINE) + 1);
    return writer;
  }

  /** Why nothing can be written any more; the records that are complete stay readable. */
  get problem(): unknown {
    return this.failure;
  }

  /** The line that it becomes. */
  append(record: JournalRecord): string {
    const line = lineOf(record);
    this.waiting.push(line);
    this.wait(line.length);
    return line;
  }

  /** Whole lines that were made elsewhere. */
  appendLines(lines: Uint8Array): void {
    this.gather();
    this.pieces.push(lines);
    this.wait(lines.length);
  }

  private wait(bytes: number): void {
    this.waitingBytes += bytes;
    if (this.waitingBytes >= MOST_WAITING_BYTES) this.write();
    else this.flush();
  }

  private gather(): void {
    if (this.waiting.length > 0) this.pieces.push(Buffer.from(this.waiting.join('')));
    this.waiting = [];
  }

  /** Writes everything now. */
  commit(): void {
    this.write();
  }

  /** Writes what has waited long enough. */
  flush(): void {
    if (this.waitingBytes > 0 && performance.now() - this.lastWrite >= LONGEST_WAIT_MS) this.write();
  }

  /** Writes everything, asks the system to keep it even if the power fails, and lets go of the file until more is appended. */
  close(): void {
    this.write();
    if (this.file === null) return;
    if (this.failure === null) fdatasyncSync(this.file);
    closeSync(this.file);
    this.file = null;
  }

  private write(): void {
    this.lastWrite = performance.now();
    if (this.waitingBytes === 0) return;
    const first = this.progress();
    this.gather();
    const pieces = first === null ? this.pieces : [Buffer.from(lineOf(first)), ...this.pieces];
    this.pieces = [];
    this.waitingBytes = 0;
    if (this.failure !== null) return;
    try {
      this.file ??= openSync(this.path, 'a');
      const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at);
    } catch (error) {
      this.failure = error;
    }
  }
}
