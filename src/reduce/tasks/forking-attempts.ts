/**
 * When a search by slices should see whether a search that forks comes to an end sooner.
 *
 * Which of the two is faster cannot be told from slices alone: they may leave out half of the decisions and still be as many as
 * there are paths, and where states come together the other search needs few. So it is tried: for about as long as the slices
 * have taken, and again each time they have taken eight times as long. Where slices are the right way that costs an eighth
 * more than the first attempt and all later ones save elsewhere. Counted in paths and instructions, never in seconds.
 */
import type { Exploration } from '../../explore/exploration.ts';

/** A path with its graph takes about as long as so many without. */
const PATHS_PER_RUN = 16;
const RUNS_BETWEEN_ATTEMPTS = 8;

export class ForkingAttempts {
  private due: number;

  constructor(
    private readonly exploration: Exploration,
    /** Runs before the first; 0 for none at all. */
    first: number,
  ) {
    // Whoever limits the number of paths means those that are reported.
    const isPossible = first > 0 && exploration.options.limits.maxPaths === Number.POSITIVE_INFINITY;
    this.due = isPossible ? first : Number.POSITIVE_INFINITY;
  }

  isDue(runs: number): boolean {
    return runs >= this.due;
  }

  /** Whether the attempt that begins now has spent enough. */
  begin(runs: number): () => boolean {
    const { exploration } = this;
    const { machine } = exploration;
    this.due = runs * RUNS_BETWEEN_ATTEMPTS;
    const paths = exploration.pathsEnded + PATHS_PER_RUN * runs;
    const instructions = (1 + PATHS_PER_RUN) * machine.instructions;
    return () => exploration.pathsEnded >= paths || machine.instructions >= instructions;
  }
}
