/** `--interleavings`: threads that give way to others, and the searches that can follow them. */
import { UserError } from '../../program/errors.ts';
import type { ReductionName } from '../../reduce/catalogue.ts';
import type { Invocation } from './parse.ts';

/** Those that do not rely on calls and returns being nested. */
const FOLLOW_THREADS: readonly ReductionName[] = ['none', 'revisit'];
const EXPLORE_THREADS: readonly string[] = ['test', 'cover', 'verify'];

/** Whether threads have call stacks of their own. Commands that compare runs need one way that all of them can go. */
export function followsThreads({ command, options }: Invocation): boolean {
  return EXPLORE_THREADS.includes(command) && FOLLOW_THREADS.includes(options.reduce);
}

/** Refuses a reduction that cannot follow threads which give way to each other. */
export function checkThreads({ options }: Invocation): void {
  if (options.interleavings === 0 || FOLLOW_THREADS.includes(options.reduce)) return;
  throw new UserError(
    `--reduce ${options.reduce} does not follow threads that give way to each other`,
    `choose --reduce ${FOLLOW_THREADS.join(' or ')} with --interleavings`,
  );
}
