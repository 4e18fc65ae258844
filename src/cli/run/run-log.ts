/**
 * What a run leaves on the disk while it goes on: each path that ends is one record of the journal, with its test. Files that
 * people open are written at once for faults and for the first tests; `pathfold export` writes the others when they are wanted.
 */
import { CoverageSoFar, restoreCovered } from '../../explore/covered-code.ts';
import type { Exploration } from '../../explore/exploration.ts';
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { EarlierRun } from '../../explore/options.ts';
import { countedAs, noPaths, type PathCounts } from '../../explore/path-counts.ts';
import { FinishedPaths } from '../../explore/path-name.ts';
import { smallestInput } from '../../explore/small-input.ts';
import type { WholeRuns } from '../../explore/whole-runs.ts';
import { version } from '../../host/version.ts';
import { isFault } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { compactTest } from '../../suite/journal/compact-test.ts';
import { programHash } from '../../suite/journal/program-hash.ts';
import type { Journal } from '../../suite/journal/reader.ts';
import {
  type EndedPathRecord,
  JOURNAL_VERSION,
  type RunHeaderRecord,
  renamedTest,
} from '../../suite/journal/records.ts';
import type { Summary, SummaryFault } from '../../suite/summary.ts';
import { type TestCase, testName, withoutDefaults } from '../../suite/test-case.ts';
import { removeTest, type TestFile, testFiles, writeTest } from '../../suite/write-test.ts';
import { KeptTests } from './kept-tests.ts';
import { type Numbering, renumberTests } from './numbering.ts';
import { LIMITS_OF_RUNS, type PathResult, PathResults } from './path-result.ts';
import type { Session } from './session.ts';

/** A suite of up to so many tests has files of all of them. */
export const MOST_TESTS_WITH_FILES = 100;

/** Making an input small takes many questions: not for long ones, and not for the hundredth fault. */
const MOST_SMALL_NUMBERS = 16;
const MOST_SMALL_FAULTS = 20;

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

/** Which paths get a test, and what is written of it. */
export interface TestWriting {
  wants(path: FinishedPath): boolean;
  files(test: TestCase, path: FinishedPath): TestFile[];
}

export class RunLog {
  readonly tests: KeptTests;
  readonly faults: SummaryFault[] = [];
  private nextNumber = 1;
  /** More than one where several number tests. */
  private numberStep = 1;
  private hasPaths = false;
  private exploration: Exploration | null = null;
  private results: PathResults | null = null;

  constructor(
    private readonly session: Session,
    private readonly testRepeated: boolean,
    /** What an earlier run left, where it is taken up again. */
    private readonly earlier: Journal | null,
    private readonly writing: TestWriting | null = null,
    private readonly onFault: (fault: SummaryFault) => void = () => {},
  ) {
    const { entry, build, program } = session;
    this.tests = new KeptTests({ entry, build, bigEndian: program.layout.bigEndian });
  }

