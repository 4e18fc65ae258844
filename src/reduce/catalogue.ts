/**
 * Every reduction, described: what it promises, what can be switched, what it counts. `--help`, OPTIONS.md and the parser of
 * `--switch` are made from this table alone; registry.ts adds the strategy that keeps the promise. It imports no strategy, so
 * that a reader of names and meanings alone loads none.
 */
import { PATHS_PER_BATCH } from '../explore/searchers/in-batches.ts';
import type { PropertyName } from './properties/names.ts';

/** A part that can be switched off, or a number that can be changed: to measure it, and to show that it is needed. */
export interface Switch {
  /** As commands run it, and as `compare` and the referee prove it. */
  readonly default: boolean | number;
  readonly meaning: string;
}

export interface ReductionDescription {
  /** When a path is left out, in one line. */
  readonly meaning: string;
  /** One sentence: what the paths that were left out are certain to repeat, when no limit was hit. */
  readonly guarantee: string;
  /** The strongest property it preserves: what the referee checks, and `compare` shows. */
  readonly property: PropertyName;
  /** Weaker properties that follow from it; the referee checks them too. */
  readonly implies: readonly PropertyName[];
  readonly switches: Readonly<Record<string, Switch>>;
  /** What its strategy counts, by the names that summary.json uses. */
  readonly counts: Readonly<Record<string, string>>;
}

/** Of every search by outputs. */
const OUTPUT_COUNTS = {
  tasks: 'sets of inputs taken up',
  detours: 'of them, those whose row does not begin with their conditions',
  infeasible: 'of them, empty ones',
  undecided: 'questions that the solver gave up',
  conditions: 'conditions of all rows together',
  endRuns: 'runs that looked for early ends',
  forks: 'decisions with two possible sides, where the search went over to forking',
  matches: 'paths left there in explored states',
} as const;

/** Of every search by values. */
const VALUE_COUNTS = {
  tasks: 'conditions taken up',
  satisfied: 'of them, satisfied by a run that was known',
  infeasible: 'of them, satisfied by no input',
  undecided: 'of them, given up by the solver',
  queries: 'questions to the solver',
  conditionsPerQuery: 'conditions in one question, on average',
} as const;

const INTERACTIVE: { readonly default: boolean; readonly meaning: string } = {
  default: true,
  meaning: 'combine decisions that meet at a later statement; off loses behaviours',
};

/** Of searches by slices. */
const TRIAL: { readonly default: number; readonly meaning: string } = {
  default: 64,
  meaning: 'paths after which a search that forks takes over where slices leave out nothing; 0: never',
};

