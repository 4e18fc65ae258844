/**
 * Numbers of tests where several explore at once. While they do, each has its own share of the numbers, so that none has to wait
 * for another; in the end all get the numbers of the depth-first order, which does not depend on who explored what.
 */
import { compareNames } from '../../explore/path-name.ts';
import type { OutputFolder } from '../../suite/output-folder.ts';
import { removeTest, writeTest } from '../../suite/write-test.ts';
import type { KeptTest, KeptTests } from './kept-tests.ts';

/** The numbers that one of them may give: every so many. */
export interface Numbering {
  next: number;
  readonly step: number;
}

/** By the old numbers. Tests of paths without a name come last. */
export function renumberTests(
  tests: KeptTests,
  folder: OutputFolder,
  isShown: (number: number, isFault: boolean) => boolean,
): ReadonlyMap<number, number> {
  const ordered = [...tests.all].sort(
    (a, b) => (a.path === null || b.path === null ? byName(a, b) : compareNames(a.path, b.path)) || a.number - b.number,
  );
  const numbers = new Map(ordered.map(({ number }, i) => [number, i + 1]));
  const changed = ordered.filter((stored, i) => {
    const hasFiles = isShown(i + 1, stored.isFault);
    return stored.hasFiles !== hasFiles || (hasFiles && stored.number !== i + 1);
  });
  for (const stored of changed) if (stored.hasFiles) removeTest(folder, stored.test);
  for (const stored of ordered) stored.number = numbers.get(stored.number)!;
  for (const stored of changed) {
    stored.hasFiles = isShown(stored.number, stored.isFault);
    if (stored.hasFiles) writeTest(folder, stored.test);
  }
  tests.sort();
  return numbers;
}

function byName(a: KeptTest, b: KeptTest): number {
  return Number(a.path === null) - Number(b.path === null);
}
