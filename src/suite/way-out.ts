/**
 * A pointer that a harness made leads to as much as the harness assumed. A function that goes beyond may be wrong, or may be right for the
 * callers it has: the option that says what they give is named next to the fault.
 */
import type { SummaryFault } from './summary.ts';

/** Null where the fault has nothing to do with an assumed size. */
export function wayOut(
  { kind, message }: Pick<SummaryFault, 'kind' | 'message'>,
  assumptions: readonly string[],
): string | null {
  const object =
    kind === 'out-of-bounds'
      ? /(?:offset -?\d+ of|an index beyond) (.+) \(\d+ bytes?\)$/.exec(message)?.[1]
      : undefined;
  const line = object === undefined ? undefined : assumptions.find((each) => each.startsWith(`${object}: `));
  const offered = line === undefined ? undefined : /\((--(?:array|string) [^)]*)\)/.exec(line)?.[1];
  // A string ends where it ends: who reads on is wrong for longer ones too, unless it is no string.
  const option = message.startsWith('read') ? offered?.replace(/^--string \S+( or )?/, '') : offered;
  return option === undefined || option === ''
    ? null
    : `${object} is that large by assumption; if callers give more: ${option}`;
}
