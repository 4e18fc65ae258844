/** `pathfold show`: a run, or one of its tests, as a person wants to read it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { characterText } from '../../insight/value-text.ts';
import { ENDINGS } from '../../machine/endings.ts';
import { UserError } from '../../program/errors.ts';
import { shownValue } from '../../suite/c-test.ts';
import { type Journal, readJournal } from '../../suite/journal/reader.ts';
import { JOURNAL_FILE } from '../../suite/journal/records.ts';
import { readTests } from '../../suite/read-tests.ts';
import { type TestCase, testName } from '../../suite/test-case.ts';
import { bytesOfReadable, escapeBytes, type ReadableBytes } from '../../suite/typed-value.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    'Without a number: what the run was, what it found and how it ended. With the number of a test: its inputs, what',
    'happens, and how to run it on compiled code.',
  ].join('\n'),
  examples: ['pathfold show pathfold-out', 'pathfold show pathfold-out 17'],
  async run({ operands }, terminal) {
    const [folder, number] = operands;
    if (folder === undefined || operands.length > 2) {
      throw new UserError('a folder, or a folder and a number, is needed', 'write pathfold show DIR [N]');
    }
    const lines = number === undefined ? runLines(folder) : testLines(folder, testNumbered(folder, number));
    terminal.out(`${lines.join('\n')}\n`);
    return ExitStatus.nothingFound;
  },
};

function testNumbered(folder: string, number: string): TestCase {
  const found = readTests(folder).find(
    ({ test }) => String(test.number) === number || testName(test.number) === number,
  );
  if (found === undefined) throw new UserError(`${folder} holds no test ${number}`, `see \`pathfold show ${folder}\``);
  return found.test;
}

function runLines(folder: string): string[] {
  const path = join(folder, JOURNAL_FILE);
  const journal = existsSync(path) ? readJournal(path) : null;
  if (journal === null) throw new UserError(`${folder} holds no journal of a run`, 'name a folder that pathfold wrote');
  const { run, tests, faults, damaged } = journal;
  const numbers = tests.map(({ number }) => number);
  return [
    `run:      pathfold ${run.words.join(' ')}`,
    `paths:    ${pathCounts(journal)}`,
    `tests:    ${tests.length}${tests.length === 0 ? '' : ` (${Math.min(...numbers)} to ${Math.max(...numbers)})`}`,
    ...faults.map(({ kind, file, line, test }) => {
      const place = file === null ? '' : ` at ${file}:${line}`;
      return `fault:    ${ENDINGS[kind].label}${place}${test === null ? '' : `, ${test}`}`;
    }),
    ...(damaged > 0 ? [`damaged:  ${damaged} records of the journal cannot be read`] : []),
    `ended:    ${endText(journal, folder)}`,
  ];
}

function pathCounts({ paths }: Journal): string {
  const counts = new Map<string, number>();
  for (const { ending } of paths) counts.set(ENDINGS[ending].label, (counts.get(ENDINGS[ending].label) ?? 0) + 1);
  return [...counts].map(([label, count]) => `${count} ${label}`).join(', ') || 'none';
}

function endText({ end }: Journal, folder: string): string {
  if (end === null) return `no: it was killed, or is still running; \`pathfold resume ${folder}\` takes it up`;
  return end.limits.length === 0 ? end.verdict : `${end.verdict} (${end.limits.join(', ')})`;
}

function testLines(folder: string, test: TestCase): string[] {
  const { expected, inputs, argv, stdin, left } = test;
  const text = (name: string, bytes: ReadableBytes) => {
    const all = bytesOfReadable(bytes);
    return all.length === 0 ? [] : [`  ${name}: "${escapeBytes(all)}"`];
  };
  const place =
    expected.fault === null || expected.fault.file === null ? '' : ` at ${expected.fault.file}:${expected.fault.line}`;
  const status = expected.status === null ? '' : ` with status ${expected.status}`;
  return [
    `${testName(test.number)} of ${test.build.files.join(' ')}, ${test.entry}`,
    'inputs:',
    ...inputs.map((input) => `  ${input.type} ${input.name} = ${inputText(input)}`),
    ...(argv.length > 1 ? argv.slice(1).flatMap((word, i) => text(`argument ${i + 1}`, word)) : []),
    ...text('standard input', stdin),
    `what happens: ${expected.meaning}${status}${place}`,
    ...(expected.fault === null ? [] : [`  ${expected.fault.message}`]),
    ...text('standard output', expected.stdout),
    ...text('standard error', expected.stderr),
    ...expected.outputs.map((output) => `  ${output.name} = ${shownValue(output)}`),
    ...(left === undefined ? [] : [`the search left this path early: ${left}`]),
    `to run it: pathfold replay ${join(folder, `${testName(test.number)}.json`)}`,
  ];
}

function inputText(input: TestCase['inputs'][number]): string {
  const character = input.type === 'char' && input.kind !== 'bytes' ? characterText(Number(input.value)) : null;
  return character ?? shownValue(input);
}
