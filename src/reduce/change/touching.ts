/**
 * Which inputs meet the change at all: the restriction that `change` puts on a comparison of two versions.
 *
 * A directed search of the new version that leaves each path at the first instruction that differs, or where none can follow.
 * Its tree of decisions is the answer, read as a formula: inputs that end without having met the change do the same in both
 * versions and need not be looked at again, in either. Places that a limit left open count as touched, so the formula may
 * always be asked for too much, never too little.
 */
import type { TouchedInstructions } from '../../analysis/version-difference/touched.ts';
import { Exploration } from '../../explore/exploration.ts';
import { NO_LIMITS } from '../../explore/forking.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import { KEPT_BACK, type PathReport, type Strategy } from '../../explore/strategy.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { Dependences } from './dependences.ts';
import type { Explored } from './explored.ts';
import { trackOf } from './record.ts';
import { Sequences } from './sequences.ts';
import { DirectedSearch } from './strategy.ts';

export interface TouchingInputs {
  /** Holds at least for all inputs that meet the change. */
  readonly condition: Term;
  /** How paths end that do not meet it, as far as they were followed. */
  readonly otherEndings: readonly EndingKind[];
}

/** Exploring what comes before the change costs at most this much; what is open then counts as touched. */
const MOST_PATHS = 2_000;
const MOST_MS = 5_000;
/** On one path: the formula is as deep as the tree. */
const MOST_DECISIONS = 200;

export async function touchingInputs(
  dependences: Dependences,
  { new: touched }: TouchedInstructions,
  options: Partial<ExplorationOptions>,
  terms: Terms,
): Promise<TouchingInputs> {
  const search = new TouchingSearch(dependences, new Set([...touched].map(({ id }) => id)));
  const limits = { ...NO_LIMITS, ...options.limits };
  const maxPaths = Math.min(limits.maxPaths, MOST_PATHS);
  const maxDepth = Math.min(limits.maxDepth, MOST_DECISIONS);
  const maxTimeMs = Math.min(limits.maxTimeMs, MOST_MS);
  const bounded: Partial<ExplorationOptions> = {
    search: 'dfs',
    limits: { ...limits, maxPaths, maxTimeMs, maxDepth },
    ...(options.deadline === undefined ? {} : { deadline: options.deadline.part(1, MOST_MS) }),
  };
  const exploration = await Exploration.create(
    dependences.program,
    { ...options, ...bounded, terms },
    () => {},
    search,
  );
  try {
    exploration.run();
    // Where the solver gave up, one side of a decision was not looked at.
    if (exploration.policy.undecided > 0) return { condition: terms.bool(true), otherEndings: [] };
    return { condition: search.condition(terms), otherEndings: search.otherEndings };
  } finally {
    exploration.dispose();
  }
}

/** The directed search, for what it explores and not for its paths. */
export class TouchingSearch implements Strategy {
  /** Places where paths met the change. */
  private readonly touched = new Set<Explored>();
  readonly otherEndings: EndingKind[] = [];
  private readonly directed: DirectedSearch;
  readonly recorder: DirectedSearch['recorder'];

  constructor(dependences: Dependences, ids: ReadonlySet<number>) {
    this.directed = new DirectedSearch(dependences, ids, true);
    this.recorder = this.directed.recorder;
  }

  /** Holds at least for all inputs that run one of the instructions, as far as was explored; all others count as such. */
  condition(terms: Terms): Term {
    return terms.orAll(this.directed.roots.map((root) => conditionOf(root, this.touched, terms)));
  }

  explore(exploration: Exploration): Generator<void, void> {
    return this.directed.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.directed.forked(parent, child);
  }

  ended(state: State, outcome: PathOutcome): PathReport {
    this.directed.ended(state, outcome);
    const { at, sequence } = trackOf(state);
    if (sequence !== Sequences.EMPTY) this.touched.add(at);
    else this.otherEndings.push(outcome.ending.kind);
    return KEPT_BACK;
  }
}

function conditionOf(root: Explored, touched: ReadonlySet<Explored>, terms: Terms): Term {
  const known = new Map<Explored, Term>();
  const visit = (start: Explored): Term => {
    let place = start;
    for (;;) {
      if (place.sameAs !== null) place = place.sameAs;
      const { whenTrue, whenFalse } = place;
      // Where only one side was explored, the other is impossible, or does the same.
      if ((whenTrue === null) === (whenFalse === null)) break;
      place = whenTrue ?? whenFalse!;
    }
    let result = known.get(place);
    if (result === undefined) {
      result = find(place);
      known.set(place, result);
    }
    return result;
  };
  const find = (place: Explored): Term => {
    const { condition, whenTrue, whenFalse } = place;
    if (condition === null || whenTrue === null || whenFalse === null) {
      return terms.bool(!place.isEnd || touched.has(place));
    }
    const [first, second] = [visit(whenTrue), visit(whenFalse)];
    if (first === second) return first;
    return terms.or(terms.and(condition, first), terms.and(terms.not(condition), second));
  };
  return visit(root);
}
