/**
 * What clang is asked to mark, by the checks that are wanted. Its marks become conditional halts when the program is
 * lowered (`lower/marks.ts`), so only their conditions matter: all of them are asked for in the form that traps.
 */

/** Checks that need the compiler's help, as `--check` names them. */
export type MarkedCheck = 'bounds' | 'overflow' | 'undefined';

export const DEFAULT_MARKED_CHECKS: readonly MarkedCheck[] = ['bounds'];

/** Signed sums, differences and products are checked by the machine; of a left shift it does not know the sign. */
const SANITIZERS: Record<MarkedCheck, readonly string[]> = {
  bounds: ['array-bounds'],
  overflow: ['shift-base'],
  undefined: [
    ...['array-bounds', 'shift-base', 'null', 'alignment', 'bool', 'enum', 'builtin', 'nonnull-attribute'],
    ...['returns-nonnull-attribute', 'pointer-overflow', 'unreachable', 'return', 'vla-bound'],
  ],
};

/** Flags to put after the user's: those may ask for marks too. */
export function markFlags(checks: readonly MarkedCheck[], given: readonly string[]): string[] {
  const wanted = new Set(checks.flatMap((check) => SANITIZERS[check]));
  const flags = wanted.size === 0 ? [] : [`-fsanitize=${[...wanted].join(',')}`];
  const asked = flags.length > 0 || given.some((flag) => flag.startsWith('-fsanitize'));
  return asked ? [...flags, '-fsanitize-trap=all'] : [];
}

/** Marks call handlers or trap, and compiled code that is only run has neither a use for them nor the handlers. */
export const WITHOUT_MARKS = '-fno-sanitize=all';