  begin(header: RunHeaderRecord): void {
    const { journal } = this.session.folder;
    if (this.earlier === null) {
      journal.append(header);
      journal.commit();
      return;
    }
    journal.append({ record: 'resumed' });
    for (const { number } of this.earlier.tests) this.nextNumber = Math.max(this.nextNumber, number + 1);
    const paths = new Map(this.earlier.paths.map((path) => [path.test?.number, path]));
    for (const test of this.earlier.tests) {
      const { open, path = null } = paths.get(test.number) ?? {};
      if (open === true) removeTest(this.session.folder, test);
      else this.tests.add(test, path, test, isShown(test.number, test.expected.fault !== null));
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
    const { entry, build, program } = this.session;
    const info = { entry, bigEndian: program.layout.bigEndian, build };
    this.results = new PathResults(info, this.testRepeated, exploration, whole);
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
  add(path: FinishedPath): TestCase | null {
    const result = this.results!.of(this.withSmallNumbers(path), this.writing?.wants(path) !== false);
    return this.put(result, (test) => this.writing?.files(test, path) ?? filesOf(test));
  }

  /** A fault is shown with numbers as small as it allows. Texts stay as they are: they are readable already. */
  private withSmallNumbers(path: FinishedPath): FinishedPath {
    const { outcome, model, repeated } = path;
    if (model === null || repeated || !isFault(outcome.ending.kind)) return path;
    const numbers = outcome.inputs.filter(({ kind }) => kind === 'int');
    if (numbers.length === 0 || numbers.length > MOST_SMALL_NUMBERS || this.faults.length >= MOST_SMALL_FAULTS)
      return path;
    const { terms, solver } = this.exploration!;
    return { ...path, model: smallestInput(outcome.condition, numbers, terms, solver) ?? model };
  }

  /** The other tests are not part of the suite any more. */
  keepOnly(numbers: ReadonlySet<number>): void {
    for (const stored of this.tests.all) {
      if (stored.hasFiles && !numbers.has(stored.number)) removeTest(this.session.folder, stored.test);
    }
    this.tests.keepOnly(({ number }) => numbers.has(number));
    this.session.folder.journal.append({ record: 'suite', tests: [...numbers].sort((a, b) => a - b) });
  }

  addWithoutTest(outcome: PathOutcome): void {
    this.put(this.results!.without(outcome));
  }

  /** Numbers the test of a path, and writes down what the path leaves behind. */
  put({ path, test: unnumbered, fault }: PathResult, files: (test: TestCase) => TestFile[] = filesOf): TestCase | null {
    this.hasPaths = true;
    const { folder } = this.session;
    if (unnumbered === null) {
      folder.journal.append(path);
      if (fault !== null) this.addFault(fault, null);
      return null;
    }
    const number = this.nextNumber;
    this.nextNumber += this.numberStep;
    const test = { ...unnumbered, number };
    const line = folder.journal.append({ ...path, test: compactTest(test) });
    const written = files(test);
    // What is not on the disk is not claimed.
    const isStored = writeTest(folder, test, written) && folder.problem === null;
    if (isStored) this.tests.add(test, path.path, line, written.length > 0);
    if (fault !== null) this.addFault(fault, isStored ? testName(number) : null);
    return isStored ? test : null;
  }

  /** Paths that ended elsewhere, whose tests have numbers from `shareNumbers`. */
  putLines(lines: Uint8Array, tests: number): void {
    this.hasPaths = true;
    const { folder } = this.session;
    folder.journal.appendLines(lines);
    if (folder.problem === null) this.tests.addLines(lines, tests);
  }

  /** Several number tests from now on, each its own share of the numbers: the shares of the others. */
  shareNumbers(others: number): Numbering[] {
    const first = this.nextNumber;
    this.numberStep = others + 1;
    return Array.from({ length: others }, (_, i) => ({ next: first + 1 + i, step: this.numberStep }));
  }

  /** Several have explored, and tests came in no particular order: gives them the numbers that they have in depth-first order. */
  renumber(): void {
    const { folder } = this.session;
    // Where nothing more can be written, they keep those they have.
    if (folder.problem !== null) return;
    const numbers = renumberTests(this.tests, folder, isShown);
    const renamed = this.faults.map((fault) => ({ ...fault, test: renamedTest(fault.test, numbers) }));
    renamed.sort((a, b) => (a.test ?? '~').localeCompare(b.test ?? '~'));
    this.faults.splice(0, this.faults.length, ...renamed);
    folder.journal.append({ record: 'numbers', numbers: [...numbers] });
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

  private addFault({ key, fault }: NonNullable<PathResult['fault']>, test: string | null): void {
    const shown = { ...fault, test };
    this.faults.push(shown);
    this.onFault(shown);
    this.session.folder.journal.append({ record: 'fault', key, ...shown });
  }
}

/** Whether it has files from the beginning. */
function isShown(number: number, isFault: boolean): boolean {
  return isFault || number <= MOST_TESTS_WITH_FILES;
}

function filesOf(test: TestCase): TestFile[] {
  return isShown(test.number, test.expected.fault !== null) ? testFiles(test) : [];
}

function limitOf({ ending, name }: EndedPathRecord): string[] {
  return ending === 'limit' && name !== undefined ? [name] : [];
}

function countsOf(paths: readonly EndedPathRecord[]): PathCounts {
  const counts = noPaths();
  for (const { ending } of paths) counts[countedAs(ending)]++;
  return counts;
}
