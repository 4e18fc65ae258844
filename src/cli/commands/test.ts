/** `pathfold test`: tests for every distinct behaviour, and every fault. */
import type { Command } from '../commands.ts';
import { finish } from '../run/explored-run.ts';
import { testRun } from '../run/test-run.ts';

export const command: Command = {
  takesFiles: true,
  description: [
    'Explores main (or the function named by --function) path by path, writes a test for each path, and reports',
    'every fault with the input that triggers it. A path is left where all it could still do has been run before; --reduce',
    'chooses another notion of repetition, or none. Results go to a new folder pathfold-out: JSON, KLEE .ktest and',
    'readable C for each test, and summary.json.',
  ].join('\n'),
  examples: [
    'pathfold test program.c',
    'pathfold test library.c --function parse --string text=8',
    'pathfold test new.c --since old.c --reduce change,output',
  ],
  async run(invocation, terminal) {
    const run = await testRun(invocation, terminal);
    return finish(run, run.summary, invocation.options, terminal);
  },
};
