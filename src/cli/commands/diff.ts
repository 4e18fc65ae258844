/** `pathfold diff`: which inputs behave differently in another version, or that none do. */
import { UserError } from '../../program/errors.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import { diffAutomata } from '../automaton/diff-automata.ts';
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
    '--git REV the files given are compared with how they were in that revision. With --automaton the state machines of a step',
    'function are compared instead. The exit status is 1 when behaviour differs, and 4 when it is not known or only within',
    'limits that it does not.',
  ].join('\n'),
  examples: [
    'pathfold diff old.c new.c --function parse',
    'pathfold diff --git HEAD~1 library.c --function area --compare return',
    'pathfold diff old.c new.c --automaton --function step --state state',
  ],
  async run(invocation, terminal) {
    const { options, given } = invocation;
    if (options.automaton) {
      const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
      return diffAutomata(invocation, folder, terminal);
    }
    const stray = given.find(({ name }) => name === 'state' || name === 'initial' || name === 'max-states');
    if (stray !== undefined)
      throw new UserError(`--${stray.name} is about state machines`, 'compare them with --automaton');
    const { folder, summary, status, serialized } = await diffRun(invocation, terminal);
    if (invocation.options.json) terminal.out(serialized);
    else printDiff(summary, folder.name, terminal);
    if (folder.problem !== null) throw folder.problem;
    return status;
  },
};
