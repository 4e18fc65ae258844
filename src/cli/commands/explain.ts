/** `pathfold explain`: what could influence a line of a run, and how. */

import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Exploration } from '../../explore/exploration.ts';
import { type LoadOptions, loadProgram, loadWithHarness } from '../../frontend/load.ts';
import {
  type AskedLine,
  type ExplainedLine,
  explainSlice,
  linesExecuted,
  linesWithCode,
  nodesOnLine,
  REASONS,
  type Reason,
} from '../../insight/explain.ts';
import { mainOf } from '../../machine/environment.ts';
import { UserError } from '../../program/errors.ts';
import type { Program } from '../../program/program.ts';
import { outputNodes } from '../../reduce/output/criterion.ts';
import { ALL_OUTPUTS } from '../../reduce/output/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import { readTests, type StoredTest } from '../../suite/read-tests.ts';
import { modelOf } from '../../suite/test-model.ts';
import { buildTrace } from '../../trace/build.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { logOf } from '../../trace/log.ts';
import type { Trace } from '../../trace/trace.ts';
import type { Command } from '../commands.ts';
import { explorationOptions } from '../options/explore-options.ts';
import { loadOptions } from '../options/load-options.ts';
import { programName } from '../options/programs.ts';

export const command: Command = {
  takesFiles: true,
  description: [
    'Runs the program on one input (all zero, or the one of a test given with --test) and shows every source line that',
    'could have influenced the line given with --slice (27, or file.c:27), or all outputs (--slice output), and how: "data", its',
    'value went in; "control", it decided whether something was executed; "potential", a branch that, taken the other way,',
    'might have changed a value; "could end", it might have ended the program before.',
  ].join('\n'),
  examples: [
    'pathfold explain program.c --slice 27',
    'pathfold explain program.c --slice output --test pathfold-out/test000002.json',
    'pathfold explain library.c --test pathfold-out/test000001.json',
  ],
  async run(invocation, terminal) {
    const { options, operands } = invocation;
    const slice = options.slice ?? 'output';
    const stored = options.test === null ? null : oneTest(options.test);
    const program = await loadFor(stored, operands, loadOptions(invocation, terminal));
    terminal.progress(null);
    if (mainOf(program) === undefined) {
      throw new UserError(
        'the program has no main function',
        'explain a test of one of its functions: make tests with `pathfold test --function F`, then name one with --test',
      );
    }
    const exploration = await Exploration.create(
      program,
      explorationOptions(
        invocation,
        programName(operands[0]),
        () => false,
        () => {},
      ),
      () => {},
      REDUCTIONS.output.strategy(program, DEFAULT_REDUCTION_OPTIONS),
    );
    const { state, outcome } = exploration.follow(modelOf(stored?.test ?? null, exploration.terms));
    const facts = new TraceFacts(program);
    const trace = buildTrace(logOf(state).entries(), exploration.machine.names, facts);
    const starts =
      slice === 'output'
        ? outputNodes(trace, ALL_OUTPUTS, exploration.machine, facts)
        : askedNodes(trace, program, slice);
    if (starts.length === 0) throw new UserError('this run has no output', 'choose a line with --slice LINE');
    const lines = explainSlice(trace, starts);
    exploration.dispose();
    if (options.json) terminal.out(`${JSON.stringify({ lines: lines.map(plain) }, null, 2)}\n`);
    else terminal.out(`${table(lines, linesExecuted(trace), outcome.ending.message)}\n`);
    return 0;
  },
};

/** The program as the test was made for it: the test of a function has a main of its own beside it. */
function loadFor(stored: StoredTest | null, files: readonly string[], settings: LoadOptions): Promise<Program> {
  const build = stored?.test.build;
  if (stored === null || build === undefined || build.harness === null) return loadProgram(files, settings);
  const { file, includes } = build.harness;
  const included = includes === null ? null : resolve(stored.folder, build.directory, includes);
  const source = files.find((each) => resolve(each) === included) ?? null;
  if (included !== null && source === null) {
    throw new UserError(`${stored.name} is a test of ${stored.test.entry} in ${includes}`, 'name that file as well');
  }
  return loadWithHarness(relative('.', join(stored.folder, file)), source, files, settings);
}

