/** `pathfold completion`: what lets a shell complete commands and options. */
import { UserError } from '../../program/errors.ts';
import type { Command } from '../commands.ts';
import { completableCommands, SHELLS } from '../completion/completable.ts';
import { completionScript } from '../completion/scripts.ts';
import { ExitStatus } from '../exit-status.ts';

export const command: Command = {
  takesFiles: false,
  description: [
    'Prints a script that lets the shell complete commands, options and their values. Write it to a file that your shell reads when it',
    'starts, and again after an update of pathfold.',
  ].join('\n'),
  examples: [
    'pathfold completion bash > ~/.local/share/bash-completion/completions/pathfold',
    'pathfold completion zsh > ~/.zfunc/_pathfold',
    'pathfold completion fish > ~/.config/fish/completions/pathfold.fish',
  ],
  async run({ operands }, terminal) {
    const shell = SHELLS.find((name) => operands.length === 1 && name === operands[0]);
    if (shell === undefined) {
      const wrong = operands.length === 1 ? `completion ${operands[0]}: no such shell` : 'one shell is needed';
      throw new UserError(wrong, `choose one of ${SHELLS.join(', ')}`);
    }
    terminal.out(completionScript(shell, await completableCommands()));
    return ExitStatus.nothingFound;
  },
};
