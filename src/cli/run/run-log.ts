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
import type { Model } from '../../expr/term.ts';
import { version } from '../../host/version.ts';
import { smallestInput } from '../../insight/small-input.ts';
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
import { removeTest, type TestFile, testFiles, writeTest } from '../../suite/write-test.ts';
import type { Session } from './session.ts';

/** A suite of up to so many tests has files of all of them. */
export const MOST_TESTS_WITH_FILES = 100;

/** Making an input small takes many questions: not for long ones, and not for the hundredth fault. */
const MOST_SMALL_NUMBERS = 16;
const MOST_SMALL_FAULTS = 20;

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
  private whole: WholeRuns | null = null;
  private exploration: Exploration | null = null;

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
  add(path: FinishedPath): TestCase | null {
    const { outcome, model: found, repeated } = path;
    const { entry, build, program, folder } = this.session;
    if (found === null || (repeated && !this.testRepeated) || this.writing?.wants(path) === false) {
      this.addWithoutTest(outcome);
      if (found === null || !repeated) this.addFault(outcome, repeated, null, '');
      return null;
    }
    const model = isFault(outcome.ending.kind) && !repeated ? this.smaller(outcome, found) : found;
    const completed = isUnfinished(outcome) ? this.whole!.complete(outcome, model) : null;
    const left = completed === null ? {} : { left: ENDINGS[outcome.ending.kind].label };
    const number = ++this.lastNumber;
    const info = { number, entry, bigEndian: program.layout.bigEndian, build, ...left };
    const test = makeTest(completed ?? outcome, model, info);
    folder.journal.append({ ...this.recordOf(outcome), test: compactTest(test) });
    const isShown = test.expected.fault !== null || number <= MOST_TESTS_WITH_FILES;
    // What is not on the disk is not claimed.
    const files = this.writing?.files(test, path) ?? (isShown ? testFiles(test) : []);
    const isStored = writeTest(folder, test, files) && folder.problem === null;
    if (isStored) this.tests.push(test);
    // A fault after the place where the search left the path may be known as well.
    const isKnown =
      completed === null ? repeated : isFault(completed.ending.kind) && !this.exploration!.isNewFault(completed);
    this.addFault(completed ?? outcome, isKnown, isStored ? testName(number) : null, testInputText(test));
    return isStored ? test : null;
  }

  /** A fault is shown with numbers as small as it allows. Texts stay as they are: they are readable already. */
  private smaller(outcome: PathOutcome, found: Model): Model {
    const numbers = outcome.inputs.filter(({ kind }) => kind === 'int');
    if (numbers.length === 0 || numbers.length > MOST_SMALL_NUMBERS || this.faults.length >= MOST_SMALL_FAULTS)
      return found;
    const { terms, solver } = this.exploration!;
    return smallestInput(outcome.condition, numbers, terms, solver) ?? found;
  }

  /** The other tests are not part of the suite any more. */
  keepOnly(numbers: ReadonlySet<number>): void {
    for (const test of this.tests) if (!numbers.has(test.number)) removeTest(this.session.folder, test);
    this.tests = this.tests.filter(({ number }) => numbers.has(number));
    this.session.folder.journal.append({ record: 'suite', tests: [...numbers].sort((a, b) => a - b) });
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
    this.onFault(fault);
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
