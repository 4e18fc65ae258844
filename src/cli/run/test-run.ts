/** What `pathfold test` and the library's `explore` do: a test for every distinct behaviour, and every fault. */
import { UserError } from '../../program/errors.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../../reduce/registry.ts';
import { readSwitches } from '../../reduce/switches.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore } from './explored-run.ts';
import type { Watcher } from './watcher.ts';

export async function testRun(invocation: Invocation, watcher: Watcher): Promise<ExploredRun> {
  const { options } = invocation;
  const reduction = reductionOf(options.reduce);
  const switched = readSwitches(options.switch, reduction.switches, options.reduce);
  const reductionOptions = { ...DEFAULT_REDUCTION_OPTIONS, switched };
  const reason = reduction.applicable?.(reductionOptions) ?? null;
  if (reason !== null) throw new UserError(`--reduce ${options.reduce}: ${reason}`, 'see `pathfold diff --help`');
  return explore(invocation, watcher, {
    reduction: options.reduce,
    strategy: (program, counts) => reduction.strategy(program, { ...reductionOptions, counts }),
    guarantee: reduction.guarantee,
    replay: options.replay,
  });
}
