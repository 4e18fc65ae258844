/** What a thread or a machine must know to explore parts of a program for another one: plain data. */
import type { ExplorationOptions } from '../../explore/options.ts';
import { type FlatProgram, flattenProgram } from '../../program/transfer.ts';
import type { ReductionName } from '../../reduce/catalogue.ts';
import type { Invocation } from '../options/parse.ts';
import type { Session } from '../run/session.ts';

export interface WorkerSetup {
  readonly program: FlatProgram;
  readonly task: ExplorationTask;
}

/** Everything but the program. */
export interface ExplorationTask {
  /** Functions whose code is to be covered, by index. */
  readonly counted: readonly number[];
  /** Whether to look for all tests, or only for those that reach something new. */
  readonly goal: 'tests' | 'coverage';
  readonly reduction: ReductionName;
  readonly switches: readonly string[];
  readonly search: ExplorationOptions['search'];
  readonly seed: number;
  readonly machine: ExplorationOptions['machine'];
  readonly environment: ExplorationOptions['environment'];
  /** Null without a limit. */
  readonly maxDepth: number | null;
  readonly solver: string;
  readonly solverMs: number;
  /** What an earlier run has finished, and the faults it knows. */
  readonly finished: readonly string[];
  readonly faults: readonly string[];
}

/** Searches that fork from the start to the end, so that parts of them can be given away. */
export const SHARED_REDUCTIONS: readonly ReductionName[] = ['none', 'postcondition', 'revisit', 'relevance'];

export type SharedGoal = ExplorationTask['goal'];

export function taskOf(
  { options, resumes }: Invocation,
  session: Session,
  chosen: ExplorationOptions,
  goal: SharedGoal,
): ExplorationTask {
  const { limits, machine, environment, search, seed } = chosen;
  const over = (resumes?.paths ?? []).filter(({ open }) => open !== true);
  return {
    counted: session.program.functions.filter((fn) => session.isUserCode(fn)).map(({ index }) => index),
    goal,
    reduction: options.reduce,
    switches: options.switch,
    search,
    seed,
    machine,
    environment,
    maxDepth: Number.isFinite(limits.maxDepth) ? limits.maxDepth : null,
    solver: options.solver ?? 'embedded',
    solverMs: options['max-solver-time'] * 1000,
    finished: over.flatMap(({ path }) => (path === null ? [] : [path])),
    faults: (resumes?.faults ?? []).map(({ key }) => key),
  };
}

export function setupOf(session: Session, task: ExplorationTask): WorkerSetup {
  return { program: flattenProgram(session.program), task };
}
