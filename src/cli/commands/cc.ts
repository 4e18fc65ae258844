/** `pathfold cc`: the compiler the user has, with a record of what it made. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { UserError } from '../../program/errors.ts';
import { RECORDER } from '../build/shims.ts';
import type { Command } from '../commands.ts';

export const command: Command = {
  takesFiles: false,
  takesWordsAsTheyAre: true,
  description: [
    'Runs the C compiler (cc, gcc or clang; or what PATHFOLD_CC names, or --compiler=NAME as the first word) with the words',
    'given. Result, messages and exit status are those of the compiler. What was made of what is recorded in a folder .pathfold',
    'where the build was started (or the one PATHFOLD_BUILD names), so that `pathfold test PROGRAM` finds the sources of',
    'a program and their flags. See docs/BUILDING.md.',
  ].join('\n'),
  examples: [
    'pathfold cc -O2 main.c -o main',
    'CC="pathfold cc" ./configure && make',
    'make CC="pathfold cc --compiler=gcc-12"',
  ],
  async run({ programArguments }) {
    // bin/pathfold handles this command before Node is started; this is for those who start Node themselves.
    const run = spawnSync(RECORDER, ['cc', ...programArguments], { stdio: 'inherit' });
    if (run.error !== undefined) throw new UserError(`the compiler cannot be started (${run.error.message})`);
    return run.status ?? 128 + constants.signals[run.signal!];
  },
};