function askedNodes(trace: Trace, program: Program, text: string): number[] {
  const code = linesWithCode(program);
  const asked = askedLine(text, [...code.keys()]);
  const starts = nodesOnLine(trace, asked);
  if (starts.length > 0) return starts;
  const { line } = asked;
  const lines = asked.file === null ? [...code.values()].flat() : (code.get(asked.file) ?? []);
  const where = asked.file === null ? '' : ` of ${asked.file}`;
  if (lines.includes(line)) {
    throw new UserError(
      `line ${line}${where} is not executed on this input`,
      'choose another line, or another run with --test TEST',
    );
  }
  const [before, after] = [lines.findLast((each) => each < line), lines.find((each) => each > line)];
  const near = [before, after].filter((each) => each !== undefined);
  throw new UserError(
    `there is no code on line ${line}${where}`,
    near.length > 0 ? `the nearest with code: ${near.join(' and ')}` : undefined,
  );
}

/** LINE, or FILE:LINE where several files have code. */
function askedLine(text: string, files: readonly string[]): AskedLine {
  const match = /^(?:(.+):)?(\d+)$/.exec(text);
  if (match === null) throw new UserError(`--slice ${text}: write a line number, FILE:LINE, or output`);
  const line = Number(match[2]);
  if (match[1] === undefined) {
    if (files.length <= 1) return { file: files[0] ?? null, line };
    throw new UserError(
      `--slice ${text}: there is code in ${files.length} files`,
      `write which one, for example ${files[0]}:${text}`,
    );
  }
  const file = files.find((each) => each === match[1]) ?? files.find((each) => basename(each) === basename(match[1]));
  if (file !== undefined) return { file, line };
  throw new UserError(`--slice ${text}: there is no code in ${match[1]}`, `files with code: ${files.join(', ')}`);
}

function oneTest(path: string): StoredTest {
  const [stored, ...others] = readTests(path);
  if (others.length > 0) {
    throw new UserError(`${path} holds ${others.length + 1} tests`, `choose one, for example --test ${stored.name}`);
  }
  return stored;
}

const WORDS: Readonly<Record<Reason, string>> = {
  start: 'asked',
  data: 'data',
  control: 'control',
  potential: 'potential',
  halt: 'could end',
};

function plain(line: ExplainedLine) {
  return {
    file: line.file,
    line: line.line,
    function: line.functionName,
    reasons: inOrder(line.reasons),
    instances: line.instances,
  };
}

function inOrder(reasons: ReadonlySet<Reason>): Reason[] {
  return REASONS.filter((reason) => reasons.has(reason));
}

function table(lines: readonly ExplainedLine[], executed: number, ending: string): string {
  const sources = new Map<string, readonly string[]>();
  const sourceLine = (file: string, line: number): string => {
    let text = sources.get(file);
    if (text === undefined) {
      try {
        text = readFileSync(resolve(file), 'utf8').split('\n');
      } catch {
        text = [];
      }
      sources.set(file, text);
    }
    return text[line - 1]?.trimEnd() ?? '';
  };
  const rows: string[] = [];
  const reasons = lines.map((line) =>
    inOrder(line.reasons)
      .map((reason) => WORDS[reason])
      .join(', '),
  );
  const width = Math.max(0, ...reasons.map((text) => text.length));
  let file = '';
  for (const [i, line] of lines.entries()) {
    if (line.file !== file) {
      file = line.file;
      rows.push(`${file}`);
    }
    rows.push(`${String(line.line).padStart(5)}  ${reasons[i].padEnd(width)}  ${sourceLine(line.file, line.line)}`);
  }
  return [...rows, '', `${lines.length} of ${executed} executed lines; the run: ${ending}`].join('\n');
}
