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
  noPaths,
  type PathCounts,
} from '../../explore/exploration.ts';
import { compareNames, FinishedPaths } from '../../explore/path-name.ts';
import { smallestInput } from '../../explore/small-input.ts';
import type { WholeRuns } from '../../explore/whole-runs.ts';
import { version } from '../../host/version.ts';
import { isFault } from '../../machine/machine.ts';
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
  tests: TestCase[] = [];
  readonly faults: SummaryFault[] = [];
  private lastNumber = 0;
  private hasPaths = false;
  private exploration: Exploration | null = null;
  private results: PathResults | null = null;
  /** Of the path that each test is about, where tests are numbered anew in the end. */
  private names: Map<number, string> | null = null;

  constructor(
    private readonly session: Session,
    private readonly testRepeated: boolean,
    /** What an earlier run left, where it is taken up again. */
    private readonly earlier: Journal | null,
    private readonly writing: TestWriting | null = null,
    private readonly onFault: (fault: SummaryFault) => void = () => {},
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
    for (const test of this.tests) if (!numbers.has(test.number)) removeTest(this.session.folder, test);
    this.tests = this.tests.filter(({ number }) => numbers.has(number));
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
    const number = ++this.lastNumber;
    const test = { ...unnumbered, number };
    folder.journal.append({ ...path, test: compactTest(test) });
    // What is not on the disk is not claimed.
    const isStored = writeTest(folder, test, files(test)) && folder.problem === null;
    if (isStored) this.tests.push(test);
    if (path.path !== null) this.names?.set(number, path.path);
    if (fault !== null) this.addFault(fault, isStored ? testName(number) : null);
    return isStored ? test : null;
  }

  /** Several explore at once: tests come in no particular order, and get their numbers in the end. */
  numbersInTheEnd(): void {
    this.names = new Map();
  }

  /**
   * Gives tests the numbers that they have in depth-first order. Tests of an earlier run keep theirs, as do all of them where
   * nothing more can be written.
   */
  renumber(): void {
    const { names } = this;
    const { folder } = this.session;
    if (names === null || folder.problem !== null) return;
    const given = [...names.keys()].sort((a, b) => a - b);
    const ordered = [...given].sort((a, b) => compareNames(names.get(a)!, names.get(b)!));
    const numbers = new Map(ordered.map((old, i) => [old, given[i]]));
    const isMoved = ({ number }: TestCase) => (numbers.get(number) ?? number) !== number;
    for (const test of this.tests) if (isMoved(test) && isShown(test)) removeTest(folder, test);
    const moved = this.tests.map((test) => ({ test, number: numbers.get(test.number) ?? test.number }));
    moved.sort((a, b) => a.number - b.number);
    this.tests.splice(0, this.tests.length, ...moved.map(({ test, number }) => ({ ...test, number })));
    moved.forEach(({ test }, i) => {
      if (isMoved(test) && isShown(this.tests[i])) writeTest(folder, this.tests[i]);
    });
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
function isShown({ number, expected }: TestCase): boolean {
  return expected.fault !== null || number <= MOST_TESTS_WITH_FILES;
}

function filesOf(test: TestCase): TestFile[] {
  return isShown(test) ? testFiles(test) : [];
}

function limitOf({ ending, name }: EndedPathRecord): string[] {
  return ending === 'limit' && name !== undefined ? [name] : [];
}

function countsOf(paths: readonly EndedPathRecord[]): PathCounts {
  const counts = noPaths();
  for (const { ending } of paths) counts[countedAs(ending)]++;
  return counts;
}
