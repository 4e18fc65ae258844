/**
 * What a run leaves on the disk while it goes on: each path that ends is one record of the journal, with its test. Files that
 * people open are written at once for faults and for the first tests; `pathfold export` writes the others when they are wanted.
 */
import { CoverageSoFar, restoreCovered } from '../../explore/covered-code.ts';
import {
  countedAs,
  type EarlierRun,
  type Exploration,
  type FinishedPath,
  faultKey,
  noPaths,
  type PathCounts,
} from '../../explore/exploration.ts';
import { FinishedPaths, pathName } from '../../explore/path-name.ts';
import { isUnfinished, type WholeRuns } from '../../explore/whole-runs.ts';
import { ENDINGS } from '../../machine/endings.ts';
import { isFault } from '../../machine/machine.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { testInputText } from '../../suite/input-text.ts';
import { compactTest } from '../../suite/journal/compact-test.ts';
import { programHash } from '../../suite/journal/program-hash.ts';
import type { Journal } from '../../suite/journal/reader.ts';
import { type EndedPathRecord, JOURNAL_VERSION, type RunHeaderRecord } from '../../suite/journal/records.ts';
import { type Summary, type SummaryFault, summaryFault } from '../../suite/summary.ts';
import { makeTest, type TestCase, testName, withoutDefaults } from '../../suite/test-case.ts';
import { removeTest, writeTest } from '../../suite/write-test.ts';
import { version } from '../main.ts';
import type { Session } from './session.ts';

/** A suite of up to so many tests has files of all of them. */
export const MOST_TESTS_WITH_FILES = 100;

/** Limits of a whole run: the paths they stop can be taken up again. */
const LIMITS_OF_RUNS: ReadonlySet<string> = new Set([
  'max-time',
  'max-paths',
  'max-instructions',
  'max-memory',
  'interrupted',
]);

export function headerOf(session: Session, words: readonly string[], reduction: string): RunHeaderRecord {
  const { entry, build, program } = session;
  return {
    record: 'run',
    journal: JOURNAL_VERSION,
    tool: version(),
    words,
    directory: build.directory,
    program: programHash(program),
    reduction,
    entry,
    bigEndian: program.layout.bigEndian,
    build: { ...build, options: withoutDefaults(build.options) },
  };
}

export class RunLog {
  readonly tests: TestCase[] = [];
  readonly faults: SummaryFault[] = [];
  private lastNumber = 0;
  private hasPaths = false;
  private whole: WholeRuns | null = null;
  private exploration: Exploration | null = null;

  constructor(
    private readonly session: Session,
    private readonly testRepeated: boolean,
    /** What an earlier run left, where it is taken up again. */
    private readonly earlier: Journal | null,
  ) {}

  begin(header: RunHeaderRecord): void {
    const { journal } = this.session.folder;
    if (this.earlier === null) {
      journal.append(header);
      journal.commit();
      return;
    }
    journal.append({ record: 'resumed' });
    for (const { number } of this.earlier.tests) this.lastNumber = Math.max(this.lastNumber, number);
    const open = new Set(this.earlier.paths.flatMap((path) => (path.open === true ? [path.test?.number] : [])));
    for (const test of this.earlier.tests) {
      if (open.has(test.number)) removeTest(this.session.folder, test);
      else this.tests.push(test);
    }
    for (const { record: _, key: __, ...fault } of this.earlier.faults) this.faults.push(fault);
  }

  /** What the exploration must know of the earlier run. */
  earlierRun(): { earlier?: EarlierRun } {
    if (this.earlier === null) return {};
    const { paths, faults, progress } = this.earlier;
    const over = paths.filter((path) => path.open !== true);
    const hit = [...progress.flatMap(({ limits }) => limits ?? []), ...over.flatMap(limitOf)];
    return {
      earlier: {
        finished: new FinishedPaths(over.flatMap(({ path }) => (path === null ? [] : [path]))),
        counts: countsOf(over),
        limits: [...new Set(hit)].filter((name) => !LIMITS_OF_RUNS.has(name)),
        faults: faults.map(({ key }) => key),
      },
    };
  }

