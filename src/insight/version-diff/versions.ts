/**
 * The comparison of two versions, from what changed to differences with examples. `diff` and the referee both call it; they
 * differ only in how a version is explored (with tests on disk, or not) and in what they do with the result.
 *
 * 1. Which statements differ, and what they may affect (reduce/change): given.
 * 2. Which inputs meet the change at all: only those are compared.
 * 3. Which outputs the change can reach: only those are computed.
 * 4. Both versions explored by symbolic output over these inputs and outputs.
 * 5. Rows of both paired: pairs whose outputs differ for some input (compare.ts).
 * 6. Differences as people read them, each with a small input (changes.ts).
 */
import { isIdentical } from '../../analysis/version-difference/difference.ts';
import { touchedInstructions } from '../../analysis/version-difference/touched.ts';
import type { Exploration } from '../../explore/exploration.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { Strategy } from '../../explore/strategy.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { UserError } from '../../program/errors.ts';
import type { GlobalVariable, Program } from '../../program/program.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import { type TouchingInputs, touchingInputs } from '../../reduce/change/touching.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { createSolver, type SolverOptions } from '../../solver/solver.ts';
import { assumptionsOf, droppedInputs } from '../signature.ts';
import { affectedOutputs, comparableGlobals, type Selections } from './affected-outputs.ts';
import { type Change, changesOf } from './changes.ts';
import { comparableRows, type DifferingPair, differingPairs, type PairStatistics, type VersionRow } from './compare.ts';
import { type DiffVerdict, judge } from './verdict.ts';

export type Side = 'old' | 'new';

/** What is compared. */
export interface ComparedOutputs {
  /** Besides globals. */
  readonly wanted: Selections;
  /** Which globals count; null when `wanted` names those that do. */
  readonly globals: ((global: GlobalVariable) => boolean) | null;
  /** What both versions do alike when nothing differs, for people: `return the same`. */
  readonly sameness: string;
}

/** Who asks: how versions are explored and solved is theirs. */
export interface ComparisonHost {
  /** Shared by both versions: an input's name is the same variable in both. */
  readonly terms: Terms;
  /** For the search for inputs that meet the change. */
  readonly exploring: Partial<ExplorationOptions>;
  /** Explores a version for the inputs in `within`, on the host's terms, to the end. The host disposes the exploration. */
  explore(side: Side, strategy: (program: Program) => Strategy, within: Term, deadline: Deadline): Promise<Exploration>;
  /** A procedure of its own per call; at most so many conflicts per question, where given. */
  solvers(maxConflicts?: number): Promise<SolverOptions>;
  /** Of the whole comparison. */
  readonly deadline: Deadline;
  progress(text: string): void;
}

export interface ExploredVersion {
  readonly exploration: Exploration;
  readonly selection: OutputSelection;
  readonly rows: readonly VersionRow[];
  /** What the program assumes of all its inputs. */
  readonly assumptions: readonly Term[];
  /** Whether it also drops inputs of which something else is true. */
  readonly dropsSome: boolean;
}

export interface VersionComparison {
  /** Holds at least for all inputs that meet the change. */
  readonly within: Term;
  readonly old: ExploredVersion;
  readonly new: ExploredVersion;
  readonly pairs: readonly DifferingPair[];
  readonly statistics: Readonly<PairStatistics>;
  readonly changes: readonly Change[];
  readonly verdict: DiffVerdict;
}

/** About two seconds on one question. Counted, so that examples do not depend on how busy the machine is. */
const MOST_CONFLICTS = 20_000;

/** How much of the time that is left each step may take, so that the next ones have some too. */
const SHARES = { touching: 0.2, new: 0.4, old: 0.6, pairs: 0.8 } as const;

/** Where the change cannot be met there is nothing to compare. */
const NOTHING_TO_EXPLORE: Strategy = { recorder: null, *explore() {} };

