import type { Term } from '../../expr/term.ts';
import type { CheckResult } from '../procedure.ts';
import type { SolverStatistics } from '../statistics.ts';
import type { ConjunctionLayer } from './conjunction.ts';

interface Kept {
  readonly constraints: readonly Term[];
  readonly result: CheckResult;
}

/** Candidates looked at per question: recent ones are the likely ones, and a miss must stay cheap. */
const MOST_CANDIDATES = 12;
const MOST_KEPT_PER_TERM = 24;
const MOST_KEPT = 20_000;

/**
 * The counterexample cache of EXE and KLEE: a conjunction is unsatisfiable when a part of it is known to be, and
 * satisfiable when it is part of one known to be, with that one's model. Sets are found by one of their members: an
 * unsatisfiable set by its youngest term (it must be in the question), a satisfiable one by any of its terms.
 */
export class SubsetCacheLayer implements ConjunctionLayer {
  private readonly unsatByLast = new Map<Term, Kept[]>();
  private readonly satByMember = new Map<Term, Kept[]>();
  private kept = 0;

  constructor(
    private readonly next: ConjunctionLayer,
    private readonly statistics: SolverStatistics,
  ) {}

  check(constraints: readonly Term[]): CheckResult {
    const known = this.unsatisfiablePart(constraints) ?? this.satisfiableWhole(constraints);
    if (known !== null) {
      this.statistics.layerHits.subsets++;
      this.statistics.cacheHits++;
      return known;
    }
    const result = this.next.check(constraints);
    this.keep(constraints, result);
    return result;
  }

  peek(constraints: readonly Term[]): CheckResult | null {
    return this.satisfiableWhole(constraints) ?? this.next.peek(constraints);
  }

  private unsatisfiablePart(constraints: readonly Term[]): CheckResult | null {
    for (const term of constraints) {
      for (const kept of this.unsatByLast.get(term) ?? []) {
        if (isSubset(kept.constraints, constraints)) return kept.result;
      }
    }
    return null;
  }

  private satisfiableWhole(constraints: readonly Term[]): CheckResult | null {
    let fewest: readonly Kept[] | null = null;
    for (const term of constraints) {
      const candidates = this.satByMember.get(term);
      if (candidates === undefined) return null;
      if (fewest === null || candidates.length < fewest.length) fewest = candidates;
    }
    if (fewest === null) return null;
    const oldest = Math.max(0, fewest.length - MOST_CANDIDATES);
    for (let i = fewest.length - 1; i >= oldest; i--) {
      if (isSubset(constraints, fewest[i].constraints)) return fewest[i].result;
    }
    return null;
  }

  private keep(constraints: readonly Term[], result: CheckResult): void {
    if (result.status === 'unknown') return;
    if (++this.kept > MOST_KEPT) {
      this.unsatByLast.clear();
      this.satByMember.clear();
      this.kept = 1;
    }
    if (result.status === 'unsat') {
      const core = result.core ?? constraints;
      file(this.unsatByLast, youngest(core), { constraints: core, result });
    } else {
      const kept = { constraints, result };
      for (const term of constraints) file(this.satByMember, term, kept);
    }
  }
}

function youngest(constraints: readonly Term[]): Term {
  return constraints.reduce((a, b) => (b.id > a.id ? b : a));
}

function file(index: Map<Term, Kept[]>, term: Term, kept: Kept): void {
  const list = index.get(term);
  if (list === undefined) index.set(term, [kept]);
  else {
    if (list.length >= MOST_KEPT_PER_TERM) list.splice(0, MOST_KEPT_PER_TERM / 2);
    list.push(kept);
  }
}

/** Both sorted by id. */
function isSubset(part: readonly Term[], whole: readonly Term[]): boolean {
  if (part.length > whole.length) return false;
  let j = 0;
  for (let i = 0; i < part.length; i++) {
    while (j < whole.length && whole[j].id < part[i].id) j++;
    if (j === whole.length || whole[j] !== part[i]) return false;
    j++;
  }
  return true;
}
