/**
 * Paths that add nothing but themselves, as lines for the journal of the run. They are made where the paths are explored, so that
 * the process that was started has nothing to do with each of them but to write it.
 */
import { countedAs, type PathCounts } from '../../explore/path-counts.ts';
import { compactTest } from '../../suite/journal/compact-test.ts';
import { lineOf } from '../../suite/journal/records.ts';
import type { Numbering } from '../run/numbering.ts';
import type { PathResult } from '../run/path-result.ts';
import type { SentLines } from './messages.ts';

export class PathLines {
  private lines: string[] = [];
  private tests = 0;
  private counts: Partial<PathCounts> = {};

  constructor(private readonly numbering: Numbering) {}

  get size(): number {
    return this.lines.length;
  }

  /** Whether it is one of them: faults and limits concern the whole run. */
  add({ path, test, fault }: PathResult): boolean {
    if (fault !== null || path.ending === 'limit' || (test?.expected.fault ?? null) !== null) return false;
    const kind = countedAs(path.ending);
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (test === null) this.lines.push(lineOf(path));
    else {
      const number = this.numbering.next;
      this.numbering.next += this.numbering.step;
      this.lines.push(lineOf({ ...path, test: compactTest({ ...test, number }) }));
      this.tests++;
    }
    return true;
  }

  take(): SentLines | null {
    const { lines, tests, counts } = this;
    if (lines.length === 0) return null;
    this.lines = [];
    this.tests = 0;
    this.counts = {};
    return { bytes: new TextEncoder().encode(lines.join('')), tests, counts };
  }
}
