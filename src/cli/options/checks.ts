/** What `--check` asks for. */
import type { MarkedCheck } from '../../frontend/clang/marks.ts';
import { UserError } from '../../program/errors.ts';
import type { Invocation } from './parse.ts';

const CHECKS = ['bounds', 'overflow', 'leak', 'uninit', 'undefined'] as const;
export type Check = (typeof CHECKS)[number];

/** All that is undefined by C; memory that is never freed is only lost. */
const UNDEFINED: readonly Check[] = ['bounds', 'overflow', 'uninit', 'undefined'];

/** Bounds inside of objects are checked unless `no-bounds` is said. */
export function checksOf({ options }: Invocation): ReadonlySet<Check> {
  const checks = new Set<Check>(['bounds']);
  for (const word of (options.check ?? []).flatMap((list) => list.split(','))) {
    const check = CHECKS.find((known) => known === word);
    if (word === 'no-bounds') checks.delete('bounds');
    else if (check === undefined) {
      throw new UserError(`--check ${word}: no such check`, `choose among ${CHECKS.join(', ')}, no-bounds`);
    } else for (const each of check === 'undefined' ? UNDEFINED : [check]) checks.add(each);
  }
  return checks;
}

/** Those that the machine makes itself. */
export function machineChecks(checks: ReadonlySet<Check>) {
  return {
    checkOverflow: checks.has('overflow'),
    checkLeaks: checks.has('leak'),
    checkUninitialized: checks.has('uninit'),
    checkUndefined: checks.has('undefined'),
  };
}

/** Those that clang marks. */
export function markedChecks(checks: ReadonlySet<Check>): MarkedCheck[] {
  return (['bounds', 'overflow', 'undefined'] as const).filter((check) => checks.has(check));
}
