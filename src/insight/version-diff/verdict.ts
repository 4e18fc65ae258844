/** What may be said about two versions, given how far both were explored. */
import type { Exploration, ExplorationVerdict } from '../../explore/exploration.ts';
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';

export type Difference = 'different' | 'equivalent' | 'equivalent within bounds' | 'unknown';

export interface DiffVerdict {
  readonly difference: Difference;
  /** Why it is not known, or what the bounds were. */
  readonly reason: string | null;
  readonly verdict: ExplorationVerdict;
  readonly limits: readonly string[];
  readonly guarantee: string;
  /** Why the answer says less than it seems to. */
  readonly caution: string | null;
}

export interface ComparedSoFar {
  readonly differs: boolean;
  /** Pairs the solver gave up. */
  readonly undecided: number;
  /** Whether the time was up before all pairs were compared. */
  readonly late: boolean;
  /** What both versions do alike when nothing differs: `return the same`. */
  readonly sameness: string;
  /** How the compared ways through both versions end. */
  readonly endings: readonly EndingKind[];
  /** How those end that do not meet the change, as far as they were followed. */
  readonly otherEndings: readonly EndingKind[];
}

const isFault = (kind: EndingKind): boolean => ENDINGS[kind].fault;

/** Two versions that always fault agree without ever computing anything. */
function cautionOf(
  { endings, otherEndings }: ComparedSoFar,
  explored: readonly Exploration[],
  complete: boolean,
): string | null {
  if (endings.length === 0) {
    if (!complete) return 'no way through either version was known by then: nothing was compared';
    const ran = explored.some(
      ({ counts }) => counts.completed + counts.endless + counts.faulty + counts.unfinished > 0,
    );
    if (ran) return 'an assumption of the program drops every input that meets the change: nothing was compared';
    const reason =
      otherEndings.length > 0 && otherEndings.every(isFault) ? ', because every input ends in a fault before' : '';
    return `no input reaches what changed${reason}: nothing had to be compared`;
  }
  const early = endings.filter(isFault).length;
  if (early === endings.length) return 'every compared input ends in a fault: nothing else was compared';
  if (early * 2 > endings.length) return 'most ways through the compared code end in a fault';
  return null;
}

export function judge(explored: readonly Exploration[], compared: ComparedSoFar): DiffVerdict {
  const { differs, undecided, late, sameness: same } = compared;
  const limits = [...new Set([...explored.flatMap((each) => [...each.limits]), ...(late ? ['max-time'] : [])])].sort();
  const unmodelled = [...new Set(explored.flatMap(({ machine }) => [...machine.unmodelled.keys()]))].sort();
  const verdicts = explored.map(({ verdict }) => verdict);
  const complete = verdicts.every((verdict) => verdict === 'complete') && undecided === 0 && !late;
  const stopped = verdicts.includes('stopped') || late;
  const verdict = complete ? 'complete' : stopped ? 'stopped' : 'bounded';
  const reasons: string[] = [];
  if (stopped) reasons.push('the time was up before everything was explored and compared');
  if (unmodelled.length > 0) reasons.push(`not modelled: ${unmodelled.join(', ')}`);
  if (undecided > 0 || limits.includes('max-solver-time')) reasons.push('the solver gave up on a question');
  const result = { verdict, limits, caution: differs ? null : cautionOf(compared, explored, complete) } as const;
  if (differs) {
    const guarantee = complete
      ? `on all other inputs both versions ${same}`
      : 'each example shows a real difference; where limits cut paths off there may be others';
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