export const CATALOGUE = {
  none: {
    meaning: 'nothing is left out',
    guarantee: 'every feasible path was run to its end',
    property: 'suffixes',
    implies: ['faults', 'coverage', 'relations', 'values', 'affected'],
    switches: {},
    counts: {},
  },
  postcondition: {
    meaning: 'a path is left where all it could still do has been run before',
    guarantee:
      'every path suffix was run, and so every fault found; paths were left where all they could still do had been run before',
    property: 'suffixes',
    implies: ['faults'],
    switches: {
      sizeBound: { default: 1000, meaning: 'conditions a summary may have, all its disjuncts together; 0: no bound' },
      firstInstanceOnly: { default: false, meaning: 'summaries only where every loop is in its first iteration' },
      combine: { default: true, meaning: 'merge disjuncts that differ in one condition and its negation' },
      reuse: { default: true, meaning: 'compute each part of a path once, for all paths that share it' },
      lazy: { default: true, meaning: 'compute the summary of a location when a second path comes there' },
      models: { default: true, meaning: 'try one input of the path before the solver is asked' },
      adaptive: { default: true, meaning: 'leave out checks and summaries that do not pay' },
    },
    counts: {
      added: 'disjuncts added to summaries',
      combined: 'disjuncts merged into others',
      bounded: 'disjuncts given up because a summary was full',
      checks: 'states compared with a summary',
      folded: 'of them, answered by reading memory',
      refuted: 'of them, answered by one input',
      queries: 'of them, put to the solver',
      pruned: 'paths left',
      skipped: 'checks, summaries or queries not made because they would not pay',
      givenUp: 'locations at which no more checks are made',
      stopped: '1 when the whole was given up because it saved next to nothing',
      forgotten: 'paths forgotten because too much would have been kept',
      laterInstances: 'locations passed by because a loop was past its first iteration',
      forks: 'forks whose preconditions were computed',
      edges: 'edges of the tree of paths looked at for that',
      dropped: 'conditions that could not be expressed, by reason',
    },
  },
  revisit: {
    meaning: 'a path is left in a state that is, in all that will still be looked at, one that was explored before',
    guarantee:
      'every path suffix was run, and so every fault found; paths were left in states from which all they could still do had been run before',
    property: 'suffixes anywhere',
    implies: ['faults'],
    switches: {
      adaptive: { default: true, meaning: 'pause where looking for explored states does not pay' },
      credit: { default: 300_000, meaning: 'effort that may be spent in advance before it pauses, about microseconds' },
      shareFrom: { default: 4_000, meaning: 'effort below an explored place from which other workers are told of it' },
      patience: {
        default: 128,
        meaning: 'for cover: paths in a row that reach nothing new before states are compared',
      },
    },
    counts: {
      forks: 'decisions with two possible sides',
      visits: 'explored places that states were compared with',
      searches: 'states compared with visits of their place',
      compared: 'visits looked at for that',
      unknown: 'of them, those that agreed in all values but knew more of the inputs',
      asked: 'questions about that to the solver',
      matches: 'paths left',
      partial: 'paths left for some of their inputs',
      sent: 'visits sent to others who explore the same program',
      received: 'visits of others that states were compared with',
      places: 'places with a decision',
      walked: 'segments walked backward to find what was looked at',
      spent: 'effort spent, in thousands of units of about a microsecond',
      saved: 'effort saved, as far as visits tell',
      pauses: 'times it was paused because it did not pay',
    },
  },
  dependence: {
    meaning: 'a path is left out when each of its values is computed on another path',
    guarantee: 'every symbolic value at every statement, hence every fault, has a test that shows it',
    property: 'values',
    implies: ['faults', 'coverage'],
    switches: { interactive: INTERACTIVE, trial: TRIAL },
    counts: {
      ...VALUE_COUNTS,
      forks: 'decisions with two possible sides, where the search went over to forking',
      matches: 'paths left there in explored states',
    },
  },
  relevance: {
    meaning: 'a path is left where nothing that is still uncovered can depend on how it differs from explored ones',
    guarantee: 'every instruction and branch direction that some input reaches is reached by a test',
    property: 'coverage',
    implies: [],
    switches: {
      comparesValues: { default: false, meaning: 'compare values instead of conditions on them, as published' },
      patience: { default: 128, meaning: 'paths in a row that reach nothing new before states are compared' },
      unlikeFirst: {
        default: false,
        meaning: 'put off states that resemble explored ones but for potential dependence',
      },
      batch: { default: PATHS_PER_BATCH, meaning: 'paths that end between two choices of the search order' },
    },
    counts: {
      begun: '1 when states were compared at all',
      strides: 'segments of paths that were recorded',
      matches: 'paths left',
      givenUp: '1 when comparing was given up because it did not pay',
    },
  },
  output: {
    meaning: 'a path is left out when another computes the outputs in the same way',
    guarantee: 'every way to compute the outputs has a test; paths left out compute them in a way that has one',
    property: 'relations',
    implies: ['faults'],
    switches: {
      reorder: { default: true, meaning: 'reorder conditions as published; off finds rows again, or loses some' },
      ends: { default: true, meaning: 'look for early ends first; off loses faults' },
      readable: { default: true, meaning: 'look for small numbers as inputs; costs queries and runs' },
      trial: TRIAL,
      slices: { default: true, meaning: 'begin by slices; off: a search that forks from the start' },
    },
    counts: OUTPUT_COUNTS,
  },
  change: {
    meaning: 'a path is left where no statement can follow that the change affects',
    guarantee: 'every sequence of statements that the change affects has a test that runs it',
    property: 'affected',
    implies: [],
    switches: {},
    counts: { covered: 'states left because the first side of a branch had shown all they could' },
  },
  'change,dependence': {
    meaning: 'a path is left out when each value that the change affects is computed on another path',
    guarantee: 'every symbolic value at every statement that the change affects has a test that shows it',
    property: 'affected values',
    implies: [],
    switches: { interactive: INTERACTIVE },
    counts: {
      ...VALUE_COUNTS,
      forks: 'decisions of a search that forks: none here, since it is not about all values',
      matches: 'paths left by such a search',
    },
  },
  'change,output': {
    meaning:
      'a path is left out when it runs nothing that the change affects, or when another computes the outputs in the same way',
    guarantee: 'every way to compute the outputs on inputs that run something affected by the change has a test',
    property: 'affected relations',
    implies: [],
    switches: {
      readable: { default: true, meaning: 'look for small numbers as inputs; costs queries and runs' },
    },
    counts: {
      ...OUTPUT_COUNTS,
      touching: 'paths of the search for inputs that run something affected',
    },
  },
} as const satisfies Record<string, ReductionDescription>;

/** What any reduction promises in a search that wants nothing but coverage. */
export const COVERING = {
  guarantee: 'every line and branch direction that some input reaches is reached by a test',
  property: 'coverage',
  implies: [],
} as const satisfies Partial<ReductionDescription>;

export type ReductionName = keyof typeof CATALOGUE;

export const REDUCTION_NAMES = Object.keys(CATALOGUE) as ReductionName[];

/** The values of a reduction's switches. */
export type SwitchesOf<Name extends ReductionName> = {
  readonly [Switch in keyof (typeof CATALOGUE)[Name]['switches']]: (typeof CATALOGUE)[Name]['switches'][Switch] extends {
    readonly default: number;
  }
    ? number
    : boolean;
};

/** What a reduction counts. */
export type CountsOf<Name extends ReductionName> = {
  readonly [Count in keyof (typeof CATALOGUE)[Name]['counts']]: number | Readonly<Record<string, number>>;
};

/** A reduction's switches as they are unless the user says otherwise, with those that are given. */
export function switchesOf<Name extends ReductionName>(
  name: Name,
  given: Partial<SwitchesOf<Name>> = {},
): SwitchesOf<Name> {
  const entries = Object.entries<Switch>(CATALOGUE[name].switches);
  return {
    ...Object.fromEntries(entries.map(([each, { default: value }]) => [each, value])),
    ...given,
  } as SwitchesOf<Name>;
}
