/** `pathfold diff`: which inputs behave differently in another version, or that none do. */
import type { Command } from '../commands.ts';
import { diffRun } from '../versions/diff-run.ts';
import { printDiff } from '../versions/diff-text.ts';

export const command: Command = {
  takesFiles: true,
  programs: 2,
  description: [
    'Explores both versions by symbolic output over the same inputs and compares what comes out: result, marked values,',
    'exit status, text and faults. Each difference is shown with its condition and a small input on which both versions',
    'were really run. OLD and NEW are files, or folders: all C files in them, or those of their compile_commands.json. With',
    '--git REV the files given are compared with how they were in that revision. The exit status is 1 when behaviour',
    'differs, and 4 when it is not known or only within limits that it does not.',
  ].join('\n'),
  examples: [
    'pathfold diff old.c new.c --function parse',
    'pathfold diff --git HEAD~1 library.c --function area --compare return',
  ],
  async run(invocation, terminal) {
    const { folder, summary, status, serialized } = await diffRun(invocation, terminal);
    if (invocation.options.json) terminal.out(serialized);
    else printDiff(summary, folder.name, terminal);
    if (folder.problem !== null) throw folder.problem;
    return status;
  },
};
