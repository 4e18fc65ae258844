/** `pathfold verify`: verification and test tasks as SV-COMP and Test-Comp put them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { FinishedPath } from '../../explore/finished-path.ts';
import { WholeRuns } from '../../explore/whole-runs.ts';
import { version } from '../../host/version.ts';
import { UserError } from '../../program/errors.ts';
import { coveringReduction, DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../reduce/registry.ts';
import { sha256, testCompMetadata, testCompTest } from '../../suite/exports/test-comp.ts';
import { violationWitness } from '../../suite/exports/witness.ts';
import { zipArchive } from '../../suite/exports/zip.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { type TestCase, testName } from '../../suite/test-case.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore, type RunPlan } from '../run/explored-run.ts';
import type { Terminal } from '../terminal.ts';
import { differentLayout, leavesOpen, violatedBy, whyNeverTrue } from '../verify/answer.ts';
import { type CheckedProperty, readProperty, type Specification } from '../verify/property.ts';
import { returnsOf, violationPlace } from '../verify/violation.ts';

/** What the data models of the competitions are compiled for. */
const TARGETS: Readonly<Record<string, string>> = { ILP32: 'wasm32-wasip1', LP64: 'x86_64-linux-gnu' };

/** Whose call is the error of a test task. */
const ERROR_FUNCTION = 'reach_error';

interface Violation {
  readonly property: CheckedProperty;
  readonly path: FinishedPath;
  readonly test: TestCase | null;
}

export const command: Command = {
  takesFiles: true,
  description: [
    'Answers a verification task: true, false(PROPERTY) or unknown, in the last line of the output. true is said only when',
    'everything was explored and nothing is left to the world outside. A violation comes with a witness (YAML, format 2.0). For',
    'a property of Test-Comp (COVER) a test suite is written as a zip with metadata.xml, and the answer is done. What tasks',
    'call undefined (__VERIFIER_nondet_int and the like) is input. Exit status: 0 true or done, 1 false, 4 unknown.',
  ].join('\n'),
  examples: [
    'pathfold verify --property unreach-call.prp --data-model LP64 task.c',
    'pathfold verify --property coverage-branches.prp --max-time 15min task.c',
  ],
  async run(invocation, terminal) {
    const { options, operands } = invocation;
    if (operands.length !== 1) throw new UserError('verify takes one file', 'name the C file of the task');
    if (options.property === null) throw new UserError('no property given', 'write --property FILE.prp');
    if (!['none', 'revisit'].includes(options.reduce)) {
      throw new UserError(`--reduce ${options.reduce}: verify has no use for it`, 'choose none or revisit');
    }
    const specification = readProperty(contents(options.property).toString(), options.property);
    const task = withTarget(invocation);
    return specification.covered === null
      ? verify(task, specification, terminal)
      : generateTests(task, specification, terminal);
  },
};

function withTarget(invocation: Invocation): Invocation {
  const { options } = invocation;
  const target = options.target ?? TARGETS[options['data-model']];
  // A violation is one of the property, and paths that use what was never written leave it open what happens.
  const check = ['no-bounds', 'uninit'];
  return { ...invocation, options: { ...options, target, check: [...options.check, ...check] } };
}

async function verify(invocation: Invocation, specification: Specification, terminal: Terminal): Promise<number> {
  const { options } = invocation;
  const { checked, functions } = specification;
  let violation: Violation | null = null;
  let open: string | null = null;
  // Ends that look at all of memory, or that are themselves the question, are found on every path.
  const needsAll = checked.some((property) => /memtrack|memcleanup|termination/.test(property));
  const reductionName = needsAll ? 'none' : options.reduce;
  const reduction = reductionOf(reductionName);
  const run = await explore(withChecks(invocation, checked), terminal, {
    reduction: reductionName,
    strategy: (program, counts) => reduction.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, counts }),
    guarantee: reduction.guarantee,
    replay: 'none',
    isOver: () => violation !== null,
    onPath: (path, test) => {
      const { kind, message } = path.outcome.ending;
      const property = violatedBy(kind, checked);
      if (property !== null) violation ??= { property, path, test };
      else if (leavesOpen(kind)) open ??= message;
    },
    adjust: machineFor(checked, functions),
  });
  const { program, folder } = run.session;
  const layout =
    options['data-model'] === 'ILP32' && options.target?.startsWith('wasm32') ? differentLayout(program) : null;
  if (layout !== null) terminal.out(`open: ${layout} is laid out differently on 32-bit Linux\n`);
  let answer = 'unknown';
  const found = violation as Violation | null;
  if (found !== null && layout === null) {
    answer = `false(${found.property})`;
    const file = options.witness ?? resolve(folder.path, 'witness.yml');
    write(file, witnessOf(invocation, specification, run, found));
    terminal.out(`violation: ${placeText(found)}${found.path.outcome.ending.message}\nwitness: ${file}\n`);
  } else if (found === null) {
    const reason = whyUnknown(run, checked, open);
    if (reason === null && layout === null) answer = 'true';
    else if (reason !== null) terminal.out(`open: ${reason}\n`);
  }
  return conclude(run, answer, options, terminal);
}

