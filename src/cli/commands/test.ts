/** `pathfold test`: tests for every distinct behaviour, and every fault. */
import { Terms } from '../../expr/terms.ts';
import { UserError } from '../../program/errors.ts';
import { affectedStatements } from '../../reduce/change/affected.ts';
import { DEFAULT_REDUCTION_OPTIONS, type ReductionOptions, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Command } from '../commands.ts';
import { deadlineOf } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import { explore, finish, type RunPlan } from '../run/explored-run.ts';
import type { Terminal } from '../terminal.ts';
import { openInFolder, sharedProgramName } from '../versions/versions.ts';

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
    const { options } = invocation;
    const reduction = reductionOf(options.reduce);
    const switched = readSwitches(options.switch, reduction.switches, options.reduce);
    const reductionOptions = { ...DEFAULT_REDUCTION_OPTIONS, switched };
    const plan = (chosen: ReductionOptions): RunPlan => ({
      reduction: options.reduce,
      strategy: (program, counts) => reduction.strategy(program, { ...chosen, counts }),
      guarantee: reduction.guarantee,
      replay: options.replay,
    });
    if (options.since !== null) return testChange(invocation, terminal, reductionOptions, plan);
    const reason = reduction.applicable?.(reductionOptions) ?? null;
    if (reason !== null) throw new UserError(`--reduce ${options.reduce}: ${reason}`, 'name it with --since OLD');
    const run = await explore(invocation, terminal, plan(reductionOptions));
    return finish(run, run.summary, options, terminal);
  },
};

/** Only what has changed since another version, where the reduction is about that. */
async function testChange(
  invocation: Invocation,
  terminal: Terminal,
  reductionOptions: ReductionOptions,
  plan: (options: ReductionOptions) => RunPlan,
): Promise<number> {
  const { options, operands } = invocation;
  if (reductionOf(options.reduce).applicable === undefined) {
    throw new UserError(
      `--since means nothing to --reduce ${options.reduce}`,
      'choose a reduction about a change: change, change,dependence or change,output',
    );
  }
  const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
  const asked = { ...invocation, operands: [options.since!, ...operands] };
  const versions = await openInFolder(asked, folder, terminal);
  const change = affectedStatements(versions.old.session.program, versions.new.session.program);
  const terms = new Terms();
  const run = await explore(versions.new.invocation, terminal, {
    ...plan({ ...reductionOptions, change }),
    shared: {
      terms,
      programName: sharedProgramName(versions.new),
      session: versions.new.session,
      within: terms.bool(true),
      deadline: deadlineOf(invocation),
    },
  });
  return finish(run, run.summary, options, terminal);
}