  attach(exploration: Exploration, whole: WholeRuns): void {
    this.exploration = exploration;
    this.whole = whole;
    const { machine, limits } = exploration;
    for (const { covered } of this.earlier?.progress ?? []) if (covered !== undefined) restoreCovered(covered, machine);
    const soFar = new CoverageSoFar(machine);
    let known = 0;
    this.session.folder.journal.progress = () => {
      const covered = soFar.takeNew();
      const all = exploration.policy.undecided > 0 ? [...limits, 'max-solver-time'] : [...limits];
      if (covered === null && all.length === known) return null;
      known = all.length;
      return { record: 'progress', ...(covered === null ? {} : { covered }), limits: all };
    };
  }

  /** A path that deserves a test; null when it gets none. */
  add({ outcome, model, repeated }: FinishedPath): TestCase | null {
    const { entry, build, program, folder } = this.session;
    if (model === null || (repeated && !this.testRepeated)) {
      this.addWithoutTest(outcome);
      if (model === null) this.addFault(outcome, repeated, null, '');
      return null;
    }
    const completed = isUnfinished(outcome) ? this.whole!.complete(outcome, model) : null;
    const left = completed === null ? {} : { left: ENDINGS[outcome.ending.kind].label };
    const number = ++this.lastNumber;
    const info = { number, entry, bigEndian: program.layout.bigEndian, build, ...left };
    const test = makeTest(completed ?? outcome, model, info);
    folder.journal.append({ ...this.recordOf(outcome), test: compactTest(test) });
    const isShown = test.expected.fault !== null || number <= MOST_TESTS_WITH_FILES;
    // What is not on the disk is not claimed.
    const isStored = isShown ? writeTest(folder, test) : folder.problem === null;
    if (isStored) this.tests.push(test);
    // A fault after the place where the search left the path may be known as well.
    const isKnown =
      completed === null ? repeated : isFault(completed.ending.kind) && !this.exploration!.isNewFault(completed);
    this.addFault(completed ?? outcome, isKnown, isStored ? testName(number) : null, testInputText(test));
    return isStored ? test : null;
  }

  addWithoutTest(outcome: PathOutcome): void {
    this.session.folder.journal.append(this.recordOf(outcome));
  }

  /** The run failed. What it has found stays; where it has found nothing, the folder is free again. */
  abandon(): void {
    const { folder } = this.session;
    folder.journal.close();
    if (this.earlier === null && !this.hasPaths) folder.release();
  }

  flush(): void {
    this.session.folder.journal.flush();
  }

  end({ verdict, limits, tests }: Pick<Summary, 'verdict' | 'limits' | 'tests'>): void {
    const { journal } = this.session.folder;
    journal.append({ record: 'end', verdict, limits, tests });
    journal.close();
  }

  private recordOf(outcome: PathOutcome): EndedPathRecord {
    this.hasPaths = true;
    const { kind, name } = outcome.ending;
    // Only a search that forks names its paths by choices.
    const forks = this.exploration!.strategy.forked !== undefined;
    return {
      record: 'path',
      path: forks ? pathName(outcome) : null,
      ending: kind,
      ...(name === '' ? {} : { name }),
      ...(kind === 'limit' && LIMITS_OF_RUNS.has(name) ? { open: true } : {}),
    };
  }

  private addFault(outcome: PathOutcome, repeated: boolean, test: string | null, input: string): void {
    if (!isFault(outcome.ending.kind) || repeated) return;
    const fault = summaryFault(outcome.ending, test, input);
    this.faults.push(fault);
    this.session.folder.journal.append({ record: 'fault', key: faultKey(outcome), ...fault });
  }
}

function limitOf({ ending, name }: EndedPathRecord): string[] {
  return ending === 'limit' && name !== undefined ? [name] : [];
}

function countsOf(paths: readonly EndedPathRecord[]): PathCounts {
  const counts = noPaths();
  for (const { ending } of paths) counts[countedAs(ending)]++;
  return counts;
}
