/** `pathfold explain`: what could influence a line of a run, and how. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Exploration } from '../../explore/exploration.ts';
import { loadProgram } from '../../frontend/load.ts';
import { type ExplainedLine, explainSlice, nodesOnLine, type Reason } from '../../insight/explain.ts';
import { UserError } from '../../program/errors.ts';
import { outputNodes } from '../../reduce/output/criterion.ts';
import { ALL_OUTPUTS, OutputReduction } from '../../reduce/output/strategy.ts';
import { readTests } from '../../suite/read-tests.ts';
import type { TestCase } from '../../suite/test-case.ts';
import { buildTrace } from '../../trace/build.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { logOf } from '../../trace/log.ts';
import type { Command } from '../commands.ts';
import { explorationOptions } from '../explore-options.ts';
import { loadOptions } from '../load-options.ts';
import { modelOf } from '../test-model.ts';

export const command: Command = {
  summary: 'which lines of a run could influence a value, and through what',
  operands: 'FILES...',
  takesFiles: true,
  description: [
    'Runs the program on one input (all zero, or the one of a test given with --input) and shows every source line that',
    'could have influenced the line given with --slice, or all outputs (--slice output): through data, through control, or',
    'potentially, because a branch taken the other way would have changed it.',
  ].join('\n'),
  examples: [
    'pathfold explain program.c --slice 27',
    'pathfold explain program.c --slice output --input pathfold-out/test000002.json',
  ],
  async run(invocation, terminal) {
    const { options, operands } = invocation;
    const slice = options.slice ?? 'output';
    const test = options.input === null ? null : oneTest(options.input);
    const program = await loadProgram(operands, loadOptions(invocation, terminal));
    terminal.progress(null);
    const exploration = await Exploration.create(
      program,
      explorationOptions(
        invocation,
        basename(operands[0]),
        () => false,
        () => {},
      ),
      () => {},
      new OutputReduction(program),
    );
    const { state, outcome } = exploration.follow(modelOf(test, exploration.terms));
    const facts = new TraceFacts(program);
    const trace = buildTrace(logOf(state).entries(), exploration.machine.names, facts);
    const starts =
      slice === 'output'
        ? outputNodes(trace, ALL_OUTPUTS, exploration.machine, facts)
        : nodesOnLine(trace, null, lineNumber(slice));
    if (starts.length === 0) {
      throw new UserError(
        `nothing on line ${slice} is executed on this input`,
        'choose another line, or another run with --input TEST',
      );
    }
    const lines = explainSlice(trace, starts);
    exploration.dispose();
    if (options.json) terminal.out(`${JSON.stringify({ lines: lines.map(plain) }, null, 2)}\n`);
    else terminal.out(`${table(lines, outcome.ending.message)}\n`);
    return 0;
  },
};

function lineNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UserError(`--slice ${text}: write a line number, or output`);
  return Number(text);
}

function oneTest(path: string): TestCase {
  const [stored] = readTests(path);
  if (stored === undefined) throw new UserError(`${path} holds no test`);
  return stored.test;
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
    reasons: [...line.reasons],
    instances: line.instances,
  };
}

function table(lines: readonly ExplainedLine[], ending: string): string {
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
  let file = '';
  for (const line of lines) {
    if (line.file !== file) {
      file = line.file;
      rows.push(`${file}`);
    }
    const why = [...line.reasons].map((reason) => WORDS[reason]).join(', ');
    rows.push(`${String(line.line).padStart(5)}  ${why.padEnd(28)}  ${sourceLine(line.file, line.line)}`);
  }
  return [...rows, '', `the run: ${ending}`].join('\n');
}
