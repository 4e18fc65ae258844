/** What `pathfold test` and the library's `explore` do: a test for every distinct behaviour, and every fault. */
import { Terms } from '../../expr/terms.ts';
import { UserError } from '../../program/errors.ts';
import { affectedStatements } from '../../reduce/change/affected.ts';
import { DEFAULT_REDUCTION_OPTIONS, type ReductionOptions, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import { deadlineOf } from '../options/explore-options.ts';
import { checkThreads } from '../options/interleavings.ts';
import type { Invocation } from '../options/parse.ts';
import { openInFolder, sharedProgramName } from '../versions/versions.ts';
import { type ExploredRun, explore, type RunPlan } from './explored-run.ts';
import type { Watcher } from './watcher.ts';

export async function testRun(invocation: Invocation, watcher: Watcher): Promise<ExploredRun> {
  checkThreads(invocation);
  const { options } = invocation;
  const reduction = reductionOf(options.reduce);
  const switched = readSwitches(options.switch, reduction.switches, options.reduce);
  const reductionOptions = { ...DEFAULT_REDUCTION_OPTIONS, switched };
  const plan = (chosen: ReductionOptions): RunPlan => ({
    reduction: options.reduce,
    strategy: (program, counts) => reduction.strategy(program, { ...chosen, counts }),
    guarantee: reduction.guarantee,
    replay: options.replay,
    sharedGoal: 'tests',
  });
  if (options.since !== null) return testChange(invocation, watcher, reductionOptions, plan);
  const reason = reduction.applicable?.(reductionOptions) ?? null;
  if (reason !== null) throw new UserError(`--reduce ${options.reduce}: ${reason}`, 'name it with --since OLD');
  return explore(invocation, watcher, plan(reductionOptions));
}

/** Only what has changed since another version, where the reduction is about that. */
async function testChange(
  invocation: Invocation,
  watcher: Watcher,
  reductionOptions: ReductionOptions,
  plan: (options: ReductionOptions) => RunPlan,
): Promise<ExploredRun> {
  const { options, operands } = invocation;
  if (reductionOf(options.reduce).applicable === undefined) {
    throw new UserError(
      `--since means nothing to --reduce ${options.reduce}`,
      'choose a reduction about a change: change, change,dependence or change,output',
    );
  }
  const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
  const asked = { ...invocation, operands: [options.since!, ...operands] };
  const versions = await openInFolder(asked, folder, watcher);
  const change = affectedStatements(versions.old.session.program, versions.new.session.program);
  const terms = new Terms();
  return explore(versions.new.invocation, watcher, {
    ...plan({ ...reductionOptions, change }),
    shared: {
      terms,
      programName: sharedProgramName(versions.new),
      session: versions.new.session,
      within: terms.bool(true),
      deadline: deadlineOf(invocation),
    },
  });
}
