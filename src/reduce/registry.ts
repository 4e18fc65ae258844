/**
 * The reductions, by the name users give to `--reduce`. To add one: write its strategy in a folder of its own, add an
 * entry here, and the command line, `compare` and the referee know it.
 */
import { ForkingSearch, type Strategy } from '../explore/exploration.ts';
import { BATCH } from '../explore/searchers/in-batches.ts';
import { InternalError } from '../program/errors.ts';
import type { Program } from '../program/program.ts';
import { type AffectedStatements, affectedStatements } from './change/affected.ts';
import { changeReduction } from './change/strategy.ts';
import { DEFAULT_DEPENDENCE_SWITCHES, DependenceReduction } from './dependence/strategy.ts';
import type { OutputSelection } from './output/criterion.ts';
import { ALL_OUTPUTS, OutputReduction } from './output/strategy.ts';
import { DEFAULT_POSTCONDITION_OPTIONS, PostconditionReduction } from './postcondition/strategy.ts';
import type { PropertyName } from './properties/names.ts';
import { RelevanceReduction } from './relevance/strategy.ts';
import type { Switches } from './switches.ts';

/** What reductions are told besides the program; each takes what it needs. Search order and limits: `exploration.options`. */
export interface ReductionOptions {
  /** What counts as output. How a program ends always does. */
  readonly outputs: OutputSelection;
  /** The version before the change, for reductions that are about one. */
  readonly before: Program | null;
  /** Switches of the reduction that are not as they usually are. */
  readonly switched: Switches;
}

export const DEFAULT_REDUCTION_OPTIONS: ReductionOptions = { outputs: ALL_OUTPUTS, before: null, switched: {} };

export interface Reduction {
  /** One sentence: what the paths that were left out are certain to repeat, when no limit was hit. */
  readonly guarantee: string;
  /** The strongest property it preserves: what the referee checks, and `compare` shows. */
  readonly property: PropertyName;
  /** Weaker properties that follow from it; the referee checks them too. */
  readonly implies: readonly PropertyName[];
  /** Optimisations and parts that can be switched, to measure them and to show that they are needed. */
  readonly switches?: Switches;
  /** Null, or the reason why it says nothing about this program. */
  applicable?(program: Program, options: ReductionOptions): string | null;
  /** A fresh strategy for one exploration. */
  strategy(program: Program, options: ReductionOptions): Strategy;
  /** Ids of the instructions that the change affects: for reductions that preserve `affected`. */
  affected?(program: Program, options: ReductionOptions): ReadonlySet<number>;
}

export const REDUCTIONS = {
  none: {
    guarantee: 'every feasible path was run to its end',
    property: 'suffixes',
    implies: ['faults', 'coverage', 'relations', 'values', 'affected'],
    strategy: () => new ForkingSearch(),
  },
  postcondition: {
    guarantee:
      'every path suffix was run, and so every fault found; paths were left where all they could still do had been run before',
    property: 'suffixes',
    implies: ['faults'],
    switches: { ...DEFAULT_POSTCONDITION_OPTIONS },
    strategy: (_, { switched }) => new PostconditionReduction(switched),
  },
  dependence: {
    guarantee: 'every symbolic value at every statement, hence every fault, has a test that shows it',
    property: 'values',
    implies: ['faults', 'coverage'],
    switches: DEFAULT_DEPENDENCE_SWITCHES,
    strategy: (program, { switched }) => new DependenceReduction(program, switched),
  },
  relevance: {
    guarantee: 'every instruction and branch direction that some input reaches is reached by a test',
    property: 'coverage',
    implies: [],
    switches: { comparesValues: false, patience: 0, unlikeFirst: false, batch: BATCH },
    strategy: (program, { switched }) => new RelevanceReduction(program, switched),
  },
  output: {
    guarantee: 'every way to compute the outputs has a test; paths left out compute them in a way that has one',
    property: 'relations',
    implies: ['faults'],
    switches: { reorder: true, ends: true },
    strategy: (program, { outputs, switched }) => new OutputReduction(program, { selection: outputs, ...switched }),
  },
  change: {
    guarantee: 'every sequence of statements that the change affects has a test that runs it',
    property: 'affected',
    implies: [],
    applicable: (_, { before }) => (before === null ? 'there is no version before the change' : null),
    strategy: (program, options) => changeReduction(affectedBy(program, options)),
    affected: (program, options) => affectedBy(program, options).ids,
  },
} as const satisfies Record<string, Reduction>;

function affectedBy(program: Program, { before }: ReductionOptions): AffectedStatements {
  if (before === null) throw new InternalError('a change needs a version before it');
  return affectedStatements(before, program);
}

export type ReductionName = keyof typeof REDUCTIONS;

export const REDUCTION_NAMES = Object.keys(REDUCTIONS) as ReductionName[];

export function reductionOf(name: ReductionName): Reduction {
  return REDUCTIONS[name];
}
