/** How many paths ended in which way. */
import { ENDINGS, type EndingKind } from '../machine/endings.ts';

export interface PathCounts {
  completed: number;
  /** Found never to end. */
  endless: number;
  faulty: number;
  pruned: number;
  infeasible: number;
  /** Stopped by a limit or by something not modelled. */
  unfinished: number;
  dropped: number;
}

export function noPaths(): PathCounts {
  return { completed: 0, endless: 0, faulty: 0, pruned: 0, infeasible: 0, unfinished: 0, dropped: 0 };
}

/** As what a path with this end is counted. */
export function countedAs(kind: EndingKind): keyof PathCounts {
  if (kind === 'dropped' || kind === 'pruned' || kind === 'endless') return kind;
  if (kind === 'limit' || kind === 'unmodelled') return 'unfinished';
  return ENDINGS[kind].fault ? 'faulty' : 'completed';
}
