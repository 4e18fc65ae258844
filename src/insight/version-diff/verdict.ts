/** What may be said about two versions, given how far both were explored. */
import type { Exploration, ExplorationVerdict } from '../../explore/exploration.ts';

export type Difference = 'different' | 'equivalent' | 'equivalent within bounds' | 'unknown';

export interface DiffVerdict {
  readonly difference: Difference;
  /** Why it is not known, or what the bounds were. */
  readonly reason: string | null;
  readonly verdict: ExplorationVerdict;
  readonly limits: readonly string[];
  readonly guarantee: string;
}

export interface ComparedSoFar {
  readonly differs: boolean;
  /** Pairs the solver gave up. */
  readonly undecided: number;
  /** Whether the time was up before all pairs were compared. */
  readonly late: boolean;
  /** What both versions do alike when nothing differs: `return the same`. */
  readonly sameness: string;
}

export function judge(explored: readonly Exploration[], compared: ComparedSoFar): DiffVerdict {
  const { differs, undecided, late, sameness: same } = compared;
  const limits = [...new Set(explored.flatMap((each) => [...each.limits]))].sort();
  const unmodelled = [...new Set(explored.flatMap(({ machine }) => [...machine.unmodelled.keys()]))].sort();
  const verdicts = explored.map(({ verdict }) => verdict);
  const complete = verdicts.every((verdict) => verdict === 'complete') && undecided === 0 && !late;
  const stopped = verdicts.includes('stopped') || late;
  const verdict = complete ? 'complete' : stopped ? 'stopped' : 'bounded';
  const reasons: string[] = [];
  if (stopped) reasons.push('the time was up before everything was explored and compared');
  if (unmodelled.length > 0) reasons.push(`not modelled: ${unmodelled.join(', ')}`);
  if (undecided > 0 || limits.includes('max-solver-time')) reasons.push('the solver gave up on a question');
  const result = { verdict, limits } as const;
  if (differs) {
    const guarantee = complete
      ? `on all other inputs both versions ${same}`
      : 'each difference is real; there may be others beyond the limits';
    return { ...result, difference: 'different', reason: reasons.join('; ') || null, guarantee };
  }
  if (complete) {
    const guarantee = `both versions ${same} on every input`;
    return { ...result, difference: 'equivalent', reason: null, guarantee };
  }
  if (reasons.length > 0) {
    const guarantee = 'no difference was found in what was compared; about the rest nothing is known';
    return { ...result, difference: 'unknown', reason: reasons.join('; '), guarantee };
  }
  const guarantee = `both versions ${same} on every input that stays within the limits`;
  return { ...result, difference: 'equivalent within bounds', reason: `limits hit: ${limits.join(', ')}`, guarantee };
}
