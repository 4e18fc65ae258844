/** `pathfold replay`: generated tests on really compiled code. */
import { UserError } from '../../program/errors.ts';
import { readTests, type StoredTest } from '../../suite/read-tests.ts';
import { type ReplayResult, replayTests } from '../../suite/replay/replay.ts';
import { testName } from '../../suite/test-case.ts';
import { readableBytes } from '../../suite/typed-value.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import type { Invocation } from '../options/parse.ts';
import type { Terminal } from '../terminal.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    'Compiles the tested program and runs it on the inputs of each test: as WebAssembly, or natively with sanitizers',
    '(--native). Says whether output, exit status and fault are what the test predicts. TEST is a file of a test or a',
    'folder with tests. A program that was built with `pathfold cc` is run itself, in a new folder with nothing but the files',
    'of the test; what could reach beyond that folder is not run without --allow-native. The exit status is 1 when something differs, and 4 when nothing could be compared.',
  ].join('\n'),
  examples: ['pathfold replay pathfold-out', 'pathfold replay --native pathfold-out/test000003.json'],
  async run(invocation, terminal) {
    const stored = invocation.operands.flatMap(readTests);
    if (stored.length === 0) throw new UserError('no test given', 'name testNNNNNN.json files or a folder with tests');
    const results: ReplayResult[] = [];
    for (const [folder, tests] of byFolder(stored)) {
      results.push(...(await replayFolder(folder, tests, invocation, terminal)));
    }
    terminal.progress(null);
    if (invocation.options.json) terminal.out(`${JSON.stringify({ results: results.map(plain) }, null, 2)}\n`);
    else terminal.out(totals(results));
    return statusOf(results, invocation.options['allow-incomplete']);
  },
};

/** That nothing could be compared is not that everything agrees. */
function statusOf(results: readonly ReplayResult[], allowIncomplete: boolean): number {
  if (results.some(({ agreement }) => agreement === 'disagrees')) return ExitStatus.found;
  const compared = results.some(({ agreement }) => agreement === 'agrees');
  return compared || allowIncomplete ? ExitStatus.nothingFound : ExitStatus.incomplete;
}

function byFolder(stored: readonly StoredTest[]): Map<string, StoredTest[]> {
  const folders = new Map<string, StoredTest[]>();
  for (const entry of stored) {
    const known = folders.get(entry.folder);
    if (known === undefined) folders.set(entry.folder, [entry]);
    else known.push(entry);
  }
  return folders;
}

function replayFolder(
  folder: string,
  stored: readonly StoredTest[],
  { options }: Invocation,
  terminal: Terminal,
): Promise<ReplayResult[]> {
  const names = new Map(stored.map((entry) => [entry.test, entry.name]));
  terminal.progress('compiling');
  return replayTests(
    stored.map((entry) => entry.test),
    folder,
    {
      native: options.native,
      allowNative: options['allow-native'],
      maxSeconds: options['replay-time'],
      onResult: (result) => {
        if (!options.json) terminal.out(line(names.get(result.test) ?? testName(result.test.number), result));
      },
    },
  );
}

function line(name: string, { test, agreement, reasons }: ReplayResult): string {
  const what = agreement === 'agrees' ? `agrees: ${prediction(test.expected)}` : `${agreement}: ${reasons.join('; ')}`;
  return `${name}: ${what}\n`;
}

function prediction({ fault, meaning, status }: ReplayResult['test']['expected']): string {
  if (fault !== null) return fault.file === null ? meaning : `${meaning} at ${fault.file}:${fault.line}`;
  return status === null ? meaning : `exit status ${status}`;
}

function totals(results: readonly ReplayResult[]): string {
  const count = (agreement: ReplayResult['agreement']) =>
    results.filter((result) => result.agreement === agreement).length;
  const parts = [`${results.length} replayed`, `${count('agrees')} agree`];
  if (count('not observable') > 0) parts.push(`${count('not observable')} not observable`);
  if (count('expects nothing') > 0) parts.push(`${count('expects nothing')} expect nothing`);
  if (count('undefined behaviour') > 0) parts.push(`${count('undefined behaviour')} undefined`);
  parts.push(`${count('disagrees')} disagree`);
  return `${parts.join(', ')} (${[...new Set(results.map((result) => result.on))].join(', ')})\n`;
}

function plain({ test, on, agreement, reasons, observed }: ReplayResult): object {
  const { end, status, message, stdout, stderr } = observed;
  return {
    test: testName(test.number),
    on,
    agreement,
    reasons,
    observed: { end, status, message, stdout: readableBytes(stdout), stderr: readableBytes(stderr) },
  };
}
