/** `pathfold test`: tests for every distinct behaviour, and every fault. */
import { UserError } from '../../program/errors.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import type { Command } from '../commands.ts';
import { explore, finish } from '../run/explored-run.ts';

export const command: Command = {
  takesFiles: true,
  description: [
    'Explores main (or the function named by --function) path by path, writes a test for each path, and reports',
    'every fault with the input that triggers it. A path is left where all it could still do has been run before; --reduce',
    'chooses another notion of repetition, or none. Results go to a new folder pathfold-out: JSON, KLEE .ktest and',
    'readable C for each test, and summary.json.',
  ].join('\n'),
  examples: ['pathfold test program.c', 'pathfold test library.c --function parse --string text=8'],
  async run(invocation, terminal) {
    const { options } = invocation;
    const reduction = reductionOf(options.reduce);
    const switched = readSwitches(options.switch, reduction.switches, options.reduce);
    const reductionOptions = { ...DEFAULT_REDUCTION_OPTIONS, switched };
    const reason = reduction.applicable?.(reductionOptions) ?? null;
    if (reason !== null) throw new UserError(`--reduce ${options.reduce}: ${reason}`, 'see `pathfold diff --help`');
    const run = await explore(invocation, terminal, {
      reduction: options.reduce,
      strategy: (program, counts) => reduction.strategy(program, { ...reductionOptions, counts }),
      guarantee: reduction.guarantee,
      replay: options.replay,
      sharedGoal: 'tests',
    });
    return finish(run, run.summary, options, terminal);
  },
};
