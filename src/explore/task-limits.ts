/** Limits of task-driven searches: asked before each task, and whether it is time to let others run. */
import type { Exploration } from './exploration.ts';

/** Milliseconds between two pauses. */
const MS_BETWEEN_PAUSES = 100;

export class TaskLimits {
  private looked: number;

  constructor(private readonly exploration: Exploration) {
    this.looked = exploration.options.surroundings.now();
  }

  /** Whether a limit is hit, with paths that are not reported yet; the exploration is told its name. */
  stop(keptBack = 0): boolean {
    const hit = this.hit(keptBack);
    if (hit !== null) this.exploration.limits.add(hit);
    return hit !== null;
  }

  private hit(keptBack: number): string | null {
    const { exploration } = this;
    const { limits, surroundings } = exploration.options;
    if (exploration.pathsEnded + keptBack >= limits.maxPaths) return 'max-paths';
    if (exploration.machine.instructions >= limits.maxInstructions) return 'max-instructions';
    if (exploration.deadline.isOver()) return 'max-time';
    if (surroundings.memoryMb() >= limits.maxMemoryMb) return 'max-memory';
    return surroundings.interrupted() ? 'interrupted' : null;
  }

  /** About ten times a second: shows progress, and answers that the caller should yield. */
  isTurn(tasks: number): boolean {
    const { surroundings } = this.exploration.options;
    if (surroundings.now() - this.looked <= MS_BETWEEN_PAUSES) return false;
    this.looked = surroundings.now();
    surroundings.tick?.(tasks);
    return true;
  }
}
