/**
 * The tests of a run, as lines of its journal until someone looks at them.
 *
 * Most tests are never looked at while the run goes on, and a test as an object is a hundred small ones that the garbage
 * collector copies and marks again and again. A line is one string; lines that a worker thread wrote stay the piece of
 * memory they came in, and nothing is made of them before the end.
 */
import { expandTest } from '../../suite/journal/compact-test.ts';
import { type EndedPathRecord, linesIn, recordOf, testIn } from '../../suite/journal/records.ts';
import type { TestCase } from '../../suite/test-case.ts';

export class KeptTest {
  constructor(
    private readonly info: Pick<TestCase, 'entry' | 'bigEndian' | 'build'>,
    public number: number,
    /** Of the path that it is about; null where paths have none. */
    readonly path: string | null,
    readonly isFault: boolean,
    private readonly stored: string | TestCase,
    public hasFiles: boolean,
  ) {}

  get test(): TestCase {
    const { stored, number } = this;
    if (typeof stored !== 'string') return { ...stored, number };
    const { test } = recordOf(stored.trimEnd()) as EndedPathRecord;
    return { ...expandTest(test!, this.info), number };
  }
}

export class KeptTests implements Iterable<TestCase> {
  private known: KeptTest[] = [];
  /** Lines that no one has looked at, and how many tests are in them. */
  private pieces: Uint8Array[] = [];
  private unseen = 0;

  constructor(private readonly info: Pick<TestCase, 'entry' | 'bigEndian' | 'build'>) {}

  get length(): number {
    return this.known.length + this.unseen;
  }

  /** `stored` is its line in the journal, or itself. */
  add({ number, expected }: TestCase, path: string | null, stored: string | TestCase, hasFiles: boolean): void {
    this.known.push(new KeptTest(this.info, number, path, expected.fault !== null, stored, hasFiles));
  }

  addLines(lines: Uint8Array, tests: number): void {
    this.pieces.push(lines);
    this.unseen += tests;
  }

  get all(): readonly KeptTest[] {
    for (const piece of this.pieces) {
      for (const line of linesIn(piece)) {
        const found = testIn(line);
        if (found === null) continue;
        const { number, path, isFault } = found;
        this.known.push(new KeptTest(this.info, number, path, isFault, line, false));
      }
    }
    this.pieces = [];
    this.unseen = 0;
    return this.known;
  }

  /** Numbers may have changed. */
  sort(): void {
    this.known = [...this.all].sort((a, b) => a.number - b.number);
  }

  keepOnly(isKept: (test: KeptTest) => boolean): void {
    this.known = this.all.filter(isKept);
  }

  *[Symbol.iterator](): Generator<TestCase> {
    for (const stored of this.all) yield stored.test;
  }
}
