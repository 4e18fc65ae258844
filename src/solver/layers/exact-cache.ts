import type { Term } from '../../expr/term.ts';
import type { CheckResult } from '../procedure.ts';
import type { SolverStatistics } from '../statistics.ts';
import type { ConjunctionLayer } from './conjunction.ts';

interface Entry {
  readonly constraints: readonly Term[];
  readonly result: CheckResult;
}

/** Half of this many answers is kept at least: two generations, the older one dropped when the younger is full. */
const GENERATION = 16_384;

/**
 * Remembers answers to exactly the same conjunction. Keys are hashes of sorted term ids, collisions are resolved by
 * comparing the terms. Honest 'unknown's are kept as well: asking again would take the whole time limit again.
 */
export class ExactCacheLayer implements ConjunctionLayer {
  private young = new Map<number, Entry[]>();
  private old = new Map<number, Entry[]>();
  private count = 0;

  constructor(
    private readonly next: ConjunctionLayer,
    private readonly statistics: SolverStatistics,
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
    this.keep(hash, constraints, result);
    return result;
  }

  peek(constraints: readonly Term[]): CheckResult | null {
    return this.find(hashOf(constraints), constraints) ?? this.next.peek(constraints);
  }

  private find(hash: number, constraints: readonly Term[]): CheckResult | null {
    const recent = matching(this.young.get(hash), constraints);
    if (recent !== null) return recent;
    const aged = matching(this.old.get(hash), constraints);
    if (aged !== null) this.keep(hash, constraints, aged);
    return aged;
  }

  private keep(hash: number, constraints: readonly Term[], result: CheckResult): void {
    if (this.count >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
      this.count = 0;
    }
    const entries = this.young.get(hash);
    if (entries === undefined) this.young.set(hash, [{ constraints, result }]);
    else entries.push({ constraints, result });
    this.count++;
  }
}

function matching(entries: readonly Entry[] | undefined, constraints: readonly Term[]): CheckResult | null {
  if (entries === undefined) return null;
  for (const entry of entries) if (sameTerms(entry.constraints, constraints)) return entry.result;
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