function whyUnknown(
  { exploration, session, summary }: ExploredRun,
  checked: readonly CheckedProperty[],
  open: string | null,
) {
  if (checked.includes('no-data-race')) return 'data races are not looked for';
  if (summary.limits.length > 0) return `a limit was hit: ${summary.limits.join(', ')}`;
  if (summary.unmodelled.length > 0) return `not modelled: ${summary.unmodelled.join(', ')}`;
  if (exploration.verdict !== 'complete') return 'not everything was explored';
  if (open !== null) return `a path ends in a fault of another kind: ${open}`;
  return whyNeverTrue(session.program);
}

function withChecks(invocation: Invocation, checked: readonly CheckedProperty[]): Invocation {
  const check = [...invocation.options.check];
  if (checked.includes('no-overflow')) check.push('overflow');
  if (checked.includes('valid-memtrack')) check.push('leak');
  return { ...invocation, options: { ...invocation.options, check } };
}

function machineFor(checked: readonly CheckedProperty[], functions: readonly string[]): NonNullable<RunPlan['adjust']> {
  return (asked) => ({
    ...asked,
    machine: {
      ...asked.machine,
      forbiddenFunctions: functions,
      checkCleanup: checked.includes('valid-memcleanup'),
      // An answer needs them all, and there is a limit of time.
      maxConcretizations: Number.POSITIVE_INFINITY,
    },
  });
}

/** Test-Comp: a suite of tests that cover branches, or one that reaches a call. */
async function generateTests(
  invocation: Invocation,
  specification: Specification,
  terminal: Terminal,
): Promise<number> {
  const { options } = invocation;
  const reachesCall = specification.covered === 'calls';
  let isReached = false;
  const reduction = reachesCall ? reductionOf(options.reduce) : coveringReduction(options.reduce)!;
  const run = await explore(invocation, terminal, {
    reduction: options.reduce,
    strategy: (program, counts) => reduction.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, counts }),
    guarantee: reduction.guarantee,
    replay: 'none',
    testRepeated: !reachesCall,
    isOver: () => isReached,
    onPath: ({ outcome }, test) => {
      if (reachesCall && outcome.ending.kind === 'target-reached' && test !== null) isReached = true;
    },
    adjust: machineFor([], reachesCall ? specification.functions : []),
  });
  const tests = [...run.tests].filter(({ expected }) => !reachesCall || expected.ending === 'target-reached');
  const file = options['test-suite'] ?? resolve(run.session.folder.path, 'test-suite.zip');
  const [source] = invocation.operands;
  const metadata = testCompMetadata({
    producer: `pathfold ${version()}`,
    specification: specification.text,
    file: basename(source),
    hash: sha256(contents(source)),
    is64Bit: options['data-model'] === 'LP64',
    time: new Date(),
  });
  write(file, zipArchive([['metadata.xml', metadata], ...tests.map(suiteEntry)]));
  terminal.out(`${tests.length} ${tests.length === 1 ? 'test' : 'tests'} in ${file}\n`);
  return conclude(run, 'done', options, terminal);
}

function suiteEntry(test: TestCase): [string, string] {
  const coversError = test.expected.fault?.stack.some(({ function: name }) => name === ERROR_FUNCTION) === true;
  return [`${testName(test.number)}.xml`, testCompTest(test, coversError)];
}

function witnessOf(
  { operands: [file], options }: Invocation,
  { text }: Specification,
  { exploration, session }: ExploredRun,
  { path }: Violation,
): string {
  const bytes = contents(file);
  const source = bytes.toString().split('\n');
  const { environment, machine } = exploration.options;
  const runs = new WholeRuns(session.program, exploration.terms, environment, machine, null, exploration);
  return violationWitness({
    version: version(),
    file,
    hash: sha256(bytes),
    specification: text,
    dataModel: options['data-model'],
    time: new Date(),
    returns: returnsOf(path, runs, source),
    target: violationPlace(path.outcome),
  });
}

function placeText({ path }: Violation): string {
  const { position } = path.outcome.ending;
  return position === null ? '' : `${position.file.path}:${position.line}:${position.column}: `;
}

/** The answer is the last line. */
function conclude(run: ExploredRun, answer: string, { json }: Invocation['options'], terminal: Terminal): number {
  const { exploration, session, summary } = run;
  const status =
    answer === 'true' || answer === 'done'
      ? ExitStatus.nothingFound
      : answer === 'unknown'
        ? ExitStatus.incomplete
        : ExitStatus.found;
  const result = `${JSON.stringify({ ...summary, answer, exitStatus: status }, null, 2)}\n`;
  session.folder.write('summary.json', result);
  terminal.out(json ? result : `${answer}\n`);
  exploration.dispose();
  if (session.folder.problem !== null) throw session.folder.problem;
  return status;
}

function contents(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`${path} cannot be read (${reasonOf(error)})`);
  }
}

function write(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new UserError(`${path} cannot be written (${reasonOf(error)})`);
  }
}
