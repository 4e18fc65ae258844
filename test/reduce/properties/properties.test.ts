/** Each property on runs from which something was taken on purpose: it must see what is gone, and nothing else. */
import { describe, expect, it } from 'vitest';
import { ForkingSearch } from '../../../src/explore/forking-search.ts';
import type { Strategy } from '../../../src/explore/strategy.ts';
import { Terms } from '../../../src/expr/terms.ts';
import type { Client } from '../../../src/machine/client.ts';
import { PathEnd } from '../../../src/machine/path-end.ts';
import { checkProperty, type Verdict } from '../../../src/reduce/properties/check.ts';
import { inputText } from '../../../src/reduce/properties/input-text.ts';
import type { PropertyName } from '../../../src/reduce/properties/names.ts';
import { Observer } from '../../../src/reduce/properties/observer.ts';
import { type ReportedPath, type RunRecord, recordRun } from '../../../src/reduce/properties/run.ts';
import { DEFAULT_REDUCTION_OPTIONS } from '../../../src/reduce/registry.ts';
import { PathCondition } from '../../../src/solver/solver.ts';
import { compileText } from '../../referee/compile.ts';

interface Reduced {
  /** How the reduced run explores. */
  readonly strategy?: Strategy;
  /** What it reports of what it found. */
  readonly reports?: (paths: readonly ReportedPath[]) => readonly ReportedPath[];
  readonly baseline?: Partial<RunRecord>;
  readonly record?: Partial<RunRecord>;
}

async function verdict(text: string, name: PropertyName, reduced: Reduced): Promise<Verdict> {
  const program = await compileText(`#include <pathfold.h>\n#include <stdlib.h>\n${text}`);
  const terms = new Terms();
  const baseline = await recordRun('none', program, {}, terms, new ForkingSearch());
  expect(baseline.complete).toBe(true);
  const found = await recordRun('reduced', program, {}, terms, reduced.strategy ?? new ForkingSearch());
  const record = { ...found, ...reduced.record, paths: reduced.reports?.(found.paths) ?? found.paths };
  const own = program.functions.filter((fn) => fn.library !== true).flatMap((fn) => fn.blocks);
  const affected = new Set(own.flatMap((block) => block.instructions.map(({ id }) => id)));
  const { outputs, counts } = DEFAULT_REDUCTION_OPTIONS;
  const observer = await Observer.create(program, {}, terms, { outputs, affected, counts, values: true });
  try {
    const all = observer.observe({ ...baseline, ...reduced.baseline });
    return checkProperty(name, all, observer.observe(record), observer);
  } finally {
    observer.dispose();
  }
}

function lossesIn(result: Verdict): string[] {
  return result.kind === 'lost' ? result.missing.map(({ what }) => what) : [];
}

const statusOf = ({ outcome }: ReportedPath) => outcome.ending.status;
const without = (status: number) => (paths: readonly ReportedPath[]) =>
  paths.filter((each) => statusOf(each) !== status);

/** Two independent branches: each side of either is on two of the four paths. */
const TWO = `int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), result = 0;
  if (x > 0) result += 1;
  if (y > 0) result += 2;
  return result;
}`;

const FAULT = `int main(void) {
  int x = pathfold_int("x");
  if (x == 7) abort();
  return x > 9;
}`;

const ALL = ['faults', 'coverage', 'relations', 'suffixes', 'values', 'affected'] as const;

describe('a run that reports everything', () => {
  for (const name of ALL) {
    it(`preserves ${name}, in whichever order`, async () => {
      const reports = (paths: readonly ReportedPath[]) => paths.toReversed();
      expect(await verdict(TWO, name, { reports })).toEqual({ kind: 'preserved' });
    });
  }
});

