import type { Term } from '../../expr/term.ts';
import { Patience } from '../patience.ts';
import type { CheckResult } from '../procedure.ts';
import type { SolverStatistics } from '../statistics.ts';
import type { ConjunctionLayer } from './conjunction.ts';

interface Entry {
  readonly constraints: readonly Term[];
  readonly result: CheckResult;
  /** Of the time limit, what the procedure had. */
  readonly share: number;
}

/** Half of this many answers is kept at least: two generations, the older one dropped when the younger is full. */
const GENERATION = 16_384;

/**
 * Remembers answers to exactly the same conjunction. Keys are hashes of sorted term ids, collisions are resolved by
 * comparing the terms. Honest 'unknown's are kept as well: asking again would take as long again. Only who has more time asks.
 */
export class ExactCacheLayer implements ConjunctionLayer {
  private young = new Map<number, Entry[]>();
  private old = new Map<number, Entry[]>();
  private count = 0;

  constructor(
    private readonly next: ConjunctionLayer,
    private readonly statistics: SolverStatistics,
    private readonly patience: Patience = new Patience(),
  ) {}

  check(constraints: readonly Term[]): CheckResult {
    const hash = hashOf(constraints);
    const found = this.find(hash, constraints);
    if (found !== null) {
      this.statistics.layerHits.exact++;
      this.statistics.cacheHits++;
      return found;
    }
    const result = this.next.check(constraints);
    this.keep(hash, { constraints, result, share: this.patience.share });
    return result;
  }

  peek(constraints: readonly Term[]): CheckResult | null {
    return this.find(hashOf(constraints), constraints) ?? this.next.peek(constraints);
  }

  private find(hash: number, constraints: readonly Term[]): CheckResult | null {
    const { share } = this.patience;
    const recent = matching(this.young.get(hash), constraints, share);
    if (recent !== null) return recent.result;
    const aged = matching(this.old.get(hash), constraints, share);
    if (aged === null) return null;
    this.keep(hash, aged);
    return aged.result;
  }

  private keep(hash: number, entry: Entry): void {
    if (this.count >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
      this.count = 0;
    }
    const entries = this.young.get(hash);
    if (entries === undefined) this.young.set(hash, [entry]);
    else entries.push(entry);
    this.count++;
  }
}

function matching(entries: readonly Entry[] | undefined, constraints: readonly Term[], share: number): Entry | null {
  if (entries === undefined) return null;
  for (const entry of entries) {
    const isFinal = entry.result.status !== 'unknown' || entry.share >= share;
    if (isFinal && sameTerms(entry.constraints, constraints)) return entry;
  }
  return null;
}

function sameTerms(a: readonly Term[], b: readonly Term[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function hashOf(constraints: readonly Term[]): number {
  let hash = constraints.length;
  for (const term of constraints) {
    hash = Math.imul(hash ^ term.id, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