export async function compareVersions(
  statements: AffectedStatements,
  outputs: ComparedOutputs,
  host: ComparisonHost,
): Promise<VersionComparison> {
  const { terms } = host;
  host.progress('looking for inputs that meet the change');
  const { condition: within, otherEndings } = await inputsToCompare(statements, host);
  const selections = selectionsOf(statements, outputs);
  const changed = await exploreVersion('new', selections.new, within, host, host.deadline.part(SHARES.new));
  const old = await exploreVersion('old', selections.old, within, host, host.deadline.part(SHARES.old));
  rejectResizedInputs(old.rows, changed.rows);
  const statistics: PairStatistics = { pairs: 0, same: 0, queries: 0, undecided: 0 };
  const pairs: DifferingPair[] = [];
  const deadline = host.deadline.part(SHARES.pairs);
  const solver = await createSolver(terms, { ...(await host.solvers()), deadline });
  try {
    pairs.push(...differingPairs(old.rows, changed.rows, within, terms, solver, statistics, () => deadline.isOver()));
  } finally {
    solver.dispose();
  }
  const late = deadline.isOver();
  host.deadline.startWriting();
  host.progress('looking for small examples');
  const changes = await readableChanges(pairs, [...new Set([...old.assumptions, ...changed.assumptions])], host);
  const explored = [old.exploration, changed.exploration];
  const verdict = judge(explored, {
    differs: pairs.length > 0,
    undecided: statistics.undecided,
    late,
    sameness: outputs.sameness,
    endings: [...old.rows, ...changed.rows].map(({ row }) => row.outcome.ending.kind),
    otherEndings,
  });
  const guarantee = 'no statement differs, so both versions do the same on every input';
  return {
    within,
    old,
    new: changed,
    pairs,
    statistics,
    changes,
    verdict: isIdentical(statements.difference) ? { ...verdict, guarantee, caution: null } : verdict,
  };
}

/** All inputs that meet something that differs. */
async function inputsToCompare(
  { dependences, difference }: AffectedStatements,
  { exploring, terms, deadline }: ComparisonHost,
): Promise<TouchingInputs> {
  if (isIdentical(difference)) return { condition: terms.bool(false), otherEndings: [] };
  const touched = touchedInstructions(dependences.old.program, dependences.new.program, difference);
  const inTime = { ...exploring, deadline: deadline.part(SHARES.touching) };
  return touchingInputs(dependences.new, touched, inTime, terms);
}

/** What was asked for, as far as the change can reach it. */
function selectionsOf(statements: AffectedStatements, { wanted, globals }: ComparedOutputs): Selections {
  if (globals === null) return affectedOutputs(statements, wanted);
  const chosen = comparableGlobals(statements, globals);
  return affectedOutputs(statements, {
    old: { ...wanted.old, globals: chosen.old },
    new: { ...wanted.new, globals: chosen.new },
  });
}

async function exploreVersion(
  side: Side,
  selection: OutputSelection,
  within: Term,
  host: ComparisonHost,
  deadline: Deadline,
): Promise<ExploredVersion> {
  const rows: OutputRow[] = [];
  const onRow = (row: OutputRow) => rows.push(row);
  const strategy = (program: Program): Strategy => {
    if (within === host.terms.bool(false)) return NOTHING_TO_EXPLORE;
    // Examples are made from pairs of rows.
    const switched = { readable: false };
    return REDUCTIONS.output.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, outputs: selection, switched, onRow });
  };
  const exploration = await host.explore(side, strategy, within, deadline);
  return {
    exploration,
    selection,
    rows: comparableRows(rows, selection),
    assumptions: assumptionsOf(rows, host.terms),
    dropsSome: droppedInputs(rows).some((conditions) => conditions.length > 1),
  };
}

async function readableChanges(
  pairs: readonly DifferingPair[],
  given: readonly Term[],
  { terms, solvers, deadline }: ComparisonHost,
): Promise<Change[]> {
  if (pairs.length === 0) return [];
  const solver = await createSolver(terms, { ...(await solvers(MOST_CONFLICTS)), deadline });
  try {
    return changesOf(pairs, given, terms, solver);
  } finally {
    solver.dispose();
  }
}

/** Variables are named after inputs: one name with two sizes would be two unrelated inputs, the second with its size in its name. */
function rejectResizedInputs(old: readonly VersionRow[], changed: readonly VersionRow[]): void {
  const plain = (name: string) => name.replace(/:\[?\d+\]?$/, '');
  const inputs = (rows: readonly VersionRow[]) => rows.flatMap(({ row }) => row.outcome.inputs);
  const sizes = new Map(inputs(old).map(({ name, bits }) => [plain(name), bits]));
  for (const { name, bits } of inputs(changed)) {
    const before = sizes.get(plain(name));
    if (before === undefined || before === bits) continue;
    throw new UserError(
      `the input ${plain(name)} has ${before} bits in the old version and ${bits} in the new one`,
      'give it another name in one of them, or the same type in both',
    );
  }
}
