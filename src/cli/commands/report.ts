/** `pathfold report`: a run as one HTML file. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { writeReport } from '../report/write-report.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    'Writes report.html into the folder of a run: the verdict and what it means; faults with their inputs, calls and the path to them',
    'line by line; sources with what is covered and which tests reach a line; all tests to filter and sort; the tree of paths; where time',
    'and paths went; the signature or the changes where the run had them. The file needs no other file and loads nothing, so it can be',
    'mailed or kept with a build. Tests are run once more to follow them, so the sources must be where they were.',
  ].join('\n'),
  examples: ['pathfold report pathfold-out', 'pathfold report pathfold-out --open'],
  async run({ operands, options }, terminal) {
    if (operands.length !== 1) throw new UserError('one folder is needed', 'name a folder that `pathfold test` wrote');
    const path = await writeReport(operands[0], terminal);
    terminal.out(`${path}\n`);
    if (options.open) openInBrowser(resolve(path), terminal.err);
    return ExitStatus.nothingFound;
  },
};

function openInBrowser(path: string, complain: (text: string) => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, path], { detached: true, stdio: 'ignore' });
  child.on('error', () => complain(`pathfold: warning: ${program} is not there; open ${path} in a browser\n`));
  child.unref();
}

const OPENERS: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