describe('a run that leaves a path out', () => {
  for (const name of ['relations', 'suffixes', 'affected'] as const) {
    it(`loses ${name}`, async () => {
      const result = await verdict(TWO, name, { reports: without(3) });
      expect(result.kind).toBe('lost');
    });
  }

  it('loses the value that only this path computes', async () => {
    const losses = lossesIn(await verdict(TWO, 'values', { reports: without(3) }));
    expect(losses.length).toBeGreaterThan(0);
    for (const loss of losses) expect(loss).toMatch(/^value: .* = 3$/);
  });

  it('keeps coverage and faults when others have them', async () => {
    expect((await verdict(TWO, 'coverage', { reports: without(3) })).kind).toBe('preserved');
    expect((await verdict(TWO, 'faults', { reports: without(3) })).kind).toBe('preserved');
  });

  it('loses the fault and the code that only this path reached, with an input that shows it', async () => {
    const reports = (paths: readonly ReportedPath[]) => paths.filter((each) => each.outcome.ending.kind === 'exit');
    const result = await verdict(FAULT, 'faults', { reports });
    expect(lossesIn(result)).toEqual([expect.stringMatching(/^fault: abort at program\.c:5/)]);
    if (result.kind === 'lost') expect(inputText(result.missing[0].input)).toBe('x = 7');
    expect((await verdict(FAULT, 'coverage', { reports })).kind).toBe('lost');
  });
});

describe('the input-output relation', () => {
  /** A row that speaks for more inputs than take its path. */
  const claim = (status: number, inputs: (path: ReportedPath) => PathCondition) => (paths: readonly ReportedPath[]) =>
    paths.map((each) => (statusOf(each) === status ? { ...each, claim: inputs(each) } : each));

  it('is preserved when a row speaks for several paths with the same output', async () => {
    const text = 'int main(void) { int x = pathfold_int("x"), y; if (x > 3) y = 1; else y = 2; return y * 0; }';
    const reports = (paths: readonly ReportedPath[]) => [{ ...paths[0], claim: PathCondition.empty }];
    expect((await verdict(text, 'relations', { reports })).kind).toBe('preserved');
  });

  it('is lost when a row speaks for inputs with another output', async () => {
    const result = await verdict(TWO, 'relations', { reports: claim(3, () => PathCondition.empty) });
    expect(lossesIn(result)[0]).toContain('a row gives other outputs (exit status)');
  });

  it('is compared by meaning, not by terms', async () => {
    const text = 'int main(void) { int x = pathfold_int("x"); if (x > 3) return x * 2; return x + x; }';
    const reports = (paths: readonly ReportedPath[]) => [{ ...paths[0], claim: PathCondition.empty }];
    expect((await verdict(text, 'relations', { reports })).kind).toBe('preserved');
  });
});

describe('path suffixes', () => {
  /** Cuts paths at the branch of a line, from the `allowed`-th path to come there on. */
  class CutAt extends ForkingSearch {
    private seen = 0;
    constructor(
      private readonly line: number,
      private readonly allowed: number,
    ) {
      super();
    }
    readonly deciding: NonNullable<Client['deciding']> = (_state, _condition, kind, site) => {
      const { instruction } = site;
      if (kind !== 'branch' || instruction.position?.line !== this.line || this.seen++ < this.allowed) return;
      const ending = { kind: 'pruned', message: '', name: '', status: 0, stack: [] } as const;
      throw new PathEnd({ ...ending, instruction, site, position: instruction.position });
    };
  }
  /** The line of `if (y > 0)` behind the two lines of headers. */
  const SECOND_BRANCH = 6;

  it('are covered when a path is cut where another went on in every way', async () => {
    expect(await verdict(TWO, 'suffixes', { strategy: new CutAt(SECOND_BRANCH, 1) })).toEqual({ kind: 'preserved' });
  });

  it('are lost when every path is cut there', async () => {
    expect((await verdict(TWO, 'suffixes', { strategy: new CutAt(SECOND_BRANCH, 0) })).kind).toBe('lost');
  });

  it('do not count what the input of a cut path would do behind the cut', async () => {
    const strategy = new CutAt(SECOND_BRANCH, 0);
    expect((await verdict(TWO, 'coverage', { strategy })).kind).toBe('lost');
    expect((await verdict(TWO, 'relations', { strategy: new CutAt(SECOND_BRANCH, 0) })).kind).toBe('lost');
  });
});

describe('nothing is decided', () => {
  it('when the exhaustive run hit a limit, whatever the reduced one has', async () => {
    const baseline = { complete: false, limits: ['max-time'] };
    expect(await verdict(TWO, 'faults', { baseline })).toEqual({
      kind: 'undecided',
      reason: 'the exhaustive run hit a limit (max-time)',
    });
  });

  it('when the reduced run hit a limit and lacks something', async () => {
    const record = { complete: false, limits: ['max-paths'] };
    expect((await verdict(TWO, 'relations', { reports: without(3), record })).kind).toBe('undecided');
    expect((await verdict(TWO, 'coverage', { reports: without(3), record })).kind).toBe('preserved');
  });
});
