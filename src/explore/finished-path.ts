/** Paths that ended, as those hear of them who write tests. */
import type { Model } from '../expr/term.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { PathCondition } from '../solver/solver.ts';

/** A path that ended in a way that deserves a test. */
export interface FinishedPath {
  readonly outcome: PathOutcome;
  /** Null when the solver could not give one in time, or was not asked for a repeated fault. */
  readonly model: Model | null;
  /** For a fault: whether the same kind at the same instruction was seen before. */
  readonly repeated: boolean;
  /** The inputs this path speaks for: those that take it, or more where a reduction found the others to be alike. */
  readonly claim: PathCondition;
}

/** Gets each path as soon as it ends. Never keeps states alive. */
export type PathListener = (path: FinishedPath) => void;

/** Faults of one kind at one place are one. */
export function faultKey({ ending: { kind, instruction, position, stack } }: PathOutcome): string {
  const userFrame = position === null ? '' : `${position.file.path}:${position.line}:${position.column}`;
  return `${kind}@${instruction?.id ?? stack.length}@${userFrame}`;
}
