/** One run of `pathfold klee`: the exploration of `pathfold test`, told and written the way KLEE does it. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FinishedPath } from '../../explore/finished-path.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import { type GivenRun, OnGivenInputs } from '../../explore/on-given-inputs.ts';
import { DiaryKeeper } from '../../explore/path-diary.ts';
import { SeedsFirst } from '../../explore/seeds.ts';
import type { Strategy } from '../../explore/strategy.ts';
import { Watched } from '../../explore/watched.ts';
import { version } from '../../host/version.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { InternalError, UserError } from '../../program/errors.ts';
import type { Program } from '../../program/program.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../reduce/registry.ts';
import { COVER_BRANCHES, sha256, testCompMetadata } from '../../suite/exports/test-comp.ts';
import { errorFileText, kleeError } from '../../suite/klee/errors.ts';
import type { FolderNames } from '../../suite/output-folder.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore, type RunPlan } from '../run/explored-run.ts';
import type { Session } from '../run/session.ts';
import type { Terminal } from '../terminal.ts';
import { kleeAudience } from './audience.ts';
import {
  argumentCount,
  type GivenKTest,
  givenInputs,
  givenRun,
  type Matching,
  readGivenKTests,
} from './given-tests.ts';
import { KleeMessages } from './messages.ts';
import type { KleeInvocation } from './parse.ts';
import { type Assembly, assemblyOf, doneLines, infoText, statsText, totalsOf, undefinedFunctions } from './reports.ts';
import { kleeTests } from './test-files.ts';
import { testInvocation } from './translate.ts';

const NAMES: FolderNames = { folder: (number) => `klee-out-${number}`, link: 'klee-last' };

export async function runKlee(klee: KleeInvocation, words: readonly string[], terminal: Terminal): Promise<number> {
  if (klee.program === null) throw new UserError('no program given', 'name a .bc or .c file after the options');
  return new KleeRun(klee, klee.program, words, terminal).run();
}

class KleeRun {
  private readonly messages: KleeMessages;
  private readonly invocation: Invocation;
  private readonly replayed: readonly GivenKTest[];
  private readonly seeds: readonly GivenKTest[];
  private watched: Watched | null = null;
  private assembly: Assembly | null = null;
  private session: Session | null = null;
  private tests = 0;
  /** The error file of the error that the user wanted to stop at. */
  private fatal: string | null = null;
  private isOver = false;
  private readonly queries: string[] = [];
  private readonly replayedArguments = new WeakMap<PathOutcome, readonly string[]>();

  constructor(
    private readonly klee: KleeInvocation,
    private readonly program: string,
    private readonly words: readonly string[],
    private readonly terminal: Terminal,
  ) {
    const { options } = klee;
    this.messages = new KleeMessages(terminal, !options['warnings-only-to-file']);
    this.invocation = testInvocation(klee, program, ['klee', ...words]);
    this.replayed = readGivenKTests(options['replay-ktest-file'], options['replay-ktest-dir']);
    this.seeds = readGivenKTests(options['seed-file'], options['seed-dir']);
    this.rejectMixtures();
  }

  async run(): Promise<number> {
    const started = new Date();
    // The folder is KLEE's to name; compiling has nothing to say unless it fails.
    const quiet = { ...this.terminal, progress: () => {} };
    const run = await explore(this.invocation, quiet, this.plan());
    this.finish(run, started);
    return this.fatal === null ? 0 : 1;
  }

  private rejectMixtures(): void {
    const needsDiary = this.keepsDiary || this.seeds.length > 0 || this.replayed.length > 0;
    if (this.reduction !== 'none' && needsDiary) {
      throw new UserError(
        '--reduce does not go with seeds, replay, --write-paths, --write-cov and --only-output-states-covering-new',
        'leave it out: they speak of single paths',
      );
    }
  }

  private get reduction(): 'none' | 'revisit' {
    return this.klee.options.reduce === 'revisit' ? 'revisit' : 'none';
  }

  private get keepsDiary(): boolean {
    const { options } = this.klee;
    return options['write-paths'] || options['write-cov'] || options['only-output-states-covering-new'];
  }

  private plan(): RunPlan {
    const { options } = this.klee;
    const reduction = reductionOf(this.reduction);
    const audience = kleeAudience(this.messages, this.terminal, () => this.exploration.solver);
    const entryPoint = options['entry-point'];
    return {
      reduction: this.reduction,
      strategy: (program) => this.strategy(program),
      guarantee: reduction.guarantee,
      replay: 'none',
      testRepeated: options['emit-all-errors'],
      place: options['output-dir'] === null ? { directory: dirname(resolve(this.program)), names: NAMES } : {},
      onSession: (session) => this.begin(session),
      isOver: () => this.isOver,
      onPath: (path, test) => this.ended(path, test !== null),
      tests: kleeTests({
        options,
        assembly: () => this.assemblyText(),
        notesOf: ({ outcome }) => this.watched?.notesOf(outcome) ?? null,
        argumentsOf: ({ outcome }) => this.replayedArguments.get(outcome) ?? null,
        hasFailed: () => this.fatal !== null,
      }),
      adjust: (asked) => ({
        ...asked,
        audience,
        inputsOfRepeated: options['emit-all-errors'],
        limits: { ...asked.limits, ...(options['max-forks'] === null ? {} : { maxForks: options['max-forks'] }) },
        environment: { ...asked.environment, ...(entryPoint === null ? {} : { entryPoint }) },
        machine: {
          ...asked.machine,
          checkDivision: options['check-div-zero'],
          checkShift: options['check-overshift'],
          followAliases: this.reduction === 'none',
          strictAssume: !options['silent-klee-assume'],
        },
        solver: {
          ...asked.solver,
          ...(options['use-query-log'].length === 0
            ? {}
            : { logQuery: (text: string) => void this.queries.push(text) }),
        },
      }),
    };
  }

  private get exploration() {
    const exploration = this.watched?.exploration ?? null;
    if (exploration === null) throw new InternalError('nothing is explored yet');
    return exploration;
  }

  private begin(session: Session): void {
    this.session = session;
    this.messages.say(`output directory is "${session.folder.path}"`);
    this.messages.say('Using embedded solver backend');
    for (const name of undefinedFunctions(session.program))
      this.messages.warn(`undefined reference to function: ${name}`);
    if (this.seeds.length > 0) this.messages.say(`using ${this.seeds.length} seeds`);
  }

  private strategy(program: Program): Strategy {
    const recorder = this.keepsDiary ? new DiaryKeeper() : null;
    const { options } = this.klee;
    if (this.replayed.length > 0) {
      const strategy = new OnGivenInputs(this.givenRuns(), options['replay-keep-symbolic'], recorder, (path, run) => {
        watched.note(path.state, path.outcome);
        this.replayedArguments.set(path.outcome, this.argumentsBehind(run));
      });
      const watched = this.watch(strategy);
      // Nothing forks, so paths have no names.
      return { recorder, explore: (exploration) => watched.explore(exploration) };
    }
    if (this.reduction !== 'none') {
      return this.watch(reductionOf(this.reduction).strategy(program, DEFAULT_REDUCTION_OPTIONS));
    }
    if (this.seeds.length === 0) return this.watch(new ForkingSearch(), recorder);
    return this.seededSearch(program, recorder);
  }

  private watch(
    inner: Strategy,
    recorder: DiaryKeeper | null = null,
    isSeeded: (state: State) => boolean = () => false,
  ): Watched {
    this.watched = new Watched(inner, recorder, isSeeded);
    return this.watched;
  }

  private seededSearch(program: Program, recorder: DiaryKeeper | null): Strategy {
    const { options } = this.klee;
    const counts = new Map(this.seeds.map((test) => [test.path, argumentCount(test)]));
    const began = performance.now();
    const limit = (options['seed-time'] ?? Number.POSITIVE_INFINITY) * 1000;
    let first: SeedsFirst | null = null;
    const search = new ForkingSearch((searcher, exploration) => {
      first = new SeedsFirst(searcher, {
        seeds: this.seeds.map((test) => givenInputs(test, this.matching())),
        begins: ({ name }, { arguments: args }) => counts.get(name) === args.length,
        bigEndian: program.layout.bigEndian,
        isOver: () => performance.now() - began > limit,
        onlySeeds: options['only-seed'] || options['only-replay-seeds'],
        left: () => exploration.limits.add('only-seed'),
      });
      return first;
    });
    return this.watch(search, recorder, (state) => first?.hasSeeds(state) === true);
  }

  private givenRuns(): GivenRun[] {
    return this.replayed.map((test, i) => {
      this.messages.say(`replaying: ${test.path} (${test.bytes} bytes) (${i + 1}/${this.replayed.length})`);
      return givenRun(test, this.invocation, this.matching(), this.klee.options['entry-point']);
    });
  }

  private argumentsBehind({ inputs }: GivenRun): readonly string[] {
    return this.replayed.find(({ path }) => path === inputs.name)?.arguments ?? [];
  }

  private matching(): Matching {
    const { options } = this.klee;
    const extends_ = options['allow-seed-extension'] || options['zero-seed-extension'];
    return {
      byName: options['named-seed-matching'],
      mismatch: ({ path }, { name, bits }, bytes) => {
        const size = bits / 8;
        if (bytes === null || bytes.length < size ? extends_ : options['allow-seed-truncation']) return;
        const found = bytes === null ? 'nothing' : `${bytes.length} bytes`;
        this.messages.warnOnce(`${path} has ${found} for ${name}, which has ${size}`);
      },
    };
  }

  /** A path is over. */
  private ended({ outcome, repeated }: FinishedPath, hasTest: boolean): void {
    const { options } = this.klee;
    if (hasTest) this.tests++;
    if (options['max-tests'] !== null && this.tests >= options['max-tests']) this.isOver = true;
    const error = kleeError(outcome.ending);
    if (error === null || error.type === 'Early' || (repeated && !options['emit-all-errors'])) return;
    const { position } = outcome.ending;
    const place = position === null ? '(location information missing)' : `${position.file.path}:${position.line}:`;
    this.messages.say(`ERROR: ${place} ${error.message}`);
    if (!options['emit-all-errors']) this.messages.say('NOTE: now ignoring this error at this location');
    if (options['exit-on-error-type'].includes(error.type)) this.isOver = true;
    if (!options['exit-on-error'] || this.fatal !== null) return;
    this.isOver = true;
    this.fatal = errorFileText(outcome.ending, error, {
      state: this.watched?.notesOf(outcome)?.state ?? 0,
      lineOf: this.assemblyText().lineOf,
    });
  }

  private assemblyText(): Assembly {
    this.assembly ??= assemblyOf(this.session!.program);
    return this.assembly;
  }

  private finish({ exploration, session, summary }: ExploredRun, started: Date): void {
    const { options } = this.klee;
    const { folder } = session;
    const { limits } = exploration;
    if (limits.has('max-time')) this.messages.say('HaltTimer invoked');
    if (['max-time', 'max-instructions', 'max-memory', 'interrupted'].some((name) => limits.has(name))) {
      this.messages.say('halting execution, dumping remaining states');
    }
    if (this.fatal !== null) this.messages.say(`ERROR: EXITING ON ERROR:\n${this.fatal}`);
    const totals = totalsOf(exploration, this.tests);
    const lines = doneLines(summary.instructions, totals);
    this.terminal.err(`\n${lines.map((line) => `KLEE: ${line}\n`).join('')}`);
    if (options['output-source']) folder.write('assembly.ll', this.assemblyText().text);
    if (this.queries.length > 0) folder.write('solver-queries.smt2', this.queries.join('\n'));
    if (options['write-xml-tests']) folder.write('metadata.xml', this.metadata(session));
    folder.write('info', infoText(['klee', ...this.words], summary, totals, started, new Date()));
    folder.write('run.stats', statsText(summary, exploration.machine));
    this.messages.write(folder);
    folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
    exploration.dispose();
    if (folder.problem !== null) throw folder.problem;
  }

  private metadata({ program }: Session): string {
    const { options } = this.klee;
    return testCompMetadata({
      producer: `pathfold ${version()}`,
      specification: COVER_BRANCHES,
      file: options['xml-metadata-programfile'] ?? this.program,
      hash: options['xml-metadata-programhash'] ?? sha256(readFileSync(this.program)),
      is64Bit: program.layout.pointerBytes === 8,
      time: new Date(),
    });
  }
}
