/**
 * What a command tells scripts by its exit status. Nothing found is good news only where everything was looked at, so what
 * is incomplete has a status of its own.
 */
import type { Summary } from '../suite/summary.ts';

export const ExitStatus = {
  nothingFound: 0,
  found: 1,
  usage: 2,
  internal: 3,
  incomplete: 4,
  interrupted: 130,
} as const;

/** For `--help`, and for the documentation made from it. */
export const EXIT_STATUS_LINES: readonly [status: string, meaning: string][] = [
  ['0', 'everything was explored, within the assumptions printed, and nothing was found'],
  ['1', 'something was found: a fault, a difference, a test that disagrees with compiled code'],
  ['2', 'wrong usage or input'],
  ['3', 'internal error, also where compiled code does not do what was predicted'],
  ['4', 'nothing was found, but not everything was explored or decided (0 with --allow-incomplete)'],
  ['130', 'interrupted by Ctrl-C; what was found until then is kept'],
];

/** What a run came to, as far as scripts care. */
export interface Result {
  readonly found: boolean;
  readonly verdict: Summary['verdict'];
  readonly limits: readonly string[];
  /** Compiled code did something else than predicted. */
  readonly disagrees: boolean;
}

export function exitStatus({ found, verdict, limits, disagrees }: Result, allowIncomplete: boolean): number {
  if (disagrees) return ExitStatus.internal;
  if (limits.includes('interrupted')) return ExitStatus.interrupted;
  if (found) return ExitStatus.found;
  return verdict === 'complete' || allowIncomplete ? ExitStatus.nothingFound : ExitStatus.incomplete;
}
