/**
 * Why a test behaves differently in another version: the few places where its two runs part, ranked.
 *
 * Two answers are put together. Alignment (align.ts) says where the runs begin to differ: the origins. Separation (separate.ts)
 * says which branches tell the versions apart on inputs like the test, with an input on which they agree again. A branch that
 * depends on an origin is how its difference takes effect; all later branches that depend on the same origin are consequences and are
 * left out. What has a witness comes first, then what comes first in the run.
 */
import type { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { relevantSlice, type TraceNode } from '../../trace/trace.ts';
import { userPosition } from '../explain.ts';
import { outputsDiffer } from '../version-diff/compare.ts';
import { alignRuns, type Origin } from './align.ts';
import { differencesOf, type OutputDifference, startNodes } from './criterion.ts';
import {
  assumedBy,
  type Condition,
  type ConditionKind,
  conditionOfSeparation,
  conditionsOf,
  findWitness,
  type Separation,
  type SeparationSearch,
  separationsOf,
  type VersionSide,
  type Witness,
} from './separate.ts';
import { type RunnableVersion, runTest, type TestRun, type TestStart } from './test-run.ts';

export interface Cause {
  /** Where each run begins to differ; null where one has nothing that the other has not. */
  readonly origin: { readonly old: TraceNode | null; readonly new: TraceNode | null };
  /** The branches by which that takes effect, the first of each version; null where none does. */
  readonly branch: { readonly old: TraceNode | null; readonly new: TraceNode | null };
  /** Like the test, but the versions agree; null when none was found. */
  readonly witness: Witness | null;
}

export interface Blame {
  readonly runs: { readonly old: TestRun; readonly new: TestRun };
  readonly differences: readonly OutputDifference[];
  /** The most likely first. */
  readonly causes: readonly Cause[];
  readonly statistics: BlameStatistics;
}

export interface BlameStatistics {
  /** Conditions of the old and the new version. */
  readonly conditions: { readonly old: number; readonly new: number };
  /** Branches that some input of the other version's condition turns. */
  readonly separations: number;
  /** Steps at which the runs begin to differ. */
  readonly origins: number;
}

export interface BlameRequest {
  readonly versions: { readonly old: RunnableVersion; readonly new: RunnableVersion };
  readonly test: Model;
  readonly start: TestStart;
  readonly kind: ConditionKind;
  readonly terms: Terms;
  readonly solver: Solver;
  /** Code that is not in the source. */
  readonly isGenerated: (node: TraceNode) => boolean;
  isOver(): boolean;
}

export function runBoth({ versions, test, start }: Pick<BlameRequest, 'versions' | 'test' | 'start'>) {
  return { old: runTest(versions.old, test, start), new: runTest(versions.new, test, start) };
}

/** The runs must differ. */
export function blame(request: BlameRequest, runs: Blame['runs']): Blame {
  const { terms, kind } = request;
  const differences = differencesOf(runs.old, runs.new, terms);
  const starts = {
    old: startNodes(runs.old, runs.new, differences),
    new: startNodes(runs.new, runs.old, differences),
  };
  const conditions = {
    old: conditionsOf(runs.old, starts.old, kind),
    new: conditionsOf(runs.new, starts.new, kind),
  };
  const search: SeparationSearch = { ...request, assumed: [...assumedBy(runs.old), ...assumedBy(runs.new)] };
  const separations = [
    ...separationsOf('new', conditions.new, conditions.old, search),
    ...separationsOf('old', conditions.old, conditions.new, search),
  ].filter(({ condition: { node } }) => !request.isGenerated(node) && userPosition(node) !== null);
  const slices = {
    old: relevantSlice(runs.old.trace, starts.old),
    new: relevantSlice(runs.new.trace, starts.new),
  };
  const origins =
    kind === 'path' ? { old: [], new: [] } : alignRuns(runs.old, slices.old, runs.new, slices.new, request.isGenerated);
  const groups = kind === 'path' ? separations.map((each) => alone(each)) : grouped(runs, origins, separations);
  const witnessOf = (each: Separation): Witness | null =>
    findWitness(conditionOfSeparation(each, conditions[each.side], conditions[other(each.side)], search), search);
  const causes = groups.map((group) => causeOf(group, witnessOf, () => likeTest(runs, conditions, search)));
  return {
    runs,
    differences,
    causes: ranked(causes),
    statistics: {
      conditions: { old: conditions.old.length, new: conditions.new.length },
      separations: separations.length,
      origins: origins.old.length + origins.new.length,
    },
  };
}

function other(side: VersionSide): VersionSide {
  return side === 'old' ? 'new' : 'old';
}

interface Group {
  readonly origins: { readonly old: readonly Origin[]; readonly new: readonly Origin[] };
  readonly separations: readonly Separation[];
}

function alone(separation: Separation): Group {
  return { origins: { old: [], new: [] }, separations: [separation] };
}

/** Origins of one gap, and the separations that depend on them. */
function grouped(
  runs: Blame['runs'],
  origins: { readonly old: readonly Origin[]; readonly new: readonly Origin[] },
  separations: readonly Separation[],
): Group[] {
  const gaps = [...new Set([...origins.old, ...origins.new].map(({ gap }) => gap))].sort((a, b) => a - b);
  const byGap = new Map<number, Separation[]>(gaps.map((gap) => [gap, []]));
  for (const separation of separations) {
    const { trace } = runs[separation.side];
    const slice = relevantSlice(trace, [separation.condition.node.index]);
    const first = origins[separation.side].find(({ node }) => slice[node.index] === 1);
    if (first !== undefined) byGap.get(first.gap)!.push(separation);
  }
  return gaps.map((gap) => ({
    origins: {
      old: origins.old.filter((each) => each.gap === gap),
      new: origins.new.filter((each) => each.gap === gap),
    },
    separations: byGap.get(gap)!,
  }));
}

/** Witnesses are looked for at the first branches of a cause only. */
const MOST_TRIED = 3;

function causeOf(
  { origins, separations }: Group,
  witnessOf: (separation: Separation) => Witness | null,
  withoutBranch: () => Witness | null,
): Cause {
  const first = (side: VersionSide) => separations.filter((each) => each.side === side);
  let witness: Witness | null = null;
  for (const side of ['new', 'old'] as const) {
    for (const separation of first(side).slice(0, MOST_TRIED)) {
      if (witness !== null) break;
      witness = witnessOf(separation);
    }
  }
  if (witness === null && separations.length === 0) witness = withoutBranch();
  return {
    origin: { old: origins.old[0]?.node ?? null, new: origins.new[0]?.node ?? null },
    branch: { old: first('old')[0]?.condition.node ?? null, new: first('new')[0]?.condition.node ?? null },
    witness,
  };
}

/** Where no branch separates: an input that both versions treat like the test, with the same outputs. */
function likeTest(
  { old, new: changed }: Blame['runs'],
  conditions: { readonly old: readonly Condition[]; readonly new: readonly Condition[] },
  search: SeparationSearch,
): Witness | null {
  const equal = search.terms.not(outputsDiffer(old.outputs, changed.outputs, search.terms));
  const all: Term[] = [...search.assumed, ...[...conditions.old, ...conditions.new].map(({ term }) => term), equal];
  return findWitness(PathCondition.of(all), search);
}

/** Witnesses first; otherwise as they come. */
function ranked(causes: readonly Cause[]): Cause[] {
  const score = ({ witness, branch }: Cause) =>
    witness !== null ? 0 : branch.old !== null || branch.new !== null ? 1 : 2;
  return [...causes].sort((a, b) => score(a) - score(b));
}
