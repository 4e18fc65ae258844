/** `pathfold klee`: for people and scripts that have KLEE's command line. */

import { version } from '../../host/version.ts';
import { UserError } from '../../program/errors.ts';
import type { Command } from '../commands.ts';
import { kleeHelp } from '../klee/help.ts';
import { parseKlee } from '../klee/parse.ts';
import { runKlee } from '../klee/run.ts';
import { installShims, KLEE_TOOLS } from '../klee/shims.ts';
import type { Terminal } from '../terminal.ts';

/** As KLEE ends where it cannot begin. */
const FAILED = 1;

export const command: Command = {
  takesFiles: false,
  takesWordsAsTheyAre: true,
  description: [
    'Explores a program as KLEE would be asked to: its options by their names, klee-out-N and klee-last, its files and messages,',
    'its exit status. `pathfold klee --help` lists the options. --install-shims DIR writes commands klee, ktest-tool,',
    'klee-stats, klee-replay and gen-bout that lead here, for scripts that call them. See docs/KLEE.md.',
  ].join('\n'),
  examples: [
    'pathfold klee --max-time=1min program.bc',
    'pathfold klee --posix-runtime program.c --sym-args 0 2 4 --sym-stdin 8',
    'pathfold klee --install-shims ~/bin',
  ],
  async run({ programArguments: words }, terminal) {
    const [first, second, ...rest] = words;
    try {
      if (first === '--install-shims') return install(second, terminal);
      if (first === '--tool') {
        const tool = Object.hasOwn(KLEE_TOOLS, second ?? '') ? KLEE_TOOLS[second] : null;
        if (tool === null) throw new UserError(`--tool: choose one of ${Object.keys(KLEE_TOOLS).join(', ')}`);
        return tool(rest, terminal);
      }
      const klee = parseKlee(words);
      if (klee.options.help) terminal.out(kleeHelp());
      else if (klee.options.version) terminal.out(`pathfold ${version()} with the command line of KLEE 3\n`);
      else return await runKlee(klee, words, terminal);
      return 0;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      terminal.err(`KLEE: ERROR: ${error.message}\n`);
      if (error.hint !== null) terminal.err(`KLEE: NOTE: ${error.hint}\n`);
      return FAILED;
    }
  },
};

function install(folder: string | undefined, terminal: Terminal): number {
  if (folder === undefined) throw new UserError('--install-shims: name a folder', 'one that is in your PATH');
  const names = installShims(folder);
  terminal.out(`${names.join(', ')} are in ${folder}; put it first in your PATH\n`);
  return 0;
}
