/**
 * The only door to a reduction. Commands, `compare` and the referee get its strategy here, with the switches that the
 * catalogue has for all: what is proved is what users run. To add one: describe it in catalogue.ts, write its strategy in
 * a folder of its own, and add an entry here.
 */
import { CoverageGoal } from '../explore/coverage-goal.ts';
import { type Covering, CoveringSearch } from '../explore/covering.ts';
import { ForkingSearch } from '../explore/forking-search.ts';
import type { Strategy } from '../explore/strategy.ts';
import type { TrailOf } from '../explore/trail.ts';
import { InternalError } from '../program/errors.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { CATALOGUE, COVERING, type ReductionDescription, type ReductionName } from './catalogue.ts';
import type { AffectedStatements } from './change/affected.ts';
import { affectedValues, ChangedOutputs } from './change/composed.ts';
import { changeReduction } from './change/strategy.ts';
import { DependenceReduction } from './dependence/strategy.ts';
import type { OutputSelection } from './output/criterion.ts';
import type { OutputRow } from './output/explore.ts';
import { ALL_OUTPUTS, OutputReduction } from './output/strategy.ts';
import { PostconditionReduction } from './postcondition/strategy.ts';
import { RelevanceReduction } from './relevance/strategy.ts';
import { RevisitReduction } from './revisit/strategy.ts';
import type { Switched } from './switches.ts';

/** What reductions are told besides the program; each takes what it needs. Search order and limits: `exploration.options`. */
export interface ReductionOptions {
  /** What counts as output. How a program ends always does. */
  readonly outputs: OutputSelection;
  /** What a change affects, for reductions that are about one. */
  readonly change: AffectedStatements | null;
  /** Functions whose code is to be covered. */
  readonly counts: (fn: ProgramFunction) => boolean;
  /** Switches of the reduction that are not as they usually are. */
  readonly switched: Switched;
  /** Gets each way to compute the outputs, from the reduction that looks for them. */
  readonly onRow: (row: OutputRow) => void;
}

export const DEFAULT_REDUCTION_OPTIONS: ReductionOptions = {
  outputs: ALL_OUTPUTS,
  change: null,
  counts: () => true,
  switched: {},
  onRow: () => {},
};

export interface Reduction extends ReductionDescription {
  /** Null, or the reason why it says nothing about this program. */
  applicable?(options: ReductionOptions): string | null;
  /** A fresh strategy for one exploration. */
  strategy(program: Program, options: ReductionOptions): Strategy;
  /** The same for an exploration that wants nothing but coverage; none where the reduction cannot say what is uncovered. */
  covering?(program: Program, options: ReductionOptions): Covering;
  /** Ids of the instructions that the change affects: for reductions that preserve `affected`. */
  affected?(options: ReductionOptions): ReadonlySet<number>;
}

export const REDUCTIONS = {
  none: {
    ...CATALOGUE.none,
    strategy: () => new ForkingSearch(),
    covering: (program, { counts }) => new CoveringSearch(program, counts),
  },
  postcondition: {
    ...CATALOGUE.postcondition,
    strategy: (_, { switched }) => new PostconditionReduction(switched),
  },
  revisit: {
    ...CATALOGUE.revisit,
    strategy: (_, { switched }) => new RevisitReduction({ ...switched, goal: 'decisions' }),
    covering: (program, { counts, switched }) => revisitCovering(program, counts, switched),
  },
  dependence: {
    ...CATALOGUE.dependence,
    strategy: (program, { switched }) => new DependenceReduction(program, switched),
  },
  relevance: {
    ...CATALOGUE.relevance,
    strategy: relevance,
    covering: relevance,
  },
  output: {
    ...CATALOGUE.output,
    strategy: (program, { outputs, switched, onRow }) =>
      new OutputReduction(program, { ...switched, selection: outputs, onRow }),
  },
  change: {
    ...CATALOGUE.change,
    applicable: ({ change }) => (change === null ? NO_VERSION_BEFORE : null),
    strategy: (_, options) => changeReduction(changeOf(options)),
    affected: (options) => changeOf(options).ids,
  },
  'change,dependence': {
    ...CATALOGUE['change,dependence'],
    applicable: ({ change }) => (change === null ? NO_VERSION_BEFORE : null),
    strategy: (program, options) =>
      new DependenceReduction(program, { ...options.switched, wanted: affectedValues(changeOf(options)) }),
    affected: (options) => changeOf(options).ids,
  },
  'change,output': {
    ...CATALOGUE['change,output'],
    applicable: ({ change }) => (change === null ? NO_VERSION_BEFORE : null),
    strategy: (program, options) => {
      const { outputs, switched, onRow } = options;
      return new ChangedOutputs(program, changeOf(options), { ...switched, selection: outputs, onRow });
    },
    affected: (options) => changeOf(options).ids,
  },
} as const satisfies Record<ReductionName, Reduction>;

function revisitCovering(
  program: Program,
  counts: ReductionOptions['counts'],
  switched: ReductionOptions['switched'],
): Covering {
  const goal = (trailOf: TrailOf) => new CoverageGoal(program, counts, trailOf);
  return new RevisitReduction({ ...switched, goal: 'decisions' }, goal) as RevisitReduction & Covering;
}

function relevance(program: Program, { counts, switched }: ReductionOptions): RelevanceReduction {
  return new RelevanceReduction(program, { ...switched, counts });
}

const NO_VERSION_BEFORE = 'there is no version before the change';

function changeOf({ change }: ReductionOptions): AffectedStatements {
  if (change === null) throw new InternalError('a change needs a version before it');
  return change;
}

export function reductionOf(name: ReductionName): Reduction {
  return REDUCTIONS[name];
}

/** A reduction whose strategy wants nothing but coverage. */
export interface CoveringReduction extends Reduction {
  strategy(program: Program, options: ReductionOptions): Covering;
}

/** The reduction as `cover` runs it, with what it promises then; null where it is of no use to `cover`. */
export function coveringReduction(name: ReductionName): CoveringReduction | null {
  const reduction = reductionOf(name);
  if (reduction.covering === undefined) return null;
  const { guarantee, property, implies } = COVERING;
  return { ...reduction, guarantee, property, implies, strategy: reduction.covering };
}
