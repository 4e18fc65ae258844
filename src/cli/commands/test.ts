/** `pathfold test`: tests for every distinct behaviour, and every fault. */
import { ForkingSearch } from '../../explore/exploration.ts';
import type { Command } from '../commands.ts';
import { explore, finish } from '../explored-run.ts';

export const command: Command = {
  summary: 'tests for every distinct behaviour, and every fault',
  operands: 'FILES...',
  takesFiles: true,
  description: [
    'Explores every path through main (or through the function named by --function), writes a test for each, and',
    'reports every fault with the input that triggers it. Results go to a new folder pathfold-out: JSON, KLEE .ktest',
    'and readable C for each test, and summary.json.',
  ].join('\n'),
  examples: ['pathfold test program.c', 'pathfold test library.c --function parse --string text=8'],
  async run(invocation, terminal) {
    const { options } = invocation;
    const run = await explore(invocation, terminal, {
      reduction: options.reduce,
      strategy: () => new ForkingSearch(),
      guarantee: 'every feasible path was run to its end',
      replay: options.replay,
    });
    return finish(run, run.summary, options.json, terminal);
  },
};
